// Everything one run needs, by value and already valid: nothing in it can fail later.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "sim/domain/billing.hpp"
#include "sim/domain/checkpointing.hpp"
#include "sim/domain/market.hpp"
#include "sim/domain/network.hpp"
#include "sim/domain/provisioning.hpp"
#include "sim/domain/reclaim.hpp"
#include "sim/domain/ticks.hpp"
#include "sim/domain/training.hpp"

namespace spotgrid {

// What a change of membership costs beside the boot of nodes.
struct MembershipSetup {
  Law rendezvous{30s}, init{5s};
  Seconds debounce{0};                   // losses within it are one change
  std::optional<Seconds> release_after;  // survivors of a gang that waits longer are released
};

enum class Gang : std::uint8_t { all_or_none, accumulate };
inline std::span<const std::string_view> words(Gang) {
  static constexpr std::string_view all[] = {"all_or_none", "accumulate"};
  return all;
}

struct JobSetup {
  std::optional<Workload> workload;  // nothing for work_units
  std::optional<std::int64_t> batch_per_gpu;
  Work target;
  std::optional<double> loss;  // trained to; then `target` is the loss state there
  std::optional<Instant> deadline;
  bool final_save = true;
  std::optional<std::int64_t> no_progress;  // recoveries in a row without a higher commit
  MembershipSetup membership;
  Placement placement = Placement::one_zone;
  Gang gang = Gang::all_or_none;
  std::shared_ptr<Configured<TrainingMode>> training;
  Offer servers_from{PoolId{0}, MarketSide::on_demand};  // where parameter servers are rented
};

struct OutageWindow {
  Instant from, to;
};

// Which of the copies that survive a restore reads.
enum class RestoreChoice : std::uint8_t {
  newest,      // of most progress
  least_time,  // for which reading it and training up to the newest one again take least
};
inline std::span<const std::string_view> words(RestoreChoice) {
  static constexpr std::string_view all[] = {"newest", "least_time"};
  return all;
}

struct CheckpointSetup {
  std::shared_ptr<Configured<CheckpointScheme>> scheme;
  std::vector<std::shared_ptr<Configured<CheckpointSchedule>>> schedules;
  Offer remotes_from{PoolId{0}, MarketSide::on_demand};  // where they are rented, if any
  std::int64_t keep = 2;                                 // copies per tier
  RestoreChoice restore_choice = RestoreChoice::newest;
  std::vector<OutageWindow> outages;  // of the shared storage
};

// How closely iterations are simulated. `full`: each one through SimGrid. `memo`: along courses
// that were each simulated once. `macro`: `together` iterations of a worker as one; 0: as many as
// the shortest save and the length of the job allow.
struct Fidelity {
  enum class Kind : std::uint8_t { full, memo, macro } kind = Kind::full;
  std::int64_t together = 1;
};

struct Setup {
  std::uint64_t seed = 1, replication = 0;
  Instant horizon = Instant::never();
  JobSetup job;
  Market market;
  NetworkSetup network;
  TrafficPrices traffic;
  bool traffic_priced = true;
  std::shared_ptr<Configured<ProvisioningPolicy>> provisioning;
  std::optional<Ticks> ticks;  // nothing: decisions at events; else `market` changes at edges
  CheckpointSetup checkpointing;
  std::shared_ptr<Configured<BillingRule>> billing;
  Fidelity fidelity;
  std::vector<std::string> simgrid_arguments;  // --cfg=… and --log=…
  bool capacity_visible = true;                // observation `mask`; false: `probe`
  bool whole_ticks = false;  // a node is charged for every tick in which it is held
  Guard guard = Guard::safety_net;
  bool keep_journal = false, keep_timeline = false;

  // When the market does what is due at `due`.
  Instant market_acts(Instant due) const { return ticks ? ticks->at_or_after(due) : due; }
};

// Whether the placement lets workers of this pool train with the parameter servers, if there are
// any: those stand in a pool of their own, so that only zone and region count.
inline bool beside_servers(const Setup& setup, const Pool& pool) {
  if (setup.job.training->make()->traits().servers == 0)
    return true;
  const Pool& theirs = setup.market.pools[number(setup.job.servers_from.pool)];
  if (setup.job.placement == Placement::one_zone)
    return pool.zone == theirs.zone;
  return setup.job.placement != Placement::one_region || pool.region == theirs.region;
}

// What a policy is told of a job that trains to `loss` and has not begun. It has a workload.
inline LossView loss_view(const Setup& setup, double loss) {
  const TrainingTraits traits = setup.job.training->make()->traits();
  const auto servers = static_cast<double>(traits.servers);
  LossView view{&*setup.job.workload, setup.job.batch_per_gpu, loss};
  if (traits.servers > 0) {
    const Pool& theirs = setup.market.pools[number(setup.job.servers_from.pool)];
    view.servers = servers * nic_of(theirs.instance, setup.network.nic);
  }
  if (traits.training_cap_per_flow)
    view.per_worker = servers * *traits.training_cap_per_flow;
  view.pcie = traits.pcie;
  return view;
}

// Told after each batch of events how far the run is; `done` is the share of the target, in [0, 1].
using Watch = std::function<void(Seconds simulated, double done)>;

}  // namespace spotgrid
