// A pool as a scenario writes it: where, what, at what price, how many, and who is lost.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "scenarios/trace_source.hpp"
#include "sim/domain/market.hpp"
#include "sim/domain/reclaim.hpp"

namespace spotgrid::scenarios {

// An instance type by its name in the catalogue, or written out.
struct InstanceOption {
  std::size_t form = no_form;
  std::string name;
  InstanceType custom;

  void describe_at(Fields& fields);
  // Nothing where the catalogue has no such name.
  std::optional<InstanceType> find() const;
};

// "0.918 $/h", or a file.
struct PriceOption {
  std::size_t form = no_form;
  Price constant;
  TraceSource source;

  bool given() const { return form != no_form; }
  bool from_file() const { return form == 1; }
  void describe_at(Fields& fields);
};

// What the counts mean; "unlimited" is written as text instead.
enum class CountMeans : std::uint8_t { limit, probe, fleet };
inline std::span<const std::string_view> words(CountMeans) {
  static constexpr std::array<std::string_view, 3> all = {"limit", "probe", "fleet"};
  return all;
}

struct Counts {
  CountMeans kind = CountMeans::limit;
  std::optional<std::int64_t> count;  // constant; else the source
  std::optional<std::int64_t> target, asked;
  TraceSource source;
  void describe(Fields& fields);
};

enum class Unlimited : std::uint8_t { unlimited };
inline std::span<const std::string_view> words(Unlimited) {
  static constexpr std::array<std::string_view, 1> all = {"unlimited"};
  return all;
}

struct CapacityOption {
  std::size_t form = no_form;
  Unlimited word = Unlimited::unlimited;
  Counts counts;

  bool given() const { return form != no_form; }
  bool limited() const { return form == 1; }
  void describe_at(Fields& fields);
};

// A kind of reclaim with its options beside it; `events` also names its file.
struct ReclaimOption {
  Choice<ReclaimSource> choice;
  TraceSource events;

  bool names_nodes() const { return choice.name == "events"; }
  void describe(Fields& fields);
};

// [{"kind": ...}, ...], or one kind alone.
struct ReclaimList {
  std::size_t form = no_form;
  std::vector<ReclaimOption> kinds;

  bool given() const { return form != no_form; }
  void describe_at(Fields& fields, std::string_view help);
  const ReclaimOption* node_events() const;
};

struct PoolSection {
  std::string zone;
  std::optional<std::string> region;  // default: region_of(zone)
  InstanceOption instance;
  bool spot = true;
  std::optional<Price> on_demand;             // default: the file's, else the catalogue's newest
  std::optional<std::string> on_demand_from;  // where a default came from; for readers only
  double discount = 0;
  PriceOption price;
  CapacityOption capacity;
  ReclaimList reclaim;
  std::optional<std::int64_t> on_demand_capacity;

  void describe(Fields& fields);

 private:
  void check(Fields& fields) const;
};

// The region of a zone by the naming of AWS ("us-west-2b"), its local zones ("us-west-2-lax-1a")
// and GCP ("us-central1-a"); any other name is its own region.
std::string region_of(std::string_view zone);

}  // namespace spotgrid::scenarios
