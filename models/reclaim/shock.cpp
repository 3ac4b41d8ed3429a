// Bulk losses at random instants, common to the pools of a zone or of a region: compound Poisson.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "models/reclaim/victims.hpp"
#include "sim/base/bounds.hpp"

namespace spotgrid::reclaim {
namespace {

// How many nodes of the reference fleet a shock takes.
class Size {
 public:
  void describe(Fields& fields) {
    const Field field{.key = "kind",
                      .help =
                          "always so many `nodes`, a `share` of the fleet, geometric from 1 "
                          "with this `mean`, or one of `sizes` (by `weights`)",
                      .required = true};
    std::string name(fields.reading() ? "" : all[static_cast<std::size_t>(kind_)].name);
    fields.choice(field, all, name, [this](std::string_view chosen, Fields& inner) {
      const auto is_chosen = [&](const NamedSummary& one) { return one.name == chosen; };
      kind_ = static_cast<Kind>(std::find_if(all.begin(), all.end(), is_chosen) - all.begin());
      describe_parameters(inner);
    });
  }

  // The size below which the share `u` in [0, 1) lies.
  std::int64_t quantile(double u, std::int64_t fleet) const {
    switch (kind_) {
      case Kind::constant:
        return nodes_;
      case Kind::share:
        return std::llround(share_ * static_cast<double>(fleet));
      case Kind::geometric: {  // trials up to the first success of chance 1 / mean, by inversion
        const double failures = mean_ > 1 ? std::log1p(-u) / std::log1p(-1 / mean_) : 0;
        return 1 + static_cast<std::int64_t>(std::min(failures, static_cast<double>(fleet - 1)));
      }
      case Kind::empirical:
        break;
    }
    return drawn_from_sizes(u);
  }

  // The least fleet of which it can take so many, and no fewer than one.
  std::int64_t fleet_needed() const {
    switch (kind_) {
      case Kind::constant:
        return nodes_;
      case Kind::share:
        return share_ > 0 ? static_cast<std::int64_t>(std::ceil(0.5 / share_)) : 1;
      case Kind::geometric:
        return static_cast<std::int64_t>(std::ceil(mean_));
      case Kind::empirical:
        break;
    }
    return sizes_.empty() ? 1 : *std::max_element(sizes_.begin(), sizes_.end());
  }

 private:
  enum class Kind : std::uint8_t { constant, share, geometric, empirical };
  static constexpr std::array<NamedSummary, 4> all = {{
      {"constant", "always `nodes`"},
      {"share", "a `share` of the fleet, to the nearest whole node"},
      {"geometric", "1, 2, 3, ... with a constant chance to end; `mean`; cut at the fleet"},
      {"empirical", "one of `sizes`, by `weights` or all equally likely"},
  }};

  void describe_parameters(Fields& fields) {
    switch (kind_) {
      case Kind::constant:
        fields("nodes", nodes_, "nodes of the fleet that die", required, at_least(1.0));
        break;
      case Kind::share:
        fields("share", share_, "share of the fleet that dies", required, above(0.0, 1.0));
        break;
      case Kind::geometric:
        fields("mean", mean_, "mean number of nodes that die", required, between(1.0, 1e6));
        break;
      case Kind::empirical:
        fields("sizes", sizes_, "observed numbers of nodes", required, at_least(1.0));
        fields("weights", weights_, "how often each of the sizes was seen", at_least(0.0));
        if (fields.reading())
          check_weights(fields);
        break;
    }
  }

  void check_weights(Fields& fields) const {
    if (sizes_.empty()) {
      fields.problem("sizes", "no size to draw from", "give at least one");
    } else if (weights_ && weights_->size() != sizes_.size()) {
      fields.problem("weights",
                     fmt::format("not one for each of the {} sizes, found {}", sizes_.size(),
                                 weights_->size()),
                     "give as many");
    } else if (total() <= 0) {
      fields.problem("weights", "no size was ever seen, found zeros only", "give one above 0");
    }
  }

  double total() const {
    return weights_ ? std::accumulate(weights_->begin(), weights_->end(), 0.0)
                    : static_cast<double>(sizes_.size());
  }
  std::int64_t drawn_from_sizes(double u) const {
    double left = u * total();
    std::size_t last = 0;  // of those with a weight, where rounding leaves something over
    for (std::size_t i = 0; i < sizes_.size(); ++i) {
      const double weight = weights_ ? (*weights_)[i] : 1;
      if (weight <= 0)
        continue;
      if (left < weight)
        return sizes_[i];
      left -= weight;
      last = i;
    }
    return sizes_[last];
  }

  Kind kind_ = Kind::geometric;
  std::int64_t nodes_ = 1;
  double share_ = 1, mean_ = 1;
  std::vector<std::int64_t> sizes_;
  std::optional<std::vector<double>> weights_;
};

struct Shocks {
  Seconds mean_gap{3600};
  Size size;

  void describe(Fields& fields) {
    fields("mean_gap", mean_gap, "mean time between two shocks; they come at random (Poisson)",
           required, between(1s, longest_span));
    fields("size", size, "how many nodes of the fleet a shock takes", required);
  }
};

struct Shock {
  Instant at;
  std::uint64_t cell = 0, index = 0;  // its name: the index-th in its cell of time
};

// The shocks of one place, the same for all pools there. Time is cut into cells of one mean gap,
// each with a Poisson process of its own (the exponential has no memory), so that any part of time
// can be looked at without drawing what comes before it.
class ShocksOfPlace {
 public:
  ShocksOfPlace(const PoolTruth& truth, const std::string& place, Shocks law)
      : truth_(truth), place_("shock of " + place), law_(std::move(law)) {}

