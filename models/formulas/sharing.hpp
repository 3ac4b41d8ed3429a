// Equal transfers that begin together and share one capacity.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>

#include "sim/base/quantities.hpp"

namespace spotgrid::formulas {

// When the last of `count` transfers of `each` ends under max-min sharing of `shared`. `own` is the
// least capacity that one of them has to itself: the transfer that has it never gets more than the
// others, so it ends last, at the rate min(own, shared / count), whatever the others have.
constexpr Seconds equal_transfers(Bytes each, std::int64_t count, Bandwidth own, Bandwidth shared) {
  return each / std::min(own, shared / static_cast<double>(count));
}

}  // namespace spotgrid::formulas
