// Traces placed into a run: start, common span, turning, anchors, pools of a file.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "scenarios/turning.hpp"
#include "tests/scenarios/written.hpp"

namespace spotgrid::scenarios {
namespace {

constexpr std::string_view prices =
    "time,zone,instance_type,price,on_demand\n"
    "2026-01-05T00:00:00Z,us-west-2b,p3.2xlarge,0.9,3.1\n"
    "2026-01-05T12:00:00Z,us-west-2b,p3.2xlarge,1.1,3.1\n"
    "2026-01-08T00:00:00Z,us-west-2b,p3.2xlarge,1.1,3.1\n";
constexpr std::string_view counts =
    "time,zone,instance_type,count\n"
    "2026-01-05T06:00:00Z,us-west-2b,p3.2xlarge,8\n"
    "2026-01-05T18:00:00Z,us-west-2b,p3.2xlarge,2\n"
    "2026-01-07T06:00:00Z,us-west-2b,p3.2xlarge,2\n";
const Override price_file{"market.pools.0.price", R"({"file": "prices.csv"})"};
const Override count_file{"market.pools.0.capacity", R"({"kind": "limit", "file": "counts.csv"})"};

class Traces : public testing::Test {
 protected:
  Traces() {
    folder.write("prices.csv", prices);
    folder.write("counts.csv", counts);
  }
  Assembled both(Changes changes = {}) {
    Document document = Document::parse(smallest, folder.scenario(), InputKind::scenario);
    document.set(price_file.path, price_file.value);
    document.set(count_file.path, count_file.value);
    for (const Override& one : changes)
      document.set(one.path, one.value);
    return assemble(read(document));
  }
  std::string said(Changes changes) {
    try {
      both(changes);
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  }
  Folder folder;
};

Instant hour(double h) {
  return Instant::at(hours(h));
}

TEST_F(Traces, WithoutAStartTheRunBeginsWhereAllInputsHaveData) {
  const Assembled run = both();
  EXPECT_EQ(run.resolved.start, "2026-01-05T06:00:00Z");
  const Pool& pool = run.setup.market.pools[0];
  EXPECT_EQ(pool.spot_price->at(Instant{}), dollars_per_hour(0.9));
  EXPECT_EQ(pool.spot_price->next_change(Instant{})->at, hour(6));
  EXPECT_EQ(pool.capacity.count.next_change(Instant{})->at, hour(12));
  EXPECT_EQ(pool.capacity.kind, CapacityKind::limit);
}

TEST_F(Traces, TheMarketEndsWhereTheFirstInputEnds) {
  EXPECT_EQ(both().setup.market.end, hour(48));
  EXPECT_EQ(both({{"start", "2026-01-06T06:00:00Z"}}).setup.market.end, hour(24));
}

TEST_F(Traces, AnOffsetCountsFromTheBeginningOfTheCommonSpan) {
  EXPECT_EQ(both({{"start", "12 h"}}).resolved.start, "2026-01-05T18:00:00Z");
}

TEST_F(Traces, AStartBeforeTheDataNamesTheSpan) {
  EXPECT_EQ(said({{"start", "2026-01-05T03:00:00Z"}}),
            folder.scenario() +
                ": /start: capacity of us-west-2b/p3.2xlarge have no data at the start "
                "2026-01-05T03:00:00Z, found 2026-01-05T06:00:00Z to 2026-01-07T06:00:00Z; all "
                "inputs have data from 2026-01-05T06:00:00Z to 2026-01-07T06:00:00Z");
  EXPECT_NE(said({{"start", "2026-01-07T06:00:00Z"}}), "");
}

TEST_F(Traces, HoldKeepsTheLastValuesForEver) {
  const Assembled run = both({{"market.end_of_trace", "hold"}});
  EXPECT_EQ(run.setup.market.end, Instant::never());
  EXPECT_EQ(run.setup.market.pools[0].capacity.count.at(hour(1000)), 2);
}

TEST_F(Traces, WrapTurnsAllInputsTogetherAfterWholeDays) {
  const Assembled run = both({{"market.end_of_trace", "wrap"}, {"horizon", "5 d"}});
  EXPECT_EQ(run.setup.market.end, Instant::never());
  const Pool& pool = run.setup.market.pools[0];
  // 48 hours in common, so the value at t is that of t - 48 h.
  for (const double h : {48.0, 54.0, 59.9, 60.0, 95.0, 96.0, 108.0, 119.0}) {
    const double before = h - 48 * std::floor(h / 48);
    EXPECT_EQ(pool.capacity.count.at(hour(h)), pool.capacity.count.at(hour(before))) << h;
    EXPECT_EQ(pool.spot_price->at(hour(h)), pool.spot_price->at(hour(before))) << h;
  }
}

TEST_F(Traces, TheOnDemandPriceOfAFileComesBeforeTheCatalogues) {
  const Assembled run = both({{"market.pools.0.discount", "0.5"}});
  EXPECT_EQ(run.resolved.market.pools[0].on_demand, dollars_per_hour(3.1));
  EXPECT_EQ(run.setup.market.pools[0].on_demand, dollars_per_hour(3.1) * 0.5);
}

TEST_F(Traces, FilesOfOtherPoolsAreNamed) {
  EXPECT_EQ(said({{"market.pools.0.zone", "us-west-2c"}}),
            folder.scenario() +
                ": /market/pools/0/price: no prices of us-west-2c/p3.2xlarge in the file, found "
                "us-west-2b/p3.2xlarge; name its pool by \"zone\" and \"instance\" beside "
                "\"file\"\n" +
                folder.scenario() +
                ": /market/pools/0/capacity: no counts of us-west-2c/p3.2xlarge in the file, found "
                "us-west-2b/p3.2xlarge; name its pool by \"zone\" and \"instance\" beside "
                "\"file\"");
  EXPECT_EQ(said({{"market.pools.0.zone", "us-west-2c"},
                  {"market.pools.0.price.zone", "us-west-2b"},
                  {"market.pools.0.capacity.zone", "us-west-2b"}}),
            "");
}

TEST_F(Traces, AMissingFileIsSaidAtItsPlaceAndAlongWithOtherProblems) {
  const std::string text =
      said({{"market.pools.0.price.file", "nowhere.csv"}, {"provisioning.policy", "greedy"}});
  const std::string file = folder.scenario();
  const std::string missing = std::filesystem::path(file).replace_filename("nowhere.csv").string();
  EXPECT_EQ(text, file +
                      ": /job: the policy greedy needs a deadline, found none; give \"deadline\", "
                      "such as \"72 h\"\n" +
                      file + ": /market/pools/0/price/file: the file cannot be read, found \"" +
                      missing + "\"; check the path; it begins at the folder of the scenario");
}

TEST_F(Traces, AFileOfAnotherKindHasNoneAtAll) {
  EXPECT_EQ(said({{"market.pools.0.capacity.file", "prices.csv"}}),
            folder.scenario() +
                ": /market/pools/0/capacity: no counts of us-west-2b/p3.2xlarge in the file, found "
                "none at all; name its pool by \"zone\" and \"instance\" beside \"file\"");
}

TEST_F(Traces, LossesByPriceInYearsWithoutThemAreAWarning) {
  const auto warnings = [&](const std::string& pairing = "by_date") {
    std::string all;
    for (const std::string& one : both({{"market.reclaim", R"([{"kind": "price"}])"},
                                        {"market.notice", "120 s"},
                                        {"market.pairing", pairing}})
                                      .warnings)
      all += one + "\n";
    return all;
  };
  const std::string late =
      "us-west-2b/p3.2xlarge: nodes are lost by price because reclaim says so; since "
      "2017-11-28 prices alone end no AWS node\n";
  EXPECT_EQ(warnings(), late);
  EXPECT_EQ(warnings("unrelated"), late);
  for (const auto& [name, text] : {std::pair("prices.csv", prices), {"counts.csv", counts}}) {
    std::string old(text);
    for (std::size_t at = 0; (at = old.find("2026", at)) != std::string::npos; ++at)
      old.replace(at, 4, "2016");
    folder.write(name, old);
  }
  EXPECT_EQ(warnings(), "");
  // Only the dates of the prices count.
  folder.write("counts.csv", counts);
  EXPECT_EQ(warnings("unrelated"), "");
}

TEST_F(Traces, LossesByPricesWithoutDatesAreAWarning) {
  folder.write("prices.csv", "time,price\n0,0.9\n3600,1.1\n864000,1.1\n");
  const auto warnings = [&](const std::string& pairing) {
    return both({{"market.reclaim", R"([{"kind": "price"}])"},
                 {"market.notice", "120 s"},
                 {"market.pairing", pairing}})
        .warnings;
  };
  const std::vector<std::string> unknown = {
      "us-west-2b/p3.2xlarge: nodes are lost by price because reclaim says so, and the dates of "
      "its prices are not known; since 2017-11-28 prices alone end no AWS node"};
  EXPECT_EQ(warnings("unrelated"), unknown);
  folder.write("counts.csv", "time,count\n0,8\n3600,2\n864000,2\n");
  EXPECT_EQ(warnings("by_date"), unknown);
}

TEST_F(Traces, AConstantPriceEndsNoNodeAndIsNotWarnedOf) {
  EXPECT_TRUE(both({{"market.reclaim", R"([{"kind": "price"}])"},
                    {"market.notice", "120 s"},
                    {"market.pools.0.price", "1 $/h"}})
                  .warnings.empty());
}

TEST_F(Traces, OnlyWholeDaysOfSeriesCanBeTurned) {
  folder.write("counts.csv", "time,count\n2026-01-05T06:00:00Z,8\n2026-01-05T18:00:00Z,2\n");
  EXPECT_EQ(said({{"market.end_of_trace", "wrap"}, {"horizon", "5 d"}}),
            folder.scenario() +
                ": /market/end_of_trace: wrap turns by whole days, found inputs of 43200 s in "
                "common; choose error, censor or hold");
}

TEST_F(Traces, ATraceTurnsOnlyAsOftenAsMemoryHolds) {
  std::string dense = "time,count\n";
  for (int minute = 0; minute < 1440; ++minute)
    dense += "2026-01-0" + std::string(minute < 720 ? "5" : "6") + "T" +
             (minute % 720 < 600 ? "0" : "") + std::to_string(minute % 720 / 60) + ":" +
             (minute % 60 < 10 ? "0" : "") + std::to_string(minute % 60) + ":00Z," +
             std::to_string(minute % 2) + "\n";
  folder.write("counts.csv", dense + "2026-01-07T06:00:00Z,2\n");
  EXPECT_EQ(said({{"market.end_of_trace", "wrap"}, {"horizon", "36500 d"}}),
            folder.scenario() +
                ": /market/end_of_trace: wrap would make more than 1e7 steps, found turns of "
                "172800 s up to the horizon of 3153600000 s; give an earlier horizon, or choose "
                "error, censor or hold");
  EXPECT_EQ(said({{"market.end_of_trace", "wrap"}, {"horizon", "3650 d"}}), "");
}

TEST_F(Traces, RelativeTimesNeedAnAnchorBesideCalendarTimes) {
  const std::string remedy =
      "anchor it by \"start\" beside \"file\"; where the dates are not to "
      "match, set market.pairing to \"unrelated\"";
  folder.write("counts.csv", "time,count\n0,8\n86400,2\n");
  EXPECT_EQ(said({}), folder.scenario() +
                          ": /market/pools/0/capacity: the file has relative times, while others "
                          "have calendar times; " +
                          remedy);
  folder.write("prices.csv", "time,price\n0,0.9\n172800,1.1\n");
  EXPECT_EQ(
      said({{"start", "2026-01-05T06:00:00Z"}, {"market.pools.0.on_demand", "3 $/h"}}),
      folder.scenario() +
          ": /start: the inputs stand in no calendar, found \"2026-01-05T06:00:00Z\"; give an "
          "offset into the traces such as \"36 h\", or anchor each file by \"start\" beside "
          "\"file\"");
}

TEST_F(Traces, InputsOfDifferentDatesNeedToBeCalledUnrelated) {
  std::string later(counts);
  for (std::size_t at = 0; (at = later.find("2026", at)) != std::string::npos; ++at)
    later.replace(at, 4, "2027");
  folder.write("counts.csv", later);
  EXPECT_EQ(said({}), folder.scenario() +
                          ": /market/pools/0/capacity: the inputs have no time in common: capacity "
                          "of us-west-2b/p3.2xlarge begin at 2027-01-05T06:00:00Z, prices of "
                          "us-west-2b/p3.2xlarge end at 2026-01-08T00:00:00Z; where the dates are "
                          "not to match, set market.pairing to \"unrelated\"");
  const Assembled run = both({{"market.pairing", "unrelated"}, {"start", "6 h"}});
  const Pool& pool = run.setup.market.pools[0];
  EXPECT_EQ(pool.spot_price->next_change(Instant{})->at, hour(6));
  EXPECT_EQ(pool.capacity.count.next_change(Instant{})->at, hour(6));
  EXPECT_EQ(run.setup.market.end, hour(42));
  EXPECT_EQ(run.assumptions.end() - std::find(run.assumptions.begin(), run.assumptions.end(),
                                              "market: pairing unrelated") >
                0,
            true);
}

TEST(Turning, WeeksWhereThereAreTwoElseDays) {
  EXPECT_EQ(turning_period(hours(14 * 24)), hours(14 * 24));
  EXPECT_EQ(turning_period(hours(20 * 24)), hours(14 * 24));
  EXPECT_EQ(turning_period(hours(13.9 * 24)), hours(13 * 24));
  EXPECT_EQ(turning_period(hours(23)), Seconds{0});
}

}  // namespace
}  // namespace spotgrid::scenarios
