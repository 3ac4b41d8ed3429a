// Saves: what was cut, how far each has come, what is committed and what is torn.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sim/domain/result.hpp"
#include "sim/engine/activities.hpp"
#include "sim/engine/copies.hpp"
#include "sim/engine/members.hpp"
#include "sim/engine/tier_turns.hpp"

namespace spotgrid::engine {

// What the checkpointer tells the trainer.
class SaveListener {
 public:
  virtual ~SaveListener() = default;
  virtual void training_goes_on() = 0;  // no save holds the state still any more
  virtual void save_committed() = 0;
  virtual void save_torn() = 0;        // also where training stood still for it
  virtual void save_makes_room() = 0;  // a further save may be cut, or this one has ended
};

class Checkpointer {
 public:
  Checkpointer(World& world, Fleet& fleet, Activities& activities, SaveListener& listener);
  void begin();  // at the start of the run: outages

  const SchemeTraits& traits() const { return traits_; }

  // Wants a save; it is cut when the trainer next can and there is room for it. Nothing where one
  // is wanted already, or where the scheme does not save. `whole`: of full depth.
  void want(const std::string& why, bool whole = false);
  bool wanted() const { return why_.has_value() && has_room(); }
  // A further save may be cut: none copies the state now, and fewer than `in_flight` are under way.
  bool has_room() const;
  // A save that no tier has yet.
  bool under_way() const;
  // A save of full depth under way that represents so much.
  bool will_have(Work progress) const;
  // By tier: how far `done` is beyond the newest copy there, or beyond a save on its way to it.
  std::vector<Work> ahead(Work done) const;
  // The state must not change until it is copied.
  bool holds_state() const { return copying_.has_value(); }
  // The stages of the wanted save: so many tiers, so many saves after the last full one.
  std::int64_t depth() const;
  std::int64_t deltas() const;
  // The wanted save represents `progress`: starts its protocol, played by `cast`.
  void cut(Work progress, std::shared_ptr<const StagedSave> plan, const Group& group);
  // Training stands still for the save that holds the state, from now on.
  void stalls() { stalls_since_ = world_.now(); }

  // Every process of the job restarts: what they carry is torn, what they hold is lost.
  void processes_restart();
  void node_ends(NodeId node);
  // What is under way is torn; nothing is lost any more, since nothing is restored.
  void job_ends();

  // Asked at iteration ends and by timers of continuous modes.
  bool due(const ScheduleView& view) const;
  // Wants one where it is due.
  void want_if_due(const ScheduleView& view);
  const NextSave& next_save() const { return next_; }
  // What was learned of the saves so far is added to the view.
  void plan_next(ScheduleView view);
  bool saves_on_notice(ScheduleView view, Seconds left);

  // The newest committed copy that survives, the one of most progress; nothing without any.
  std::optional<Copy> newest() const;
  std::vector<const Copy*> restorable() const { return copies_.complete(); }
  Work committed() const;
  // The most progress that the last tier has.
  Work durable() const;
  // When the outage in force ends, as far as is known; nothing while the storage is up.
  std::optional<Instant> storage_back() const;

  void tell_clocks(CheckpointClocks& clocks) const;
  // Copies x seconds so far, for storage that is billed by size and time.
  double stored_seconds() const { return copies_.stored_seconds(); }

 private:
  struct Save {
    CheckpointId id{};
    Work progress;
    Instant cut;
    std::shared_ptr<const StagedSave> plan;
    Group group;
    std::size_t stage = 0;
    std::optional<GraphId> graph;  // of the stage; nothing: it waits for its turn
    std::vector<NodeId> nodes;     // of the stage
    bool written = false;          // in this stage
    bool stage_committed = false;  // this stage
    bool committed = false;        // any
    bool makes_room = false;
    std::int64_t depth = 1, deltas = 0;
    std::vector<CheckpointId> needs;
  };
  // By id, so that they are gone through in the order of their cuts.
  using Saves = std::map<CheckpointId, Save>;

  void add_statistics(ScheduleView& view) const;
  void storage_changes();
  void begin_stage(Save& save);
  void run_stage(Save& save);
  bool must_queue(const Save& save) const;
  void begin_queued();
  void reached(CheckpointId id, Milestone milestone);
  void stage_ended(CheckpointId id);
  void goes_on(Save& save);
  void commit(Save& save);
  void tear(CheckpointId id, const std::string& why);
  static bool is_at_storage(const Save& save);

  World& world_;
  Fleet& fleet_;
  Activities& activities_;
  SaveListener& listener_;
  SchemeTraits traits_;
  TierTurns turns_;
  std::vector<std::unique_ptr<CheckpointSchedule>> schedules_;
  std::vector<NextSave> nexts_;  // by schedule
  NextSave next_;                // the soonest of them
  std::optional<std::string> why_;
  std::optional<std::int64_t> wanted_depth_;  // nothing: as the scheme does
  Saves saves_;
  std::optional<CheckpointId> copying_;  // the save that holds the state
  std::optional<Instant> stalls_since_;
  Copies copies_;
  std::uint32_t next_id_ = 0;
  std::int64_t since_full_ = 0;               // saves cut since
  std::vector<CheckpointId> since_full_ids_;  // the full one first
  bool storage_up_ = true, ended_ = false;
  // Seconds of each save; the sum is kept, since schedules ask for the mean after every cut.
  struct Clock {
    std::vector<double> values;
    double sum = 0;

    void add(double seconds) {
      values.push_back(seconds);
      sum += seconds;
    }
    Seconds mean() const {
      return Seconds{values.empty() ? 0 : sum / static_cast<double>(values.size())};
    }
  };
  Clock stalls_, latencies_, durables_;
};

}  // namespace spotgrid::engine
