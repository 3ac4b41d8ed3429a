// Rows of measurements: strict, every problem with its line.
// SPDX-License-Identifier: Apache-2.0
#include "commands/measurements.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "models/catalogues.hpp"
#include "sim/base/options.hpp"
#include "sim/base/unit_text.hpp"
#include "traces/csv.hpp"
#include "traces/source_text.hpp"

namespace spotgrid::commands {
namespace {

using formulas::spotdnn::is_timing;
using formulas::spotdnn::Measured;
using formulas::spotdnn::Measurement;

constexpr double deviation_without_sd = 0.01;  // of the value
// No unit makes a measurement smaller or larger; products of such numbers stay finite.
constexpr double smallest = 1e-12, largest = 1e15;

enum Column : std::uint8_t { cluster, quantity, value, iterations, worker, sd };
constexpr std::array<std::string_view, 6> columns = {"cluster",    "quantity", "value",
                                                     "iterations", "worker",   "sd"};

class Reader {
 public:
  explicit Reader(traces::SourceText source) : source_(std::move(source)) {
    file_.path = source_.path;
  }

  MeasurementFile read() {
    traces::CsvReader rows(source_);
    if (!rows.next(row_))
      problem("no header", fmt::format("begin with a line \"{}\"", fmt::join(columns, ",")));
    else if (read_header())
      while (rows.next(row_))
        read_row();
    if (problems_.empty() && file_.rows.empty())
      problem("no measurements behind the header", "add rows; see \"spotgrid fit --help\"");
    if (!problems_.empty())
      throw InputError(InputKind::data, std::move(problems_));
    for (MeasuredRow& one : file_.rows)
      one.measurement.counts.resize(file_.types.size(), 0);
    return std::move(file_);
  }

 private:
  void problem(std::string text, std::string remedy) {
    const traces::Place place{file_.path, std::max<std::size_t>(row_.line, 1)};
    problems_.push_back({place.text(), std::move(text), std::move(remedy)});
  }

  bool read_header() {
    for (std::size_t i = 0; i < row_.cells.size(); ++i) {
      const std::string& name = row_.cells[i];
      const auto* const known = std::find(columns.begin(), columns.end(), name);
      if (known == columns.end()) {
        problem(
            fmt::format("unknown column, found \"{}\"", name),
            did_you_mean(name, columns, fmt::format("columns are {}", fmt::join(columns, ", "))));
      } else if (place_[known - columns.begin()]) {
        problem(fmt::format("column \"{}\" twice", name), "remove one");
      } else {
        place_[known - columns.begin()] = i;
      }
    }
    for (const Column needed : {cluster, quantity, value}) {
      if (!place_[needed])
        problem(fmt::format("no column \"{}\"", columns[needed]), "the header names it");
    }
    return problems_.empty();
  }

  std::string_view cell(Column which) const {
    const auto place = place_[which];
    return place && *place < row_.cells.size() ? std::string_view(row_.cells[*place])
                                               : std::string_view{};
  }

  void read_row() {
    const std::size_t before = problems_.size();
    Measurement one;
    const auto words = formulas::spotdnn::words(one.what);
    const auto* const word = std::find(words.data(), words.data() + words.size(), cell(quantity));
    if (word == words.data() + words.size()) {
      problem(fmt::format("no such quantity, found \"{}\"", cell(quantity)),
              did_you_mean(cell(quantity), words,
                           fmt::format("quantities are {}", fmt::join(words, ", "))));
      return;
    }
    one.what = static_cast<Measured>(word - words.data());
    read_cluster(one);
    if (problems_.size() == before)
      read_worker(one);
    one.value = positive(value);
    one.deviation = cell(sd).empty() ? deviation_without_sd * one.value : positive(sd);
    read_iterations(one);
    if (problems_.size() == before)
      file_.rows.push_back({row_.line, std::string(cell(cluster)), std::move(one)});
  }

  double positive(Column which) {
    const auto number = parse_number(cell(which));
    if (!number || *number < smallest || *number > largest) {
      problem(fmt::format(R"("{}" is a number above 0, found "{}")", columns[which], cell(which)),
              fmt::format("correct the cell or remove the row; {:g} to {:g} are read", smallest,
                          largest));
    }
    return number.value_or(1);
  }

