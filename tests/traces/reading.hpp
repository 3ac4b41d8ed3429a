// Reads made-up trace files in tests.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "traces/load.hpp"

namespace spotgrid::traces {

// A file "t" with this content, read by the format of this name.
Trace read_as(std::string_view format, const std::string& text, const ReadingOptions& options = {});
// The same for several files.
Trace read_all_as(std::string_view format, const std::vector<SourceText>& sources,
                  const ReadingOptions& options = {});

// The message of the InputError that reading throws; empty where it throws none.
std::string error_of(std::string_view format, const std::string& text,
                     const ReadingOptions& options = {});

// A temporary file with this content, removed at the end of the test program's use of it.
class TemporaryFile {
 public:
  TemporaryFile(const std::string& name, std::string_view content);
  ~TemporaryFile();
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

// Names of the formats that take a text for their own.
std::vector<std::string> recognised_by(const std::string& text);

}  // namespace spotgrid::traces
