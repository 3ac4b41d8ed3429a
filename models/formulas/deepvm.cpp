// Every plan is looked at: a budget buys some hundred nodes, and there are few types.
// SPDX-License-Identifier: Apache-2.0
#include "models/formulas/deepvm.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

namespace spotgrid::formulas::deepvm {
namespace {

// Prices are sums of decimals: one that is the budget but for rounding is within it.
bool can_be_had(const Catalogue& all, const Plan& plan, Price budget) {
  return plan.spot() <= all.trainers[plan.trainer].most_spot &&
         price_of(all, plan).value() <= budget.value() * (1 + 1e-9);
}

double objective_of(const TrainerType& type, std::int64_t nodes, bool scaling) {
  const auto n = static_cast<double>(nodes);
  return operations_per_dollar(type) * n * (scaling ? efficiency(type.scaling, n) : 1);
}

// The best plans that were added, best first; of equal ones the earlier.
class Ranking {
 public:
  explicit Ranking(std::size_t count) : count_(count) {}

  void add(const Plan& plan) {
    const auto worse = [](const Plan& a, const Plan& b) { return a.objective > b.objective; };
    best_.insert(std::upper_bound(best_.begin(), best_.end(), plan, worse), plan);
    if (best_.size() > count_)
      best_.pop_back();
  }
  std::vector<Plan> best() && { return std::move(best_); }

 private:
  std::size_t count_;
  std::vector<Plan> best_;
};

// Visits all plans within the budget, in the order of the catalogue.
class Enumeration {
 public:
  Enumeration(const Catalogue& all, Price budget, bool scaling, Ranking& into)
      : all_(all), budget_(budget), scaling_(scaling), into_(into) {}

  void tiering() {
    for (std::size_t trainer = 0; trainer < all_.trainers.size(); ++trainer) {
      for (std::size_t remote = 0; remote < all_.remotes.size(); ++remote) {
        if (all_.remotes[remote].memory >= all_.held)
          tiering_of(trainer, remote);
      }
    }
  }

  void single_anchor() {
    for (std::size_t trainer = 0; trainer < all_.trainers.size(); ++trainer) {
      for (std::int64_t n = 2; n <= all_.most_trainers; ++n) {
        if (!add({Architecture::single_anchor, trainer, 0, n, 0, 0}))
          break;
      }
    }
  }

 private:
  void tiering_of(std::size_t trainer, std::size_t remote) {
    const std::int64_t below = saturation_point(all_, all_.trainers[trainer], all_.remotes[remote]);
    for (std::int64_t n = 1; n <= all_.most_trainers; ++n) {
      for (std::int64_t m = 1; m <= all_.most_remotes; ++m) {
        if (n >= below * m)
          continue;
        if (!add({Architecture::tiering, trainer, remote, n, m, 0}))
          break;
      }
    }
  }

  // False: too dear or too large, and so is any larger one.
  bool add(Plan plan) {
    if (!can_be_had(all_, plan, budget_))
      return false;
    plan.objective = objective_of(all_.trainers[plan.trainer], plan.trainers, scaling_);
    into_.add(plan);
    return true;
  }

