// Star zones under one full root, every pair of them connected.
// SPDX-License-Identifier: Apache-2.0
#include "sim/grid/zones.hpp"

#include <map>
#include <utility>

#include <fmt/core.h>

#include "sim/base/error.hpp"
#include "sim/grid/platform.hpp"

namespace spotgrid::grid {
namespace {

namespace s4u = simgrid::s4u;
using Sharing = s4u::Link::SharingPolicy;
using ZonePair = std::pair<std::size_t, std::size_t>;

std::map<ZonePair, Bandwidth> by_pair(const std::vector<ZoneLinkSpec>& specs, std::size_t zones) {
  std::map<ZonePair, Bandwidth> limits;
  for (const ZoneLinkSpec& spec : specs) {
    require(spec.from < zones && spec.to < zones && spec.from != spec.to,
            "a zone link joins two zones there are");
    require(spec.bandwidth.value() > 0, "a zone link has a bandwidth above zero");
    require(limits.emplace(ZonePair(spec.from, spec.to), spec.bandwidth).second,
            "a pair of zones has one link");
  }
  return limits;
}

}  // namespace

Zones::Zones(const s4u::Engine& engine, std::size_t count) : root_(compat::root_zone(engine)) {
  for (std::size_t i = 0; i < count; ++i) {
    s4u::NetZone& zone = compat::add_star(root_, fmt::format("zone{}", i));
    gateways_.push_back({&zone, compat::add_gateway(zone, fmt::format("zone{}.gateway", i))});
  }
}

void Zones::connect(const std::vector<ZoneLinkSpec>& limited) {
  for (const compat::Gateway& gateway : gateways_)
    gateway.zone->seal();
  const auto limits = by_pair(limited, gateways_.size());
  for (std::size_t from = 0; from < gateways_.size(); ++from) {
    for (std::size_t to = 0; to < gateways_.size(); ++to) {
      if (from == to)
        continue;
      // SimGrid wants a link on every route, so there is one that limits nothing.
      const auto limit = limits.find({from, to});
      const bool free = limit == limits.end();
      const Bandwidth rate = free ? unlimited : limit->second;
      const s4u::Link* link = &compat::add_link(root_, fmt::format("zone{}.zone{}", from, to),
                                                rate.value() * units_per_byte, 0,
                                                free ? Sharing::FATPIPE : Sharing::SHARED);
      compat::connect_zones(root_, gateways_[from], gateways_[to], {link});
    }
  }
}

}  // namespace spotgrid::grid
