// A node is lost when the spot price rises above its max price; at equality it keeps running.
// SPDX-License-Identifier: Apache-2.0
#include "sim/domain/reclaim.hpp"

namespace spotgrid::reclaim {
namespace {

class ByPrice final : public ReclaimSource {
 public:
  using Options = NoOptions;
  explicit ByPrice(Options) {}
  void attach(const PoolTruth&) override {}
  bool by_price() const override { return true; }
};

}  // namespace

Entry<ReclaimSource> price() {
  return entry<ReclaimSource, ByPrice>("a node is lost when the price rises above its max price",
                                       "AWS spot market until 2017-11-28");
}

}  // namespace spotgrid::reclaim
