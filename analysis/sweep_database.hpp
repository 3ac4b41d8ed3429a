// The cells of a sweep as an SQLite database, for those who ask in SQL.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace spotgrid::analysis {

struct DatabaseCell {
  std::int64_t cell = 0;
  std::string id;
  std::vector<std::string> values;  // by column, as text
  std::int64_t start = 0, replication = 0;
  std::string outcome, text;
  std::map<std::string, double> metrics;
};

// Tables: `cells` (one row a cell, a column for each path that varies), `metrics` (cell, metric,
// value) and `about` (key, value). The same cells in the same order give the same bytes for one
// version of SQLite.
class SweepDatabase {
 public:
  // Begins a new file; an old one of that name goes. Throws InputError where it cannot be written.
  SweepDatabase(const std::string& path, const std::vector<std::string>& columns,
                const std::map<std::string, std::string>& about);
  ~SweepDatabase();
  SweepDatabase(const SweepDatabase&) = delete;
  SweepDatabase& operator=(const SweepDatabase&) = delete;

  void add(const DatabaseCell& one);
  void finish();  // all is on disk

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace spotgrid::analysis
