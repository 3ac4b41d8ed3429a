// Provisioning and checkpointing as a scenario writes them: who decides what to rent, when and how
// state is saved.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "scenarios/rented_from.hpp"
#include "scenarios/trace_source.hpp"
#include "sim/domain/checkpointing.hpp"
#include "sim/domain/provisioning.hpp"
#include "sim/domain/setup.hpp"

namespace spotgrid::scenarios {

// What a policy sees of capacity. The last two come with a later version.
enum class Observation : std::uint8_t { mask, probe, advisor, oracle };
inline std::span<const std::string_view> words(Observation) {
  static constexpr std::array<std::string_view, 4> all = {"mask", "probe", "advisor", "oracle"};
  return all;
}

enum class AtEvents : std::uint8_t { events };
inline std::span<const std::string_view> words(AtEvents) {
  static constexpr std::array<std::string_view, 1> all = {"events"};
  return all;
}

// "events", or {"tick": "600 s"}.
struct DecisionsOption {
  std::size_t form = 0;
  AtEvents word = AtEvents::events;
  Ticks ticks;

  bool at_ticks() const { return form == 1; }
  void describe_at(Fields& fields);
};

struct ProvisioningSection {
  Choice<ProvisioningPolicy> choice;
  Observation observation = Observation::mask;
  DecisionsOption decisions;
  Guard guard = Guard::safety_net;
  std::optional<Placement> placement;  // default: one_zone with training traffic, else any
  std::optional<Gang> gang;            // default: all_or_none where fewer nodes cannot train
  void describe(Fields& fields);
};

struct SchemeOption {
  Choice<CheckpointScheme> choice{"none", nullptr};
  void describe(Fields& fields);
};

struct ScheduleOption {
  Choice<CheckpointSchedule> choice;
  void describe(Fields& fields);
};

struct OutageSection {
  Seconds from{0}, to{0};
  void describe(Fields& fields);
};

struct CheckpointingSection {
  SchemeOption scheme;
  std::optional<RentedFrom> remotes;
  std::vector<ScheduleOption> schedules;
  std::int64_t keep = 2;
  RestoreChoice restore_choice = RestoreChoice::newest;
  std::vector<OutageSection> outages;
  void describe(Fields& fields);
};

}  // namespace spotgrid::scenarios
