// The description of sweeps, and their cells.
// SPDX-License-Identifier: Apache-2.0
#include "scenarios/sweep.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "scenarios/sweep_values.hpp"
#include "sim/base/bounds.hpp"
#include "sim/base/option_reader.hpp"

namespace spotgrid::scenarios {
namespace {

constexpr double most_values = 100000;  // of an axis
constexpr std::size_t most_cells = 10'000'000;

using Rows = std::vector<std::vector<std::string>>;

// Every row of `a` with every row of `b`, those of `b` fastest.
Rows crossed(const Rows& a, const Rows& b) {
  Rows all;
  all.reserve(a.size() * b.size());
  for (const auto& one : a) {
    for (const auto& other : b) {
      all.push_back(one);
      all.back().insert(all.back().end(), other.begin(), other.end());
    }
  }
  return all;
}

void refuse_empty(Fields& fields, bool is_empty) {
  if (fields.reading() && is_empty)
    fields.problem("axes", "there is at least one axis, found none", "add one, or leave all out");
}

Rows single(const std::vector<std::string>& values) {
  Rows rows;
  for (const std::string& value : values)
    rows.push_back({value});
  return rows;
}

}  // namespace

void ValueRange::describe(Fields& fields) {
  fields("from", from, "first value: a number, or a quantity such as \"5 min\"", required);
  fields("to", to, "last value", required);
  fields("steps", steps, "values, both ends included", between(2.0, most_values));
}

void SweepAxis::describe(Fields& fields) {
  fields("path", path, "what varies, as in run --set: \"job.training.nodes\"", required);
  fields("values", values, "each value, as the scenario would have it");
  fields("range", range, "values in equal steps");
  fields("log_range", log_range, "values in equal ratios");
  const int ways = (values.empty() ? 0 : 1) + (range ? 1 : 0) + (log_range ? 1 : 0);
  if (fields.reading() && ways != 1)
    fields.problem("values", fmt::format("an axis has its values in one way, found {}", ways),
                   "give values, range or log_range");
}

std::vector<std::string> SweepAxis::all() const {
  if (range)
    return spaced(*range, false);
  if (log_range)
    return spaced(*log_range, true);
  std::vector<std::string> texts;
  for (const JsonText& value : values)
    texts.push_back(value.text);
  return texts;
}

void ZippedAxes::describe(Fields& fields) {
  fields("axes", axes, "as many values each", required);
  refuse_empty(fields, axes.empty());
}

void SampledAxis::describe(Fields& fields) {
  fields("path", path, "what varies", required);
  fields("from", between.from, "least value: a number, or a quantity such as \"5 min\"", required);
  fields("to", between.to, "largest value", required);
  fields("logarithmic", logarithmic, "spread evenly over the logarithm");
  fields("whole", whole, "rounded to whole numbers");
}

void SampledAxes::describe(Fields& fields) {
  fields("kind", kind, "how points fill the space");
  fields("points", points, "points", between(1.0, most_values));
  fields("axes", axes, "dimensions", required);
  refuse_empty(fields, axes.empty());
}

void SweepFilter::describe(Fields& fields) {
  fields("where", where, "values by path; all of them hold in the cells that are left out");
}

void SweepFile::describe(Fields& fields) {
  fields("scenario", scenario, "file of the scenario, from the folder of this one", required);
  fields("set", set, "values that all cells have, by path");
  fields("axes", axes, "what varies; all combinations");
  fields("zipped", zipped, "axes whose values go together");
  fields("sample", sample, "points of a space instead of all combinations");
  fields("exclude", exclude, "combinations that are left out");
  fields("replications", replications, "runs of each combination with random numbers of their own",
         between(1.0, most_values));
  fields("starts", starts,
         "runs of each combination from so many instants of the traces, one drawn in each of equal "
         "stretches",
         between(1.0, most_values));
  fields("shake", shake, "starts are moved by up to so much more in each replication",
         between(0s, longest_span));
  fields("seed", seed, "number from which all chance follows");
}

SweepFile load_sweep(const std::string& path) {
  const Document document = Document::load(path, InputKind::scenario);
  SweepFile sweep;
  sweep.file = document.name();
  OptionReader reader(document);
  sweep.describe(reader);
  reader.finish();
  return sweep;
}

SweepPlan::SweepPlan(SweepFile file) : file_(std::move(file)), rows_(Rows{{}}) {
  const auto add_column = [this](const std::string& path) {
    if (std::find(columns_.begin(), columns_.end(), path) != columns_.end())
      throw InputError(InputKind::scenario,
                       {file_.file, fmt::format("{} varies twice", path), "leave one out"});
    columns_.push_back(path);
  };
  for (const SweepAxis& axis : file_.axes) {
    add_column(axis.path);
    rows_ = crossed(rows_, single(axis.all()));
  }
  for (const ZippedAxes& zip : file_.zipped) {
    Rows together;
    for (const SweepAxis& axis : zip.axes) {
      add_column(axis.path);
      const std::vector<std::string> values = axis.all();
      if (together.empty())
        together.resize(values.size());
      if (values.size() != together.size())
        throw InputError(InputKind::scenario,
                         {file_.file + ": /zipped",
                          fmt::format("axes that go together have as many values each, found {} "
                                      "of {} and {}",
                                      values.size(), axis.path, together.size()),
                          "give each as many"});
      for (std::size_t i = 0; i < values.size(); ++i)
        together[i].push_back(values[i]);
    }
    rows_ = crossed(rows_, together);
  }
  if (file_.sample) {
    for (const SampledAxis& axis : file_.sample->axes)
      add_column(axis.path);
    rows_ = crossed(rows_, sampled(*file_.sample, static_cast<std::uint64_t>(file_.seed)));
  }
  check_names();
  const auto left_out = [this](const std::vector<std::string>& row) {
    return std::any_of(file_.exclude.begin(), file_.exclude.end(), [&](const SweepFilter& filter) {
      return !filter.where.empty() &&
             std::all_of(filter.where.begin(), filter.where.end(), [&](const auto& wanted) {
               const auto column = std::find(columns_.begin(), columns_.end(), wanted.first);
               return column != columns_.end() &&
                      row[static_cast<std::size_t>(column - columns_.begin())] ==
                          wanted.second.text;
             });
    });
  };
  std::erase_if(rows_, left_out);
  if (rows_.empty())
    throw InputError(InputKind::scenario,
                     {file_.file, "all combinations are excluded, found none", "leave out less"});
  if (size() > most_cells)
    throw InputError(InputKind::scenario, {file_.file, fmt::format("{} cells are too many", size()),
                                           fmt::format("at most {} in one sweep", most_cells)});
}

void SweepPlan::check_names() const {
  const auto varies = [this](const std::string& path) {
    return std::find(columns_.begin(), columns_.end(), path) != columns_.end();
  };
  for (const SweepFilter& filter : file_.exclude)
    for (const auto& [path, value] : filter.where)
      if (!varies(path))
        throw InputError(InputKind::scenario,
                         {file_.file + ": /exclude", fmt::format("no axis varies {}", path),
                          fmt::format("there are {}", fmt::join(columns_, ", "))});
  if (file_.starts > 1 && (varies("start") || file_.set.contains("start")))
    throw InputError(
        InputKind::scenario,
        {file_.file + ": /starts", "the start is given and drawn as well", "give starts or start"});
}

// Rows change slowest, then starts, then replications.
SweepCell SweepPlan::cell(std::size_t number) const {
  const auto replications = static_cast<std::size_t>(file_.replications);
  const std::size_t row = number / per_row(), rest = number % per_row();
  return {number, rows_[row], static_cast<std::int64_t>(rest / replications),
          static_cast<std::int64_t>(rest % replications)};
}

std::vector<Override> SweepPlan::overrides(const SweepCell& cell) const {
  std::vector<Override> all{{"seed", fmt::format("{}", file_.seed)}};  // unless an axis varies it
  for (const auto& [path, value] : file_.set)
    all.push_back({path, value.text});
  for (std::size_t i = 0; i < columns_.size(); ++i)
    all.push_back({columns_[i], cell.values[i]});
  return all;
}

}  // namespace spotgrid::scenarios
