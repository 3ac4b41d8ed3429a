// Whether a ranking survives, on figures made by hand.
// SPDX-License-Identifier: Apache-2.0
#include "commands/reproduce/replayed_ranking.hpp"

#include <algorithm>

#include <gtest/gtest.h>

namespace spotgrid::commands::reproduction {
namespace {

// At 20 starts each policy costs so much, a cent more or less in turns, and is in time at so many.
struct Made {
  std::string_view policy;
  double cost_usd;
  int in_time;
};
Replayed made(const std::vector<Made>& policies) {
  Replayed all;
  all.which = replayed_cases().front();  // loss 0.8 in 2600 s
  all.start_up_s = 100;
  for (const Made& one : policies) {
    PolicyRuns& own = all.policies.emplace_back(PolicyRuns{one.policy, {}});
    for (int i = 0; i < 20; ++i) {
      const bool late = i >= one.in_time;
      own.runs.push_back({0, late ? 2701.0 : 2700.0, one.cost_usd + (i % 2 == 0 ? 0.01 : -0.01),
                          Outcome::finished_late, 2, 1, 1});
    }
  }
  return all;
}
const std::vector<Made> as_published = {{"spotdnn", 5, 20},          {"srifty_plus", 4.5, 19},
                                        {"cm_dare_plus", 4, 10},     {"on_demand_plan", 8, 20},
                                        {"homogeneous_fast", 6, 20}, {"homogeneous_slow", 3, 0},
                                        {"optimus", 1, 20}};

Ranking ranking(std::vector<Made> policies, const Made& other) {
  for (Made& one : policies) {
    if (one.policy == other.policy)
      one = other;
  }
  return ranking_of(figures_of(made(policies)));
}

TEST(ReplayedRanking, FiguresAreSumsOverStarts) {
  const std::vector<PolicyFigures> all = figures_of(made(as_published));
  const PolicyFigures& dare = all[2];
  EXPECT_EQ(dare.in_time, 10);
  EXPECT_EQ(dare.from_request, 0);
  EXPECT_EQ(dare.finished, 20);
  EXPECT_DOUBLE_EQ(dare.finish_s, 2700.5);
  EXPECT_NEAR(dare.cost_usd.mean, 4, 1e-12);
  EXPECT_GT(dare.cost_usd.high, 4);
  EXPECT_NEAR(dare.more_usd.mean, -1, 1e-12);
  EXPECT_NEAR(dare.more_usd.high, -1, 1e-12) << "paired: what both share is no spread";
  EXPECT_NEAR(dare.cost_of_one_in_time().value(), 8, 1e-12);
  EXPECT_FALSE(all[5].cost_of_one_in_time());
  EXPECT_EQ(dare.lost, 40);
  EXPECT_EQ(dare.loss_events, 20);
  EXPECT_EQ(dare.asked_again, 20);
  EXPECT_EQ(dare.printed.value().cost_usd, 5.16);
  EXPECT_FALSE(dare.printed->in_time);
  EXPECT_FALSE(all[6].printed) << "Optimus is no part of the paper";
}

TEST(ReplayedRanking, EveryObjectiveWasPublished) {
  for (const ReplayedCase& one : replayed_cases()) {
    for (const std::string_view policy : replayed_policies)
      EXPECT_EQ(printed_result(policy, one).has_value(), policy != "optimus") << policy << one.loss;
  }
}

TEST(ReplayedRanking, SurvivesWhereAllIsAsPublished) {
  const Ranking all = ranking_of(figures_of(made(as_published)));
  EXPECT_EQ(all.survives, Ranking::Survives::yes);
  EXPECT_EQ(
      all.text,
      "yes, because the same policies are in time and the same are late, and srifty_plus costs "
      "10 % less than spotdnn (published: 7 % less); on_demand_plan costs 60 % more than spotdnn "
      "(published: 233 % more); homogeneous_fast costs 20 % more than spotdnn (published: "
      "more, of other jobs)");
}

TEST(ReplayedRanking, DoesNotSurviveOneWhoIsLateWhereHeWasInTime) {
  const Ranking all = ranking(as_published, {"spotdnn", 5, 18});
  EXPECT_EQ(all.survives, Ranking::Survives::no);
  EXPECT_EQ(all.text, "no, because spotdnn is in time at 18 of 20 starts (published: in time)");
}

TEST(ReplayedRanking, DoesNotSurviveOneWhoIsInTimeWhereHeWasLate) {
  EXPECT_EQ(ranking(as_published, {"cm_dare_plus", 9, 19}).text,
            "no, because cm_dare_plus is in time at 19 of 20 starts (published: late)");
}

TEST(ReplayedRanking, DoesNotSurviveOneWhoIsCheaperWhereHeWasDearer) {
  EXPECT_EQ(ranking(as_published, {"on_demand_plan", 4, 20}).text,
            "no, because on_demand_plan costs 20 % less than spotdnn (published: 233 % more)");
  EXPECT_EQ(ranking(as_published, {"srifty_plus", 5.1, 20}).text,
            "no, because srifty_plus costs 2 % more than spotdnn (published: 7 % less)");
}

TEST(ReplayedRanking, IsOpenWhereOnlyChanceTells) {
  Replayed all = made(as_published);
  for (std::size_t i = 0; i < 20; ++i)  // 0.05 more on average, 2 apart
    all.policies[4].runs[i].cost_usd = 5.05 + (i < 10 ? 1 : -1);
  const Ranking told = ranking_of(figures_of(all));
  EXPECT_EQ(told.survives, Ranking::Survives::open);
  EXPECT_EQ(told.text,
            "open, because by its interval this may be chance: homogeneous_fast costs 1 % more "
            "than spotdnn (published: more, of other jobs)");
}

}  // namespace
}  // namespace spotgrid::commands::reproduction
