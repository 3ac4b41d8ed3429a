// The job as a scenario writes it: what is trained, how much, by when and in which mode.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "scenarios/rented_from.hpp"
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

struct TrainingSection {
  Choice<TrainingMode> choice;
  std::optional<RentedFrom> servers;
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
