// Which pool new nodes come from: the cheapest that shows enough and keeps the placement.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "sim/base/bounds.hpp"
#include "sim/domain/provisioning.hpp"

namespace spotgrid {

inline void describe_max_price(Fields& fields, std::optional<Price>& max_price) {
  fields("max_price", max_price,
         "highest spot price of new nodes; without it, the on-demand price of their pool",
         above(Price{}, highest_price));
}

// The options of a policy that has no others.
struct MaxPriceOnly {
  std::optional<Price> max_price;

  void describe(Fields& fields) { describe_max_price(fields, max_price); }
};

// Whether nodes in both offers may work in one job.
inline bool together(Placement placement, const OfferView& a, const OfferView& b) {
  switch (placement) {
    case Placement::one_pool:
      return a.offer.pool == b.offer.pool;
    case Placement::one_zone:
      return a.zone == b.zone;
    case Placement::one_region:
      return a.region == b.region;
    case Placement::any:
      return true;
  }
  return true;
}

// Equal prices are accepted, as a node keeps running at its max price.
inline bool affordable(const FleetView& view, const OfferView& one,
                       std::optional<Price> max_price) {
  if (one.offer.side == MarketSide::on_demand)
    return true;
  if (max_price)
    return one.price <= *max_price;
  return one.price <= view.at({one.offer.pool, MarketSide::on_demand}).price;
}

// The nodes to hold, offer by offer, in the making. The view must outlive it.
class Holdings {
 public:
  explicit Holdings(const FleetView& view, std::optional<Price> max_price = {})
      : view_(view),
        max_price_(max_price),
        quotas_(view.quotas.begin(), view.quotas.end()),
        counts_(view.offers.size(), 0),
        asked_(view.offers.size(), 0) {}

  // Keeps what is held on one side and will not die, `most` nodes at most.
  void keep(MarketSide side, std::int64_t most) {
    for (std::size_t i = 0; i < counts_.size(); ++i) {
      if (view_.offers[i].offer.side != side)
        continue;
      const std::int64_t kept =
          std::clamp<std::int64_t>(view_.offers[i].held, 0, std::max<std::int64_t>(most, 0));
      counts_[i] += kept;
      most -= kept;
    }
  }

  // Asks for what one side lacks, all of it in one pool; false, and nothing is asked for, when no
  // pool shows enough.
  bool complete(MarketSide side, std::int64_t wanted) {
    const std::int64_t missing = wanted - count(side);
    if (missing <= 0)
      return true;
    const std::optional<std::size_t> place = cheapest(side, missing);
    if (place)
      ask(*place, missing);
    return place.has_value();
  }

  // The same for jobs to which a part is of use: where no pool shows enough, each is emptied in the
  // order of prices (EC2 Fleet, allocation strategy "lowest-price").
  void refill(MarketSide side, std::int64_t wanted) {
    if (complete(side, wanted) || !view_.job.partial)
      return;
    while (count(side) < wanted) {
      const std::optional<std::size_t> place = cheapest(side, 1);
      if (!place)
        return;
      const std::int64_t missing = wanted - count(side);
      ask(*place, std::min(missing, shown(*place).value_or(missing)));
    }
  }

  std::int64_t count(MarketSide side) const {
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < counts_.size(); ++i)
      sum += view_.offers[i].offer.side == side ? counts_[i] : 0;
    return sum;
  }

  // Of so many, those for which no offer was found.
  std::int64_t unplaced(MarketSide side, std::int64_t wanted) const {
    return std::max<std::int64_t>(0, wanted - count(side));
  }

  std::vector<Want> wanted(bool all_or_none = false) const {
    std::vector<Want> all;
    for (std::size_t i = 0; i < counts_.size(); ++i) {
      if (counts_[i] > 0)
        all.push_back({view_.offers[i].offer, counts_[i], all_or_none});
    }
    return all;
  }

 private:
  void ask(std::size_t place, std::int64_t nodes) {
    counts_[place] += nodes;
    asked_[place] += nodes;
    take(quotas_, view_.offers[place].offer, nodes);
  }

  // What a pool shows beyond what was asked for already, there or under the same quota; nothing: it
  // does not show. The quotas of the account are known also where capacity is not.
  std::optional<std::int64_t> shown(std::size_t place) const {
    constexpr std::int64_t unlimited = std::numeric_limits<std::int64_t>::max();
    const std::optional<std::int64_t> free = view_.offers[place].free;
    const std::int64_t most =
        nodes_within(quotas_, view_.offers[place].offer, free ? *free - asked_[place] : unlimited);
    return free || most < unlimited ? std::optional(most) : std::nullopt;
  }

  bool keeps_placement(std::size_t place) const {
    for (std::size_t i = 0; i < counts_.size(); ++i) {
      if (counts_[i] > 0 && !together(view_.placement, view_.offers[i], view_.offers[place]))
        return false;
    }
    return true;
  }

  bool takes(std::size_t place, std::int64_t nodes) const {
    const OfferView& one = view_.offers[place];
    return !one.cooling && shown(place).value_or(nodes) >= nodes &&
           affordable(view_, one, max_price_) && keeps_placement(place);
  }

  // Lowest price; equal prices by the order of the scenario.
  std::optional<std::size_t> cheapest(MarketSide side, std::int64_t nodes) const {
    std::optional<std::size_t> best;
    for (std::size_t i = 0; i < counts_.size(); ++i) {
      const bool beaten = best && view_.offers[*best].price <= view_.offers[i].price;
      if (view_.offers[i].offer.side == side && !beaten && takes(i, nodes))
        best = i;
    }
    return best;
  }

  const FleetView& view_;
  std::optional<Price> max_price_;
  std::vector<Quota> quotas_;         // what is left of them beside what is asked for
  std::vector<std::int64_t> counts_;  // by offer of the view
  std::vector<std::int64_t> asked_;   // of these, not held yet
};

// Nodes of one side that are alive, noticed ones too.
inline std::int64_t alive(const FleetView& view, MarketSide side) {
  return std::count_if(view.nodes.begin(), view.nodes.end(),
                       [&](const NodeView& node) { return node.offer.side == side; });
}

// All nodes of the job on one side: completed where they stand, or else all in a pool that has
// room for all. A gang that is whole until its announced loss is kept, with its replacement if
// there is any. Nothing: the gang cannot be had.
inline std::optional<std::vector<Want>> whole_gang(const FleetView& view, MarketSide side,
                                                   std::optional<Price> max_price) {
  const std::int64_t nodes = view.job.nodes;
  Holdings held(view, max_price);
  held.keep(side, nodes);
  if (held.complete(side, nodes))
    return held.wanted(true);
  const bool runs_on = alive(view, side) >= nodes;
  if (runs_on && held.count(side) > 0)
    return held.wanted(true);
  Holdings fresh(view, max_price);
  if (fresh.complete(side, nodes))
    return fresh.wanted(true);
  return runs_on ? std::optional(std::vector<Want>()) : std::nullopt;
}

}  // namespace spotgrid
