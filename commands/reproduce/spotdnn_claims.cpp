// The numbers that the text of spotDNN claims, each from what it is made of.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <stdexcept>

#include <fmt/format.h>

#include "commands/reproduce/spotdnn_items.hpp"
#include "sim/base/error.hpp"

namespace spotgrid::commands::reproduction {
namespace {

using analysis::Amount;
using namespace formulas::spotdnn;
using scenarios::PublishedCase;
using scenarios::PublishedItem;
using scenarios::Strategy;

const PublishedCase& case_of(const PublishedItem& item, std::string_view group,
                             std::string_view series, std::string_view label) {
  for (const PublishedCase& one : item.cases) {
    if (one.group == group && one.series == series && one.label.starts_with(label))
      return one;
  }
  throw std::logic_error("a claim rests on a case that was published");
}

Amount percent(double part, double whole) {
  return {100 * (1 - part / whole), ""};
}

Dollars cost_of(const Clusters& clusters, const PublishedCase& one) {
  return clusters.compute(one).outlook.value().cost;
}

// Of one plan, at spot prices against list prices.
Amount spot_saving(std::string_view name, std::string_view group, std::string_view label,
                   const Switches& switches) {
  const PublishedItem item = scenarios::spotdnn::item(name);
  const Clusters clusters(item, switches);
  PublishedCase one = case_of(item, group, "spotDNN", label);
  one.strategy = Strategy::printed;
  const Dollars spot = cost_of(clusters, one);
  one.strategy = Strategy::list_price;
  return percent(spot.value(), cost_of(clusters, one).value());
}

Amount saving_inception(const Switches& switches) {
  return spot_saving("fig7", "b", "loss 1.0", switches);
}
Amount saving_table1(const Switches& switches) {
  return spot_saving("table1", "", "loss 0.8", switches);
}

struct Work {
  double plans = 0, windows = 0;
};

// All plans of a quota, and those that algorithm 1 examines.
Work work_of(const PublishedItem& item, PublishedCase one, const Switches& switches) {
  one.strategy = Strategy::spotdnn;
  Work work{1, static_cast<double>(Clusters(item, switches).search(one).examined)};
  for (const std::int64_t many : item.quota)
    work.plans *= static_cast<double>(many + 1);
  work.plans -= 1;  // the empty one
  return work;
}

Amount table1_work(const Switches& switches) {
  const PublishedItem item = scenarios::spotdnn::item("table1");
  const Work work = work_of(item, item.cases.front(), switches);
  return {work.plans / work.windows, ""};
}

Amount quota25_work(const Switches& switches) {
  const PublishedItem item = scenarios::spotdnn::item("table5");
  const Work work = work_of(item, case_of(item, "a", "spotDNN", "loss 0.8"), switches);
  return percent(work.windows, work.plans);
}

// The seven types of Table III, ten of each. The speeds of g4dn.12xlarge and g3.4xlarge are those
// of as many of the same GPUs.
Amount seventy_work(const Switches& switches) {
  PublishedItem item = scenarios::spotdnn::item("table5");
  item.types = {"p3.2xlarge",  "p2.8xlarge", "g4dn.12xlarge", "g4dn.4xlarge",
                "g3.16xlarge", "g3.8xlarge", "g3.4xlarge"};
  item.quota.assign(item.types.size(), 10);
  Switches priced = switches;
  priced.prices = switches.prices.value_or(scenarios::PriceProfile::table3);
  const Work work = work_of(item, case_of(item, "a", "spotDNN", "loss 0.8"), priced);
  return {work.plans / work.windows, ""};
}

// The speed of the last point of a group of Fig. 2 against that of as many lone ones.
Amount slowdown(std::string_view group, double lone, const Switches& switches) {
  const PublishedItem item = scenarios::spotdnn::item("fig2");
  std::optional<PublishedCase> last;
  for (const PublishedCase& one : item.cases) {
    if (one.group == group)
      last = one;
  }
  const double workers = last.value().x.value();
  const Computed computed = Clusters(item, switches).compute(last.value());
  return percent(computed.outlook.value().cluster.speed, lone * workers);
}

Amount slowdown_servers(const Switches& switches) {
  return slowdown("a", 47.5, switches);
}
Amount slowdown_pcie(const Switches& switches) {
  return slowdown("b", 25, switches);
}

Amount loss_spread(const Switches&) {
  double least = 0, most = 0;
  const scenarios::LossCurves all = scenarios::spotdnn::loss_curves();
  for (const scenarios::LossCurve& curve : all.curves) {
    const double last = curve.numerator / (all.iterations.back() + curve.shift);
    least = least > 0 ? std::min(least, last) : last;
    most = std::max(most, last);
  }
  return percent(least, most);
}

// The range of our errors against the observations, over the panels from `first` on.
Amount error_range(std::string_view name, std::size_t first, std::size_t count,
                   const Switches& switches) {
  Switches model = switches;
  model.simulate = false;
  const analysis::Comparison all = compare_clusters(name, model);
  double least = std::numeric_limits<double>::infinity(), most = 0;
  for (std::size_t i = first; i < first + count; ++i) {
    for (const analysis::Compared& row : all.panels.at(i).rows) {
      if (row.series != "observed")
        continue;
      least = std::min(least, std::abs(row.residual().value()));
      most = std::max(most, std::abs(row.residual().value()));
    }
  }
  return {{}, fmt::format("{:.1f} to {:.1f}", least, most)};
}

Amount error_fig5a(const Switches& switches) {
  return error_range("fig5", 0, 2, switches);
}
Amount error_fig5b(const Switches& switches) {
  return error_range("fig5", 2, 2, switches);
}
Amount error_fig6a(const Switches& switches) {
  return error_range("fig6", 0, 1, switches);
}
Amount error_fig6b(const Switches& switches) {
  return error_range("fig6", 1, 1, switches);
}

Amount homogeneous_saving(const Switches& switches) {
  const PublishedItem item = scenarios::spotdnn::item("fig8");
  const Clusters clusters(item, switches);
  const Dollars mixed = cost_of(clusters, case_of(item, "b", "spotDNN", "loss 6.4"));
  const Dollars fast = cost_of(clusters, case_of(item, "b", "Homo-fast", "loss 6.4"));
  return percent(mixed.value(), fast.value());
}

struct Origin {
  std::string_view key;
  Amount (*compute)(const Switches& switches);
};
constexpr std::array<Origin, 13> origins = {{{"saving_inception", saving_inception},
                                             {"saving_table1", saving_table1},
                                             {"table1_work", table1_work},
                                             {"quota25_work", quota25_work},
                                             {"seventy_work", seventy_work},
                                             {"slowdown_servers", slowdown_servers},
                                             {"slowdown_pcie", slowdown_pcie},
                                             {"loss_spread", loss_spread},
                                             {"error_fig5a", error_fig5a},
                                             {"error_fig5b", error_fig5b},
                                             {"error_fig6a", error_fig6a},
                                             {"error_fig6b", error_fig6b},
                                             {"homogeneous", homogeneous_saving}}};

}  // namespace

analysis::Comparison compare_claims(const Switches& switches) {
  const scenarios::Claims claims = scenarios::spotdnn::claims();
  analysis::Comparison all{"headline", claims.title, {}, {}};
  all.panels.push_back({"claims", "", "claim", "", claims.source, {}, false, false, {}});
  for (const scenarios::Claim& claim : claims.claims) {
    const auto origin = std::find_if(origins.begin(), origins.end(),
                                     [&](const Origin& one) { return one.key == claim.key; });
    require(origin != origins.end(), "a claim can be computed");
    analysis::Compared row;
    row.label = fmt::format("{} ({})", claim.label, claim.unit);
    row.series = claim.source;
    row.published = {claim.value, claim.words};
    row.predicted = origin->compute(switches);
    if (claim.within)
      row.tolerance = analysis::Tolerance{*claim.within, false};
    row.note = claim.note;
    all.panels.front().rows.push_back(std::move(row));
  }
  return all;
}

}  // namespace spotgrid::commands::reproduction
