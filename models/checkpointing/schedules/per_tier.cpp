// A period for each tier of the scheme.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "sim/domain/checkpointing.hpp"

namespace spotgrid::schedules {
namespace {

class PerTier final : public CheckpointSchedule {
 public:
  struct Options {
    std::vector<Seconds> every;

    void describe(Fields& fields) {
      fields("every", every, "training time between two saves to each tier, the first tier first",
             required, above(Seconds{0}));
      if (fields.reading() && every.empty())
        fields.problem("every", "periods of no tier", R"(add one for each, such as "3 min")");
      if (fields.reading() && !std::is_sorted(every.begin(), every.end()))
        fields.problem("every", "a tier is saved to more often than the one before it",
                       "let periods ascend: a save to a tier is one to all before it");
    }
  };
  explicit PerTier(Options options) : options_(std::move(options)) {}

  // A save to a tier is one to all before it, so that their periods begin anew with it.
  NextSave next(const ScheduleView& view) override {
    std::vector<Seconds> left = options_.every;
    for (std::size_t tier = 0; tier < std::min(left.size(), view.ahead.size()); ++tier)
      left[tier] -= view.ahead[tier];
    const Seconds soonest = *std::min_element(left.begin(), left.end());
    NextSave due;
    due.trained = view.trained + std::max(Seconds{0}, soonest);
    for (std::size_t tier = 0; tier < left.size(); ++tier)
      if (left[tier] <= soonest + Seconds{1e-6})
        due.depth = static_cast<std::int64_t>(tier) + 1;
    return due;
  }
  std::int64_t tiers() const override { return static_cast<std::int64_t>(options_.every.size()); }

 private:
  Options options_;
};

}  // namespace

Entry<CheckpointSchedule> per_tier() {
  return entry<CheckpointSchedule, PerTier>("a period for each tier, as FTI has",
                                            "Bautista-Gomez et al., FTI, SC 2011");
}

}  // namespace spotgrid::schedules
