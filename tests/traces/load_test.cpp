// Loading: detection by content, merging, refusing what a run must not leave open.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "sim/base/sha256.hpp"
#include "tests/traces/reading.hpp"

namespace spotgrid::traces {
namespace {

std::string load_error(const std::vector<std::string>& paths, const ReadingOptions& options = {},
                       bool for_run = false) {
  try {
    load(paths, options, for_run);
  } catch (const InputError& error) {
    EXPECT_EQ(error.kind(), InputKind::data);
    return error.what();
  }
  return "";
}

TEST(Load, SeveralFilesAreReadAsOne) {
  const TemporaryFile first("a.csv", "time,price\n0,1\n20,1\n");
  const TemporaryFile second("b.csv", "time,price\n10,2\n0,1\n");
  const std::vector<std::string> paths{first.path(), second.path()};
  const Loaded loaded = load(paths, {}, true);
  EXPECT_EQ(loaded.trace.prices[0].points,
            (std::vector<Point<Price>>{{0, dollars_per_hour(1)},
                                       {10'000'000, dollars_per_hour(2)},
                                       {20'000'000, dollars_per_hour(1)}}));
  EXPECT_EQ(loaded.trace.records, 4);
  ASSERT_EQ(loaded.inputs.size(), 2U);
  EXPECT_EQ(loaded.inputs[1].path, second.path());
  EXPECT_EQ(loaded.inputs[1].sha256, sha256("time,price\n10,2\n0,1\n"));
}

TEST(Load, NameOfAFileSaysNothing) {
  const TemporaryFile file("trace.txt", R"({"metadata":{"gap_seconds":60},"data":[2,1]})");
  EXPECT_EQ(load(std::vector{file.path()}, {}, true).trace.format, "skypilot_json");
}

TEST(Load, FormatsAreNotMixed) {
  const TemporaryFile first("a.csv", "time,price\n0,1\n");
  const TemporaryFile second("b.csv", "0,add,n\n");
  EXPECT_EQ(load_error({first.path(), second.path()}),
            second.path() + ": is event_csv, while " + first.path() +
                " is price_csv; read files of one format at a time");
}

TEST(Load, UnknownContentListsTheFormats) {
  const TemporaryFile file("a.txt", "Dear diary,\n");
  EXPECT_EQ(load_error({file.path()}),
            file.path() +
                ": none of the trace formats fits the content; known are avail_csv, aws_cli, "
                "aws_jsonl, aws_text, count_csv, count_log, event_csv, native_capacity, "
                "native_events, price_csv, skypilot_json");
}

TEST(Load, ContentThatFitsTwoFormatsIsLeftToTheUser) {
  const TemporaryFile file("a.csv", "time,zone,price,count\n0,a,1,2\n60,a,1,3\n");
  EXPECT_EQ(load_error({file.path()}),
            file.path() + ": may be native_capacity or price_csv; say it with format");
}

TEST(Load, MisspeltFormatIsCorrected) {
  const TemporaryFile file("a.csv", "time,price\n0,1\n");
  ReadingOptions options;
  options.format = "price_cvs";
  EXPECT_EQ(load_error({file.path()}, options),
            "format: unknown trace format, found \"price_cvs\"; did you mean \"price_csv\"?");
}

TEST(Load, RunRefusesWhatATraceLeavesOpen) {
  const TemporaryFile file("a.json", R"({"metadata":{"gap_seconds":60},"data":[0,1]})");
  EXPECT_EQ(load_error({file.path()}), "");
  EXPECT_EQ(load_error({file.path()}, {}, true),
            file.path() +
                ": 0/1 data, where 1 may mean available or preempted; say which with polarity\n" +
                file.path() +
                ": 0/1 data do not say how many nodes a 1 stands for; say it with nodes");
  ReadingOptions options;
  options.polarity = Polarity::preempted;
  options.nodes = 8;
  EXPECT_EQ(load_error({file.path()}, options, true), "");
}

TEST(Load, NoFileIsAnError) {
  EXPECT_EQ(load_error({}), "traces: no file given; name at least one");
}

}  // namespace
}  // namespace spotgrid::traces
