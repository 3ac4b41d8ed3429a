// A pool and a side of the market, of nodes that no policy asks for.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/base/options.hpp"
#include "sim/domain/market.hpp"

namespace spotgrid::scenarios {

// Where nodes are rented that the engine asks for: parameter servers, and remotes, which take
// copies into their memory.
struct RentedFrom {
  std::int64_t pool = 0;
  MarketSide market = MarketSide::on_demand;
  void describe(Fields& fields) {
    fields("pool", pool, "pool by its place in market.pools, from 0", at_least(0.0));
    fields("market", market, "side of the market");
  }
};

}  // namespace spotgrid::scenarios
