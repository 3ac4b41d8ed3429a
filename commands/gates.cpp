// Reading and testing of gates.
// SPDX-License-Identifier: Apache-2.0
#include "commands/gates.hpp"

#include <array>
#include <utility>

#include <fmt/format.h>

#include "commands/command.hpp"
#include "sim/base/document.hpp"
#include "sim/base/json_tree.hpp"
#include "sim/base/option_writer.hpp"
#include "sim/base/unit_text.hpp"

namespace spotgrid::commands {
namespace {

// Two characters before one, so that ">=" is not read as ">".
constexpr std::array<std::string_view, 5> operators = {">=", "<=", "==", ">", "<"};

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(' ');
  if (first == std::string_view::npos)
    return {};
  return text.substr(first, text.find_last_not_of(' ') - first + 1);
}

bool holds(double value, std::string_view op, double bound) {
  if (op == ">=")
    return value >= bound;
  if (op == "<=")
    return value <= bound;
  if (op == ">")
    return value > bound;
  return op == "<" ? value < bound : value == bound;
}

// The counters as the result has them, so that paths are the same as there.
Document counters_as_written(const Counters& counters) {
  return Document::parse(to_json(counters, -1), "counters", InputKind::scenario);
}

// Nothing where results have no such counter. Counters by name ("preemptions_by.capacity") stand in
// a result only once they were met: until then they are 0.
std::optional<double> value_of(const Document& counters, std::string_view path) {
  const Json& root = counters.tree().root;
  const auto dot = path.find('.');
  const auto found = root.find(std::string(path.substr(0, dot)));
  if (found == root.end() || found->is_object() != (dot != std::string_view::npos))
    return std::nullopt;
  if (found->is_number())
    return found->get<double>();
  const std::string name(path.substr(dot + 1));
  return found->contains(name) ? (*found)[name].get<double>() : 0.0;
}

[[noreturn]] void refuse_counter(std::string_view text, std::string_view counter) {
  const Document empty = counters_as_written({});
  std::vector<std::string> known;
  for (const auto& item : empty.tree().root.items())
    known.push_back(item.value().is_object() ? item.key() + ".NAME" : item.key());
  const std::vector<std::string_view> views(known.begin(), known.end());
  wrong_usage(fmt::format("--require {}", text),
              fmt::format("results have no such counter, found \"{}\"", counter),
              nearest_of(counter, views));
}

}  // namespace

Requirement::Requirement(std::string_view text) : text_(trimmed(text)) {
  std::size_t at = std::string::npos;
  for (const std::string_view op : operators) {
    at = text_.find(op);
    if (at == std::string::npos)
      continue;
    op_ = op;
    break;
  }
  const std::optional<double> bound =
      op_.empty() ? std::nullopt : parse_number(trimmed(text_.substr(at + op_.size())));
  if (!bound) {
    wrong_usage("--require", fmt::format("expected COUNTER OP NUMBER, found \"{}\"", text),
                "write it like 'preemptions>=1'; OP is one of >= > == < <=");
  }
  counter_ = trimmed(std::string_view(text_).substr(0, at));
  bound_ = *bound;
  if (!value_of(counters_as_written({}), counter_))
    refuse_counter(text_, counter_);
}

std::string Requirement::unmet(const Counters& counters) const {
  const double value = value_of(counters_as_written(counters), counter_).value_or(0);
  return holds(value, op_, bound_)
             ? ""
             : fmt::format("--require {}: not met, found {}", text_, number_text(value));
}

Gates Gates::of(const std::vector<std::string>& requirements,
                const std::optional<std::string>& max_cost) {
  Gates gates;
  for (const std::string& one : requirements)
    gates.requirements.emplace_back(one);
  if (max_cost) {
    const std::optional<double> usd = parse_number(*max_cost);
    if (!usd || *usd < 0) {
      wrong_usage("--max-cost", fmt::format("expected dollars, found \"{}\"", *max_cost),
                  "write a number like 350");
    }
    gates.max_cost = dollars(*usd);
  }
  return gates;
}

std::vector<std::string> Gates::failed(const RunResult& result) const {
  std::vector<std::string> sentences;
  for (const Requirement& one : requirements) {
    if (std::string sentence = one.unmet(result.counters); !sentence.empty())
      sentences.push_back(std::move(sentence));
  }
  if (max_cost && dollars(rounded(result.cost_usd)) > *max_cost) {
    sentences.push_back(fmt::format("--max-cost {}: exceeded, found {} USD",
                                    number_text(max_cost->value()),
                                    number_text(rounded(result.cost_usd))));
  }
  return sentences;
}

}  // namespace spotgrid::commands
