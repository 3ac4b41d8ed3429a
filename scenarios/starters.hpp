// First scenarios to change: each runs as it is, without any file beside it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

namespace spotgrid::scenarios {

struct Starter {
  std::string_view name, summary;
  std::string_view text;  // commented JSON
};

std::span<const Starter> starters();

}  // namespace spotgrid::scenarios
