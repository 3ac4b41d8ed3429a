// Known parameters beside fitted ones, the link, and what profiling costs.
// SPDX-License-Identifier: Apache-2.0
#include "commands/profile_report.hpp"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "analysis/table.hpp"
#include "commands/fit_report.hpp"

namespace spotgrid::commands {
namespace {

using formulas::spotdnn::Fit;
using formulas::spotdnn::Measurements;
using formulas::spotdnn::Model;

constexpr std::string_view self_check = "self-check";
constexpr double megabyte = 1e6;

// One training of a step.
struct Training {
  std::string step, cluster;
  std::int64_t iterations = 0;
  double simulated_s = 0;
  void describe(Fields& fields) {
    fields("step", step, "alone or cluster, in the time that it took, or to a loss");
    fields("cluster", cluster, "workers");
    fields("iterations", iterations, "of all workers together");
    fields("simulated_s", simulated_s, "simulated seconds");
  }
};

// Workers and the link of the servers; bandwidths of one worker, P of eq. 9.
struct Link {
  std::string cluster;
  bool contended = false;                                       // n B_req > B_ps
  double seen_least = 0, seen_most = 0, fitted = 0, known = 0;  // MB/s
  double p_fitted = 0, p_known = 0;
  void describe(Fields& fields) {
    fields("cluster", cluster, "workers");
    fields("contended", contended, "whether n B_req exceeds B_ps");
    fields("seen_least_mb_s", seen_least, "bandwidth of a worker of the type that has least");
    fields("seen_most_mb_s", seen_most, "of the type that has most");
    fields("fitted_mb_s", fitted, "bandwidth by eq. 8 with the fitted contention");
    fields("known_mb_s", known, "the same with that of the workload");
    fields("p_fitted", p_fitted, "P by eq. 9 with the fitted contention");
    fields("p_known", p_known, "the same with that of the workload");
  }
};

struct KnownValue {
  std::string name, remark;
  double value = 0;
  void describe(Fields& fields) {
    fields("name", name, "parameter");
    fields("value", value, "of the workload");
    fields("remark", remark, "what it means that the two agree");
  }
};

struct Summary {
  std::string workload;
  ProfiledLink ps_link = ProfiledLink::half;
  double pushed = 0, drawn = 0;
  std::vector<KnownValue> known;
  std::vector<Link> links;
  std::vector<Training> trainings;
  std::vector<std::string> remarks;
  void describe(Fields& fields) {
    fields("workload", workload, "workload");
    fields("ps_link", ps_link, "how the servers' links carry both directions");
    fields("pushed_mb", pushed, "S_parm as a lone worker showed it");
    fields("drawn_mb_s", drawn, "B_req as a lone worker showed it");
    fields("known", known, "parameters as the workload has them");
    fields("links", links, "bandwidth of workers");
    fields("trainings", trainings, "what was trained");
    fields("remarks", remarks, "how to read it");
  }
};

double megabytes(Bytes size) {
  return size.value() / megabyte;
}
double megabytes(Bandwidth rate) {
  return rate.value() / megabyte;
}

// Eq. 6 and 7 solved for B_wk.
Bandwidth bandwidth_behind(const Model& model, const formulas::spotdnn::WorkerType& type,
                           Seconds iteration) {
  const Seconds pcie = 2.0 * static_cast<double>(type.gpus) * model.parameters / model.pcie;
  return 2.0 * model.parameters / (iteration - type.compute - pcie);
}

std::vector<Link> links_of(const Profile& profile, const Fit& fit) {
  std::vector<Link> all;
  for (const SeenTraining& one : profile.clusters) {
    Link link;
    link.cluster = cluster_text(profile.types, one.plan);
    link.seen_least = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < one.plan.size(); ++i) {
      if (one.iteration[i] <= Seconds{0})
        continue;
      const double seen = megabytes(bandwidth_behind(fit.model, fit.types[i], one.iteration[i]));
      link.seen_least = std::min(link.seen_least, seen);
      link.seen_most = std::max(link.seen_most, seen);
    }
    double workers = 0;
    for (const std::int64_t count : one.plan)
      workers += static_cast<double>(count);
    link.contended = workers * fit.model.worker > fit.model.servers;
    link.fitted = megabytes(worker_bandwidth(fit.model, workers));
    link.known = megabytes(worker_bandwidth(profile.inputs.model, workers));
    link.p_fitted = contention_probability(fit.model, workers);
    link.p_known = contention_probability(profile.inputs.model, workers);
    all.push_back(std::move(link));
  }
  return all;
}

std::vector<Training> trainings_of(const Profile& profile) {
  std::vector<Training> all;
  const auto add = [&](const char* step, const formulas::spotdnn::Counts& plan,
                       std::int64_t iterations, Seconds simulated) {
    all.push_back({step, cluster_text(profile.types, plan), iterations, simulated.count()});
  };
  for (const SeenTraining& one : profile.alone.workers)
    add("alone", one.plan, one.iterations, one.simulated);
  for (const SeenTraining& one : profile.clusters)
    add("cluster, times", one.plan, one.iterations, one.simulated);
  for (std::size_t i = 0; i < profile.losses.size(); ++i) {  // the last of each cluster
    const SeenLoss& one = profile.losses[i];
    if (i + 1 == profile.losses.size() || profile.losses[i + 1].plan != one.plan)
      add("cluster, losses", one.plan, one.iterations, one.simulated);
  }
  return all;
}

KnownParameters known_of(const Profile& profile, const Measurements& given, const Fit& fit) {
  KnownParameters all;
  for (const formulas::spotdnn::MeasuredType& type : given.types) {
    if (type.known_compute)
      all["T_comp of " + type.name] = {type.known_compute->count(), self_check};
  }
  const Workload& workload = *profile.inputs.workload;
  if (workload.server_contention && fit.contention_fitted) {
    all["alpha1"] = {workload.server_contention->alpha1, "of the link"};
    all["beta1"] = {workload.server_contention->beta1, "of the link"};
  }
  if (workload.loss) {
    all["gamma1"] = {workload.loss->gamma1, self_check};
    all["gamma2"] = {workload.loss->gamma2, self_check};
    all["gamma3"] = {workload.loss->gamma3, self_check};
    all["gamma5"] = {workload.loss->gamma5, self_check};
    if (workload.loss->gamma4)
      all["gamma4"] = {*workload.loss->gamma4, self_check};
  }
  return all;
}

// Where n B_req exceeds B_ps: whether workers draw B_req all the same, as spread pushes do.
bool nobody_waits(const Profile& profile, const Fit& fit) {
  constexpr double little = 1e-3;
  for (const Link& link : links_of(profile, fit)) {
    if (link.contended && link.p_fitted > little)
      return false;
  }
  return fit.contention_fitted;
}

std::vector<std::string> remarks_of(const Profile& profile, const Fit& fit) {
  std::vector<std::string> all;
  all.push_back(fmt::format(
      "simulated, not measured. {}a self-check: the simulator trained with the values of the "
      "workload, and they are what comes back",
      fit.loss_fitted ? "T_comp and the gammas are " : "T_comp is "));
  if (fit.contention_fitted) {
    all.push_back(fmt::format(
        "alpha1 and beta1 are what simulated flows through a {} link show by eq. 8, where known "
        "ones come from a cloud",
        words(ProfiledLink{})[static_cast<std::size_t>(profile.link)]));
  }
  if (nobody_waits(profile, fit)) {
    all.emplace_back(
        "no worker waited for the link, which is idle often enough although n B_req exceeds B_ps: "
        "alpha1 and beta1 are one of many pairs that have P at 0");
  }
  if (profile.inputs.model.worker >= profile.inputs.model.servers) {
    all.emplace_back(
        "B_req is B_ps here: a lone worker draws all that the servers have, and cannot draw more");
  }
  if (!fit.loss_fitted) {
    all.push_back(fmt::format("{} has no law of the loss: only times were profiled",
                              profile.inputs.workload->name));
  }
  return all;
}

std::string link_table(const std::vector<Link>& links, bool known) {
  using analysis::Align;
  analysis::Table table({{"cluster"},
                         {"MB/s of a worker: seen", Align::right},
                         {"fitted", Align::right},
                         {"known", Align::right},
                         {"P: fitted", Align::right},
                         {"known", Align::right}});
  const auto rate = [](double value) { return fmt::format("{:.2f}", value); };
  for (const Link& one : links) {
    const std::string least = rate(one.seen_least), most = rate(one.seen_most);
    table.add({one.cluster, least == most ? least : fmt::format("{} to {}", least, most),
               rate(one.fitted), known ? rate(one.known) : "",
               one.contended ? fmt::format("{:.4f}", one.p_fitted) : "no contention",
               one.contended && known ? fmt::format("{:.4f}", one.p_known) : ""});
  }
  return table.text();
}

std::string training_table(const std::vector<Training>& trainings) {
  using analysis::Align;
  analysis::Table table(
      {{"profiling"}, {"cluster"}, {"iterations", Align::right}, {"simulated s", Align::right}});
  for (const Training& one : trainings) {
    table.add({one.step, one.cluster, fmt::format("{}", one.iterations),
               fmt::format("{:.1f}", one.simulated_s)});
  }
  return table.text();
}

}  // namespace

