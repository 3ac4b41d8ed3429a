// Which plan: algorithm 1 of spotDNN (IWQoS 2023), and the exhaustive search that it is judged by.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "models/formulas/spotdnn.hpp"

namespace spotgrid::formulas::spotdnn {

using Counts = std::vector<std::int64_t>;  // by type

// Whether n of algorithm 1 counts the workers that are there: its bounds are then those of a whole
// job. Else they are those of what is left, for the new workers alone. The paper leaves it open.
enum class Counting : std::uint8_t { all, added };
inline std::span<const std::string_view> words(Counting) {
  static constexpr std::string_view all[] = {"all", "added"};
  return all;
}

struct Objective {
  double loss = 0;
  Seconds time{0};                 // left, from now
  std::optional<double> loss_now;  // without: from the start
  Seconds takeover{0};             // T_ohd: until new workers train; it counts as time, not as cost
  double optimism = 0;             // share by which times are taken for shorter (CM-DARE+)
  Counting counting = Counting::all;
};

struct Market {
  std::vector<WorkerType> types;
  Counts quota;     // that can be added, by type
  Counts existing;  // E, by type; empty: none
};

inline std::int64_t existing(const Market& market, std::size_t type) {
  return market.existing.empty() ? 0 : market.existing[type];
}
inline Counts with_existing(const Market& market, Counts added) {
  for (std::size_t i = 0; i < added.size(); ++i)
    added[i] += existing(market, i);
  return added;
}

struct Search {
  Counts added;                    // by type; empty where nothing is feasible
  std::optional<Outlook> outlook;  // of all workers; its time is without the takeover
  std::int64_t n_lower = 0, n_upper = 0;
  std::int64_t examined = 0;  // plans
  std::string reason;         // why nothing is feasible
};

// (16): fewer workers cannot meet the objective. 0 where no number can.
std::int64_t fewest_workers(const Model& model, const std::vector<WorkerType>& types,
                            const Objective& objective);

// Algorithm 1: windows of neighbours in the list of all instances, slowest first. In the form
// `released` as that program searches: fastest first, windows also across the end of the list,
// every number of workers but that of the whole list, and no bounds.
Search sliding_window(const Model& model, const Market& market, const Objective& objective);

// The cheapest of all plans; exact, though most are never examined (see the .cpp).
Search exhaustive(const Model& model, const Market& market, const Objective& objective);

// As many workers as a plan has, all of its slowest or its fastest type, whatever the quota.
enum class Extreme : std::uint8_t { slowest, fastest };
Counts homogeneous(const Model& model, const Market& market, const Counts& plan, Extreme which);

// Optimus (Peng et al., EuroSys 2018): of one type, one worker more as long as that shortens what
// is left, the cheapest such set of any type that meets the objective.
Search marginal_gain(const Model& model, const Market& market, const Objective& objective);

}  // namespace spotgrid::formulas::spotdnn
