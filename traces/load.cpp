// Reads, recognises and merges the files of a trace.
// SPDX-License-Identifier: Apache-2.0
#include "traces/load.hpp"

#include <memory>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sim/base/sha256.hpp"
#include "traces/source_text.hpp"

namespace spotgrid::traces {
namespace {

std::vector<std::string_view> names() {
  std::vector<std::string_view> all;
  for (const NamedEntry<TraceFormat>& one : formats::catalogue())
    all.push_back(one.name);
  return all;
}

std::string by_content(const SourceText& source) {
  std::vector<std::string_view> found;
  for (const NamedEntry<TraceFormat>& one : formats::catalogue()) {
    if (one.entry.options()->make()->recognises(source))
      found.push_back(one.name);
  }
  if (found.empty()) {
    refuse(source.path, "none of the trace formats fits the content",
           fmt::format("known are {}", fmt::join(names(), ", ")));
  }
  if (found.size() > 1)
    refuse(source.path, fmt::format("may be {}", fmt::join(found, " or ")), "say it with format");
  return std::string(found.front());
}

std::string format_of(std::span<const SourceText> sources, const ReadingOptions& options) {
  if (!options.format.empty())
    return options.format;
  std::string first = by_content(sources.front());
  for (const SourceText& source : sources.subspan(1)) {
    const std::string other = by_content(source);
    if (other != first) {
      refuse(source.path, fmt::format("is {}, while {} is {}", other, sources.front().path, first),
             "read files of one format at a time");
    }
  }
  return first;
}

std::unique_ptr<TraceFormat> reader(const std::string& name) {
  const Entry<TraceFormat>* found = find_entry(formats::catalogue(), name);
  if (found == nullptr) {
    refuse("format", fmt::format("unknown trace format, found \"{}\"", name),
           did_you_mean(name, names(), fmt::format("known are {}", fmt::join(names(), ", "))));
  }
  return found->options()->make();
}

SourceText open(const std::string& path, std::vector<InputFile>& inputs) {
  std::string bytes = read_bytes(path);
  inputs.push_back({path, sha256(bytes)});
  return source_text(path, std::move(bytes));
}

}  // namespace

Loaded load(std::span<const std::string> paths, const ReadingOptions& options, bool for_run) {
  if (paths.empty())
    refuse("traces", "no file given", "name at least one");
  Loaded loaded;
  std::vector<SourceText> sources;
  for (const std::string& path : paths)
    sources.push_back(open(path, loaded.inputs));
  if (options.prices)
    loaded.inputs.push_back({*options.prices, sha256(read_bytes(*options.prices))});
  loaded.trace = reader(format_of(sources, options))->read(sources, options);
  if (for_run && !loaded.trace.undecided.empty())
    throw InputError(InputKind::data, loaded.trace.undecided);
  return loaded;
}

}  // namespace spotgrid::traces
