// Options, batches and a workload become inputs of the fit.
// SPDX-License-Identifier: Apache-2.0
#include "commands/fit_inputs.hpp"

#include <array>

#include <fmt/format.h>

#include "commands/flag_document.hpp"
#include "models/catalogues.hpp"
#include "models/formulas/spotdnn_workload.hpp"
#include "sim/base/option_reader.hpp"
#include "traces/csv.hpp"
#include "traces/source_text.hpp"

namespace spotgrid::commands {
namespace {

using formulas::spotdnn::is_timing;
using formulas::spotdnn::MeasuredType;
using formulas::spotdnn::Measurements;

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

FitOptions options_of(const Arguments& arguments, std::string_view place,
                      std::string_view workload) {
  const std::array<FlagKey, 5> keys = {FlagKey{workload, "workload"},
                                       FlagKey{"--parameters", "parameters"},
                                       FlagKey{"--per-flow", "per_flow"},
                                       FlagKey{"--servers", "servers"}, FlagKey{"--pcie", "pcie"}};
  return read_strictly<FitOptions>(flag_document(arguments, keys, std::string(place)));
}

std::optional<Workload> workload_of(const FitOptions& options, std::string_view place) {
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
std::map<std::string, std::int64_t> batches_of(const Arguments& arguments, std::string_view place) {
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
                                  const std::optional<Workload>& workload, std::string_view place) {
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

}  // namespace

MeasuredType FitInputs::type(const std::string& name) const {
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

FitInputs fit_inputs(const Arguments& arguments, std::string_view place,
                     std::string_view workload) {
  const FitOptions options = options_of(arguments, place, workload);
  FitInputs inputs{place, workload_of(options, place), {}, batches_of(arguments, place)};
  inputs.model = model_of(options, inputs.workload, place);
  return inputs;
}

Measurements measurements_of(const MeasurementFile& file, const FitInputs& inputs,
                             bool convergence) {
  Measurements given;
  given.model = inputs.model;
  given.convergence = convergence;
  for (const std::string& name : file.types) {
    given.types.push_back(inputs.type(name));
    if (given.types.back().batch <= 0) {
      wrong_usage(inputs.place, fmt::format("the batch of {} is not known", name),
                  fmt::format("give --batch {}=SAMPLES of one GPU, or --workload NAME", name));
    }
  }
  for (const MeasuredRow& row : file.rows)
    given.rows.push_back(row.measurement);
  refuse_unknown_times(file, given);
  return given;
}

}  // namespace spotgrid::commands
