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
Entry<CheckpointScheme> none() {
  return entry<CheckpointScheme, None>("no checkpoints: every restart begins anew", "spotgrid");
}
}  // namespace schemes

}  // namespace spotgrid
