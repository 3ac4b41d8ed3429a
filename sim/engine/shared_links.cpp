// Links of protocols.
// SPDX-License-Identifier: Apache-2.0
#include "sim/engine/shared_links.hpp"

#include <algorithm>

namespace spotgrid::engine {
namespace {

// Of a node: its NIC out and in, its interpreter's lock, then its copy paths.
enum : std::uint64_t { out, in, interpreter, first_copy };
constexpr std::uint64_t links_of_a_node = 8;
constexpr std::uint64_t storage_read = std::uint64_t{1} << 40, storage_write = storage_read + 1;
constexpr std::uint64_t objects_read = storage_read + 2, objects_write = storage_read + 3;
constexpr std::uint64_t first_zone_link = storage_read + 4;

std::uint64_t link(NodeId node, std::uint64_t which) {
  return links_of_a_node * number(node) + which;
}

}  // namespace

SharedLinks::SharedLinks(const Platform& platform) : platform_(platform) {
  const auto room = platform.room_for(std::vector<Platform::Slots>(platform.zones()));
  for (const grid::ZoneLinkSpec& one : room.zone_links)
    zone_links_.insert({one.from, one.to});
}

SharedLinks::Links SharedLinks::of(const Protocol& protocol, const NodeInfo& node_info) const {
  Links links;
  const auto pass = [&](const Place& place, bool leaves) {
    if (place.kind == Place::Kind::storage || place.kind == Place::Kind::objects) {
      const bool objects = place.kind == Place::Kind::objects;
      links.push_back(leaves ? (objects ? objects_read : storage_read)
                             : (objects ? objects_write : storage_write));
      return platform_.storage_zone();
    }
    const NodeId node = protocol.node(place.role);
    const GridNode info = node_info(node);
    links.push_back(link(node, leaves || platform_.half_duplex(info) ? out : in));
    return platform_.zone(info);
  };
  for (const Activity& activity : protocol.graph->activities()) {
    if (activity.slows() ||
        (activity.kind == Activity::Kind::compute && activity.transfer == TransferKind::training))
      links.push_back(link(protocol.node(activity.role), interpreter));
    if (activity.kind == Activity::Kind::copy)
      links.push_back(link(protocol.node(activity.role),
                           first_copy + static_cast<std::uint64_t>(activity.path)));
    if (activity.kind != Activity::Kind::flow)
      continue;
    const std::size_t from = pass(activity.from, true), to = pass(activity.to, false);
    if (zone_links_.contains({from, to}))
      links.push_back(first_zone_link + from * platform_.zones() + to);
  }
  std::sort(links.begin(), links.end());
  links.erase(std::unique(links.begin(), links.end()), links.end());
  return links;
}

bool SharedLinks::meet(const Links& a, const Links& b) {
  auto i = a.begin(), j = b.begin();
  while (i != a.end() && j != b.end()) {
    if (*i == *j)
      return true;
    ++(*i < *j ? i : j);
  }
  return false;
}

}  // namespace spotgrid::engine
