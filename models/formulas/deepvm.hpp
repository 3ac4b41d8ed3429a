// How many nodes of which type a budget buys: DeepVM's planner (arXiv 2403.05861, CCGrid 2024).
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sim/base/quantities.hpp"

namespace spotgrid::formulas::deepvm {

// S(n) = c / (1 + exp(-a (n - b))): speed-up of n nodes, fitted to measurements.
struct Scaling {
  double a = 0;  // steepness, per node
  double b = 0;  // nodes at the inflection
  double c = 0;  // speed-up that is never reached
};
double logistic(const Scaling& law, double nodes);
// Lin(n) = (a c / 4) (n - b) + c / 2, the tangent of S at b.
double tangent(const Scaling& law, double nodes);
// Lin up to b, S beyond.
double speedup(const Scaling& law, double nodes);
// K(n): 1 up to b, S / Lin beyond. What is left of n nodes that would scale along the tangent.
double efficiency(const Scaling& law, double nodes);

struct TrainerType {
  std::string name;
  Price on_demand, spot;
  Bandwidth network;
  double flops = 0;  // of one node, in any unit that all types share
  Scaling scaling;
  std::int64_t most_spot = std::numeric_limits<std::int64_t>::max();  // that can be had
};
// A node on demand that takes checkpoints into its memory.
struct RemoteType {
  std::string name;
  Price on_demand;
  Bandwidth network;
  Bytes memory;
};
// n_sat: a remote with this bandwidth takes the saves of fewer than `trainers`.
struct Saturation {
  Bandwidth bandwidth;
  std::int64_t trainers = 0;
};

// What can be rented.
struct Catalogue {
  std::vector<TrainerType> trainers;
  std::vector<RemoteType> remotes;
  std::vector<Saturation> saturation;  // in any order
  Bytes held;                          // of a checkpoint, in each remote
  std::int64_t most_trainers = 0;      // of a plan that is searched for
  std::int64_t most_remotes = 0;
  std::int64_t most_anchored = 0;  // of cost-first and performance-first
};

// Fewer than so many trainers a remote; that of the next lower bandwidth of the table, 0 below it.
std::int64_t saturation_point(const Catalogue& all, const TrainerType& trainer,
                              const RemoteType& remote);

// single_anchor: one node on demand saves, all others are on spot. tiering: trainers on spot, and
// remotes on demand that save.
enum class Architecture : std::uint8_t { tiering, single_anchor };

struct Plan {
  Architecture architecture = Architecture::single_anchor;
  std::size_t trainer = 0, remote = 0;  // types, as the catalogue has them
  std::int64_t trainers = 0;            // n, with the anchor
  std::int64_t remotes = 0;             // m; 0 with an anchor
  double objective = 0;                 // Z = FLOPP n K(n), operations a dollar

  std::int64_t anchors() const { return architecture == Architecture::single_anchor ? 1 : 0; }
  std::int64_t spot() const { return trainers - anchors(); }
};
// "17 g4dn.xlarge spot + 1 c5.xlarge", "15 g4dn.xlarge spot + 1 on demand"
std::string text_of(const Catalogue& all, const Plan& plan);
Price price_of(const Catalogue& all, const Plan& plan);  // of all its nodes

// FLOPP: operations that a dollar buys on spot.
double operations_per_dollar(const TrainerType& type);

enum class Policy : std::uint8_t { deepvm, no_scaling, cost_first, performance_first };
inline std::span<const std::string_view> words(Policy) {
  static constexpr std::array<std::string_view, 4> all = {"deepvm", "no_scaling", "cost_first",
                                                          "performance_first"};
  return all;
}
// Which of two plans with one trainer type, one n and so one Z comes first.
enum class Ties : std::uint8_t { tiering, single_anchor };
inline std::span<const std::string_view> words(Ties) {
  static constexpr std::array<std::string_view, 2> all = {"tiering", "single_anchor"};
  return all;
}

// The best plans for a price, best first, `count` at most; none where it buys no two nodes.
//   deepvm             the largest Z of all plans of both architectures; equal Z: by `ties`, then
//                      in the order of the catalogue, fewer remotes first
//   no_scaling         the same with K = 1; equal Z: the single anchor
//   cost_first         the type of which the price buys most nodes, as single anchor; one plan
//   performance_first  the type with the most operations a second that it buys two of; one plan
std::vector<Plan> plans_within(const Catalogue& all, Policy policy, Price budget,
                               Ties ties = Ties::tiering, std::size_t count = 1);

// What a plan computes a second, n flops K(n), in the unit of the catalogue. `released` multiplies
// by n once more, as the program of the simulation figure does.
enum class Metric : std::uint8_t { once, released };
inline std::span<const std::string_view> words(Metric) {
  static constexpr std::array<std::string_view, 2> all = {"once", "released"};
  return all;
}
double performance(const Catalogue& all, const Plan& plan, Metric metric = Metric::once);

// Of a run: its time at the price of all nodes, without a minimum and without rounding.
Dollars cost_of(Seconds makespan, Price price);

}  // namespace spotgrid::formulas::deepvm
