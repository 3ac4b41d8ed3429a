// Helpers of the trace tests (a *_test.cpp, since only those are compiled into the test program).
// SPDX-License-Identifier: Apache-2.0
#include <filesystem>
#include <fstream>

#include <unistd.h>

#include "tests/traces/reading.hpp"

namespace spotgrid::traces {

Trace read_all_as(std::string_view format, const std::vector<SourceText>& sources,
                  const ReadingOptions& options) {
  const Entry<TraceFormat>* found = find_entry(formats::catalogue(), format);
  require(found != nullptr, "a test names a format that exists");
  return found->options()->make()->read(sources, options);
}

Trace read_as(std::string_view format, const std::string& text, const ReadingOptions& options) {
  return read_all_as(format, {{"t", text}}, options);
}

std::string error_of(std::string_view format, const std::string& text,
                     const ReadingOptions& options) {
  try {
    read_as(format, text, options);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TemporaryFile::TemporaryFile(const std::string& name, std::string_view content) {
  const auto folder =
      std::filesystem::temp_directory_path() / ("spotgrid-traces-" + std::to_string(::getpid()));
  std::filesystem::create_directories(folder);
  path_ = (folder / name).string();
  std::ofstream(path_, std::ios::binary) << content;
}

TemporaryFile::~TemporaryFile() {
  std::filesystem::remove(path_);
}

std::vector<std::string> recognised_by(const std::string& text) {
  std::vector<std::string> names;
  for (const NamedEntry<TraceFormat>& one : formats::catalogue())
    if (one.entry.options()->make()->recognises({"t", text}))
      names.emplace_back(one.name);
  return names;
}

}  // namespace spotgrid::traces
