// What a reclaim source does unless it says otherwise: nothing.
// SPDX-License-Identifier: Apache-2.0
#include "sim/domain/reclaim.hpp"

namespace spotgrid {

std::optional<Fall> ReclaimSource::next_fall(Instant) const {
  return std::nullopt;
}
std::vector<NodeId> ReclaimSource::victims(const Fall&, std::span<const HeldNode>) {
  return {};
}
bool ReclaimSource::dies_with(const Fall&, const HeldNode&, std::span<const HeldNode>) {
  return false;
}
std::vector<NodeId> ReclaimSource::late_victims(const Fall&, std::span<const HeldNode>) {
  return {};
}
std::optional<Seconds> ReclaimSource::lifetime(const HeldNode&) const {
  return std::nullopt;
}
bool ReclaimSource::by_price() const {
  return false;
}
std::optional<std::int64_t> ReclaimSource::launchable(Instant) const {
  return std::nullopt;
}
void ReclaimSource::drawn(NodeId, Instant) {}
void ReclaimSource::launched(const HeldNode&) {}
void ReclaimSource::ended(NodeId) {}

}  // namespace spotgrid
