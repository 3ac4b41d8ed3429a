// Deadline policies against six patterns of availability whose course was worked out in fractions.
// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/provisioning/hand_driver.hpp"

namespace spotgrid {
namespace {

// Spells of `on` hours at the start of every `period` hours, up to hour 40.
std::vector<std::pair<Seconds, Seconds>> every(double period, double on) {
  std::vector<std::pair<Seconds, Seconds>> spells;
  for (int i = 0; i * period < 40; ++i)
    spells.emplace_back(hours(i * period), hours(i * period + on));
  return spells;
}

std::vector<std::pair<Seconds, Seconds>> pattern(const std::string& name) {
  if (name == "always")
    return {{hours(0), hours(100)}};
  if (name == "first3")
    return {{hours(0), hours(3)}};
  if (name == "after5")
    return {{hours(5), hours(100)}};
  if (name == "per1")
    return every(2, 1);
  if (name == "blip")
    return every(1, 0.2);
  return {};
}

struct Course {
  std::string policy, availability;
  double spot, on_demand, finish, cost;  // h, h, h, $
};
std::ostream& operator<<(std::ostream& out, const Course& course) {
  return out << course.policy << " " << course.availability;
}

class HandScenarios : public testing::TestWithParam<Course> {};

TEST_P(HandScenarios, CostAndFinishAreThoseWorkedOutByHand) {
  const Course& course = GetParam();
  const auto tested = policy(course.policy);
  const HandResult result = HandDriver(*tested, {pattern(course.availability)}).run();
  EXPECT_NEAR(result.spot / hours(1), course.spot, 1e-8);
  EXPECT_NEAR(result.on_demand / hours(1), course.on_demand, 1e-8);
  EXPECT_NEAR(result.finish.since_start() / hours(1), course.finish, 1e-9 * course.finish);
  EXPECT_NEAR(result.cost, course.cost, 1e-9 * course.cost);
  EXPECT_LT(result.plans, 200) << "asked far more often than anything happens";
}

std::string name_of(const testing::TestParamInfo<Course>& info) {
  return info.param.policy + "_" + info.param.availability;
}

INSTANTIATE_TEST_SUITE_P(OnDemandOnly, HandScenarios,
                         testing::Values(Course{"on_demand_only", "never", 0, 10.1, 10.1, 30.3},
                                         Course{"on_demand_only", "always", 0, 10.1, 10.1, 30.3},
                                         Course{"on_demand_only", "per1", 0, 10.1, 10.1, 30.3}),
                         name_of);

INSTANTIATE_TEST_SUITE_P(SpotOnly, HandScenarios,
                         testing::Values(Course{"spot_only", "always", 10.1, 0, 10.1, 10.1},
                                         Course{"spot_only", "after5", 10.1, 0, 15.1, 10.1},
                                         Course{"cheapest_spot", "per1", 11.2, 0, 22.2, 11.2}),
                         name_of);

INSTANTIATE_TEST_SUITE_P(Greedy, HandScenarios,
                         testing::Values(Course{"greedy", "never", 0, 10.1, 14.9, 30.3},
                                         Course{"greedy", "always", 10.1, 0, 10.1, 10.1},
                                         Course{"greedy", "first3", 3, 7.2, 14.9, 24.6},
                                         Course{"greedy", "after5", 0, 10.1, 14.9, 30.3},
                                         Course{"greedy", "per1", 5, 5.6, 14.9, 21.8},
                                         Course{"greedy", "blip", 1.2, 9.5, 14.9, 29.7}),
                         name_of);

// The fractions of `blip` are 209351/81920, 855609/81920, 487515/32768 and 1388089/40960.
INSTANTIATE_TEST_SUITE_P(
    UniformProgress, HandScenarios,
    testing::Values(Course{"uniform_progress", "never", 0, 10.1, 10.1, 30.3},
                    Course{"uniform_progress", "always", 10.1, 0, 10.1, 10.1},
                    Course{"uniform_progress", "first3", 3, 7.2, 11.55, 24.6},
                    Course{"uniform_progress", "after5", 5.2, 5, 10.2, 20.2},
                    Course{"uniform_progress", "per1", 6.6, 4.9, 18801.0 / 1280, 21.3},
                    Course{"uniform_progress", "blip", 209351.0 / 81920, 855609.0 / 81920,
                           487515.0 / 32768, 1388089.0 / 40960}),
    name_of);

TEST(HandScenarios, UniformProgressTakesEveryStepOfTheHourlyPattern) {
  const auto tested = policy("uniform_progress");
  const HandResult result = HandDriver(*tested, {pattern("per1")}).run();
  const std::vector<std::pair<std::string, double>> expected = {
      {"spot", 0},           {"lost", 1},           {"on_demand", 1.35},
      {"spot", 2.05},        {"lost", 3},           {"on_demand", 3.525},
      {"spot", 4.225},       {"lost", 5},           {"on_demand", 5.4375},
      {"spot", 6.1375},      {"lost", 7},           {"on_demand", 7.48125},
      {"spot", 8.18125},     {"lost", 9},           {"on_demand", 9.459375},
      {"spot", 10.159375},   {"lost", 11},          {"on_demand", 11.4703125},
      {"spot", 12.1703125},  {"lost", 13},          {"on_demand", 13.46484375},
      {"spot", 14.16484375}, {"done", 14.68828125},
  };
  ASSERT_EQ(result.log.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_EQ(result.log[i].what, expected[i].first) << i;
    EXPECT_NEAR(result.log[i].at.since_start() / hours(1), expected[i].second, 1e-9) << i;
  }
}

// All spells of 10 to 90 % of 40 periods up to 7 h; saves of `save`, every half hour.
void expect_no_miss(const std::string& name, Seconds save, int most_plans) {
  for (int period = 1; period <= 40; ++period) {
    for (int on = 1; on <= 9; ++on) {
      const auto tested = policy(name);
      HandScenario scenario{every(period * 0.17, period * 0.017 * on)};
      scenario.save = save;
      scenario.between_saves = hours(0.5);
      const HandResult result = HandDriver(*tested, scenario).run();
      ASSERT_LE(result.finish, Instant::at(hours(15)))
          << name << " " << save.count() << " " << period << " " << on;
      ASSERT_GT(result.finish, Instant::at(hours(10)))
          << name << " " << save.count() << " " << period << " " << on;
      ASSERT_LT(result.plans, most_plans)
          << name << " " << save.count() << " " << period << " " << on;
    }
  }
}

TEST(HandScenarios, NoPatternMissesTheDeadlineWithContinuousCommits) {
  expect_no_miss("greedy", Seconds{0}, 1500);
  expect_no_miss("uniform_progress", Seconds{0}, 1500);
}

TEST(HandScenarios, NoPatternMissesTheDeadlineWithSaves) {
  for (const double save : {1.0, 60.0, 600.0}) {
    expect_no_miss("greedy", Seconds{save}, 1500);
    expect_no_miss("uniform_progress", Seconds{save}, 1500);
  }
}

}  // namespace
}  // namespace spotgrid
