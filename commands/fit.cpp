// spotgrid fit: the parameters of the spotDNN model from a user's own measurements.
// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <map>

#include <fmt/format.h>

#include "commands/command.hpp"
#include "commands/fit_report.hpp"
#include "commands/flag_document.hpp"
#include "models/catalogues.hpp"
#include "models/formulas/spotdnn_workload.hpp"
#include "sim/base/option_reader.hpp"
#include "traces/csv.hpp"
#include "traces/source_text.hpp"

namespace spotgrid::commands {
namespace {

using formulas::spotdnn::Fit;
using formulas::spotdnn::is_timing;
using formulas::spotdnn::MeasuredType;
using formulas::spotdnn::Measurements;

constexpr std::string_view place = "fit";

struct FitOptions {
  std::optional<std::string> workload;
  std::optional<Bytes> parameters;
  std::optional<Bandwidth> per_flow;
  Bandwidth servers = formulas::spotdnn::server_of_the_paper;
  Bandwidth pcie = formulas::spotdnn::pcie_of_the_paper;

  void describe(Fields& fields) {
    fields("workload", workload, "name of a workload");
    fields("parameters", parameters, "S_parm", above(Bytes{}));
    fields("per_flow", per_flow, "B_req", above(Bandwidth{}));
    fields("servers", servers, "B_ps", above(Bandwidth{}));
    fields("pcie", pcie, "B_pcie", above(Bandwidth{}));
  }
};

FitOptions options_of(const Arguments& arguments) {
  constexpr std::array<FlagKey, 5> keys = {
      FlagKey{"--workload", "workload"}, FlagKey{"--parameters", "parameters"},
      FlagKey{"--per-flow", "per_flow"}, FlagKey{"--servers", "servers"},
      FlagKey{"--pcie", "pcie"}};
  return read_strictly<FitOptions>(flag_document(arguments, keys, std::string(place)));
}

std::optional<Workload> workload_of(const FitOptions& options) {
  if (!options.workload)
    return std::nullopt;
  std::optional<Workload> found = workloads::find(*options.workload);
  if (!found) {
    wrong_usage(place, fmt::format("no such workload, found \"{}\"", *options.workload),
                nearest_of(*options.workload, names(workloads::files())));
  }
  return found;
}

// TYPE=N of --batch: samples of one GPU.
std::map<std::string, std::int64_t> batches_of(const Arguments& arguments) {
  std::map<std::string, std::int64_t> all;
  for (const std::string& text : arguments.all("--batch")) {
    const auto equals = text.find('=');
    const std::string_view number = equals == std::string::npos
                                        ? std::string_view{}
                                        : std::string_view(text).substr(equals + 1);
    const std::int64_t samples = traces::integer(number).value_or(0);
    const std::string type = text.substr(0, equals);
    if (samples < 1) {
      wrong_usage(place, fmt::format("--batch is TYPE=SAMPLES of one GPU, found \"{}\"", text),
                  "write it like --batch p3.2xlarge=1024");
    }
    if (!instances::find(type)) {
      wrong_usage(place, fmt::format("no such instance type, found \"{}\"", type),
                  nearest_of(type, names(instances::files())));
    }
    all[type] = samples;
  }
  return all;
}

formulas::spotdnn::Model model_of(const FitOptions& options,
                                  const std::optional<Workload>& workload) {
  formulas::spotdnn::Model model;
  model.servers = options.servers;
  model.pcie = options.pcie;
  if (options.parameters)
    model.parameters = *options.parameters;
  else if (workload)
    model.parameters = workload->gradients.size;
  else
    wrong_usage(place, "S_parm is not known", "give --workload NAME or --parameters '574 MB'");
  if (options.per_flow)
    model.worker = *options.per_flow;
  else if (workload && workload->per_flow)
    model.worker = workload->per_flow->rate;
  else
    wrong_usage(place, "B_req is not known", "give --per-flow '620 MB/s'");
  if (workload && workload->server_contention)
    model.contention = *workload->server_contention;
  return model;
}

MeasuredType type_of(const std::string& name, const std::optional<Workload>& workload,
                     const std::map<std::string, std::int64_t>& batches) {
  const InstanceType instance = instances::find(name).value();
  MeasuredType type{name, instance.gpu ? instance.gpu->count : 1, 0, {}};
  const auto given = batches.find(name);
  if (given != batches.end())
    type.batch = static_cast<double>(type.gpus * given->second);
  if (!workload)
    return type;
  const auto speed = given == batches.end() ? workload->speed_on(instance, {})
                                            : workload->speed_on(instance, given->second);
  if (speed) {
    type.batch = speed->batch;
    type.known_compute = speed->compute;
  }
  return type;
}

// Types of losses whose iteration time nothing tells.
void refuse_unknown_times(const MeasurementFile& file, const Measurements& given) {
  std::vector<bool> known;
  for (const MeasuredType& type : given.types)
    known.push_back(type.known_compute.has_value());
  for (const auto& row : given.rows) {
    for (std::size_t i = 0; i < known.size(); ++i) {
      const bool one = row.what == formulas::spotdnn::Measured::seconds_per_iteration;
      if (is_timing(row) && (one ? i == row.worker : row.counts[i] > 0))
        known[i] = true;
    }
  }
  for (const MeasuredRow& row : file.rows) {
    for (std::size_t i = 0; i < known.size(); ++i) {
      if (row.measurement.counts[i] == 0 || known[i] || is_timing(row.measurement))
        continue;
      traces::refuse(traces::Place{file.path, row.line},
                     fmt::format("the iteration time of {} is not known, found a loss with it",
                                 given.types[i].name),
                     "add a row of its seconds_per_iteration, or give --workload NAME");
    }
  }
}

Measurements measurements_of(const MeasurementFile& file, const Arguments& arguments) {
  const FitOptions options = options_of(arguments);
  const std::optional<Workload> workload = workload_of(options);
  const std::map<std::string, std::int64_t> batches = batches_of(arguments);
  Measurements given;
  given.model = model_of(options, workload);
  given.convergence = arguments.has("--convergence");
  for (const std::string& name : file.types) {
    given.types.push_back(type_of(name, workload, batches));
    if (given.types.back().batch <= 0) {
      wrong_usage(place, fmt::format("the batch of {} is not known", name),
                  fmt::format("give --batch {}=SAMPLES of one GPU, or --workload NAME", name));
    }
  }
  for (const MeasuredRow& row : file.rows)
    given.rows.push_back(row.measurement);
  refuse_unknown_times(file, given);
  return given;
}

int print_fit(const Arguments& arguments) {
  const std::string format = arguments.one("--format", "table");
  if (format != "table" && format != "json")
    wrong_usage(place, fmt::format("--format is one of table, json, found \"{}\"", format));
  const MeasurementFile file = read_measurements(arguments.one("FILE", ""));
  const Measurements given = measurements_of(file, arguments);
  const Fit fit = formulas::spotdnn::fit(given);
  print(format == "json" ? fit_json(file, given, fit) : fit_table(file, given, fit));
  for (const std::string& warning : fit.warnings)
    tell(fmt::format("warning: {}\n", warning));
  return success;
}

}  // namespace

Command fit() {
  return {
      .name = "fit",
      .summary = "parameters of the spotDNN model, as a workload has them, from measurements",
      .arguments =
          {{.name = "FILE",
            .value = "",
            .help = "CSV with a header: cluster,quantity,value and, where needed, "
                    "iterations,worker,sd (docs/modelling.md, \"Measurements\")",
            .required = true},
           {.name = "--workload",
            .value = "NAME",
            .help = "workload that gives S_parm, B_req, batches, and speeds of types without rows"},
           {.name = "--parameters", .value = "SIZE", .help = "S_parm: bytes pushed an iteration"},
           {.name = "--per-flow", .value = "RATE", .help = "B_req: what a lone worker draws"},
           {.name = "--servers", .value = "RATE", .help = "B_ps of all servers, '1.2 GB/s'"},
           {.name = "--pcie", .value = "RATE", .help = "B_pcie of a worker, '10 GB/s'"},
           {.name = "--batch",
            .value = "TYPE=N",
            .help = "samples of one GPU of the type in one iteration",
            .repeated = true},
           {.name = "--convergence", .value = "", .help = "fit gamma4 with R, too (eq. 3, 5)"},
           {.name = "--format", .value = "FORM", .help = "what is printed: table or json"}},
      .examples = {"spotgrid fit measured.csv --workload resnet-110    # measured.csv is",
                   "  cluster,quantity,value,iterations,worker,sd",
                   "  p3.2xlarge,seconds_per_iteration,0.543,,,0.004",
                   "  g3.8xlarge,seconds_per_iteration,1.006,,,",
                   "  p3.2xlarge=4 g3.8xlarge=6,seconds_per_iteration,0.561,,p3.2xlarge,0.004",
                   "  p3.2xlarge=6 g3.8xlarge=6,samples_per_second,16070,,,200",
                   "  p3.2xlarge=2,loss,2.24,1000,,",
                   "spotgrid fit own.csv --workload vgg-19 --convergence --format json"},
      .run = print_fit};
}

}  // namespace spotgrid::commands
