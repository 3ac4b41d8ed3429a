// Storage outside of the nodes, as options of schemes.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "sim/base/bounds.hpp"
#include "sim/domain/checkpointing.hpp"

namespace spotgrid::schemes {

// A file system, or an object store: reached with many streams, and not down when the storage is.
enum class StoreKind : std::uint8_t { file_system, object_store };
inline std::span<const std::string_view> words(StoreKind) {
  static constexpr std::array<std::string_view, 2> all = {"file_system", "object_store"};
  return all;
}

struct StorageOptions {
  StoreKind kind = StoreKind::file_system;
  Bandwidth write;
  std::optional<Bandwidth> read, per_client;
  std::int64_t streams = 1;
  Seconds fsync{0};
  std::optional<std::string> zone;
  std::optional<double> dollars_per_gb_month;

  void describe(Fields& fields) {
    fields("kind", kind, "a file system, which outages take down, or an object store");
    fields("write", write, "bandwidth of all writers together", required, above(0.0));
    fields("read", read, "bandwidth of all readers together; default: as write", above(0.0));
    fields("per_client", per_client, "cap of one stream from or to the storage", above(0.0));
    fields("streams", streams,
           "streams of one transfer, each with that cap; how links are split between kinds of "
           "transfers is network.streams",
           between(1.0, 1024.0));
    fields("fsync", fsync, "time from the last byte until the data is safe", at_least(0s));
    fields("zone", zone, "zone of the storage; default: of the first pool");
    fields("dollars_per_gb_month", dollars_per_gb_month,
           "$ per GB and month of kept copies; without: not modelled", between(0.0, most_dollars));
  }
  void furnish(SchemeTraits& traits) const {
    (kind == StoreKind::object_store ? traits.objects : traits.storage) = shared();
  }
  Place place() const {
    return kind == StoreKind::object_store ? Place::objects() : Place::storage();
  }
  TierCopy copy() const {
    return {kind == StoreKind::object_store ? Tier::object_store : Tier::shared_storage, {}, true};
  }
  SharedStorage shared() const {
    SharedStorage storage;
    storage.write = write;
    storage.read = read.value_or(write);
    if (per_client)
      storage.per_client = static_cast<double>(streams) * *per_client;
    storage.fsync = fsync;
    storage.zone = zone;
    storage.dollars_per_gb_month = dollars_per_gb_month;
    return storage;
  }
};

}  // namespace spotgrid::schemes
