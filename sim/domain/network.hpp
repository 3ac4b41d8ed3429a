// The network between nodes: NIC regime, latencies, streams, caps between zones.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sim/base/bounds.hpp"
#include "sim/base/options.hpp"
#include "sim/domain/instance_type.hpp"

namespace spotgrid {

enum class NicRegime : std::uint8_t { baseline, burst };
inline std::span<const std::string_view> words(NicRegime) {
  static constexpr std::string_view all[] = {"baseline", "burst"};
  return all;
}

// The bandwidth of a node's NIC in force.
inline Bandwidth nic_of(const InstanceType& type, NicRegime regime) {
  return regime == NicRegime::burst ? type.network.burst.value_or(type.network.baseline)
                                    : type.network.baseline;
}

// Streams of one transfer, by kind: a shared link is split equally per stream.
struct Streams {
  std::int64_t training = 1, checkpoint = 1, restore = 1;
  void describe(Fields& fields) {
    fields("training", training, "streams of a ring edge, a push or a pull", between(1.0, 64.0));
    fields("checkpoint", checkpoint, "streams of a save", between(1.0, 64.0));
    fields("restore", restore, "streams of a restore", between(1.0, 64.0));
  }
};

// One way, by how far apart two nodes are.
struct Latencies {
  Seconds zone{25e-6}, region{0.5e-3}, world{30e-3};
  void describe(Fields& fields) {
    fields("zone", zone, "between two nodes of one zone, one way", at_least(0s));
    fields("region", region, "between two zones of one region, one way", at_least(0s));
    fields("world", world, "between two regions, one way", at_least(0s));
  }
};

struct NetworkSetup {
  NicRegime nic = NicRegime::baseline;
  std::optional<Bandwidth> per_stream;       // cap of one stream anywhere
  std::optional<Bandwidth> between_zones;    // capacity between each pair of zones of a region
  std::optional<Bandwidth> between_regions;  // capacity between each pair of zones of two regions
  Latencies latency;
  Streams streams;
  void describe(Fields& fields) {
    fields("nic", nic, "bandwidth of the NICs: sustained or burst", moves_results);
    fields("per_stream", per_stream, "cap of one stream", above(0.0));
    fields("between_zones", between_zones, "capacity between two zones of a region, each way",
           above(0.0));
    fields("between_regions", between_regions, "capacity between two zones of two regions",
           above(0.0));
    fields("latency", latency, "latencies");
    fields("streams", streams, "streams of one transfer, by kind", moves_results);
  }
};

// Traffic that leaves a zone is billed by a dated table, $ per GB (1e9 bytes).
struct TrafficPrices {
  double zone = 0.02;    // between zones of a region: 0.01 charged on both sides
  double region = 0.02;  // between regions of a provider
  std::string date = "2026-03", source = "AWS EC2 pricing page (recalled); SkyNomad artifact";
  void describe(Fields& fields) {
    fields("zone", zone, "$/GB between zones of a region, both sides together",
           between(0.0, most_dollars));
    fields("region", region, "$/GB between regions", between(0.0, most_dollars));
    fields("date", date, "day of the table");
    fields("source", source, "where the table comes from");
  }
};

}  // namespace spotgrid
