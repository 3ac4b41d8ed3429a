// Reads what is published from the files that are built into the program.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "sim/base/data_file.hpp"
#include "sim/base/error.hpp"
#include "sim/base/option_reader.hpp"

namespace spotgrid::scenarios {

// The file of that name; `folder` is where messages say that it stands.
template <class T>
std::optional<T> find_in(std::span<const DataFile> files, std::string_view folder,
                         std::string_view name) {
  for (const DataFile& file : files) {
    if (file.name != name)
      continue;
    const std::string path = std::string(folder) + "/" + std::string(name) + ".json";
    return read_strictly<T>(Document::parse(file.text, path, InputKind::scenario));
  }
  return std::nullopt;
}

// The same, of a file that is there.
template <class T>
T read_from(std::span<const DataFile> files, std::string_view folder, std::string_view name) {
  const auto found = find_in<T>(files, folder, name);
  require(found.has_value(), "what is published has a file");
  return *found;
}

}  // namespace spotgrid::scenarios
