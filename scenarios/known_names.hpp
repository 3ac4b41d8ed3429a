// Names that must stand in a catalogue of data.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "sim/base/options.hpp"

namespace spotgrid::scenarios {

// Reports an unknown `name` at `key`, with the nearest known one.
void check_known(Fields& fields, std::string_view key, std::string_view what, std::string_view name,
                 std::span<const std::string_view> known);

}  // namespace spotgrid::scenarios
