// Segments of work and save under memoryless losses, drawn by the simulator: mean and deviation.
// SPDX-License-Identifier: Apache-2.0
#include "models/formulas/segment.hpp"
#include "models/formulas/vaidya.hpp"
#include "tests/support/monte_carlo.hpp"

namespace spotgrid {
namespace {

using formulas::Moments;

constexpr int segments_a_run = 200;  // the time of a run grows faster than its losses

std::string seconds(double value) {
  return fmt::format("\"{} s\"", value);
}

// One node, whose life begins with its boot, so that `provision` is the failure-free downtime. Work
// for so many segments and their saves.
ARun saving(double work, const std::string& level) {
  ARun run;
  run.work(Seconds{work * segments_a_run}).state(Bytes::of(1));
  run.scheme("given_times", "{\"levels\": [" + level + "]}");
  run.schedule("fixed_interval", "{\"every\": " + seconds(work) + "}");
  return run;
}
void exponential(ARun& run, double mean) {
  run.reclaim("lifetime", R"({"law": "exponential", "mean": )" + seconds(mean) + "}");
}

struct Segment {
  const char* name;
  double work, save, down, restore, mtbf;  // s
  double mean, deviation;                  // tabulated
};

// Three standard errors are `share` of the mean.
void expect_segment(const Segment& s, double share = 0.005) {
  const SegmentCosts costs{Seconds{s.save}, Seconds{s.down}, Seconds{s.restore}, Seconds{s.mtbf}};
  const Moments closed = formulas::segment_time(Seconds{s.work}, costs);
  ASSERT_NEAR(closed.mean, s.mean, 0.0005);
  ASSERT_NEAR(std::sqrt(closed.variance), s.deviation, 0.0005);
  const auto drawn = monte_carlo::summed_up(
      monte_carlo::commits_of(monte_carlo::draws(s.mean, s.deviation, share), [&](auto) {
        ARun run = saving(s.work, "{\"stall\": " + seconds(s.save) +
                                      ", \"restore\": " + seconds(s.restore) + "}");
        exponential(run, s.mtbf);
        run.setup.market.provision = Law{Seconds{s.down}};
        return run;
      }));
  monte_carlo::expect_mean(fmt::format("segment, {}: mean", s.name), closed.mean, drawn);
  monte_carlo::expect(fmt::format("segment, {}: deviation", s.name), std::sqrt(closed.variance),
                      drawn.deviation, drawn.deviation_error, drawn.count, 0);
}

TEST(SegmentMonteCarlo, OfRareLosses) {
  expect_segment({"mu = 36000 s", 3600, 60, 30, 120, 36000, 3868.603, 754.683});
}
TEST(SegmentMonteCarlo, OfLossesEveryTwoSegments) {
  expect_segment({"mu = 7200 s", 3600, 60, 30, 120, 7200, 4870.508, 2099.357});
}
TEST(SegmentMonteCarlo, OfShortSegments) {
  expect_segment({"mu = 3000 s", 600, 10, 120, 60, 3000, 717.712, 264.838});
}
TEST(SegmentMonteCarlo, OfSegmentsLongerThanTheMeanLife) {
  expect_segment({"mu = 3600 s", 7200, 300, 0, 600, 3600, 29902.952, 24501.298}, 0.01);
}

// Saves and restores that nothing strikes: a node lives for its restore, for an exponential time of
// work, and for the saves that stand in between.
class WorkingLives final : public ReclaimSource {
 public:
  WorkingLives(double work, double save, double restore, double mtbf)
      : work_(work), save_(save), restore_(restore), mtbf_(mtbf) {}
  void attach(const PoolTruth& truth) override { random_ = truth.random; }
  std::optional<Seconds> lifetime(const HeldNode& node) const override {
    const double works = -mtbf_ * std::log1p(-random_->draw("working life", node.ordinal));
    return Seconds{restore_ + works + save_ * std::floor(works / work_)};
  }

