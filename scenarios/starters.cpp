// The texts of `spotgrid init`. Prices are constants and lifetimes follow a law, so that they run
// anywhere; what to replace by traces is said in their comments.
// SPDX-License-Identifier: Apache-2.0
#include "scenarios/starters.hpp"

#include <array>

namespace spotgrid::scenarios {
namespace {

constexpr std::string_view all_reduce = R"({
  // Synchronous data-parallel training on spot nodes: all workers exchange gradients after each
  // iteration, and the loss of one stops them all until it is replaced.
  "horizon": "7 d",  // the run ends at the latest after this time
  "seed": 1,         // another number gives other losses
  "job": {
    "workload": "bert-large",  // `spotgrid list workloads` shows all; an object describes your own
    "iterations": 1000,        // or "samples", or "epochs"
    "training": {"mode": "all_reduce", "nodes": 4}
  },
  "market": {
    "pools": [{
      "zone": "us-west-2b",
      "instance": "p3.2xlarge",
      "on_demand": "3.06 $/h",
      // A constant; for a trace write {"file": "prices.json"}.
      "price": "0.95 $/h",
      // For a trace write {"kind": "limit", "file": "capacity.csv"} and choose reclaim capacity.
      "capacity": "unlimited"
    }],
    // Each node lives for a time of this law; the mean is that of 4 losses a day on 4 nodes.
    "reclaim": [{"kind": "lifetime", "law": "exponential", "mean": "24 h"}],
    "notice": "120 s",
    "billing": {"rule": "aws_per_second"}
  },
  "provisioning": {"policy": "cheapest_spot"},
  "checkpointing": {
    "scheme": {"name": "direct_storage", "storage": {"write": "250 MB/s"}},
    "schedules": [{"name": "fixed_interval", "every": "10 min"}, {"name": "on_notice"}]
  }
}
)";

constexpr std::string_view parameter_server = R"({
  // Asynchronous training: each worker pushes gradients to a server and pulls parameters from it
  // at its own pace, so that a lost worker costs its own iteration only.
  "horizon": "2 d",
  "seed": 1,
  "job": {
    "workload": "resnet-110",
    "epochs": 100,
    "training": {
      "mode": "parameter_server", "sync": "asp", "nodes": 4,
      // The server is rented in the second pool (they count from 0), on demand.
      "servers": {"pool": 1, "market": "on_demand"}
    }
  },
  "market": {
    "pools": [
      {
        "zone": "us-west-2b", "instance": "p3.2xlarge", "on_demand": "3.06 $/h",
        "price": "0.95 $/h",  // or {"file": "prices.json"}
        "capacity": "unlimited"
      },
      {"zone": "us-west-2b", "instance": "m5.xlarge", "on_demand": "0.192 $/h", "spot": false}
    ],
    "reclaim": [{"kind": "lifetime", "law": "exponential", "mean": "2 h"}],
    "notice": "120 s"
  },
  "provisioning": {"policy": "cheapest_spot"},
  "checkpointing": {
    "scheme": {"name": "direct_storage", "storage": {"write": "250 MB/s"}},
    "schedules": [{"name": "fixed_interval", "every": "10 min"}]
  }
}
)";

constexpr std::string_view deadline = R"({
  // A job that must be done in time: on spot while that is safe, on demand when slack runs out.
  "horizon": "4 d",
  "seed": 1,
  "job": {
    "work": "24 h",      // of undisturbed work on one cluster of these nodes
    "deadline": "36 h",
    "training": {"mode": "work_units", "nodes": 4}
  },
  "market": {
    "pools": [{
      "zone": "us-west-2b", "instance": "p3.2xlarge", "on_demand": "3.06 $/h",
      "price": "0.95 $/h",       // or {"file": "prices.json"}
      "capacity": "unlimited"    // or {"kind": "limit", "file": "capacity.csv"}
    }],
    "reclaim": [{"kind": "lifetime", "law": "exponential", "mean": "24 h"}],
    "notice": "120 s"
  },
  "provisioning": {"policy": "uniform_progress"},
  // Progress counts at once, as in the tick simulators; choose direct_storage for real saves.
  "checkpointing": {"scheme": {"name": "continuous"}}
}
)";

}  // namespace

std::span<const Starter> starters() {
  static constexpr std::array<Starter, 3> all = {
      {{"all_reduce", "synchronous data-parallel training with checkpoints", all_reduce},
       {"deadline", "a job with a deadline that mixes spot and on-demand nodes", deadline},
       {"parameter_server", "asynchronous training with a parameter server", parameter_server}}};
  return all;
}

}  // namespace spotgrid::scenarios
