// Nothing is lost.
// SPDX-License-Identifier: Apache-2.0
#include "sim/domain/reclaim.hpp"

namespace spotgrid::reclaim {
namespace {

class None final : public ReclaimSource {
 public:
  using Options = NoOptions;
  explicit None(Options) {}
  void attach(const PoolTruth&) override {}
};

}  // namespace

Entry<ReclaimSource> none() {
  return entry<ReclaimSource, None>("nothing is lost", "spotgrid");
}

}  // namespace spotgrid::reclaim
