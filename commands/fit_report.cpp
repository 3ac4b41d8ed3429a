// A fit as tables and as JSON.
// SPDX-License-Identifier: Apache-2.0
#include "commands/fit_report.hpp"

#include <cmath>

#include <fmt/format.h>

#include "analysis/table.hpp"
#include "sim/base/option_writer.hpp"
#include "sim/domain/workload.hpp"

namespace spotgrid::commands {
namespace {

using formulas::spotdnn::Fit;
using formulas::spotdnn::FittedParameter;
using formulas::spotdnn::is_timing;
using formulas::spotdnn::Measured;
using formulas::spotdnn::Measurements;

struct Residual {
  std::int64_t line = 0;
  std::string cluster;
  Measured quantity = Measured::loss;
  std::optional<double> iterations;
  double measured = 0, fitted = 0, relative = 0;

  void describe(Fields& fields) {
    fields("line", line, "line of the file");
    fields("cluster", cluster, "workers");
    fields("quantity", quantity, "what was measured");
    fields("iterations", iterations, "iterations before the loss");
    fields("measured", measured, "value of the file");
    fields("fitted", fitted, "value of the model");
    fields("relative", relative, "fitted / measured - 1");
  }
};

struct Parameter {
  FittedParameter of;
  void describe(Fields& fields) {
    fields("name", of.name, "parameter");
    fields("value", of.value, "value");
    fields("standard_error", of.error, "one standard error; none without spare rows");
    fields("held", of.held, "true where the rows do not tell it");
  }
};

struct Details {
  std::vector<Parameter> parameters;
  std::vector<Residual> residuals;
  std::vector<std::string> warnings;
  void describe(Fields& fields) {
    fields("parameters", parameters, "what was fitted");
    fields("residuals", residuals, "by row");
    fields("warnings", warnings, "what must be known of the parameters");
  }
};

struct Document {
  std::vector<Throughput> throughput;
  std::optional<ServerContention> server_contention;
  std::optional<LossLaw> loss;
  Details fit;
  std::function<void(Fields&)> more;
  void describe(Fields& fields) {
    fields("throughput", throughput, "speeds without communication");
    fields("server_contention", server_contention, "alpha1, beta1");
    fields("loss", loss, "gamma1 to gamma5");
    fields("fit", fit, "how it was fitted");
    if (more)
      more(fields);
  }
};

std::vector<Residual> residuals_of(const MeasurementFile& file, const Fit& fit) {
  std::vector<Residual> all;
  for (std::size_t i = 0; i < file.rows.size(); ++i) {
    const auto& row = file.rows[i].measurement;
    Residual one;
    one.line = static_cast<std::int64_t>(file.rows[i].line);
    one.cluster = file.rows[i].cluster;
    one.quantity = row.what;
    if (!is_timing(row))
      one.iterations = row.iterations;
    one.measured = row.value;
    one.fitted = fit.fitted[i];
    one.relative = fit.fitted[i] / row.value - 1;
    all.push_back(std::move(one));
  }
  return all;
}

std::string parameter_table(const Fit& fit, const KnownParameters& known) {
  using analysis::Align;
  std::vector<analysis::Column> columns = {
      {"parameter"}, {"value", Align::right}, {"standard error", Align::right}};
  if (!known.empty())
    columns.insert(columns.end(), {{"known", Align::right}, {"difference", Align::right}, {""}});
  analysis::Table table(std::move(columns));
  for (const FittedParameter& one : fit.parameters) {
    const std::string error = one.held    ? "held"
                              : one.error ? fmt::format("{:.2g}", *one.error)
                                          : "no spare rows";
    std::vector<std::string> row = {one.name, fmt::format("{:.6g}", one.value), error};
    const auto found = known.find(one.name);
    if (found != known.end())
      row.push_back(fmt::format("{:.6g}", found->second.value));
    if (found != known.end() && !one.held) {
      const double value = found->second.value;
      row.push_back(value == 0 ? fmt::format("{:+.2g}", one.value)
                               : fmt::format("{:+.4f} %", 100 * (one.value / value - 1)));
      row.emplace_back(found->second.remark);
    }
    table.add(std::move(row));
  }
  return table.text();
}

std::string residual_table(const std::vector<Residual>& all) {
  using analysis::Align;
  analysis::Table table({{"line", Align::right},
                         {"cluster"},
                         {"quantity"},
                         {"iterations", Align::right},
                         {"measured", Align::right},
                         {"fitted", Align::right},
                         {"residual", Align::right}});
  for (const Residual& one : all) {
    table.add({fmt::format("{}", one.line), one.cluster, std::string(word_of(one.quantity)),
               one.iterations ? fmt::format("{:g}", *one.iterations) : "",
               fmt::format("{:.6g}", one.measured), fmt::format("{:.6g}", one.fitted),
               fmt::format("{:+.3f} %", 100 * one.relative)});
  }
  return table.text();
}

}  // namespace

std::string fit_table(const MeasurementFile& file, const Measurements& given, const Fit& fit,
                      const KnownParameters& known) {
  const std::vector<Residual> residuals = residuals_of(file, fit);
  double squares = 0;
  const Residual* largest = &residuals.front();
  std::size_t timings = 0;
  for (std::size_t i = 0; i < residuals.size(); ++i) {
    squares += residuals[i].relative * residuals[i].relative;
    timings += is_timing(given.rows[i]) ? 1 : 0;
    if (std::abs(residuals[i].relative) > std::abs(largest->relative))
      largest = &residuals[i];
  }
  return fmt::format(
      "{}: {} times and speeds, {} losses\n\n{}\n{}\nresiduals: rms {:.3f} %, largest {:+.3f} % in "
      "line {}\n",
      file.path, timings, residuals.size() - timings, parameter_table(fit, known),
      residual_table(residuals), 100 * std::sqrt(squares / static_cast<double>(residuals.size())),
      100 * largest->relative, largest->line);
}

std::string fit_json(const MeasurementFile& file, const Measurements& given, const Fit& fit,
                     const std::function<void(Fields&)>& more) {
  const std::string source =
      fmt::format("fitted by spotgrid fit to {} rows of {}", file.rows.size(), file.path);
  Document document;
  for (std::size_t i = 0; i < fit.types.size(); ++i) {
    const auto& type = fit.types[i];
    if (!fit.compute_fitted[i] || type.compute <= Seconds{0})
      continue;
    document.throughput.push_back(
        {given.types[i].name, "", std::llround(type.batch / static_cast<double>(type.gpus)),
         type.batch / type.compute.count(), false, source + ", without communication"});
  }
  if (fit.contention_fitted) {
    document.server_contention = fit.model.contention;
    document.server_contention->source = source + ", eq. 9 of spotDNN (IWQoS 2023)";
  }
  if (fit.loss_fitted) {
    document.loss = fit.model.loss;
    document.loss->source = source + ", eq. 3 of spotDNN (IWQoS 2023)";
  }
  for (const FittedParameter& one : fit.parameters)
    document.fit.parameters.push_back({one});
  document.fit.residuals = residuals_of(file, fit);
  document.fit.warnings = fit.warnings;
  document.more = more;
  return to_json(document, 2) + "\n";
}

}  // namespace spotgrid::commands
