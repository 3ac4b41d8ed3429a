// DeepCheck of DeepVM: ACUTE with several on-demand nodes, each of which writes a file of its own.
// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "models/checkpointing/remote_memory.hpp"

namespace spotgrid::schemes {
namespace {

class DeepCheck final : public CheckpointScheme {
 public:
  struct Options {
    Options() { remote.remotes = 2; }
    RemoteMemoryOptions remote;
    bool stall_barrier = true;
    Seconds update{0};

    void describe(Fields& fields) {
      remote.describe(fields);
      fields("stall_barrier", stall_barrier,
             "the step that changes the state waits for the copy; false as the released program, "
             "whose copy may be torn");
      fields("update", update, "time of the optimizer's step at the end of an iteration",
             at_least(0s));
    }
  };
  explicit DeepCheck(Options options) : options_(std::move(options)) {}

  SchemeTraits traits() const override { return remote_memory_traits(options_.remote, way()); }
  SavePlan save(const SaveContext& context) const override {
    return remote_memory_save(context, options_.remote, way());
  }
  ActivityGraph restore(const SaveContext& context, const HeldCopy& copy) const override {
    return read_back(context, copy, options_.remote.read_back);
  }

 private:
  RemoteMemoryWay way() const {
    return {true, true, {}, {}, options_.stall_barrier, options_.update};
  }

  Options options_;
};

}  // namespace

Entry<CheckpointScheme> deepcheck() {
  return entry<CheckpointScheme, DeepCheck>(
      "all ranks send the state to several on-demand nodes while training goes on",
      "Kim et al., DeepVM, CCGrid 2024 (released program)");
}

}  // namespace spotgrid::schemes
