// What the steps of assembling share.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>

#include "scenarios/assemble.hpp"
#include "scenarios/problems.hpp"

namespace spotgrid::scenarios {

struct Assembly {
  explicit Assembly(const Scenario& scenario) : problems(scenario.file) { out.resolved = scenario; }

  Assembled out;
  Problems problems;
  TrainingTraits mode;
  SchemeTraits scheme;
  // By pool with a price file: the date to which a run reads its prices; nothing: not dated.
  std::map<std::size_t, std::optional<traces::TraceTime>> prices_to;

  Scenario& scenario() { return out.resolved; }
  Setup& setup() { return out.setup; }
  void warn(std::string text) { out.warnings.push_back(std::move(text)); }
  void assume(std::string text) { out.assumptions.push_back(std::move(text)); }
};

// In this order: later steps read what earlier ones wrote.
void assemble_plans(Assembly& assembly);   // mode, scheme, schedules, policy
void assemble_market(Assembly& assembly);  // pools and their traces, laws, notices
void assemble_job(Assembly& assembly);     // workload, target, servers
void assemble_quotas(Assembly& assembly);  // of the account, by pool
void check_losses(Assembly& assembly);     // reclaim sources against pools and against each other
void check_nodes(Assembly& assembly);      // whether enough nodes can be had at all

// What is rented there; a problem at `pointer` where the file has no such pool or side.
Offer offer_of(Assembly& assembly, const RentedFrom& from, const std::string& pointer);

std::string pool_pointer(std::size_t pool);          // "/market/pools/0"
std::string pool_title(const PoolSection& pool);     // "us-west-2b/p3.2xlarge"
std::string_view instance_name(const PoolSection&);  // also of one written out

}  // namespace spotgrid::scenarios
