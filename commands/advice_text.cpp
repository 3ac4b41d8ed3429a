// Advice for people and for programs.
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "analysis/amounts.hpp"
#include "analysis/table.hpp"
#include "commands/advice.hpp"
#include "sim/base/option_writer.hpp"
#include "sim/base/unit_text.hpp"

namespace spotgrid::commands {
namespace {

using analysis::Align;
using analysis::figure_text;
using analysis::span_text;

std::string span_of(std::optional<double> seconds) {
  return seconds ? span_text(Seconds{*seconds}) : "";
}

std::string times_table(const std::vector<SchemeTimes>& all) {
  analysis::Table table({{"scheme"},
                         {"stall", Align::right},
                         {"latency", Align::right},
                         {"durable", Align::right},
                         {"restore", Align::right}});
  std::string left_out;
  for (const SchemeTimes& one : all) {
    if (one.why_not.empty())
      table.add({one.scheme, span_of(one.stall_s), span_of(one.latency_s), span_of(one.durable_s),
                 span_of(one.restore_s)});
    else
      left_out += analysis::labelled(one.scheme, one.why_not, 18) + "\n";
  }
  return "One save and one restore without contention, with the scenario's options as far as a "
         "scheme has them\n\n" +
         table.text(2) + (left_out.empty() ? "" : "\nNot without more options\n\n" + left_out);
}

std::string with_half(double mean, double half, double unit) {
  return fmt::format("{} ± {}", figure_text(mean / unit), figure_text(half / unit));
}

std::string measured(const SchemeAdvice& one) {
  const std::string mtbf = span_text(Seconds{one.mtbf_s});
  return fmt::format(
      "{}: {} (seen in {}). A save costs {} of stall and longer iterations and is of use after "
      "{}.",
      one.scheme,
      one.mtbf_is_bound
          ? "no event stopped the job; at 95 % the mean time between two is above " + mtbf
          : fmt::format("an event stops the job every {} ({} events)", mtbf,
                        analysis::count_text(one.stops)),
      span_text(Seconds{one.watched_s}), span_text(Seconds{one.overhead_s}),
      span_text(Seconds{one.latency_s}));
}

std::string verdict(const SchemeAdvice& one, std::int64_t runs) {
  if (!one.best)
    return "no period let any run finish";
  const PeriodRow& best = one.periods[*one.best];
  const std::string head =
      fmt::format("{}, {} of {} runs finished", span_text(Seconds{best.period_s}),
                  best.means.finished, best.means.runs);
  if (runs < 2)
    return head + "; n = 1, no interval";
  if (one.low_s == one.high_s)
    return head + "; every other period is slower at 95 %";
  return fmt::format("{}; {} to {} are not distinguishable at 95 %", head,
                     span_text(Seconds{one.low_s}), span_text(Seconds{one.high_s}));
}

std::string scheme_text(const SchemeAdvice& one, std::int64_t runs) {
  analysis::Table theory({{"work between saves"}, {"period", Align::right}, {"from"}});
  for (const TheoryPeriod& period : one.theory)
    theory.add({period.formula, span_text(Seconds{period.period_s}), period.source});
  if (one.best)
    theory.add({"simulated", span_text(Seconds{one.periods[*one.best].period_s}),
                "quickest of the periods below"});
  double longest = 0;
  for (const PeriodRow& row : one.periods)
    longest = std::max(longest, row.means.finish_s);
  const analysis::SpanUnit unit = analysis::span_unit(Seconds{longest});
  const double length = unit.length.count();
  const std::string in = fmt::format(" {}", unit.name);
  analysis::Table table({{"period", Align::right},
                         {"finished", Align::right},
                         {"finish" + in, Align::right},
                         {"cost USD", Align::right},
                         {"stall" + in, Align::right},
                         {"contention" + in, Align::right},
                         {"redo" + in, Align::right},
                         {"restore" + in, Align::right},
                         {""}});
  for (std::size_t i = 0; i < one.periods.size(); ++i) {
    const RunMeans& row = one.periods[i].means;
    std::vector<std::string> cells{span_text(Seconds{one.periods[i].period_s}),
                                   fmt::format("{} of {}", row.finished, row.runs)};
    if (row.finished > 0) {
      const bool alone = row.finished == 1;
      cells.push_back(alone ? figure_text(row.finish_s / length)
                            : with_half(row.finish_s, row.finish_half_s, length));
      cells.push_back(alone ? figure_text(row.cost_usd)
                            : with_half(row.cost_usd, row.cost_half_usd, 1));
      for (const double part : {row.stall_s, row.contention_s, row.redo_s, row.restore_s})
        cells.push_back(figure_text(part / length));
      cells.emplace_back(i == one.best                     ? "best"
                         : one.periods[i].as_quick_as_best ? "as quick"
                                                           : "");
    }
    table.add(std::move(cells));
  }
  return fmt::format("{}\n\n{}\nSimulated: {}\n\n{}", measured(one), theory.text(2),
                     verdict(one, runs), table.text(2));
}

}  // namespace

void SchemeTimes::describe(Fields& fields) {
  fields("scheme", scheme, "checkpoint scheme");
  fields("stall_s", stall_s, "training stands still, without contention");
  fields("latency_s", latency_s, "from the cut until the first tier has it");
  fields("durable_s", durable_s, "from the cut until the last tier has it");
  fields("restore_s", restore_s, "of a restore from the last tier");
  fields("why_not", why_not, "why the scenario's options do not suffice for it");
}

void TheoryPeriod::describe(Fields& fields) {
  fields("formula", formula, "whose period it is");
  fields("period_s", period_s, "work between two saves");
  fields("source", source, "where the formula stands");
}

void PeriodRow::describe(Fields& fields) {
  fields("period_s", period_s, "work between two saves");
  fields("means", means, "of the runs");
  fields("as_quick_as_best", as_quick_as_best,
         "no difference to the best period that 95 % would tell, by paired runs");
}

void SchemeAdvice::describe(Fields& fields) {
  fields("scheme", scheme, "checkpoint scheme");
  fields("stops", stops, "events that stopped the job in the runs that measure");
  fields("watched_s", watched_s, "time of these runs in which an event would have stopped the job");
  fields("mtbf_s", mtbf_s, "mean time between events that stop the job");
  fields("mtbf_is_bound", mtbf_is_bound, "nothing stopped it: the mean is above, at 95 %");
  fields("overhead_s", overhead_s, "of a save: stall and longer iterations");
  fields("latency_s", latency_s, "of a save: from the cut until the first tier has it");
  fields("theory", theory, "periods by formulas");
  fields("periods", periods, "simulated");
  std::optional<std::int64_t> index;
  if (best)
    index = static_cast<std::int64_t>(*best);
  fields("best", index, "of these: quickest among those of most finished runs");
  fields("low_s", low_s, "shortest period next to the best that is as quick");
  fields("high_s", high_s, "longest period next to the best that is as quick");
}

void Advice::describe(Fields& fields) {
  fields("scenario", scenario, "file of the job");
  fields("runs", runs, "runs for each period");
  fields("without_state", without_state,
         "the job's state has no size, so that moving it takes no time");
  fields("starts_move", starts_move, "each run begins at another instant of the traces");
  fields("schemes", schemes, "what saves cost without contention");
  fields("advice", advice, "periods, by scheme");
}

std::string advice_table(const Advice& advice) {
  std::string text = times_table(advice.schemes);
  if (advice.without_state)
    text +=
        "\nThe state of this job has no size (work_units): schemes that move it take no time.\n";
  for (const SchemeAdvice& one : advice.advice)
    text += "\n" + scheme_text(one, advice.runs);
  text += fmt::format(
      "\n{} runs for each period, {}; the same for all periods. ± is the half width of a "
      "95 % interval (Student's t). Runs that did not finish count in no mean.\n",
      advice.runs,
      advice.starts_move ? "each from another instant of the traces"
                         : "each with random numbers of its own");
  return text;
}

std::string advice_json(const Advice& advice) {
  return to_json(advice, 2) + "\n";
}

std::string advice_csv(const Advice& advice) {
  std::vector<analysis::Column> columns{{"scheme"}, {"period_s"}};
  for (std::string& name : columns_of_means())
    columns.push_back({std::move(name)});
  columns.push_back({"as_quick_as_best"});
  analysis::Table table(std::move(columns));
  for (const SchemeAdvice& one : advice.advice) {
    for (const PeriodRow& period : one.periods) {
      std::vector<std::string> cells{one.scheme, number_text(period.period_s)};
      for (std::string& cell : cells_of(period.means))
        cells.push_back(std::move(cell));
      cells.emplace_back(period.as_quick_as_best ? "true" : "false");
      table.add(std::move(cells));
    }
  }
  return table.csv();
}

}  // namespace spotgrid::commands
