// Collectives as flows: who sends how much to whom, in which phases, and how long that takes alone.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "models/formulas/collectives.hpp"
#include "sim/domain/training.hpp"

namespace spotgrid::training {

using Ranks = std::vector<std::size_t>;

// All that one rank sends to another in the steps of an exchange, as one flow.
struct Send {
  std::size_t from, to;  // ranks
  Bytes bytes;
};
// A collective among some ranks: its sends begin together.
struct Exchange {
  std::vector<Send> sends;
  std::int64_t steps = 0;  // latencies one after the other
};
// Exchanges that begin together. The next phase begins when all of them have ended.
using Phase = std::vector<Exchange>;

// Each rank sends to the next. The edges of a tree differ, but every NIC carries the same bytes
// each way, so its times hold.
inline Exchange around(const Ranks& ranks, const formulas::Collective& collective) {
  Exchange exchange{{}, collective.steps};
  for (std::size_t i = 0; i < ranks.size(); ++i)
    exchange.sends.push_back({ranks[i], ranks[(i + 1) % ranks.size()], collective.bytes});
  return exchange;
}

inline Seconds latency_of(const Send& send, const TrainingCluster& cluster) {
  return cluster.latency_between(cluster.workers[send.from], cluster.workers[send.to]);
}

// A flow waits one latency by itself; this stands for the other steps.
inline Seconds later_steps(const Exchange& exchange, const TrainingCluster& cluster) {
  Seconds largest{0};
  for (const Send& send : exchange.sends)
    largest = std::max(largest, latency_of(send, cluster));
  return static_cast<double>(exchange.steps - 1) * largest;
}

// Adds one phase behind `after`; gives what the next one comes after.
inline std::vector<ActivityIndex> add_phase(ActivityGraph& graph, const TrainingCluster& cluster,
                                            const Phase& phase, std::vector<ActivityIndex> after) {
  const auto at = [&](std::size_t rank) { return Place::at(cluster.workers[rank].role); };
  const ActivityIndex ready = graph.barrier(std::move(after));
  std::vector<ActivityIndex> ends;
  for (const Exchange& exchange : phase) {
    std::vector<ActivityIndex> flows;
    for (const Send& send : exchange.sends) {
      flows.push_back(
          graph.flow(at(send.from), at(send.to), send.bytes, TransferKind::training, {ready}));
    }
    ends.push_back(graph.delay(later_steps(exchange, cluster), std::move(flows)));
  }
  return ends;
}

// How long a phase takes with the network to itself. Max-min sharing gives a flow at least an equal
// part of each NIC it passes, and no less when others end: so this is exact where each rank sends
// and receives one flow, and an upper bound where some have several.
inline Seconds quiet_time(const Phase& phase, const TrainingCluster& cluster) {
  std::vector<double> sent(cluster.workers.size()), received(cluster.workers.size());  // flows
  for (const Exchange& exchange : phase) {
    for (const Send& send : exchange.sends) {
      ++sent[send.from];
      ++received[send.to];
    }
  }
  Seconds longest{0};
  for (const Exchange& exchange : phase) {
    Seconds slowest{0};
    for (const Send& send : exchange.sends) {
      Bandwidth rate = std::min(cluster.workers[send.from].nic / sent[send.from],
                                cluster.workers[send.to].nic / received[send.to]);
      if (cluster.cap_per_flow)
        rate = std::min(rate, *cluster.cap_per_flow);
      slowest = std::max(slowest, latency_of(send, cluster) + send.bytes / rate);
    }
    longest = std::max(longest, slowest + later_steps(exchange, cluster));
  }
  return longest;
}

}  // namespace spotgrid::training
