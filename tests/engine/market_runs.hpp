// Runs in which the market is what is tested: scripted policies, and journals read back.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/a_run.hpp"

namespace spotgrid::market_runs {

inline constexpr Offer spot{PoolId{0}, MarketSide::spot};

// What the policy answers is written in the test. It is copied for each run, so that a script may
// keep state of its own in a mutable capture.
using Script = std::function<FleetPlan(const FleetView&)>;

inline std::shared_ptr<Configured<ProvisioningPolicy>> scripted(Script script) {
  class Scripted final : public ProvisioningPolicy {
   public:
    explicit Scripted(Script script) : script_(std::move(script)) {}
    FleetPlan plan(const FleetView& view) override { return script_(view); }

   private:
    Script script_;
  };
  class Holder final : public Configured<ProvisioningPolicy> {
   public:
    explicit Holder(Script script) : script_(std::move(script)) {}
    void describe(Fields&) override {}
    std::unique_ptr<ProvisioningPolicy> make() const override {
      return std::make_unique<Scripted>(script_);
    }

   private:
    Script script_;
  };
  return std::make_shared<Holder>(std::move(script));
}

inline FleetPlan hold(std::int64_t nodes, Offer offer = spot) {
  FleetPlan plan;
  plan.wanted = {{offer, nodes}};
  return plan;
}

// Wants `nodes`, and asks for as many of them as the market shows.
inline Script wants_shown(std::int64_t nodes) {
  return [nodes](const FleetView& view) {
    const OfferView& offer = view.at(spot);
    return hold(std::min(nodes, offer.held + offer.free.value_or(nodes)));
  };
}

// Launches `nodes` at the start, or at `at`, and replaces none of them.
inline Script launches_once(std::int64_t nodes, Seconds at = Seconds{0}) {
  return [nodes, at, launched = false](const FleetView& view) mutable {
    FleetPlan plan = hold(view.at(spot).held);
    if (!launched && view.now == Instant::at(at)) {
      launched = true;
      plan = hold(nodes);
    } else if (!launched) {
      plan.ask_again_at = Instant::at(at);
    }
    return plan;
  };
}

// A job that is never done, of `gang` nodes that start without a gang's all or none.
inline ARun endless(std::int64_t gang, Seconds horizon, Script script) {
  ARun run;
  run.work(Seconds{1e9}, static_cast<int>(gang)).scheme("continuous", "{}");
  run.setup.job.gang = Gang::accumulate;
  run.setup.provisioning = scripted(std::move(script));
  run.setup.horizon = Instant::at(horizon);
  return run;
}

inline double time_of(const std::string& line) {
  return std::stod(line.substr(std::string(R"({"t": )").size()));
}
inline std::vector<double> times(const RunResult& result, const std::string& event,
                                 std::vector<std::string> also = {}) {
  also.push_back("\"event\": \"" + event + "\"");
  std::vector<double> found;
  for (const std::string& line : lines_with(result, also))
    found.push_back(time_of(line));
  return found;
}

// The number behind `"key": ` in a line of the journal.
inline int number_in(const std::string& line, const std::string& key) {
  const std::string quoted = "\"" + key + "\": ";
  const std::size_t found = line.find(quoted);
  require(found != std::string::npos, "a test asks for what stands in the line");
  return std::stoi(line.substr(found + quoted.size()));
}
// The nodes of all events of one kind, in order.
inline std::vector<int> nodes_of(const RunResult& result, const std::string& event) {
  std::vector<int> found;
  for (const std::string& line : lines_with(result, {"\"event\": \"" + event + "\""}))
    found.push_back(number_in(line, "node"));
  return found;
}

// Node seconds held, without those that were only requested.
inline double life_seconds(const RunResult& result) {
  double sum = 0;
  for (const auto& [state, seconds] : result.node_seconds)
    sum += state == "requested" ? 0 : seconds;
  return sum;
}

}  // namespace spotgrid::market_runs
