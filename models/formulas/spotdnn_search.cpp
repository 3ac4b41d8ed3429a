// Windows, and branch and bound.
// SPDX-License-Identifier: Apache-2.0
#include "models/formulas/spotdnn_search.hpp"

#include <numeric>

#include <fmt/format.h>

namespace spotgrid::formulas::spotdnn {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

std::int64_t total(const Counts& counts) {
  return std::accumulate(counts.begin(), counts.end(), std::int64_t{0});
}

bool has(const Market& market, std::size_t type) {
  return market.quota[type] > 0 || existing(market, type) > 0;
}

bool meets(const Objective& objective, const Outlook& outlook) {
  return outlook.iterations > 0 &&
         (1 - objective.optimism) * outlook.time + objective.takeover <= objective.time;
}

// Keeps the cheaper one; the one found first where costs are equal.
void consider(const Model& model, const Market& market, const Objective& objective,
              const Counts& added, Search& best) {
  ++best.examined;
  const Counts all = with_existing(market, added);
  const Outlook one =
      outlook(model, cluster_of(model, market.types, all), objective.loss, objective.loss_now);
  if (!meets(objective, one) || (best.outlook && one.cost >= best.outlook->cost))
    return;
  best.outlook = one;
  best.added = added;
}

std::string why_none(const Model& model, const Market& market, const Objective& objective,
                     const Search& search) {
  if (objective.loss <= model.loss.gamma5)
    return fmt::format("a loss of {} is never reached: the curve ends at {}", objective.loss,
                       model.loss.gamma5);
  if (objective.time <= objective.takeover)
    return "no time is left";
  if (total(market.quota) == 0)
    return "no instance can be had";
  const std::int64_t most = std::min(search.n_upper, total(market.quota) + total(market.existing));
  if (search.n_lower > most)
    return fmt::format("{} workers are needed at least, and {} can be used at most", search.n_lower,
                       most);
  return fmt::format("none of {} plans is fast enough", search.examined);
}

}  // namespace

std::int64_t fewest_workers(const Model& model, const std::vector<WorkerType>& types,
                            const Objective& objective) {
  double batch = infinity, speed = 0;
  for (const WorkerType& type : types) {
    batch = std::min(batch, type.batch);
    speed = std::max(speed, type.batch / lone_iteration(model, type).count());
  }
  const double left = objective.loss - model.loss.gamma5;
  if (left <= 0 || types.empty() || objective.time <= 0s)
    return 0;
  const double decay = model.loss.decay(batch, 1, 0.0);
  const bool remaining = objective.counting == Counting::added && objective.loss_now;
  const double gone =
      remaining ? decay / (*objective.loss_now - model.loss.gamma5) : model.loss.gamma1;
  const double samples = batch * (decay / left - gone);
  return std::max<std::int64_t>(
      1, static_cast<std::int64_t>(std::ceil(samples / (speed * objective.time.count()))));
}

Search sliding_window(const Model& model, const Market& market, const Objective& objective) {
  const bool released = model.form == Form::released;
  Model measured = model;  // a lone worker's iteration is the measured one, in either form
  measured.form = Form::paper;
  std::vector<WorkerType> offered;  // (16) is of the types that can be added
  std::vector<std::size_t> list;
  for (std::size_t i = 0; i < market.types.size(); ++i) {
    list.insert(list.end(), static_cast<std::size_t>(market.quota[i]), i);
    if (market.quota[i] > 0)
      offered.push_back(market.types[i]);
  }
  std::stable_sort(list.begin(), list.end(), [&](std::size_t a, std::size_t b) {
    const Seconds first = lone_iteration(measured, market.types[a]),
                  second = lone_iteration(measured, market.types[b]);
    return released ? first < second : first > second;
  });
  const auto there = total(market.existing);
  const auto listed = static_cast<std::int64_t>(list.size());
  const std::int64_t counted = objective.counting == Counting::all ? there : 0;
  Search best;
  best.n_lower = released ? 1 : fewest_workers(model, offered, objective);
  best.n_upper = released ? listed - 1 : most_workers(model);
  const std::int64_t most = std::min(best.n_upper, listed + counted);
  for (std::int64_t n = best.n_lower; n > 0 && n <= most; ++n) {
    const std::int64_t wide = n - counted;
    const std::int64_t starts = released ? listed : listed - wide + 1;
    for (std::int64_t start = 0; wide >= 0 && start < starts; ++start) {
      Counts added(market.types.size(), 0);
      for (std::int64_t k = 0; k < wide; ++k)
        ++added[list[static_cast<std::size_t>((start + k) % listed)]];
      consider(model, market, objective, added, best);
      if (wide == 0)
        break;
    }
  }
  if (!best.outlook)
    best.reason = why_none(model, market, objective, best);
  return best;
}

