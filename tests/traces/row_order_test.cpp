// In formats whose rows carry their time, the order of rows makes no difference.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <random>

#include <gtest/gtest.h>

#include "tests/traces/reading.hpp"

namespace spotgrid::traces {
namespace {

struct Rows {
  const char* format;
  std::string header;
  std::vector<std::string> rows;
  const char* separator;
  std::string footer;
};

void PrintTo(const Rows& rows, std::ostream* out) {
  *out << rows.format;
}

std::string joined(const Rows& file) {
  std::string text = file.header;
  for (std::size_t i = 0; i < file.rows.size(); ++i)
    text += (i > 0 ? file.separator : "") + file.rows[i];
  return text + file.footer;
}

// Everything a run sees, as text.
std::string seen(const Trace& trace) {
  std::string text = std::to_string(trace.begin) + ".." + std::to_string(trace.end);
  for (const PriceSeries& series : trace.prices) {
    text += "\n" + series.pool.zone + " " + series.pool.instance + " " +
            std::to_string(series.on_demand.value_or(Price{}).value());
    for (const auto& point : series.points)
      text += " " + std::to_string(point.at) + "=" + std::to_string(point.value.value());
  }
  for (const CountSeries& series : trace.counts) {
    text += "\n" + series.pool.zone;
    for (const auto& point : series.points)
      text += " " + std::to_string(point.at) + "=" + std::to_string(point.value);
  }
  for (const EventSeries& series : trace.events)
    for (const NodeEvent& event : series.events)
      text += " " + std::to_string(event.at) + (event.add ? "+" : "-") + event.node;
  for (const std::string& warning : trace.warnings)
    text += "\n" + warning;
  return text;
}

std::string aws(const std::string& zone, const std::string& time, const std::string& price) {
  return R"({"AvailabilityZone":")" + zone + R"(","InstanceType":"x","SpotPrice":")" + price +
         R"(","Timestamp":"2024-01-01T)" + time + R"(Z"})";
}

const std::vector<std::string> aws_rows{aws("a", "00:00:00", "1"), aws("b", "00:00:00", "2"),
                                        aws("a", "01:00:00", "3"), aws("a", "01:00:00", "4"),
                                        aws("a", "01:00:00", "4"), aws("a", "02:00:00", "1"),
                                        aws("b", "03:00:00", "2"), aws("b", "02:00:00", "5")};

const std::vector<Rows> files{
    {"aws_cli", R"({"SpotPriceHistory":[)", aws_rows, ",", "]}"},
    {"aws_jsonl", "", aws_rows, "\n", "\n"},
    {"aws_text",
     "",
     {"SPOTPRICEHISTORY\ta\tx\tLinux/UNIX\t1\t2024-01-01T00:00:00Z",
      "SPOTPRICEHISTORY\ta\tx\tLinux/UNIX\t2\t2024-01-01T00:00:00Z",
      "SPOTPRICEHISTORY\tb\tx\tLinux/UNIX\t2\t2024-01-01T00:00:00Z",
      "SPOTPRICEHISTORY\ta\tx\tLinux/UNIX\t1\t2024-01-01T05:00:00Z"},
     "\n",
     ""},
    {"price_csv",
     "time,zone,price,on_demand\n",
     {"0,a,1,3", "0,a,1.5,3", "5,a,2,4", "5,a,,4", "9,a,1,", "0,b,7,", "9,b,7,8"},
     "\n",
     ""},
    {"avail_csv",
     "date,availability\n",
     {"2024-01-01 00:00:00,1", "2024-01-01 00:05:00,0", "2024-01-01 00:10:00,1",
      "2024-01-01 00:10:00,0", "2024-01-01 00:30:00,1"},
     "\n",
     ""},
    {"native_capacity",
     "time,zone,count\n",
     {"0,a,4", "3,a,4", "5,a,1", "5,a,2", "5,a,2", "0,b,9", "9,b,8"},
     "\n",
     ""},
    {"event_csv", "", {"0,add,a", "0,add,b", "9,remove,a", "9,add,c", "12,remove,b"}, "\n", ""},
    {"native_events",
     "time,event,node\n",
     {"0,add,a", "0,add,b", "9,remove,a", "9,add,a", "12,remove,b"},
     "\n",
     ""},
};

class RowOrder : public testing::TestWithParam<Rows> {};

TEST_P(RowOrder, MakesNoDifference) {
  Rows file = GetParam();
  ASSERT_TRUE(find_entry(formats::catalogue(), file.format)->options()->make()->order_free());
  const std::string expected = seen(read_as(file.format, joined(file)));
  std::mt19937 random(1);
  for (int i = 0; i < 50; ++i) {
    std::shuffle(file.rows.begin(), file.rows.end(), random);
    EXPECT_EQ(seen(read_as(file.format, joined(file))), expected) << joined(file);
  }
}

INSTANTIATE_TEST_SUITE_P(Formats, RowOrder, testing::ValuesIn(files),
                         [](const auto& test) { return std::string(test.param.format); });

TEST(RowOrders, EveryOrderFreeFormatIsTested) {
  for (const NamedEntry<TraceFormat>& one : formats::catalogue()) {
    const bool tested = std::any_of(files.begin(), files.end(),
                                    [&](const Rows& file) { return file.format == one.name; });
    EXPECT_EQ(tested, one.entry.options()->make()->order_free()) << one.name;
  }
}

}  // namespace
}  // namespace spotgrid::traces
