// PCcheck: several saves under way, each in pieces that are copied and written in a pipeline.
// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "models/checkpointing/snapshot_persist.hpp"

namespace spotgrid::schemes {
namespace {

class PcCheck final : public CheckpointScheme {
 public:
  struct Options {
    SnapshotPersistOptions common;
    std::int64_t in_flight = 2, pieces = 8, threads = 2;

    void describe(Fields& fields) {
      common.describe(fields);
      fields("in_flight", in_flight, "saves under way at a time", between(1.0, 16.0));
      fields("pieces", pieces, "pieces of a part that are copied and written one after the other",
             between(1.0, 64.0));
      fields("threads", threads, "pieces that are written at a time", between(1.0, 16.0));
    }
  };
  explicit PcCheck(Options options) : options_(std::move(options)) {}

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
    way.chunks = options_.pieces;
    way.threads = options_.threads;
    return way;
  }

  Options options_;
};

}  // namespace

Entry<CheckpointScheme> pccheck() {
  return entry<CheckpointScheme, PcCheck>(
      "several saves under way, each copied and written piece by piece",
      "Strati et al., PCcheck, ASPLOS 2025");
}

}  // namespace spotgrid::schemes