 private:
  double work_, save_, restore_, mtbf_;
  const RandomSource* random_ = nullptr;
};

TEST(SegmentMonteCarlo, WhereNothingStrikesSavesAndRestores) {
  const double work = 600, save = 20, restore = 120, mtbf = 3600;
  const SegmentCosts costs{Seconds{save}, Seconds{0}, Seconds{restore}, Seconds{mtbf}};
  const double efficiency = formulas::renewal_efficiency(Seconds{work}, costs);
  ASSERT_NEAR(efficiency, 0.86373, 0.000005);
  // Time until an attempt lasts: its deviation says how many are needed.
  const Moments segment = formulas::until_one_lasts(Seconds{work}, Seconds{mtbf}, {restore, 0});
  const double deviation = std::sqrt(segment.variance);
  ASSERT_NEAR(work / (segment.mean + save), efficiency, 1e-12);
  const auto drawn = monte_carlo::summed_up(
      monte_carlo::commits_of(monte_carlo::draws(segment.mean + save, deviation, 0.005), [&](auto) {
        ARun run = saving(work, R"({"stall": "20 s", "restore": "120 s"})");
        run.setup.market.pools[0].reclaim = {
            {"working lives", std::make_shared<monte_carlo::Made<ReclaimSource>>([=] {
               return std::make_unique<WorkingLives>(work, save, restore, mtbf);
             })}};
        return run;
      }));
  monte_carlo::expect_mean("segment, failure-free save and restore: mean", work / efficiency,
                           drawn);
  const double simulated = work / drawn.mean;
  monte_carlo::expect("the same: useful share", efficiency, simulated,
                      simulated * drawn.mean_error / drawn.mean, drawn.count, 0.01);
}

// From commit to commit: the first attempt goes on from where training is, each later one begins
// with a restore, and does what was trained beside the save anew.
Moments overlapped_moments(double work, const formulas::OverlappedSave& save) {
  const Seconds first = Seconds{work} + save.overhead, mtbf = save.mtbf;
  const Seconds again = save.restore + (save.latency - save.overhead) + first;
  const Moments later = formulas::until_one_lasts(again, mtbf, {0, 0});
  const Moments lost = formulas::life_within(first, mtbf);
  const double whole = std::exp(-first / mtbf), failed = 1 - whole;
  const double after = lost.mean + later.mean;
  const double mean = whole * first.count() + failed * after;
  const double squares = whole * first.count() * first.count() +
                         failed * (lost.variance + later.variance + after * after);
  return {mean, squares - mean * mean};
}

void expect_overlapped(double work, double overhead, double latency, double restore, double mtbf,
                       double tabulated) {
  const formulas::OverlappedSave save{Seconds{overhead}, Seconds{latency}, Seconds{restore},
                                      Seconds{mtbf}};
  const double closed = formulas::overlapped_segment(Seconds{work}, save).count();
  ASSERT_NEAR(closed, tabulated, 0.0005);
  const Moments moments = overlapped_moments(work, save);
  ASSERT_NEAR(moments.mean, closed, 1e-8);
  const double deviation = std::sqrt(moments.variance);
  const auto drawn = monte_carlo::summed_up(
      monte_carlo::commits_of(monte_carlo::draws(closed, deviation, 0.005), [&](auto) {
        ARun run =
            saving(work, "{\"stall\": " + seconds(overhead) + ", \"latency\": " + seconds(latency) +
                             ", \"restore\": " + seconds(restore) + "}");
        exponential(run, mtbf);
        return run;
      }));
  const std::string name = fmt::format("Vaidya, W = {}, C = {}, L = {} s", work, overhead, latency);
  monte_carlo::expect_mean(name + ": mean", closed, drawn);
  monte_carlo::expect(name + ": deviation", deviation, drawn.deviation, drawn.deviation_error,
                      drawn.count, 0);
}

TEST(VaidyaMonteCarlo, OfAShortLatency) {
  expect_overlapped(600, 2, 60, 30, 3600, 671.476);
}
TEST(VaidyaMonteCarlo, OfALatencyOfHalfTheWork) {
  expect_overlapped(600, 2, 300, 30, 3600, 717.767);
}
TEST(VaidyaMonteCarlo, OfSavesThatStopTheWork) {
  expect_overlapped(300, 10, 10, 60, 1800, 349.762);
}

}  // namespace
}  // namespace spotgrid
