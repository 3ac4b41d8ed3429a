// Sorted rows behind a head that says where they come from.
// SPDX-License-Identifier: Apache-2.0
#include "traces/generators/native_files.hpp"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "traces/timestamp.hpp"

namespace spotgrid::traces {

NativeFile::NativeFile(std::string_view command, std::string_view columns, TraceTime start,
                       Instant end)
    : head_(fmt::format("# Made up by a random generator; not observed anywhere.\n# {}\n{}\n",
                        command, columns)),
      start_(start),
      end_(end) {}

void NativeFile::add_row(Instant at, std::string_view zone, std::string_view instance,
                         const std::string& value) {
  require(at <= end_, "a made-up series ends with its span");
  rows_.push_back({at, fmt::format("{},{},{}", zone, instance, value)});
}

std::string NativeFile::text() && {
  std::sort(rows_.begin(), rows_.end());
  std::string out = std::move(head_);
  for (const Row& row : rows_) {
    fmt::format_to(std::back_inserter(out), "{},{}\n",
                   timestamp_text(start_ + row.at.microseconds()), row.rest);
  }
  return out;
}

}  // namespace spotgrid::traces
