// Storage outside of the nodes, as options of schemes.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "sim/base/bounds.hpp"
#include "sim/domain/checkpointing.hpp"

namespace spotgrid::schemes {

struct StorageOptions {
  Bandwidth write;
  std::optional<Bandwidth> read, per_client;
  Seconds fsync{0};
  std::optional<std::string> zone;
  std::optional<double> dollars_per_gb_month;

  void describe(Fields& fields) {
    fields("write", write, "bandwidth of all writers together", required, above(0.0));
    fields("read", read, "bandwidth of all readers together; default: as write", above(0.0));
    fields("per_client", per_client, "cap of one transfer from or to the storage", above(0.0));
    fields("fsync", fsync, "time from the last byte until the data is safe", at_least(0s));
    fields("zone", zone, "zone of the storage; default: of the first pool");
    fields("dollars_per_gb_month", dollars_per_gb_month,
           "$ per GB and month of kept copies; without: not modelled", between(0.0, most_dollars));
  }
  SharedStorage shared() const {
    SharedStorage storage;
    storage.write = write;
    storage.read = read.value_or(write);
    storage.per_client = per_client;
    storage.fsync = fsync;
    storage.zone = zone;
    storage.dollars_per_gb_month = dollars_per_gb_month;
    return storage;
  }
};

}  // namespace spotgrid::schemes
