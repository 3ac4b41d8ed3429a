// No checkpoints: every restart begins anew.
// SPDX-License-Identifier: Apache-2.0
#include "sim/domain/checkpointing.hpp"

namespace spotgrid {
namespace {

class None final : public CheckpointScheme {
 public:
  using Options = NoOptions;
  explicit None(const Options&) {}

  SchemeTraits traits() const override {
    SchemeTraits traits;
    traits.saves = false;
    traits.stall = Stall::never;
    return traits;
  }
  SavePlan save(const SaveContext&) const override { return {}; }
  ActivityGraph restore(const SaveContext&, const HeldCopy&) const override { return {}; }
};

}  // namespace

namespace schemes {
Entry<CheckpointScheme> none() {
  return entry<CheckpointScheme, None>("no checkpoints: every restart begins anew", "spotgrid");
}
}  // namespace schemes

}  // namespace spotgrid
