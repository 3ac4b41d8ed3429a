// Scenario -> view of its first instant.
// SPDX-License-Identifier: Apache-2.0
#include "commands/start_of_job.hpp"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "commands/command.hpp"
#include "models/formulas/spotdnn_workload.hpp"
#include "scenarios/load.hpp"

namespace spotgrid::commands {
namespace {

constexpr Instant start{};

std::string at(const scenarios::Scenario& scenario, std::string_view pointer) {
  return fmt::format("{}: {}", scenario.file, pointer);
}

Price price_of(const Pool& pool, MarketSide side) {
  return side == MarketSide::on_demand ? pool.on_demand : pool.spot_price->at(start);
}

}  // namespace

StartOfJob::StartOfJob(std::string_view command, const std::string& file,
                       std::optional<double> loss)
    : assembled_(scenarios::assemble(scenarios::load(file))), quotas_(setup().market.quotas) {
  check_model();
  if (!loss && !setup().job.loss) {
    wrong_usage(command, "no loss to train to, found a job of another target",
                "give --loss L, or job.loss in the scenario");
  }
  check_loss(command, loss);
  loss_ = loss_view(setup(), loss ? *loss : *setup().job.loss);
  take(quotas_, setup().job.servers_from, setup().job.training->make()->traits().servers);
  list_offers();
}

void StartOfJob::check_model() const {
  const TrainingTraits mode = setup().job.training->make()->traits();
  if (mode.in_step || mode.servers == 0) {
    wrong_usage(at(scenario(), "/job/training/mode"),
                fmt::format("the model is that of asynchronous parameter servers, found {}",
                            mode.servers == 0 ? scenario().job.training.choice.name
                                              : "parameter servers in step"),
                R"(use "parameter_server" with "sync": "asp")");
  }
  const std::string_view missing = formulas::spotdnn::missing_in(workload());
  if (!missing.empty()) {
    wrong_usage(at(scenario(), "/job/workload"),
                fmt::format("{} has no {}, which the model takes", workload().name, missing),
                "choose another, such as resnet-110, or fit it: spotgrid fit --help");
  }
}

void StartOfJob::check_loss(std::string_view command, std::optional<double> given) const {
  const double least = workload().loss->gamma5;
  if (given && !(*given > least)) {
    wrong_usage(command,
                fmt::format("--loss is never reached: {} never falls below {}, found {}",
                            workload().name, least, *given),
                "train to a higher loss");
  }
}

void StartOfJob::list_offers() {
  const std::vector<Pool>& pools = setup().market.pools;
  for (std::uint32_t p = 0; p < pools.size(); ++p) {
    const Pool& pool = pools[p];
    if (!scenarios::can_train(setup(), pool))
      continue;
    for (const MarketSide side : {MarketSide::spot, MarketSide::on_demand}) {
      if (!pool.offers(side))
        continue;
      OfferView one{{PoolId{p}, side},  pool.zone,      pool.region,
                    pool.instance.name, &pool.instance, price_of(pool, side)};
      if (setup().capacity_visible || side == MarketSide::on_demand)
        one.free = free(one.offer);
      offers_.push_back(one);
    }
  }
}

// Without what reclaim sources may yet hold back: they speak in a run only.
std::int64_t StartOfJob::free(Offer offer) const {
  const Pool& pool = setup().market.pools[number(offer.pool)];
  const bool on_demand = offer.side == MarketSide::on_demand;
  std::int64_t most = std::numeric_limits<std::int64_t>::max();
  if (on_demand)
    most = pool.on_demand_capacity.value_or(most);
  else if (pool.capacity.kind != CapacityKind::unlimited)
    most = pool.capacity.count.at(start);
  if (offer == setup().job.servers_from)
    most -= setup().job.training->make()->traits().servers;
  return nodes_within(quotas_, offer, std::max<std::int64_t>(most, 0));
}

FleetView StartOfJob::view(Seconds deadline) const {
  FleetView view{start, offers_, {}, {}, setup().job.placement, [] { return Dollars{}; }, quotas_};
  view.job.nodes = setup().job.training->make()->traits().nodes;
  view.job.deadline = Instant::at(deadline);
  view.job.loss = loss_;
  view.guard = setup().guard;
  return view;
}

}  // namespace spotgrid::commands
