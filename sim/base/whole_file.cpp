// Block by block, up to a limit.
// SPDX-License-Identifier: Apache-2.0
#include "sim/base/whole_file.hpp"

#include <array>
#include <filesystem>
#include <fstream>
#include <system_error>

#include <fmt/format.h>

namespace spotgrid {

std::string whole_file(const std::string& path, InputKind kind, std::size_t most) {
  std::error_code unknown;
  if (std::filesystem::is_directory(path, unknown))
    throw InputError(kind, {path, "is a folder", "name the file in it"});
  std::ifstream file(path, std::ios::binary);
  if (!file)
    throw InputError(kind, {path, "cannot be opened", "check the name and the permissions"});
  std::string bytes;
  std::array<char, 1 << 16> block{};
  while (file.read(block.data(), block.size()) || file.gcount() > 0) {
    const auto more = static_cast<std::size_t>(file.gcount());
    // before the string grows, since it doubles
    if (bytes.size() + more > most)
      throw InputError(kind, {path, fmt::format("is longer than {} bytes", most), "split it"});
    bytes.append(block.data(), more);
  }
  if (file.bad())
    throw InputError(kind, {path, "cannot be read", "check the disk"});
  return bytes;
}

}  // namespace spotgrid
