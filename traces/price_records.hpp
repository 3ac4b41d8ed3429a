// Records of prices, in any order, on their way to price series.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "traces/pool_filter.hpp"
#include "traces/source_text.hpp"
#include "traces/trace_builder.hpp"

namespace spotgrid::traces {

struct PriceRecord {
  TraceTime at = 0;
  Price price;
  std::optional<Price> on_demand;
};

// Sorts, drops exact duplicates, takes the higher of two prices at one instant, filters by pool and
// product; says what it did. The order in which records come does not matter.
class PriceRecords {
 public:
  explicit PriceRecords(TraceBuilder& trace);

  // False, and counted, where the options ask for another product or pool.
  bool wants_product(std::string_view product);
  bool wants_pool(const PoolName& pool);

  void add(const PoolName& pool, const PriceRecord& record);
  // A row without a price: the last known one holds.
  void add_unknown(TraceTime at);

  // Moves everything to the trace. `path` stands in the error that nothing is left.
  void settle(const std::string& path);

 private:
  void settle(const PoolName& pool, std::vector<PriceRecord>& records);
  void resolve_conflicts(const PoolName& pool, std::vector<PriceRecord>& records);
  void report_rows();
  void report_products(const std::string& path);

  TraceBuilder& trace_;
  std::map<PoolName, std::vector<PriceRecord>> pools_;
  std::map<std::string, std::size_t, std::less<>> other_products_;
  bool any_product_ = false;
  PoolFilter filter_;
  std::size_t out_of_order_ = 0;
  std::size_t duplicates_ = 0;
  std::size_t unknown_ = 0;
  std::size_t unchanged_ = 0;
};

// "0.340500" or "$0.25" in $/h. Throws InputError(data) unless it is a number above 0 and at most
// 1e6: a finite sum of money comes of it.
Price read_price(std::string_view text, const Place& place);

}  // namespace spotgrid::traces
