// Fig. 9 of spotDNN, through the whole simulator: panels.
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "commands/reproduce/shipped_scenario.hpp"
#include "commands/reproduce/spotdnn_items.hpp"
#include "commands/reproduce/takeover_runs.hpp"
#include "models/catalogues.hpp"
#include "models/formulas/spotdnn_workload.hpp"
#include "sim/base/error.hpp"

namespace spotgrid::commands::reproduction {
namespace {

using analysis::Compared;
using analysis::ComparedPanel;
using scenarios::Takeover;
using scenarios::TakeoverPhase;

// What the model gives for the workers of a phase.
double predicted_speed(const TakeoverPhase& phase, const Switches& switches) {
  const Workload workload = workloads::find("resnet-110").value();
  formulas::spotdnn::Model model = formulas::spotdnn::model_of(workload);
  model.form = switches.form;
  std::vector<formulas::spotdnn::WorkerType> types;
  formulas::spotdnn::Counts counts;
  for (const auto& [name, count] : phase.workers) {
    types.push_back(
        formulas::spotdnn::worker_of(workload, instances::find(name).value(), Price{}).value());
    counts.push_back(count);
  }
  return formulas::spotdnn::cluster_of(model, types, counts).speed;
}

std::string plan_words(const Story& story) {
  const std::vector<scenarios::PoolSection> pools =
      shipped_scenario("fig9.json").resolved.market.pools;
  std::vector<std::string> parts;
  for (const auto& [pool, count] : story.requested)
    parts.push_back(
        fmt::format("{} x {}", count, pools.at(static_cast<std::size_t>(pool)).instance.name));
  return fmt::format("{}", fmt::join(parts, " + "));
}

Compared row_of(std::string_view contention, std::string label, double published, double ours) {
  Compared row;
  row.series = contention;
  row.label = std::move(label);
  row.published.number = published;
  row.simulated.push_back({ours, ours, ours, "", ""});
  row.by_simulation = true;
  return row;
}

ComparedPanel panel_of(std::string title, std::string quantity, std::string unit,
                       const Takeover& published) {
  ComparedPanel panel;
  panel.title = std::move(title);
  panel.quantity = std::move(quantity);
  panel.unit = std::move(unit);
  panel.source = published.source;
  panel.drawn = false;
  return panel;
}

ComparedPanel plan_panel(const Takeover& published, const std::vector<Story>& stories) {
  ComparedPanel panel = panel_of("plan after the notice", "plan", "", published);
  for (std::size_t i = 0; i < stories.size(); ++i) {
    Compared row = row_of(contentions[i], "requested", 0, 0);
    row.published = {{}, published.plan};
    row.simulated.front().words = plan_words(stories[i]);
    row.tolerance = analysis::Tolerance{0, false};
    panel.rows.push_back(std::move(row));
  }
  return panel;
}

ComparedPanel phase_panel(const Takeover& published, const std::vector<Watched>& runs,
                          const Switches& switches) {
  ComparedPanel panel = panel_of("speed of the phases", "speed", "samples/s", published);
  panel.accuracy = published.accuracy;
  panel.drawn = true;
  for (const TakeoverPhase& phase : published.phases) {
    for (std::size_t i = 0; i < runs.size(); ++i) {
      Compared row = row_of(contentions[i], phase.label, phase.speed, speed_in(runs[i], phase));
      row.spread = phase.spread;
      row.predicted.number = predicted_speed(phase, switches);
      row.tolerance = analysis::Tolerance{published.within, true};
      panel.rows.push_back(std::move(row));
    }
  }
  return panel;
}

// The mean of its phase, or the point at a change.
void publish_speed(const Takeover& published, Centiminutes at, Compared& row) {
  row.published.number.reset();
  for (const TakeoverPhase& phase : published.phases) {
    if (at >= centi(phase.from) && at <= centi(phase.to)) {
      row.published.number = phase.speed;
      row.spread = phase.spread;
    }
  }
  for (const scenarios::TakeoverSpeed& one : published.between) {
    if (at == centi(one.at))
      row.published.number = one.speed;
  }
}

ComparedPanel line_panel(const Takeover& published, const Watched& run) {
  ComparedPanel panel = panel_of("time line", "speed of the cluster", "samples/s", published);
  panel.source += "; means of the phases, and its points at the changes";
  panel.accuracy = published.accuracy;
  panel.x_label = "minutes";
  panel.drawn = true;
  for (const Centiminutes at : points_of(published)) {
    const double gained = run.samples.at(at + half_window) - run.samples.at(at - half_window);
    Compared row = row_of(contentions.front(), fmt::format("{} min", at / 100.0), 0,
                          gained / (0.6 * 2 * half_window));
    row.x = at / 100.0;
    publish_speed(published, at, row);
    panel.rows.push_back(std::move(row));
  }
  return panel;
}

ComparedPanel instant_panel(const Takeover& published, const std::vector<Story>& stories) {
  ComparedPanel panel = panel_of("instants", "time", "min", published);
  panel.accuracy = 0.05;
  for (std::size_t i = 0; i < stories.size(); ++i) {
    for (const scenarios::TakeoverInstant& one : published.instants) {
      panel.rows.push_back(row_of(contentions[i], one.label, one.at, stories[i].at.at(one.key)));
      panel.rows.back().note = one.note;
    }
    panel.rows.push_back(row_of(contentions[i], "finish by the loss state",
                                published.finish_by_state.at, stories[i].at.at("finished")));
    panel.rows.back().tolerance = analysis::Tolerance{published.finish_by_state.within, false};
    panel.rows.back().note = published.finish_by_state.source;
  }
  return panel;
}

ComparedPanel cost_panel(const Takeover& published, const std::vector<Watched>& runs) {
  ComparedPanel panel = panel_of("cost of workers that train", "cost", "$", published);
  panel.source = published.cost_by_state.source;
  for (std::size_t i = 0; i < runs.size(); ++i)
    panel.rows.push_back(row_of(contentions[i], "workers that train", published.cost_by_state.cost,
                                runs[i].whole.cost.by_state.at("useful")));
  return panel;
}

}  // namespace

analysis::Comparison compare_takeover(const Switches& switches) {
  const Takeover published = scenarios::spotdnn::takeover();
  const std::vector<Watched> runs = takeover_runs(published, switches);
  std::vector<Story> stories;
  stories.reserve(runs.size());
  for (const Watched& run : runs)
    stories.emplace_back(run.whole);
  analysis::Comparison all{"fig9", published.title, published.remarks, {}};
  all.panels = {plan_panel(published, stories), phase_panel(published, runs, switches),
                line_panel(published, runs.front()), instant_panel(published, stories),
                cost_panel(published, runs)};
  return all;
}

}  // namespace spotgrid::commands::reproduction
