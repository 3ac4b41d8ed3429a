// A run as the report shows it: names and sentences out of the scenario beside the result.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/run_report.hpp"
#include "scenarios/assemble.hpp"
#include "scenarios/result_document.hpp"

namespace spotgrid::commands {

// Everything but the comparison with on-demand nodes and the command that repeats the run.
analysis::RunReport report_of(const scenarios::Assembled& assembled,
                              const scenarios::ResultDocument& document);

}  // namespace spotgrid::commands
