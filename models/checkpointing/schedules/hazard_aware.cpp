// Saves by age, where the hazard has the shape of a bathtub.
// SPDX-License-Identifier: Apache-2.0
#include "models/formulas/hazard_aware.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "models/formulas/bounded_life.hpp"
#include "models/formulas/young_daly.hpp"
#include "sim/domain/checkpointing.hpp"

namespace spotgrid::schedules {
namespace {

enum class AgeOf : std::uint8_t { nodes, job };
std::span<const std::string_view> words(AgeOf) {
  static constexpr std::array<std::string_view, 2> all{"nodes", "job"};
  return all;
}

class HazardAware final : public CheckpointSchedule {
 public:
  struct Options {
    formulas::BathtubLife life;
    AgeOf age = AgeOf::nodes;
    std::optional<Seconds> save_cost;

    void describe(Fields& fields) {
      fields("a", life.a, "of the law of lives, F(t) = a (1 - e^(-t/tau1) + e^((t-b)/tau2))",
             above(0.0, 1.0));
      fields("tau1", life.tau1, "decay of early losses", above(Seconds{0}));
      fields("tau2", life.tau2, "rise of late losses", above(Seconds{0}));
      fields("b", life.b, "about where lives end", above(Seconds{0}));
      fields("age", age,
             "nodes: each node that holds the state has such a life, from its launch; job: the job "
             "has one, from its start and from each stop");
      fields("save_cost", save_cost,
             "time for which one save stops the training; without: without contention",
             above(Seconds{0}));
    }
  };
  explicit HazardAware(const Options& options) : options_(options) {}

  NextSave next(const ScheduleView& view) override {
    if (view.stops != stops_) {
      stops_ = view.stops;
      stopped_ = view.elapsed;
    }
    std::vector<Seconds> ages = view.ages;
    if (options_.age == AgeOf::job || ages.empty())
      ages = {view.elapsed - stopped_};
    const Seconds save =
        std::max(Seconds{1e-3}, options_.save_cost.value_or(view.quiet_save.stall));
    NextSave due;
    due.trained = std::max(Seconds{1}, interval(std::move(ages), save));
    return due;
  }

 private:
  // Nodes that outlived the law, or have no time for a save left by it, are as those at its end,
  // who die at a rate of about 1 / tau2.
  Seconds interval(std::vector<Seconds> ages, Seconds save) {
    std::sort(ages.begin(), ages.end());
    const Seconds youngest = ages.front(), end = options_.life.end();
    const Seconds beyond_the_law = young(save, options_.life.tau2);
    if (ages.back() + save >= end)
      return beyond_the_law;
    for (Seconds& age : ages)
      age -= youngest;
    if (!plan_ || save != save_ || !same(ages)) {
      older_by_ = ages;
      save_ = save;
      const formulas::BathtubLife life = options_.life;
      const auto all_live = [life, ages](Seconds age) {
        double share = 1;
        for (const Seconds older : ages)
          share *= std::max(0.0, life.survival(age + older));
        return share;
      };
      plan_.emplace(all_live, save, end - ages.back());
    }
    return plan_->next(youngest).value_or(beyond_the_law);
  }
  bool same(const std::vector<Seconds>& ages) const {
    return std::equal(ages.begin(), ages.end(), older_by_.begin(), older_by_.end(),
                      [](Seconds a, Seconds b) { return abs(a - b) < Seconds{1e-3}; });
  }

  Options options_;
  std::int64_t stops_ = 0;
  Seconds stopped_{0};
  // For nodes that are older than the youngest by so much.
  std::optional<formulas::HazardPlan> plan_;
  std::vector<Seconds> older_by_;
  Seconds save_{0};
};

}  // namespace

Entry<CheckpointSchedule> hazard_aware() {
  return entry<CheckpointSchedule, HazardAware>(
      "saves by age: often while nodes are young and before their lives end, rarely in between",
      "Kadupitiya et al., HPDC 2020, for the lives; Ozaki et al., Perf. Eval. 66, 2009");
}

}  // namespace spotgrid::schedules
