// Periodic saves that leave announced losses to saves at their notice.
// SPDX-License-Identifier: Apache-2.0
#include "models/formulas/notice_aware.hpp"

#include <algorithm>
#include <cmath>

#include "models/checkpointing/seen_so_far.hpp"

namespace spotgrid::schedules {
namespace {

class NoticeAware final : public CheckpointSchedule {
 public:
  struct Options {
    MeanTimeBetweenStops mean;
    std::optional<Seconds> save_cost;
    std::optional<double> recall, prior_recall;

    void describe(Fields& fields) {
      mean.describe(fields);
      fields("save_cost", save_cost,
             "time for which one save stops the training; without: as seen so far",
             above(Seconds{0}));
      fields("recall", recall,
             "share of the stops before which a save at the notice is done in time",
             between(0.0, 1.0));
      fields(
          "prior_recall", prior_recall,
          "what is believed of it before any stop was seen, where it is learned from them; weighs "
          "one event",
          between(0.0, 1.0));
      const int given = int{recall.has_value()} + int{prior_recall.has_value()};
      if (fields.reading() && given != 1)
        fields.problem("",
                       "one of recall and prior_recall is needed, found " + std::to_string(given),
                       given == 0 ? R"(add one, such as "recall": 0.9)" : "keep one of them");
    }
  };
  explicit NoticeAware(Options options) : options_(options) {}

  // Where every loss is announced in time no periodic save is due.
  NextSave next(const ScheduleView& view) override {
    const Seconds work = formulas::notice_interval(options_.save_cost.value_or(seen_stall(view)),
                                                   options_.mean.of(view), recall(view));
    NextSave due;
    if (std::isfinite(work.count()))
      due.trained = std::max(least_interval(view), work);
    return due;
  }

  bool on_notice(const ScheduleView& view, Seconds left) override {
    const formulas::NoticeChoice choice = choice_at_notice(view, left);
    const Seconds loss = view.elapsed + left;  // of which several nodes may give notice
    if (choice != formulas::NoticeChoice::nothing && loss > last_saved_loss_ + Seconds{1e-6}) {
      ++saved_;
      last_saved_loss_ = loss;
    }
    return choice == formulas::NoticeChoice::start_new;
  }

 private:
  // The prior counts as one stop.
  double recall(const ScheduleView& view) const {
    if (options_.recall)
      return *options_.recall;
    const double saved = options_.prior_recall.value_or(0) + static_cast<double>(saved_);
    return std::min(1.0, saved / static_cast<double>(1 + view.stops));
  }

  Options options_;
  std::int64_t saved_ = 0;  // losses before which a save fitted
  Seconds last_saved_loss_{-1};
};

}  // namespace

Entry<CheckpointSchedule> notice_aware() {
  return entry<CheckpointSchedule, NoticeAware>(
      "saves at notices that leave time for one, and rarer periodic ones for the other losses",
      "Aupy et al., arXiv 1302.3752, 1302.4558");
}

}  // namespace spotgrid::schedules
