// Saves of the grid of ACUTE as runs of its scenario.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "commands/reproduce/acute_grid.hpp"
#include "commands/reproduce/switches.hpp"
#include "sim/domain/setup.hpp"

namespace spotgrid::commands::reproduction {

// What training sends beside the save: nothing, or its gradients with so many streams an edge.
struct TrafficBeside {
  std::string_view name;
  std::int64_t streams = 0;
  Bandwidth trainers = gigabits_per_second(25);  // NIC of each
};
inline constexpr std::array<TrafficBeside, 3> traffics = {
    {{"alone", 0}, {"1 stream", 1}, {"8 streams", 8}}};

struct SaveCase {
  GridCell cell;
  std::string scheme;  // JSON
  TrafficBeside traffic = traffics[0];
  bool copied = true;  // as of closed_form()
};

// JSON of schemes in a cell. Serialisation and storage are the same for all.
std::string acute_scheme(const GridCell& cell, const formulas::RemoteSaveSwitches& switches = {});
std::string plain_scheme(std::string_view name, const GridCell& cell);  // mlc_base, direct_storage
inline constexpr std::string_view no_saves = R"({"name": "none"})";

// Of the one save that a run makes, in seconds; 0 of no_saves.
struct SaveTimes {
  double stall = 0, latency = 0, durable = 0;
  double contention = 0;  // by which iterations beside it were longer
  double makespan = 0, interval = 0;
};

Setup setup_of(const SaveCase& one);
std::vector<SaveTimes> save_times(std::string_view item, std::span<const SaveCase> cases,
                                  const Switches& switches);

double mean_of(std::span<const double> values);

// What items say before anything else, and where their numbers come from.
std::vector<std::string> acute_remarks();
inline constexpr const char* acute_source =
    "closed forms after the released program (lass-lab/ACUTE); no values are published";

}  // namespace spotgrid::commands::reproduction
