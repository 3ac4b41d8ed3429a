// What the parts of one run share.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/base/event_queue.hpp"
#include "sim/base/random.hpp"
#include "sim/domain/journal.hpp"
#include "sim/domain/setup.hpp"

namespace spotgrid::engine {

struct World {
  explicit World(const Setup& of)
      : setup(of), journal(of.keep_journal || of.keep_timeline), random(of.seed, of.replication) {
    static const StepSeries<Price> no_price;
    for (const Pool& one : of.market.pools) {
      prices.emplace_back(one.spot_price ? *one.spot_price : no_price);
      counts.emplace_back(one.capacity.count);
    }
  }
  const Setup& setup;
  EventQueue queue;
  Journal journal;
  RandomSource random;
  // By pool, for reading at now(): spot prices, where there are any, and counts of its capacity.
  std::vector<StepCursor<Price>> prices;
  std::vector<StepCursor<std::int64_t>> counts;

  Instant now() const { return queue.now(); }
  void record(EventBody what) { journal.record(now(), std::move(what)); }
  const Pool& pool(PoolId id) const { return setup.market.pools[number(id)]; }
};

}  // namespace spotgrid::engine
