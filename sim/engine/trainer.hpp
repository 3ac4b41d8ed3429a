// The job: gathers its members, trains, saves, loses members, recovers.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "sim/engine/checkpointer.hpp"
#include "sim/engine/members.hpp"
#include "sim/engine/progress.hpp"
#include "sim/engine/provisioner.hpp"

namespace spotgrid::engine {

class Trainer final : public FleetListener, public JobSide, public SaveListener {
 public:
  Trainer(World& world, Fleet& fleet, Activities& activities);

  void begin();                              // at the start of the run
  void after_batch(bool policy_wants_none);  // waits are named once a batch is over
  void end(Outcome outcome, const std::string& reason);
  bool ended() const { return stage_ == Stage::ended; }
  const Checkpointer& checkpointer() const { return checkpointer_; }
  const Progress& progress() const { return progress_; }
  const std::map<std::string, double>& shortfall() const { return shortfall_; }
  // Iterations of different numbers of samples ended.
  bool batch_changed() const { return batch_changed_; }
  // That ended, of workers at their own pace.
  const std::map<PoolId, WorkerIterations>& worker_iterations() const { return own_iterations_; }
  std::int64_t longest_row_without_commit() const { return longest_row_; }
  // In force.
  std::string fidelity() const;
  // Of a server's NIC, that flows get with the workers that there are.
  double server_share() const { return traits_.goodput(workers_.size()); }
  // True where a change has a bound and the deadline leaves time for one and all work on demand.
  bool can_guarantee() const;

  // The fleet.
  void node_ready(const Node& node) override;
  void notice_seen(const Node& node) override;
  void node_lost(const Node& node) override;
  void loss_known(const Node& node) override;
  void node_released(const Node& node) override;
  // The policy.
  JobView job_view() const override;
  void leave(const std::vector<NodeId>& nodes) override;
  void ask_for_save() override {
    checkpointer_.want("the policy asked");
    cut_if_possible();
  }
  std::int64_t least_to_ask() const override { return let_go_ ? least() : 0; }
  void give_up(const std::string& reason) override { end(Outcome::not_finished, reason); }
  double rate_of(Offer offer) const override {
    return members_.rate_of(offer, checkpointer_.next_save());
  }
  // Saves.
  void training_goes_on() override;
  void save_committed() override;
  void save_torn() override;
  void save_makes_room() override;

 private:
  enum class Stage : std::uint8_t {
    waiting,
    stalled,
    restarting,
    restoring,
    training,
    saving,
    ended
  };
  struct Loop {  // of a worker that iterates on its own
    std::optional<GraphId> graph;
    bool joined = false;
    std::int64_t together = 1;  // iterations that go as one
    std::int64_t first = 0;     // of these, in the first such step; 0: as many as in others
    Instant began;              // that one
    Seconds last{0};            // the length of one of the iterations before
    std::int64_t clock = 0;     // iterations that ended, from where it joined
    bool waits = false;         // for slower ones (ssp)
  };

  // Membership (trainer.cpp).
  bool is_member(NodeId id) const;
  const Group& group();
  // Workers with which training begins.
  std::int64_t least() const { return traits_.min_nodes; }
  bool leaves_a_gap(const Node& node);
  void enter(Stage stage, Phase phase);
  void line_up(bool waits);
  // The workers or servers changed.
  void regroup() {
    group_.reset();
    is_lined_up_ = false;
    if (!traits_.server_goodput.empty())
      for (const NodeId id : servers_)
        activities_.node_changes(id);
  }
  bool work_ends_now() const;
  void halt(const std::string& cause);  // training, or the way to it, breaks off
  void break_off(const std::string& cause);
  void try_change();
  void change();
  void try_start();
  void restarted();
  void restore();
  void wait_until(Instant at, std::function<void()> then);
  void restored(Work at);
  bool state_survives() const;
  bool holds_state(NodeId id) const;
  bool can_rescue() const;
  void rescue();
  void rescue_ends(bool is_torn);
  void release_survivors_later();
  Protocol from_survivor() const;
  std::optional<Copy> copy_to_read();  // nothing where none survives
  struct Held {
    HeldCopy copy;
    std::vector<NodeId> cast;
  };
  Held held(const Copy& copy);  // by whom, behind the members of the group
  Protocol from_copy(const Copy& copy);
  void join();
  void drop_worker(const Node& node);
  void admit_spares();
  std::vector<NodeId> eligible() const;
  void count_recovery();

  // Changes that are planned (planned_change.cpp).
  bool changes_now() const { return drains_now() || joins_now(); }
  void change_as_planned();
  bool change_loses_work() const;
  Instant drain_time(const Node& node) const;
  bool drains_now() const;
  Instant join_time() const;
  bool joins_now() const;

