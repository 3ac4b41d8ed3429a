// Files -> one Trace: decompress, detect, read, merge.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <vector>

#include "traces/format.hpp"

namespace spotgrid::traces {

// A file that was read, as results record it.
struct InputFile {
  std::string path;
  std::string sha256;  // of the bytes on disk, hexadecimal

  void describe(Fields& fields) {
    fields("path", path, "file that was read");
    fields("sha256", sha256, "SHA-256 of its bytes on disk");
  }
};

struct Loaded {
  Trace trace;
  std::vector<InputFile> inputs;  // in the order given
};

// Plain, gzip and zstd files are told apart by content. Several files of one format are merged as
// if their records stood in one. Throws InputError(data). `for_run`: refuses what only a person
// looking at a file may leave open (0/1 data without polarity and nodes, headerless counts without
// a unit); without it such data is read with an assumption that is listed.
Loaded load(std::span<const std::string> paths, const ReadingOptions& options, bool for_run);

}  // namespace spotgrid::traces
