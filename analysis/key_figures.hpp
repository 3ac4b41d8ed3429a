// One run as one row of numbers, with the same columns whatever happened in it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "analysis/run_report.hpp"

namespace spotgrid::analysis {

// A header and a row. Units stand in the names of the columns; what is not known is empty.
std::string key_figures_csv(const RunReport& report, const std::string& version);

}  // namespace spotgrid::analysis
