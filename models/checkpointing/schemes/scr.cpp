// SCR: copies in a cache on the nodes, protected by one of four redundancy schemes, and every so
// often flushed to storage.
// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include <fmt/format.h>

#include "models/checkpointing/member_copies.hpp"
#include "models/checkpointing/read_back.hpp"

namespace spotgrid::schemes {
namespace {

enum class Redundancy : std::uint8_t { single, partner, xor_sets, reed_solomon };
std::span<const std::string_view> words(Redundancy) {
  static constexpr std::array<std::string_view, 4> all = {"single", "partner", "xor",
                                                          "reed_solomon"};
  return all;
}

enum class Flush : std::uint8_t { synchronous, asynchronous };
std::span<const std::string_view> words(Flush) {
  static constexpr std::array<std::string_view, 2> all = {"synchronous", "asynchronous"};
  return all;
}

class Scr final : public CheckpointScheme {
 public:
  struct Options {
    Redundancy redundancy = Redundancy::xor_sets;
    std::int64_t set = 8, losses = 2, cached = 1, flush_every = 10;
    Flush flush = Flush::synchronous;
    CacheOptions cache;
    StorageOptions storage;
    ReadBack read_back;

    void describe(Fields& fields) {
      fields("redundancy", redundancy,
             "what protects a part: nothing; a copy on the next node of its set; parity that "
             "survives one loss a set; a code that survives several");
      fields("set", set, "nodes of a set; where it does not divide the members, at least so many",
             between(2.0, 1024.0));
      fields("losses", losses, "with reed_solomon: losses that a set survives", between(1.0, 64.0));
      fields(
          "cached", cached,
          "copies that the cache has room for, one of them being filled: with one, a loss during "
          "a save leaves what was flushed",
          between(1.0, 64.0));
      fields("flush_every", flush_every, "saves of which one is flushed to the storage",
             at_least(1.0));
      fields("flush", flush, "training stands still for a flush, or an agent does it beside");
      cache.describe(fields);
      fields("storage", storage, "the shared storage that is flushed to", required);
      read_back.describe(fields);
      if (fields.reading() && redundancy == Redundancy::reed_solomon && losses >= set)
        fields.problem("losses",
                       fmt::format("a set survives fewer losses than it has nodes, found {} of {}",
                                   losses, set),
                       "make the set larger, or the losses fewer");
    }
  };
  explicit Scr(Options options) : options_(std::move(options)) {
    options_.read_back.decode = options_.cache.decode;
  }

  SchemeTraits traits() const override {
    SchemeTraits traits;
    traits.tiers = 2;
    traits.deepest_every = options_.flush_every;
    traits.ring = traits.in_flight = options_.cached;
    options_.storage.furnish(traits);
    traits.disk = options_.cache.disk();
    return traits;
  }

  SavePlan save(const SaveContext& context) const override {
    const MemberCopies copies(context, options_.cache);
    const Protection protection = protect(copies.members());
    const bool flushed = context.depth > 1;
    const bool waits = flushed && options_.flush == Flush::synchronous;
    SavePlan plan;
    plan.memory = copies.memory(protection.placement.parts_per_node, 0, 1);
    ActivityGraph cached;
    const ActivityIndex safe =
        cached.barrier(copies.protect(cached, protection, copies.write_own(cached)));
    if (!waits)
      cached.mark(safe, Milestone::training_goes_on);
    end_stage(cached, safe, false);
    plan.stages.push_back({std::move(cached), copies.copy(protection)});
    if (!flushed)
      return plan;
    ActivityGraph graph;
    const ActivityIndex written = graph.barrier(copies.flush(graph, {}, options_.storage));
    const ActivityIndex durable = graph.delay(options_.storage.fsync, {written});
    if (waits)
      graph.mark(graph.barrier({durable}), Milestone::training_goes_on);
    end_stage(graph, durable, true);
    plan.stages.push_back({std::move(graph), options_.storage.copy(),
                           waits ? Carrier::process : Carrier::agent, true});
    return plan;
  }
  ActivityGraph restore(const SaveContext& context, const HeldCopy& copy) const override {
    return read_back(context, copy, options_.read_back);
  }

 private:
  // A code is made as its data goes round the set: each member sends its part once for each loss.
  Protection protect(std::int64_t members) const {
    const auto losses = static_cast<std::size_t>(options_.losses);
    switch (options_.redundancy) {
      case Redundancy::single:
        break;
      case Redundancy::partner:
        return {formulas::partner(members, options_.set)};
      case Redundancy::xor_sets:
        return {formulas::xor_sets(members, options_.set), 1};
      case Redundancy::reed_solomon:
        return {formulas::reed_solomon(members, options_.set, options_.losses), losses};
    }
    return {formulas::own_node_only(members)};
  }

  Options options_;
};

}  // namespace

Entry<CheckpointScheme> scr() {
  return entry<CheckpointScheme, Scr>(
      "a cache of copies on the nodes, protected by partner, XOR or Reed-Solomon, flushed at times",
      "Moody et al., SCR, SC 2010, and its documentation");
}

}  // namespace spotgrid::schemes
