// The whole market of a run: pools, prices, capacity. The engine sees it; policies see the past.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "sim/base/catalogue.hpp"
#include "sim/base/step_series.hpp"
#include "sim/domain/ids.hpp"
#include "sim/domain/instance_type.hpp"
#include "sim/domain/law.hpp"

namespace spotgrid {

class ReclaimSource;

enum class MarketSide : std::uint8_t { spot, on_demand };
inline std::span<const std::string_view> words(MarketSide) {
  static constexpr std::string_view all[] = {"spot", "on_demand"};
  return all;
}

// What can be asked for: a pool on one side of the market.
struct Offer {
  PoolId pool{};
  MarketSide side = MarketSide::spot;
  auto operator<=>(const Offer&) const = default;
};

// What an account may hold at once, on one side of the market: so many nodes, GPUs or vCPUs.
struct Quota {
  MarketSide side = MarketSide::spot;
  std::int64_t amount = 0;            // in its own unit; of a quota in use, what is left
  std::vector<std::int64_t> of_node;  // what one node takes of it, by pool; 0: not under it

  std::int64_t of(Offer offer) const {
    return offer.side == side ? of_node[static_cast<std::size_t>(offer.pool)] : 0;
  }
};

// How many more nodes of the offer the quotas let be held; `most` where none binds it.
inline std::int64_t nodes_within(std::span<const Quota> left, Offer offer,
                                 std::int64_t most = std::numeric_limits<std::int64_t>::max()) {
  for (const Quota& quota : left) {
    if (const std::int64_t each = quota.of(offer); each > 0)
      most = std::min(most, std::max<std::int64_t>(quota.amount, 0) / each);
  }
  return most;
}

// Takes so many nodes of the offer out of what is left; fewer than none gives them back.
inline void take(std::vector<Quota>& left, Offer offer, std::int64_t nodes) {
  for (Quota& quota : left)
    quota.amount -= nodes * quota.of(offer);
}

// What the counts of a capacity trace mean (docs/modelling.md, "Three meanings of capacity").
enum class CapacityKind : std::uint8_t { unlimited, limit, probe, fleet };
inline std::span<const std::string_view> words(CapacityKind) {
  static constexpr std::string_view all[] = {"unlimited", "limit", "probe", "fleet"};
  return all;
}

struct Capacity {
  CapacityKind kind = CapacityKind::unlimited;
  StepSeries<std::int64_t> count;  // nodes; empty when unlimited
  std::int64_t target = 0;         // N asked by the probe, F wanted by the fleet
};

// Nodes that the trace names: node i lives in [added, removed).
struct TraceNode {
  Instant added, removed;  // removed: never() when alive at the end
};

struct Pool {
  std::string zone, region;
  InstanceType instance;
  Price on_demand;                              // list x (1 - discount)
  std::optional<StepSeries<Price>> spot_price;  // nothing: not offered on spot
  Capacity capacity;
  std::optional<std::int64_t> on_demand_capacity;
  std::vector<TraceNode>
      trace_nodes;  // of reclaim `events`, by time added, then by the trace's order
  std::vector<std::pair<std::string, std::shared_ptr<Configured<ReclaimSource>>>>
      reclaim;  // by name

  bool offers(MarketSide side) const { return side == MarketSide::on_demand || spot_price; }
};

enum class EndOfTrace : std::uint8_t { error, censor, hold, wrap };
inline std::span<const std::string_view> words(EndOfTrace) {
  static constexpr std::string_view all[] = {"error", "censor", "hold", "wrap"};
  return all;
}
enum class TraceTimeMeans : std::uint8_t { loss, notice };
inline std::span<const std::string_view> words(TraceTimeMeans) {
  static constexpr std::string_view all[] = {"loss", "notice"};
  return all;
}

// How a notice is seen: after a constant time, or at the next poll.
struct Detection {
  std::optional<Seconds> poll{5s};  // period, with a random phase per node
  Seconds constant{0};              // where it is not polled
  Seconds upper_bound() const { return poll ? *poll : constant; }
};

struct Market {
  std::vector<Pool> pools;
  Instant end = Instant::never();  // of the common span of all inputs, after `wrap` and `hold`
  EndOfTrace end_of_trace = EndOfTrace::error;
  TraceTimeMeans trace_time = TraceTimeMeans::loss;
  Seconds notice{0};
  double notice_recall = 1;  // share of losses that are announced
  Detection detection;
  Seconds failure_detection{15};
  Law provision{30s}, boot{90s}, setup{0s};
  std::optional<Seconds> max_lifetime;  // from booting
  Seconds launch_failure_latency{5};
  Seconds cooldown{60};
  std::vector<Quota> quotas;
};

}  // namespace spotgrid
