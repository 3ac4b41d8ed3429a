// Which simulator this program is built on.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace spotgrid {

// "SimGrid 3.32", as the library says it when it runs.
std::string simulator_versions();

}  // namespace spotgrid
