// spotgrid fit: the parameters of the spotDNN model from a user's own measurements.
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "commands/command.hpp"
#include "commands/fit_inputs.hpp"
#include "commands/fit_report.hpp"

namespace spotgrid::commands {
namespace {

using formulas::spotdnn::Fit;
using formulas::spotdnn::Measurements;

constexpr std::string_view place = "fit";

int print_fit(const Arguments& arguments) {
  const std::string format = arguments.one("--format", "table");
  if (format != "table" && format != "json")
    wrong_usage(place, fmt::format("--format is one of table, json, found \"{}\"", format));
  const MeasurementFile file = read_measurements(arguments.one("FILE", ""));
  const FitInputs inputs = fit_inputs(arguments, place, "--workload");
  const Measurements given = measurements_of(file, inputs, arguments.has("--convergence"));
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
