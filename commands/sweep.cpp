// spotgrid sweep: one scenario changed along axes, each combination simulated.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <fstream>
#include <numeric>
#include <thread>
#include <unordered_set>

#include <fmt/format.h>

#include "analysis/amounts.hpp"
#include "commands/command.hpp"
#include "commands/flag_document.hpp"
#include "commands/output_folder.hpp"
#include "commands/progress_line.hpp"
#include "commands/sweep_plan.hpp"
#include "commands/sweep_store.hpp"
#include "commands/sweep_workers.hpp"
#include "sim/base/option_reader.hpp"
#include "traces/csv.hpp"

namespace spotgrid::commands {
namespace {

constexpr std::string_view place = "sweep";
// A part is written once it has so many cells, or so long after the last one: what a killed
// process loses.
constexpr std::size_t most_of_part = 500;
constexpr Seconds longest_part{10};

struct Shard {
  std::int64_t k = 1, n = 1;
};

Shard shard_of(const Arguments& arguments) {
  const std::string text = arguments.one("--shard", "1/1");
  const auto slash = text.find('/');
  const auto k = traces::integer(text.substr(0, slash));
  const auto n =
      slash == std::string::npos ? std::nullopt : traces::integer(text.substr(slash + 1));
  if (!k || !n || *k < 1 || *n < *k)
    wrong_usage(place, fmt::format("--shard is k/N with k from 1 to N, found \"{}\"", text),
                "write it like 2/8");
  return {*k, *n};
}

struct SweepOptions {
  std::int64_t jobs = std::max(1U, std::thread::hardware_concurrency());
  void describe(Fields& fields) { fields("jobs", jobs, "processes", between(1.0, 1024.0)); }
};

SweepOptions options_of(const Arguments& arguments) {
  constexpr std::array<FlagKey, 1> keys = {FlagKey{"--jobs", "jobs", FlagKey::As::json}};
  return read_strictly<SweepOptions>(flag_document(arguments, keys, std::string(place)));
}

// Numbers of cells, a line each, as merge writes them to missing.txt.
std::vector<std::size_t> cells_in(const std::string& path, std::size_t size) {
  std::ifstream file(path);
  if (!file)
    wrong_usage(path, "the file cannot be read, found nothing", "merge writes missing.txt");
  std::vector<std::size_t> cells;
  std::size_t number = 0;
  for (std::string line; std::getline(file, line);) {
    ++number;
    const auto cell = traces::integer(line);
    if (!cell || *cell < 0 || static_cast<std::size_t>(*cell) >= size)
      wrong_usage(fmt::format("{}:{}", path, number),
                  fmt::format("expected the number of a cell below {}, found \"{}\"", size, line),
                  "take the missing.txt of this sweep");
    cells.push_back(static_cast<std::size_t>(*cell));
  }
  return cells;
}

// Interleaved, so that slow regions spread over the shards. With --quick the first start and
// replication of at most fifty combinations, evenly taken.
std::vector<std::size_t> chosen(const scenarios::SweepPlan& plan, const Arguments& arguments,
                                const Shard& shard) {
  constexpr std::size_t most_quick = 50;
  std::vector<std::size_t> all;
  if (const auto only = arguments.one("--only")) {
    all = cells_in(*only, plan.size());
  } else if (arguments.has("--quick")) {
    const auto each = static_cast<std::size_t>(plan.file().starts * plan.file().replications);
    const std::size_t rows = plan.size() / each, taken = std::min(rows, most_quick);
    for (std::size_t i = 0; i < taken; ++i)
      all.push_back(i * rows / taken * each);
  } else {
    all.resize(plan.size());
    std::iota(all.begin(), all.end(), 0U);
  }
  std::vector<std::size_t> mine;
  for (const std::size_t cell : all)
    if (cell % static_cast<std::size_t>(shard.n) == static_cast<std::size_t>(shard.k - 1))
      mine.push_back(cell);
  return mine;
}

// Collects records and writes them as parts.
class Parts {
 public:
  Parts(SweepStore& store, Shard shard) : store_(store), shard_(shard) {}
  void add(const CellRecord& record) {
    lines_.push_back(line_of(record));
    if (lines_.size() >= most_of_part || Clock::now() - written_ >= longest_part)
      flush();
  }
  void flush() {
    if (!lines_.empty())
      store_.write(shard_.k, shard_.n, lines_);
    lines_.clear();
    written_ = Clock::now();
  }

