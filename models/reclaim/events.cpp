// The trace names the nodes that die.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <memory>

#include "models/reclaim/binding.hpp"
#include "models/reclaim/by_rule.hpp"
#include "models/reclaim/surplus.hpp"

namespace spotgrid::reclaim {
namespace {

// When the trace adds a node: as it was launched, or as it had become ready.
enum class AddMeans : std::uint8_t { launch, ready };
std::span<const std::string_view> words(AddMeans) {
  static constexpr std::array<std::string_view, 2> all = {"launch", "ready"};
  return all;
}

// Only the number of live nodes counts, for losses and for requests.
class LiveCount final : public Surplus {
 public:
  using Surplus::Surplus;
  std::optional<std::int64_t> launchable(Instant now) const override {
    return std::max<std::int64_t>(0, counts().at(now) - held_);
  }
  void launched(const HeldNode&) override { ++held_; }
  void ended(NodeId node) override {
    --held_;
    Surplus::ended(node);
  }

 private:
  std::int64_t held_ = 0;
};

class Events final : public ByRule {
 public:
  struct Options {
    Scale scale = Scale::shared;
    AddMeans add_means = AddMeans::launch;

    void describe(Fields& fields) {
      fields("scale", scale, "how a job smaller than the traced cluster is hit", moves_results);
      fields("add_means", add_means, "`ready`: no boot of ours is added after a launch",
             moves_results);
    }
  };
  explicit Events(const Options& options) : options_(options) {}

  bool ready_at_once() const override { return options_.add_means == AddMeans::ready; }

 private:
  std::unique_ptr<ReclaimSource> rule_for(const PoolTruth& truth) const override {
    const std::vector<TraceNode>& nodes = truth.pool->trace_nodes;
    if (nodes.empty()) {
      throw misfit(truth, "events", "needs a trace that names its nodes, found none",
                   R"(give the pool "reclaim": {"kind": "events", "file": ...})");
    }
    if (options_.scale == Scale::surplus) {
      return std::make_unique<LiveCount>(truth, counts_of(nodes), removals_of(nodes),
                                         VictimOrder::random);
    }
    const bool slots = options_.scale == Scale::slots;
    std::vector<Place> places =
        slots ? slots_of_nodes(nodes, truth.random->stream("slots", truth.pool_number))
              : one_place_each(nodes);
    const auto size = slots ? static_cast<std::size_t>(truth.job_nodes) : places.size();
    return std::make_unique<Binding>(
        sample_of(std::move(places), size,
                  truth.random->stream("places of the job", truth.pool_number)),
        removals_of(nodes));
  }

  Options options_;
};

}  // namespace

Entry<ReclaimSource> events() {
  return entry<ReclaimSource, Events>("nodes die with the nodes that the trace names", "spotgrid");
}

}  // namespace spotgrid::reclaim
