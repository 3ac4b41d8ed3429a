// Rows of nodes that come and go, in any order, on their way to event series.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <string_view>
#include <vector>

#include "traces/source_text.hpp"
#include "traces/trace_builder.hpp"

namespace spotgrid::traces {

// Sorts by time, removes before adds at one instant. A node lives at most once at a time.
class NodeEvents {
 public:
  // `verb` is "add" or "remove". Throws InputError(data).
  void add(const PoolName& pool, TraceTime at, std::string_view verb, std::string_view node,
           const Place& place);
  // Throws InputError(data) at a remove of a node that is not alive and an add of one that is.
  void settle(TraceBuilder& trace);

 private:
  struct Row {
    NodeEvent event;
    Place place;
  };
  static void check(const std::vector<Row>& rows);

  std::map<PoolName, std::vector<Row>> pools_;
  std::size_t out_of_order_ = 0;
};

}  // namespace spotgrid::traces
