// A scheme for benchmarks of months: rank 0 uploads while training goes on; a chain restores.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "sim/domain/checkpointing.hpp"
#include "tests/support/plug_in.hpp"

namespace spotgrid {

// The upload contends with training for the NIC of rank 0. What it wrote is safe at its end.
class PipelinedUpload final : public CheckpointScheme {
 public:
  struct Options {
    Bandwidth storage;  // no narrower than a NIC
    void describe(Fields& fields) { fields("storage", storage, "bandwidth", required); }
  };
  explicit PipelinedUpload(const Options& options) : options_(options) {}

  SchemeTraits traits() const override {
    SchemeTraits traits;
    traits.stall = Stall::never;
    traits.storage.emplace();
    traits.storage->write = traits.storage->read = options_.storage;
    return traits;
  }
  SavePlan save(const SaveContext& context) const override {
    ActivityGraph graph;
    graph.mark(graph.delay(Seconds{0}), Milestone::training_goes_on);
    const ActivityIndex upload =
        graph.flow(Place::at(context.cluster->workers.front().role), Place::storage(),
                   context.state_size, TransferKind::checkpoint);
    const ActivityIndex committed = graph.barrier({upload});
    graph.mark(upload, Milestone::written);
    graph.mark(committed, Milestone::committed);
    graph.mark(graph.barrier({committed}), Milestone::durable);
    return to_storage(std::move(graph), Carrier::process);
  }
  // Rank 0 reads the state and all pass it on in a chain, pipelined: each NIC carries it once.
  ActivityGraph restore(const SaveContext& context, const HeldCopy&) const override {
    ActivityGraph graph;
    std::vector<ActivityIndex> arrived;
    Place from = Place::storage();
    for (const Member& worker : context.cluster->workers) {
      const Place to = Place::at(worker.role);
      arrived.push_back(graph.flow(from, to, context.state_size, TransferKind::restore));
      from = to;
    }
    graph.mark(graph.barrier(std::move(arrived)), Milestone::restored);
    return graph;
  }
  QuietSave quiet_save(const SaveContext& context) const override {
    const Member& first = context.cluster->workers.front();
    const Seconds whole =
        context.cluster->latency[first.zone][context.storage_zone] + context.state_size / first.nic;
    return {Seconds{0}, whole, whole};
  }
  // Of equal NICs in one zone.
  Seconds quiet_restore(const SaveContext& context) const override {
    return quiet_save(context).latency;
  }

 private:
  Options options_;
};

inline std::shared_ptr<Configured<CheckpointScheme>> pipelined_upload(std::string_view options) {
  static const std::array<NamedEntry<CheckpointScheme>, 1> all{
      {{"pipelined_upload", entry<CheckpointScheme, PipelinedUpload>(
                                "rank 0 uploads while training goes on", "spotgrid")}}};
  return configured<CheckpointScheme>(all, "pipelined_upload", options);
}

}  // namespace spotgrid
