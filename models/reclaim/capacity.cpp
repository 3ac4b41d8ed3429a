// The counts of the pool decide who is lost, by what they mean: limit, probe or fleet.
// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <memory>

#include "models/formulas/without_dips.hpp"
#include "models/reclaim/binding.hpp"
#include "models/reclaim/by_rule.hpp"
#include "models/reclaim/fleet_share.hpp"
#include "models/reclaim/surplus.hpp"

namespace spotgrid::reclaim {
namespace {

// What a failed probe means for nodes that are held already.
enum class Survival : std::uint8_t { as_limit, none };
std::span<const std::string_view> words(Survival) {
  static constexpr std::array<std::string_view, 2> all = {"as_limit", "none"};
  return all;
}

struct Dip {
  Seconds shorter_than{0};
  void describe(Fields& fields) {
    fields("dip", shorter_than, "falls of the probe shorter than this leave held nodes alone",
           required, moves_results, above(0s));
  }
};

class Capacity final : public ByRule {
 public:
  struct Options {
    VictimOrder victims = VictimOrder::random;
    Scale scale = Scale::shared;
    // A probe's survival has no default: its three readings differ by more than most policies.
    enum Form : std::size_t { by_word, by_dip, not_given };
    std::size_t survival_form = not_given;
    Survival survival = Survival::as_limit;
    Dip dip;

    void describe(Fields& fields) {
      fields("victims", victims, "who dies of the nodes above the count (limit, probe, surplus)");
      fields("scale", scale, "how a job smaller than the fleet is hit (fleet)", moves_results);
      constexpr std::string_view help = "whom a fall takes that a probe saw (mandatory for probe)";
      const std::array<spotgrid::Form, 2> forms = {
          {{JsonType::text, [&](Fields& f) { f("survival", survival, help, moves_results); }},
           {JsonType::object, [&](Fields& f) { f("survival", dip, help, moves_results); }}}};
      fields.forms("survival", survival_form, forms, help, moves_results);
    }
  };
  explicit Capacity(const Options& options) : options_(options) {}

 private:
  std::unique_ptr<ReclaimSource> rule_for(const PoolTruth& truth) const override {
    const spotgrid::Capacity& capacity = truth.pool->capacity;
    switch (capacity.kind) {
      case CapacityKind::limit:
        return surplus(truth, capacity.count);
      case CapacityKind::probe:
        return on_probe(truth, capacity.count);
      case CapacityKind::fleet:
        return on_fleet(truth, capacity);
      case CapacityKind::unlimited:
        break;
    }
    throw misfit(truth, "capacity", "needs counts of capacity, found \"unlimited\"",
                 "give the pool a capacity trace, or choose another kind of reclaim");
  }

  std::unique_ptr<ReclaimSource> surplus(const PoolTruth& truth, const Counts& counts) const {
    return std::make_unique<Surplus>(truth, counts, falls_of(counts), options_.victims);
  }

  std::unique_ptr<ReclaimSource> on_probe(const PoolTruth& truth, const Counts& counts) const {
    if (options_.survival_form == Options::not_given) {
      throw misfit(truth, "capacity",
                   "a probe says nothing about nodes that are held, found no \"survival\"",
                   R"(give "as_limit", "none" or {"dip": "10 min"})");
    }
    if (options_.survival_form == Options::by_dip)
      return surplus(truth, without_dips(counts, options_.dip.shorter_than));
    if (options_.survival == Survival::as_limit)
      return surplus(truth, counts);
    return std::make_unique<Surplus>(truth, counts, FallList(), options_.victims);
  }

  std::unique_ptr<ReclaimSource> on_fleet(const PoolTruth& truth,
                                          const spotgrid::Capacity& capacity) const {
    const Counts& counts = capacity.count;
    if (options_.scale == Scale::surplus)
      return surplus(truth, counts);
    if (options_.scale == Scale::shared)
      return std::make_unique<FleetShare>(truth, counts, falls_of(counts), VictimOrder::random);
    const auto size = std::max(static_cast<std::size_t>(capacity.target), highest(counts));
    std::vector<Place> slots =
        slots_of_counts(counts, size, truth.random->stream("slots", truth.pool_number));
    return std::make_unique<Binding>(
        sample_of(std::move(slots), static_cast<std::size_t>(truth.job_nodes),
                  truth.random->stream("places of the job", truth.pool_number)),
        falls_of(counts));
  }

  Options options_;
};

}  // namespace

Entry<ReclaimSource> capacity() {
  return entry<ReclaimSource, Capacity>("falls of the pool's counts take nodes, by their kind",
                                        "spotgrid");
}

}  // namespace spotgrid::reclaim
