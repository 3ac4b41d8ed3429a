// The contract of a provisioning policy: a view of the past in, a plan out.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sim/base/catalogue.hpp"
#include "sim/domain/market.hpp"
#include "sim/domain/workload.hpp"

namespace spotgrid {

enum class Placement : std::uint8_t { one_pool, one_zone, one_region, any };
inline std::span<const std::string_view> words(Placement) {
  static constexpr std::string_view all[] = {"one_pool", "one_zone", "one_region", "any"};
  return all;
}

// Who forces a deadline policy to nodes on demand: our safety net, or the guard of the packaged
// simulator of Can't Be Late (models/formulas/packaged_guard.hpp).
enum class Guard : std::uint8_t { safety_net, packaged };
inline std::span<const std::string_view> words(Guard) {
  static constexpr std::string_view all[] = {"safety_net", "packaged"};
  return all;
}

// A node of the job as the policy knows it: a loss that is not yet known is not yet seen here.
struct NodeView {
  NodeId id{};
  Offer offer;
  enum class State : std::uint8_t { requested, booting, ready } state = State::requested;
  bool noticed = false;            // its notice was seen: it will die
  std::optional<Instant> dies_at;  // of a noticed node
};

struct OfferView {
  Offer offer;
  std::string_view zone, region, instance;
  const InstanceType* type = nullptr;
  Price price;                       // now
  std::optional<std::int64_t> free;  // nodes a request could get now, by capacity and quota;
                                     // nothing: the capacity is not visible
  bool cooling = false;              // takes no request until its cooldown is over
  std::int64_t held = 0;             // requested, booting and ready ones that are not noticed
  double rate = 0;                   // Work per second of a full gang of this offer
};

// Of a job that trains to a loss. What it trains with is known by profiling.
struct LossView {
  const Workload* workload = nullptr;
  std::optional<std::int64_t> batch_per_gpu;
  double objective = 0;
  std::optional<double> now;            // nothing: it has not begun
  Bandwidth servers;                    // of all parameter servers
  std::optional<Bandwidth> per_worker;  // of a worker with all servers; nothing: the workload's
  std::optional<Bandwidth> pcie;        // inside a worker; nothing: the mode leaves it out
};

// What a deadline policy reasons with. Progress in Work (sim/domain/ids.hpp).
struct JobView {
  std::int64_t nodes = 0;  // workers wanted
  Work target, done, committed;
  std::optional<Instant> deadline;
  std::optional<LossView> loss;
  bool training = false;
  bool saving = false;      // a save is under way or asked for
  bool partial = false;     // fewer nodes than missing are of use: elastic, or an accumulating gang
  Seconds change_bound{0};  // upper bound of one whole change: detection to restore
  Seconds save_bound{0};    // upper bound of one save
  // Of the safety net: the larger bound of the two detections, or one tick.
  Seconds margin{0};
};

struct FleetView {
  Instant now;
  std::span<const OfferView> offers;  // by pool, spot before on demand
  std::span<const NodeView> nodes;    // by id
  JobView job;
  Placement placement = Placement::one_zone;
  std::function<Dollars()> accrued;  // so far, without refunds to come
  std::span<const Quota> quotas;     // what the account has left of each
  Guard guard = Guard::safety_net;
  std::optional<Seconds> tick;  // between two calls; nothing: called at events

  const OfferView& at(Offer offer) const;
};

struct Want {
  Offer offer;
  std::int64_t count = 0;    // nodes to hold, not counting noticed ones
  bool all_or_none = false;  // the missing nodes are granted together or not at all
  bool open = false;         // stays pending where it is refused, oldest first
};

// The nodes to hold from now on. An offer that is not named is wanted 0 times. Nodes too many are
// released: booting before ready, youngest first, unless `release` names them.
struct FleetPlan {
  std::vector<Want> wanted;
  std::int64_t unplaced =
      0;  // more that would be wanted if an offer had them: the job does not idle
  std::vector<NodeId> release;
  std::optional<Price> max_price;       // of new spot requests; default: the on-demand price
  std::optional<Instant> ask_again_at;  // rounded up to a microsecond, later than now
  std::optional<std::string> give_up;   // the job ends as not_finished, for this reason
  bool save = false;                    // ask for a save now (safety net on spot)
};

// Nodes by side of the market.
struct NodesBySide {
  std::int64_t spot = 0, on_demand = 0;
};

// One object a run. It may hold state of its own, but no clock, file or SimGrid object, and what it
// answers depends on what it was shown only: the past, and announcements.
class ProvisioningPolicy {
 public:
  virtual ~ProvisioningPolicy() = default;
  // Called at the start, at each membership event, refusal, visible change of price or capacity
  // (the end of a cooldown is one), seen notice, commit, and at `ask_again_at`; once a batch. With
  // ticks it is called at their edges instead, and nowhere else.
  virtual FleetPlan plan(const FleetView& view) = 0;
  // True for policies that need a deadline in the scenario.
  virtual bool needs_deadline() const { return false; }
  // True for policies that need a job that trains to a loss.
  virtual bool needs_loss() const { return false; }
  // The fewest nodes of each side with which a job of `nodes` workers that trains from `least` on
  // reaches its end under this policy: one that can never get them waits for ever.
  // Without a word of its own: `least` nodes on spot.
  virtual NodesBySide needs(std::int64_t nodes, std::int64_t least) const;
};

namespace provisioning {
std::span<const NamedEntry<ProvisioningPolicy>> catalogue();
}

}  // namespace spotgrid
