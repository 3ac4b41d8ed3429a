// Made-up markets for tests, by seed.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tests/support/a_run.hpp"

namespace spotgrid::invariants {

// Integers of a linear recurrence taken by their remainder: the same on every machine, which
// the distributions of the standard library are not.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : random_(static_cast<std::minstd_rand::result_type>(seed)) {
    random_.discard(10);
  }
  // One of 0 … sides - 1.
  int roll(int sides) { return static_cast<int>(random_() % static_cast<unsigned>(sides)); }
  double between(double least, double most) { return least + (most - least) * roll(10'000) / 1e4; }
  bool one_in(int n) { return roll(n) == 0; }

 private:
  std::minstd_rand random_;
};

// Steps at odd times, so that no two events meet by accident, until `end`.
inline StepSeries<Price> random_prices(Dice& dice, Seconds end, double least = 0.4,
                                       double most = 1.4) {
  std::vector<StepSeries<Price>::Step> steps{
      {Instant::at(Seconds{-1}), dollars_per_hour(dice.between(least, most))}};
  for (double t = dice.between(500, 9000); t < end.count(); t += dice.between(500, 9000))
    steps.push_back({Instant::at(Seconds{t}), dollars_per_hour(dice.between(least, most))});
  return StepSeries<Price>(std::move(steps));
}

inline StepSeries<std::int64_t> random_counts(Dice& dice, Seconds end, int most) {
  std::vector<StepSeries<std::int64_t>::Step> steps{
      {Instant::at(Seconds{-1}), dice.roll(most + 1)}};
  for (double t = dice.between(500, 12000); t < end.count(); t += dice.between(500, 12000))
    steps.push_back({Instant::at(Seconds{t}), dice.roll(most + 1)});
  return StepSeries<std::int64_t>(std::move(steps));
}

// `before` until `cut` and at it, then `after`.
template <class T>
StepSeries<T> spliced(const StepSeries<T>& before, const StepSeries<T>& after, Instant cut) {
  std::vector<typename StepSeries<T>::Step> steps;
  for (const auto& step : before.steps())
    if (step.at <= cut)
      steps.push_back(step);
  for (const auto& step : after.steps())
    if (step.at > cut)
      steps.push_back(step);
  return StepSeries<T>(std::move(steps));
}

// `count` pools like the builder's first, each in a zone of its own.
inline void add_pools(ARun& run, int count) {
  while (static_cast<int>(run.setup.market.pools.size()) < count) {
    Pool pool = run.setup.market.pools[0];
    pool.zone = "z" + std::string(1, static_cast<char>('a' + run.setup.market.pools.size()));
    run.setup.market.pools.push_back(pool);
  }
}

// What a policy must be told, for instances of the builder: a budget for any gang of these tests.
inline std::string_view options_of(std::string_view policy) {
  if (policy != "deepvm")
    return "{}";
  return R"({"budget": "20 $/h", "trainers": {"gpu.x1": {"flops": 1, "a": 0.2, "b": 10, "c": 5}},
             "remotes": [{"name": "box", "on_demand": "0.1 $/h", "network": "1 Gbps"}],
             "saturation": [{"bandwidth": "1 Gbps", "trainers": 4}]})";
}

}  // namespace spotgrid::invariants
