// Sums over starts, and relations in print and here.
// SPDX-License-Identifier: Apache-2.0
#include "commands/reproduce/replayed_ranking.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "scenarios/published.hpp"

namespace spotgrid::commands::reproduction {
namespace {

using scenarios::PublishedCase;

struct Series {
  std::string_view policy, name;
};
constexpr std::array<Series, 4> all_series = {{{"spotdnn", "spotDNN"},
                                               {"srifty_plus", "Srifty+"},
                                               {"cm_dare_plus", "CM-DARE+"},
                                               {"on_demand_plan", "On-demand"}}};

// Of Table I or Fig. 7(a), which is of the same workload.
std::optional<PublishedCase> find_case(std::string_view series, const ReplayedCase& which) {
  for (const char* item : {"table1", "fig7"}) {
    for (const PublishedCase& one : scenarios::spotdnn::item(item).cases) {
      if (one.series == series && one.loss == which.loss &&
          one.objective == Seconds{which.objective_s})
        return one;
    }
  }
  return std::nullopt;
}

PolicyFigures figures_of(const Replayed& replayed, const PolicyRuns& own) {
  PolicyFigures all;
  all.policy = own.policy;
  all.starts = static_cast<std::int64_t>(own.runs.size());
  const std::vector<ReplayedRun>& theirs = replayed.policies.front().runs;
  std::vector<double> costs, more;
  for (std::size_t i = 0; i < own.runs.size(); ++i) {
    const ReplayedRun& run = own.runs[i];
    costs.push_back(run.cost_usd);
    more.push_back(run.cost_usd - theirs[i].cost_usd);
    all.in_time += replayed.in_time(run) ? 1 : 0;
    all.from_request += run.outcome == Outcome::finished ? 1 : 0;
    all.finished += run.finished() ? 1 : 0;
    all.finish_s += run.finished() ? run.finish_s : 0;
    all.total_usd += run.cost_usd;
    all.lost += run.lost;
    all.loss_events += run.loss_events;
    all.asked_again += run.asked_again;
  }
  all.finish_s /= static_cast<double>(std::max<std::int64_t>(all.finished, 1));
  all.cost_usd = analysis::mean_interval(costs);
  all.more_usd = analysis::mean_interval(more);
  all.printed = printed_result(own.policy, replayed.which);
  return all;
}

std::string time_text(const PolicyFigures& one) {
  return fmt::format("{} is in time at {} of {} starts (published: {})", one.policy, one.in_time,
                     one.starts, one.printed->in_time ? "in time" : "late");
}

std::string percent_more(double own, double theirs) {
  return fmt::format("{:.0f} % {}", std::abs(100 * (own / theirs - 1)),
                     own < theirs ? "less" : "more");
}

std::string cost_text(const PolicyFigures& one, const PolicyFigures& spotdnn) {
  std::string printed = "more, of other jobs";
  if (one.printed->cost_usd && one.printed->cost_usd == spotdnn.printed->cost_usd)
    printed = "as much";
  else if (one.printed->cost_usd)
    printed = percent_more(*one.printed->cost_usd, *spotdnn.printed->cost_usd);
  return fmt::format("{} costs {} than spotdnn (published: {})", one.policy,
                     percent_more(one.cost_usd.mean, spotdnn.cost_usd.mean), printed);
}

enum class Held : std::uint8_t { yes, no, open };

// What costs more in print must here; what does not, must not.
Held cost_held(const PolicyFigures& one) {
  if (!one.printed->dearer)
    return one.more_usd.low > 0 ? Held::no : Held::yes;
  if (one.more_usd.low > 0)
    return Held::yes;
  return one.more_usd.high < 0 ? Held::no : Held::open;
}

}  // namespace

std::optional<PrintedResult> printed_result(std::string_view policy, const ReplayedCase& which) {
  // Fig. 8, VGG-19 and EsperBERTo: at all six objectives Homo-fast is in time and dearer than
  // spotDNN, Homo-slow late and cheaper.
  if (policy == "homogeneous_fast")
    return PrintedResult{true, true, {}, {}};
  if (policy == "homogeneous_slow")
    return PrintedResult{false, false, {}, {}};
  const auto series = std::find_if(all_series.begin(), all_series.end(),
                                   [&](const Series& one) { return one.policy == policy; });
  if (series == all_series.end())
    return std::nullopt;
  const auto own = find_case(series->name, which), theirs = find_case("spotDNN", which);
  require(own && theirs, "an objective that is replayed was published");
  const double time = own->published.at("time"), cost = own->published.at("cost");
  return PrintedResult{time <= which.objective_s, cost > theirs->published.at("cost"), time, cost};
}

std::optional<double> PolicyFigures::cost_of_one_in_time() const {
  if (in_time == 0)
    return std::nullopt;
  return total_usd / static_cast<double>(in_time);
}

std::vector<PolicyFigures> figures_of(const Replayed& replayed) {
  std::vector<PolicyFigures> all;
  for (const PolicyRuns& one : replayed.policies)
    all.push_back(figures_of(replayed, one));
  return all;
}

Ranking ranking_of(const std::vector<PolicyFigures>& figures) {
  std::vector<std::string> broken, open, costs;
  for (const PolicyFigures& one : figures) {
    if (!one.printed)
      continue;
    if (one.keeps_time() != one.printed->in_time)
      broken.push_back(time_text(one));
    if (&one == figures.data() || !one.printed->in_time)
      continue;  // what comes late is not compared by cost
    const Held held = cost_held(one);
    (held == Held::no     ? broken
     : held == Held::open ? open
                          : costs)
        .push_back(cost_text(one, figures.front()));
  }
  if (!broken.empty())
    return {Ranking::Survives::no, fmt::format("no, because {}", fmt::join(broken, "; "))};
  if (!open.empty())
    return {
        Ranking::Survives::open,
        fmt::format("open, because by its interval this may be chance: {}", fmt::join(open, "; "))};
  return {Ranking::Survives::yes,
          fmt::format("yes, because the same policies are in time and the same are late, and {}",
                      fmt::join(costs, "; "))};
}

}  // namespace spotgrid::commands::reproduction
