// Saves at notices and jobs on nodes of bounded life, drawn by the simulator.
// SPDX-License-Identifier: Apache-2.0
#include <limits>

#include "models/formulas/bounded_life.hpp"
#include "models/formulas/notice_aware.hpp"
#include "tests/support/monte_carlo.hpp"

namespace spotgrid {
namespace {

using formulas::NoticedSave;

// C = 60, D = 120, R = 60 s, one failure in 4 h, announced C_p before it with this recall.
NoticedSave example(double recall, double ahead) {
  return {{Seconds{60}, Seconds{120}, Seconds{60}, hours(4)}, recall, Seconds{ahead}};
}

// Saves of 60 s, or, at depth 1, of `at_notice`.
class TwoLengths final : public CheckpointScheme {
 public:
  explicit TwoLengths(Seconds at_notice) : at_notice_(at_notice) {}
  SchemeTraits traits() const override {
    SchemeTraits traits;
    traits.tiers = 2;
    traits.deepest_every = std::numeric_limits<std::int64_t>::max();  // by the schedule alone
    return traits;
  }
  SavePlan save(const SaveContext& context) const override {
    ActivityGraph graph;
    const Seconds length = context.depth == 1 ? at_notice_ : Seconds{60};
    const ActivityIndex written = graph.compute(Role{0}, length);
    const ActivityIndex committed = graph.barrier({written});
    graph.mark(written, Milestone::written);
    graph.mark(committed, Milestone::committed);
    graph.mark(graph.barrier({committed}), Milestone::training_goes_on);
    SavePlan plan = to_storage(std::move(graph), Carrier::process);
    if (context.depth == 2) {
      ActivityGraph last;
      const ActivityIndex at_once = last.barrier({});
      last.mark(at_once, Milestone::committed);
      last.mark(last.barrier({at_once}), Milestone::durable);
      plan.stages.push_back({std::move(last), {}});
    }
    return plan;
  }
  ActivityGraph restore(const SaveContext&, const HeldCopy&) const override {
    ActivityGraph graph;
    graph.mark(graph.delay(Seconds{60}), Milestone::restored);
    return graph;
  }

 private:
  Seconds at_notice_;
};

// Full depth after each interval, depth 1 at a notice unless a save is under way.
class Lengths final : public CheckpointSchedule {
 public:
  explicit Lengths(Seconds work) : work_(work) {}
  NextSave next(const ScheduleView&) override {
    NextSave due;
    due.trained = work_;
    due.depth = 2;
    return due;
  }
  bool on_notice(const ScheduleView& view, Seconds) override { return !view.under_way; }

