// The job as a scenario writes it: what is trained, how much, by when and in which mode.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "scenarios/trace_source.hpp"
#include "sim/domain/law.hpp"
#include "sim/domain/market.hpp"
#include "sim/domain/training.hpp"

namespace spotgrid::scenarios {

// A workload by its name in the catalogue, or written out.
struct WorkloadOption {
  std::size_t form = no_form;
  std::string name;
  Workload custom;

  bool given() const { return form != no_form; }
  void describe_at(Fields& fields);
  std::optional<Workload> find() const;
};

// Where parameter servers are rented.
struct ServersSection {
  std::int64_t pool = 0;
  MarketSide market = MarketSide::on_demand;
  void describe(Fields& fields) {
    fields("pool", pool, "pool by its place in market.pools, from 0", at_least(0.0));
    fields("market", market, "side of the market");
  }
};

struct TrainingSection {
  Choice<TrainingMode> choice;
  std::optional<ServersSection> servers;
  void describe(Fields& fields);
};

struct MembershipSection {
  Law rendezvous{30s}, init{5s};
  Seconds debounce{0};
  std::optional<Seconds> release_after;
  void describe(Fields& fields);
};

struct JobSection {
  WorkloadOption workload;
  // How much: exactly one.
  std::optional<double> samples, epochs, loss;
  std::optional<std::int64_t> iterations;  // of the full gang
  std::optional<Seconds> work;             // on the reference cluster
  std::optional<Seconds> deadline;         // after the start
  std::optional<std::int64_t> batch_per_gpu;
  std::optional<bool> final_save;  // default: true where the scheme saves
  std::optional<std::int64_t> no_progress;
  MembershipSection membership;
  TrainingSection training;

  void describe(Fields& fields);
};

}  // namespace spotgrid::scenarios
