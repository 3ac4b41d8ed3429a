// Messages about unknown names.
// SPDX-License-Identifier: Apache-2.0
#include "scenarios/known_names.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace spotgrid::scenarios {

void check_known(Fields& fields, std::string_view key, std::string_view what, std::string_view name,
                 std::span<const std::string_view> known) {
  if (name.empty() || std::find(known.begin(), known.end(), name) != known.end())
    return;
  fields.problem(key, fmt::format("unknown {} \"{}\"", what, name),
                 did_you_mean(name, known,
                              fmt::format("choose one of {}, or write it out as an object",
                                          fmt::join(known, ", "))));
}

}  // namespace spotgrid::scenarios
