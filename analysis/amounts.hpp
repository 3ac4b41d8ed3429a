// Amounts as people read them: three digits that mean something, not more than one run can tell.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "sim/base/quantities.hpp"

namespace spotgrid::analysis {

// Three significant digits, thousands apart: 15.2, 0.0381, 12,300.
std::string figure_text(double value);
// All digits of a count: 262,144.
std::string count_text(std::int64_t count);
std::string money_text(double usd);                 // "15.2 USD"
std::string span_text(Seconds span);                // "35.2 s", "12.3 min", "4.31 h", "9.86 d"
std::string bytes_text(double amount);              // "4.02 GB"
std::string share_text(double part, double whole);  // "37 %", "<1 %", or "" where the whole is 0

// A column of parts of one whole: all with the decimals that give the whole three digits, so that
// they can be added up by eye. A part too small to show is "<0.1", never 0.
class PartsColumn {
 public:
  explicit PartsColumn(double whole);
  std::string text(double part) const;

 private:
  int decimals_ = 0;
};

// The unit in which all phases of a run of that length are written.
struct SpanUnit {
  std::string_view name;
  Seconds length;
};
SpanUnit span_unit(Seconds whole);

}  // namespace spotgrid::analysis
