// Schedules of the literature: what they want at known views, and which options they refuse.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "models/formulas/bounded_life.hpp"
#include "models/formulas/hazard_aware.hpp"
#include "models/formulas/young_daly.hpp"
#include "sim/domain/checkpointing.hpp"
#include "tests/support/plug_in.hpp"

namespace spotgrid {
namespace {

std::unique_ptr<CheckpointSchedule> schedule(std::string_view name, std::string_view json) {
  return plug_in(schedules::catalogue(), name, json);
}
std::string problems(std::string_view name, std::string_view json) {
  return problems_of(schedules::catalogue(), name, json);
}
ScheduleView with_saves(double stall, double latency, double durable) {
  ScheduleView view;
  view.quiet_save = {Seconds{stall}, Seconds{latency}, Seconds{durable}};
  return view;
}

TEST(VaidyaSchedule, TakesTheExactIntervalOfTheOverhead) {
  const auto given = schedule("vaidya", R"({"mtbf": "1 h", "overhead": "60 s"})");
  EXPECT_NEAR(given->next(with_saves(5, 5, 5)).trained.value().count(), 617.89, 0.005);
  const auto seen = schedule("vaidya", R"({"mtbf": "1 h"})");
  EXPECT_NEAR(seen->next(with_saves(60, 90, 90)).trained.value().count(), 617.89, 0.005);
}

TEST(VaidyaSchedule, LeavesTimeForTheLatency) {
  const auto given =
      schedule("vaidya", R"({"mtbf": "1 h", "overhead": "2 s", "latency": "302 s"})");
  EXPECT_EQ(given->next({}).trained, Seconds{300});
  ScheduleView view = with_saves(2, 50, 50);
  view.saves = 1;
  view.mean_stall = Seconds{3};
  view.mean_latency = Seconds{503};
  EXPECT_EQ(schedule("vaidya", R"({"mtbf": "1 h"})")->next(view).trained, Seconds{500});
}

TEST(VaidyaSchedule, LearnsTheMeanTimeFromItsPrior) {
  ScheduleView view = with_saves(60, 60, 60);
  view.elapsed = hours(8);
  view.stops = 5;
  EXPECT_EQ(schedule("vaidya", R"({"prior_mtbf": "4 h"})")->next(view).trained,
            exact_interval(Seconds{60}, hours(2)));
}

TEST(VaidyaSchedule, NeedsOneMeanTimeAndALatencyOfAtLeastTheOverhead) {
  EXPECT_EQ(problems("vaidya", "{}"),
            "options: /: one of mtbf and prior_mtbf is needed, found 0; add one, such as \"mtbf\": "
            "\"4 h\"");
  EXPECT_EQ(problems("vaidya", R"({"mtbf": "1 h", "prior_mtbf": "1 h"})"),
            "options: /: one of mtbf and prior_mtbf is needed, found 2; keep one of them");
  EXPECT_EQ(problems("vaidya", R"({"mtbf": "1 h", "overhead": "9 s", "latency": "8 s"})"),
            "options: /latency: a save is of use before training goes on; make it as long as the "
            "overhead, or leave it out");
}

// C1 = 2, C2 = 40 s, losses every 3600 and 36000 s: 14 segments, 1635 s (exact).
TEST(TwoLevelSchedule, SavesToTheLastTierAtTheEndOfAPattern) {
  const auto exact = schedule("two_level", R"({"first_mtbf": "1 h", "last_mtbf": "10 h"})");
  ScheduleView view = with_saves(42, 2, 42);
  view.tiers = 2;
  const NextSave first = exact->next(view);
  EXPECT_NEAR(14 * first.trained.value().count(), 1635, 2.5);
  EXPECT_EQ(first.depth, 1);
  const Seconds segment = *first.trained;
  view.ahead = {Seconds{0}, 12 * segment};
  EXPECT_EQ(exact->next(view).depth, 1);
  view.ahead = {Seconds{0}, 13 * segment};
  EXPECT_EQ(exact->next(view).depth, 2);
  view.ahead = {Seconds{0}, 20 * segment};  // a save was late
  EXPECT_EQ(exact->next(view).depth, 2);
  EXPECT_EQ(exact->tiers(), 2);
}

TEST(TwoLevelSchedule, RoundsTheRelaxedOptimum) {
  const auto relaxed = schedule(
      "two_level",
      R"({"form": "relaxed", "first_mtbf": "1 h", "last_mtbf": "10 h", "first_cost": "2 s", "last_cost": "40 s"})");
  ScheduleView view;
  view.tiers = 2;
  // W = sqrt(2 (14 2 + 40) / (1/3600/14 + 1/36000)), in 14 segments.
  const double pattern = std::sqrt(2 * 68 / (1.0 / 50400 + 1.0 / 36000));
  EXPECT_NEAR(relaxed->next(view).trained.value().count(), pattern / 14, 1e-9);
}

TEST(TwoLevelSchedule, SavesToTheLastTierAloneWhereTheFirstIsOfNoUse) {
  const auto relaxed = schedule(
      "two_level",
      R"({"form": "relaxed", "first_mtbf": "1000 h", "last_mtbf": "1 h", "first_cost": "30 s", "last_cost": "30 s"})");
  ScheduleView view;
  view.tiers = 2;
  EXPECT_EQ(relaxed->next(view).depth, 2);
}

// Saves that stop nothing for their last tier go there each time.
TEST(TwoLevelSchedule, GoesToBothTiersWhereTheLastOneCostsNothing) {
  const auto exact = schedule("two_level", R"({"first_mtbf": "1 h", "last_mtbf": "10 h"})");
  ScheduleView view = with_saves(2, 30, 90);
  view.tiers = 2;
  const NextSave due = exact->next(view);
  EXPECT_EQ(due.depth, 2);
  const Seconds both{1 / (1.0 / 3600 + 1.0 / 36000)};
  EXPECT_NEAR(*due.trained / exact_interval(Seconds{2}, both), 1, 1e-4);
}

TEST(PerTier, IsDueAtTheSoonestPeriod) {
  const auto tiers = schedule("per_tier", R"({"every": ["3 min", "5 min", "11 min"]})");
  EXPECT_EQ(tiers->tiers(), 3);
  ScheduleView view;
  EXPECT_EQ(tiers->next(view).trained, Seconds{180});
  EXPECT_EQ(tiers->next(view).depth, 1);
  view.ahead = {Seconds{0}, Seconds{180}, Seconds{180}};  // after the first save
  EXPECT_EQ(tiers->next(view).trained, Seconds{120});
  EXPECT_EQ(tiers->next(view).depth, 2);
  view.ahead = {Seconds{0}, Seconds{0}, Seconds{480}};
  EXPECT_EQ(tiers->next(view).trained, Seconds{180});
  EXPECT_EQ(tiers->next(view).depth, 3);
  view.ahead = {Seconds{0}, Seconds{400}, Seconds{400}};  // overdue, as after a torn save
  EXPECT_EQ(tiers->next(view).trained, Seconds{0});
  EXPECT_EQ(tiers->next(view).depth, 2);
}

TEST(PerTier, TakesPeriodsThatAscend) {
  EXPECT_EQ(problems("per_tier", R"({"every": []})"),
            "options: /every: periods of no tier; add one for each, such as \"3 min\"");
  EXPECT_EQ(problems("per_tier", R"({"every": ["5 min", "3 min"]})"),
            "options: /every: a tier is saved to more often than the one before it; let periods "
            "ascend: a save to a tier is one to all before it");
}

TEST(NoticeAware, LeavesAnnouncedLossesToTheirNotices) {
  const auto at = [](const std::string& recall) {
    return schedule("notice_aware",
                    R"({"mtbf": "4 h", "save_cost": "60 s", "recall": )" + recall + "}")
        ->next({})
        .trained;
  };
  EXPECT_NEAR(at("0").value().count(), 1315, 0.5);
  EXPECT_NEAR(at("0.5").value().count(), 1859, 0.5);
  EXPECT_NEAR(at("0.95").value().count(), 5879, 0.5);
  EXPECT_FALSE(at("1"));
}

TEST(NoticeAware, LearnsTheRecallFromLossesThatASaveFittedBefore) {
  const auto learning =
      schedule("notice_aware", R"({"mtbf": "4 h", "save_cost": "60 s", "prior_recall": 0})");
  ScheduleView view = with_saves(60, 60, 60);
  EXPECT_NEAR(learning->next(view).trained.value().count(), 1315, 0.5);
  view.elapsed = Seconds{1000};
  EXPECT_TRUE(learning->on_notice(view, Seconds{120}));
  view.elapsed = Seconds{1003};
  view.under_way = Seconds{3};
  EXPECT_FALSE(learning->on_notice(view, Seconds{117})) << "the save under way is finished";
  view.elapsed = Seconds{5000};
  view.under_way.reset();
  EXPECT_FALSE(learning->on_notice(view, Seconds{30})) << "it does not fit";
  view.stops = 2;
  // One of two stops, and a prior of none that weighs one.
  EXPECT_EQ(learning->next(view).trained, young(Seconds{60}, hours(4) / (1 - 1.0 / 3)));
}

TEST(NoticeAware, NeedsOneRecall) {
  EXPECT_EQ(problems("notice_aware", R"({"mtbf": "1 h"})"),
            "options: /: one of recall and prior_recall is needed, found 0; add one, such as "
            "\"recall\": 0.9");
  EXPECT_EQ(problems("notice_aware", R"({"mtbf": "1 h", "recall": 1, "prior_recall": 1})"),
            "options: /: one of recall and prior_recall is needed, found 2; keep one of them");
}

TEST(OnNotice, WaitsForTheEndOfTheIteration) {
  const auto careful = schedule("on_notice", "{}");
  ScheduleView view = with_saves(30, 30, 30);
  view.until_cut = Seconds{10};
  EXPECT_TRUE(careful->on_notice(view, Seconds{40.5}));
  EXPECT_FALSE(careful->on_notice(view, Seconds{40}));
}

TEST(OnNotice, FinishesWhatIsUnderWayOrStartsAnewWhereThereIsRoom) {
  const auto careful = schedule("on_notice", "{}");
  ScheduleView view = with_saves(10, 30, 30);
  view.under_way = Seconds{20};
  EXPECT_FALSE(careful->on_notice(view, Seconds{40})) << "10 s are left of the running one";
  view.until_cut = Seconds{0};
  view.under_way = Seconds{-20};  // the running one waits for others: 50 s are left of it
  EXPECT_TRUE(careful->on_notice(view, Seconds{40})) << "a new one overtakes it";
  view.has_room = false;
  EXPECT_FALSE(careful->on_notice(view, Seconds{40})) << "a new one would begin behind it";
  EXPECT_FALSE(schedule("on_notice", R"({"only_if_fits": false})")->on_notice(view, Seconds{1}));
}

const formulas::BathtubLife bathtub;

TEST(HazardAware, FollowsThePlanOfOneNode) {
  const auto by_age = schedule("hazard_aware", R"({"save_cost": "60 s"})");
  const formulas::HazardPlan plan([](Seconds age) { return std::max(0.0, bathtub.survival(age)); },
                                  Seconds{60}, bathtub.end());
  for (const double age : {0.0, 1.0, 3.0, 12.0, 23.0}) {
    ScheduleView view;
    view.ages = {hours(age)};
    EXPECT_NEAR(by_age->next(view).trained.value().count(), plan.next(hours(age)).value().count(),
                1e-3)
        << age;
  }
}

TEST(HazardAware, TakesTheJointLivesOfAGang) {
  const auto by_age = schedule("hazard_aware", R"({"save_cost": "60 s"})");
  ScheduleView view;
  view.ages = {hours(3), hours(2), hours(2)};
  const formulas::HazardPlan plan(
      [](Seconds age) {
        const double young = std::max(0.0, bathtub.survival(age));
        return young * young * std::max(0.0, bathtub.survival(age + hours(1)));
      },
      Seconds{60}, bathtub.end() - hours(1));
  EXPECT_NEAR(by_age->next(view).trained.value().count(), plan.next(hours(2)).value().count(),
              1e-6);
  view.ages = {hours(2)};
  EXPECT_GT(by_age->next(view).trained.value(), plan.next(hours(2)).value())
      << "one node alone has less to fear";
}

TEST(HazardAware, CountsTheAgeOfTheJobFromItsLastStop) {
  const auto by_job = schedule("hazard_aware", R"({"age": "job", "save_cost": "60 s"})");
  const auto by_node = schedule("hazard_aware", R"({"save_cost": "60 s"})");
  ScheduleView view, node;
  view.ages = {hours(20)};
  view.elapsed = hours(10);
  view.stops = 1;
  node.ages = {hours(0)};
  EXPECT_EQ(by_job->next(view).trained, by_node->next(node).trained);
  view.elapsed = hours(13);
  node.ages = {hours(3)};
  EXPECT_EQ(by_job->next(view).trained, by_node->next(node).trained);
}

TEST(HazardAware, SavesOnByTheLateHazardBeyondTheEndOfTheLaw) {
  const auto by_age = schedule("hazard_aware", R"({"save_cost": "60 s"})");
  ScheduleView view;
  view.ages = {hours(30)};
  EXPECT_EQ(by_age->next(view).trained, young(Seconds{60}, hours(0.8)));
}

ScheduleView iterating(double iteration) {
  ScheduleView view = with_saves(2, 12, 12);
  view.iteration = Seconds{iteration};
  return view;
}

TEST(CheckFreqRule, SavesAsOftenAsThePersistAllows) {
  EXPECT_EQ(schedule("checkfreq_rule", "{}")->next(iterating(3)).steps, 4) << "10 s in 3 s each";
  EXPECT_EQ(schedule("checkfreq_rule", "{}")->next(iterating(20)).steps, 1);
  EXPECT_EQ(schedule("checkfreq_rule", R"({"persist": "32 s"})")->next(iterating(3)).steps, 10);
  EXPECT_EQ(schedule("checkfreq_rule", "{}")->next(iterating(0)).trained, Seconds{10});
}

// Four iterations of 3 s took 12.6 s: 5 %.
TEST(CheckFreqRule, SavesRarerByTwoWhileTheOverheadExceedsTheCap) {
  const auto after = [](std::string_view options, double elapsed, std::int64_t stops) {
    const auto rule = schedule("checkfreq_rule", options);
    ScheduleView view = iterating(3);
    rule->next(view);
    view.iterations = 4;
    view.elapsed = Seconds{elapsed};
    view.saves = 1;
    view.stops = stops;
    return rule->next(view).steps.value();
  };
  EXPECT_EQ(after("{}", 12.6, 0), 6);
  EXPECT_EQ(after("{}", 12.4, 0), 4) << "3.3 %";
  EXPECT_EQ(after(R"({"cap": 0.051})", 12.6, 0), 4);
  EXPECT_EQ(after("{}", 500, 1), 4) << "a stop is no overhead of saves";
}

TEST(CheckFreqRule, MeasuresFromCutToCut) {
  const auto rule = schedule("checkfreq_rule", "{}");
  ScheduleView view = iterating(3);
  rule->next(view);
  view.saves = 1;
  view.iterations = 4;
  view.elapsed = Seconds{12};
  EXPECT_EQ(rule->next(view).steps, 4);
  view.steps = 1;  // asked again at the end of a stall
  view.iterations = 5;
  view.elapsed = Seconds{17};
  EXPECT_EQ(rule->next(view).steps, 4);
  view.steps = 0;
  view.iterations = 8;
  view.elapsed = Seconds{26};  // 14 s for four
  EXPECT_EQ(rule->next(view).steps, 6);
}

TEST(PcCheckFloor, CountsTheIterationsThatSavesUnderWayNeed) {
  // 12 s / (2 x 1.05 x 0.5 s) = 11.4.
  EXPECT_EQ(schedule("pccheck_floor", "{}")->next(iterating(0.5)).steps, 12);
  EXPECT_EQ(schedule("pccheck_floor", R"({"in_flight": 4, "slowdown": 1, "persist": "8 s"})")
                ->next(iterating(0.5))
                .steps,
            4);
  EXPECT_NEAR(schedule("pccheck_floor", "{}")->next(iterating(0)).trained.value().count(), 12 / 2.1,
              1e-12);
}

}  // namespace
}  // namespace spotgrid
