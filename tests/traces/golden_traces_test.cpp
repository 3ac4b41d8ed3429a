// Public traces are read to the numbers their authors and independent counts give.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tests/support/test_data.hpp"
#include "tests/traces/reading.hpp"
#include "traces/csv.hpp"
#include "traces/describe_trace.hpp"
#include "traces/source_text.hpp"
#include "traces/timestamp.hpp"

namespace spotgrid::traces {
namespace {

TraceTime at(std::string_view text) {
  return parse_timestamp(text)->at;
}

Loaded load_files(const std::vector<std::string>& paths, const ReadingOptions& options = {}) {
  return load(paths, options, false);
}

ReadingOptions flags(Polarity polarity) {
  ReadingOptions options;
  options.polarity = polarity;
  options.nodes = 1;
  return options;
}

// Pool by zone -> distinct records.
std::map<std::string, std::int64_t> records_by_zone(const Trace& trace) {
  std::map<std::string, std::int64_t> all;
  for (const PriceSeries& series : trace.prices)
    all[series.pool.zone] = series.records;
  return all;
}

// Value of each tick of a regular grid.
std::vector<std::int64_t> ticks(const Trace& trace) {
  const CountSeries& series = trace.counts.at(0);
  const auto step = static_cast<TraceTime>(series.step->count() * 1e6);
  std::vector<std::int64_t> values;
  std::size_t i = 0;
  for (TraceTime time = trace.begin; time < trace.end; time += step) {
    while (i + 1 < series.points.size() && series.points[i + 1].at <= time)
      ++i;
    values.push_back(series.points[i].value);
  }
  return values;
}

std::int64_t sum(const std::vector<std::int64_t>& values) {
  std::int64_t all = 0;
  for (const std::int64_t value : values)
    all += value;
  return all;
}

TEST(GoldenTraces, BambooEventsOfP3) {
  SPOTGRID_NEEDS(file, "traces/bamboo/traces/p3-trace.csv");
  const Loaded loaded = load_files({file.string()});
  EXPECT_EQ(loaded.trace.format, "event_csv");
  EXPECT_EQ(loaded.trace.end, 40'920'000'000);
  const EventInfo info = describe_trace(loaded).events.at(0);
  EXPECT_EQ(loaded.trace.records, 344);
  EXPECT_EQ(info.adds, 177);
  EXPECT_EQ(info.removes, 167);
  EXPECT_EQ(info.removal_instants, 79);
  EXPECT_EQ(info.largest_removal, 6);
  EXPECT_EQ(info.most_alive, 32);
  EXPECT_EQ(info.alive_at_end, 10);
}

TEST(GoldenTraces, ParcaeCountsEqualTheRunningCountOfBambooEvents) {
  SPOTGRID_NEEDS(counts, "traces/parcae/aws/traces/p3.csv");
  SPOTGRID_NEEDS(events, "traces/bamboo/traces/p3-trace.csv");
  const Loaded parcae = load_files({counts.string()});
  EXPECT_EQ(parcae.trace.records, 344);
  std::map<TraceTime, std::int64_t> running;
  std::int64_t alive = 0;
  const Trace bamboo = load_files({events.string()}).trace;
  for (const NodeEvent& event : bamboo.events.at(0).events) {
    alive += event.add ? 1 : -1;
    running[event.at] = alive;
  }
  std::vector<Point<std::int64_t>> expected;
  for (const auto& [time, count] : running)
    if (expected.empty() || expected.back().value != count)
      expected.push_back({time, count});
  EXPECT_EQ(parcae.trace.counts.at(0).points, expected);
  EXPECT_EQ(expected.back().value, 10);
}

TEST(GoldenTraces, BambooLogThatRunsBackwards) {
  SPOTGRID_NEEDS(file, "traces/bamboo/traces/gcloud/v100x1-east1c.txt");
  const Loaded loaded = load_files({file.string()});
  EXPECT_EQ(loaded.trace.format, "count_log");
  EXPECT_EQ(loaded.trace.records, 1477);
  EXPECT_EQ(loaded.trace.notes,
            std::vector<std::string>{"15 rows go back in time and cancel 15 rows after theirs"});
  const CountInfo info = describe_trace(loaded).counts.at(0);
  EXPECT_EQ(info.falls, 55);
  EXPECT_EQ(info.lost, 518);
  EXPECT_EQ(info.largest_fall, 40);
}

TEST(GoldenTraces, BambooStepPlots) {
  SPOTGRID_NEEDS(folder, "traces/bamboo/doc/data");
  const std::string base = (folder / "aws-spot-instances-").string();
  ReadingOptions hours;
  hours.unit = TimeUnit::h;
  const CountInfo p2 =
      describe_trace(load_files({base + "p2-xlarge-2020-11-20-to-2020-11-23.csv"}, hours))
          .counts[0];
  // The rows hold 112 falls and 178 nodes; six dips by one node last no time at all.
  EXPECT_EQ(p2.falls, 106);
  EXPECT_EQ(p2.lost, 172);
  EXPECT_EQ(p2.most, 16);
  ReadingOptions seconds;
  seconds.unit = TimeUnit::s;
  const Loaded g4dn =
      load_files({base + "g4dn-xlarge-us-east-1d-2020-11-23-1730-to-2020-11-24-1530.csv"}, seconds);
  EXPECT_EQ(describe_trace(g4dn).counts[0].falls, 17);
  EXPECT_EQ(describe_trace(g4dn).counts[0].lost, 51);
  const Trace single =
      load_files({base + "p2-xlarge-us-east-1a-2020-11-20-1730-to-2020-11-21-1104.csv"}).trace;
  EXPECT_EQ(single.counts.at(0).points, (std::vector<Point<std::int64_t>>{{0, 8}}));
}

void expect_skynomad_zone(const std::string& file, std::int64_t up, std::int64_t edges) {
  const Loaded loaded = load_files({file}, flags(Polarity::available));
  EXPECT_EQ(loaded.trace.format, "avail_csv");
  EXPECT_EQ(loaded.trace.records, 20'158);
  EXPECT_EQ(loaded.trace.begin, at("2023-02-15T22:08:16Z"));
  const CountInfo info = describe_trace(loaded).counts.at(0);
  EXPECT_EQ(info.falls, edges);
  // ticks are not quite equally long, so the share of time differs a little from that of ticks
  EXPECT_NEAR(info.mean, static_cast<double>(up) / 20'158, 0.001);
}

TEST(GoldenTraces, SkynomadAvailabilityAndPrices) {
  SPOTGRID_NEEDS(folder, "traces/skynomad-aws-v100-2023");
  expect_skynomad_zone((folder / "availability/us-east-1a_v100_1.csv.gz").string(), 3360, 253);
  expect_skynomad_zone((folder / "availability/us-west-2b_v100_1.csv.gz").string(), 18'242, 94);
  ReadingOptions options = flags(Polarity::available);
  options.prices = (folder / "v100_spot_prices.json.gz").string();
  const Loaded loaded =
      load_files({(folder / "availability/us-west-2b_v100_1.csv.gz").string()}, options);
  ASSERT_EQ(loaded.inputs.size(), 2U);
  const PriceInfo prices = describe_trace(loaded).prices.at(0);
  EXPECT_EQ(prices.pool.zone, "us-west-2b");
  EXPECT_EQ(prices.changes, 89);  // 90 distinct stretches
  EXPECT_NEAR(prices.mean / dollars_per_hour(1), 0.947, 0.0006);
}

TEST(GoldenTraces, SkypilotMultiNodeCounts) {
  SPOTGRID_NEEDS(file, "traces/skynomad-aws-v100-multinode-2023/16-nodes/us-west-2a_v100_1.json");
  ReadingOptions options;
  options.nodes = 16;
  const Loaded loaded = load_files({file.string()}, options);
  const CountInfo info = describe_trace(loaded).counts.at(0);
  EXPECT_EQ(info.records, 4736);
  EXPECT_EQ(sum(ticks(loaded.trace)), 32'672);
  EXPECT_EQ(info.falls, 145);
  EXPECT_EQ(info.lost, 1473);
}

TEST(GoldenTraces, InvertedSkypilotFileHasTwoReadings) {
  SPOTGRID_NEEDS(
      file,
      "traces/skynomad-aws-v100-multinode-2023/converted_4node_600s/us-east-1f_v100_1.full.json");
  const CountInfo info = describe_trace(load_files({file.string()})).counts.at(0);
  EXPECT_EQ(info.records, 1578);
  EXPECT_NEAR(info.up_if_preempted.value(), 1 - 965.0 / 1578, 1e-12);
  EXPECT_NEAR(info.up_if_available.value(), 965.0 / 1578, 1e-12);
}

TEST(GoldenTraces, FrontierWindowIsTheComplementOfTheSkynomadCsv) {
  SPOTGRID_NEEDS(window,
                 "traces/frontiercs-cantbelate-windows/multi_region/us-east-1a_v100_1/0.json.gz");
  SPOTGRID_NEEDS(whole, "traces/skynomad-aws-v100-2023/availability/us-east-1a_v100_1.csv.gz");
  const Loaded loaded = load_files({window.string()}, flags(Polarity::preempted));
  EXPECT_EQ(loaded.trace.begin, at("2023-03-30T13:38:47Z"));
  const SourceText text = source_text("whole", read_bytes(whole.string()));
  CsvReader reader(text);
  std::vector<std::int64_t> rows;
  CsvRow row;
  reader.next(row);  // header
  std::size_t first = 0;
  while (reader.next(row)) {
    if (row.cells[0] == "2023-03-30 13:38:47")
      first = rows.size();
    rows.push_back(*integer(row.cells[1]));
  }
  EXPECT_EQ(first, 18'868U);
  const std::vector<std::int64_t> expected(rows.begin() + 18'868, rows.begin() + 18'868 + 1107);
  EXPECT_EQ(ticks(loaded.trace), expected);
}

TEST(GoldenTraces, FrontierSingleRegionWindow) {
  SPOTGRID_NEEDS(file,
                 "traces/frontiercs-cantbelate-windows/single_region/us-west-2a_k80_1/0.json.gz");
  const Trace trace = load_files({file.string()}, flags(Polarity::preempted)).trace;
  EXPECT_EQ(trace.records, 554);
  EXPECT_FALSE(trace.calendar);  // start_time is a tick index
}

TEST(GoldenTraces, StanfordPricesOfOneTruncatedPull) {
  SPOTGRID_NEEDS(file, "traces/stanford-dynamic-pricing/aws/cost/us-east-1/p2.xlarge.json.gz");
  const Trace trace = load_files({file.string()}).trace;
  EXPECT_EQ(trace.format, "aws_cli");
  EXPECT_EQ(trace.records, 1000);
  EXPECT_EQ(trace.prices.size(), 6U);
  EXPECT_EQ(trace.begin, at("2020-01-03T15:15:54Z"));
  EXPECT_EQ(trace.end, at("2020-02-20T23:21:08Z"));
  ASSERT_EQ(trace.warnings.size(), 1U);
  EXPECT_NE(trace.warnings[0].find("truncated: NextToken is set"), std::string::npos);
}

TEST(GoldenTraces, StanfordPullsMerge) {
  SPOTGRID_NEEDS(folder, "traces/stanford-dynamic-pricing/aws/cost/us-east-1");
  const auto merged = [&](const std::string& type) {
    return load_files({(folder / (type + ".json.gz")).string(),
                       (folder / ("2020-02-27." + type + ".json.gz")).string(),
                       (folder / ("2020-03-05." + type + ".json.gz")).string()})
        .trace;
  };
  const Trace p2 = merged("p2.xlarge");
  EXPECT_EQ(p2.records, 1317);
  EXPECT_EQ(records_by_zone(p2), (std::map<std::string, std::int64_t>{{"us-east-1a", 247},
                                                                      {"us-east-1b", 244},
                                                                      {"us-east-1c", 242},
                                                                      {"us-east-1d", 247},
                                                                      {"us-east-1e", 246},
                                                                      {"us-east-1f", 67}}));
  const Trace p3 = merged("p3.2xlarge");
  EXPECT_EQ(p3.records, 1101);
  EXPECT_EQ(
      records_by_zone(p3),
      (std::map<std::string, std::int64_t>{
          {"us-east-1b", 302}, {"us-east-1c", 247}, {"us-east-1d", 287}, {"us-east-1f", 248}}));
}

TEST(GoldenTraces, StanfordZoneWithOneOldRecord) {
  SPOTGRID_NEEDS(file, "traces/stanford-dynamic-pricing/aws/cost/eu-west-1/p3.2xlarge.json.gz");
  const Trace trace = load_files({file.string()}).trace;
  EXPECT_EQ(trace.records, 252);
  ASSERT_EQ(trace.prices.size(), 3U);
  EXPECT_EQ(trace.prices[2].pool.zone, "eu-west-1c");
  EXPECT_EQ(trace.prices[2].points,
            (std::vector<Point<Price>>{{at("2019-12-20T20:41:55Z"), dollars_per_hour(3.305)}}));
}

TEST(GoldenTraces, StanfordEmptyHistory) {
  SPOTGRID_NEEDS(file, "traces/stanford-dynamic-pricing/aws/cost/eu-north-1/p2.xlarge.json");
  EXPECT_TRUE(load_files({file.string()}).trace.prices.empty());
}

TEST(GoldenTraces, PccheckCounts) {
  SPOTGRID_NEEDS(file, "traces/pccheck-gcp-a100/gpus_trace.csv");
  const Loaded loaded = load_files({file.string()});
  const CountInfo info = describe_trace(loaded).counts.at(0);
  EXPECT_EQ(info.records, 215);
  EXPECT_EQ(info.most, 56);
  EXPECT_EQ(info.lost, 130);
  EXPECT_EQ(info.falls, 26);
  EXPECT_EQ(info.step, Seconds{63});
}

TEST(GoldenTraces, PriceTablesUnderOtherNames) {
  SPOTGRID_NEEDS(old, "traces/aws-2013-sqlite-dump/price_objects.csv.gz");
  SPOTGRID_NEEDS(gcp, "traces/gcp-price-history-2022-2026/gce_spot_price_history.csv.gz");
  EXPECT_EQ(load_files({old.string()}).trace.begin, at("2009-12-04T10:56:05Z"));
  const Trace trace = load_files({gcp.string()}).trace;
  EXPECT_EQ(trace.records, 23'052);
  EXPECT_EQ(trace.begin, 1'645'976'462'000'000);
}

}  // namespace
}  // namespace spotgrid::traces
