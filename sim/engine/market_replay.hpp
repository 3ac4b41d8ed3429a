// Plays the market: prices and capacity change, losses are drawn, announced and carried out.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <functional>
#include <vector>

#include "sim/engine/fleet.hpp"

namespace spotgrid::engine {

class MarketReplay final : public FleetListener {
 public:
  // `changed`: a price or a capacity changed; `visible` where policies may see it.
  MarketReplay(World& world, Fleet& fleet, std::function<void(PoolId, bool visible)> changed);

  void begin();  // at the start of the run
  void node_booting(const Node& node) override;

 private:
  // A fall that was announced and has not happened yet.
  struct Coming {
    Fall fall;
    Instant loss;
  };
  struct Source {
    ReclaimSource* rule;
    std::string name;
    std::deque<Coming> coming;
  };
  Instant loss_time(const Fall& fall) const;
  void step_price(PoolId pool);
  void step_capacity(PoolId pool);
  void end_by_price(PoolId pool);
  void schedule_fall(PoolId pool, std::size_t source, Instant after);
  void announce(PoolId pool, std::size_t source, const Fall& fall);
  void carry_out(PoolId pool, std::size_t source, const Fall& fall);
  void doom_by_life(const Node& node);

  World& world_;
  Fleet& fleet_;
  std::function<void(PoolId, bool)> changed_;
  std::vector<std::vector<Source>> sources_;  // by pool
};

}  // namespace spotgrid::engine
