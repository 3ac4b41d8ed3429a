// The files that a price, a capacity or the events of a fleet are read from.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "sim/base/options.hpp"
#include "traces/trace.hpp"

namespace spotgrid::scenarios {

// A value that may be written in several forms, where none is written.
inline constexpr std::size_t no_form = 99;

// Written "file": "prices.csv" or "file": ["may.json", "june.json"], with the options of reading
// beside it. Relative paths begin at the scenario's folder.
struct TraceSource {
  std::size_t form = no_form;
  std::vector<std::string> paths;
  traces::ReadingOptions options;

  bool given() const { return form != no_form; }
  void describe_file(Fields& fields);
  void describe(Fields& fields) {
    describe_file(fields);
    if (fields.reading() && !given())
      fields.problem("", "\"file\" is missing", "name the file with the trace");
    options.describe(fields);
  }
};

}  // namespace spotgrid::scenarios
