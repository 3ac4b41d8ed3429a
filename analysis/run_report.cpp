// The lines of the report above and below its tables.
// SPDX-License-Identifier: Apache-2.0
#include "analysis/run_report.hpp"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "analysis/amounts.hpp"
#include "analysis/table.hpp"

namespace spotgrid::analysis {
namespace {

constexpr std::size_t text_column = 13;

std::string line(std::string_view label, std::string_view text) {
  return labelled(label, text, text_column);
}

// One line each, the label on the first only.
std::string listing(std::string_view label, const std::vector<std::string>& sentences) {
  std::string all;
  for (const std::string& sentence : sentences)
    all += line(all.empty() ? label : "", sentence);
  return all;
}

// Lines "where: what" of one place, or of several places with one thing to say, as one line.
std::vector<std::string> gathered(const std::vector<std::string>& sentences) {
  struct Line {
    std::string where, what;
  };
  std::vector<Line> lines;
  for (const std::string& sentence : sentences) {
    const auto colon = sentence.find(": ");
    const Line one = colon == std::string::npos
                         ? Line{"", sentence}
                         : Line{sentence.substr(0, colon), sentence.substr(colon + 2)};
    const auto same = std::find_if(lines.begin(), lines.end(), [&](const Line& other) {
      return !one.where.empty() && !other.where.empty() &&
             (other.where == one.where || other.what == one.what);
    });
    if (same == lines.end()) {
      lines.push_back(one);
    } else if (same->where == one.where) {
      same->what += ", " + one.what;
    } else {
      same->where += ", " + one.where;
    }
  }
  std::vector<std::string> all;
  all.reserve(lines.size());
  for (const Line& one : lines)
    all.push_back(one.where.empty() ? one.what : one.where + ": " + one.what);
  return all;
}

std::string number_of(std::int64_t count, std::string_view what) {
  return fmt::format("{} {}{}", count_text(count), what, count == 1 ? "" : "s");
}

std::string by_name(const std::map<std::string, std::int64_t>& counts) {
  std::vector<std::string> parts;
  for (const auto& entry : counts) {
    if (entry.second != 0)
      parts.push_back(fmt::format("{} {}", entry.first, count_text(entry.second)));
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string ending(const RunResult& run) {
  std::string text(word_of(run.outcome));
  for (char& c : text)
    c = c == '_' ? ' ' : c;
  text += " after " + span_text(Seconds{run.makespan_s});
  return run.reason.empty() ? text : text + ": " + run.reason;
}

std::string progress_text(const RunReport& report) {
  const RunResult& run = report.result;
  if (run.loss)
    return fmt::format("loss {} of {}",
                       run.loss->reached ? figure_text(*run.loss->reached) : "unknown",
                       figure_text(run.loss->objective));
  if (report.unit.empty()) {
    return fmt::format("{} of {} of work", span_text(Seconds{run.progress}),
                       span_text(Seconds{run.target}));
  }
  return fmt::format("{} of {} {}", figure_text(run.progress), figure_text(run.target),
                     report.unit);
}

std::string comparison(const RunReport& report) {
  const RunResult& run = report.result;
  if (!report.on_demand)
    return report.no_on_demand;
  const RunResult& other = report.on_demand->result;
  if (!reached_target(run.outcome) || !reached_target(other.outcome) || !(other.cost_usd > 0))
    return "not comparable with the same job on demand: both must reach the target";
  const double saved = 1 - run.cost_usd / other.cost_usd;
  const std::string percent = fmt::format("{:.0f} %", 100 * (saved < 0 ? -saved : saved));
  return saved < 0 ? percent + " more than the same job on demand"
                   : fmt::format(
                         "{} less than the same job on demand (a discount of {} there "
                         "would be break-even)",
                         percent, percent);
}

std::string on_demand_text(const OnDemandRun& on_demand) {
  return fmt::format("{}, {}; {} at {} $/h, {}", money_text(on_demand.result.cost_usd),
                     ending(on_demand.result), on_demand.offer,
                     figure_text(on_demand.price / dollars_per_hour(1)), on_demand.price_from);
}

std::string losses_text(const Counters& counted) {
  if (counted.preemptions == 0)
    return "none";
  std::string text =
      fmt::format("{} at {}, by source: {}", number_of(counted.preemptions, "node"),
                  number_of(counted.loss_events, "instant"), by_name(counted.preemptions_by));
  if (!counted.preemptions_during.empty())
    text += "; while " + by_name(counted.preemptions_during);
  return text + fmt::format("; notices: {} sent, {} seen, {} too late",
                            count_text(counted.notices_sent), count_text(counted.notices_seen),
                            count_text(counted.notices_missed));
}

// Why nodes die that have only just been asked for.
std::string hint(const Counters& counted) {
  return counted.preemptions_during.contains("booting") && counted.notices_sent > 0
             ? "replacements asked for inside a notice window can die with the same fall"
             : "";
}

std::string launches_text(const Counters& counted) {
  std::string text = fmt::format("{} granted, {} refused", number_of(counted.requests, "node"),
                                 count_text(counted.launch_failures));
  if (counted.launch_failures > 0)
    text += " (" + by_name(counted.launch_failures_by) + ")";
  return text + fmt::format(", {} released", count_text(counted.releases));
}

std::string clock_text(std::string_view what, const ClockSummary& clock) {
  if (clock.count == 0)
    return "";
  return fmt::format("; {} {} mean, {} p99", what, span_text(Seconds{clock.mean}),
                     span_text(Seconds{clock.p99}));
}

std::string saves_text(const RunResult& run) {
  const Counters& counted = run.counters;
  if (counted.saves == 0)
    return "none";
  return fmt::format("{} begun, {} committed, {} torn", count_text(counted.saves),
                     count_text(counted.saves_committed), count_text(counted.saves_torn)) +
         clock_text("stall", run.checkpoints.stall) +
         clock_text("durable after", run.checkpoints.durable);
}

std::string recovery_text(const RunResult& run) {
  return fmt::format("{}, {}, {}", number_of(run.counters.stops, "stop"),
                     number_of(run.counters.restores, "restore"),
                     number_of(run.counters.rollbacks, "rollback"));
}

std::string answer(const RunReport& report) {
  std::string text = line("outcome", ending(report.result) + ", " + progress_text(report));
  text += line("cost", money_text(report.result.cost_usd) + ", " + comparison(report));
  if (report.on_demand)
    text += line("on demand", on_demand_text(*report.on_demand));
  text += line("certainty",
               fmt::format("n = 1, no interval: one start of one trace, seed {}", report.seed));
  return text + line("market", report.market);
}

std::string events(const RunReport& report) {
  const RunResult& run = report.result;
  std::string text = line("launches", launches_text(run.counters));
  text += line("losses", losses_text(run.counters));
  if (const std::string why = hint(run.counters); !why.empty())
    text += line("", why);
  text += line("saves", saves_text(run));
  text += line("recovery", recovery_text(run));
  if (run.shortfall.total_s > 0) {
    text += line("shortfall",
                 span_text(Seconds{run.shortfall.total_s}) + " of training speed was missing");
  }
  return text;
}

std::string title(const RunReport& report) {
  std::string text;
  for (const std::string& one : wrapped(report.subject, 100))
    text += one + "\n";
  return text;
}

}  // namespace

bool reached_target(Outcome outcome) {
  return outcome == Outcome::finished || outcome == Outcome::finished_late;
}

std::string run_text(const RunReport& report) {
  std::string text =
      title(report) + "\n" + answer(report) + "\n" + breakdown_text(report) + "\n" + events(report);
  text += listing("warning", report.result.warnings);
  text += "\n" + listing("choices (!)", gathered(report.result.assumptions));
  if (!report.not_modelled.empty())
    text += line("not modelled", fmt::format("{}", fmt::join(report.not_modelled, "; ")));
  if (!report.repeat.empty())
    text += line("repeat", report.repeat);
  return text;
}

}  // namespace spotgrid::analysis