  void read_iterations(Measurement& one) {
    if (is_timing(one)) {
      if (!cell(iterations).empty()) {
        problem(fmt::format(R"("iterations" belongs to losses, found "{}")", cell(iterations)),
                "leave the cell empty");
      }
      return;
    }
    const auto number = parse_number(cell(iterations));
    if (!number || *number < 0 || *number > largest) {
      problem(
          fmt::format("a loss stands after a number of iterations, found \"{}\"", cell(iterations)),
          "fill in \"iterations\": those of all workers together");
    }
    one.iterations = number.value_or(0);
  }

  // "p3.2xlarge=2 g3.8xlarge".
  void read_cluster(Measurement& one) {
    std::string_view text = cell(cluster);
    while (!text.empty()) {
      const auto blank = text.find(' ');
      const std::string_view part = text.substr(0, blank);
      text = blank == std::string_view::npos ? std::string_view{} : text.substr(blank + 1);
      if (part.empty())
        continue;
      const auto equals = part.find('=');
      const std::optional<std::int64_t> count = equals == std::string_view::npos
                                                    ? std::optional<std::int64_t>(1)
                                                    : traces::integer(part.substr(equals + 1));
      const auto type = type_of(part.substr(0, equals));
      if (type && (!count || *count < 1 || *count > 1'000'000)) {
        problem(fmt::format("a number of workers is whole and above 0, found \"{}\"", part),
                "write it like p3.2xlarge=2");
      } else if (type) {
        one.counts.resize(file_.types.size(), 0);
        one.counts[*type] += *count;
      }
    }
    if (cell(cluster).empty())
      problem("no cluster", "write it like p3.2xlarge=2 g3.8xlarge=4");
  }

  std::optional<std::size_t> type_of(std::string_view name) {
    const auto known = names(instances::files());
    if (std::find(known.begin(), known.end(), name) == known.end()) {
      problem(fmt::format("no such instance type, found \"{}\"", name),
              did_you_mean(name, known, "see \"spotgrid list instances\""));
      return std::nullopt;
    }
    const auto found = std::find(file_.types.begin(), file_.types.end(), name);
    const auto place = static_cast<std::size_t>(found - file_.types.begin());
    if (found == file_.types.end())
      file_.types.emplace_back(name);
    return place;
  }

  // Whose iteration was measured: the only type of the cluster, or the one that is named.
  void read_worker(Measurement& one) {
    const bool asked = one.what == Measured::seconds_per_iteration;
    std::vector<std::string_view> there;
    for (std::size_t i = 0; i < one.counts.size(); ++i) {
      if (one.counts[i] == 0)
        continue;
      there.emplace_back(file_.types[i]);
      if (there.size() == 1 || file_.types[i] == cell(worker))
        one.worker = i;
    }
    const bool named = std::find(there.begin(), there.end(), cell(worker)) != there.end();
    if (!asked && !cell(worker).empty()) {
      problem(fmt::format(R"("worker" belongs to seconds_per_iteration, found "{}")", cell(worker)),
              "leave the cell empty");
    } else if (asked && !named && (there.size() > 1 || !cell(worker).empty())) {
      problem(cell(worker).empty()
                  ? "whose iteration took so long is not said"
                  : fmt::format("no worker of this cluster, found \"{}\"", cell(worker)),
              fmt::format("\"worker\" is one of {}", fmt::join(there, ", ")));
    }
  }

  traces::SourceText source_;
  MeasurementFile file_;
  traces::CsvRow row_;
  std::array<std::optional<std::size_t>, columns.size()> place_;
  std::vector<Problem> problems_;
};

}  // namespace

MeasurementFile read_measurements(const std::string& path) {
  return Reader(traces::source_text(path, traces::read_bytes(path))).read();
}

MeasurementFile measurements_in(std::string name, std::string text) {
  return Reader(traces::source_text(std::move(name), std::move(text))).read();
}

}  // namespace spotgrid::commands