  Instant next_after(Instant t) const {
    for (std::uint64_t cell = first_cell(t);; ++cell) {
      for (const Shock& shock : in_cell(cell)) {
        if (shock.at > t)
          return shock.at;
      }
    }
  }

  std::vector<Shock> at(Instant t) const {
    std::vector<Shock> all;
    for (std::uint64_t cell = first_cell(t); cell <= first_cell(t) + 2; ++cell) {
      for (const Shock& shock : in_cell(cell)) {
        if (shock.at == t)
          all.push_back(shock);
      }
    }
    return all;
  }

  // Of the pool's held nodes; the size is the same in all pools.
  std::vector<NodeId> victims(const Shock& shock, std::span<const HeldNode> held,
                              std::int64_t fleet) const {
    const std::uint32_t pool = truth_.pool_number;
    return lowest_of_fleet(
        held, fleet, law_.size.quantile(draw(" size", shock), fleet),
        [&](const HeldNode& node) { return draw(" node", shock, pool, node.ordinal); },
        [&](std::int64_t i) { return draw(" other", shock, pool, i); });
  }

 private:
  // Pools with another mean gap have other shocks.
  template <class... Entities>
  double draw(const char* purpose, const Shock& shock, Entities... entities) const {
    return truth_.random->draw(place_ + purpose, Instant::at(law_.mean_gap).microseconds(),
                               shock.cell, shock.index, entities...);
  }

  // The cell before that of `t`: instants are rounded, also across the edge of a cell.
  std::uint64_t first_cell(Instant t) const {
    const double cell = std::floor(t.since_start() / law_.mean_gap) - 1;
    return cell > 0 ? static_cast<std::uint64_t>(cell) : 0;
  }

  std::vector<Shock> in_cell(std::uint64_t cell) const {
    std::vector<Shock> all;
    double into = 0;  // the cell, in mean gaps
    for (Shock shock{{}, cell, 0};; ++shock.index) {
      into -= std::log1p(-draw(" gap", shock));
      if (into >= 1)
        return all;
      shock.at = Instant::at((static_cast<double>(cell) + into) * law_.mean_gap);
      all.push_back(shock);
    }
  }

  PoolTruth truth_;
  std::string place_;
  Shocks law_;
};

class ByShock final : public ReclaimSource {
 public:
  struct Options {
    std::int64_t fleet = 0;
    std::optional<Shocks> zone, region;

    void describe(Fields& fields) {
      fields("fleet", fleet, "nodes of the pool, ours and others', that sizes are counted of",
             required, moves_results, between(1.0, 1e6));
      fields("zone", zone, "shocks that hit all pools of the zone at one instant");
      fields("region", region, "shocks that hit all pools of the region at one instant");
      if (fields.reading())
        check(fields);
    }
    void check(Fields& fields) const {
      if (!zone && !region) {
        fields.problem("", R"(neither "zone" nor "region" is given)",
                       R"(say how often shocks come, such as "zone": {"mean_gap": "2 h", "size": )"
                       R"({"kind": "geometric", "mean": 2}})");
      }
      const std::int64_t least =
          std::max(zone ? zone->size.fleet_needed() : 0, region ? region->size.fleet_needed() : 0);
      if (fleet >= 1 && fleet < least) {
        fields.problem(
            "fleet",
            fmt::format("these sizes need a fleet of {} nodes or more, found {}", least, fleet),
            "give the whole fleet that they were seen in");
      }
    }
  };
  explicit ByShock(Options options) : options_(std::move(options)) {}

  void attach(const PoolTruth& truth) override {
    if (options_.zone)
      places_.emplace_back(truth, "zone " + truth.pool->zone, *options_.zone);
    if (options_.region)
      places_.emplace_back(truth, "region " + truth.pool->region, *options_.region);
  }

  // All shocks of one instant are one fall, which the instant names.
  std::optional<Fall> next_fall(Instant after) const override {
    Instant first = Instant::never();
    for (const ShocksOfPlace& place : places_)
      first = std::min(first, place.next_after(after));
    return Fall{first, static_cast<std::uint64_t>(first.microseconds())};
  }

  // What is launched after the announcement is not hit: it was not there when nodes were chosen.
  std::vector<NodeId> victims(const Fall& fall, std::span<const HeldNode> held) override {
    std::vector<HeldNode> alive(held.begin(), held.end());
    std::vector<NodeId> dead;
    for (const ShocksOfPlace& place : places_) {
      for (const Shock& shock : place.at(fall.at)) {
        const std::vector<NodeId> hit = place.victims(shock, alive, options_.fleet);
        std::erase_if(alive, [&](const HeldNode& node) {
          return std::binary_search(hit.begin(), hit.end(), node.id);
        });
        dead.insert(dead.end(), hit.begin(), hit.end());
      }
    }
    std::sort(dead.begin(), dead.end());
    return dead;
  }

 private:
  Options options_;
  std::vector<ShocksOfPlace> places_;
};

}  // namespace

Entry<ReclaimSource> shock() {
  return entry<ReclaimSource, ByShock>(
      "bulk losses at random instants, common to a zone or a region",
      "compound Poisson process; sizes out of a fleet as in Bamboo's traces (NSDI 2023)");
}

}  // namespace spotgrid::reclaim
