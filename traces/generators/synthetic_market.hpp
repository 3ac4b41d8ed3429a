// Made-up markets: availability of zones, bulk falls and prices drawn from fitted laws.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "sim/base/options.hpp"
#include "sim/base/quantities.hpp"
#include "traces/generators/bulk_falls.hpp"
#include "traces/generators/price_path.hpp"
#include "traces/generators/spells.hpp"

namespace spotgrid::traces {

// What one zone has of its own.
struct ZoneOptions {
  std::optional<Spells> spells;
  std::optional<double> level;  // spot price as a share of on-demand

  void describe(Fields& fields);
};

// The model in docs/decisions/0014-synthetic-market.md. All zones are alike unless `by_zone` says
// otherwise. Read it from a document, which checks the limits; generate() relies on them.
struct SyntheticMarket {
  std::int64_t seed = 1;
  std::string start = "2026-01-01T00:00:00Z";
  Seconds span = hours(14 * 24);
  std::vector<std::string> zones = {"us-west-2a", "us-west-2b", "us-west-2c"};
  std::string instance = "p3.2xlarge";
  Price on_demand = dollars_per_hour(3.06);  // AWS list price, us-east-1 and us-west-2
  std::int64_t nodes = 16;                   // asked for by the 16-node probes of 2023
  Spells spells;
  BulkFalls falls;
  RegionalShocks shocks;
  PricePath price;
  std::map<std::string, ZoneOptions> by_zone;

  void describe(Fields& fields);
};

// The texts of two native trace files. Both begin at `start`; each pool's last row stands at
// start + span and repeats the value in force, so that the files say how far they reach.
struct SyntheticFiles {
  std::string prices;    // time,zone,instance_type,price,on_demand ($/h)
  std::string capacity;  // time,zone,instance_type,count
};

// What a zone draws depends on the seed and its own name only: other zones may come and go.
SyntheticFiles generate(const SyntheticMarket& market);

// The command that makes the files of `market`, without its "-o DIR".
std::string command_line(const SyntheticMarket& market);

}  // namespace spotgrid::traces
