// The runs of the packaged simulator of Can't Be Late (NSDI 2024), reproduced tick by tick.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "scenarios/assemble.hpp"
#include "scenarios/load.hpp"
#include "sim/simulation.hpp"
#include "tests/support/test_data.hpp"

namespace spotgrid {
namespace {

constexpr double tick = 600;  // s
constexpr std::int64_t window_ticks = 554;

// A row of outputs/policies_30windows.csv.
struct PeerRun {
  std::string region, policy, deadline, overhead;
  std::int64_t start = 0;  // tick of the trace at which the window begins
  double cost = 0;         // $
  std::int64_t preemptions = 0;
  double finish = 0;  // s
  bool in_time = false;
  std::string timeline;
};

std::vector<PeerRun> peer_runs(const std::filesystem::path& folder) {
  std::ifstream file(folder / "outputs/policies_30windows.csv");
  std::vector<PeerRun> all;
  std::string line;
  std::getline(file, line);
  while (std::getline(file, line)) {
    std::vector<std::string> cells;
    std::istringstream row(line);
    for (std::string cell; std::getline(row, cell, ',');)
      cells.push_back(cell);
    all.push_back({cells.at(0), cells.at(3), cells.at(5), cells.at(6), std::stoll(cells.at(2)),
                   std::stod(cells.at(7)), std::stoll(cells.at(11)), std::stod(cells.at(13)),
                   cells.at(14) == "1", cells.at(15)});
  }
  return all;
}

// By region, for every tick of its trace: 1 where spot can be had. The file says 1 where it cannot.
struct Availability {
  std::int64_t first_tick = 0;
  std::vector<int> spot;
};

std::map<std::string, Availability> availability(const std::filesystem::path& folder) {
  std::ifstream file(folder / "inputs/base_traces.json");
  const nlohmann::json document = nlohmann::json::parse(file);
  std::map<std::string, Availability> all;
  for (const auto& [region, trace] : document.at("regions").items()) {
    Availability& one = all[region];
    one.first_tick = trace.at("first_tick").get<std::int64_t>();
    for (const auto& run : trace.at("preempted_rle"))
      one.spot.insert(one.spot.end(), run.at(1).get<std::size_t>(), 1 - run.at(0).get<int>());
  }
  return all;
}

StepSeries<std::int64_t> window(const Availability& trace, std::int64_t start) {
  std::vector<StepSeries<std::int64_t>::Step> steps;
  for (std::int64_t i = 0; i < window_ticks; ++i)
    steps.push_back({Instant::at(Seconds{tick * static_cast<double>(i)}),
                     trace.spot.at(static_cast<std::size_t>(start - trace.first_tick + i))});
  return StepSeries<std::int64_t>(std::move(steps));
}

// The peer's world in our words: a launch costs one overhead, everything else takes no time, and
// nothing that was trained is lost.
Setup peer_world(const std::string& policy, const std::string& deadline,
                 const std::string& overhead) {
  const std::string text = R"({
    "horizon": ")" + std::to_string(window_ticks * 600) +
                           R"( s",
    "job": {"work": "48 h", "deadline": ")" +
                           deadline + R"( h", "training": {"mode": "work_units", "nodes": 1},
            "membership": {"rendezvous": ")" +
                           overhead + R"( h", "init": "0 s"}},
    "market": {
      "pools": [{"zone": "z", "instance": "p3.2xlarge", "on_demand": "3.06 $/h",
                 "price": "0.9731 $/h", "capacity": {"kind": "limit", "count": 1}}],
      "reclaim": [{"kind": "capacity"}], "notice": "0 s",
      "billing": {"rule": "per_second", "charge": "whole_tick"},
      "provision": "0 s", "boot": "0 s", "setup": "0 s", "detection": "0 s",
      "failure_detection": "0 s", "launch_failure_latency": "0 s", "cooldown": "0 s"},
    "provisioning": {"policy": ")" +
                           policy + R"(", "guard": "packaged", "decisions": {"tick": "600 s"}},
    "checkpointing": {"scheme": {"name": "continuous"}}
  })";
  Setup setup =
      scenarios::assemble(scenarios::read(Document::parse(text, "peer.json", InputKind::scenario)))
          .setup;
  setup.keep_journal = true;
  return setup;
}

std::size_t tick_after(double seconds) {
  return static_cast<std::size_t>(std::ceil(seconds / tick - 1e-9));
}