 private:
  Seconds work_;
};

// A job long enough that its first and last interval do not matter. The account may hold one node,
// so that its replacement is asked for at the loss and not at the notice.
ARun noticed(const NoticedSave& save, double intervals, Seconds work) {
  ARun run;
  run.work(intervals * work).state(Bytes::of(1));
  run.reclaim("lifetime", R"({"law": "exponential", "mean": "4 h"})");
  Market& market = run.setup.market;
  market.provision = Law{save.costs.downtime};
  market.notice = save.proactive;
  market.notice_recall = save.recall;
  market.quotas = {{MarketSide::spot, 1, {1}}};
  run.setup.keep_journal = false;
  run.setup.horizon = Instant::at(hours(1e5));
  return run;
}

template <class MakeRun>
monte_carlo::Drawn useful_share(int jobs, MakeRun make_run) {
  std::vector<double> all;
  for (int job = 0; job < jobs; ++job) {
    ARun run = make_run();
    run.setup.replication = static_cast<std::uint64_t>(job);
    const RunResult result = run.run();
    EXPECT_EQ(result.outcome, Outcome::finished);
    EXPECT_EQ(result.counters.notices_seen > 0, run.setup.market.notice_recall > 0);
    all.push_back(result.target / (result.makespan_s - 120));
  }
  return monte_carlo::summed_up(all);
}

// A notice that comes in the last C_p of a periodic save finds it under way: it ends after the loss
// where less than C - C_p of it is over, and nothing is kept of that interval. The closed form lets
// the announced save stop the periodic one. In units of mu, work that is lost so:
double lost_in_saves(Seconds work, const NoticedSave& save) {
  const double mu = save.costs.mtbf.count(), w = work.count();
  return save.recall * w *
         (std::exp(-(w + save.proactive.count()) / mu) -
          std::exp(-(w + save.costs.save.count()) / mu));
}
double with_saves_that_go_on(Seconds work, const NoticedSave& save) {
  const double interval = (work + save.costs.save) / save.costs.mtbf;
  const double mu = save.costs.mtbf.count(), restore = save.costs.restore / save.costs.mtbf;
  const double recovery =
      std::exp(restore) * save.costs.downtime.count() + mu * std::expm1(restore);
  const double length = -std::expm1(-interval) * (mu + recovery);
  return formulas::notice_efficiency(work, save) - lost_in_saves(work, save) / length;
}

constexpr double recalls[] = {0, 0.5, 0.9, 0.95};
constexpr double intervals_a_job = 400;

TEST(NoticeMonteCarlo, OfTheTabulatedRows) {
  for (const double recall : recalls) {
    const NoticedSave save = example(recall, 40);
    const Seconds work = formulas::notice_interval(Seconds{60}, hours(4), recall);
    const auto drawn = useful_share(monte_carlo::is_long() ? 1000 : 30, [&] {
      ARun run = noticed(save, intervals_a_job, work);
      run.setup.checkpointing.scheme = std::make_shared<monte_carlo::Made<CheckpointScheme>>(
          [] { return std::make_unique<TwoLengths>(Seconds{39}); });
      run.setup.checkpointing.schedules = {std::make_shared<monte_carlo::Made<CheckpointSchedule>>(
          [work] { return std::make_unique<Lengths>(work); })};
      return run;
    });
    monte_carlo::expect_mean(fmt::format("notices, C_p = 40 s, r = {}: useful share", recall),
                             with_saves_that_go_on(work, save), drawn);
  }
}

// All that users have: the save at the notice is as long as the others, and fits.
TEST(NoticeMonteCarlo, OfTheSchedule) {
  for (const double recall : recalls) {
    const NoticedSave save = example(recall, 61);
    const Seconds work = formulas::notice_interval(Seconds{60}, hours(4), recall);
    const auto drawn = useful_share(monte_carlo::is_long() ? 1000 : 30, [&] {
      ARun run = noticed(save, intervals_a_job, work);
      run.scheme("given_times", R"({"levels": [{"stall": "60 s", "restore": "60 s"}]})");
      run.schedule("notice_aware", fmt::format(R"({{"mtbf": "4 h", "recall": {}}})", recall));
      return run;
    });
    monte_carlo::expect_mean(
        fmt::format("notice_aware, notice of 61 s, r = {}: useful share", recall),
        formulas::notice_efficiency(work, save), drawn);
  }
}

// A job without saves, anew on a fresh node after each loss.
TEST(BoundedLifeMonteCarlo, OfJobsThatStartOver) {
  const formulas::BathtubLife life;
  for (const auto& [work, tabulated] :
       {std::pair{1.0, 1.1662}, {4.0, 4.7323}, {10.0, 10.8177}, {20.0, 20.9292}}) {
    const double closed = formulas::time_with_restarts(hours(work), life) / hours(1);
    ASSERT_NEAR(closed, tabulated, 0.00005);
    std::vector<double> all;
    const auto draw = [&, hours_of_work = work](std::size_t count) {
      while (all.size() < count) {
        ARun run;
        run.work(hours(hours_of_work));
        run.reclaim(
            "lifetime",
            R"({"law": "bathtub", "a": 0.45, "tau1": "1 h", "tau2": "0.8 h", "b": "24 h"})");
        run.setup.horizon = Instant::at(hours(8e5));
        run.setup.keep_journal = false;
        run.setup.replication = all.size();
        all.push_back(run.run().makespan_s / 3600);
      }
    };
    draw(300);
    draw(monte_carlo::draws(closed, monte_carlo::summed_up(all).deviation, 0.005));
    monte_carlo::expect_mean(fmt::format("bathtub, {} h of work, in h", work), closed,
                             monte_carlo::summed_up(all));
  }
}

}  // namespace
}  // namespace spotgrid
