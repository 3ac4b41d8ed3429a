// A reclaim source whose rule depends on the pool it is attached to.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sim/base/error.hpp"
#include "sim/domain/reclaim.hpp"

namespace spotgrid::reclaim {

// How a job smaller than the fleet of the trace meets its losses.
enum class Scale : std::uint8_t { shared, slots, surplus };
inline std::span<const std::string_view> words(Scale) {
  static constexpr std::array<std::string_view, 3> all = {"shared", "slots", "surplus"};
  return all;
}

// A source that does not fit its pool.
inline InputError misfit(const PoolTruth& truth, std::string_view kind, std::string text,
                         std::string remedy) {
  std::string place = "reclaim \"" + std::string(kind) + "\" in pool " + truth.pool->zone + "/" +
                      truth.pool->instance.name;
  return {InputKind::scenario, Problem{std::move(place), std::move(text), std::move(remedy)}};
}

class ByRule : public ReclaimSource {
 public:
  void attach(const PoolTruth& truth) final { rule_ = rule_for(truth); }

  std::optional<Fall> next_fall(Instant after) const final { return rule_->next_fall(after); }
  std::vector<NodeId> victims(const Fall& fall, std::span<const HeldNode> held) final {
    return rule_->victims(fall, held);
  }
  bool dies_with(const Fall& fall, const HeldNode& node, std::span<const HeldNode> held) final {
    return rule_->dies_with(fall, node, held);
  }
  std::vector<NodeId> late_victims(const Fall& fall, std::span<const HeldNode> held) final {
    return rule_->late_victims(fall, held);
  }
  std::optional<std::int64_t> launchable(Instant now) const final { return rule_->launchable(now); }
  void launched(const HeldNode& node) final { rule_->launched(node); }
  void drawn(NodeId node, Instant at) final { rule_->drawn(node, at); }
  void ended(NodeId node) final { rule_->ended(node); }

 private:
  // Throws misfit() where none fits.
  virtual std::unique_ptr<ReclaimSource> rule_for(const PoolTruth& truth) const = 0;

  std::unique_ptr<ReclaimSource> rule_;
};

}  // namespace spotgrid::reclaim
