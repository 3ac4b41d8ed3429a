// The multi-level baseline of ACUTE: rank 0 serialises and sends all, training stands still.
// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "models/checkpointing/remote_memory.hpp"

namespace spotgrid::schemes {
namespace {

class MlcBase final : public CheckpointScheme {
 public:
  struct Options {
    RemoteMemoryOptions remote;
    void describe(Fields& fields) { remote.describe(fields); }
  };
  explicit MlcBase(Options options) : options_(std::move(options)) {}

  SchemeTraits traits() const override { return remote_memory_traits(options_.remote, way()); }
  SavePlan save(const SaveContext& context) const override {
    return remote_memory_save(context, options_.remote, way());
  }
  ActivityGraph restore(const SaveContext& context, const HeldCopy& copy) const override {
    return read_back(context, copy, options_.remote.read_back);
  }

 private:
  static RemoteMemoryWay way() { return {false, false, {}, {}, true, Seconds{0}}; }

  Options options_;
};

}  // namespace

Entry<CheckpointScheme> mlc_base() {
  return entry<CheckpointScheme, MlcBase>(
      "rank 0 sends the state to the memory of an on-demand node, training waits for it",
      "Cho et al., ACUTE, IEEE Access 2024 (baseline of the released program)");
}

}  // namespace spotgrid::schemes
