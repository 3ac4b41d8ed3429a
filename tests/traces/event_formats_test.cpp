// Files that name the nodes that come and go.
// SPDX-License-Identifier: Apache-2.0
#include <ostream>

#include <gtest/gtest.h>

#include "tests/traces/reading.hpp"

namespace spotgrid::traces {
namespace {

constexpr TraceTime second = 1'000'000;

std::string shown(const EventSeries& series) {
  std::string text;
  for (const NodeEvent& event : series.events)
    text += std::to_string(event.at / second) + (event.add ? "+" : "-") + event.node + " ";
  return text;
}

TEST(EventCsv, EventsAreSortedWithRemovesFirst) {
  const std::string text = "0,add,a\r\n60000,add,c\r\n60000,remove,a\r\n0,add,b\r\n";
  EXPECT_EQ(recognised_by(text), std::vector<std::string>{"event_csv"});
  const Trace trace = read_as("event_csv", text);
  EXPECT_EQ(shown(trace.events[0]), "0+a 0+b 60-a 60+c ");
  EXPECT_EQ(trace.end, 60 * second);
  EXPECT_EQ(trace.assumed, std::vector<std::string>{"bare numbers in the time column are ms"});
  EXPECT_EQ(trace.notes, std::vector<std::string>{"1 event out of order, sorted by time"});
}

TEST(EventCsv, NodesLiveOnceAtATime) {
  EXPECT_EQ(error_of("event_csv", "0,add,a\n5,remove,b\n"),
            "t:2: remove of a node that is not alive, found \"b\"; add it first");
  EXPECT_EQ(error_of("event_csv", "0,add,a\n5,add,a\n"),
            "t:2: add of a node that is alive, found \"a\"; give each node a name of its own");
  EXPECT_EQ(error_of("event_csv", "0,add,a\n5,remove,a\n5,add,a\n"), "");
}

TEST(EventCsv, BadRowsAreErrorsWithTheirLine) {
  EXPECT_EQ(error_of("event_csv", "0,add,a\n5,stop,a\n"),
            "t:2: expected add or remove, found \"stop\"");
  EXPECT_EQ(error_of("event_csv", "0,add,a\n5,add\n"),
            "t:2: expected time,event,node; found 2 cells; the file may be cut off");
  EXPECT_EQ(error_of("event_csv", "0,add,\n"), "t:1: event without a node");
}

TEST(NativeEvents, ZonesAreFleetsOfTheirOwn) {
  const std::string text = "time,event,node,zone\n0,add,n1,zb\n0,add,n1,za\n5400,remove,n1,za\n";
  EXPECT_EQ(recognised_by(text), std::vector<std::string>{"native_events"});
  const Trace trace = read_as("native_events", text);
  ASSERT_EQ(trace.events.size(), 2U);
  EXPECT_EQ(trace.events[0].pool.zone, "za");
  EXPECT_EQ(shown(trace.events[0]), "0+n1 5400-n1 ");
  EXPECT_EQ(shown(trace.events[1]), "0+n1 ");
  ReadingOptions options;
  options.zone = "zc";
  EXPECT_EQ(error_of("native_events", text, options),
            "t: no records of zc, found za, zb; choose with zone and instance");
}

}  // namespace
}  // namespace spotgrid::traces
