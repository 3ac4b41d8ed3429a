// Stalls of ACUTE, of its baseline and of direct saves, and the delay of the makespan.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <fmt/format.h>

#include "commands/reproduce/acute_items.hpp"
#include "commands/reproduce/acute_runs.hpp"

namespace spotgrid::commands::reproduction {
namespace {

constexpr double within = 0.01;      // of the closed form
constexpr double longest_delay = 1;  // %, where serialisation is hidden
constexpr std::size_t schemes = 3;
constexpr std::array<const char*, schemes> names = {"acute", "mlc_base", "direct_storage"};

std::string scheme_of(std::size_t scheme, const GridCell& cell) {
  return scheme == 0 ? acute_scheme(cell) : plain_scheme(names.at(scheme), cell);
}

double predicted_stall(std::size_t scheme, const GridCell& cell) {
  const formulas::SaveClocks clocks =
      scheme == 2 ? closed_form_direct(cell)
                  : closed_form(cell, scheme == 0 ? formulas::RemoteSaveSwitches{}
                                                  : formulas::multi_level_baseline);
  return clocks.stall.count();
}

class Ordering {
 public:
  explicit Ordering(const Switches& switches) : grid_(acute_grid()) {
    std::vector<SaveCase> cases;
    for (const TrafficBeside& traffic : traffics) {
      for (const GridCell& cell : grid_) {
        for (std::size_t scheme = 0; scheme < schemes; ++scheme)
          cases.push_back({cell, scheme_of(scheme, cell), traffic});
        cases.push_back({cell, std::string(no_saves), traffic});
      }
    }
    times_ = save_times("ordering", cases, switches);
  }

  const std::vector<GridCell>& grid() const { return grid_; }
  double stall(std::size_t traffic, std::size_t cell, std::size_t scheme) const {
    return at(traffic, cell, scheme).stall;
  }
  // By which a save makes its interval longer, in percent of it.
  double delay(std::size_t traffic, std::size_t cell, std::size_t scheme) const {
    const SaveTimes& run = at(traffic, cell, scheme);
    return 100 * (run.makespan - at(traffic, cell, schemes).makespan) / run.interval;
  }

 private:
  const SaveTimes& at(std::size_t traffic, std::size_t cell, std::size_t scheme) const {
    return times_[(traffic * grid_.size() + cell) * (schemes + 1) + scheme];
  }
  std::vector<GridCell> grid_;
  std::vector<SaveTimes> times_;  // by traffic, cell, scheme, without saves the last
};

using Value = double (Ordering::*)(std::size_t, std::size_t, std::size_t) const;

// Mean, least and greatest over cells.
std::vector<analysis::Simulated> over(const Ordering& runs, const std::vector<std::size_t>& cells,
                                      std::size_t scheme, Value value) {
  std::vector<analysis::Simulated> all;
  for (std::size_t t = 0; t < traffics.size(); ++t) {
    std::vector<double> values;
    values.reserve(cells.size());
    for (const std::size_t cell : cells)
      values.push_back((runs.*value)(t, cell, scheme));
    const auto [low, high] = std::minmax_element(values.begin(), values.end());
    all.push_back({mean_of(values), *low, *high, std::string(traffics[t].name), ""});
  }
  return all;
}

// By state; without traffic neither trainers nor the remote change a stall.
analysis::ComparedPanel stalls_at(const Ordering& runs, Bandwidth serialise) {
  analysis::ComparedPanel panel{fmt::format("serialisation at {:g} GB/s", in_gigabytes(serialise)),
                                "", "stall", "s", acute_source};
  panel.log_y = true;
  for (std::size_t scheme = 0; scheme < schemes; ++scheme) {
    for (const SavedModel& model : saved_models) {
      std::vector<std::size_t> cells;
      for (std::size_t i = 0; i < runs.grid().size(); ++i)
        if (runs.grid()[i].serialise == serialise && runs.grid()[i].model.name == model.name)
          cells.push_back(i);
      analysis::Compared row;
      row.series = names.at(scheme);
      row.label = model.name;
      row.predicted.number = predicted_stall(scheme, runs.grid()[cells.front()]);
      row.simulated = over(runs, cells, scheme, &Ordering::stall);
      row.by_formula = true;
      row.tolerance = analysis::Tolerance{within, true};
      panel.rows.push_back(std::move(row));
    }
  }
  return panel;
}

std::string order_of(const std::array<double, schemes>& stalls) {
  std::array<std::size_t, schemes> order = {0, 1, 2};
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return stalls.at(a) < stalls.at(b); });
  std::string text = names.at(order[0]);
  for (std::size_t i = 1; i < schemes; ++i)
    text += fmt::format(" {} {}", stalls.at(order.at(i - 1)) < stalls.at(order.at(i)) ? "<" : "=",
                        names.at(order.at(i)));
  return text;
}

