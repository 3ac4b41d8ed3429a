// The two ledgers, job time and node seconds, and the bill: folded from the journal, and checked.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "sim/domain/result.hpp"
#include "sim/engine/activities.hpp"
#include "sim/engine/fleet.hpp"
#include "sim/engine/platform.hpp"
#include "sim/engine/progress.hpp"

namespace spotgrid::engine {

class Ledger {
 public:
  Ledger(World& world, const Fleet& fleet);

  void moved(const Moved& moved);
  Dollars accrued() const;  // compute so far, without refunds to come

  // Closes the books at `end`. `copy_seconds`: kept copies x seconds. Fills time, money and
  // counters of `result`; its progress fields are read by the checks.
  void close(Instant end, double copy_seconds, Bytes copy_size, RunResult& result);

 private:
  struct StateSpan {
    Instant from;
    NodeState state = NodeState::requested;
  };
  // A stretch of training: shares of its time.
  struct Stretch {
    Instant from, to;
    double useful = 0, contention = 0, redo = 0;
  };
  void fold(const Event& event);
  void count(const Event& event);
  template <class Add>
  void split_training(Instant from, Instant to, Add add) const;
  // Seconds or dollars by state of a node, training by what it was.
  enum class Share : std::uint8_t { useful, contention, redo };
  class ByState {
   public:
    void add(NodeState state, double amount) { add(static_cast<std::size_t>(state), amount); }
    void add(Share share, double amount) { add(states + static_cast<std::size_t>(share), amount); }
    std::map<std::string, double> named() const;

   private:
    static constexpr std::size_t states = static_cast<std::size_t>(NodeState::spare) + 1;
    void add(std::size_t at, double amount) {
      met_[at] = true;
      sums_[at] += amount;
    }
    std::array<double, states + 3> sums_{};
    std::array<bool, states + 3> met_{};
  };
  void close_node(const Node& node, Instant end, ByState& seconds) const;
  void bill_node(const Node& node, Instant end, ByState& money, RunResult& result) const;
  void charge_states(const Node& node, Instant end, const Bill& bill, ByState& money) const;
  Usage usage_of(const Node& node, Instant end) const;
  Usage charged(const Usage& used) const;
  void bill_traffic(RunResult& result) const;
  void bill_storage(double copy_seconds, Bytes copy_size, RunResult& result) const;

  World& world_;
  const Fleet& fleet_;
  Zones zones_;
  std::unique_ptr<BillingRule> rule_;
  std::map<Phase, Seconds> phases_;
  Phase phase_ = Phase::capacity_wait;
  Instant phase_since_, stretch_from_;
  bool job_ended_ = false;
  event::TrainingSplit trained_{};
  std::vector<Stretch> stretches_;
  std::vector<std::vector<StateSpan>> states_;  // by node
  Counters counters_;
  std::set<Instant> loss_instants_;
  // Bytes that left a zone: by purpose, within the region and out of it.
  struct Left {
    double region = 0, world = 0;
  };
  std::map<std::string, Left> left_;
};

// Throws std::logic_error with both sides when an identity does not hold. Always on.
void check_identities(const RunResult& result, Seconds life_of_nodes, const Progress& progress);

}  // namespace spotgrid::engine
