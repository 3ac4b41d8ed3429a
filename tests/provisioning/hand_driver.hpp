// A policy against one node in continuous time, by hand: no engine, every number follows on paper.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "tests/provisioning/fleet.hpp"

namespace spotgrid {

// 10 h of work, due after 15 h, on one node. A launch takes 0.1 h and is billed; a loss comes
// without notice and is known at once. Spot costs 1 $/h, on demand 3 $/h. Progress is committed at
// every instant, or by saves that stop the training; then every change loses what is not committed.
struct HandScenario {
  std::vector<std::pair<Seconds, Seconds>> available;  // spells of spot, half-open
  Seconds work = hours(10), deadline = hours(15), boot = hours(0.1);
  Seconds save{0}, between_saves{0};  // 0: continuous
};

struct HandEvent {
  std::string what;  // spot, on_demand, released, lost, done
  Instant at;
};

struct HandResult {
  Seconds spot{0}, on_demand{0};  // billed
  Instant finish;
  double cost = 0;  // $
  int plans = 0;
  std::vector<HandEvent> log;
};

class HandDriver {
 public:
  HandDriver(ProvisioningPolicy& policy, HandScenario scenario)
      : policy_(policy), scenario_(std::move(scenario)), fleet_({TestPool{}}, 1) {
    fleet_.job.target = Work::of(scenario_.work.count());
    fleet_.job.deadline = Instant::at(scenario_.deadline);
    fleet_.job.change_bound = scenario_.boot;
    fleet_.job.save_bound = scenario_.save;
    // The fallback saves too: without its saves in the rate, slack would promise too much.
    if (!continuous())
      fleet_.offer(0, MarketSide::on_demand).rate =
          scenario_.between_saves / (scenario_.between_saves + scenario_.save);
  }

  HandResult run() {
    const std::int64_t target = Instant::at(scenario_.work).microseconds();
    while (trained_ < target) {
      settle();
      if (::testing::Test::HasFatalFailure() || result_.plans > 10000)
        return result_;
      advance(next_event());
    }
    note("done");
    result_.finish = fleet_.now;
    result_.cost = (result_.spot.count() + 3 * result_.on_demand.count()) / 3600;
    return result_;
  }

 private:
  enum class Node { none, spot, on_demand };

  static Seconds work_time(std::int64_t us) { return Instant::from_microseconds(us) - Instant{}; }
  bool continuous() const { return scenario_.save == Seconds{0}; }
  bool trains() const { return node_ != Node::none && ready_ <= fleet_.now && !save_ends_; }
  Instant next_save() const {
    return fleet_.now + scenario_.between_saves - work_time(trained_ - committed_);
  }

  bool is_available(Instant t) const {
    return std::any_of(scenario_.available.begin(), scenario_.available.end(),
                       [&](const auto& spell) {
                         return Instant::at(spell.first) <= t && t < Instant::at(spell.second);
                       });
  }

  void note(std::string what) { result_.log.push_back({std::move(what), fleet_.now}); }

  void show() {
    fleet_.lose_all();
    if (node_ != Node::none)
      fleet_.hold(0, node_ == Node::spot ? MarketSide::spot : MarketSide::on_demand, 1);
    const bool room = is_available(fleet_.now) && node_ != Node::spot;
    fleet_.offer(0, MarketSide::spot).free = room ? 1 : 0;
    fleet_.job.training = trains();
    fleet_.job.saving = save_ends_.has_value();
    fleet_.job.done = Work::of(work_time(trained_).count());
    fleet_.job.committed = Work::of(work_time(committed_).count());
  }

  // The node changes: what was not committed is lost, and a save under way.
  void take(Node next) {
    node_ = next;
    ready_ = fleet_.now + scenario_.boot;
    trained_ = committed_;
    save_ends_.reset();
  }
  void save() {
    if (save_ends_ && *save_ends_ == fleet_.now) {
      committed_ = trained_;
      save_ends_.reset();
    }
    if (!continuous() && trains() && next_save() <= fleet_.now)
      save_ends_ = fleet_.now + scenario_.save;
  }

  // Market first, then the policy until it wants nothing else.
  void settle() {
    if (node_ == Node::spot && !is_available(fleet_.now)) {
      take(Node::none);
      note("lost");
    }
    save();
    for (int batch = 0; batch < 100; ++batch) {
      show();
      const FleetPlan plan = policy_.plan(fleet_.view());
      ++result_.plans;
      check(plan, policy_.plan(fleet_.view()));
      ask_again_ = plan.ask_again_at;
      if (!apply(plan))
        return;
    }
    FAIL() << "the policy does not settle";
  }

  void check(const FleetPlan& plan, const FleetPlan& again) const {
    EXPECT_EQ(wanted(plan), wanted(again)) << "asked twice, two answers";
    EXPECT_EQ(plan.ask_again_at, again.ask_again_at);
    EXPECT_EQ(plan.save, again.save);
    EXPECT_FALSE(plan.save && continuous()) << "everything is committed";
    ASSERT_LE(plan.wanted.size(), 1U) << "one side of the market";
    if (plan.ask_again_at) {
      ASSERT_LT(fleet_.now, *plan.ask_again_at);
    }
  }

  bool apply(const FleetPlan& plan) {
    Node next = Node::none;
    if (!plan.wanted.empty())
      next = plan.wanted[0].offer.side == MarketSide::spot ? Node::spot : Node::on_demand;
    const bool saves = plan.save && trains() && next == node_;
    if (saves)
      save_ends_ = fleet_.now + scenario_.save;
    if (next == node_)
      return saves;
    EXPECT_TRUE(next != Node::spot || is_available(fleet_.now)) << "spot that is not there";
    take(next);
    note(next == Node::spot ? "spot" : next == Node::on_demand ? "on_demand" : "released");
    return true;
  }

  Instant next_event() const {
    Instant next = ask_again_.value_or(Instant::never());
    for (const auto& spell : scenario_.available)
      for (const Instant edge : {Instant::at(spell.first), Instant::at(spell.second)})
        if (edge > fleet_.now)
          next = std::min(next, edge);
    if (node_ != Node::none && ready_ > fleet_.now)
      next = std::min(next, ready_);
    if (save_ends_)
      next = std::min(next, *save_ends_);
    if (trains()) {
      next = std::min(next, fleet_.now + (scenario_.work - work_time(trained_)));
      next = continuous() ? next : std::min(next, next_save());
    }
    return next;
  }

  void advance(Instant next) {
    ASSERT_NE(next, Instant::never()) << "nothing will ever happen";
    const Seconds span = next - fleet_.now;
    if (node_ != Node::none)
      (node_ == Node::spot ? result_.spot : result_.on_demand) += span;
    if (trains())
      trained_ += next.microseconds() - fleet_.now.microseconds();
    if (continuous())
      committed_ = trained_;
    fleet_.now = next;
  }

  ProvisioningPolicy& policy_;
  HandScenario scenario_;
  Fleet fleet_;
  Node node_ = Node::none;
  Instant ready_;
  std::int64_t trained_ = 0, committed_ = 0;  // microseconds of work
  std::optional<Instant> save_ends_;
  std::optional<Instant> ask_again_;
  HandResult result_;
};

}  // namespace spotgrid