analysis::ComparedPanel orders_of(const Ordering& runs) {
  analysis::ComparedPanel panel{"order of the stalls, each cell", "", "order", "", acute_source};
  for (std::size_t t = 0; t < traffics.size(); ++t) {
    for (std::size_t i = 0; i < runs.grid().size(); ++i) {
      analysis::Compared row;
      row.series = traffics.at(t).name;
      row.label = text_of(runs.grid()[i]);
      row.predicted.words = "acute < mlc_base < direct_storage";
      analysis::Simulated order;
      order.words = order_of({runs.stall(t, i, 0), runs.stall(t, i, 1), runs.stall(t, i, 2)});
      row.simulated = {order};
      row.by_formula = true;
      row.tolerance = analysis::Tolerance{0, false};
      panel.rows.push_back(std::move(row));
    }
  }
  return panel;
}

std::vector<std::size_t> cells_where(const Ordering& runs, bool hidden) {
  std::vector<std::size_t> all;
  for (std::size_t i = 0; i < runs.grid().size(); ++i) {
    const GridCell& cell = runs.grid()[i];
    if ((cell.model.state / cell.serialise < forward_and_backward) == hidden)
      all.push_back(i);
  }
  return all;
}

analysis::ComparedPanel delay_where_hidden(const Ordering& runs) {
  analysis::ComparedPanel panel{
      "delay of the makespan by ACUTE where serialisation is shorter than forward and backward", "",
      "delay", "%", "abstract of 10.1109/ACCESS.2024.3446770: close to zero"};
  panel.drawn = false;
  for (const std::size_t cell : cells_where(runs, true)) {
    for (std::size_t t = 0; t < traffics.size(); ++t) {
      const double delay = runs.delay(t, cell, 0);
      analysis::Compared row;
      row.series = traffics.at(t).name;
      row.label = text_of(runs.grid()[cell]);
      row.published.number = 0;
      row.simulated = {{delay, delay, delay, "", ""}};
      row.by_simulation = true;
      row.tolerance = analysis::Tolerance{longest_delay, false};
      panel.rows.push_back(std::move(row));
    }
  }
  return panel;
}

analysis::ComparedPanel delays_of(const Ordering& runs) {
  analysis::ComparedPanel panel{"delay of the makespan, mean, least and greatest of the cells", "",
                                "delay", "%", acute_source};
  for (const bool hidden : {true, false}) {
    const std::vector<std::size_t> cells = cells_where(runs, hidden);
    for (std::size_t scheme = 0; scheme < schemes; ++scheme) {
      analysis::Compared row;
      row.series = names.at(scheme);
      row.label = fmt::format("serialisation {} ({} cells)", hidden ? "hidden" : "not hidden",
                              cells.size());
      row.simulated = over(runs, cells, scheme, &Ordering::delay);
      panel.rows.push_back(std::move(row));
    }
  }
  return panel;
}

}  // namespace

analysis::Comparison compare_ordering(const Switches& switches) {
  const Ordering runs(switches);
  analysis::Comparison comparison{
      "ordering", "ACUTE: stalls of three schemes, and the delay", acute_remarks(), {}};
  comparison.remarks.emplace_back(
      "direct_storage stands for the second baseline, of which nothing is known: rank 0 writes to "
      "shared storage while training stands. A stall of 0 (ResNet152 at 2 GB/s with ACUTE) is not "
      "drawn. Delay: the makespan less that of the same run without saves, by the interval of one "
      "save; longer iterations beside a save are in it.");
  for (const double serialise : {1e9, 2e9})
    comparison.panels.push_back(stalls_at(runs, bytes_per_second(serialise)));
  comparison.panels.push_back(orders_of(runs));
  comparison.panels.push_back(delay_where_hidden(runs));
  comparison.panels.push_back(delays_of(runs));
  return comparison;
}

std::span<const Item> acute_items() {
  static constexpr std::array<Item, 3> all = {{{"ablation", true, compare_ablation},
                                               {"headline", true, compare_headline},
                                               {"ordering", true, compare_ordering}}};
  return all;
}

}  // namespace spotgrid::commands::reproduction
