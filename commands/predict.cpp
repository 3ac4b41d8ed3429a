// spotgrid predict: time and cost of a plan, by the model of spotDNN.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "commands/command.hpp"
#include "commands/flag_document.hpp"
#include "commands/prediction.hpp"
#include "commands/start_of_job.hpp"
#include "models/catalogues.hpp"
#include "models/formulas/spotdnn_workload.hpp"
#include "sim/base/option_reader.hpp"
#include "traces/csv.hpp"

namespace spotgrid::commands {
namespace {

using formulas::spotdnn::Form;
using formulas::spotdnn::Rounding;

constexpr std::string_view place = "predict";

struct PredictOptions {
  std::optional<double> loss;
  Form form = Form::paper;
  Rounding rounding = Rounding::none;
  MarketSide side = MarketSide::spot;

  void describe(Fields& fields) {
    fields("loss", loss, "loss to train to");
    fields("form", form, "form of the equations");
    fields("rounding", rounding, "rounding of b_w and j");
    fields("side", side, "side of the market");
  }
};

PredictOptions options_of(const Arguments& arguments) {
  constexpr std::array<FlagKey, 4> keys = {
      FlagKey{"--loss", "loss", FlagKey::As::json}, FlagKey{"--form", "form"},
      FlagKey{"--rounding", "rounding"}, FlagKey{"--side", "side"}};
  return read_strictly<PredictOptions>(flag_document(arguments, keys, std::string(place)));
}

PlannedType planned(std::string_view text) {
  constexpr std::int64_t most = 4096;
  const auto equals = text.find('=');
  const auto count = equals == std::string_view::npos ? std::optional<std::int64_t>()
                                                      : traces::integer(text.substr(equals + 1));
  if (!count || *count < 0 || *count > most || equals == 0) {
    wrong_usage(place,
                fmt::format("--plan is TYPE=COUNT, counts from 0 to {}, found \"{}\"", most, text),
                "write it like p3.2xlarge=2,g3.8xlarge=4");
  }
  return {std::string(text.substr(0, equals)), *count, {}};
}

std::vector<PlannedType> plan_of(std::string_view text) {
  std::vector<PlannedType> plan;
  std::set<std::string> seen;
  std::int64_t workers = 0;
  for (std::string_view rest = text; !rest.empty();) {
    const auto comma = rest.find(',');
    plan.push_back(planned(rest.substr(0, comma)));
    workers += plan.back().count;
    if (!seen.insert(plan.back().instance).second) {
      wrong_usage(place, fmt::format("--plan names {} twice", plan.back().instance),
                  "add the counts up");
    }
    rest = comma == std::string_view::npos ? "" : rest.substr(comma + 1);
  }
  if (workers == 0) {
    wrong_usage(place, fmt::format("--plan holds no worker, found \"{}\"", text),
                "write it like p3.2xlarge=2,g3.8xlarge=4");
  }
  return plan;
}

// Names of types once each, in the order of the pools.
std::vector<std::string_view> types_on(const StartOfJob& job, MarketSide side) {
  std::vector<std::string_view> all;
  for (const OfferView& one : job.offers()) {
    if (one.offer.side == side && std::find(all.begin(), all.end(), one.instance) == all.end())
      all.push_back(one.instance);
  }
  return all;
}

[[noreturn]] void refuse_type(const StartOfJob& job, MarketSide side, const std::string& name) {
  const std::vector<std::string_view> offered = types_on(job, side);
  bool known = instances::find(name).has_value();
  for (const Pool& pool : job.setup().market.pools)
    known = known || pool.instance.name == name;
  if (!known) {
    wrong_usage(place, fmt::format("no such instance type in the plan, found \"{}\"", name),
                nearest_of(name, offered));
  }
  wrong_usage(
      place,
      fmt::format("no pool offers workers {}, found {} in the plan",
                  side == MarketSide::spot ? "of this type on spot" : "of this type on demand",
                  name),
      fmt::format("there are {}", fmt::join(offered, ", ")));
}

// The cheapest of the pools that have it.
formulas::spotdnn::WorkerType worker_in(const StartOfJob& job, MarketSide side,
                                        const std::string& name) {
  const OfferView* best = nullptr;
  for (const OfferView& one : job.offers()) {
    if (one.offer.side == side && one.instance == name && (!best || one.price < best->price))
      best = &one;
  }
  if (best == nullptr)
    refuse_type(job, side, name);
  // A pool is offered to workers where their speed is known.
  return formulas::spotdnn::worker_of(job.workload(), *best->type, best->price,
                                      job.loss().batch_per_gpu)
      .value();
}

void refuse_without_end(const Prediction& all) {
  const auto& [cluster, iterations, time, cost] = all.outlook;
  if (cluster.decay <= 0) {
    wrong_usage(place,
                fmt::format("the loss law does not describe such batches: K is {:.6g} at a batch "
                            "of {:.6g}",
                            cluster.decay, cluster.batch),
                "use smaller ones by job.batch_per_gpu, or other instance types");
  }
  if (iterations <= 0) {
    wrong_usage(
        place,
        fmt::format("training begins at a loss of {:.6g} with this plan, found a loss of "
                    "{} to train to",
                    all.model.loss.gamma5 + cluster.decay / all.model.loss.gamma1, all.loss),
        "train to a lower loss");
  }
}

Prediction prediction_of(const StartOfJob& job, const PredictOptions& options,
                         std::vector<PlannedType> plan) {
  Prediction all;
  all.workload = job.workload().name;
  all.side = options.side;
  all.loss = job.loss().objective;
  all.model = formulas::spotdnn::model_of(job.loss());
  all.model.form = options.form;
  all.model.rounding = options.rounding;
  std::vector<formulas::spotdnn::WorkerType> types;
  formulas::spotdnn::Counts counts;
  for (PlannedType& one : plan) {
    one.worker = worker_in(job, options.side, one.instance);
    types.push_back(one.worker);
    counts.push_back(one.count);
  }
  all.plan = std::move(plan);
  all.outlook = outlook(all.model, cluster_of(all.model, types, counts), all.loss);
  refuse_without_end(all);
  return all;
}

int print_prediction(const Arguments& arguments) {
  const std::string format = format_of(arguments, place);
  const PredictOptions options = options_of(arguments);
  std::vector<PlannedType> plan = plan_of(arguments.one("--plan", ""));
  const StartOfJob job(place, arguments.one("SCENARIO", ""), options.loss);
  const Prediction all = prediction_of(job, options, std::move(plan));
  print(format == "json"  ? prediction_json(all)
        : format == "csv" ? prediction_csv(all)
                          : prediction_table(all));
  return success;
}

}  // namespace

Command predict() {
  return {
      .name = "predict",
      .summary = "time and cost of a plan until a loss is reached, by the model of spotDNN",
      .arguments =
          {{.name = "SCENARIO",
            .value = "",
            .help = "scenario file: workload, pools, parameter servers",
            .required = true},
           {.name = "--plan",
            .value = "TYPE=N,TYPE=N",
            .help = "workers by instance type of the pools, at the price at the start",
            .required = true},
           {.name = "--loss", .value = "L", .help = "loss to train to; else job.loss"},
           {.name = "--form",
            .value = "FORM",
            .help = "the equations as printed (paper) or as in the released program (released)"},
           {.name = "--rounding",
            .value = "WHAT",
            .help = "none, or batches and iterations as the released program rounds them"},
           {.name = "--side", .value = "SIDE", .help = "whose prices: spot or on_demand"},
           {.name = "--format", .value = "FORM", .help = "what is printed: table, json or csv"}},
      .examples = {"spotgrid predict scenarios/paper/spotdnn/fig9.json "
                   "--plan g3.8xlarge=5,g3.16xlarge=3",
                   "spotgrid predict scenarios/paper/spotdnn/fig9.json --plan p3.2xlarge=8 "
                   "--loss 0.7 --side on_demand --format json"},
      .run = print_prediction};
}

}  // namespace spotgrid::commands
