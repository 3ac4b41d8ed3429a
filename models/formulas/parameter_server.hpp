// Times of exchanges between workers and parameter servers.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "models/formulas/sharing.hpp"

namespace spotgrid::formulas {

// n V / min(n B_w, p B_ps): all workers push (or pull) `size` at once, a p-th part with each of p
// servers. `worker` is what one worker can use, its NIC or B_req; `server` the NIC of one server.
constexpr Seconds exchange_with_servers(Bytes size, std::int64_t workers, Bandwidth worker,
                                        std::int64_t servers, Bandwidth server) {
  return equal_transfers(size, workers, worker, static_cast<double>(servers) * server);
}

// n V / (p B_ps): how long servers that never rest need for one push (or pull) of every worker. No
// mix of asynchronous workers has a shorter mean iteration (asymptotic bound of closed queues).
constexpr Seconds saturated_cycle(Bytes size, std::int64_t workers, std::int64_t servers,
                                  Bandwidth server) {
  return static_cast<double>(workers) * size / (static_cast<double>(servers) * server);
}

}  // namespace spotgrid::formulas
