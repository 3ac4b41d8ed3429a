// Patterns of saves at two tiers: many to the first, every n-th to the last as well.
// SPDX-License-Identifier: Apache-2.0
#include "models/formulas/two_level.hpp"

#include <array>
#include <cmath>

#include "models/checkpointing/seen_so_far.hpp"

namespace spotgrid::schedules {
namespace {

enum class PatternForm : std::uint8_t { relaxed, exact };
std::span<const std::string_view> words(PatternForm) {
  static constexpr std::array<std::string_view, 2> all{"relaxed", "exact"};
  return all;
}

class TwoLevel final : public CheckpointSchedule {
 public:
  struct Options {
    PatternForm form = PatternForm::exact;
    Seconds first_mtbf{0}, last_mtbf{0};
    std::optional<Seconds> first_cost, last_cost;

    void describe(Fields& fields) {
      fields("form", form, "relaxed: to first order; exact: by the mean time of a pattern");
      fields("first_mtbf", first_mtbf,
             "mean time between losses that copies at the first tier survive", required,
             above(Seconds{0}));
      fields("last_mtbf", last_mtbf, "mean time between losses that need the last tier", required,
             above(Seconds{0}));
      fields("first_cost", first_cost,
             "time for which a save to the first tier stops the training; without: as in a save "
             "without contention",
             above(Seconds{0}));
      fields("last_cost", last_cost, "the same of what the last tier adds", above(Seconds{0}));
    }
  };
  explicit TwoLevel(const Options& options) : options_(options) {}

  NextSave next(const ScheduleView& view) override {
    const formulas::TwoLevels levels = levels_of(view);
    if (levels.first.save != planned_.first.save || levels.second.save != planned_.second.save) {
      planned_ = levels;
      pattern_ = pattern_of(levels);
    }
    const Seconds segment = std::max(Seconds{1}, pattern_.work);
    // Where in the pattern the state is: after the loss of copies at the first tier, at its start.
    const Seconds beyond_last = view.ahead.empty() ? Seconds{0} : view.ahead.back();
    const std::int64_t done = std::llround(beyond_last / segment);
    NextSave due;
    due.trained = segment;
    due.depth = done + 1 >= pattern_.segments ? view.tiers : 1;
    return due;
  }
  std::int64_t tiers() const override { return 2; }

 private:
  // What stops the training until the first tier has the copy is the first's, the rest the last's;
  // training that goes on meanwhile costs nothing. A microsecond stands for nothing at all.
  formulas::TwoLevels levels_of(const ScheduleView& view) const {
    const QuietSave& quiet = view.quiet_save;
    const Seconds least{1e-6}, first = std::min(quiet.stall, quiet.latency);
    formulas::TwoLevels levels;
    levels.first.save = std::max(least, options_.first_cost.value_or(first));
    levels.second.save = std::max(least, options_.last_cost.value_or(quiet.stall - first));
    levels.first.mtbf = options_.first_mtbf;
    levels.second.mtbf = options_.last_mtbf;
    return levels;
  }

  // The lengths of restores do not move the optimum.
  formulas::TwoLevelPattern pattern_of(const formulas::TwoLevels& levels) const {
    if (options_.form == PatternForm::exact)
      return formulas::best_two_level(levels);
    const formulas::SaveLevel both[] = {levels.first, levels.second};
    const formulas::LevelPattern best = formulas::best_pattern(both);
    const std::int64_t segments = std::max<std::int64_t>(1, best.saves.front());
    return {segments, best.work / static_cast<double>(segments), best.waste};
  }

  Options options_;
  formulas::TwoLevels planned_;
  formulas::TwoLevelPattern pattern_;
};

}  // namespace

Entry<CheckpointSchedule> two_level() {
  return entry<CheckpointSchedule, TwoLevel>(
      "the best pattern of saves at two tiers for the rates of the losses that each survives",
      "Benoit et al., IEEE TC 66(7), 2017 (relaxed); spotgrid (exact)");
}

}  // namespace spotgrid::schedules
