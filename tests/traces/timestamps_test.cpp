// Calendar instants are read in all the ways trace files write them, and nothing else is.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "traces/timestamp.hpp"

namespace spotgrid::traces {
namespace {

constexpr TraceTime second = 1'000'000;
// date -u -d 2024-03-02T05:04:51Z +%s
constexpr TraceTime known = 1'709'355'891 * second;

TEST(Timestamps, AllFormsOfOneInstantAgree) {
  for (const char* text :
       {"2024-03-02T05:04:51Z", "2024-03-02T05:04:51.000Z", "2024-03-02T05:04:51+00:00",
        "2024-03-02 05:04:51+00:00", "2024-03-01T22:04:51-07:00", "2024-03-02T07:04:51+0200",
        "2024-03-02T07:04:51+02", "2024-03-02 05:04:51", "3/2/2024 5:04:51",
        "2024-03-02 05:04:51 +0000"}) {
    const auto stamp = parse_timestamp(text);
    ASSERT_TRUE(stamp) << text;
    EXPECT_EQ(stamp->at, known) << text;
  }
}

TEST(Timestamps, OffsetWithoutColonIsRead) {
  const auto stamp = parse_timestamp("2010-02-09T10:42:08+0200");
  ASSERT_TRUE(stamp);
  EXPECT_EQ(timestamp_text(stamp->at), "2010-02-09T08:42:08Z");
}

TEST(Timestamps, ZoneIsToldFromItsAbsence) {
  EXPECT_TRUE(parse_timestamp("2024-03-02T05:04:51Z")->had_zone);
  EXPECT_TRUE(parse_timestamp("2024-03-02T05:04:51-0700")->had_zone);
  EXPECT_FALSE(parse_timestamp("2024-03-02T05:04:51")->had_zone);
  EXPECT_FALSE(parse_timestamp("2024-03-02")->had_zone);
}

TEST(Timestamps, MicrosecondsAreKeptAndFinerDigitsRounded) {
  EXPECT_EQ(parse_timestamp("2024-03-02T05:04:51.002281Z")->at, known + 2281);
  EXPECT_EQ(parse_timestamp("2024-03-02T05:04:51.5Z")->at, known + 500'000);
  EXPECT_EQ(parse_timestamp("2024-03-02T05:04:51.1234567Z")->at, known + 123'457);
  EXPECT_EQ(parse_timestamp("2024-03-02T05:04:51.9999999Z")->at, known + second);
}

TEST(Timestamps, DatesAndMinutesAloneAreRead) {
  EXPECT_EQ(timestamp_text(parse_timestamp("2023-03-01")->at), "2023-03-01T00:00:00Z");
  EXPECT_EQ(timestamp_text(parse_timestamp("6/21/2005 10:54")->at), "2005-06-21T10:54:00Z");
}

TEST(Timestamps, LeapDayExistsInLeapYearsOnly) {
  EXPECT_TRUE(parse_timestamp("2024-02-29T00:00:00Z"));
  EXPECT_FALSE(parse_timestamp("2023-02-29T00:00:00Z"));
}

TEST(Timestamps, ImpossibleAndUnfinishedOnesAreRefused) {
  for (const char* text : {"",
                           "2024",
                           "2024-3-2",
                           "2024-02-30T00:00:00Z",
                           "2024-13-01",
                           "2024-00-10",
                           "2024-01-00",
                           "2024-03-02T24:00:00Z",
                           "2024-03-02T05:60:00Z",
                           "2024-03-02T05:04:60Z",
                           "2024-03-02T05",
                           "2024-03-02T05:04:51.Z",
                           "2024-03-02T05:04:51+1",
                           "2024-03-02T05:04:51+15",
                           "2024-03-02T05:04:51+02:60",
                           "2024-03-02T05:04:51ZZ",
                           "2024-03-02T05:04:51 x",
                           "2024-03-02X05:04:51",
                           "2/30/2024",
                           "13/1/2024",
                           "1/2/24",
                           "0001-01-01",
                           "9999-01-01",
                           " 2024-03-02"})
    EXPECT_FALSE(parse_timestamp(text)) << text;
}

TEST(Timestamps, TextReadsBack) {
  for (const TraceTime at :
       {TraceTime{0}, TraceTime{-1}, known, known + 1, known - 86'400 * second}) {
    const auto stamp = parse_timestamp(timestamp_text(at));
    ASSERT_TRUE(stamp) << timestamp_text(at);
    EXPECT_EQ(stamp->at, at);
  }
  EXPECT_EQ(timestamp_text(known), "2024-03-02T05:04:51Z");
  EXPECT_EQ(timestamp_text(-1), "1969-12-31T23:59:59.999999Z");
}

}  // namespace
}  // namespace spotgrid::traces
