// Tables of recorded markets.
// SPDX-License-Identifier: Apache-2.0
#include "commands/reproduce/spotdnn_replayed.hpp"

#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "analysis/table.hpp"
#include "commands/reproduce/recorded_market.hpp"
#include "commands/reproduce/replayed_ranking.hpp"

namespace spotgrid::commands::reproduction {
namespace {

using analysis::Align;
using analysis::MeanInterval;
using analysis::Table;

constexpr std::array<std::string_view, 8> remarks = {
    "us-west-2a, us-east-1f: p3.2xlarge has the counts of a fleet (of 16 and 4 nodes) and the spot "
    "price of that zone; of g3 and g4dn there are no data over time: they cost 30 % of the list "
    "price, as many as are wanted can be had, and none is lost. p3.2xlarge alone: us-west-2a "
    "without g3 and g4dn. stand-ins: what if these came and went as p3.2xlarge did in other zones; "
    "no recording of these types.",
    "Counts (from August 2023 on) and prices (from February 2023 on) are each taken from their "
    "beginning. Losses follow counts, never prices, which in us-west-2a do not move.",
    "In time: start-up aside (request, boot, join), which no plan of the paper reckons with; from "
    "request: on the clock, with it.",
    "Costs are of workers and the server (an m5.xlarge on demand), start-up too, late runs too; "
    "the paper's are of workers in training. $ per job in time: all runs, paid by those in time.",
    "Starts are spread over the traces, one at random in each of equal stretches; policies share "
    "them and the random numbers. Intervals are Student's t at 95 %, as if starts were "
    "independent; in one trace they are not (neighbours share a spell), so that they are too "
    "narrow for other months and zones.",
    "Nodes lost count those too that were asked for between a notice and its fall, and fell with "
    "it; asked again: instants after the first at which a policy asks for workers.",
    "Table I had no p3.2xlarge. Here it has, on demand always: that plan of few fast workers costs "
    "a third of Table I's, so that less is saved on spot, whatever the market.",
    "Published: Table I and Fig. 7(a); homogeneous clusters by Fig. 8, of other jobs; Optimus is "
    "no part of the paper. In time counts as kept from 95 % of the starts on."};

// Without the sign of what is less than half a cent.
double cents(double usd) {
  return std::abs(usd) < 0.005 ? 0 : usd;
}

std::string interval_text(const MeanInterval& one) {
  return fmt::format("{:.2f} [{:.2f}, {:.2f}]", cents(one.mean), cents(one.low), cents(one.high));
}

std::string number_text(std::optional<double> value, const char* form) {
  return value ? fmt::format(fmt::runtime(form), *value) : "";
}

std::string printed_text(const std::optional<PrintedResult>& printed) {
  if (!printed)
    return "";
  const std::string_view when = printed->in_time ? "in time" : "late";
  if (!printed->cost_usd)
    return fmt::format("{}, {} than spotDNN", when, printed->dearer ? "dearer" : "cheaper");
  return fmt::format("{}, {:.0f} s, {:.2f} $", when, *printed->time_s, *printed->cost_usd);
}

std::string market_text(const Replayed& one) {
  std::string all;
  for (std::size_t i = 0; i < one.traced.size(); ++i)
    all += fmt::format("{}{} at {}", i == 0 ? "" : ", ", one.traced[i], one.to_be_had[i]);
  return fmt::format(
      "{:.1f} d of traces, {} starts, runs of at most {:.0f} h; can be had at the "
      "start: {}; start-up {:.0f} s",
      one.span_h / 24, one.policies.front().runs.size(), one.horizon_h, all, one.start_up_s);
}

std::string title_of(const ReplayedCase& which) {
  return fmt::format("{}, loss {} in {} s", which.market, which.loss, which.objective_s);
}

std::string case_text(const Replayed& one) {
  Table table({{""},
               {"in time", Align::right},
               {"from request", Align::right},
               {"finished", Align::right},
               {"finish s", Align::right},
               {"cost $", Align::right},
               {"more than spotdnn $", Align::right},
               {"$ per job in time", Align::right},
               {"nodes lost", Align::right},
               {"at instants", Align::right},
               {"asked again", Align::right},
               {"published"}});
  const std::vector<PolicyFigures> figures = figures_of(one);
  for (const PolicyFigures& row : figures) {
    const bool first = &row == figures.data();
    table.add({std::string(row.policy), fmt::format("{} of {}", row.in_time, row.starts),
               fmt::format("{}", row.from_request), fmt::format("{}", row.finished),
               row.finished > 0 ? fmt::format("{:.0f}", row.finish_s) : "",
               interval_text(row.cost_usd), first ? "" : interval_text(row.more_usd),
               number_text(row.cost_of_one_in_time(), "{:.2f}"), fmt::format("{}", row.lost),
               fmt::format("{}", row.loss_events), fmt::format("{}", row.asked_again),
               printed_text(row.printed)});
  }
  return fmt::format(
      "{}\n{}{}{}", title_of(one.which), analysis::labelled("", market_text(one), 2), table.text(),
      analysis::labelled("", "the ranking survives: " + ranking_of(figures).text, 2));
}

// In how many of all, and in which.
std::string sum_text(const std::vector<Replayed>& all) {
  std::vector<std::string> survives;
  for (const Replayed& one : all) {
    if (ranking_of(figures_of(one)).survives == Ranking::Survives::yes)
      survives.push_back(title_of(one.which));
  }
  return fmt::format("the ranking survives in {} of {}{}{}", survives.size(), all.size(),
                     survives.empty() ? "" : ": ", fmt::join(survives, "; "));
}

std::string exact(std::optional<double> value) {
  return number_text(value, "{:.10g}");
}

std::vector<std::string> case_cells(const ReplayedCase& which, std::string_view policy) {
  return {std::string(which.market), exact(which.loss), exact(which.objective_s),
          std::string(policy)};
}

std::vector<std::string> csv_line(const Replayed& one, const PolicyFigures& row) {
  std::vector<std::string> cells = case_cells(one.which, row.policy);
  for (const std::int64_t count : {row.starts, row.in_time, row.from_request, row.finished})
    cells.push_back(fmt::format("{}", count));
  cells.push_back(row.finished > 0 ? exact(row.finish_s) : "");
  for (const MeanInterval& interval : {row.cost_usd, row.more_usd})
    cells.insert(cells.end(), {exact(interval.mean), exact(interval.low), exact(interval.high)});
  cells.push_back(exact(row.cost_of_one_in_time()));
  for (const std::int64_t count : {row.lost, row.loss_events, row.asked_again})
    cells.push_back(fmt::format("{}", count));
  const PrintedResult printed = row.printed.value_or(PrintedResult{});
  cells.insert(cells.end(),
               {exact(printed.time_s), exact(printed.cost_usd), printed_text(row.printed)});
  return cells;
}

}  // namespace

std::string replayed_text(const std::vector<Replayed>& all) {
  std::string text = "spotDNN on recorded capacity and prices: ResNet-110 to a loss, in time\n";
  for (const std::string_view remark : remarks)
    text += analysis::labelled("", remark, 2);
  for (const Replayed& one : all)
    text += "\n" + case_text(one);
  return text + "\n" + analysis::labelled("all:", sum_text(all), 5);
}

std::string replayed_csv(const std::vector<Replayed>& all) {
  Table table({{"market"},
               {"loss"},
               {"objective (s)"},
               {"policy"},
               {"starts"},
               {"in_time"},
               {"in_time_from_request"},
               {"finished"},
               {"finish_mean (s)"},
               {"cost_mean ($)"},
               {"cost_low ($)"},
               {"cost_high ($)"},
               {"more_than_spotdnn_mean ($)"},
               {"more_than_spotdnn_low ($)"},
               {"more_than_spotdnn_high ($)"},
               {"cost_of_one_in_time ($)"},
               {"nodes_lost"},
               {"loss_instants"},
               {"asked_again"},
               {"published_time (s)"},
               {"published_cost ($)"},
               {"published"}});
  for (const Replayed& one : all) {
    for (const PolicyFigures& row : figures_of(one))
      table.add(csv_line(one, row));
  }
  return table.csv();
}

std::string replayed_runs_csv(const std::vector<Replayed>& all) {
  Table table({{"market"},
               {"loss"},
               {"objective (s)"},
               {"policy"},
               {"start (s)"},
               {"outcome"},
               {"in_time"},
               {"end (s)"},
               {"cost ($)"},
               {"nodes_lost"},
               {"loss_instants"},
               {"asked_again"}});
  for (const Replayed& one : all) {
    for (const PolicyRuns& own : one.policies) {
      for (const ReplayedRun& run : own.runs) {
        std::vector<std::string> cells = case_cells(one.which, own.policy);
        cells.insert(cells.end(),
                     {exact(run.start_s), std::string(word_of(run.outcome)),
                      one.in_time(run) ? "1" : "0", exact(run.finish_s), exact(run.cost_usd)});
        for (const std::int64_t count : {run.lost, run.loss_events, run.asked_again})
          cells.push_back(fmt::format("{}", count));
        table.add(std::move(cells));
      }
    }
  }
  return table.csv();
}

OnTraces replay_spotdnn(const std::string& folder, std::size_t starts, const Switches& switches) {
  for (const ReplayedCase& one : replayed_cases())
    RecordedMarket(one.scenario, folder);
  std::vector<Replayed> all;
  for (const ReplayedCase& one : replayed_cases())
    all.push_back(replay(one, folder, starts, switches));
  return {replayed_text(all),
          {{"replayed.csv", replayed_csv(all)}, {"replayed_runs.csv", replayed_runs_csv(all)}}};
}

}  // namespace spotgrid::commands::reproduction
