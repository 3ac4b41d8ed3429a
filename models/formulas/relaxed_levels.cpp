// Waste of patterns over several levels, and the search for whole numbers of saves.
// SPDX-License-Identifier: Apache-2.0
#include "models/formulas/relaxed_levels.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <utility>

#include "sim/base/error.hpp"

namespace spotgrid::formulas {
namespace {

void require_levels(std::span<const SaveLevel> levels) {
  require(!levels.empty() && levels.size() <= 8, "there are one to eight levels");
  for (const SaveLevel& level : levels)
    require(level.save > Seconds{0} && level.mtbf > Seconds{0},
            "saves and times between errors are above 0");
}

double rate(const SaveLevel& level) {
  return 1 / level.mtbf.count();
}

// The levels of `kept`, each with the errors of those below it that are left out.
struct Merged {
  std::vector<std::size_t> index;
  std::vector<double> rates;
};
Merged merged(std::span<const SaveLevel> levels, const std::vector<bool>& kept) {
  Merged all;
  double waiting = 0;
  for (std::size_t l = 0; l < levels.size(); ++l) {
    waiting += rate(levels[l]);
    if (!kept[l])
      continue;
    all.index.push_back(l);
    all.rates.push_back(waiting);
    waiting = 0;
  }
  require(waiting == 0, "errors of the last levels find saves");
  return all;
}

// Chooses whole numbers for the levels of one choice of levels, from the last one down.
class WholeNumbers {
 public:
  WholeNumbers(std::span<const SaveLevel> levels, Merged kept)
      : levels_(levels), kept_(std::move(kept)), saves_(levels.size(), 0) {}

  void search(std::optional<LevelPattern>& best) {
    const std::size_t last = kept_.index.size() - 1;
    saves_[kept_.index[last]] = 1;
    below(last, best);
  }

 private:
  // The level under kept level `at`: the two multiples next to its ideal ratio.
  void below(std::size_t at, std::optional<LevelPattern>& best) {
    if (at == 0) {
      const LevelPattern one = pattern_of(levels_, saves_);
      if (!best || one.waste < best->waste)
        best = one;
      return;
    }
    const std::size_t last = kept_.index.size() - 1, upper = kept_.index[at];
    const double ideal = std::sqrt(per_cost(at - 1) / per_cost(last));
    const auto multiple = static_cast<std::int64_t>(ideal / static_cast<double>(saves_[upper]));
    for (std::int64_t times = std::max<std::int64_t>(multiple, 1); times <= multiple + 1; ++times) {
      saves_[kept_.index[at - 1]] = times * saves_[upper];
      below(at - 1, best);
    }
  }
  double per_cost(std::size_t at) const {
    return kept_.rates[at] / levels_[kept_.index[at]].save.count();
  }

  std::span<const SaveLevel> levels_;
  Merged kept_;
  std::vector<std::int64_t> saves_;
};

}  // namespace

RealPattern real_pattern(std::span<const SaveLevel> levels) {
  require_levels(levels);
  const SaveLevel& last = levels.back();
  RealPattern pattern{Seconds{std::sqrt(2 * last.save.count() * last.mtbf.count())}, {}, 0};
  for (const SaveLevel& level : levels) {
    pattern.saves.push_back(std::sqrt((last.mtbf / level.mtbf) * (last.save / level.save)));
    pattern.waste += std::sqrt(2 * (level.save / level.mtbf));
  }
  return pattern;
}

LevelPattern pattern_of(std::span<const SaveLevel> levels, std::span<const std::int64_t> saves) {
  require_levels(levels);
  require(saves.size() == levels.size(), "each level has its number of saves");
  std::vector<bool> kept;
  for (const std::int64_t count : saves)
    kept.push_back(count > 0);
  const Merged merged_levels = merged(levels, kept);
  double saving = 0, redo = 0, restore = 0;  // s a pattern, 1/s of half a pattern, share
  for (std::size_t i = 0; i < merged_levels.index.size(); ++i) {
    const SaveLevel& level = levels[merged_levels.index[i]];
    const auto count = static_cast<double>(saves[merged_levels.index[i]]);
    saving += count * level.save.count();
    redo += merged_levels.rates[i] / count;
    restore += merged_levels.rates[i] * level.restore.count();
  }
  return {Seconds{std::sqrt(2 * saving / redo)},
          {saves.begin(), saves.end()},
          std::sqrt(2 * saving * redo) + restore};
}

LevelPattern best_pattern(std::span<const SaveLevel> levels) {
  require_levels(levels);
  std::size_t last = levels.size() - 1;  // the last one that errors need
  while (last > 0 && rate(levels[last]) == 0)
    --last;
  require(rate(levels[last]) > 0, "some level has errors");
  std::optional<LevelPattern> best;
  for (std::size_t chosen = 0; chosen < std::size_t{1} << last; ++chosen) {
    std::vector<bool> kept(levels.size(), false);
    for (std::size_t l = 0; l < last; ++l)
      kept[l] = (chosen >> l & 1) != 0;
    kept[last] = true;
    WholeNumbers(levels, merged(levels, kept)).search(best);
  }
  return *best;
}

}  // namespace spotgrid::formulas