  const Catalogue& all_;
  Price budget_;
  bool scaling_;
  Ranking& into_;
};

std::vector<Plan> searched(const Catalogue& all, Price budget, bool scaling, Ties ties,
                           std::size_t count) {
  Ranking ranking(count);
  Enumeration plans(all, budget, scaling, ranking);
  if (ties == Ties::single_anchor)
    plans.single_anchor();
  plans.tiering();
  if (ties == Ties::tiering)
    plans.single_anchor();
  return std::move(ranking).best();
}

// The most nodes of a type with one of them on demand; nothing below two.
std::optional<Plan> largest_anchored(const Catalogue& all, std::size_t trainer, Price budget) {
  Plan plan{Architecture::single_anchor, trainer, 0, 2, 0, 0};
  if (all.most_anchored < 2 || !can_be_had(all, plan, budget))
    return std::nullopt;
  for (Plan more = plan; more.trainers <= all.most_anchored; ++more.trainers) {
    if (!can_be_had(all, more, budget))
      break;
    plan = more;
  }
  plan.objective = objective_of(all.trainers[trainer], plan.trainers, true);
  return plan;
}

std::vector<Plan> cost_first(const Catalogue& all, Price budget) {
  std::vector<Plan> best;
  for (std::size_t i = 0; i < all.trainers.size(); ++i) {
    const std::optional<Plan> plan = largest_anchored(all, i, budget);
    if (plan && (best.empty() || plan->trainers > best.front().trainers))
      best = {*plan};
  }
  return best;
}

std::vector<Plan> performance_first(const Catalogue& all, Price budget) {
  std::vector<std::size_t> order(all.trainers.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return all.trainers[a].flops > all.trainers[b].flops;
  });
  for (const std::size_t trainer : order) {
    if (const std::optional<Plan> plan = largest_anchored(all, trainer, budget))
      return {*plan};
  }
  return {};
}

}  // namespace

double logistic(const Scaling& law, double nodes) {
  return law.c / (1 + std::exp(-law.a * (nodes - law.b)));
}

double tangent(const Scaling& law, double nodes) {
  return law.a * law.c / 4 * (nodes - law.b) + law.c / 2;
}

double speedup(const Scaling& law, double nodes) {
  return nodes <= law.b ? tangent(law, nodes) : logistic(law, nodes);
}

double efficiency(const Scaling& law, double nodes) {
  return nodes <= law.b ? 1 : logistic(law, nodes) / tangent(law, nodes);
}

std::int64_t saturation_point(const Catalogue& all, const TrainerType& trainer,
                              const RemoteType& remote) {
  // A bandwidth is a decimal times 1e9 / 8: that of an entry but for rounding is its.
  const double narrow = std::min(trainer.network.value(), remote.network.value()) * (1 + 1e-9);
  Saturation found;
  for (const Saturation& entry : all.saturation) {
    if (entry.bandwidth.value() <= narrow && entry.bandwidth >= found.bandwidth)
      found = entry;
  }
  return found.trainers;
}

std::string text_of(const Catalogue& all, const Plan& plan) {
  const std::string& trainer = all.trainers[plan.trainer].name;
  if (plan.architecture == Architecture::single_anchor)
    return fmt::format("{} {} spot + 1 on demand", plan.spot(), trainer);
  return fmt::format("{} {} spot + {} {}", plan.spot(), trainer, plan.remotes,
                     all.remotes[plan.remote].name);
}

Price price_of(const Catalogue& all, const Plan& plan) {
  const TrainerType& type = all.trainers[plan.trainer];
  Price sum = static_cast<double>(plan.spot()) * type.spot;
  if (plan.architecture == Architecture::single_anchor)
    return sum + type.on_demand;
  return sum + static_cast<double>(plan.remotes) * all.remotes[plan.remote].on_demand;
}

double operations_per_dollar(const TrainerType& type) {
  return type.flops / type.spot.value();
}

std::vector<Plan> plans_within(const Catalogue& all, Policy policy, Price budget, Ties ties,
                               std::size_t count) {
  switch (policy) {
    case Policy::deepvm:
      return searched(all, budget, true, ties, count);
    case Policy::no_scaling:
      return searched(all, budget, false, Ties::single_anchor, count);
    case Policy::cost_first:
      return cost_first(all, budget);
    case Policy::performance_first:
      break;
  }
  return performance_first(all, budget);
}

double performance(const Catalogue& all, const Plan& plan, Metric metric) {
  const TrainerType& type = all.trainers[plan.trainer];
  const auto n = static_cast<double>(plan.trainers);
  const double once = type.flops * n * efficiency(type.scaling, n);
  return metric == Metric::released ? once * n : once;
}

Dollars cost_of(Seconds makespan, Price price) {
  return price * makespan;
}

}  // namespace spotgrid::formulas::deepvm
