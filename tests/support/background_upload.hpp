// A scheme for tests of contention: rank 0, or the first server, uploads the state to storage while
// training goes on.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "sim/domain/checkpointing.hpp"

namespace spotgrid {

struct BackgroundUploadOptions {
  Bandwidth bandwidth = Bandwidth::of(1e9);  // of the storage, each way
  Seconds marker{0};                         // from the last byte to the commit
  Carrier carrier = Carrier::process;
  void describe(Fields&) {}
};

class BackgroundUpload final : public CheckpointScheme {
 public:
  using Options = BackgroundUploadOptions;
  explicit BackgroundUpload(const Options& options) : options_(options) {}

  SchemeTraits traits() const override {
    SchemeTraits traits;
    traits.stall = Stall::never;
    traits.storage = SharedStorage{};
    traits.storage->write = traits.storage->read = options_.bandwidth;
    return traits;
  }
  SavePlan save(const SaveContext& context) const override {
    ActivityGraph graph;
    graph.mark(graph.barrier({}), Milestone::training_goes_on);
    const ActivityIndex written =
        graph.flow(Place::at(holders(context).front().role), Place::storage(), context.state_size,
                   TransferKind::checkpoint);
    const ActivityIndex committed = graph.delay(options_.marker, {written});
    graph.mark(written, Milestone::written);
    graph.mark(committed, Milestone::committed);
    graph.mark(graph.barrier({committed}), Milestone::durable);
    return to_storage(std::move(graph), options_.carrier);
  }
  ActivityGraph restore(const SaveContext& context, const HeldCopy&) const override {
    ActivityGraph graph;
    std::vector<ActivityIndex> read;
    for (const Member& one : holders(context))
      read.push_back(graph.flow(Place::storage(), Place::at(one.role), context.state_size / 100.0,
                                TransferKind::restore));
    graph.mark(graph.barrier(std::move(read)), Milestone::restored);
    return graph;
  }
  QuietSave quiet_save(const SaveContext& context) const override {
    const Seconds whole = context.state_size / options_.bandwidth + options_.marker;
    return {Seconds{0}, whole, whole};
  }
  Seconds quiet_restore(const SaveContext& context) const override {
    const auto readers = static_cast<double>(holders(context).size());
    return readers * context.state_size / 100.0 / options_.bandwidth;
  }

 private:
  static const std::vector<Member>& holders(const SaveContext& context) {
    return context.state == StateLayout::on_servers ? context.cluster->servers
                                                    : context.cluster->workers;
  }

  Options options_;
};

inline std::shared_ptr<Configured<CheckpointScheme>> background_upload(
    const BackgroundUploadOptions& options) {
  struct Made final : Configured<CheckpointScheme> {
    explicit Made(const BackgroundUploadOptions& given) : options(given) {}
    void describe(Fields& fields) override { options.describe(fields); }
    std::unique_ptr<CheckpointScheme> make() const override {
      return std::make_unique<BackgroundUpload>(options);
    }
    BackgroundUploadOptions options;
  };
  return std::make_shared<Made>(options);
}

}  // namespace spotgrid
