// When each schedule wants a save, and which options it refuses.
// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "models/formulas/young_daly.hpp"
#include "sim/domain/checkpointing.hpp"
#include "tests/support/plug_in.hpp"

namespace spotgrid {
namespace {

// The schedule of that name with these options, read as from a scenario.
std::unique_ptr<CheckpointSchedule> schedule(std::string_view name, std::string_view json) {
  return plug_in(schedules::catalogue(), name, json);
}

std::string problems(std::string_view name, std::string_view json) {
  return problems_of(schedules::catalogue(), name, json);
}

TEST(Never, WantsNoSave) {
  const auto never = schedule("never", "{}");
  EXPECT_FALSE(never->saves());
  const NextSave due = never->next({});
  EXPECT_FALSE(due.trained || due.steps || due.samples);
  EXPECT_FALSE(never->on_notice({}, Seconds{1000}));
}

TEST(FixedInterval, CountsTrainingTime) {
  const NextSave due = schedule("fixed_interval", R"({"every": "10 min"})")->next({});
  EXPECT_EQ(due.trained, Seconds{600});
  EXPECT_FALSE(due.steps || due.samples);
}

TEST(FixedInterval, CountsIterations) {
  const NextSave due = schedule("fixed_interval", R"({"steps": 50})")->next({});
  EXPECT_EQ(due.steps, 50);
  EXPECT_FALSE(due.trained || due.samples);
}

TEST(FixedInterval, CountsSamples) {
  const NextSave due = schedule("fixed_interval", R"({"samples": 32000})")->next({});
  EXPECT_EQ(due.samples, Work::of(32000));
  EXPECT_FALSE(due.trained || due.steps);
}

TEST(FixedInterval, TakesExactlyOneUnit) {
  EXPECT_EQ(problems("fixed_interval", "{}"),
            "options: /: one of every, steps and samples is needed, found 0; add one, such as "
            "\"every\": \"10 min\"");
  EXPECT_EQ(problems("fixed_interval", R"({"steps": 5, "every": "1 h"})"),
            "options: /: one of every, steps and samples is needed, found 2; keep one of them");
  EXPECT_EQ(problems("fixed_interval", R"({"steps": 5})"), "");
}

TEST(OnNotice, SavesOnlyWhatFitsBeforeTheLoss) {
  const auto careful = schedule("on_notice", "{}");
  ScheduleView view;
  view.quiet_save = {Seconds{30}, Seconds{30}, Seconds{30}};
  EXPECT_TRUE(careful->on_notice(view, Seconds{30.5}));
  EXPECT_FALSE(careful->on_notice(view, Seconds{30})) << "a commit at the loss is lost";
  EXPECT_FALSE(careful->on_notice(view, Seconds{5}));
  EXPECT_FALSE(careful->next(view).trained);
  EXPECT_TRUE(careful->saves());
}

TEST(OnNotice, SavesWhateverThereIsTimeForWhenToldTo) {
  ScheduleView view;
  view.quiet_save = {Seconds{30}, Seconds{30}, Seconds{30}};
  EXPECT_TRUE(schedule("on_notice", R"({"only_if_fits": false})")->on_notice(view, Seconds{5}));
}

TEST(YoungDaly, TakesTheHigherOrderUnlessAskedOtherwise) {
  const auto due = [](std::string_view form) {
    const std::string json = R"({"mtbf": "1 h", "save_cost": "60 s")" + std::string(form) + "}";
    ScheduleView view;
    view.quiet_restore = Seconds{60};
    return schedule("young_daly", json)->next(view).trained.value().count();
  };
  EXPECT_NEAR(due(""), 617.88, 0.005);
  EXPECT_NEAR(due(R"(, "form": "daly_higher")"), 617.88, 0.005);
  EXPECT_NEAR(due(R"(, "form": "young")"), 657.27, 0.005);
  EXPECT_NEAR(due(R"(, "form": "daly")"), 602.72, 0.005);
  EXPECT_NEAR(due(R"(, "form": "exact")"), 617.89, 0.005);
}

TEST(YoungDaly, LearnsFromStopsAndSavesBehindItsPrior) {
  const auto observed =
      schedule("young_daly", R"({"estimate": "observed", "prior_mtbf": "4 h", "form": "young"})");
  ScheduleView view;
  view.quiet_save = {Seconds{60}, Seconds{60}, Seconds{60}};
  EXPECT_EQ(observed->next(view).trained, young(Seconds{60}, hours(4))) << "the prior alone";
  view.elapsed = hours(8);
  view.stops = 5;
  view.saves = 3;
  view.mean_stall = Seconds{10};
  view.mean_latency = Seconds{40};
  EXPECT_EQ(observed->next(view).trained, young(Seconds{10}, hours(2))) << "(4 h + 8 h) / 6";
}

TEST(YoungDaly, LeavesTimeBetweenSavesThatCostNothing) {
  const auto observed = schedule("young_daly", R"({"estimate": "observed", "prior_mtbf": "4 h"})");
  ScheduleView view;
  view.saves = 1;
  EXPECT_EQ(observed->next(view).trained, Seconds{1});
  view.mean_latency = Seconds{90};
  EXPECT_EQ(observed->next(view).trained, Seconds{90});
}

TEST(YoungDaly, GivesTheMeanTimeWhereASaveCostsTwiceIt) {
  for (const std::string form : {"daly", "daly_higher"}) {
    const std::string json = R"({"mtbf": "100 s", "save_cost": "300 s", "form": ")" + form + "\"}";
    EXPECT_EQ(schedule("young_daly", json)->next({}).trained, Seconds{100}) << form;
  }
}

TEST(YoungDaly, NeedsValuesOrAnEstimateWithAPrior) {
  EXPECT_EQ(problems("young_daly", "{}"),
            "options: /: the interval needs mtbf and save_cost, found not both; give both, or "
            "\"estimate\": \"observed\" with \"prior_mtbf\"");
  EXPECT_EQ(problems("young_daly", R"({"mtbf": "4 h"})"),
            "options: /: the interval needs mtbf and save_cost, found not both; give both, or "
            "\"estimate\": \"observed\" with \"prior_mtbf\"");
  EXPECT_EQ(
      problems("young_daly", R"({"estimate": "observed"})"),
      "options: /: an observed estimate needs a prior, found none; add \"prior_mtbf\", such as "
      "\"prior_mtbf\": \"4 h\"");
  EXPECT_EQ(problems("young_daly", R"({"mtbf": "4 h", "save_cost": "9 s", "prior_mtbf": "1 h"})"),
            "options: /prior_mtbf: a prior without an estimate; add \"estimate\": \"observed\" or "
            "remove it");
  EXPECT_EQ(
      problems("young_daly", R"({"estimate": "observed", "mtbf": "4 h", "prior_mtbf": "1 h"})"),
      "options: /mtbf: a mean time is given and to be estimated; remove mtbf or estimate");
}

}  // namespace
}  // namespace spotgrid
