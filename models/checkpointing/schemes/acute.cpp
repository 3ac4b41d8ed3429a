// ACUTE: the state is copied while training goes on, sent by all ranks to the memory of an
// on-demand node, and written to storage from there.
// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "models/checkpointing/remote_memory.hpp"

namespace spotgrid::schemes {
namespace {

class Acute final : public CheckpointScheme {
 public:
  struct Options {
    RemoteMemoryOptions remote;
    bool check_mem = true, check_trans = true, check_pack = true, stall_barrier = true;
    std::optional<Bandwidth> unpack, pack;
    Seconds update{0};

    void describe(Fields& fields) {
      remote.describe(fields);
      fields("check_mem", check_mem, "training goes on while the state is copied and sent");
      fields("check_trans", check_trans, "every rank sends its part, else rank 0 sends all");
      fields("check_pack", check_pack,
             "the remote writes what it received, else it unpacks and packs again first");
      fields("stall_barrier", stall_barrier,
             "the step that changes the state waits for the copy; false as the released program, "
             "whose copy may be torn");
      fields("unpack", unpack, "without check_pack: speed of the remote's CPU at unpacking",
             above(0.0));
      fields("pack", pack, "without check_pack: its speed at packing", above(0.0));
      fields("update", update, "time of the optimizer's step at the end of an iteration",
             at_least(0s));
      if (fields.reading() && !check_pack && !(unpack && pack)) {
        fields.problem("", "without check_pack unpack and pack are needed, found not both",
                       R"(add "unpack": "2 GB/s" and "pack": "1 GB/s", or leave check_pack out)");
      }
    }
  };
  explicit Acute(Options options) : options_(std::move(options)) {}

  SchemeTraits traits() const override { return remote_memory_traits(options_.remote, way()); }
  SavePlan save(const SaveContext& context) const override {
    return remote_memory_save(context, options_.remote, way());
  }
  ActivityGraph restore(const SaveContext& context, const HeldCopy& copy) const override {
    return read_back(context, copy, options_.remote.read_back);
  }

 private:
  RemoteMemoryWay way() const {
    RemoteMemoryWay way{options_.check_mem,     options_.check_trans, {}, {},
                        options_.stall_barrier, options_.update};
    if (!options_.check_pack) {
      way.unpack = options_.unpack;
      way.pack = options_.pack;
    }
    return way;
  }

  Options options_;
};

}  // namespace

Entry<CheckpointScheme> acute() {
  return entry<CheckpointScheme, Acute>(
      "all ranks send the state to the memory of an on-demand node while training goes on",
      "Cho et al., ACUTE, IEEE Access 2024 (abstract and released program)");
}

}  // namespace spotgrid::schemes
