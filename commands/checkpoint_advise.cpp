// spotgrid checkpoint advise: what saves cost, and how often to make them.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <thread>

#include <fmt/format.h>

#include "analysis/gnuplot.hpp"
#include "analysis/period_figure.hpp"
#include "commands/advice.hpp"
#include "commands/command.hpp"
#include "commands/flag_document.hpp"
#include "commands/output_folder.hpp"
#include "commands/progress_line.hpp"
#include "sim/base/option_reader.hpp"
#include "sim/base/unit_text.hpp"

namespace spotgrid::commands {
namespace {

constexpr std::string_view place = "checkpoint advise";

struct AdviseOptions {
  std::int64_t runs = 20;

  void describe(Fields& fields) { fields("runs", runs, "runs for each period", between(1.0, 1e4)); }
};

AdviseOptions options_of(const Arguments& arguments) {
  constexpr std::array<FlagKey, 1> keys = {FlagKey{"--runs", "runs", FlagKey::As::json}};
  return read_strictly<AdviseOptions>(flag_document(arguments, keys, std::string(place)));
}

std::vector<scenarios::Override> overrides_of(const Arguments& arguments) {
  std::vector<scenarios::Override> overrides;
  for (const std::string& one : arguments.all("--set")) {
    PathValue set = path_value(one, "job.training.nodes=4");
    overrides.push_back({std::move(set.path), std::move(set.value)});
  }
  return overrides;
}

std::vector<Seconds> periods_of(const Arguments& arguments) {
  std::vector<Seconds> periods;
  for (const std::string& one : arguments.all("--period")) {
    Seconds period{0};
    if (!parse_quantity(one, period) || period <= 0s)
      wrong_usage(place, fmt::format("--period is a duration above 0, found \"{}\"", one),
                  "write it like '10 min'");
    periods.push_back(period);
  }
  return periods;
}

// Those that were named; without any the scenario's own.
std::vector<AdvisedScheme> chosen(const std::vector<AdvisedScheme>& all,
                                  const Arguments& arguments) {
  std::vector<AdvisedScheme> some;
  std::vector<std::string> names = arguments.all("--scheme");
  if (names.empty() && !all.front().own)
    wrong_usage(place, "the scenario's own scheme makes no saves", "name one by --scheme");
  if (names.empty())
    names.push_back(all.front().name);
  for (const std::string& name : names) {
    const auto found = std::find_if(all.begin(), all.end(),
                                    [&](const AdvisedScheme& one) { return one.name == name; });
    std::vector<std::string_view> known;
    known.reserve(all.size());
    for (const AdvisedScheme& one : all)
      known.emplace_back(one.name);
    if (found == all.end())
      wrong_usage(place, fmt::format("no such checkpoint scheme, found \"{}\"", name),
                  nearest_of(name, known));
    if (!found->why_not.empty())
      wrong_usage(place, fmt::format("{} lacks options: {}", name, found->why_not),
                  "give them in checkpointing.scheme of the scenario, or by --set");
    some.push_back(*found);
  }
  return some;
}

SchemeTimes times_of(const AdvisedScheme& scheme) {
  SchemeTimes times{scheme.name, {}, {}, {}, {}, scheme.why_not};
  if (!scheme.why_not.empty())
    return times;
  times.stall_s = scheme.quiet.save.stall.count();
  times.latency_s = scheme.quiet.save.latency.count();
  times.durable_s = scheme.quiet.save.durable.count();
  times.restore_s = scheme.quiet.restore.count();
  return times;
}

void draw(const SchemeAdvice& one, const OutputFolder& folder) {
  constexpr double hour = 3600;
  analysis::PeriodCurve curve;
  curve.title = fmt::format("{}, {} runs for each period", one.scheme,
                            one.periods.empty() ? 0 : one.periods.front().means.runs);
  for (const PeriodRow& row : one.periods)
    if (const RunMeans& means = row.means; means.finished > 0)
      curve.points.push_back({row.period_s, means.finish_s / hour, means.finish_half_s / hour,
                              means.cost_usd, means.cost_half_usd, row.as_quick_as_best});
  for (const TheoryPeriod& period : one.theory)
    curve.theory.emplace_back(period.formula, period.period_s);
  if (curve.points.size() < 2)
    return;
  const std::string svg = one.scheme + ".svg";
  folder.write(one.scheme + ".gp", analysis::period_figure_script(curve, svg));
  folder.write(svg, analysis::drawn_svg(analysis::period_figure_script(curve)));
}

int print_advice(const Arguments& arguments) {
  const std::string format = format_of(arguments, place);
  const AdviseOptions options = options_of(arguments);
  const std::vector<Seconds> periods = periods_of(arguments);
  std::optional<OutputFolder> folder;
  if (const auto out = arguments.one("--out"))
    folder.emplace(*out);
  const std::string file = arguments.one("SCENARIO", "");
  const std::string text = Document::load(file, InputKind::scenario).text();
  Advice advice;
  advice.scenario = file;
  advice.runs = options.runs;
  {
    ProgressLine line;  // gone before anything is printed
    const AdvisedRuns runs(text, file, overrides_of(arguments),
                           static_cast<std::size_t>(options.runs),
                           {std::max(1U, std::thread::hardware_concurrency()),
                            [&line](std::string name) { return line.watch(std::move(name)); }});
    advice.starts_move = runs.moves_start();
    advice.without_state = !runs.scenario().setup.job.workload;
    const std::vector<AdvisedScheme> all = runs.schemes();
    const std::vector<AdvisedScheme> asked = chosen(all, arguments);
    for (const AdvisedScheme& scheme : all)
      advice.schemes.push_back(times_of(scheme));
    for (const AdvisedScheme& scheme : asked)
      advice.advice.push_back(advise(runs, scheme, periods));
  }
  if (folder) {
    folder->write("advice.csv", advice_csv(advice));
    folder->write("advice.json", advice_json(advice));
    for (const SchemeAdvice& one : advice.advice)
      draw(one, *folder);
  }
  print(format == "json"  ? advice_json(advice)
        : format == "csv" ? advice_csv(advice)
                          : advice_table(advice));
  const bool any = std::any_of(advice.advice.begin(), advice.advice.end(),
                               [](const SchemeAdvice& one) { return one.best.has_value(); });
  return any ? success : not_reached;
}

}  // namespace

Command checkpoint_advise() {
  return {
      .name = "checkpoint advise",
      .summary = "what saves cost, and how often to make them: theory beside simulated periods",
      .arguments =
          {{.name = "SCENARIO",
            .value = "",
            .help = "scenario file; its schedules are replaced by fixed periods",
            .required = true},
           {.name = "--scheme",
            .value = "NAME",
            .help = "checkpoint scheme to try, with the scenario's options as far as it has them; "
                    "the scenario's own without it",
            .repeated = true},
           {.name = "--period",
            .value = "TIME",
            .help = "work between two saves to try, '10 min'; seven around what theory says "
                    "without it",
            .repeated = true},
           {.name = "--runs",
            .value = "N",
            .help = "runs for each period, from different instants of the traces or with different "
                    "random numbers; 20 without it"},
           {.name = "--set",
            .value = "PATH=VALUE",
            .help = "changes one value of the scenario",
            .repeated = true},
           {.name = "--out",
            .value = "DIR",
            .help = "folder for advice.csv, advice.json and a figure for each scheme",
            .letter = "-o"},
           {.name = "--format", .value = "FORM", .help = "what is printed: table, json or csv"}},
      .examples = {"spotgrid checkpoint advise scenarios/quickstart.json",
                   "spotgrid checkpoint advise scenarios/quickstart.json --scheme direct_storage "
                   "--scheme checkfreq --runs 40 -o out/advice"},
      .run = print_advice};
}

}  // namespace spotgrid::commands
