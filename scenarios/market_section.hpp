// The market as a scenario writes it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "scenarios/pool_section.hpp"
#include "scenarios/quota_section.hpp"
#include "sim/domain/billing.hpp"
#include "sim/domain/law.hpp"

namespace spotgrid::scenarios {

// How inputs of different dates may stand together.
enum class Pairing : std::uint8_t { by_date, unrelated };
inline std::span<const std::string_view> words(Pairing) {
  static constexpr std::array<std::string_view, 2> all = {"by_date", "unrelated"};
  return all;
}

// A count equal to what was asked for or wanted is a lower bound: what if the job wants more?
enum class Censored : std::uint8_t { error, as_equal };
inline std::span<const std::string_view> words(Censored) {
  static constexpr std::array<std::string_view, 2> all = {"error", "as_equal"};
  return all;
}

// "2 s", or {"poll": "5 s"}.
struct DetectionOption {
  std::size_t form = 1;
  Seconds constant{0}, period{5};
  void describe_at(Fields& fields);
  Detection value() const;
};

// The use that the rule is given: as it was, or every tick in which the node is held.
enum class Charge : std::uint8_t { used, whole_tick };
inline std::span<const std::string_view> words(Charge) {
  static constexpr std::array<std::string_view, 2> all = {"used", "whole_tick"};
  return all;
}

struct BillingOption {
  Choice<BillingRule> choice{"aws_per_second", nullptr};
  Charge charge = Charge::used;
  void describe(Fields& fields);
};

struct MarketSection {
  std::vector<PoolSection> pools;
  ReclaimList reclaim;
  std::optional<Seconds> notice;
  BillingOption billing;
  EndOfTrace end_of_trace = EndOfTrace::error;
  Pairing pairing = Pairing::by_date;
  Censored censored = Censored::error;
  Law provision{30s}, boot{90s}, setup{0s};
  DetectionOption detection;
  Seconds failure_detection{15};
  double notice_recall = 1;
  TraceTimeMeans trace_time = TraceTimeMeans::loss;
  Seconds launch_failure_latency{5};
  std::optional<Seconds> cooldown;  // default: 0 where capacity is visible, else 60 s
  std::optional<Seconds> max_lifetime;
  std::optional<std::vector<QuotaSection>> quota;

  void describe(Fields& fields);
  // What ends nodes of the pool: its own list, else the market's.
  const std::vector<ReclaimOption>& reclaim_of(const PoolSection& pool) const {
    return pool.reclaim.given() ? pool.reclaim.kinds : reclaim.kinds;
  }

 private:
  void describe_life(Fields& fields);
  void check(Fields& fields) const;
};

}  // namespace spotgrid::scenarios
