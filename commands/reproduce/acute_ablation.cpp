// What Check-Mem, Check-Trans and Check-Pack are worth, alone and together.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <fmt/format.h>

#include "commands/reproduce/acute_items.hpp"
#include "commands/reproduce/acute_runs.hpp"

namespace spotgrid::commands::reproduction {
namespace {

using formulas::RemoteSaveSwitches;

constexpr double within = 0.01;  // of the closed form

// All on first, all off last.
constexpr std::array<RemoteSaveSwitches, 8> combinations = {{{true, true, true},
                                                             {false, true, true},
                                                             {true, false, true},
                                                             {true, true, false},
                                                             {false, false, true},
                                                             {false, true, false},
                                                             {true, false, false},
                                                             {false, false, false}}};
std::string name_of(const RemoteSaveSwitches& on) {
  return fmt::format("{}{}{}", on.check_mem ? "M" : "-", on.check_trans ? "T" : "-",
                     on.check_pack ? "P" : "-");
}

struct Clock {
  const char* name;
  double SaveTimes::*simulated;
  Seconds formulas::SaveClocks::*predicted;
};
constexpr std::array<Clock, 3> clocks = {
    {{"stall", &SaveTimes::stall, &formulas::SaveClocks::stall},
     {"usable (L1)", &SaveTimes::latency, &formulas::SaveClocks::usable},
     {"durable (L2)", &SaveTimes::durable, &formulas::SaveClocks::durable}}};

class Ablation {
 public:
  explicit Ablation(const Switches& switches) : grid_(acute_grid()) {
    std::vector<SaveCase> cases;
    for (const TrafficBeside& traffic : traffics)
      for (const RemoteSaveSwitches& on : combinations)
        for (const GridCell& cell : grid_)
          cases.push_back({cell, acute_scheme(cell, on), traffic});
    times_ = save_times("ablation", cases, switches);
  }

  const std::vector<GridCell>& grid() const { return grid_; }
  // By cell.
  std::vector<double> simulated(std::size_t combination, std::size_t traffic,
                                double SaveTimes::*what) const {
    const std::size_t first = (traffic * combinations.size() + combination) * grid_.size();
    std::vector<double> all;
    for (std::size_t i = 0; i < grid_.size(); ++i)
      all.push_back(times_[first + i].*what);
    return all;
  }
  std::vector<double> predicted(std::size_t combination, const Clock& clock) const {
    std::vector<double> all;
    for (const GridCell& cell : grid_)
      all.push_back((closed_form(cell, combinations[combination]).*clock.predicted).count());
    return all;
  }

