// Runs of schemes in recorded losses, and the judgement of rankings.
// SPDX-License-Identifier: Apache-2.0
#include "commands/reproduce/replayed_schemes.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>

#include <fmt/format.h>

#include "analysis/amounts.hpp"
#include "analysis/table.hpp"
#include "commands/advised_runs.hpp"
#include "scenarios/paper_runs.hpp"
#include "sim/base/unit_text.hpp"

namespace spotgrid::commands::reproduction {
namespace {

constexpr double minute = 60, hour = 3600;
// What the others are compared with.
constexpr std::string_view baseline = "direct_storage";

std::string_view text_of(std::string_view name) {
  const auto files = scenarios::acute_runs::files();
  const auto found = std::find_if(files.begin(), files.end(),
                                  [&](const DataFile& file) { return file.name == name; });
  require(found != files.end(), "a market of losses is built in");
  return found->text;
}

const SchemeRuns* find(const ReplayedSchemes& market, std::string_view scheme) {
  const auto found = std::find_if(market.schemes.begin(), market.schemes.end(),
                                  [&](const SchemeRuns& one) { return one.scheme == scheme; });
  return found == market.schemes.end() || !found->why_not.empty() ? nullptr : &*found;
}

// Completion comes before time: of runs that did not finish no time is known.
std::string verdict(const SchemeRuns& ahead, const SchemeRuns& behind) {
  const RunMeans one = means_of(ahead.runs), other = means_of(behind.runs);
  if (one.finished != other.finished)
    return fmt::format("{}: {} of {} runs finish against {}",
                       one.finished > other.finished ? "yes" : "no", one.finished, one.runs,
                       other.finished);
  const auto longer = longer_by(ahead.runs, behind.runs);
  if (!longer)
    return "not known: other runs finish";
  const std::string by = fmt::format("{:.2f} min [{:.2f}, {:.2f}]", longer->mean / minute,
                                     longer->low / minute, longer->high / minute);
  if (longer->low > 0)
    return "yes, sooner by " + by;
  if (longer->high < 0)
    return fmt::format("no, later by {:.2f} min [{:.2f}, {:.2f}]", -longer->mean / minute,
                       -longer->high / minute, -longer->low / minute);
  return "not distinguishable, sooner by " + by;
}

std::vector<const SchemeRuns*> by_finish(const ReplayedSchemes& market) {
  std::vector<const SchemeRuns*> all;
  for (const SchemeRuns& one : market.schemes)
    if (one.why_not.empty())
      all.push_back(&one);
  std::stable_sort(all.begin(), all.end(), [](const SchemeRuns* a, const SchemeRuns* b) {
    const RunMeans one = means_of(a->runs), other = means_of(b->runs);
    return one.finished != other.finished ? one.finished > other.finished
                                          : one.finish_s < other.finish_s;
  });
  return all;
}

std::string market_text(const ReplayedSchemes& market) {
  using analysis::Align;
  analysis::Table table({{"scheme"},
                         {"finished", Align::right},
                         {"finish h", Align::right},
                         {"later than direct_storage min", Align::right},
                         {"cost $", Align::right},
                         {"stall min", Align::right},
                         {"contention", Align::right},
                         {"redo", Align::right},
                         {"restore", Align::right},
                         {"wait", Align::right}});
  const SchemeRuns* base = find(market, baseline);
  for (const SchemeRuns* one : by_finish(market)) {
    const RunMeans means = means_of(one->runs);
    std::vector<std::string> cells{one->scheme,
                                   fmt::format("{} of {}", means.finished, means.runs)};
    if (means.finished > 0) {
      cells.push_back(
          fmt::format("{:.3f} ± {:.3f}", means.finish_s / hour, means.finish_half_s / hour));
      const auto longer =
          base == nullptr || base == one ? std::nullopt : longer_by(base->runs, one->runs);
      cells.push_back(longer ? fmt::format("{:+.2f} [{:+.2f}, {:+.2f}]", longer->mean / minute,
                                           longer->low / minute, longer->high / minute)
                             : "");
      cells.push_back(fmt::format("{:.2f} ± {:.2f}", means.cost_usd, means.cost_half_usd));
      for (const double part :
           {means.stall_s, means.contention_s, means.redo_s, means.restore_s, means.wait_s})
        cells.push_back(fmt::format("{:.2f}", part / minute));
    }
    table.add(std::move(cells));
  }
  double events = 0, nodes = 0;
  if (base != nullptr) {
    events = sum_of(base->runs, [](const JobRun& run) { return run.loss_events; });
    nodes = sum_of(base->runs, [](const JobRun& run) { return run.lost_nodes; });
  }
  const double runs = base == nullptr ? 1 : static_cast<double>(base->runs.size());
  std::string text = fmt::format("{}\n  {:.2f} instants of loss a run, {:.2f} nodes at each\n{}",
                                 market.market.name, events / runs, events > 0 ? nodes / events : 0,
                                 table.text(2));
  for (const SchemeRuns& one : market.schemes)
    if (!one.why_not.empty())
      text += analysis::labelled("  " + one.scheme, one.why_not, 20) + "\n";
  for (const PublishedOrder& order : published_orders()) {
    const SchemeRuns *ahead = find(market, order.ahead), *behind = find(market, order.behind);
    if (ahead != nullptr && behind != nullptr)
      text += fmt::format("  {} ahead of {} ({}): {}\n", order.ahead, order.behind, order.source,
                          verdict(*ahead, *behind));
  }
  return text;
}

}  // namespace

std::span<const LossMarket> loss_markets() {
  static constexpr std::array<LossMarket, 3> all = {
      {{"AWS p3, node by node (Bamboo)", "replayed_p3"},
       {"Google Cloud V100, bulk falls (Bamboo)", "replayed_gcloud"},
       {"AWS p3, 16 nodes (SkyPilot)", "replayed_skynomad"}}};
  return all;
}

std::span<const PublishedOrder> published_orders() {
  static constexpr std::array<PublishedOrder, 8> all = {
      {{"acute", "mlc_base", "ACUTE, IEEE Access 2024"},
       {"mlc_base", "direct_storage", "ACUTE, order of its baselines"},
       {"deepcheck", "acute", "DeepVM, CCGrid 2024: more remotes"},
       {"checkfreq", "direct_storage", "CheckFreq, FAST 2021"},
       {"pccheck", "checkfreq", "PCcheck, ASPLOS 2025"},
       {"pccheck", "gemini", "PCcheck, ASPLOS 2025"},
       {"gemini", "direct_storage", "Gemini, SOSP 2023"},
       {"datastates", "checkfreq", "DataStates-LLM, HPDC 2024: lazy copies"}}};
  return all;
}

ReplayedSchemes replay_schemes(const LossMarket& market, const std::string& folder,
                               std::size_t starts, const Simulating& how) {
  const std::string file =
      (std::filesystem::path(folder) / fmt::format("{}.json", market.scenario)).string();
  const AdvisedRuns runs(std::string(text_of(market.scenario)), file, {}, starts, how);
  ReplayedSchemes replayed{market, {}};
  const std::optional<Seconds> own;
  for (const AdvisedScheme& scheme : runs.schemes()) {
    if (scheme.name == "given_times")  // no system, but lengths that somebody measured
      continue;
    SchemeRuns& one = replayed.schemes.emplace_back(SchemeRuns{scheme.name, scheme.why_not, {}});
    if (scheme.why_not.empty())
      one.runs = runs.runs(scheme, std::span(&own, 1)).front();
  }
  return replayed;
}

OnTraces replay_acute(const std::string& folder, std::size_t starts, const Switches& switches) {
  std::vector<ReplayedSchemes> all;
  for (const LossMarket& market : loss_markets())
    all.push_back(replay_schemes(market, folder, starts, switches.how));
  return {replayed_schemes_text(all), {{"replayed.csv", replayed_schemes_csv(all)}}};
}

std::string replayed_schemes_text(std::span<const ReplayedSchemes> all) {
  std::string text =
      "Checkpoint schemes in recorded losses: BERT-large (4.02 GB of state) on eight p3.2xlarge "
      "and\n"
      "what is left of them, down to four; a save after every 10 min of work\n"
      "  Losses are recorded, prices are not: spot costs 30 % of the list price. Costs are of "
      "workers\n"
      "  and remotes. Schemes are sorted by what finishes, then by finish time; times are means "
      "of\n"
      "  runs that finished. Starts are spread over the traces, one at random in each of equal\n"
      "  stretches, and shared by the schemes. Intervals are Student's t at 95 %, as if starts "
      "were\n"
      "  independent; in one trace they are not, so that they are too narrow for other months.\n"
      "  just_in_time saves after a loss alone. A published order is of other clusters and "
      "losses:\n"
      "  it survives where the scheme ahead finishes sooner here, by paired runs.\n";
  for (const ReplayedSchemes& market : all)
    text += "\n" + market_text(market);
  return text;
}

std::string replayed_schemes_csv(std::span<const ReplayedSchemes> all) {
  std::vector<analysis::Column> columns{{"market"}, {"scheme"}};
  for (std::string& name : columns_of_means())
    columns.push_back({std::move(name)});
  columns.push_back({"lost_nodes"});
  columns.push_back({"loss_events"});
  analysis::Table table(std::move(columns));
  for (const ReplayedSchemes& market : all) {
    for (const SchemeRuns& one : market.schemes) {
      if (!one.why_not.empty())
        continue;
      std::vector<std::string> cells{std::string(market.market.name), one.scheme};
      for (std::string& cell : cells_of(means_of(one.runs)))
        cells.push_back(std::move(cell));
      cells.push_back(
          number_text(sum_of(one.runs, [](const JobRun& run) { return run.lost_nodes; })));
      cells.push_back(
          number_text(sum_of(one.runs, [](const JobRun& run) { return run.loss_events; })));
      table.add(std::move(cells));
    }
  }
  return table.csv();
}

}  // namespace spotgrid::commands::reproduction
