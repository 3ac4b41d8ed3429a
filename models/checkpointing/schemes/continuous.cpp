// Progress that is committed at every instant and costs nothing, as deadline papers assume.
// SPDX-License-Identifier: Apache-2.0
#include "sim/domain/checkpointing.hpp"

namespace spotgrid {
namespace {

class Continuous final : public CheckpointScheme {
 public:
  using Options = NoOptions;
  explicit Continuous(const Options&) {}

  SchemeTraits traits() const override {
    SchemeTraits traits;
    traits.saves = false;
    traits.continuous = true;
    traits.blocking = false;
    return traits;
  }
  ActivityGraph save(const SaveContext&) const override { return {}; }
  ActivityGraph restore(const SaveContext&) const override { return {}; }
  Seconds quiet_save(const SaveContext&) const override { return Seconds{0}; }
  Seconds quiet_restore(const SaveContext&) const override { return Seconds{0}; }
};

}  // namespace

namespace schemes {
Entry<CheckpointScheme> continuous() {
  return entry<CheckpointScheme, Continuous>(
      "work_units only: progress is committed at every instant, at no cost",
      "Wu et al., Can't Be Late, NSDI 2024");
}
}  // namespace schemes

}  // namespace spotgrid
