// The contract of a training mode: what an iteration does on given members, and what a change of
// membership means for it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "sim/base/catalogue.hpp"
#include "sim/domain/activity.hpp"
#include "sim/domain/workload.hpp"

namespace spotgrid {

// A node that takes part, and where it stands.
struct Member {
  Role role{};
  const InstanceType* type = nullptr;
  Bandwidth nic;           // in force: baseline or burst
  std::uint32_t zone = 0;  // index among the zones of the scenario
  Seconds compute{0};      // one iteration of this worker alone; 0 for servers
  double batch = 0;        // samples of one iteration of this worker; 0 for servers
};

// The members of one iteration, and the latencies between them.
struct TrainingCluster {
  std::vector<Member> workers;  // by rank
  std::vector<Member> servers;  // by shard
  std::vector<Member> remotes;  // that take checkpoints into their memory
  Bytes gradients;              // exchanged in one iteration
  Bytes parameters;
  double forward_share = 1.0 / 3;  // of `compute`
  // Cap of one training flow, whoever sets it (network, workload or mode); nothing: no cap.
  std::optional<Bandwidth> cap_per_flow;
  const Workload* workload = nullptr;  // what is trained; nothing in modes of a rate
  // latency[a][b] between zones a and b, one way.
  std::vector<std::vector<Seconds>> latency;
  Seconds latency_between(const Member& a, const Member& b) const {
    return latency[a.zone][b.zone];
  }
};

// Of a job that trains to a loss, whose progress is the loss state (sim/domain/loss_law.hpp).
struct LossPace {
  double per_sample = 0;  // by which the state grows; not above 0: this cluster never gets there
  double start = 0;       // the state of a job that such a cluster begins
};

enum class OnChange : std::uint8_t { restart, replica };
inline std::span<const std::string_view> words(OnChange) {
  static constexpr std::string_view all[] = {"restart", "replica"};
  return all;
}
enum class OnNotice : std::uint8_t { go_on, drain };
inline std::span<const std::string_view> words(OnNotice) {
  static constexpr std::string_view all[] = {"continue", "drain"};
  return all;
}
enum class StateLayout : std::uint8_t { replicated, sharded, on_servers };

// What the engine must know of a mode. Filled from the mode's options.
struct TrainingTraits {
  std::int64_t nodes = 1;      // workers wanted
  std::int64_t min_nodes = 1;  // workers with which it trains; below it waits
  std::int64_t servers = 0;    // parameter servers
  bool in_step = true;         // one graph for all workers; else each worker has its own
  // Not in step: iterations by which a worker may be ahead of the slowest one; nothing: any number.
  std::optional<std::int64_t> staleness;
  bool continuous = false;  // progress flows at a rate, no iterations (`work_units`)
  OnChange on_change = OnChange::restart;
  StateLayout state = StateLayout::replicated;
  bool drains = false;  // on_notice: leaves at the last iteration end before the loss
  // Elastic: nodes that are ready join at the first iteration end so long after the first of them
  // was; nothing: after the next commit.
  std::optional<Seconds> join_after{60s};
  bool keeps_batch = false;          // elastic: fewer workers share the samples of all wanted ones
  bool pauses_for_snapshot = false;  // asp: iterations stop while the servers are copied
  bool traffic = true;               // trains over the network: default placement one_zone
  bool half_duplex_servers = false;  // both directions of a server's NIC share one capacity
  // What a mode with servers caps its flows at. Without: the workload's `per_flow`, which is a
  // worker's, divided by the servers. Modes without servers have no such cap.
  std::optional<Bandwidth> training_cap_per_flow;
  // Share of a server's NIC that flows get with so many workers, ascending; between two points in a
  // straight line, beyond them as at the last. Empty: all of it.
  struct Goodput {
    std::int64_t workers = 1;
    double share = 1;
    void describe(Fields& fields) {
      fields("workers", workers, "workers that are registered", required, at_least(1.0));
      fields("share", share, "share of the bandwidth that flows get", required, between(1e-3, 1.0));
    }
  };
  std::vector<Goodput> server_goodput;
  double goodput(std::size_t workers) const;
  std::optional<Bandwidth> pcie;  // between the GPUs and the memory of a worker; nothing: no time

  // One group in step, of as many workers as there are.
  bool elastic() const { return in_step && min_nodes < nodes; }
};

class TrainingMode {
 public:
  virtual ~TrainingMode() = default;
  virtual TrainingTraits traits() const = 0;
  // The graph of one iteration: of all workers (in step), or of worker `rank` alone.
  virtual ActivityGraph iteration(const TrainingCluster& cluster, std::size_t rank) const = 0;
  // The length of an iteration of modes in step when nothing else uses the network (closed form,
  // docs/modelling.md); what is longer is contention. Of other modes: of the mean of all workers.
  virtual Seconds quiet_iteration(const TrainingCluster& cluster) const = 0;
  // The graph by which worker `rank` fetches what it needs before its first iteration, once the
  // state is restored (a joiner of asp pulls the parameters). Empty: nothing.
  virtual ActivityGraph join(const TrainingCluster& cluster, std::size_t rank) const;
  // How much later than the first of them the worker with this place, from 0, among those that
  // start at one instant begins; in modes in which each worker has its own iterations.
  virtual Seconds start_offset(const TrainingCluster& cluster, std::size_t place) const;
  // What samples bring towards a loss; nothing: the mode has no law of it. Asked only of workloads
  // that have a loss law.
  virtual std::optional<LossPace> loss_pace(const TrainingCluster& cluster) const;
  // Work per second of a continuous mode on one instance type; 0 where the table has none.
  virtual double rate_on(const InstanceType& type) const;
};

namespace training {
std::span<const NamedEntry<TrainingMode>> catalogue();
}

}  // namespace spotgrid
