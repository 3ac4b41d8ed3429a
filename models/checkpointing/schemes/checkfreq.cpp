// CheckFreq: a snapshot up to the next step, then a persist in the background; one at a time.
// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "models/checkpointing/snapshot_persist.hpp"

namespace spotgrid::schemes {
namespace {

class CheckFreq final : public CheckpointScheme {
 public:
  struct Options {
    SnapshotPersistOptions common;
    std::optional<Bandwidth> gpu_copy;

    void describe(Fields& fields) {
      common.describe(fields);
      fields("gpu_copy", gpu_copy,
             "the snapshot is a copy inside the GPU, at this speed; without: into host memory",
             above(0.0));
    }
  };
  explicit CheckFreq(Options options) : options_(std::move(options)) {}

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
    way.gpu_copy = options_.gpu_copy;
    return way;
  }

  Options options_;
};

}  // namespace

Entry<CheckpointScheme> checkfreq() {
  return entry<CheckpointScheme, CheckFreq>(
      "a snapshot up to the next step, then a persist in the background, one save at a time",
      "Mohan et al., CheckFreq, FAST 2021");
}

}  // namespace spotgrid::schemes
