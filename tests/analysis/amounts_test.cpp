// Rounding of printed amounts.
// SPDX-License-Identifier: Apache-2.0
#include "analysis/amounts.hpp"

#include <limits>

#include <gtest/gtest.h>

namespace spotgrid::analysis {
namespace {

TEST(Amounts, FiguresHaveThreeSignificantDigits) {
  EXPECT_EQ(figure_text(0), "0");
  EXPECT_EQ(figure_text(15.2345), "15.2");
  EXPECT_EQ(figure_text(0.0381234), "0.0381");
  EXPECT_EQ(figure_text(152.5), "152");  // ties go to the even digit, as fmt rounds
  EXPECT_EQ(figure_text(1234.5), "1,230");
  EXPECT_EQ(figure_text(12345678), "12,300,000");
  EXPECT_EQ(figure_text(-1234.5), "-1,230");
  EXPECT_EQ(figure_text(std::numeric_limits<double>::infinity()), "unbounded");
}

TEST(Amounts, AFigureThatRoundsUpKeepsThreeDigits) {
  EXPECT_EQ(figure_text(9.996), "10.0");
  EXPECT_EQ(figure_text(99.96), "100");
  EXPECT_EQ(figure_text(999.6), "1,000");
}

TEST(Amounts, CountsKeepAllDigits) {
  EXPECT_EQ(count_text(0), "0");
  EXPECT_EQ(count_text(999), "999");
  EXPECT_EQ(count_text(262144), "262,144");
}

TEST(Amounts, SpansHaveTheUnitThatReadsBest) {
  EXPECT_EQ(span_text(Seconds{0.35}), "0.350 s");
  EXPECT_EQ(span_text(90s), "90.0 s");
  EXPECT_EQ(span_text(120s), "2.00 min");
  EXPECT_EQ(span_text(hours(4.306)), "4.31 h");
  EXPECT_EQ(span_text(hours(240)), "10.0 d");
}

TEST(Amounts, BytesHaveDecimalUnits) {
  EXPECT_EQ(bytes_text(4.021e9), "4.02 GB");
  EXPECT_EQ(bytes_text(1500), "1.50 kB");
}

TEST(Amounts, SmallSharesAreNotZero) {
  EXPECT_EQ(share_text(0.001, 1), "<1 %");
  EXPECT_EQ(share_text(0, 1), "0 %");
  EXPECT_EQ(share_text(1, 3), "33 %");
  EXPECT_EQ(share_text(1, 0), "");
}

TEST(Amounts, PartsHaveTheDecimalsOfTheirWhole) {
  const PartsColumn parts(15.2);
  EXPECT_EQ(parts.text(14.96), "15.0");
  EXPECT_EQ(parts.text(0.26), "0.3");
  EXPECT_EQ(parts.text(0.01), "<0.1");
  EXPECT_EQ(parts.text(0), "0.0");
  EXPECT_EQ(PartsColumn(12345).text(1234.4), "1,234");
}

}  // namespace
}  // namespace spotgrid::analysis
