// DataStates-LLM: each rank copies its part lazily while training runs, and flushes meanwhile.
// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "models/checkpointing/snapshot_persist.hpp"

namespace spotgrid::schemes {
namespace {

class DataStates final : public CheckpointScheme {
 public:
  struct Options {
    SnapshotPersistOptions common;
    std::int64_t pieces = 8;
    std::int64_t in_flight = 2;

    void describe(Fields& fields) {
      common.describe(fields);
      fields("pieces", pieces, "pieces of a part that stream to storage while it is copied",
             between(1.0, 64.0));
      fields("in_flight", in_flight, "saves for which the pinned memory has room",
             between(1.0, 16.0));
    }
  };
  explicit DataStates(Options options) : options_(std::move(options)) {}

  SchemeTraits traits() const override { return snapshot_persist_traits(options_.common, way()); }
  SavePlan save(const SaveContext& context) const override {
    return snapshot_persist_save(context, options_.common, way());
  }
  ActivityGraph restore(const SaveContext& context, const HeldCopy& copy) const override {
    return read_back(context, copy, options_.common.read_back);
  }

 private:
  SnapshotPersistWay way() const {
    SnapshotPersistWay way;
    way.in_flight = options_.in_flight;
    way.chunks = way.threads = options_.pieces;
    return way;
  }

  Options options_;
};

}  // namespace

Entry<CheckpointScheme> datastates() {
  return entry<CheckpointScheme, DataStates>(
      "each rank copies its part lazily while training runs, and streams it to storage",
      "Maurya et al., DataStates-LLM, HPDC 2024");
}

}  // namespace spotgrid::schemes
