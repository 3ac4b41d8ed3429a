// Files from disk as text, decompressed; and how a problem in one is reported.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "traces/format.hpp"

namespace spotgrid::traces {

// Where a record stands: a line, or an element of a list in JSON. Cheap to make for each record;
// becomes text only in a message.
struct Place {
  std::string_view path;
  std::size_t number;          // the line, from 1; the index in the list, from 0
  std::string_view list = {};  // JSON pointer of the list
  std::string text() const;
};

// The place of an option of reading that does not fit the file: "a.csv: until".
std::string option_place(std::string_view path, std::string_view key);

// Throws InputError(data) for one problem.
[[noreturn]] void refuse(std::string place, std::string text, std::string remedy);
[[noreturn]] void refuse(const Place& place, std::string text, std::string remedy);

// The bytes of a file as they lie on disk. Throws InputError(data).
std::string read_bytes(const std::string& path);

// On disk and decompressed. No trace comes near this; what would grow beyond it is a mistake or an
// attack.
inline constexpr std::size_t most_decompressed_bytes = std::size_t{1} << 30;

// Bytes from the beginning of a text that are looked at to tell its format.
inline constexpr std::size_t enough_to_recognise = std::size_t{1} << 16;

// Plain text, gzip and zstd are told apart by content; a UTF-8 byte order mark is removed. Throws
// InputError(data): empty, cut off, corrupt, more than `most` bytes, UTF-16.
SourceText source_text(std::string path, std::string bytes,
                       std::size_t most = most_decompressed_bytes);

}  // namespace spotgrid::traces
