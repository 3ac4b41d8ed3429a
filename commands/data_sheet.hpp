// A built-in data file for a person: every figure with its source.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace spotgrid::commands {

// `json` is a file of models/workloads or models/instances. The source of a figure stands under it:
// "source" beside it, or "<its key>_source".
std::string data_sheet(std::string_view json);

}  // namespace spotgrid::commands
