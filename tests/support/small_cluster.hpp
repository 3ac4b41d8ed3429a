// Clusters of equal workers and servers in one zone, for tests of protocols.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "sim/domain/training.hpp"
#include "tests/support/graph_clock.hpp"

namespace spotgrid {

struct SmallCluster {
  std::uint32_t workers = 1, servers = 0;
  Bandwidth worker_nic = gigabits_per_second(10), server_nic = gigabits_per_second(10);
  Seconds compute{0.3};
  Seconds latency{14e-6};
  Bytes gradients = megabytes(440);

  // Nodes 0 .. workers-1 work, those after them serve.
  TrainingCluster cluster() const {
    TrainingCluster cluster;
    for (std::uint32_t i = 0; i < workers; ++i)
      cluster.workers.push_back({.role = Role{i}, .nic = worker_nic, .compute = compute});
    for (std::uint32_t i = 0; i < servers; ++i)
      cluster.servers.push_back({.role = Role{workers + i}, .nic = server_nic});
    cluster.gradients = gradients;
    cluster.parameters = gradients;
    cluster.latency = {{latency}};
    return cluster;
  }
};

// The network of any cluster in one zone.
inline GraphNetwork network_of(const TrainingCluster& cluster) {
  GraphNetwork network;
  for (const auto* members : {&cluster.workers, &cluster.servers})
    for (const Member& member : *members)
      network.nics[member.role] = member.nic;
  network.cap_per_flow = cluster.cap_per_flow;
  network.latency = cluster.latency[0][0];
  return network;
}

}  // namespace spotgrid
