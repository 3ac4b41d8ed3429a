// What differs between the SimGrid versions 3.32 and 4.1; nothing else may ask for the version.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <fmt/core.h>
#include <simgrid/kernel/Timer.hpp>
#include <simgrid/s4u.hpp>
#include <simgrid/version.h>
#include <xbt/config.hpp>

#define SPOTGRID_SIMGRID_IS(major, minor) (SIMGRID_VERSION >= 100UL * (100UL * (major) + (minor)))

namespace spotgrid::grid::compat {

namespace s4u = simgrid::s4u;
using NetPoint = simgrid::kernel::routing::NetPoint;
using Links = std::vector<const s4u::Link*>;

// 4.0 brings its own root zone, always of the kind "full".
inline s4u::NetZone& root_zone([[maybe_unused]] const s4u::Engine& engine) {
#if SPOTGRID_SIMGRID_IS(4, 0)
  return *engine.get_netzone_root();
#else
  return *s4u::create_full_zone("root");
#endif
}

inline s4u::NetZone& add_star(s4u::NetZone& root, const std::string& name) {
#if SPOTGRID_SIMGRID_IS(4, 0)
  return *root.add_netzone_star(name);
#else
  s4u::NetZone* zone = s4u::create_star_zone(name);
  zone->set_parent(&root);
  return *zone;
#endif
}

// Of speed 1: computing is a matter of timers.
inline s4u::Host& add_host(s4u::NetZone& zone, const std::string& name) {
#if SPOTGRID_SIMGRID_IS(4, 0)
  return *zone.add_host(name, 1.0)->seal();
#else
  return *zone.create_host(name, 1.0)->seal();
#endif
}

inline s4u::Link& add_link(s4u::NetZone& zone, const std::string& name, double bandwidth,
                           double latency, s4u::Link::SharingPolicy sharing) {
#if SPOTGRID_SIMGRID_IS(4, 0)
  s4u::Link* link = zone.add_link(name, bandwidth);
#else
  s4u::Link* link = zone.create_link(name, bandwidth);
#endif
  return *link->set_latency(latency)->set_sharing_policy(sharing)->seal();
}

inline std::vector<s4u::LinkInRoute> in_route(const Links& links) {
  std::vector<s4u::LinkInRoute> route;
  for (const s4u::Link* link : links)
    route.emplace_back(link);
  return route;
}

// The form with four net points is deprecated since 3.36, but the newer ones crash on the hub of a
// star (a null destination) when the other end is a router (4.1).
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
// What a point of a star sends passes `up`, what it gets passes `down`.
inline void connect_to_hub(s4u::NetZone& star, NetPoint* point, const Links& up,
                           const Links& down) {
  star.add_route(point, nullptr, nullptr, nullptr, in_route(up), false);
  star.add_route(nullptr, point, nullptr, nullptr, in_route(down), false);
}
#pragma GCC diagnostic pop

// The router through which a zone is reached from others.
inline NetPoint* add_gateway(s4u::NetZone& zone, const std::string& name) {
#if SPOTGRID_SIMGRID_IS(4, 0)
  NetPoint* router = zone.add_router(name);
#else
  NetPoint* router = zone.create_router(name);
#endif
  connect_to_hub(zone, router, {}, {});
#if SPOTGRID_SIMGRID_IS(3, 35)
  zone.set_gateway(router);
#endif
  return router;
}

struct Gateway {
  s4u::NetZone* zone;
  NetPoint* router;
};

// One direction. An empty route is refused by SimGrid.
inline void connect_zones(s4u::NetZone& root, const Gateway& from, const Gateway& to,
                          const Links& links) {
#if SPOTGRID_SIMGRID_IS(3, 35)
  root.add_route(from.zone, to.zone, in_route(links), false);
#else
  root.add_route(from.zone->get_netpoint(), to.zone->get_netpoint(), from.router, to.router,
                 in_route(links), false);
#endif
}

// Called for every end of an activity: finished, failed and cancelled ones.
inline void on_activity_end(const std::function<void(const s4u::Activity&)>& told) {
#if SPOTGRID_SIMGRID_IS(3, 34)
  s4u::Comm::on_completion_cb(told);
#else
  s4u::Activity::on_completion_cb(told);
#endif
}

inline const char* timing_precision_key() {
#if SPOTGRID_SIMGRID_IS(3, 34)
  return "precision/timing";
#else
  return "surf/precision";
#endif
}

// A factor of the network, which is a number in 3.32 and a list as text in 4.0; what it is in
// between is not known here, and reading it as the wrong one gives rubbish.
inline std::optional<std::string> factor([[maybe_unused]] const char* key) {
#if SPOTGRID_SIMGRID_IS(4, 0)
  return simgrid::config::get_value<std::string>(key);
#elif SPOTGRID_SIMGRID_IS(3, 33)
  return std::nullopt;
#else
  return fmt::format("{}", simgrid::config::get_value<double>(key));
#endif
}

}  // namespace spotgrid::grid::compat
