// The common span of all inputs, and the run's start in it.
// SPDX-License-Identifier: Apache-2.0
#include "scenarios/run_time.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "sim/base/unit_text.hpp"
#include "traces/timestamp.hpp"

namespace spotgrid::scenarios {
namespace {

constexpr std::string_view unrelated_remedy =
    "where the dates are not to match, set market.pairing to \"unrelated\"";

std::string title(Assembly& assembly, const InputUse& use) {
  return fmt::format("{} of {}", use.what, pool_title(assembly.scenario().market.pools[use.pool]));
}

// Calendar and relative times do not mix: the relative ones need an anchor.
bool same_kind_of_time(Assembly& assembly, const std::vector<InputUse>& uses, bool any_date) {
  bool same = true;
  for (const InputUse& use : uses) {
    if (any_date && !use.trace->calendar) {
      assembly.problems.add(
          use.pointer, "the file has relative times, while others have calendar times",
          fmt::format(R"(anchor it by "start" beside "file"; {})", unrelated_remedy));
      same = false;
    }
  }
  return same;
}

void find_common_span(Assembly& assembly, const std::vector<InputUse>& uses, RunTime& time) {
  const InputUse* latest = &uses.front();
  const InputUse* earliest_end = &uses.front();
  const auto begin = [&](const InputUse& use) { return use.begin - time.zero_of(use); };
  const auto end = [&](const InputUse& use) { return use.end - time.zero_of(use); };
  for (const InputUse& use : uses) {
    if (begin(use) > begin(*latest))
      latest = &use;
    if (end(use) < end(*earliest_end))
      earliest_end = &use;
  }
  time.begin = begin(*latest);
  time.end = end(*earliest_end);
  if (time.begin >= *time.end) {
    assembly.problems.add(
        latest->pointer,
        fmt::format("the inputs have no time in common: {} begin at {}, {} end at {}",
                    title(assembly, *latest), time.text(time.begin), title(assembly, *earliest_end),
                    time.text(*time.end)),
        std::string(unrelated_remedy));
  }
}

// The start in trace time; nothing where it does not fit the inputs.
std::optional<traces::TraceTime> written_start(Assembly& assembly, const RunTime& time) {
  const std::string& start = *assembly.scenario().start;
  Seconds offset{0};
  if (parse_quantity(start, offset))
    return Instant::at(offset).microseconds() + (time.by_date ? time.begin : 0);
  const auto stamp = traces::parse_timestamp(start);
  require(stamp.has_value(), "a start that was read is an instant or an offset");
  if (time.by_date)
    return stamp->at;
  assembly.problems.add("/start",
                        fmt::format("the inputs stand in no calendar, found \"{}\"", start),
                        "give an offset into the traces such as \"36 h\", or anchor each file by "
                        "\"start\" beside \"file\"");
  return std::nullopt;
}

void check_start(Assembly& assembly, const std::vector<InputUse>& uses, const RunTime& time) {
  const std::string remedy = fmt::format("all inputs have data from {} to {}",
                                         time.text(time.begin), time.text(*time.end));
  for (const InputUse& use : uses) {
    const traces::TraceTime begin = use.begin - time.zero_of(use);
    const traces::TraceTime end = use.end - time.zero_of(use);
    if (time.start >= begin && time.start < end)
      continue;
    assembly.problems.add(
        "/start",
        fmt::format("{} have no data at the start {}, found {} to {}", title(assembly, use),
                    time.text(time.start), time.text(begin), time.text(end)),
        remedy);
  }
}

}  // namespace

std::string RunTime::text(traces::TraceTime t) const {
  if (by_date)
    return traces::timestamp_text(t);
  return to_text(Seconds{static_cast<double>(t) / 1e6});
}

RunTime run_time_of(Assembly& assembly, const std::vector<InputUse>& uses) {
  RunTime time;
  if (uses.empty())
    return time;
  const bool any_date = std::any_of(uses.begin(), uses.end(),
                                    [](const InputUse& use) { return use.trace->calendar; });
  time.unrelated = assembly.scenario().market.pairing == Pairing::unrelated;
  time.by_date = any_date && !time.unrelated;
  if (!time.unrelated && !same_kind_of_time(assembly, uses, any_date))
    return time;
  find_common_span(assembly, uses, time);
  if (time.begin >= *time.end)
    return time;
  time.start = time.begin;
  if (assembly.scenario().start) {
    const auto start = written_start(assembly, time);
    if (!start)
      return time;
    time.start = *start;
  }
  check_start(assembly, uses, time);
  assembly.scenario().start = time.text(time.start);
  return time;
}

}  // namespace spotgrid::scenarios
