// Tables of a sweep.
// SPDX-License-Identifier: Apache-2.0
#include "analysis/sweep_database.hpp"

#include <algorithm>
#include <filesystem>
#include <optional>

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>

#include "sim/base/error.hpp"

namespace spotgrid::analysis {
namespace {

// As an identifier of SQL: "job.training.nodes".
std::string quoted(const std::string& name) {
  std::string all = "\"";
  for (const char c : name)
    all += c == '"' ? std::string("\"\"") : std::string(1, c);
  return all + "\"";
}

std::string insertion(std::size_t columns) {
  std::string marks = "?, ?, ?, ?, ?, ?";
  for (std::size_t i = 0; i < columns; ++i)
    marks += ", ?";
  return fmt::format("INSERT INTO cells VALUES ({})", marks);
}

SQLite::Database opened(const std::string& path) {
  std::error_code none;
  std::filesystem::remove(path, none);
  try {
    return {path, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE};
  } catch (const SQLite::Exception& problem) {
    throw InputError(
        InputKind::scenario,
        {path, fmt::format("cannot be written, {}", problem.what()), "choose another folder"});
  }
}

void make_tables(SQLite::Database& database, const std::vector<std::string>& columns) {
  std::string cells =
      "CREATE TABLE cells (cell INTEGER PRIMARY KEY, id TEXT, start INTEGER, replication INTEGER, "
      "outcome TEXT, text TEXT";
  for (const std::string& column : columns)
    cells += ", " + quoted(column);
  database.exec("PRAGMA journal_mode = OFF");  // the file is written beside its name
  database.exec(cells + ")");
  database.exec(
      "CREATE TABLE metrics (cell INTEGER, metric TEXT, value REAL, PRIMARY KEY (metric, cell)) "
      "WITHOUT ROWID");
  database.exec("CREATE TABLE about (key TEXT PRIMARY KEY, value TEXT)");
}

}  // namespace

struct SweepDatabase::Parts {
  Parts(const std::string& path, const std::vector<std::string>& columns) : database(opened(path)) {
    make_tables(database, columns);
    transaction.emplace(database);
    cell.emplace(database, insertion(columns.size()));
    metric.emplace(database, "INSERT INTO metrics VALUES (?, ?, ?)");
  }
  SQLite::Database database;
  std::optional<SQLite::Transaction> transaction;
  std::optional<SQLite::Statement> cell, metric;
};

SweepDatabase::SweepDatabase(const std::string& path, const std::vector<std::string>& columns,
                             const std::map<std::string, std::string>& about)
    : parts_(std::make_unique<Parts>(path, columns)) {
  SQLite::Statement insert(parts_->database, "INSERT INTO about VALUES (?, ?)");
  for (const auto& [key, value] : about) {
    insert.bind(1, key);
    insert.bind(2, value);
    insert.exec();
    insert.reset();
  }
}

SweepDatabase::~SweepDatabase() = default;

void SweepDatabase::add(const DatabaseCell& one) {
  SQLite::Statement& cell = *parts_->cell;
  cell.bind(1, one.cell);
  cell.bind(2, one.id);
  cell.bind(3, one.start);
  cell.bind(4, one.replication);
  cell.bind(5, one.outcome);
  cell.bind(6, one.text);
  int place = 6;
  for (const std::string& value : one.values)
    cell.bind(++place, value);
  cell.exec();
  cell.reset();
  for (const auto& [name, value] : one.metrics) {
    SQLite::Statement& metric = *parts_->metric;
    metric.bind(1, one.cell);
    metric.bind(2, name);
    metric.bind(3, value);
    metric.exec();
    metric.reset();
  }
}

void SweepDatabase::finish() {
  parts_->cell.reset();
  parts_->metric.reset();
  parts_->transaction->commit();
  parts_->transaction.reset();
}

}  // namespace spotgrid::analysis
