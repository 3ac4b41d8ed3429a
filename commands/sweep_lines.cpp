// Duplicates and contradictions.
// SPDX-License-Identifier: Apache-2.0
#include "commands/sweep_lines.hpp"

#include <stdexcept>

#include <fmt/format.h>

#include "commands/sweep_cells.hpp"

namespace spotgrid::commands {

SweepLines lines_of(const SweepStore& store) {
  SweepLines lines;
  store.for_lines([&](std::string_view line, const std::string& where) {
    const CellRecord record = record_from(line, where);
    const auto [found, is_new] = lines.try_emplace(record.cell, line);
    if (is_new || found->second == line)
      return;
    const CellRecord other = record_from(found->second, where);
    if (other.id == record.id)
      throw std::logic_error(
          fmt::format("{}: cell {} came to two results, which one and the same input must not",
                      where, record.cell));
    throw InputError(InputKind::data,
                     {where,
                      fmt::format("cell {} stands there for two inputs, {} and {}", record.cell,
                                  other.id, record.id),
                      "a file or the program changed under way; sweep into a new folder"});
  });
  return lines;
}

}  // namespace spotgrid::commands
