// Conditions on a result that decide the exit code: --require and --max-cost.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/base/quantities.hpp"
#include "sim/domain/result.hpp"

namespace spotgrid::commands {

// "preemptions>=1": a counter of the result, by its path below "counters".
class Requirement {
 public:
  // Throws InputError(scenario) where it is not COUNTER OP NUMBER with a counter that results have.
  explicit Requirement(std::string_view text);

  // What is not met, with what was found; empty when it is met.
  std::string unmet(const Counters& counters) const;

 private:
  std::string text_, counter_, op_;
  double bound_ = 0;
};

struct Gates {
  std::vector<Requirement> requirements;
  std::optional<Dollars> max_cost;

  static Gates of(const std::vector<std::string>& requirements,
                  const std::optional<std::string>& max_cost);
  // One sentence for each gate that failed.
  std::vector<std::string> failed(const RunResult& result) const;
};

}  // namespace spotgrid::commands
