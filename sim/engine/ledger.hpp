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
#include "sim/engine/node_states.hpp"
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
  void fold(const Event& event);
  void count(const Event& event);
  void bill_node(const Node& node, Instant end, ByState& money, RunResult& result);
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
  NodeStates states_;
  Counters counters_;
  std::map<Tier, TierCounts> tiers_;
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
