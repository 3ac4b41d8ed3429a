// How small a gang in step may become, when ready nodes join it, and what becomes of its batch.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "sim/base/bounds.hpp"
#include "sim/base/options.hpp"
#include "sim/domain/training.hpp"

namespace spotgrid::training {

enum class JoinWord : std::uint8_t { immediate, next_save };
inline std::span<const std::string_view> words(JoinWord) {
  static constexpr std::array<std::string_view, 2> all = {"immediate", "next_save"};
  return all;
}
enum class GlobalBatch : std::uint8_t { keep, shrink };
inline std::span<const std::string_view> words(GlobalBatch) {
  static constexpr std::array<std::string_view, 2> all = {"keep", "shrink"};
  return all;
}

struct ElasticSize {
  std::int64_t min = 1;
  std::optional<std::int64_t> max;

  void describe(Fields& fields) {
    fields("min", min, "the fewest workers with which training goes on", required,
           between(1.0, 4096.0));
    fields("max", max, R"(workers wanted; what "nodes" says, which is the default)",
           between(1.0, 4096.0));
  }
};

struct JoinBatch {
  Seconds after{60};

  void describe(Fields& fields) {
    fields("batch", after, "so long after the first of them was ready, all that are ready then",
           required, moves_results, between(0s, longest_span));
  }
};

// The options of an elastic gang, beside "nodes".
class ElasticOptions {
 public:
  void describe(Fields& fields, std::int64_t nodes);
  void add_to(TrainingTraits& traits) const;

 private:
  void describe_join(Fields& fields);
  void check(Fields& fields, std::int64_t nodes) const;

  enum Form : std::size_t { by_word, by_batch, not_given };
  std::optional<ElasticSize> size_;
  std::size_t join_form_ = not_given;
  JoinWord join_word_ = JoinWord::immediate;
  JoinBatch join_batch_;
  std::optional<GlobalBatch> batch_;
};

inline void ElasticOptions::describe(Fields& fields, std::int64_t nodes) {
  fields("elastic", size_, "trains on with fewer workers; without it all are needed");
  describe_join(fields);
  fields("batch", batch_,
         "elastic, mandatory: fewer workers share the samples of all, or each keeps its own and "
         "the global batch shrinks",
         moves_results);
  if (!fields.reading())
    return;
  check(fields, nodes);
  if (size_) {
    size_->max = size_->max.value_or(nodes);
    join_form_ = join_form_ == not_given ? std::size_t{by_batch} : join_form_;
  }
}

inline void ElasticOptions::describe_join(Fields& fields) {
  constexpr std::string_view help =
      R"(elastic: when ready nodes join, at an iteration end; default: {"batch": "60 s"})";
  const std::array<spotgrid::Form, 2> forms = {
      {{JsonType::text, [&](Fields& f) { f("join", join_word_, help, moves_results); }},
       {JsonType::object, [&](Fields& f) { f("join", join_batch_, help, moves_results); }}}};
  fields.forms("join", join_form_, forms, help, moves_results);
}

inline void ElasticOptions::check(Fields& fields, std::int64_t nodes) const {
  if (!size_) {
    constexpr std::string_view remedy = R"(leave it out, or give "elastic", such as {"min": 4})";
    if (join_form_ != not_given)
      fields.problem("join", "only an elastic gang takes in nodes later", std::string(remedy));
    if (batch_)
      fields.problem("batch", "only an elastic gang changes its size", std::string(remedy));
    return;
  }
  if (size_->max && *size_->max != nodes) {
    fields.problem("elastic", R"("max" differs from the workers wanted in "nodes")",
                   R"(leave "max" out, or give both the same number)");
  } else if (size_->min > nodes) {
    fields.problem("elastic", R"("min" is more than the workers wanted in "nodes")",
                   R"(use at most "nodes")");
  }
  if (!batch_) {
    fields.problem("batch", "an elastic gang says what its global batch does when its size changes",
                   R"(give "keep" or "shrink")");
  }
}

inline void ElasticOptions::add_to(TrainingTraits& traits) const {
  if (!size_)
    return;
  traits.min_nodes = size_->min;
  traits.keeps_batch = batch_ == GlobalBatch::keep;
  if (join_form_ == by_batch)
    traits.join_after = join_batch_.after;
  else if (join_word_ == JoinWord::immediate)
    traits.join_after = Seconds{0};
  else
    traits.join_after.reset();
}

}  // namespace spotgrid::training
