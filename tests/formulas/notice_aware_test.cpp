// Announced losses: interval, efficiency against values, integration and draws, and budgets.
// SPDX-License-Identifier: Apache-2.0
#include "models/formulas/notice_aware.hpp"

#include <cmath>
#include <random>
#include <stdexcept>

#include <gtest/gtest.h>

namespace spotgrid::formulas {
namespace {

// C = 60, C_p = 40, D = 120, R = 60 s, one failure in 4 h.
NoticedSave example(double recall) {
  return {{Seconds{60}, Seconds{120}, Seconds{60}, hours(4)}, recall, Seconds{40}};
}

TEST(NoticeInterval, HasTheTabulatedValues) {
  const auto interval = [](double recall) {
    return notice_interval(Seconds{60}, hours(4), recall).count();
  };
  EXPECT_NEAR(interval(0), 1315, 0.5);
  EXPECT_NEAR(interval(0.5), 1859, 0.5);
  EXPECT_NEAR(interval(0.9), 4157, 0.5);
  EXPECT_NEAR(interval(0.95), 5879, 0.5);
  EXPECT_EQ(interval(1), INFINITY);
  EXPECT_THROW(interval(1.1), std::logic_error);
}

TEST(NoticeEfficiency, IsNearTheTabulatedSimulation) {
  // Those values are of a simulation whose rules at a failure are not all stated. First order
  // leaves out terms of (W / mu)^2 / 2 = 0.004 to 0.08; here an interval begins anew after a
  // restore.
  const auto both = [](double recall, double simulated, double first_order, double exact) {
    const NoticedSave save = example(recall);
    const Seconds work = notice_interval(save.costs.save, save.costs.mtbf, recall);
    EXPECT_NEAR(first_order_notice_efficiency(save), simulated, first_order) << recall;
    EXPECT_NEAR(notice_efficiency(work, save), simulated, exact) << recall;
  };
  both(0, 0.90009, 0.004, 0.0001);
  both(0.5, 0.92398, 0.0025, 0.0013);
  both(0.9, 0.95706, 0.001, 0.0023);
  both(0.95, 0.96504, 0.0006, 0.0025);
  EXPECT_NEAR(first_order_notice_efficiency(example(0)), 0.8962, 0.00005);
}

TEST(NoticeEfficiency, WithoutNoticesIsThatOfTheMeanSegment) {
  const NoticedSave save = example(0);
  EXPECT_NEAR(notice_efficiency(Seconds{1315}, save),
              Seconds{1315} / mean_segment(Seconds{1315}, save.costs), 1e-14);
}

// Useful share of the time, by drawing failures one by one, and its standard error by batches.
struct Drawn {
  double mean, error;
};
Drawn drawn_efficiency(double work, const NoticedSave& save, int batches, int intervals) {
  std::mt19937_64 random(11);
  const auto uniform = [&] { return (static_cast<double>(random() >> 11) + 0.5) * 0x1p-53; };
  const double mu = save.costs.mtbf.count(), c = save.costs.save.count();
  const double d = save.costs.downtime.count(), r = save.costs.restore.count();
  const auto life = [&] { return -mu * std::log(uniform()); };
  double sum = 0, squares = 0;
  for (int b = 0; b < batches; ++b) {
    double useful = 0, time = 0;
    for (int i = 0; i < intervals; ++i) {
      const double failure = life();
      if (failure >= work + c) {
        useful += work;
        time += work + c;
        continue;
      }
      if (uniform() < save.recall)
        useful += std::max(0.0, std::min(failure - save.proactive.count(), work));
      time += failure + d;
      for (double again = life(); again < r; again = life())
        time += again + d;
      time += r;
    }
    sum += useful / time;
    squares += useful / time * (useful / time);
  }
  const double mean = sum / batches;
  return {mean, std::sqrt((squares / batches - mean * mean) / batches)};
}

TEST(NoticeEfficiency, IsThatOfDrawnFailures) {
  for (const double recall : {0.5, 0.95}) {
    const NoticedSave save = example(recall);
    const Seconds work = notice_interval(save.costs.save, save.costs.mtbf, recall);
    const Drawn drawn = drawn_efficiency(work.count(), save, 400, 8000);
    EXPECT_LT(drawn.error, 1.5e-4);
    EXPECT_NEAR(notice_efficiency(work, save), drawn.mean, 3 * drawn.error) << recall;
  }
}

TEST(NoticeEfficiency, CountsALongLeadOnlyWhereThereWasWork) {
  // A lead beyond the whole interval: nothing is kept, as if unannounced.
  NoticedSave save = example(1);
  save.proactive = Seconds{5000};
  EXPECT_NEAR(notice_efficiency(Seconds{1315}, save), notice_efficiency(Seconds{1315}, example(0)),
              1e-15);
}

TEST(NoticeEfficiency, IsBestNearTheFormula) {
  const NoticedSave save = example(0.5);
  const Seconds best = notice_interval(save.costs.save, save.costs.mtbf, 0.5);
  for (const double factor : {0.7, 1.5})
    EXPECT_LT(notice_efficiency(best * factor, save), notice_efficiency(best, save));
  // Flat: where it is best it is better by less than 1e-3.
  for (double factor = 0.5; factor < 2; factor += 0.05)
    EXPECT_LT(notice_efficiency(best * factor, save), notice_efficiency(best, save) + 1e-3);
}

TEST(WorkOfLife, CountsIntervalsInIt) {
  const NoticedSave save{{Seconds{10}, Seconds{0}, Seconds{50}, hours(1)}, 1, Seconds{30}};
  EXPECT_EQ(work_of_life(Seconds{1080}, Seconds{90}, save), Seconds{900});
  EXPECT_EQ(work_of_life(Seconds{60}, Seconds{90}, save), Seconds{0});
  EXPECT_EQ(work_of_life_unannounced(Seconds{1080}, Seconds{90}, save.costs), Seconds{900});
  EXPECT_EQ(work_of_life_unannounced(Seconds{1049}, Seconds{90}, save.costs), Seconds{810});
  EXPECT_EQ(work_of_life_unannounced(Seconds{20}, Seconds{90}, save.costs), Seconds{0});
}

TEST(NoticeBudget, IsTheTableOfPaths) {
  const Bandwidth mib = bytes_per_second(1048576);
  const auto row = [](Bandwidth rate, double in_120, double half, double in_30, double half_30) {
    EXPECT_NEAR(notice_budget(rate, Seconds{120}).value() / 1e9, in_120, half);
    EXPECT_NEAR(notice_budget(rate, Seconds{30}).value() / 1e9, in_30, half_30);
  };
  row(100.0 * mib, 12.6, 0.05, 3.1, 0.05);
  row(125.0 * mib, 15.7, 0.05, 3.9, 0.05);
  row(500.0 * mib, 62.9, 0.05, 15.7, 0.05);
  row(gigabits_per_second(5), 75, 1e-9, 18.75, 1e-9);
  row(1000.0 * mib, 125.8, 0.05, 31.5, 0.05);
  row(gigabits_per_second(10), 150, 1e-9, 37.5, 1e-9);
  row(gigabits_per_second(25), 375, 1e-9, 93.75, 1e-9);
  row(gigabits_per_second(100), 1500, 1e-9, 375, 1e-9);
  EXPECT_NEAR(adam_parameters(notice_budget(gigabits_per_second(5), Seconds{120})), 6.25e9, 1);
  EXPECT_NEAR(adam_parameters(notice_budget(100.0 * mib, Seconds{120})), 1.05e9, 0.005e9);
}

TEST(NoticeSteps, FitUpToTheWholeWindow) {
  // 5 + 2 + 1 + 14 GB / 0.125 GB/s = 120 s.
  NoticeSteps steps{Seconds{5}, Seconds{2}, Seconds{1}, megabytes(14000), gigabits_per_second(1)};
  EXPECT_EQ(steps.total(), Seconds{120});
  EXPECT_TRUE(fits(steps, Seconds{120}));
  EXPECT_FALSE(fits(steps, Seconds{119.999}));
}

TEST(NoticeChoice, FinishesWhatFitsAndDoublesNothing) {
  using enum NoticeChoice;
  EXPECT_EQ(choose_at_notice(Seconds{30}, Seconds{30}, Seconds{5}), finish_running);
  EXPECT_EQ(choose_at_notice(Seconds{30}, Seconds{31}, Seconds{30}), start_new);
  EXPECT_EQ(choose_at_notice(Seconds{30}, std::nullopt, Seconds{30}), start_new);
  EXPECT_EQ(choose_at_notice(Seconds{30}, Seconds{31}, Seconds{31}), nothing);
  EXPECT_EQ(choose_at_notice(Seconds{30}, std::nullopt, Seconds{31}), nothing);
}

}  // namespace
}  // namespace spotgrid::formulas