// One letter a tick: spot, on demand, nothing.
std::string letters(const RunResult& result) {
  std::string text;
  std::map<std::int64_t, std::pair<std::size_t, char>> held;  // by node: first tick, letter
  for (const std::string& line : result.journal) {
    const bool requested = line.find("\"event\": \"requested\"") != std::string::npos;
    const bool ended = line.find("\"event\": \"node_lost\"") != std::string::npos ||
                       line.find("\"event\": \"node_released\"") != std::string::npos;
    if (!requested && !ended)
      continue;
    const nlohmann::json event = nlohmann::json::parse(line);
    const std::size_t at = tick_after(event.at("t").get<double>());
    const auto node = event.at("node").get<std::int64_t>();
    if (requested) {
      held[node] = {at, line.find("on_demand") != std::string::npos ? 'O' : 'S'};
      continue;
    }
    text.resize(std::max(text.size(), at), 'N');
    std::fill(text.begin() + static_cast<std::ptrdiff_t>(held.at(node).first),
              text.begin() + static_cast<std::ptrdiff_t>(at), held.at(node).second);
  }
  return text;
}

// "S192 N1 O21" as letters, up to the tick in which the work ends. The two policies that were
// written for the peer's run were asked once more after it, which stands in the timeline (and in
// the counts of launches and charged ticks) but not in the cost.
std::string letters(const PeerRun& peer) {
  std::string text;
  std::istringstream runs(peer.timeline);
  for (std::string run; runs >> run;)
    text.append(std::stoul(run.substr(1)), run.front());
  return text.substr(0, tick_after(peer.finish));
}

std::int64_t launches_in(const std::string& letters) {
  std::int64_t count = 0;
  for (std::size_t i = 0; i < letters.size(); ++i)
    count += letters[i] != 'N' && (i == 0 || letters[i] != letters[i - 1]) ? 1 : 0;
  return count;
}

// The peer does not look at a market in which the job is done.
std::int64_t losses_before_the_end(const RunResult& result) {
  return std::count_if(result.journal.begin(), result.journal.end(), [&](const std::string& line) {
    return line.find("\"event\": \"node_lost\"") != std::string::npos &&
           nlohmann::json::parse(line).at("t").get<double>() < result.makespan_s;
  });
}

TEST(CantBeLate, EveryRunOfItsPackagedSimulatorIsReproduced) {
  SPOTGRID_NEEDS(folder, "oracle/peers/cant-be-late");
  const std::map<std::string, std::string> ours = {
      {"all_od", "on_demand_only"}, {"greedy_wait", "greedy"}, {"up", "uniform_progress"}};
  const std::map<std::string, Availability> traces = availability(folder);
  std::map<std::string, spotgrid::Setup> worlds;
  std::map<std::string, int> rows, late;
  double farthest = 0;  // $
  for (const PeerRun& peer : peer_runs(folder)) {
    if (!ours.contains(peer.policy))
      continue;
    const std::string name = peer.policy + " " + peer.deadline + " h " + peer.overhead + " h";
    if (!worlds.contains(name))
      worlds[name] = peer_world(ours.at(peer.policy), peer.deadline, peer.overhead);
    spotgrid::Setup& setup = worlds.at(name);
    setup.market.pools[0].capacity.count = window(traces.at(peer.region), peer.start);
    ASSERT_FALSE(needs_grid(setup));
    const RunResult result = simulate(setup);
    const std::string row = name + " " + peer.region + " from " + std::to_string(peer.start);
    EXPECT_NEAR(result.cost_usd, peer.cost, 1e-6) << row;
    EXPECT_EQ(letters(result), letters(peer)) << row;
    EXPECT_EQ(result.makespan_s, peer.finish) << row;
    EXPECT_EQ(result.outcome, peer.in_time ? Outcome::finished : Outcome::finished_late) << row;
    EXPECT_EQ(result.counters.requests, launches_in(letters(peer))) << row;
    EXPECT_EQ(losses_before_the_end(result), peer.preemptions) << row;
    EXPECT_FALSE(result.deadline_guaranteed);
    farthest = std::max(farthest, std::abs(result.cost_usd - peer.cost));
    ++rows[peer.policy];
    late[peer.policy] += peer.in_time ? 0 : 1;
  }
  for (const auto& [policy, name] : ours)
    EXPECT_EQ(rows[policy], 600) << name;
  EXPECT_EQ(late["greedy_wait"], 14) << "the guard lets some be late";
  RecordProperty("largest_difference_of_cost", std::to_string(farthest));
}

}  // namespace
}  // namespace spotgrid
