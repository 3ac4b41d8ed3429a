// Plans of policies side by side, printed.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/base/options.hpp"

namespace spotgrid::commands {

struct PlannedCount {
  std::string instance;  // with its zone where there are several pools of the type
  std::int64_t count = 0;

  void describe(Fields& fields);
};

struct PolicyPlan {
  std::string policy;
  std::vector<PlannedCount> plan;          // empty where the search found none
  std::optional<double> time_s, cost_usd;  // predicted
  std::int64_t examined = 0;               // plans
  bool feasible = false;                   // by the model, without what a policy wishes for
  std::string reason;                      // why not

  void describe(Fields& fields);
};

struct PolicyPlans {
  std::string workload;
  double loss = 0, deadline_s = 0;
  std::vector<PolicyPlan> plans;

  void describe(Fields& fields);
};

std::string plans_table(const PolicyPlans& all);
std::string plans_json(const PolicyPlans& all);
std::string plans_csv(const PolicyPlans& all);

}  // namespace spotgrid::commands
