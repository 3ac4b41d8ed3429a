// From numbers of cells to records.
// SPDX-License-Identifier: Apache-2.0
#include "commands/sweep_cells.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>

#include <fmt/format.h>

#include "commands/command.hpp"
#include "scenarios/load.hpp"
#include "sim/base/json_tree.hpp"
#include "sim/base/option_reader.hpp"
#include "sim/base/option_writer.hpp"
#include "sim/base/random.hpp"
#include "sim/base/sha256.hpp"
#include "sim/own_process.hpp"

namespace spotgrid::commands {
namespace {

constexpr std::size_t id_digits = 32;

// Numbers of a result by their dotted path. True and false count as 1 and 0.
void collect(const Json& node, const std::string& path, std::map<std::string, double>& metrics) {
  if (node.is_number() || node.is_boolean()) {
    metrics[path] = node.is_boolean() ? (node.get<bool>() ? 1 : 0) : node.get<double>();
    return;
  }
  if (!node.is_object())
    return;
  for (const auto& [key, value] : node.items())
    collect(value, path.empty() ? key : fmt::format("{}.{}", path, key), metrics);
}

std::map<std::string, double> metrics_of(const RunResult& result) {
  std::map<std::string, double> metrics;
  collect(Json::parse(to_json(result, -1)), "", metrics);
  return metrics;
}

// All that the numbers of a cell follow from.
std::string id_of(const scenarios::Assembled& assembled, std::int64_t replication) {
  std::string text = fmt::format("{}\n{}\n", program_version(), replication);
  text += to_json(assembled.resolved, -1);
  for (const traces::InputFile& input : assembled.inputs)
    text += "\n" + to_json(input, -1);
  return sha256(text).substr(0, id_digits);
}

CellRecord failed(CellRecord record, std::string outcome, std::string text) {
  record.outcome = std::move(outcome);
  record.text = std::move(text);
  return record;
}

}  // namespace

void CellRecord::describe(Fields& fields) {
  fields("schema", schema, "version of this form", required);
  fields("id", id, "hash of the cell", required);
  fields("cell", cell, "number in the order of the sweep file", required);
  fields("values", values, "what the cell changes, by path");
  fields("start", start, "stretch of the traces");
  fields("start_s", start_s, "the run begins so long after the traces do");
  fields("replication", replication, "replication");
  fields("outcome", outcome, "outcome of the run", required);
  fields("text", text, "of a run without a result: why");
  fields("metrics", metrics, "numbers of the result, by path");
}

std::string line_of(const CellRecord& record) {
  return to_json(record, -1);
}

CellRecord record_from(std::string_view line, const std::string& place) {
  return read_strictly<CellRecord>(Document::parse(line, place, InputKind::data));
}

SweepCells::SweepCells(scenarios::SweepPlan plan) : plan_(std::move(plan)) {
  const scenarios::SweepFile& sweep = plan_.file();
  file_ = (std::filesystem::path(sweep.file).parent_path() / sweep.scenario).string();
  text_ = Document::load(file_, InputKind::scenario).text();
}

SweepManifest SweepCells::manifest() const {
  SweepManifest manifest{static_cast<std::int64_t>(plan_.size()),
                         plan_.columns(),
                         program_version(),
                         sha256(text_),
                         {},
                         plan_.file()};
  if (plan_.size() > 0)
    manifest.inputs = assembled(plan_.cell(0), std::nullopt).inputs;
  return manifest;
}

scenarios::Assembled SweepCells::assembled(const scenarios::SweepCell& cell,
                                           const std::optional<Seconds>& start) const {
  Document document = Document::parse(text_, file_, InputKind::scenario);
  for (const scenarios::Override& one : plan_.overrides(cell))
    document.set(one.path, one.value);
  if (start)
    document.set("start", fmt::format("\"{:.0f} s\"", start->count()));
  return scenarios::assemble(scenarios::read(document));
}

// One instant in each of equal stretches of the time in which a run fits before its horizon.
std::optional<Seconds> SweepCells::start_of(const scenarios::SweepCell& cell) {
  const scenarios::SweepFile& sweep = plan_.file();
  if (sweep.starts < 2)
    return std::nullopt;
  if (row_ != cell.values || room_ <= 0s) {
    row_ = cell.values;
    const Setup setup = assembled(cell, Seconds{0}).setup;
    if (setup.market.end == Instant::never())
      wrong_usage(sweep.file, "the scenario has no traces to start in, found several starts",
                  "give replications instead");
    room_ = setup.market.end.since_start() - setup.horizon.since_start();
    if (room_ <= 0s)
      wrong_usage(sweep.file,
                  fmt::format("runs of {:.4g} h do not fit into the traces, found {:.4g} h",
                              setup.horizon.since_start().count() / 3600,
                              setup.market.end.since_start().count() / 3600),
                  "set a shorter horizon");
  }
  const auto seed = static_cast<std::uint64_t>(sweep.seed);
  const auto stretch = static_cast<std::uint64_t>(cell.start);
  const double at =
      (static_cast<double>(cell.start) + RandomSource(seed, 0).draw("start", stretch)) /
      static_cast<double>(sweep.starts);
  Seconds start = at * room_;
  if (sweep.shake)
    start += *sweep.shake * RandomSource(seed, static_cast<std::uint64_t>(cell.replication))
                                .draw("shake of the start", stretch);
  return Seconds{std::floor(std::min(start, room_).count())};
}

SweepCells::Ready SweepCells::ready(std::size_t number) {
  const scenarios::SweepCell cell = plan_.cell(number);
  const std::optional<Seconds> start = start_of(cell);
  scenarios::Assembled all = assembled(cell, start);
  Ready ready{std::move(all.setup), {}};
  ready.setup.replication = static_cast<std::uint64_t>(cell.replication);
  CellRecord& record = ready.record;
  record.id = id_of(all, cell.replication);
  record.cell = static_cast<std::int64_t>(number);
  for (std::size_t i = 0; i < plan_.columns().size(); ++i)
    record.values[plan_.columns()[i]] = {cell.values[i]};
  record.start = cell.start;
  if (start)
    record.start_s = start->count();
  record.replication = cell.replication;
  return ready;
}

CellRecord SweepCells::run(Ready ready, SharedMemo& memo) {
  try {
    const RunResult result = simulate_apart(ready.setup, {}, &memo);
    ready.record.outcome = word_of(result.outcome);
    ready.record.metrics = metrics_of(result);
    return std::move(ready.record);
  } catch (const InputError& error) {
    return failed(std::move(ready.record), "refused", error.what());
  } catch (const std::exception& error) {
    return failed(std::move(ready.record), "crashed", error.what());
  }
}

}  // namespace spotgrid::commands