std::string profile_table(const Profile& profile, const MeasurementFile& file,
                          const Measurements& given, const Fit& fit) {
  const bool known = profile.inputs.workload->server_contention.has_value();
  std::string text = fit_table(file, given, fit, known_of(profile, given, fit));
  text += fmt::format(
      "\ninput: S_parm {:.6g} MB, B_req {:.6g} MB/s; a lone worker showed {:.6g} MB and {:.6g} "
      "MB/s\n",
      megabytes(given.model.parameters), megabytes(given.model.worker),
      megabytes(profile.alone.pushed), megabytes(profile.alone.drawn));
  text += "\n" + link_table(links_of(profile, fit), known);
  text += "\n" + training_table(trainings_of(profile)) + "\n";
  for (const std::string& remark : remarks_of(profile, fit))
    text += analysis::labelled("note", remark, 6);
  return text;
}

std::string profile_json(const Profile& profile, const MeasurementFile& file,
                         const Measurements& given, const Fit& fit) {
  Summary summary;
  summary.workload = profile.inputs.workload->name;
  summary.ps_link = profile.link;
  summary.pushed = megabytes(profile.alone.pushed);
  summary.drawn = megabytes(profile.alone.drawn);
  for (const auto& [name, known] : known_of(profile, given, fit))
    summary.known.push_back({name, std::string(known.remark), known.value});
  summary.links = links_of(profile, fit);
  summary.trainings = trainings_of(profile);
  summary.remarks = remarks_of(profile, fit);
  return fit_json(file, given, fit, [&summary](Fields& fields) {
    fields("profile", summary, "what was simulated to see it");
  });
}

}  // namespace spotgrid::commands
