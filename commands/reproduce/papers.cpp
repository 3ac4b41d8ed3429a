// The table of papers: a new one is a line here.
// SPDX-License-Identifier: Apache-2.0
#include "commands/reproduce/papers.hpp"

#include <array>

#include "commands/reproduce/acute_items.hpp"
#include "commands/reproduce/deepvm_items.hpp"
#include "commands/reproduce/spotdnn_items.hpp"

namespace spotgrid::commands::reproduction {

std::span<const Paper> papers() {
  static constexpr std::array<std::string_view, 5> of_spotdnn = {"--form", "--rounding", "--prices",
                                                                 "--traces", "--starts"};
  static const std::array<Paper, 3> all = {{{"spotdnn", spotdnn_items(), of_spotdnn, "replayed"},
                                            {"deepvm", deepvm_items()},
                                            {"acute", acute_items()}}};
  return all;
}

std::string names_of(std::span<const Item> items) {
  std::string all;
  for (const Item& item : items)
    all += (all.empty() ? "" : ", ") + std::string(item.name);
  return all;
}

}  // namespace spotgrid::commands::reproduction
