// Scenarios of papers that are built into the program and name no other file.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "sim/base/data_file.hpp"

namespace spotgrid::scenarios {
namespace acute_runs {  // paper/acute
std::span<const DataFile> files();
}  // namespace acute_runs
namespace deepvm_runs {  // paper/deepvm
std::span<const DataFile> files();
}  // namespace deepvm_runs
}  // namespace spotgrid::scenarios
