// Saves and copies: what was cut, what is committed, what is torn, and which copy is restored.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sim/domain/result.hpp"
#include "sim/engine/activities.hpp"

namespace spotgrid::engine {

// What the checkpointer tells the trainer.
class SaveListener {
 public:
  virtual ~SaveListener() = default;
  virtual void training_goes_on() = 0;  // the stall of the save under way is over
  virtual void save_committed() = 0;
  virtual void save_torn() = 0;   // also where training stood still for it
  virtual void save_ended() = 0;  // committed, and nothing of it is under way any more
};

struct Copy {
  CheckpointId id{};
  Work progress;  // at its cut
};

class Checkpointer {
 public:
  Checkpointer(World& world, Activities& activities, SaveListener& listener);
  void begin();  // at the start of the run: outages

  const SchemeTraits& traits() const { return traits_; }

  // Wants a save; it is cut when the trainer next can, after one that is under way. Nothing where
  // one is wanted already, or where the scheme does not save.
  void want(const std::string& why);
  bool wanted() const { return why_.has_value() && !under_way_; }
  bool under_way() const { return under_way_.has_value(); }
  // The writers of the save under way do nothing else until it lets them.
  bool stalls() const { return under_way_ && under_way_->stalls; }
  // The wanted save represents `progress`: starts its protocol.
  void cut(Work progress, const Protocol& save);

  // Every process of the job restarts: what they carry is torn.
  void processes_restart();
  void node_ends(NodeId node);

  // Asked at iteration ends and by timers of continuous modes.
  bool due(const ScheduleView& view) const;
  const NextSave& next_save() const { return next_; }
  // What was learned of the saves so far is added to the view.
  void plan_next(ScheduleView view);
  bool saves_on_notice(ScheduleView view, Seconds left);

  // The newest committed copy: the one of most progress. Nothing before the first commit.
  std::optional<Copy> newest() const;
  Work committed() const;
  // When the outage in force ends, as far as is known; nothing while the storage is up.
  std::optional<Instant> storage_back() const;

  CheckpointClocks clocks() const;
  // Copies x seconds so far, for storage that is billed by size and time.
  double copy_seconds() const;
  std::optional<Instant> first_commit() const { return first_commit_; }

 private:
  struct UnderWay {
    CheckpointId id;
    Work progress;
    GraphId graph;
    Instant cut;
    bool stalls = true;
    bool written = false;
    bool committed = false;
    std::vector<NodeId> nodes;
  };
  void add_statistics(ScheduleView& view) const;
  void storage_changes();
  void reached(Milestone milestone);
  void commit();
  void tear(const std::string& why);

  World& world_;
  Activities& activities_;
  SaveListener& listener_;
  SchemeTraits traits_;
  std::vector<std::unique_ptr<CheckpointSchedule>> schedules_;
  NextSave next_;
  std::optional<std::string> why_;
  std::optional<UnderWay> under_way_;
  std::vector<Copy> copies_;  // committed and kept
  std::uint32_t next_id_ = 0;
  bool storage_up_ = true;
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
  std::optional<Instant> first_commit_;
  double copy_seconds_ = 0;
  Instant copies_since_;
};

}  // namespace spotgrid::engine
