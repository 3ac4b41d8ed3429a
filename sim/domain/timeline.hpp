// The journal as a picture: Chrome trace JSON, which opens in Perfetto.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "sim/domain/journal.hpp"

namespace spotgrid {

// One track for the job's phases, one a node, counters for price and capacity; times in us.
std::string timeline_of(const std::vector<Event>& events, const Market& market);

}  // namespace spotgrid
