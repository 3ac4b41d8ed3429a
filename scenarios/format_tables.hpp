// The reference of the scenario format, made from the descriptions.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace spotgrid::scenarios {

// Markdown: a table for each section of a scenario, then one for each catalogue with the options of
// its entries.
std::string format_tables();

}  // namespace spotgrid::scenarios
