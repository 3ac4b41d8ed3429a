// One list of figures, printed in three ways.
// SPDX-License-Identifier: Apache-2.0
#include "commands/prediction.hpp"

#include <fmt/format.h>

#include "analysis/table.hpp"
#include "sim/base/option_writer.hpp"
#include "sim/base/unit_text.hpp"

namespace spotgrid::commands {
namespace {

using formulas::spotdnn::Outlook;

struct Figure {
  std::string_view key, label, unit, symbol;
  double value;
};

double megabytes_per_second(Bandwidth rate) {
  return rate.value() / 1e6;
}

std::vector<Figure> figures_of(const Prediction& all) {
  const Outlook& outlook = all.outlook;
  const auto& cluster = outlook.cluster;
  return {
      {"time_s", "time", "s", "T (1)", outlook.time.count()},
      {"cost_usd", "cost", "$", "C (11)", outlook.cost.value()},
      {"price_usd_per_h", "price", "$/h", "", cluster.price.value() * 3600},
      {"iterations", "iterations", "", "j (3)", outlook.iterations},
      {"iteration_s", "iteration", "s", "T_exp (2)", cluster.iteration.count()},
      {"batch", "batch", "samples", "b_w (4)", cluster.batch},
      {"convergence", "convergence", "", "R (5)", cluster.convergence},
      {"speed", "speed", "samples/s", "v", cluster.speed},
      {"contended", "contended", "", "P (9)", cluster.contended},
      {"worker_mb_per_s", "bandwidth of a worker", "MB/s", "B_wk (8)",
       megabytes_per_second(cluster.bandwidth)},
      {"lone_worker_mb_per_s", "of a lone worker", "MB/s", "B_req",
       megabytes_per_second(all.model.worker)},
      {"servers_mb_per_s", "of the servers", "MB/s", "B_ps",
       megabytes_per_second(all.model.servers)},
      {"pcie_mb_per_s", "inside a worker", "MB/s", "B_pcie", megabytes_per_second(all.model.pcie)},
      {"parameters_mb", "parameters, one way", "MB", "S_parm", all.model.parameters.value() / 1e6},
      {"decay", "decay of the loss", "", "K (3)", cluster.decay},
  };
}

// Prices in this program are of a second; people and files have them by the hour.
struct Document {
  const Prediction& all;
  std::vector<PlannedType> plan;
  std::vector<Figure> figures;

  void describe(Fields& fields) {
    Prediction one = all;
    fields("workload", one.workload, "workload");
    fields("side", one.side, "side of the market whose prices are paid");
    fields("form", one.model.form, "form of the equations");
    fields("rounding", one.model.rounding, "rounding of b_w and j");
    fields("loss", one.loss, "trained to");
    fields("plan", plan, "workers");
    for (Figure& figure : figures)
      fields(figure.key, figure.value, figure.label);
    fields("loss_law", one.model.loss, "loss = K / (j + gamma1) + gamma5");
  }
};

std::string figure_table(const Prediction& all) {
  using analysis::Align;
  analysis::Table table({{""}, {"", Align::right}, {""}, {""}});
  for (const Figure& figure : figures_of(all)) {
    table.add({std::string(figure.label), fmt::format("{:.6g}", figure.value),
               std::string(figure.unit), std::string(figure.symbol)});
  }
  return table.text();
}

std::string worker_table(const Prediction& all) {
  using analysis::Align;
  analysis::Table table({{"workers", Align::right},
                         {"type"},
                         {"batch", Align::right},
                         {"computing s", Align::right},
                         {"iteration s", Align::right},
                         {"$/h each", Align::right}});
  for (const PlannedType& one : all.plan) {
    if (one.count == 0)
      continue;
    const Seconds iteration =
        formulas::spotdnn::iteration(all.model, one.worker, all.outlook.cluster.bandwidth);
    table.add({fmt::format("{}", one.count), one.instance, fmt::format("{:g}", one.worker.batch),
               fmt::format("{:.6g}", one.worker.compute.count()),
               fmt::format("{:.6g}", iteration.count()),
               fmt::format("{:.6g}", one.worker.price.value() * 3600)});
  }
  return table.text();
}

}  // namespace

void PlannedType::describe(Fields& fields) {
  double compute = worker.compute.count(), price = worker.price.value() * 3600;
  fields("instance", instance, "instance type");
  fields("count", count, "workers");
  fields("gpus", worker.gpus, "GPUs of one");
  fields("batch", worker.batch, "samples of one in an iteration");
  fields("compute_s", compute, "time that one computes in an iteration");
  fields("price_usd_per_h", price, "price of one");
}

std::string plan_text(const std::vector<PlannedType>& plan) {
  std::string text;
  for (const PlannedType& one : plan) {
    if (one.count > 0)
      text += fmt::format("{}{} {}", text.empty() ? "" : " + ", one.count, one.instance);
  }
  return text;
}

std::string prediction_table(const Prediction& all) {
  return fmt::format(
      "{} to a loss of {} on {}, {}; form {}, rounding {}\n\n{}loss law: {:.6g} / (j + {}) + "
      "{}\n\n{}",
      all.workload, all.loss, plan_text(all.plan),
      all.side == MarketSide::spot ? "spot" : "on demand", word_of(all.model.form),
      word_of(all.model.rounding), figure_table(all), all.outlook.cluster.decay,
      all.model.loss.gamma1, all.model.loss.gamma5, worker_table(all));
}

std::string prediction_json(const Prediction& all) {
  return to_json(Document{all, all.plan, figures_of(all)}, 2) + "\n";
}

std::string prediction_csv(const Prediction& all) {
  std::vector<analysis::Column> columns = {{"workload"}, {"plan"},     {"side"},
                                           {"form"},     {"rounding"}, {"loss"}};
  std::vector<std::string> row = {all.workload,
                                  plan_text(all.plan),
                                  std::string(word_of(all.side)),
                                  std::string(word_of(all.model.form)),
                                  std::string(word_of(all.model.rounding)),
                                  number_text(all.loss)};
  for (const Figure& figure : figures_of(all)) {
    columns.push_back({std::string(figure.key)});
    row.push_back(number_text(figure.value));
  }
  analysis::Table table(std::move(columns));
  table.add(std::move(row));
  return table.csv();
}

}  // namespace spotgrid::commands
