// Vaidya's segment with overhead and latency: tabulated values, its optimum, its limits.
// SPDX-License-Identifier: Apache-2.0
#include "models/formulas/vaidya.hpp"

#include <cmath>
#include <stdexcept>

#include <gtest/gtest.h>

namespace spotgrid::formulas {
namespace {

OverlappedSave save(double overhead, double latency, double restore, double mtbf) {
  return {Seconds{overhead}, Seconds{latency}, Seconds{restore}, Seconds{mtbf}};
}

TEST(OverlappedSegment, HasTheTabulatedValues) {
  EXPECT_NEAR(overlapped_segment(Seconds{600}, save(2, 60, 30, 3600)).count(), 671.476, 0.0005);
  EXPECT_NEAR(overlapped_segment(Seconds{600}, save(2, 300, 30, 3600)).count(), 717.767, 0.0005);
  EXPECT_NEAR(overlapped_segment(Seconds{300}, save(10, 10, 60, 1800)).count(), 349.762, 0.0005);
  EXPECT_NEAR(overhead_ratio(Seconds{600}, save(2, 60, 30, 3600)), 0.11913, 0.000005);
  EXPECT_NEAR(overhead_ratio(Seconds{600}, save(2, 300, 30, 3600)), 0.19628, 0.000005);
  EXPECT_NEAR(overhead_ratio(Seconds{300}, save(10, 10, 60, 1800)), 0.16587, 0.000005);
}

TEST(OverlappedSegment, IsTheBlockingOneWhereLatencyIsOverhead) {
  const SegmentCosts costs{Seconds{10}, Seconds{0}, Seconds{60}, Seconds{1800}};
  EXPECT_DOUBLE_EQ(overlapped_segment(Seconds{300}, save(10, 10, 60, 1800)).count(),
                   mean_segment(Seconds{300}, costs).count());
}

TEST(OverlappedSegment, IsRefusedWhereSavesWouldOverlap) {
  EXPECT_THROW(overlapped_segment(Seconds{50}, save(2, 60, 30, 3600)), std::logic_error);
  EXPECT_THROW(overlapped_segment(Seconds{50}, save(20, 10, 30, 3600)), std::logic_error);
}

TEST(VaidyaInterval, SolvesItsEquation) {
  for (const double overhead : {0.5, 2.0, 60.0, 600.0}) {
    const double w = vaidya_interval(save(overhead, overhead, 30, 3600)).count();
    EXPECT_NEAR(std::exp((w + overhead) / 3600) * (1 - w / 3600), 1, 1e-13) << overhead;
  }
}

TEST(VaidyaInterval, IsTheLeastWithoutOverlapWhereThatIsLonger) {
  const OverlappedSave slow = save(2, 302, 30, 3600);  // the optimum alone is about 119 s
  EXPECT_EQ(vaidya_interval(slow), Seconds{300});
  EXPECT_LT(overhead_ratio(Seconds{300}, slow), overhead_ratio(Seconds{301}, slow));
}

}  // namespace
}  // namespace spotgrid::formulas