 private:
  using Clock = std::chrono::steady_clock;
  SweepStore& store_;
  Shard shard_;
  std::vector<std::string> lines_;
  Clock::time_point written_ = Clock::now();
};

// What the folder has: it is of this very sweep, scenario, inputs and version.
std::unordered_set<std::int64_t> cells_of(const SweepStore& store) {
  std::unordered_set<std::int64_t> cells;
  store.for_lines([&](std::string_view line, const std::string& where) {
    cells.insert(record_from(line, where).cell);
  });
  return cells;
}

// Of three cells, by running them.
Seconds mean_of_cells(SweepCells& cells, const std::vector<std::size_t>& mine) {
  using Clock = std::chrono::steady_clock;
  SharedMemo memo;
  const std::size_t count = std::min<std::size_t>(mine.size(), 3);
  const Clock::time_point begin = Clock::now();
  for (std::size_t i = 0; i < count; ++i)
    SweepCells::run(cells.ready(mine[i * mine.size() / count]), memo);
  return Seconds{Clock::now() - begin} / static_cast<double>(std::max<std::size_t>(count, 1));
}

int print_plan(SweepCells& cells, const std::vector<std::size_t>& mine, const Arguments& arguments,
               const SweepOptions& options, const std::string& out) {
  const Seconds one = mean_of_cells(cells, mine);
  const Seconds all = static_cast<double>(mine.size()) * one;
  const std::int64_t shards = shards_for(all);
  const std::string file = arguments.one("FILE", "");
  const OutputFolder folder(out);
  folder.write("sweep.sbatch", slurm_script(file, out, shards));
  folder.write("merge.sbatch", slurm_merge_script(out));
  folder.write("sweep.parallel", parallel_line(file, out, shards));
  const auto rows = static_cast<std::int64_t>(cells.plan().size()) /
                    (cells.plan().file().starts * cells.plan().file().replications);
  print(fmt::format(
      "{} cells: {} combinations x {} starts x {} replications\n"
      "about {} of one processor, {} with --jobs {}; {} shards\n"
      "sweep.sbatch, merge.sbatch (Slurm) and sweep.parallel (GNU parallel) are in {}\n",
      analysis::count_text(static_cast<std::int64_t>(mine.size())), analysis::count_text(rows),
      cells.plan().file().starts, cells.plan().file().replications, analysis::span_text(all),
      analysis::span_text(all / static_cast<double>(options.jobs)), options.jobs, shards, out));
  return success;
}

int run_sweep(const Arguments& arguments) {
  const Shard shard = shard_of(arguments);
  const SweepOptions options = options_of(arguments);
  const std::string out = arguments.one("--out", "");
  SweepCells cells(scenarios::SweepPlan(scenarios::load_sweep(arguments.one("FILE", ""))));
  std::vector<std::size_t> mine = chosen(cells.plan(), arguments, shard);
  if (out.empty())
    wrong_usage(place, "--out names no folder", "give -o DIR; a folder with parts is gone on with");
  if (arguments.has("--plan"))
    return print_plan(cells, mine, arguments, options, out);
  SweepStore store(out);
  cells.manifest().keep(out);
  const std::unordered_set<std::int64_t> there = cells_of(store);
  const std::size_t asked = mine.size();
  std::erase_if(mine,
                [&](std::size_t cell) { return there.contains(static_cast<std::int64_t>(cell)); });
  const std::size_t skipped = asked - mine.size();
  Parts parts(store, shard);
  std::size_t done = 0, without_result = 0;
  std::string first_problem;
  bool whole = true;
  {
    ProgressLine line;
    const Watch watch = line.watch(fmt::format("cells of {}", mine.size()));
    SweepWork work;
    work.cells = mine;
    work.jobs = std::min<std::size_t>(static_cast<std::size_t>(options.jobs),
                                      std::max<std::size_t>(mine.size(), 1));
    work.done = [&](const CellRecord& record) {
      ++done;
      if (!record.text.empty() && without_result++ == 0)
        first_problem = fmt::format("cell {}: {}", record.cell, record.text);
      parts.add(record);
      watch(Seconds{0}, static_cast<double>(done) / static_cast<double>(mine.size()));
    };
    whole = work_on(cells, work);
    parts.flush();
  }
  print(fmt::format("{} cells of {}: {} simulated, {} were there, in {}\n",
                    analysis::count_text(static_cast<std::int64_t>(done + skipped)),
                    analysis::count_text(static_cast<std::int64_t>(asked)),
                    analysis::count_text(static_cast<std::int64_t>(done)),
                    analysis::count_text(static_cast<std::int64_t>(skipped)), out));
  if (without_result > 0)
    tell(fmt::format("warning: {} cells have no result; the first: {}\n", without_result,
                     first_problem));
  if (!whole)
    tell("spotgrid: interrupted; the same command goes on\n");
  return whole ? success : try_again;
}

}  // namespace

Command sweep() {
  return {
      .name = "sweep",
      .summary = "a scenario changed along axes, each combination simulated",
      .arguments =
          {{.name = "FILE",
            .value = "",
            .help = "sweep file (JSON, comments allowed)",
            .required = true},
           {.name = "--out",
            .value = "DIR",
            .help = "folder for the parts; cells that it has are not simulated again",
            .letter = "-o"},
           {.name = "--jobs", .value = "N", .help = "processes; one a core without it"},
           {.name = "--shard", .value = "K/N", .help = "every N-th cell, from the K-th on"},
           {.name = "--only", .value = "FILE", .help = "the cells of this list, as of missing.txt"},
           {.name = "--plan",
            .value = "",
            .help = "simulate nothing but three cells: how long all take, and scripts for Slurm "
                    "and GNU parallel in DIR"},
           {.name = "--quick",
            .value = "",
            .help = "one start and replication of at most fifty combinations"}},
      .examples = {"spotgrid sweep scenarios/sweeps/periods.json -o out/periods",
                   "spotgrid sweep scenarios/sweeps/periods.json --shard 2/8 -o out/periods"},
      .run = run_sweep};
}

}  // namespace spotgrid::commands
