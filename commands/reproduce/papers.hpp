// The papers whose tables and figures can be computed anew, and the items of each.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/comparison.hpp"
#include "commands/reproduce/switches.hpp"

namespace spotgrid::commands::reproduction {

// A table or a figure.
struct Item {
  std::string_view name;
  bool figure = false;  // whether one is drawn
  analysis::Comparison (*compare)(const Switches& switches) = nullptr;
};

// What runs on recorded traces came to.
struct OnTraces {
  std::string text;  // for people
  struct File {
    std::string name, text;
  };
  std::vector<File> files;
};

// The item of runs on recorded traces, which `all` leaves out.
inline constexpr std::string_view on_traces = "replayed";

struct Paper {
  std::string_view name;
  std::span<const Item> items;                  // in the order of the paper
  std::span<const std::string_view> options{};  // of the command line that change its items
  // Nothing where it has no such item. All files are found in the folder before any run.
  OnTraces (*replay)(const std::string& folder, std::size_t starts,
                     const Switches& switches) = nullptr;
  std::string_view traces{};  // what is looked for in the folder
};

// In the order of the help.
std::span<const Paper> papers();

// "table1, table5, fig2": the names of items.
std::string names_of(std::span<const Item> items);

}  // namespace spotgrid::commands::reproduction
