// The contract of a trace format. One file in traces/formats/ is one format.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "sim/base/catalogue.hpp"
#include "traces/trace.hpp"

namespace spotgrid::traces {

// A file's content, decompressed.
struct SourceText {
  std::string path;  // for messages
  std::string text;
};

// Formats are stateless. A bad file throws InputError(data) with file:line (or JSON pointer),
// problem and remedy; nothing in a file may crash, hang or exhaust memory.
class TraceFormat {
 public:
  virtual ~TraceFormat() = default;

  // By content alone, never by the file's name; looks at the first few kilobytes.
  virtual bool recognises(const SourceText& source) const = 0;
  // Reads one file, or several as if their records stood in one.
  virtual Trace read(std::span<const SourceText> sources, const ReadingOptions& options) const = 0;
  Trace read(const SourceText& source, const ReadingOptions& options) const {
    return read(std::span(&source, 1), options);
  }
  // False where the order of rows is data (count logs), so that shuffling them changes the result.
  virtual bool order_free() const = 0;
};

namespace formats {
std::span<const NamedEntry<TraceFormat>> catalogue();
}

}  // namespace spotgrid::traces