namespace {

// Branch and bound over the counts of one number n of workers, for which the bandwidth of a worker
// and so the time t of an iteration of each type are known. With E the sum of 1/t, V of b/t and P
// of the prices over all workers, b_w = V/E, and a plan takes T = j/E and costs C = j P/E.
//
// When r workers are still to be chosen, let any types in any shares stand for them. P/E and V/E
// are then mediants of what r workers of one type would give, so that neither is less than the
// least nor more than the greatest of these; E is no more than with r of the fastest. K, linear in
// b_w, is least at an end of the range of b_w and at the least R, and j grows with K. So
//   T >= j_min / E_max  and  C >= j_min (P/E)_min,
// and a branch of which one of these is too much holds no plan that is wanted. R is least where one
// worker is as fast as any and all others as slow as any: R^2 >= (1 - w)^2 (1 + 1/(n - 1)), since
// n - 1 shares that sum up to 1 - w have the least squares when they are equal.
class Branches {
 public:
  Branches(const Model& model, const Market& market, const Objective& objective, Search& best)
      : model_(model), market_(market), objective_(objective), best_(best) {}

  void search(std::int64_t n) {
    n_ = static_cast<double>(n);
    const Bandwidth bandwidth = worker_bandwidth(model_, n_);
    rates_.clear();
    order_.clear();
    Sum sum;
    double slow = infinity, fast = 0;
    for (std::size_t i = 0; i < market_.types.size(); ++i) {
      const WorkerType& type = market_.types[i];
      const double updates = 1 / iteration(model_, type, bandwidth).count();
      rates_.push_back({updates, updates * type.batch, type.price.value()});
      if (!has(market_, i))
        continue;
      slow = std::min(slow, rates_[i].samples);
      fast = std::max(fast, rates_[i].samples);
      if (market_.quota[i] > 0)
        order_.push_back(i);
      sum.add(rates_[i], static_cast<double>(existing(market_, i)));
    }
    const double most = fast / (fast + (n_ - 1) * slow);  // the greatest share of one worker
    least_convergence_ = n > 1 ? (1 - most) * std::sqrt(n_ / (n_ - 1)) : 0;
    // What is cheap for an update first, and as much of it as there is: good plans come early.
    std::sort(order_.begin(), order_.end(), [this](std::size_t a, std::size_t b) {
      return rates_[a].price * rates_[b].updates < rates_[b].price * rates_[a].updates;
    });
    counts_.assign(market_.types.size(), 0);
    branch(0, n - total(market_.existing), sum);
  }

 private:
  struct Rate {
    double updates = 0, samples = 0, price = 0;  // of one worker: 1/t, b/t, $/s
  };
  struct Sum : Rate {
    void add(const Rate& rate, double many) {
      updates += many * rate.updates;
      samples += many * rate.samples;
      price += many * rate.price;
    }
  };

  void branch(std::size_t place, std::int64_t left, const Sum& sum) {
    if (left == 0) {
      consider(model_, market_, objective_, counts_, best_);
      return;
    }
    if (place == order_.size() || hopeless(place, left, sum))
      return;
    const std::size_t type = order_[place];
    for (std::int64_t many = std::min(left, market_.quota[type]); many >= 0; --many) {
      counts_[type] = many;
      Sum next = sum;
      next.add(rates_[type], static_cast<double>(many));
      branch(place + 1, left - many, next);
    }
    counts_[type] = 0;
  }