 private:
  std::vector<GridCell> grid_;
  std::vector<SaveTimes> times_;  // by traffic, combination, cell
};

analysis::Simulated exactly(double value, std::size_t traffic) {
  return {value, value, value, std::string(traffics[traffic].name), ""};
}

void judge(analysis::Compared& row) {
  row.by_formula = true;
  row.tolerance = analysis::Tolerance{within, true};
}

analysis::ComparedPanel means_of(const Ablation& runs, const Clock& clock) {
  analysis::ComparedPanel panel{fmt::format("{}, mean of the grid", clock.name), "", clock.name,
                                "s", acute_source};
  for (std::size_t c = 0; c < combinations.size(); ++c) {
    analysis::Compared row;
    row.series = "ACUTE";
    row.label = name_of(combinations[c]);
    row.predicted.number = mean_of(runs.predicted(c, clock));
    for (std::size_t t = 0; t < traffics.size(); ++t)
      row.simulated.push_back(exactly(mean_of(runs.simulated(c, t, clock.simulated)), t));
    judge(row);
    panel.rows.push_back(std::move(row));
  }
  return panel;
}

analysis::ComparedPanel contention_of(const Ablation& runs) {
  analysis::ComparedPanel panel{"longer iterations beside it, mean of the grid", "", "contention",
                                "s", acute_source};
  for (std::size_t c = 0; c < combinations.size(); ++c) {
    analysis::Compared row;
    row.series = "ACUTE";
    row.label = name_of(combinations[c]);
    for (std::size_t t = 0; t < traffics.size(); ++t)
      row.simulated.push_back(exactly(mean_of(runs.simulated(c, t, &SaveTimes::contention)), t));
    row.predicted.number = 0;
    row.by_formula = true;
    row.tolerance = analysis::Tolerance{1e-6, false};  // s, a tick of the clock
    panel.rows.push_back(std::move(row));
  }
  return panel;
}

analysis::ComparedPanel cells_of(const Ablation& runs, const Clock& clock) {
  analysis::ComparedPanel panel{fmt::format("{}, each cell", clock.name), "", clock.name, "s",
                                acute_source};
  panel.drawn = false;
  for (std::size_t c = 0; c < combinations.size(); ++c) {
    const std::vector<double> predicted = runs.predicted(c, clock);
    std::vector<std::vector<double>> simulated;
    for (std::size_t t = 0; t < traffics.size(); ++t)
      simulated.push_back(runs.simulated(c, t, clock.simulated));
    for (std::size_t i = 0; i < predicted.size(); ++i) {
      analysis::Compared row;
      row.series = name_of(combinations[c]);
      row.label = text_of(runs.grid()[i]);
      row.predicted.number = predicted[i];
      for (std::size_t t = 0; t < traffics.size(); ++t)
        row.simulated.push_back(exactly(simulated[t][i], t));
      judge(row);
      panel.rows.push_back(std::move(row));
    }
  }
  return panel;
}

// The clock that a switch is there for, and the combination in which it alone is off.
struct Ablated {
  const char* name;
  std::size_t without;
  const Clock& clock;
};
constexpr std::array<Ablated, 3> ablated = {{{"Check-Mem: stall", 1, clocks[0]},
                                             {"Check-Trans: usable", 2, clocks[1]},
                                             {"Check-Pack: durable", 3, clocks[2]}}};

// By how much each cell is faster with the switch than without it alone.
std::vector<double> gains(const std::vector<double>& with, const std::vector<double>& without) {
  std::vector<double> all;
  for (std::size_t i = 0; i < with.size(); ++i)
    all.push_back(100 * (1 - with[i] / without[i]));
  return all;
}

analysis::ComparedPanel gains_of(const Ablation& runs) {
  analysis::ComparedPanel panel{"gain of a switch over it alone off, mean of the grid", "", "gain",
                                "%", acute_source};
  panel.drawn = false;
  for (const Ablated& one : ablated) {
    analysis::Compared row;
    row.series = "ACUTE";
    row.label = one.name;
    row.predicted.number =
        mean_of(gains(runs.predicted(0, one.clock), runs.predicted(one.without, one.clock)));
    for (std::size_t t = 0; t < traffics.size(); ++t)
      row.simulated.push_back(
          exactly(mean_of(gains(runs.simulated(0, t, one.clock.simulated),
                                runs.simulated(one.without, t, one.clock.simulated))),
                  t));
    judge(row);
    panel.rows.push_back(std::move(row));
  }
  return panel;
}

std::string cells_gained(const std::vector<double>& gains) {
  const auto none_lost =
      std::count_if(gains.begin(), gains.end(), [](double gain) { return gain >= 0; });
  return fmt::format("not slower in {} of {} cells", none_lost, gains.size());
}

analysis::ComparedPanel signs_of(const Ablation& runs) {
  analysis::ComparedPanel panel{"no switch makes a save slower", "", "cells", "", acute_source};
  for (const Ablated& one : ablated) {
    for (std::size_t t = 0; t < traffics.size(); ++t) {
      analysis::Compared row;
      row.series = traffics[t].name;
      row.label = one.name;
      row.predicted.words =
          cells_gained(gains(runs.predicted(0, one.clock), runs.predicted(one.without, one.clock)));
      analysis::Simulated words;
      words.words = cells_gained(gains(runs.simulated(0, t, one.clock.simulated),
                                       runs.simulated(one.without, t, one.clock.simulated)));
      row.simulated = {words};
      row.by_formula = true;
      row.tolerance = analysis::Tolerance{0, false};
      panel.rows.push_back(std::move(row));
    }
  }
  return panel;
}

}  // namespace

analysis::Comparison compare_ablation(const Switches& switches) {
  const Ablation runs(switches);
  analysis::Comparison comparison{
      "ablation", "ACUTE: Check-Mem, Check-Trans and Check-Pack", acute_remarks(), {}};
  comparison.remarks.emplace_back(
      "M: Check-Mem, training goes on while the state is copied and sent; T: Check-Trans, every "
      "rank sends its part; P: Check-Pack, the remote writes what it received; -: off. -TP, M-P "
      "and MT- have one off alone, --P is the baseline of the released program. Without P the "
      "remote unpacks at 2 GB/s and packs at 1 GB/s.");
  for (const Clock& clock : clocks)
    comparison.panels.push_back(means_of(runs, clock));
  comparison.panels.push_back(contention_of(runs));
  comparison.panels.push_back(gains_of(runs));
  comparison.panels.push_back(signs_of(runs));
  for (const Clock& clock : clocks)
    comparison.panels.push_back(cells_of(runs, clock));
  return comparison;
}

}  // namespace spotgrid::commands::reproduction
