// Sorts and checks events of nodes.
// SPDX-License-Identifier: Apache-2.0
#include "traces/node_events.hpp"

#include <algorithm>
#include <set>
#include <tuple>

#include <fmt/format.h>

namespace spotgrid::traces {

void NodeEvents::add(const PoolName& pool, TraceTime at, std::string_view verb,
                     std::string_view node, const Place& place) {
  if (verb != "add" && verb != "remove")
    refuse(place, fmt::format("expected add or remove, found \"{}\"", verb), "");
  if (node.empty())
    refuse(place, "event without a node", "");
  std::vector<Row>& rows = pools_[pool];
  if (!rows.empty() && at < rows.back().event.at)
    ++out_of_order_;
  rows.push_back({{at, verb == "add", std::string(node)}, place});
}

void NodeEvents::check(const std::vector<Row>& rows) {
  std::set<std::string_view> alive;
  for (const Row& row : rows) {
    const std::string& node = row.event.node;
    if (row.event.add && !alive.insert(node).second) {
      refuse(row.place, fmt::format("add of a node that is alive, found \"{}\"", node),
             "give each node a name of its own");
    }
    if (!row.event.add && alive.erase(node) == 0) {
      refuse(row.place, fmt::format("remove of a node that is not alive, found \"{}\"", node),
             "add it first");
    }
  }
}

void NodeEvents::settle(TraceBuilder& trace) {
  for (auto& [pool, rows] : pools_) {
    const auto key = [](const Row& row) {
      return std::tuple<TraceTime, bool, std::string_view>(row.event.at, row.event.add,
                                                           row.event.node);
    };
    std::stable_sort(rows.begin(), rows.end(),
                     [&](const Row& a, const Row& b) { return key(a) < key(b); });
    check(rows);
    EventSeries series{pool, {}};
    for (Row& row : rows)
      series.events.push_back(std::move(row.event));
    trace.add_events(std::move(series));
  }
  if (out_of_order_ > 0) {
    trace.note(fmt::format("{} event{} out of order, sorted by time", out_of_order_,
                           out_of_order_ == 1 ? "" : "s"));
  }
}

}  // namespace spotgrid::traces
