// Parameters and prices become a model and a market; a case becomes a plan.
// SPDX-License-Identifier: Apache-2.0
#include "commands/reproduce/spotdnn_clusters.hpp"

#include <limits>
#include <utility>

#include <fmt/format.h>

#include "commands/command.hpp"
#include "models/catalogues.hpp"
#include "models/formulas/spotdnn_workload.hpp"
#include "sim/base/error.hpp"

namespace spotgrid::commands::reproduction {
namespace {

using namespace formulas::spotdnn;
using scenarios::ParameterSet;
using scenarios::PublishedCase;
using scenarios::Strategy;

Model model_of(const ParameterSet& set) {
  Model model;
  model.parameters = set.gradients;
  model.worker = set.per_flow;
  model.servers = server_of_the_paper;
  model.pcie = set.gpu_exchange ? set.pcie.value_or(pcie_of_the_paper)
                                : Bandwidth::of(std::numeric_limits<double>::infinity());
  model.contention = set.contention.value_or(ServerContention{});
  model.loss = set.loss.value_or(LossLaw{});
  return model;
}

std::optional<WorkerType> worker_in(const Model& model, const ParameterSet& set,
                                    const std::string& name) {
  for (const scenarios::SetType& type : set.types) {
    if (type.name != name)
      continue;
    const double batch = static_cast<double>(type.gpus) * type.batch_per_gpu;
    require(type.speed.has_value() != type.compute.has_value(), "a worker has one speed");
    return WorkerType{
        type.gpus, batch,
        type.compute ? *type.compute : compute_from_speed(model, type.gpus, batch, *type.speed),
        Price{}};
  }
  return std::nullopt;
}

std::optional<WorkerType> worker_in(const Workload& workload, const std::string& name) {
  const auto type = instances::find(name);
  return type ? worker_of(workload, *type, Price{}) : std::nullopt;
}

Outlook trained(const Model& model, const Cluster& cluster, const PublishedCase& one) {
  if (one.loss)
    return outlook(model, cluster, *one.loss);
  Outlook all{cluster, 0, Seconds{0}, {}};
  all.iterations = one.samples.value_or(0) / cluster.batch;
  all.time = Seconds{one.samples.value_or(0) / cluster.speed};
  all.cost = cluster.price * all.time;
  return all;
}

// A cost that is made of it is no number either.
constexpr Price unknown = Price::of(std::numeric_limits<double>::quiet_NaN());

bool at_list_prices(const PublishedCase& one) {
  return one.strategy == Strategy::list_price || one.strategy == Strategy::on_demand;
}

}  // namespace

Clusters::Clusters(const scenarios::PublishedItem& item, Switches switches)
    : item_(item), switches_(std::move(switches)), prices_(scenarios::spotdnn::prices()) {}

const std::string& Clusters::set_of(const PublishedCase& one) const {
  return one.set.empty() ? item_.set : one.set;
}

std::optional<Price> Clusters::price_of(const std::string& type, bool list_prices) const {
  const auto row = prices_.types.find(type);
  if (row == prices_.types.end())  // "4 x K80": of speeds, not of costs
    return Price{};
  if (list_prices)
    return row->second.on_demand;
  const scenarios::PriceProfile profile = switches_.prices.value_or(item_.prices);
  return row->second.spot(profile);
}

Clusters::Parameters Clusters::parameters_of(const PublishedCase& one, bool list_prices) const {
  const std::string& name = set_of(one);
  const std::optional<ParameterSet> own = scenarios::spotdnn::find_set(name);
  const std::optional<Workload> workload = own ? std::nullopt : workloads::find(name);
  require(own || workload, "a case has parameters");
  Parameters all;
  all.model = own ? model_of(*own) : formulas::spotdnn::model_of(*workload);
  all.market.quota = item_.quota;
  all.market.quota.resize(item_.types.size(), 0);
  for (std::size_t i = 0; i < item_.types.size(); ++i) {
    const auto worker =
        own ? worker_in(all.model, *own, item_.types[i]) : worker_in(*workload, item_.types[i]);
    all.known.push_back(worker.has_value());
    all.market.types.push_back(worker.value_or(WorkerType{1, 1, Seconds{1}, Price{}}));
    const std::optional<Price> price = price_of(item_.types[i], list_prices);
    all.market.types.back().price = price.value_or(unknown);
    if (!worker || !price)
      all.market.quota[i] = 0;
  }
  all.model.form = switches_.form;
  all.model.rounding = switches_.rounding.value_or(
      one.rounded.value_or(item_.rounded) ? Rounding::released : Rounding::none);
  return all;
}

Search Clusters::search(const PublishedCase& one) const {
  require(one.loss && one.objective, "a search has objectives");
  const Parameters all = parameters_of(one, false);
  Objective objective{*one.loss, *one.objective};
  if (one.strategy == Strategy::srifty_plus)
    return exhaustive(all.model, all.market, objective);
  if (one.strategy == Strategy::cm_dare_plus)
    objective.optimism = optimism_of_cm_dare;
  return sliding_window(all.model, all.market, objective);
}

Computed Clusters::compute(const PublishedCase& one) const {
  Computed all;
  all.plan = one.plan;
  if (one.strategy != Strategy::printed && one.strategy != Strategy::list_price) {
    const Search found = search(one);
    if (!found.outlook)
      return {{}, {}, found.reason};
    all.plan = found.added;
  }
  const Parameters parameters = parameters_of(one, at_list_prices(one));
  require(all.plan.size() == item_.types.size(), "a plan counts each type");
  for (std::size_t i = 0; i < all.plan.size(); ++i)
    require(all.plan[i] == 0 || parameters.known[i], "each worker of a plan has a speed");
  all.outlook = trained(parameters.model,
                        cluster_of(parameters.model, parameters.market.types, all.plan), one);
  return all;
}

}  // namespace spotgrid::commands::reproduction
