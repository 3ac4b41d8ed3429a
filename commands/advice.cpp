// Measuring, theory, and the comparison of periods.
// SPDX-License-Identifier: Apache-2.0
#include "commands/advice.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "models/formulas/vaidya.hpp"

namespace spotgrid::commands {
namespace {

constexpr Seconds shortest{1};
// Where nothing stopped the job in the time t, its mean time to a stop is above t / 3 with 95 %
// confidence ("rule of three").
constexpr double rule_of_three = 3;

using Runs = std::vector<JobRun>;

void measure(const Runs& runs, SchemeAdvice& advice) {
  advice.stops =
      static_cast<std::int64_t>(sum_of(runs, [](const JobRun& run) { return run.stops; }));
  advice.watched_s = sum_of(runs, [](const JobRun& run) { return run.watched_s(); });
  advice.mtbf_is_bound = advice.stops == 0;
  advice.mtbf_s = advice.mtbf_is_bound ? advice.watched_s / rule_of_three
                                       : advice.watched_s / static_cast<double>(advice.stops);
  const double saves = sum_of(runs, [](const JobRun& run) { return run.saves; });
  if (saves <= 0)
    return;
  const double lost =
      sum_of(runs, [](const JobRun& run) { return run.stall_s + run.contention_s; });
  const double late = sum_of(
      runs, [](const JobRun& run) { return run.latency_s * static_cast<double>(run.saves); });
  advice.overhead_s = lost / saves;
  advice.latency_s = late / saves;
}

void add_theory(const AdvisedScheme& scheme, SchemeAdvice& advice) {
  const Seconds cost{advice.overhead_s}, mtbf{advice.mtbf_s}, restore = scheme.quiet.restore;
  const Seconds latency{std::max(advice.latency_s, advice.overhead_s)};
  const auto add = [&](const char* formula, Seconds period, const char* source) {
    advice.theory.push_back({formula, std::max(period, shortest).count(), source});
  };
  add("young", young(cost, mtbf), "Young, CACM 1974");
  add("daly", daly(cost, restore, mtbf), "Daly, FGCS 2006");
  add("daly_higher", daly_higher(cost, mtbf), "Daly, FGCS 2006");
  add("exact", exact_interval(cost, mtbf), "Bougeret et al., SC 2011");
  add("vaidya", formulas::vaidya_interval({cost, latency, restore, mtbf}),
      "Vaidya, IEEE TC 1997: exact, but no save begins before the last one is of use");
}

// Twice as long from one to the next, from an eighth to eight times what theory says.
std::vector<Seconds> around(const SchemeAdvice& advice) {
  const double centre = advice.theory.back().period_s;
  std::vector<Seconds> periods;
  for (int i = -3; i <= 3; ++i) {
    const double period = std::round(std::ldexp(centre, i));
    if (period >= shortest.count() && (periods.empty() || period > periods.back().count()))
      periods.emplace_back(period);
  }
  return periods;
}

bool as_quick(const Runs& best, const Runs& other) {
  const auto longer = longer_by(best, other);
  return longer && longer->low <= 0;
}

void compare(const std::vector<Runs>& all, SchemeAdvice& advice) {
  for (std::size_t i = 0; i < all.size(); ++i) {
    const RunMeans& row = advice.periods[i].means;
    if (row.finished == 0)
      continue;
    if (!advice.best) {
      advice.best = i;
      continue;
    }
    const RunMeans& best = advice.periods[*advice.best].means;
    if (row.finished > best.finished ||
        (row.finished == best.finished && row.finish_s < best.finish_s))
      advice.best = i;
  }
  if (!advice.best)
    return;
  for (std::size_t i = 0; i < all.size(); ++i)
    advice.periods[i].as_quick_as_best = i == *advice.best || as_quick(all[*advice.best], all[i]);
  std::size_t low = *advice.best, high = *advice.best;
  while (low > 0 && advice.periods[low - 1].as_quick_as_best)
    --low;
  while (high + 1 < all.size() && advice.periods[high + 1].as_quick_as_best)
    ++high;
  advice.low_s = advice.periods[low].period_s;
  advice.high_s = advice.periods[high].period_s;
}

}  // namespace

SchemeAdvice advise(const AdvisedRuns& runs, const AdvisedScheme& scheme,
                    std::span<const Seconds> given) {
  SchemeAdvice advice;
  advice.scheme = scheme.name;
  const Seconds busy = scheme.quiet.save.stall + scheme.quiet.save.latency;
  const std::optional<Seconds> first = std::max(10 * busy, Seconds{600});
  measure(runs.runs(scheme, std::span(&first, 1)).front(), advice);
  add_theory(scheme, advice);
  std::vector<Seconds> periods(given.begin(), given.end());
  if (periods.empty())
    periods = around(advice);
  std::sort(periods.begin(), periods.end());
  const std::vector<std::optional<Seconds>> wanted(periods.begin(), periods.end());
  const std::vector<Runs> all = runs.runs(scheme, wanted);
  for (std::size_t i = 0; i < all.size(); ++i)
    advice.periods.push_back({periods[i].count(), means_of(all[i])});
  compare(all, advice);
  return advice;
}

}  // namespace spotgrid::commands
