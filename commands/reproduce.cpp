// spotgrid reproduce: the tables and figures of a paper, published and computed, side by side.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <charconv>
#include <thread>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "analysis/comparison_figure.hpp"
#include "analysis/gnuplot.hpp"
#include "commands/command.hpp"
#include "commands/output_folder.hpp"
#include "commands/progress_line.hpp"
#include "commands/reproduce/recorded_market.hpp"
#include "commands/reproduce/spotdnn_items.hpp"
#include "commands/reproduce/spotdnn_replayed.hpp"

namespace spotgrid::commands {
namespace {

using reproduction::SpotDnnItem;
using reproduction::Switches;

constexpr std::string_view place = "reproduce";

// The value of an option whose words are those of an enumeration.
template <Worded Word>
std::optional<Word> chosen(const Arguments& arguments, std::string_view option) {
  const std::optional<std::string> given = arguments.one(option);
  if (!given)
    return std::nullopt;
  const auto all = words(Word{});
  const auto found = std::find(all.begin(), all.end(), *given);
  if (found == all.end())
    wrong_usage(place, fmt::format("{} has no such value, found \"{}\"", option, *given),
                nearest_of(*given, all));
  return static_cast<Word>(found - all.begin());
}

std::vector<SpotDnnItem> items_named(const std::string& name) {
  const auto all = reproduction::spotdnn_items();
  if (name == "all")
    return {all.begin(), all.end()};
  std::vector<std::string_view> names = {"replayed", "all"};
  for (const SpotDnnItem& item : all) {
    if (item.name == name)
      return {item};
    names.insert(names.end() - 2, item.name);
  }
  wrong_usage(place, fmt::format("spotdnn has no such table or figure, found \"{}\"", name),
              fmt::format("there are {}", fmt::join(names, ", ")));
}

void write_files(const analysis::Comparison& comparison, bool figure, const OutputFolder& folder) {
  folder.write(comparison.name + ".csv", comparison.csv());
  if (!figure)
    return;
  const std::string svg = comparison.name + ".svg";
  folder.write(comparison.name + ".gp", analysis::figure_script(comparison, svg));
  folder.write(svg, analysis::drawn_svg(analysis::figure_script(comparison)));
}

// Which of the switches were set, so that a table that was kept can be told from another.
std::optional<std::string> switches_text(const Arguments& arguments) {
  std::string all;
  for (const char* option : {"--form", "--rounding", "--prices"}) {
    if (const auto given = arguments.one(option))
      all += fmt::format("{}{} {}", all.empty() ? "" : ", ", option, *given);
  }
  return all.empty() ? std::nullopt : std::optional("Computed with " + all + ".");
}

// The line of progress is gone before anything is printed.
analysis::Comparison compared(const SpotDnnItem& item, Switches switches) {
  ProgressLine line;
  switches.how.progress = [&line](std::string name) { return line.watch(std::move(name)); };
  return item.compare(switches);
}

// The folder with the traces of `replayed`, which no other item reads.
std::string traces_of(const Arguments& arguments) {
  const auto folder = arguments.one("--traces");
  if (!folder) {
    wrong_usage(place, "replayed runs on recorded traces, found no folder of them",
                "give --traces DIR; in it are looked for skynomad-aws-v100-2023 (prices) and "
                "skynomad-aws-v100-multinode-2023 (counts)");
  }
  return *folder;
}

std::size_t starts_of(const Arguments& arguments) {
  const std::string text = arguments.one("--starts", "30");
  std::size_t count = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
  if (error != std::errc{} || end != text.data() + text.size() || count < 2 || count > 10000)
    wrong_usage(place, fmt::format("--starts is a number from 2 to 10000, found \"{}\"", text),
                "30 without it");
  return count;
}

int replay_spotdnn(const Arguments& arguments, Switches switches) {
  for (const char* option : {"--form", "--rounding", "--prices"}) {
    if (arguments.has(option))
      wrong_usage(place, fmt::format("{} has no effect on replayed", option), "leave it out");
  }
  const std::string traces = traces_of(arguments);
  const std::size_t starts = starts_of(arguments);
  std::optional<OutputFolder> folder;
  if (const auto out = arguments.one("--out"))
    folder.emplace(*out);
  for (const reproduction::ReplayedCase& one : reproduction::replayed_cases())
    reproduction::RecordedMarket(one.scenario, traces);  // all files are there before any run
  std::vector<reproduction::Replayed> all;
  for (const reproduction::ReplayedCase& one : reproduction::replayed_cases()) {
    ProgressLine line;
    switches.progress = [&line](std::string name) { return line.watch(std::move(name)); };
    all.push_back(reproduction::replay(one, traces, starts, switches));
  }
  print(reproduction::replayed_text(all));
  if (folder) {
    folder->write("replayed.csv", reproduction::replayed_csv(all));
    folder->write("replayed_runs.csv", reproduction::replayed_runs_csv(all));
  }
  return success;
}

int run_reproduce(const Arguments& arguments) {
  const std::string paper = arguments.one("PAPER", "");
  if (paper != "spotdnn")
    wrong_usage(place, fmt::format("no such paper, found \"{}\"", paper), "there is spotdnn");
  Switches switches;
  switches.form = chosen<formulas::spotdnn::Form>(arguments, "--form").value_or(switches.form);
  switches.rounding = chosen<formulas::spotdnn::Rounding>(arguments, "--rounding");
  switches.simulate = true;
  switches.how.jobs = std::max(1U, std::thread::hardware_concurrency());
  switches.prices = chosen<scenarios::PriceProfile>(arguments, "--prices");
  if (arguments.one("ITEM", "all") == "replayed")
    return replay_spotdnn(arguments, switches);
  for (const char* option : {"--traces", "--starts"}) {
    if (arguments.has(option))
      wrong_usage(place, fmt::format("{} has an effect on replayed alone", option),
                  "name that item: spotgrid reproduce spotdnn replayed --traces DIR");
  }
  const std::vector<SpotDnnItem> items = items_named(arguments.one("ITEM", "all"));
  std::optional<OutputFolder> folder;
  if (const auto out = arguments.one("--out"))
    folder.emplace(*out);
  analysis::Tally tally;
  for (const SpotDnnItem& item : items) {
    analysis::Comparison comparison = compared(item, switches);
    if (const auto set = switches_text(arguments))
      comparison.remarks.insert(comparison.remarks.begin(), *set);
    print(fmt::format("{}{}", &item == items.data() ? "" : "\n\n", comparison.text()));
    tally += comparison.tally();
    if (folder)
      write_files(comparison, item.figure, *folder);
  }
  if (items.size() > 1)
    print(fmt::format("\nall: {}\n", tally.text()));
  return success;
}

}  // namespace

Command reproduce() {
  return {
      .name = "reproduce",
      .summary = "tables and figures of a paper, published and computed, side by side",
      .arguments = {{.name = "PAPER", .value = "", .help = "spotdnn", .required = true},
                    {.name = "ITEM",
                     .value = "",
                     .help = "table1, table5, table6, fig2, fig3, fig5, fig6, fig7, fig8, fig9, "
                             "headline; all of them without it; or replayed, on recorded traces, "
                             "which all leaves out"},
                    {.name = "--out",
                     .value = "DIR",
                     .help =
                         "folder for ITEM.csv and, where there is a figure, ITEM.gp and ITEM.svg",
                     .letter = "-o"},
                    {.name = "--form",
                     .value = "FORM",
                     .help = "the equations as printed (paper) or as in the released program "
                             "(released); paper without it"},
                    {.name = "--rounding",
                     .value = "WHAT",
                     .help = "none, or that of the released program (released); as the item was "
                             "published without it"},
                    {.name = "--prices",
                     .value = "PROFILE",
                     .help = "spot prices: table3, repository or floor30 (30 % of the list price); "
                             "as the item was published without it"},
                    {.name = "--traces",
                     .value = "DIR",
                     .help = "replayed: folder that holds skynomad-aws-v100-2023 and "
                             "skynomad-aws-v100-multinode-2023"},
                    {.name = "--starts",
                     .value = "N",
                     .help = "replayed: instants of the traces from which the jobs are run; 30 "
                             "without it"}},
      .examples = {"spotgrid reproduce spotdnn table1",
                   "spotgrid reproduce spotdnn all -o out/spotdnn",
                   "spotgrid reproduce spotdnn replayed --traces ~/traces -o out/spotdnn"},
      .run = run_reproduce};
}

}  // namespace spotgrid::commands
