// Asks the policy once a batch of events and carries out its plan.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <vector>

#include "sim/engine/fleet.hpp"

namespace spotgrid::engine {

// What the provisioner needs of the job.
class JobSide {
 public:
  virtual ~JobSide() = default;
  virtual JobView job_view() const = 0;
  // The policy wants to let these go; they are released now, or once their state is saved.
  virtual void leave(const std::vector<NodeId>& nodes) = 0;
  // Fewer nodes in all are not asked for: the survivors of a gang were let go. Mostly 0.
  virtual std::int64_t least_to_ask() const = 0;
  virtual void ask_for_save() = 0;
  virtual void give_up(const std::string& reason) = 0;
  virtual double rate_of(Offer offer) const = 0;  // Work per second of a full gang
};

class Provisioner final : public FleetListener {
 public:
  Provisioner(World& world, Fleet& fleet, JobSide& job, std::function<Dollars()> accrued);

  // The policy will be asked at the end of this batch; with ticks only their edges wake it.
  void wake() { awake_ = awake_ || !world_.setup.ticks; }
  // `visible`: the policy may see what changed.
  void market_changed(PoolId pool, bool visible);
  // Called at the end of each batch.
  void after_batch();

  void node_ready(const Node&) override { wake(); }
  void notice_seen(const Node&) override { wake(); }
  void node_lost(const Node& node) override;
  void loss_known(const Node&) override { wake(); }
  void node_released(const Node&) override { wake(); }
  void launch_refused(const Offer&) override { wake(); }

  // True when the last plan wants nothing: the job is idle by choice.
  bool wants_none() const { return wants_none_; }

 private:
  FleetView view();
  void list_offers();
  void view_nodes();
  void wait_for_edge(Instant edge);
  void carry_out(const FleetPlan& plan);
  std::vector<NodeId> surplus(Offer offer, std::int64_t keep, const FleetPlan& plan) const;
  std::int64_t missing(const Want& want) const;
  Fleet::Ask ask_of(const Want& want, const FleetPlan& plan) const;
  bool may_ask(const std::vector<Want>& wants, const FleetPlan& plan) const;
  void ask_for_all(const std::vector<Want>& wants, const FleetPlan& plan);
  void ask_for(const Want& want, const FleetPlan& plan);
  void keep(Duty duty, std::int64_t wanted, Offer from);

  World& world_;
  Fleet& fleet_;
  JobSide& job_;
  std::function<Dollars()> accrued_;
  std::unique_ptr<ProvisioningPolicy> policy_;
  std::int64_t servers_wanted_, remotes_wanted_;
  std::vector<bool> beside_servers_;  // by pool: workers there keep the placement
  bool awake_;
  bool wants_none_ = true;
  std::optional<EventQueue::Key> alarm_;
  std::vector<OfferView> offers_;  // of the last view
  std::vector<NodeView> nodes_;
  std::optional<std::uint64_t> nodes_version_;  // of the fleet that they show
  std::vector<Want> open_;                      // refused, to be served when the market changes
  std::optional<Price> open_max_price_;
};

}  // namespace spotgrid::engine
