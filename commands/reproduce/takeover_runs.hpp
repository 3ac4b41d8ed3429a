// The runs from which Fig. 9 of spotDNN is measured: a job that loses five of its workers. How many
// samples were trained by an instant is what the same run has when it is cut there.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "commands/reproduce/spotdnn_clusters.hpp"
#include "sim/domain/result.hpp"

namespace spotgrid::commands::reproduction {

using Centiminutes = int;  // instants that can be looked up
inline Centiminutes centi(double minutes) {
  return static_cast<Centiminutes>(std::lround(100 * minutes));
}
inline constexpr Centiminutes half_window = 10;  // of a point of the time line

inline constexpr std::array<const char*, 2> contentions = {"emergent", "analytic"};

// One run as a whole, and its samples by instants.
struct Watched {
  RunResult whole;
  std::map<Centiminutes, double> samples;
};

// By contention; the time line is that of the first.
std::vector<Watched> takeover_runs(const scenarios::Takeover& published, const Switches& switches);

// The points that the paper has at the changes, and one each 0.1 min.
std::set<Centiminutes> points_of(const scenarios::Takeover& published);

// Samples a second in a phase, by least squares.
double speed_in(const Watched& run, const scenarios::TakeoverPhase& phase);

// The events of a journal that matter here, in minutes.
class Story {
 public:
  explicit Story(const RunResult& run);

  std::map<std::string, double> at;                // by the keys of the published instants
  std::map<std::int64_t, std::int64_t> requested;  // after the notice, by pool
};

}  // namespace spotgrid::commands::reproduction
