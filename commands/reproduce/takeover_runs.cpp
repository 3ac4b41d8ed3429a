// Cut runs and read journals.
// SPDX-License-Identifier: Apache-2.0
#include "commands/reproduce/takeover_runs.hpp"

#include <nlohmann/json.hpp>

#include "commands/reproduce/shipped_scenario.hpp"
#include "commands/simulations.hpp"

namespace spotgrid::commands::reproduction {
namespace {

using scenarios::Takeover;
using scenarios::TakeoverPhase;

// Each 6 s, in short phases more closely: steps of whole iterations would blur their slope.
std::vector<Centiminutes> stretch_of(const TakeoverPhase& phase) {
  const Centiminutes from = centi(phase.ours.at(0)), to = centi(phase.ours.at(1));
  std::vector<Centiminutes> all;
  for (Centiminutes at = from; at <= to; at += to - from > 100 ? half_window : 1)
    all.push_back(at);
  return all;
}

std::set<Centiminutes> cuts_of(const Takeover& published, bool time_line) {
  std::set<Centiminutes> all;
  for (const Centiminutes at : time_line ? points_of(published) : std::set<Centiminutes>{})
    all.insert({at - half_window, at + half_window});
  for (const TakeoverPhase& phase : published.phases) {
    const auto stretch = stretch_of(phase);
    all.insert(stretch.begin(), stretch.end());
  }
  return all;
}

// The whole run, then the same until each cut.
void add_setups(const char* contention, const std::set<Centiminutes>& cuts,
                std::vector<Setup>& setups) {
  const std::array<scenarios::Override, 1> set = {{{"job.training.contention", contention}}};
  Setup setup = shipped_scenario("fig9.json", set).setup;
  setup.keep_journal = true;
  setups.push_back(setup);
  setup.keep_journal = false;
  for (const Centiminutes cut : cuts) {
    setup.horizon = Instant::at(Seconds{0.6 * cut});
    setups.push_back(setup);
  }
}

// Samples a second, by least squares.
double slope(const Watched& run, const std::vector<Centiminutes>& at) {
  double mean_t = 0, mean_s = 0, across = 0, along = 0;
  for (const Centiminutes one : at) {
    mean_t += 0.6 * one / static_cast<double>(at.size());
    mean_s += run.samples.at(one) / static_cast<double>(at.size());
  }
  for (const Centiminutes one : at) {
    across += (0.6 * one - mean_t) * (run.samples.at(one) - mean_s);
    along += (0.6 * one - mean_t) * (0.6 * one - mean_t);
  }
  return across / along;
}

void read_event(const nlohmann::json& line, Story& story) {
  const std::string event = line.at("event");
  const double minute = line.at("t").get<double>() / 60;
  const auto happened = [&](const char* key) { return story.at.count(key) == 1; };
  if (event == "notice_seen")
    story.at.emplace("seen", minute);
  if (event == "node_lost")
    story.at.emplace("lost", minute);
  if (event == "requested" && happened("seen"))
    ++story.requested[line.at("pool").get<std::int64_t>()];
  if (event == "node_entered" && line.at("state") == "training" && happened("lost"))
    story.at["joined"] = minute;  // the last of them
}

}  // namespace

std::set<Centiminutes> points_of(const Takeover& published) {
  std::set<Centiminutes> all;
  const Centiminutes last = centi(published.phases.back().to);
  for (Centiminutes at = centi(published.phases.front().from); at <= last; at += half_window)
    all.insert(at);
  for (const scenarios::TakeoverSpeed& one : published.between)
    all.insert(centi(one.at));
  return all;
}

std::vector<Watched> takeover_runs(const Takeover& published, const Switches& switches) {
  std::vector<Setup> setups;
  std::vector<std::set<Centiminutes>> cuts;
  for (const char* contention : contentions) {
    cuts.push_back(cuts_of(published, cuts.empty()));
    add_setups(contention, cuts.back(), setups);
  }
  const std::vector<RunResult> results = results_of("fig9", setups, switches.how);
  std::vector<Watched> all;
  auto next = results.begin();
  for (const std::set<Centiminutes>& some : cuts) {
    Watched& one = all.emplace_back();
    one.whole = *next++;
    for (const Centiminutes cut : some)
      one.samples[cut] = (next++)->loss.value().samples;
  }
  return all;
}

double speed_in(const Watched& run, const TakeoverPhase& phase) {
  return slope(run, stretch_of(phase));
}

Story::Story(const RunResult& run) {
  for (const std::string& line : run.journal)
    read_event(nlohmann::json::parse(line), *this);
  at["finished"] = run.makespan_s / 60;
}

}  // namespace spotgrid::commands::reproduction
