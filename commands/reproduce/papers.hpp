// The papers whose tables and figures can be computed anew, and the items of each.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "analysis/comparison.hpp"
#include "commands/reproduce/switches.hpp"

namespace spotgrid::commands::reproduction {

// A table or a figure.
struct Item {
  std::string_view name;
  bool figure = false;  // whether one is drawn
  analysis::Comparison (*compare)(const Switches& switches) = nullptr;
};

struct Paper {
  std::string_view name;
  std::span<const Item> items;                  // in the order of the paper
  std::span<const std::string_view> options{};  // of the command line that change its items
  std::string_view on_traces{};  // an item on recorded traces, which `all` leaves out
};

// In the order of the help.
std::span<const Paper> papers();

// "table1, table5, fig2": the names of items.
std::string names_of(std::span<const Item> items);

}  // namespace spotgrid::commands::reproduction
