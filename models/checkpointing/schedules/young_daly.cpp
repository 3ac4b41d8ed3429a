// Saves at the interval that balances the cost of saves against the work lost in failures.
// SPDX-License-Identifier: Apache-2.0
#include "models/formulas/young_daly.hpp"

#include <algorithm>
#include <array>

#include "models/checkpointing/seen_so_far.hpp"

namespace spotgrid::schedules {
namespace {

enum class IntervalForm : std::uint8_t { young, daly, daly_higher, exact };
std::span<const std::string_view> words(IntervalForm) {
  static constexpr std::array<std::string_view, 4> all{"young", "daly", "daly_higher", "exact"};
  return all;
}

enum class Estimate : std::uint8_t { observed };
std::span<const std::string_view> words(Estimate) {
  static constexpr std::array<std::string_view, 1> all{"observed"};
  return all;
}

class YoungDaly final : public CheckpointSchedule {
 public:
  struct Options {
    IntervalForm form = IntervalForm::daly_higher;
    std::optional<Seconds> mtbf, save_cost;
    std::optional<Estimate> estimate;
    std::optional<Seconds> prior_mtbf;

    void describe(Fields& fields) {
      fields("form", form, "the formula of the interval");
      fields("mtbf", mtbf, "mean time between events that stop the job; a bulk loss is one event",
             above(Seconds{0}));
      fields("save_cost", save_cost, "time for which one save stops the training",
             above(Seconds{0}));
      fields("estimate", estimate,
             "observed: the mean time between stops and the cost of a save as seen so far");
      fields("prior_mtbf", prior_mtbf,
             "what is believed of the mean time before any stop was seen; weighs one event",
             above(Seconds{0}));
      if (fields.reading())
        check(fields);
    }

    void check(Fields& fields) const {
      if (!estimate && !(mtbf && save_cost)) {
        fields.problem("", "the interval needs mtbf and save_cost, found not both",
                       R"(give both, or "estimate": "observed" with "prior_mtbf")");
      }
      if (!estimate && prior_mtbf) {
        fields.problem("prior_mtbf", "a prior without an estimate",
                       R"(add "estimate": "observed" or remove it)");
      }
      if (estimate && !prior_mtbf) {
        fields.problem("", "an observed estimate needs a prior, found none",
                       R"(add "prior_mtbf", such as "prior_mtbf": "4 h")");
      }
      if (estimate && mtbf) {
        fields.problem("mtbf", "a mean time is given and to be estimated",
                       "remove mtbf or estimate");
      }
    }
  };

  explicit YoungDaly(Options options) : options_(options) {}

  NextSave next(const ScheduleView& view) override {
    const Seconds save = save_cost(view);
    NextSave due;
    due.trained = std::max(least_interval(view), interval(save, mtbf(view), view.quiet_restore));
    return due;
  }

 private:
  Seconds save_cost(const ScheduleView& view) const {
    return options_.save_cost ? *options_.save_cost : seen_stall(view);
  }

  Seconds mtbf(const ScheduleView& view) const {
    return options_.mtbf ? *options_.mtbf
                         : seen_mtbf(view, options_.prior_mtbf.value_or(Seconds{0}));
  }

  Seconds interval(Seconds save, Seconds mean, Seconds restore) const {
    switch (options_.form) {
      case IntervalForm::young:
        return young(save, mean);
      case IntervalForm::daly:
        return save < 2 * mean ? daly(save, restore, mean) : mean;  // as the higher order does
      case IntervalForm::daly_higher:
        return daly_higher(save, mean);
      case IntervalForm::exact:
        return exact_interval(save, mean);
    }
    return mean;
  }

  Options options_;
};

}  // namespace

Entry<CheckpointSchedule> young_daly() {
  return entry<CheckpointSchedule, YoungDaly>(
      "saves at the interval that loses least time to saves and failures",
      "Young, CACM 1974; Daly, FGCS 2006; Bougeret et al., SC 2011");
}

}  // namespace spotgrid::schedules
