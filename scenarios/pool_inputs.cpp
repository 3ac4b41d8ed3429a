// Reading of the files that pools name.
// SPDX-License-Identifier: Apache-2.0
#include "scenarios/pool_inputs.hpp"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sim/base/option_writer.hpp"

namespace spotgrid::scenarios {
namespace {

std::string beside(const std::string& scenario, const std::string& path) {
  return (std::filesystem::path(scenario).parent_path() / path).string();
}

template <class Series>
bool has_points(const Series& series) {
  if constexpr (requires { series.points; }) {
    return !series.points.empty();
  } else {
    return !series.events.empty();
  }
}

bool fits(const std::string& in_file, std::string_view wanted) {
  return in_file.empty() || in_file == wanted;
}

template <class Series>
std::string pools_of(const std::vector<Series>& all) {
  std::vector<std::string> found;
  found.reserve(all.size());
  for (const Series& one : all)
    found.push_back(one.pool.zone + "/" + one.pool.instance);
  constexpr std::size_t shown = 8;
  const std::size_t rest = found.size() > shown ? found.size() - shown : 0;
  found.resize(found.size() - rest);
  return fmt::format("{}{}", fmt::join(found, ", "),
                     rest > 0 ? fmt::format(" and {} more", rest) : "");
}

}  // namespace

void PoolInputs::read_all() {
  const MarketSection& market = assembly_.scenario().market;
  for (std::size_t i = 0; i < market.pools.size(); ++i) {
    const PoolSection& pool = market.pools[i];
    if (pool.price.from_file())
      read_prices(i);
    if (pool.capacity.limited() && pool.capacity.counts.source.given())
      read_counts(i);
    if (pool.reclaim.node_events() != nullptr)
      read_events(i);
  }
}

const traces::Trace* PoolInputs::load(const TraceSource& source,
                                      const traces::ReadingOptions& options,
                                      const std::string& pointer) {
  const std::string key =
      fmt::format("{}\n{}", fmt::join(source.paths, "\n"), to_json(options, -1));
  const auto known = loaded_.find(key);
  if (known != loaded_.end())
    return known->second ? &known->second->trace : nullptr;
  std::unique_ptr<traces::Loaded>& slot = loaded_[key];
  std::vector<std::string> paths;
  paths.reserve(source.paths.size());
  for (const std::string& path : source.paths)
    paths.push_back(beside(assembly_.scenario().file, path));
  traces::ReadingOptions reading = options;
  if (reading.prices)
    reading.prices = beside(assembly_.scenario().file, *reading.prices);
  for (const std::string& path : paths) {
    if (!std::filesystem::is_regular_file(path)) {
      assembly_.problems.add(pointer + "/file",
                             fmt::format("the file cannot be read, found \"{}\"", path),
                             "check the path; it begins at the folder of the scenario");
      return nullptr;
    }
  }
  try {
    slot = std::make_unique<traces::Loaded>(traces::load(paths, reading, true));
  } catch (const InputError& error) {
    assembly_.problems.add(error);
    return nullptr;
  }
  record(*slot, source);
  return &slot->trace;
}

// Results name a file as the scenario does, so that they are the same wherever it lies.
void PoolInputs::record(const traces::Loaded& loaded, const TraceSource& source) {
  std::vector<traces::InputFile>& inputs = assembly_.out.inputs;
  for (std::size_t i = 0; i < loaded.inputs.size(); ++i) {
    const std::string& path =
        i < source.paths.size() ? source.paths[i] : source.options.prices.value_or("");
    if (std::none_of(inputs.begin(), inputs.end(),
                     [&](const traces::InputFile& one) { return one.path == path; }))
      inputs.push_back({path, loaded.inputs[i].sha256});
  }
  for (const std::string& text : loaded.trace.assumed)
    assembly_.assume(source.paths.front() + ": " + text);
  for (const std::string& text : loaded.trace.warnings)
    assembly_.warn(source.paths.front() + ": " + text);
}

template <class Series>
const Series* PoolInputs::series_of(const std::vector<Series>& all, std::size_t pool,
                                    const traces::ReadingOptions& options, std::string_view what,
                                    const std::string& pointer) {
  const PoolSection& section = assembly_.scenario().market.pools[pool];
  const std::string zone = options.zone.value_or(section.zone);
  const std::string instance = options.instance.value_or(std::string(instance_name(section)));
  const Series* found = nullptr;
  for (const Series& one : all) {
    if (has_points(one) && fits(one.pool.zone, zone) && fits(one.pool.instance, instance))
      found = &one;
  }
  if (found == nullptr) {
    assembly_.problems.add(pointer,
                           fmt::format("no {} of {}/{} in the file, found {}", what, zone, instance,
                                       all.empty() ? "none at all" : pools_of(all)),
                           R"(name its pool by "zone" and "instance" beside "file")");
  }
  return found;
}

void PoolInputs::read_prices(std::size_t pool) {
  const TraceSource& source = assembly_.scenario().market.pools[pool].price.source;
  const std::string pointer = pool_pointer(pool) + "/price";
  const traces::Trace* trace = load(source, source.options, pointer);
  if (trace == nullptr)
    return;
  if (const auto* found = series_of(trace->prices, pool, source.options, "prices", pointer))
    uses_.push_back({pool, "prices", pointer, trace, found->points.front().at, trace->end, found});
}

void PoolInputs::read_counts(std::size_t pool) {
  const Counts& counts = assembly_.scenario().market.pools[pool].capacity.counts;
  const std::string pointer = pool_pointer(pool) + "/capacity";
  traces::ReadingOptions options = counts.source.options;
  if (!options.nodes && counts.asked)
    options.nodes = counts.asked;  // what a successful trial obtained
  const traces::Trace* trace = load(counts.source, options, pointer);
  if (trace == nullptr)
    return;
  if (const auto* found = series_of(trace->counts, pool, options, "counts", pointer)) {
    uses_.push_back(
        {pool, "capacity", pointer, trace, found->points.front().at, trace->end, nullptr, found});
  }
}

void PoolInputs::read_events(std::size_t pool) {
  const ReclaimList& list = assembly_.scenario().market.pools[pool].reclaim;
  const TraceSource& source = list.node_events()->events;
  const std::string pointer = pool_pointer(pool) + "/reclaim";
  const traces::Trace* trace = load(source, source.options, pointer);
  if (trace == nullptr)
    return;
  if (const auto* found = series_of(trace->events, pool, source.options, "events", pointer)) {
    uses_.push_back(
        {pool, "events", pointer, trace, trace->begin, trace->end, nullptr, nullptr, found});
  }
}

}  // namespace spotgrid::scenarios