  bool hopeless(std::size_t place, std::int64_t left, const Sum& sum) const {
    double ratio = infinity, most = 0, small = infinity, large = 0;
    std::int64_t had = 0;
    for (std::size_t i = place; i < order_.size(); ++i) {
      had += market_.quota[order_[i]];
      Sum one = sum;
      one.add(rates_[order_[i]], static_cast<double>(left));
      ratio = std::min(ratio, one.price / one.updates);
      most = std::max(most, one.updates);
      small = std::min(small, one.samples / one.updates);
      large = std::max(large, one.samples / one.updates);
    }
    if (had < left)
      return true;
    const double j = least_iterations(small, large);
    const double time = (1 - objective_.optimism) * j / most + objective_.takeover.count();
    constexpr double rounding = 1e-12;  // of the bounds: it must not cut off the best plan
    return time > objective_.time.count() * (1 + rounding) ||
           (best_.outlook && j * ratio > best_.outlook->cost.value() * (1 + rounding));
  }

  double least_iterations(double small, double large) const {
    const bool rounded = model_.rounding == Rounding::released;
    const double slack = rounded ? 0.05 : 0;
    Cluster bound;
    const auto decay = [&](double batch) {
      return model_.loss.decay(
          batch, n_, model_.form == Form::paper ? least_convergence_ : std::optional<double>());
    };
    bound.decay = std::min(decay(small - slack), decay(large + slack));
    if (bound.decay <= 0)
      return 0;
    const double j = iterations_to(model_, bound, objective_.loss, objective_.loss_now);
    return std::max(0.0, j - (rounded ? 1 : 0));
  }

  const Model& model_;
  const Market& market_;
  const Objective& objective_;
  Search& best_;
  double n_ = 0, least_convergence_ = 0;
  std::vector<Rate> rates_;         // by type
  std::vector<std::size_t> order_;  // types that can be had
  Counts counts_;
};

}  // namespace

Search exhaustive(const Model& model, const Market& market, const Objective& objective) {
  Search best;
  const std::int64_t there = total(market.existing);
  best.n_lower = std::max<std::int64_t>(1, there);
  best.n_upper = there + total(market.quota);
  if (objective.loss > model.loss.gamma5) {
    // A first plan, so that much is hopeless from the beginning.
    const Search window = sliding_window(model, market, objective);
    best.added = window.added;
    best.outlook = window.outlook;
    Branches branches(model, market, objective, best);
    for (std::int64_t n = best.n_lower; n <= best.n_upper; ++n)
      branches.search(n);
  }
  if (!best.outlook)
    best.reason = why_none(model, market, objective, best);
  return best;
}

Counts homogeneous(const Model& model, const Market& market, const Counts& plan, Extreme which) {
  std::optional<std::size_t> chosen;
  for (std::size_t i = 0; i < plan.size(); ++i) {
    if (plan[i] == 0)
      continue;
    const auto time = [&](std::size_t type) { return lone_iteration(model, market.types[type]); };
    const auto speed = [&](std::size_t type) {
      return market.types[type].batch / time(type).count();
    };
    if (!chosen ||
        (which == Extreme::slowest ? speed(i) < speed(*chosen) : speed(i) > speed(*chosen)))
      chosen = i;
  }
  Counts counts(plan.size(), 0);
  if (chosen)
    counts[*chosen] = total(plan);
  return counts;
}

Search marginal_gain(const Model& model, const Market& market, const Objective& objective) {
  Search best;
  best.n_lower = std::max<std::int64_t>(1, total(market.existing));
  best.n_upper = total(market.existing) + total(market.quota);
  Counts added(market.types.size(), 0);
  Seconds time{infinity};
  for (;;) {
    const Counts all = with_existing(market, added);
    if (total(all) > 0)
      consider(model, market, objective, added, best);
    if (best.outlook)
      return best;
    std::optional<std::size_t> next;
    double gain = 0;  // of time, per dollar an hour
    Seconds shorter = time;
    for (std::size_t i = 0; i < market.types.size(); ++i) {
      if (added[i] == market.quota[i])
        continue;
      Counts more = all;
      ++more[i];
      const Outlook one =
          outlook(model, cluster_of(model, market.types, more), objective.loss, objective.loss_now);
      const double saved =
          std::isfinite(time.count()) ? (time - one.time).count() : 1 / one.time.count();
      const double each = saved / std::max(market.types[i].price.value(), 1e-12);
      if (each > gain) {
        gain = each;
        next = i;
        shorter = one.time;
      }
    }
    if (!next) {
      best.reason = why_none(model, market, objective, best);
      return best;
    }
    ++added[*next];
    time = shorter;
  }
}

}  // namespace spotgrid::formulas::spotdnn
