// A scenario: what one run simulates, as a file says it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>
#include <string>

#include "scenarios/job_section.hpp"
#include "scenarios/market_section.hpp"
#include "scenarios/plan_sections.hpp"
#include "sim/domain/network.hpp"

namespace spotgrid::scenarios {

enum class NotModelled : std::uint8_t { not_modelled };
inline std::span<const std::string_view> words(NotModelled) {
  static constexpr std::array<std::string_view, 1> all = {"not_modelled"};
  return all;
}

// Prices of traffic, or "not_modelled".
struct TrafficOption {
  std::size_t form = 1;
  NotModelled word = NotModelled::not_modelled;
  TrafficPrices prices;
  bool priced() const { return form == 1; }
  void describe_at(Fields& fields);
};

// "full", "memo", "macro" or "macro:20"; without it by the mode (docs/modelling.md, "Fidelity").
struct FidelityOption {
  std::optional<std::string> text;
  Fidelity value;              // of the text
  bool counts_itself = false;  // "macro" without a number: it is chosen
  void describe_at(Fields& fields);
};

struct Scenario {
  std::string file = "scenario";  // for messages; relative paths begin at its folder

  std::optional<std::string> start;  // calendar instant or offset; default: where the data begins
  Seconds horizon = hours(30 * 24);
  std::int64_t seed = 1;
  JobSection job;
  MarketSection market;
  NetworkSetup network;
  TrafficOption traffic;
  ProvisioningSection provisioning;
  CheckpointingSection checkpointing;
  FidelityOption fidelity;

  void describe(Fields& fields);
};

}  // namespace spotgrid::scenarios
