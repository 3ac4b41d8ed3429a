// A scenario that is built into the program, on traces that are not: many starts in one market.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "scenarios/assemble.hpp"
#include "scenarios/load.hpp"

namespace spotgrid::commands::reproduction {

class RecordedMarket {
 public:
  // The shipped scenario of that file name, whose paths begin at `folder`. Throws InputError where
  // the folder lacks a file, or where its traces are shorter than the scenario's horizon.
  RecordedMarket(std::string_view name, std::string folder);

  // One instant, drawn at random, in each of so many equal stretches of the time in which a run
  // can begin: after the beginning of the data, whole seconds.
  std::vector<Seconds> starts(std::size_t count) const;
  // The whole setup, under changes of the scenario.
  Setup setup(const std::vector<scenarios::Override>& changes) const;
  // From the request until workers train where nothing waits: provision, boot, setup, join.
  Seconds start_up() const;
  Seconds span() const { return span_; }  // of the traces

 private:
  scenarios::Scenario scenario(const std::vector<scenarios::Override>& changes) const;
  void check_files() const;

  std::string_view text_;
  std::string folder_, file_;
  Seconds span_{0}, horizon_{0};
};

}  // namespace spotgrid::commands::reproduction
