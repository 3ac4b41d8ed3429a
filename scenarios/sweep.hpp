// A sweep: one scenario, changed along axes, and the cells that come of it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "scenarios/load.hpp"

namespace spotgrid::scenarios {

// Values between two ends, both included: in equal steps, or in equal ratios.
struct ValueRange {
  JsonText from, to;  // numbers, or quantities of one unit: "5 min"
  std::int64_t steps = 2;
  void describe(Fields& fields);
};

// One thing that varies: a path of the scenario and its values, in one of three ways.
struct SweepAxis {
  std::string path;
  std::vector<JsonText> values;
  std::optional<ValueRange> range, log_range;
  void describe(Fields& fields);
  std::vector<std::string> all() const;  // JSON
};

// Axes that go together: the first value of each, then the second of each.
struct ZippedAxes {
  std::vector<SweepAxis> axes;
  void describe(Fields& fields);
};

enum class SampleKind : std::uint8_t { latin_hypercube, sobol };
inline std::span<const std::string_view> words(SampleKind) {
  static constexpr std::array<std::string_view, 2> all = {"latin_hypercube", "sobol"};
  return all;
}

struct SampledAxis {
  std::string path;
  ValueRange between;  // `steps` is not read
  bool logarithmic = false;
  bool whole = false;  // rounded to whole numbers
  void describe(Fields& fields);
};

// Points of a space instead of all combinations.
struct SampledAxes {
  SampleKind kind = SampleKind::latin_hypercube;
  std::int64_t points = 16;
  std::vector<SampledAxis> axes;
  void describe(Fields& fields);
};

// Cells in which all these paths have these values are left out.
struct SweepFilter {
  std::map<std::string, JsonText> where;
  void describe(Fields& fields);
};

struct SweepFile {
  std::string file = "sweep";  // for messages; the scenario's path begins at its folder
  std::string scenario;
  std::map<std::string, JsonText> set;  // in all cells
  std::vector<SweepAxis> axes;          // all combinations, the last one fastest
  std::vector<ZippedAxes> zipped;
  std::optional<SampledAxes> sample;
  std::vector<SweepFilter> exclude;
  std::int64_t replications = 1;
  std::int64_t starts = 1;       // instants of the traces, one in each of so many stretches
  std::optional<Seconds> shake;  // starts are moved by up to so much more, by replication
  std::int64_t seed = 1;

  void describe(Fields& fields);
};

// Throws InputError(scenario) with all problems.
SweepFile load_sweep(const std::string& path);

// What a cell changes: values by column, then where it starts and which replication it is.
struct SweepCell {
  std::size_t number = 0;           // in the order of the file
  std::vector<std::string> values;  // JSON, by column
  std::int64_t start = 0;           // stretch of the traces, from 0
  std::int64_t replication = 0;
};

class SweepPlan {
 public:
  // Throws InputError for axes whose values do not fit each other.
  explicit SweepPlan(SweepFile file);

  const SweepFile& file() const { return file_; }
  const std::vector<std::string>& columns() const { return columns_; }  // paths
  std::size_t size() const { return rows_.size() * per_row(); }
  SweepCell cell(std::size_t number) const;
  // What is changed in the scenario, without its start.
  std::vector<Override> overrides(const SweepCell& cell) const;

 private:
  std::size_t per_row() const {
    return static_cast<std::size_t>(file_.replications * file_.starts);
  }
  void check_names() const;

  SweepFile file_;
  std::vector<std::string> columns_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace spotgrid::scenarios
