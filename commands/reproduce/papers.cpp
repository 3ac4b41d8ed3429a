// The table of papers: a new one is a line here.
// SPDX-License-Identifier: Apache-2.0
#include "commands/reproduce/papers.hpp"

#include <array>

#include "commands/reproduce/acute_items.hpp"
#include "commands/reproduce/deepvm_items.hpp"
#include "commands/reproduce/replayed_schemes.hpp"
#include "commands/reproduce/spotdnn_items.hpp"
#include "commands/reproduce/spotdnn_replayed.hpp"

namespace spotgrid::commands::reproduction {

std::span<const Paper> papers() {
  static constexpr std::array<std::string_view, 5> of_spotdnn = {"--form", "--rounding", "--prices",
                                                                 "--traces", "--starts"};
  static constexpr std::array<std::string_view, 2> of_acute = {"--traces", "--starts"};
  static const std::array<Paper, 3> all = {
      {{"spotdnn", spotdnn_items(), of_spotdnn, replay_spotdnn,
        "skynomad-aws-v100-2023 (prices) and skynomad-aws-v100-multinode-2023 (counts)"},
       {"deepvm", deepvm_items()},
       {"acute", acute_items(), of_acute, replay_acute,
        "bamboo and skynomad-aws-v100-multinode-2023"}}};
  return all;
}

std::string names_of(std::span<const Item> items) {
  std::string all;
  for (const Item& item : items)
    all += (all.empty() ? "" : ", ") + std::string(item.name);
  return all;
}

}  // namespace spotgrid::commands::reproduction
