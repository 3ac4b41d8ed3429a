// A quota of the account as a scenario writes it: of what, where, how many.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "scenarios/trace_source.hpp"
#include "sim/domain/market.hpp"

namespace spotgrid::scenarios {

// Over what a quota is summed: each zone or region has one of its own, or all regions share one.
enum class QuotaPer : std::uint8_t { zone, region, all_regions };
inline std::span<const std::string_view> words(QuotaPer) {
  static constexpr std::array<std::string_view, 3> all = {"zone", "region", "all_regions"};
  return all;
}

// "p3", or ["p2", "p3"] for one quota over several.
struct FamiliesOption {
  std::size_t form = no_form;
  std::vector<std::string> names;

  bool given() const { return form != no_form; }
  void describe_at(Fields& fields);
};

// AWS counts vCPUs of a group of families, GCP GPUs of a model; both by region, and spot apart from
// on demand.
struct QuotaSection {
  FamiliesOption families;
  std::optional<std::string> instance, gpu;
  MarketSide market = MarketSide::spot;
  QuotaPer per = QuotaPer::region;
  std::optional<std::string> region, zone;
  std::optional<std::int64_t> nodes, gpus, vcpus;

  void describe(Fields& fields);
  std::int64_t amount() const { return nodes ? *nodes : gpus ? *gpus : vcpus.value_or(0); }

 private:
  void check(Fields& fields) const;
};

}  // namespace spotgrid::scenarios
