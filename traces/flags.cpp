// Turns flags and counts into nodes up.
// SPDX-License-Identifier: Apache-2.0
#include "traces/flags.hpp"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

#include "traces/csv.hpp"

namespace spotgrid::traces {
namespace {

constexpr std::int64_t most_nodes = 10'000'000;

bool flags_only(const RawCounts& raw) {
  return raw.may_be_flags && std::all_of(raw.rows.begin(), raw.rows.end(),
                                         [](const auto& row) { return row.value <= 1; });
}

// True where the polarity was assumed.
bool nodes_from_flags(RawCounts& raw, TraceBuilder& trace) {
  const ReadingOptions& options = trace.options();
  if (!options.polarity) {
    trace.assume("1 means available");
    trace.undecided(
        {raw.path, "0/1 data, where 1 may mean available or preempted", "say which with polarity"});
  }
  if (!options.nodes) {
    trace.assume("a 1 stands for 1 node");
    trace.undecided(
        {raw.path, "0/1 data do not say how many nodes a 1 stands for", "say it with nodes"});
  }
  const bool inverted = options.polarity == Polarity::preempted;
  for (auto& row : raw.rows)
    row.value = (inverted ? 1 - row.value : row.value) * options.nodes.value_or(1);
  return !options.polarity;
}

// "us-east-1a", "asia-southeast1-b", "westeurope-1": letters, digits and dashes, at least one of
// each.
bool looks_like_zone(std::string_view text) {
  bool letter = false;
  bool digit = false;
  bool dash = false;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (std::isalnum(byte) == 0 && c != '-')
      return false;
    letter = letter || std::islower(byte) != 0;
    digit = digit || std::isdigit(byte) != 0;
    dash = dash || c == '-';
  }
  return letter && digit && dash;
}

}  // namespace

bool counts_from(RawCounts& raw, TraceBuilder& trace) {
  if (flags_only(raw))
    return nodes_from_flags(raw, trace);
  const ReadingOptions& options = trace.options();
  const bool inverted = options.polarity == Polarity::preempted;
  if (inverted && !options.nodes) {
    refuse(raw.path, "counts of preempted nodes without the number of nodes asked for",
           "say it with nodes");
  }
  if (raw.may_be_flags && !options.polarity)
    trace.assume("counts are nodes available");
  for (auto& row : raw.rows) {
    if (options.nodes && row.value > *options.nodes) {
      refuse(raw.path,
             fmt::format("a count above the nodes asked for, found {} of {}", row.value,
                         *options.nodes),
             "check nodes");
    }
    if (inverted)
      row.value = *options.nodes - row.value;
  }
  return false;
}

std::int64_t read_count(std::string_view cell, const Place& place) {
  const std::optional<std::int64_t> value = integer(cell);
  if (!value || *value < 0 || *value > most_nodes)
    refuse(place, fmt::format("expected a number of nodes, found \"{}\"", cell), "");
  return *value;
}

PoolName pool_of_file(const std::string& path, TraceBuilder& trace) {
  const ReadingOptions& options = trace.options();
  PoolName pool{options.zone.value_or(""), options.instance.value_or("")};
  if (options.zone)
    return pool;
  const std::string_view name = std::string_view(path).substr(path.rfind('/') + 1);
  const std::size_t end = name.find('_');
  if (end == std::string_view::npos || !looks_like_zone(name.substr(0, end)))
    return pool;
  pool.zone = name.substr(0, end);
  trace.assume(fmt::format("zone {}, from the file's name", pool.zone));
  return pool;
}

}  // namespace spotgrid::traces
