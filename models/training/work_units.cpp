// Work at a rate per instance type and no traffic: what deadline policies are studied with.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <limits>
#include <map>
#include <string>
#include <utility>

#include "sim/base/error.hpp"
#include "sim/domain/training.hpp"

namespace spotgrid {
namespace {

struct WorkUnitsOptions {
  std::int64_t nodes = 1;
  std::map<std::string, double> rates;

  void describe(Fields& fields) {
    fields("nodes", nodes, "nodes of the gang, all of which are needed", between(1.0, 4096.0));
    fields("rates", rates,
           "work per second of the gang on each instance type; without a table every type does 1",
           above(0.0));
  }
};

class WorkUnits final : public TrainingMode {
 public:
  using Options = WorkUnitsOptions;
  explicit WorkUnits(Options options) : options_(std::move(options)) {}

  TrainingTraits traits() const override {
    TrainingTraits traits;
    traits.nodes = options_.nodes;
    traits.min_nodes = options_.nodes;
    traits.continuous = true;
    traits.traffic = false;
    return traits;
  }
  // One unit of work, at the rate of the slowest member: a gang goes in step.
  ActivityGraph iteration(const TrainingCluster& cluster, std::size_t) const override {
    ActivityGraph graph;
    graph.delay(quiet_iteration(cluster));
    return graph;
  }
  Seconds quiet_iteration(const TrainingCluster& cluster) const override {
    double slowest = std::numeric_limits<double>::infinity();
    for (const Member& worker : cluster.workers)
      slowest = std::min(slowest, rate_on(*worker.type));
    require(slowest > 0, "a gang works on instance types that have a rate");
    return Seconds{1 / slowest};
  }
  double rate_on(const InstanceType& type) const override {
    if (options_.rates.empty())
      return 1;
    const auto found = options_.rates.find(type.name);
    return found == options_.rates.end() ? 0 : found->second;
  }

 private:
  Options options_;
};

}  // namespace

namespace training {
Entry<TrainingMode> work_units() {
  return entry<TrainingMode, WorkUnits>("work at a rate per instance type, without traffic",
                                        "Wu et al., Can't Be Late, NSDI 2024");
}
}  // namespace training

}  // namespace spotgrid