  // Iterations (training_loop.cpp).
  void start_training();
  void iterate();
  void take_iterations();
  Pause next_pause() const;
  void begin_loops();
  Instant apart(NodeId worker, Instant start);
  void begin_loop(NodeId worker, Instant at);
  void run_loop(NodeId worker);
  bool pauses_for_cut();
  void loop_ended(NodeId worker);
  std::int64_t together(NodeId worker);
  Work work_of(NodeId worker);
  void begin_at_loss();
  LossView loss_view() const;
  void credit(NodeId worker);
  void has_joined(Loop& loop) const;
  std::int64_t slowest_clock() const;
  bool too_far_ahead(const Loop& loop) const;
  void release_the_fast();
  void start_flow_of_work();  // continuous modes
  void sync_flow_of_work();
  void alarm_flow_of_work();
  void save_if_due();
  bool between_iterations();  // saves, drains, finishes; true: the next iteration may start
  void cut_if_possible();
  bool can_cut() const;
  bool holds_back();
  void cut();
  void start_save(Work progress);
  bool reached_target() const;
  void finish();
  ScheduleView schedule_view() const;
  ScheduleView progress_view() const;  // without the ages, for what is asked at every iteration
  Seconds trained() const;
  double pace() const;        // Work per second without contention; 0: not known
  Seconds until_cut() const;  // by the closed form of an iteration
  Work done_now() const;      // with the flow of work up to now
  void mark_trained();
  void account_missing();
  void stop_graphs();

  World& world_;
  Fleet& fleet_;
  Activities& activities_;
  std::unique_ptr<TrainingMode> mode_;
  TrainingTraits traits_;
  Members members_;
  Checkpointer checkpointer_;
  Progress progress_;

  Stage stage_ = Stage::waiting;
  Phase phase_ = Phase::capacity_wait;
  bool begun_ = false;
  std::vector<NodeId> workers_, servers_;  // of the running or starting group
  std::vector<NodeId> remotes_;            // that are ready
  // The nodes that go through the stages together, ascending, and for what they were lined up.
  std::shared_ptr<const std::vector<NodeId>> lined_up_;
  std::uint64_t lined_up_at_ = 0;
  bool is_lined_up_ = false, waits_ = false;
  std::vector<NodeId> holders_;           // survivors with the last finished iteration, ascending
  std::set<NodeId> unknown_losses_;       // members whose loss is not known yet
  std::set<NodeId> leaving_;              // released once their state is saved
  bool group_has_state_ = false;          // the group was restored and may have trained
  bool rescues_ = false;                  // survivors save after a loss
  bool gave_up_rescue_ = false;           // of this loss
  bool finishing_ = false;                // the target is reached, its save is not yet committed
  bool for_joiners_ = false;              // the change under way follows no loss
  std::optional<EventQueue::Key> timer_;  // of the stage: restart, debounce, flow of work
  std::optional<EventQueue::Key> due_timer_;
  std::optional<Group> group_;         // of the present workers and servers
  std::optional<GraphId> graph_;       // of the stage: restore, flow of work
  std::optional<GraphId> iterations_;  // in step; also while they pause
  std::int64_t taken_ = 0;             // of these, those that Progress knows
  Seconds contended_{0};               // in those
  Seconds quiet_{0};
  Work batch_;        // of one iteration of all workers
  Work first_batch_;  // of the first that ended
  bool batch_changed_ = false;
  std::optional<Instant> last_commit_;
  Instant flow_began_, trained_since_, held_since_;
  bool held_for_change_ = false;  // training stands still until a save is committed, for a change
  Instant iteration_began_;       // in step, the one under way
  Instant last_start_ = Instant::never();  // of a loop
  std::size_t starters_ = 0;               // at that instant, without the first
  std::map<NodeId, Loop> loops_;
  std::map<PoolId, WorkerIterations> own_iterations_;
  std::int64_t most_together_ = 1;  // iterations of a loop as one
  double rate_ = 0;                 // continuous modes: Work per second
  bool let_go_ = false;             // the survivors of this wait
  std::uint64_t changes_ = 0;       // names the random draws of a change
  std::int64_t stops_ = 0, row_without_commit_ = 0, longest_row_ = 0;
  Work best_commit_at_recovery_;
  std::map<std::string, double> shortfall_;
  std::map<std::string, double> missing_;  // shares of the speed missing since then, by cause
  double missing_speed_ = 0;               // elastic: their sum
  Instant missing_since_;
  std::int64_t cut_steps_ = 0;  // iterations and work at the last cut
  Work cut_work_;
};

}  // namespace spotgrid::engine
