// Pools with their series, laws of a node's life, and the end of the data.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <fmt/format.h>

#include "scenarios/assembly.hpp"
#include "scenarios/placed_series.hpp"
#include "scenarios/turning.hpp"
#include "sim/base/option_writer.hpp"
#include "sim/base/unit_text.hpp"

namespace spotgrid::scenarios {
namespace {

std::int64_t highest(const StepSeries<std::int64_t>& counts) {
  std::int64_t most = 0;
  for (const auto& step : counts.steps())
    most = std::max(most, step.value);
  return most;
}

// The list price and where it comes from: the scenario, the price file, the catalogue.
void resolve_on_demand(Assembly& assembly, std::size_t i, const PoolInputs& inputs) {
  PoolSection& section = assembly.scenario().market.pools[i];
  Pool& pool = assembly.setup().market.pools[i];
  if (!section.on_demand) {
    for (const InputUse& use : inputs.uses()) {
      if (use.pool == i && use.prices != nullptr && use.prices->on_demand) {
        section.on_demand = use.prices->on_demand;
        section.on_demand_from = "the price file";
      }
    }
  }
  if (!section.on_demand && !pool.instance.on_demand.empty()) {
    const DatedPrice& newest = pool.instance.on_demand.back();
    section.on_demand = newest.price;
    section.on_demand_from = fmt::format("catalogue: {}, {}", newest.region, newest.date);
    assembly.assume(fmt::format("on-demand price of {} is {}, that of {} on {}",
                                pool_title(section), to_text(newest.price), newest.region,
                                newest.date));
  }
  if (!section.on_demand) {
    assembly.problems.add(pool_pointer(i),
                          fmt::format("no on-demand price of {} is known", pool.instance.name),
                          R"(give "on_demand", such as "3.06 $/h")");
    return;
  }
  pool.on_demand = *section.on_demand * (1 - section.discount);
}

// The same pool twice would be capacity that the trace does not have.
void check_unique(Assembly& assembly, std::size_t i) {
  const std::vector<Pool>& pools = assembly.setup().market.pools;
  for (std::size_t other = 0; other < i; ++other) {
    if (pools[other].zone == pools[i].zone &&
        pools[other].instance.name == pools[i].instance.name) {
      assembly.problems.add(
          pool_pointer(i),
          fmt::format("the pool {}/{} is there twice", pools[i].zone, pools[i].instance.name),
          "keep one of them");
    }
  }
}

// A name means one thing: one region of a zone, one definition of an instance type.
void check_names(Assembly& assembly, std::size_t i) {
  const std::vector<Pool>& pools = assembly.setup().market.pools;
  for (std::size_t other = 0; other < i; ++other) {
    if (pools[other].zone == pools[i].zone && pools[other].region != pools[i].region) {
      assembly.problems.add(pool_pointer(i) + "/region",
                            fmt::format("pool {} has the zone {} in the region {}, found {}", other,
                                        pools[i].zone, pools[other].region, pools[i].region),
                            "give both the same region, or another name to one of the zones");
      return;
    }
  }
  for (std::size_t other = 0; other < i; ++other) {
    if (pools[other].instance.name == pools[i].instance.name &&
        to_json(pools[other].instance, -1) != to_json(pools[i].instance, -1)) {
      assembly.problems.add(
          pool_pointer(i) + "/instance",
          fmt::format("pool {} has other figures under the name {}", other, pools[i].instance.name),
          "give one of them another name");
      return;
    }
  }
}

// Counts may not exceed what was asked for, and the job may not want more than that.
void check_bound(Assembly& assembly, std::size_t i) {
  const Capacity& capacity = assembly.setup().market.pools[i].capacity;
  if (capacity.kind != CapacityKind::probe && capacity.kind != CapacityKind::fleet)
    return;
  const bool probe = capacity.kind == CapacityKind::probe;
  const std::string pointer = pool_pointer(i) + "/capacity";
  if (highest(capacity.count) > capacity.target) {
    assembly.problems.add(
        pointer + (probe ? "/asked" : "/target"),
        fmt::format("the counts reach {}, found {}", highest(capacity.count), capacity.target),
        "correct the number, or the kind");
  }
  if (assembly.mode.nodes > capacity.target &&
      assembly.scenario().market.censored == Censored::error) {
    assembly.problems.add(
        pointer,
        fmt::format("the job wants {} nodes, but nobody {} more than {}", assembly.mode.nodes,
                    probe ? "asked for" : "wanted", capacity.target),
        "want fewer nodes, or set market.censored to \"as_equal\"");
  }
}

void place_counts(Assembly& assembly, std::size_t i) {
  const CapacityOption& option = assembly.scenario().market.pools[i].capacity;
  Capacity& capacity = assembly.setup().market.pools[i].capacity;
  if (!option.limited())
    return;
  const Counts& counts = option.counts;
  capacity.kind = counts.kind == CountMeans::limit   ? CapacityKind::limit
                  : counts.kind == CountMeans::probe ? CapacityKind::probe
                                                     : CapacityKind::fleet;
  capacity.target = counts.target.value_or(counts.asked.value_or(0));
  if (counts.count)
    capacity.count = StepSeries<std::int64_t>::constant(*counts.count);
}

void begin_pool(Assembly& assembly, std::size_t i) {
  PoolSection& section = assembly.scenario().market.pools[i];
  Pool& pool = assembly.setup().market.pools[i];
  if (!section.region)
    section.region = region_of(section.zone);
  pool.zone = section.zone;
  pool.region = *section.region;
  const std::optional<InstanceType> type = section.instance.find();
  require(type.has_value(), "a name that was read is in the catalogue");
  pool.instance = *type;
  pool.on_demand_capacity = section.on_demand_capacity;
  if (section.spot && !section.price.from_file())
    pool.spot_price = StepSeries<Price>::constant(section.price.constant);
  place_counts(assembly, i);
  if (section.spot) {
    for (const ReclaimOption& one : assembly.scenario().market.reclaim_of(section))
      pool.reclaim.emplace_back(one.choice.name, one.choice.options);
  }
}

void place_input(Assembly& assembly, const InputUse& use, const RunTime& time,
                 const std::optional<Turn>& turn) {
  Pool& pool = assembly.setup().market.pools[use.pool];
  if (use.prices != nullptr) {
    pool.spot_price = placed_prices(use, time, turn);
  } else if (use.counts != nullptr) {
    pool.capacity.count = placed_counts(use, time, turn);
  } else {
    pool.trace_nodes = placed_nodes(use, time);
    pool.capacity.kind = CapacityKind::fleet;
    pool.capacity.count = live_counts(use, time);
    pool.capacity.target = highest(pool.capacity.count);
  }
}

// What `wrap` needs; nothing without it.
std::optional<Turn> turn_of(Assembly& assembly, const RunTime& time, const PoolInputs& inputs) {
  if (assembly.scenario().market.end_of_trace != EndOfTrace::wrap || !time.end)
    return std::nullopt;
  const Seconds span{static_cast<double>(*time.end - time.begin) / 1e6};
  const Seconds period = turning_period(span);
  const std::string pointer = "/market/end_of_trace";
  if (period <= 0s) {
    assembly.problems.add(
        pointer,
        fmt::format("wrap turns by whole days, found inputs of {} in common", to_text(span)),
        "choose error, censor or hold");
  }
  for (const InputUse& use : inputs.uses()) {
    if (use.events != nullptr) {
      assembly.problems.add(pointer, "events that name nodes cannot be turned, found wrap",
                            "choose error, censor or hold");
    }
  }
  const Turn turn{time.end_of_data(), period, assembly.setup().horizon};
  // what the turns of all inputs hold lies in memory at once
  if (period > 0s && turned_steps(inputs.uses(), time, turn) > 1e7) {
    assembly.problems.add(pointer,
                          fmt::format("wrap would make more than 1e7 steps, found turns of {} up "
                                      "to the horizon of {}",
                                      to_text(period), to_text(assembly.scenario().horizon)),
                          "give an earlier horizon, or choose error, censor or hold");
  }
  return turn;
}

void place_inputs(Assembly& assembly, const PoolInputs& inputs) {
  const RunTime time = run_time_of(assembly, inputs.uses());
  for (const InputUse& use : inputs.uses()) {
    if (use.prices != nullptr && time.end)
      assembly.prices_to[use.pool] = time.date_of_end(use);
  }
  const std::optional<Turn> turn = turn_of(assembly, time, inputs);
  if (!assembly.problems.none())
    return;
  for (const InputUse& use : inputs.uses())
    place_input(assembly, use, time, turn);
  const EndOfTrace end = assembly.scenario().market.end_of_trace;
  if (end == EndOfTrace::error || end == EndOfTrace::censor)
    assembly.setup().market.end = time.end_of_data();
}

void fill_life(Assembly& assembly) {
  MarketSection& section = assembly.scenario().market;
  Market& market = assembly.setup().market;
  if (!section.cooldown)
    section.cooldown = assembly.setup().capacity_visible ? Seconds{0} : Seconds{60};
  if (!section.notice)
    section.notice = Seconds{0};  // nothing is lost, so that nothing is announced
  market.end_of_trace = section.end_of_trace;
  market.trace_time = section.trace_time;
  market.notice = *section.notice;
  market.notice_recall = section.notice_recall;
  market.detection = section.detection.value();
  market.failure_detection = section.failure_detection;
  market.provision = section.provision;
  market.boot = section.boot;
  market.setup = section.setup;
  market.max_lifetime = section.max_lifetime;
  market.launch_failure_latency = section.launch_failure_latency;
  market.cooldown = *section.cooldown;
}

}  // namespace

void assemble_market(Assembly& assembly) {
  const std::size_t pools = assembly.scenario().market.pools.size();
  assembly.setup().market.pools.resize(pools);
  fill_life(assembly);
  for (std::size_t i = 0; i < pools; ++i)
    begin_pool(assembly, i);
  PoolInputs inputs(assembly);
  inputs.read_all();
  place_inputs(assembly, inputs);
  if (assembly.setup().ticks)
    act_at_edges(*assembly.setup().ticks, assembly.setup().market);
  for (std::size_t i = 0; i < pools; ++i) {
    resolve_on_demand(assembly, i, inputs);
    if (assembly.problems.none())
      check_unique(assembly, i);
    check_names(assembly, i);
    check_bound(assembly, i);
  }
}

}  // namespace spotgrid::scenarios
