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
#include "commands/reproduce/papers.hpp"

namespace spotgrid::commands {
namespace {

using reproduction::Item;
using reproduction::Paper;
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

// Also of what `all` leaves out.
std::string all_names_of(const Paper& paper) {
  const std::string items = names_of(paper.items);
  return paper.replay == nullptr ? items : fmt::format("{}, {}", items, reproduction::on_traces);
}

const Paper& paper_named(const std::string& name) {
  const auto all = reproduction::papers();
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const Paper& one) { return one.name == name; });
  if (found != all.end())
    return *found;
  std::vector<std::string_view> names;
  for (const Paper& paper : all)
    names.push_back(paper.name);
  wrong_usage(place, fmt::format("no such paper, found \"{}\"", name),
              fmt::format("there are {}", fmt::join(names, ", ")));
}

std::vector<Item> items_named(const Paper& paper, const std::string& name) {
  if (name == "all")
    return {paper.items.begin(), paper.items.end()};
  for (const Item& item : paper.items) {
    if (item.name == name)
      return {item};
  }
  wrong_usage(place, fmt::format("{} has no such table or figure, found \"{}\"", paper.name, name),
              fmt::format("there are {}, all", all_names_of(paper)));
}

// What changes nothing is no option of the paper.
void refuse_foreign_options(const Paper& paper, const Arguments& arguments) {
  for (const Paper& other : reproduction::papers()) {
    for (const std::string_view option : other.options) {
      const bool own =
          std::find(paper.options.begin(), paper.options.end(), option) != paper.options.end();
      if (!own && arguments.has(option))
        wrong_usage(place, fmt::format("{} has no {}", paper.name, option),
                    fmt::format("it belongs to {}", other.name));
    }
  }
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
std::optional<std::string> switches_text(const Paper& paper, const Arguments& arguments) {
  std::string all;
  for (const std::string_view option : paper.options) {
    if (const auto given = arguments.one(option))
      all += fmt::format("{}{} {}", all.empty() ? "" : ", ", option, *given);
  }
  return all.empty() ? std::nullopt : std::optional("Computed with " + all + ".");
}

// The line of progress is gone before anything is printed.
analysis::Comparison compared(const Item& item, Switches switches) {
  ProgressLine line;
  switches.how.progress = [&line](std::string name) { return line.watch(std::move(name)); };
  return item.compare(switches);
}

// The folder with the traces of `replayed`, which no other item reads.
std::string traces_of(const Paper& paper, const Arguments& arguments) {
  const auto folder = arguments.one("--traces");
  if (!folder) {
    wrong_usage(place, "replayed runs on recorded traces, found no folder of them",
                fmt::format("give --traces DIR; in it are looked for {}", paper.traces));
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

int replay(const Paper& paper, const Arguments& arguments, Switches switches) {
  for (const char* option : {"--form", "--rounding", "--prices"}) {
    if (arguments.has(option))
      wrong_usage(place, fmt::format("{} has no effect on replayed", option), "leave it out");
  }
  const std::string traces = traces_of(paper, arguments);
  const std::size_t starts = starts_of(arguments);
  std::optional<OutputFolder> folder;
  if (const auto out = arguments.one("--out"))
    folder.emplace(*out);
  std::optional<ProgressLine> line(std::in_place);
  switches.how.progress = [&line](std::string name) { return line->watch(std::move(name)); };
  const reproduction::OnTraces replayed = paper.replay(traces, starts, switches);
  line.reset();
  print(replayed.text);
  if (folder) {
    for (const auto& [name, text] : replayed.files)
      folder->write(name, text);
  }
  return success;
}

int run_reproduce(const Arguments& arguments) {
  const Paper& paper = paper_named(arguments.one("PAPER", ""));
  refuse_foreign_options(paper, arguments);
  Switches switches;
  switches.form = chosen<formulas::spotdnn::Form>(arguments, "--form").value_or(switches.form);
  switches.rounding = chosen<formulas::spotdnn::Rounding>(arguments, "--rounding");
  switches.simulate = true;
  switches.how.jobs = std::max(1U, std::thread::hardware_concurrency());
  switches.prices = chosen<scenarios::PriceProfile>(arguments, "--prices");
  const std::string name = arguments.one("ITEM", "all");
  if (paper.replay != nullptr && name == reproduction::on_traces)
    return replay(paper, arguments, switches);
  for (const char* option : {"--traces", "--starts"}) {
    if (arguments.has(option))
      wrong_usage(
          place, fmt::format("{} has an effect on replayed alone", option),
          fmt::format("name that item: spotgrid reproduce {} replayed --traces DIR", paper.name));
  }
  const std::vector<Item> items = items_named(paper, name);
  std::optional<OutputFolder> folder;
  if (const auto out = arguments.one("--out"))
    folder.emplace(*out);
  analysis::Tally tally;
  for (const Item& item : items) {
    analysis::Comparison comparison = compared(item, switches);
    if (const auto set = switches_text(paper, arguments))
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

// "spotdnn or deepvm", and which items each has.
std::string names_of_papers() {
  std::string all;
  for (const Paper& paper : reproduction::papers())
    all += fmt::format("{}{}", all.empty() ? "" : " or ", paper.name);
  return all;
}
std::string items_of_papers() {
  std::string all;
  for (const Paper& paper : reproduction::papers())
    all += fmt::format("{}: {}; ", paper.name, all_names_of(paper));
  return all + "all without it, but for replayed, which needs traces";
}

}  // namespace

Command reproduce() {
  static const std::string paper_help = names_of_papers(), item_help = items_of_papers();
  return {
      .name = "reproduce",
      .summary = "tables and figures of a paper, published and computed, side by side",
      .arguments =
          {{.name = "PAPER", .value = "", .help = paper_help, .required = true},
           {.name = "ITEM", .value = "", .help = item_help},
           {.name = "--out",
            .value = "DIR",
            .help = "folder for ITEM.csv and, where there is a figure, ITEM.gp and ITEM.svg",
            .letter = "-o"},
           {.name = "--form",
            .value = "FORM",
            .help = "spotdnn: the equations as printed (paper) or as in the released program "
                    "(released); paper without it"},
           {.name = "--rounding",
            .value = "WHAT",
            .help = "spotdnn: none, or that of the released program (released); as the item was "
                    "published without it"},
           {.name = "--prices",
            .value = "PROFILE",
            .help = "spotdnn: spot prices: table3, repository or floor30 (30 % of the list price); "
                    "as the item was published without it"},
           {.name = "--traces",
            .value = "DIR",
            .help = "replayed: folder with public traces; which ones is said without it"},
           {.name = "--starts",
            .value = "N",
            .help = "replayed: instants of the traces from which the jobs are run; 30 without it"}},
      .examples = {"spotgrid reproduce spotdnn table1",
                   "spotgrid reproduce spotdnn all -o out/spotdnn",
                   "spotgrid reproduce spotdnn replayed --traces ~/traces -o out/spotdnn",
                   "spotgrid reproduce deepvm solver", "spotgrid reproduce acute headline",
                   "spotgrid reproduce acute replayed --traces ~/traces -o out/acute"},
      .run = run_reproduce};
}

}  // namespace spotgrid::commands
