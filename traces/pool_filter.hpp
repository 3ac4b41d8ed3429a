// Reads only the pools that were asked for, and says what it left out.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <string>

#include "traces/trace_builder.hpp"

namespace spotgrid::traces {

class PoolFilter {
 public:
  explicit PoolFilter(const ReadingOptions& options) : options_(options) {}

  // True if the options do not ask for another pool than the one the file names.
  bool wants(const PoolName& pool);
  // Throws InputError(data) where rows were left out and none remain.
  void report(const std::string& path, TraceBuilder& trace) const;

 private:
  const ReadingOptions& options_;
  std::size_t wanted_ = 0;
  std::map<PoolName, std::size_t> others_;
};

}  // namespace spotgrid::traces
