// spotgrid profile: the profiling of spotDNN inside the simulator, and the fit of what it shows.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <filesystem>
#include <thread>

#include <fmt/format.h>

#include "commands/command.hpp"
#include "commands/flag_document.hpp"
#include "commands/output_folder.hpp"
#include "commands/profile_report.hpp"
#include "commands/progress_line.hpp"
#include "models/catalogues.hpp"
#include "sim/base/option_reader.hpp"
#include "sim/base/unit_text.hpp"
#include "traces/csv.hpp"

namespace spotgrid::commands {
namespace {

using formulas::spotdnn::Fit;
using formulas::spotdnn::MeasuredType;
using formulas::spotdnn::Measurements;

constexpr std::string_view place = "profile";

struct ProfileOptions {
  std::int64_t iterations = 30;
  ProfiledLink ps_link = ProfiledLink::half;

  void describe(Fields& fields) {
    fields("iterations", iterations, "iterations of a lone worker", between(2.0, 1e6));
    fields("ps_link", ps_link, "how the servers' links carry both directions");
  }
};

ProfileOptions options_of(const Arguments& arguments) {
  constexpr std::array<FlagKey, 2> keys = {FlagKey{"--iterations", "iterations", FlagKey::As::json},
                                           FlagKey{"--ps-link", "ps_link"}};
  return read_strictly<ProfileOptions>(flag_document(arguments, keys, std::string(place)));
}

std::vector<std::string> parts_of(std::string_view text) {
  std::vector<std::string> all;
  for (std::string_view rest = text; !rest.empty();) {
    const auto comma = rest.find(',');
    all.emplace_back(rest.substr(0, comma));
    rest = comma == std::string_view::npos ? "" : rest.substr(comma + 1);
  }
  return all;
}

std::vector<std::string> types_of(const Arguments& arguments) {
  std::vector<std::string> types = parts_of(arguments.one("--instances", ""));
  if (types.empty())
    wrong_usage(place, "--instances names no type", "write it like p3.2xlarge,g3.8xlarge");
  for (auto one = types.begin(); one != types.end(); ++one) {
    if (!instances::find(*one)) {
      wrong_usage(place, fmt::format("no such instance type, found \"{}\"", *one),
                  nearest_of(*one, names(instances::files())));
    }
    if (std::find(types.begin(), one, *one) != one)
      wrong_usage(place, fmt::format("--instances names {} twice", *one), "once is enough");
  }
  return types;
}

std::vector<std::int64_t> sizes_of(const Arguments& arguments) {
  constexpr std::int64_t most = 256;
  const std::string text = arguments.one("--clusters", "2,4,7");
  std::vector<std::int64_t> sizes;
  for (const std::string& part : parts_of(text))
    sizes.push_back(traces::integer(part).value_or(0));
  const auto wrong = [](std::int64_t size) { return size < 1 || size > most; };
  if (sizes.empty() || std::any_of(sizes.begin(), sizes.end(), wrong)) {
    wrong_usage(
        place,
        fmt::format("--clusters holds numbers of workers, 1 to {}, found \"{}\"", most, text),
        "write it like 2,4,7");
  }
  return sizes;
}

formulas::spotdnn::WorkerType worker_of(const FitInputs& inputs, const std::string& name) {
  const MeasuredType type = inputs.type(name);
  if (!type.known_compute) {
    wrong_usage(place,
                fmt::format("the speed of {} on {} is not known", inputs.workload->name, name),
                fmt::format("speeds that are known: spotgrid explain {}", inputs.workload->name));
  }
  return {type.gpus, type.batch, *type.known_compute, Price{}};
}

Profiling profiling_of(const Arguments& arguments, const FitInputs& inputs,
                       const std::vector<std::string>& types) {
  const ProfileOptions options = options_of(arguments);
  Profiling what;
  what.model = inputs.model;
  if (inputs.workload->loss)
    what.model.loss = *inputs.workload->loss;
  for (const std::string& name : types)
    what.types.push_back(worker_of(inputs, name));
  what.sizes = sizes_of(arguments);
  what.link = options.ps_link;
  what.iterations = options.iterations;
  what.noise = arguments.has("--noise");
  what.how.jobs = std::max(1U, std::thread::hardware_concurrency());
  return what;
}

// A batch so large that eq. 3 has no falling loss is said before anything is simulated.
void refuse_large_batches(const Profiling& what, const std::vector<std::string>& types) {
  for (const auto& plan : profiled_plans(types.size(), what.sizes)) {
    const auto cluster = cluster_of(what.model, what.types, plan);
    if (cluster.decay <= 0) {
      wrong_usage(place,
                  fmt::format("by the law of the workload a batch of {:.0f} never learns, found {}",
                              cluster.batch, cluster_text(types, plan)),
                  "give smaller ones with --batch TYPE=SAMPLES of one GPU");
    }
  }
}

std::string given_of(const Arguments& arguments, std::initializer_list<const char*> options) {
  std::string text;
  for (const char* option : options) {
    for (const std::string& value : arguments.all(option))
      text += fmt::format(" {} {}", option,
                          value.find(' ') == std::string::npos ? value : "'" + value + "'");
  }
  return text;
}

std::string command_of(const Arguments& arguments) {
  return fmt::format(
      "spotgrid profile {}{}{}", arguments.one("WORKLOAD", ""),
      given_of(arguments, {"--instances", "--clusters", "--iterations", "--ps-link", "--parameters",
                           "--per-flow", "--servers", "--pcie", "--batch"}),
      arguments.has("--noise") ? " --noise" : "");
}

// By which `fit` finds the same in the file.
std::string fit_command(const Arguments& arguments, const Measurements& given) {
  const bool own = arguments.has("--per-flow") || given.model.worker >= given.model.servers;
  return fmt::format("spotgrid fit {} --workload {}{}{}{}", arguments.one("--out", ""),
                     arguments.one("WORKLOAD", ""),
                     given_of(arguments, {"--parameters", "--servers", "--pcie", "--batch"}),
                     own ? fmt::format(" --per-flow '{}'", to_text(given.model.worker)) : "",
                     given.convergence ? " --convergence" : "");
}

// Where the measurements go.
struct OwnFile {
  OutputFolder folder;
  std::string name;
};
std::optional<OwnFile> own_file(const Arguments& arguments) {
  const auto out = arguments.one("--out");
  if (!out)
    return std::nullopt;
  const std::filesystem::path path(*out);
  if (!path.has_filename())
    wrong_usage(place, fmt::format("--out is a file, found \"{}\"", *out), "write it like own.csv");
  const std::string folder = path.parent_path().string();
  return OwnFile{OutputFolder(folder.empty() ? "." : folder), path.filename().string()};
}

struct Fitted {
  std::string csv;
  MeasurementFile file;
  Measurements given;
  Fit fit;
};
Fitted fitted(const Profile& profile, const Fit& times) {
  Fitted all;
  all.csv = measurements_csv(profile, times);
  all.file = measurements_in("a simulated profile of " + profile.inputs.workload->name, all.csv);
  const auto& law = profile.inputs.workload->loss;
  all.given = measurements_of(all.file, profile.inputs, law && law->gamma4);
  all.fit = formulas::spotdnn::fit(all.given);
  return all;
}

// Losses come last: their clusters add up by the contention that the times showed, so that those
// who made the losses and those who fit them have the same b_w.
Fitted simulate(Profiling what, Profile& profile) {
  ProgressLine line;
  what.how.progress = [&line](std::string name) { return line.watch(std::move(name)); };
  profile.alone = train_alone(what);
  profile.clusters = train_clusters(what);
  Fitted times = fitted(profile, {});
  if (!profile.inputs.workload->loss)
    return times;
  what.model.contention = times.fit.model.contention;
  profile.losses = train_to_losses(what);
  return fitted(profile, times.fit);
}

int run_profile(const Arguments& arguments) {
  const std::string format = arguments.one("--format", "table");
  if (format != "table" && format != "json")
    wrong_usage(place, fmt::format("--format is one of table, json, found \"{}\"", format));
  FitInputs inputs = fit_inputs(arguments, place, "WORKLOAD");
  // What a lone worker draws, it draws from these servers.
  inputs.model.worker = std::min(inputs.model.worker, inputs.model.servers);
  const std::vector<std::string> types = types_of(arguments);
  const Profiling what = profiling_of(arguments, inputs, types);
  if (inputs.workload->loss)
    refuse_large_batches(what, types);
  const std::optional<OwnFile> out = own_file(arguments);
  Profile profile{inputs, types, what.link, command_of(arguments), {}, {}, {}};
  const Fitted all = simulate(what, profile);
  print(format == "json" ? profile_json(profile, all.file, all.given, all.fit)
                         : profile_table(profile, all.file, all.given, all.fit));
  for (const std::string& warning : all.fit.warnings)
    tell(fmt::format("warning: {}\n", warning));
  if (out) {
    out->folder.write(out->name, all.csv);
    tell(fmt::format("fit again: {}\n", fit_command(arguments, all.given)));
  }
  return success;
}

}  // namespace

Command profile() {
  return {
      .name = "profile",
      .summary = "parameters of the spotDNN model from its profiling, done inside the simulator",
      .arguments =
          {{.name = "WORKLOAD", .value = "", .help = "name of a workload", .required = true},
           {.name = "--instances",
            .value = "TYPES",
            .help = "instance types of workers, as p3.2xlarge,g3.8xlarge",
            .required = true},
           {.name = "--clusters",
            .value = "SIZES",
            .help = "workers of the clusters, mixed of the types; 2,4,7 without it"},
           {.name = "--iterations",
            .value = "N",
            .help = "iterations of a lone worker, 30 without it; of each worker of a cluster ten "
                    "times as many"},
           {.name = "--ps-link",
            .value = "LINK",
            .help = "half: both directions share the servers' links; or duplex; half without it"},
           {.name = "--noise",
            .value = "",
            .help = "compute times of a cluster differ by up to 2 % and begin apart, in 3 runs"},
           {.name = "--parameters", .value = "SIZE", .help = "S_parm: bytes pushed an iteration"},
           {.name = "--per-flow", .value = "RATE", .help = "B_req: what a lone worker draws"},
           {.name = "--servers", .value = "RATE", .help = "B_ps of all servers, '1.2 GB/s'"},
           {.name = "--pcie", .value = "RATE", .help = "B_pcie of a worker, '10 GB/s'"},
           {.name = "--batch",
            .value = "TYPE=N",
            .help = "samples of one GPU of the type in one iteration",
            .repeated = true},
           {.name = "--out",
            .value = "FILE",
            .help = "CSV of what was seen, as \"spotgrid fit\" reads it",
            .letter = "-o"},
           {.name = "--format", .value = "FORM", .help = "what is printed: table or json"}},
      .examples = {"spotgrid profile vgg-19 --instances p3.2xlarge,g4dn.4xlarge",
                   "spotgrid profile resnet-110 --instances p3.2xlarge,g3.16xlarge --clusters "
                   "2,9,13 -o own.csv"},
      .run = run_profile};
}

}  // namespace spotgrid::commands
