// The parts of one run, and its end.
// SPDX-License-Identifier: Apache-2.0
#include "sim/engine/run.hpp"

#include <algorithm>

#include "sim/domain/timeline.hpp"
#include "sim/engine/ledger.hpp"
#include "sim/engine/market_replay.hpp"
#include "sim/engine/trainer.hpp"

namespace spotgrid::engine {
namespace {

class Run {
 public:
  Run(const Setup& setup, Memo* memo, const Watch& watch, std::shared_ptr<grid::Room> room)
      : world_(setup),
        watch_(watch),
        fleet_(world_),
        ledger_(world_, fleet_),
        activities_(memo != nullptr ? on_memo(world_, node_info(), *memo)
                                    : on_grid(world_, node_info(), std::move(room))),
        market_(world_, fleet_,
                [this](PoolId pool, bool visible) { provisioner_.market_changed(pool, visible); }),
        trainer_(world_, fleet_, *activities_),
        provisioner_(world_, fleet_, trainer_, [this] { return ledger_.accrued(); }) {
    // The market dooms a booting node before others hear of it; the policy hears last.
    fleet_.listen(market_);
    fleet_.listen(trainer_);
    fleet_.listen(provisioner_);
    activities_->on_moved = [this](const Moved& moved) { ledger_.moved(moved); };
    world_.journal.listen([this](const Event& event) {
      if (std::holds_alternative<event::SaveCommitted>(event.what))
        provisioner_.wake();  // committed progress is what deadlines are reckoned with
      if (const auto* end = std::get_if<event::JobEnded>(&event.what)) {
        result_.outcome = end->outcome;
        result_.reason = end->reason;
      }
    });
  }

  RunResult go() {
    world_.queue.push(Instant{}, EventClass::market_step, 0, [this] {
      market_.begin();
      trainer_.begin();
    });
    const Setup& setup = world_.setup;
    end_at(setup.market.end, EventClass::end_of_trace, Outcome::trace_exhausted,
           "the inputs end here");
    end_at(setup.horizon, EventClass::horizon, Outcome::not_finished, "the horizon was reached");
    activities_->run([this] {
      if (watch_)
        watch_(world_.now() - Instant{}, trainer_.progress().done() / world_.setup.job.target);
      if (trainer_.ended() || last_batch_)
        return;
      provisioner_.after_batch();
      trainer_.after_batch(provisioner_.wants_none());
    });
    require(trainer_.ended(), "a run goes on until the job has ended");
    return close();
  }

 private:
  NodeInfo node_info() const {
    return [this](NodeId id) {
      const Node& node = fleet_.node(id);
      const bool server = node.duty == Duty::server;
      return GridNode{node.offer.pool, node.duty, server ? trainer_.server_share() : 1};
    };
  }

  // A job that reaches its target at this very instant has finished. It says so in the batch after
  // the one of its last iteration, so the end waits for that one; no policy is asked any more.
  void end_at(Instant at, EventClass kind, Outcome outcome, const char* reason) {
    if (at == Instant::never())
      return;
    world_.queue.push(at, kind, 0, [=, this] {
      last_batch_ = true;
      world_.queue.push(world_.now(), kind, 0, [=, this] { trainer_.end(outcome, reason); });
    });
  }

  RunResult close() {
    const Instant end = world_.now();
    const Checkpointer& saves = trainer_.checkpointer();
    result_.target = world_.setup.job.target.value();
    result_.progress = trainer_.progress().done().value();
    const auto& workload = world_.setup.job.workload;
    if (world_.setup.job.loss)
      result_.loss = loss_reached();
    ledger_.close(end, saves.stored_seconds(), workload ? workload->checkpoint.size : Bytes{},
                  result_);
    result_.counters.micro_simulations = activities_->micro_simulations();
    result_.counters.longest_row_without_commit = trainer_.longest_row_without_commit();
    saves.tell_clocks(result_.checkpoints);
    if (saves.traits().continuous)
      result_.checkpoints.exposed_s = 0;
    for (const auto& [cause, seconds] : trainer_.shortfall()) {
      result_.shortfall.by_cause_s[cause] = seconds;
      result_.shortfall.total_s += seconds;
    }
    for (const auto& [pool, own] : trainer_.worker_iterations()) {
      WorkerIterations& all = result_.worker_iterations[world_.pool(pool).instance.name];
      all.count += own.count;
      all.total_s += own.total_s;
    }
    if (trainer_.batch_changed()) {
      result_.warnings.emplace_back(
          "the global batch changed while the job trained: equal samples are not equal learning");
    }
    result_.fidelity = trainer_.fidelity();
    result_.deadline_guaranteed = deadline_guaranteed();
    result_.grid_settings = activities_->settings();
    Seconds life{0};
    for (const Node& node : fleet_.nodes())
      life += node.ended.value_or(end) - node.requested;
    check_identities(result_, life, trainer_.progress());
    const std::vector<Event>& events = world_.journal.events();
    if (world_.setup.keep_journal)
      for (const Event& event : events)
        for (std::string& line : to_lines(event))
          result_.journal.push_back(std::move(line));
    if (world_.setup.keep_timeline)
      result_.timeline = timeline_of(events, world_.setup.market);
    return std::move(result_);
  }

  LossReached loss_reached() const {
    LossReached loss{{}, *world_.setup.job.loss, trainer_.progress().samples()};
    if (result_.progress > 0)
      loss.reached = world_.setup.job.workload->loss->loss_at(result_.progress);
    return loss;
  }

  // The conditions under which the safety net of a deadline policy holds. With ticks it needs one
  // at the start.
  bool deadline_guaranteed() const {
    const Setup& setup = world_.setup;
    const bool servers_last = setup.job.training->make()->traits().servers == 0 ||
                              setup.job.servers_from.side == MarketSide::on_demand;
    const bool always_on_demand =
        std::none_of(setup.market.pools.begin(), setup.market.pools.end(),
                     [](const Pool& pool) { return pool.on_demand_capacity.has_value(); });
    const bool asked_at_start = !setup.ticks || setup.ticks->offset <= 0s;
    return setup.job.deadline && setup.provisioning->make()->needs_deadline() &&
           setup.guard == Guard::safety_net && asked_at_start && servers_last && always_on_demand &&
           fallback_within_quotas() && setup.checkpointing.outages.empty() &&
           trainer_.can_guarantee();
  }

  // Any pool the job may fall back to holds all its nodes on demand, beside its servers.
  bool fallback_within_quotas() const {
    const Setup& setup = world_.setup;
    const TrainingTraits traits = setup.job.training->make()->traits();
    std::vector<Quota> left = setup.market.quotas;
    take(left, setup.job.servers_from, traits.servers);
    for (std::uint32_t p = 0; p < setup.market.pools.size(); ++p) {
      const Offer offer{PoolId{p}, MarketSide::on_demand};
      const bool trains =
          trainer_.rate_of(offer) > 0 && beside_servers(setup, setup.market.pools[p]);
      if (trains && nodes_within(left, offer) < traits.nodes)
        return false;
    }
    return true;
  }

  World world_;
  const Watch& watch_;
  Fleet fleet_;
  Ledger ledger_;
  std::unique_ptr<Activities> activities_;
  MarketReplay market_;
  Trainer trainer_;
  Provisioner provisioner_;
  RunResult result_;
  bool last_batch_ = false;
};

}  // namespace

RunResult run(const Setup& setup, Memo* memo, const Watch& watch,
              std::shared_ptr<grid::Room> room) {
  return Run(setup, memo, watch, std::move(room)).go();
}

}  // namespace spotgrid::engine
