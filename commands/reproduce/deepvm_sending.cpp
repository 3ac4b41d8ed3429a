// Fig. 6 of DeepVM: how long a save takes to several remotes.
// SPDX-License-Identifier: Apache-2.0
#include <array>

#include <fmt/format.h>

#include "commands/reproduce/deepvm_items.hpp"
#include "commands/reproduce/deepvm_runs.hpp"
#include "commands/simulations.hpp"
#include "sim/base/error.hpp"

namespace spotgrid::commands::reproduction {
namespace {

using scenarios::deepvm::Sending;
using scenarios::deepvm::SendingSetup;

constexpr std::int64_t epochs = 6;
constexpr double serialise = 1e9;  // B/s

// How the save goes: `acute` with Check-Mem off sends while training stands.
struct Way {
  std::string_view name, scheme;
};
constexpr std::array<Way, 2> ways = {{{"blocking", R"("name": "acute", "check_mem": false)"},
                                      {"beside training", R"("name": "deepcheck")"}}};

Setup setup_of(const SendingSetup& one, std::int64_t remotes, const Way& way) {
  const EpochPace pace = pace_of(scenarios::deepvm::scaling_curves(), "g4dn.xlarge", one.trainers);
  const std::string scheme = fmt::format(
      R"({{{}, "remotes": {}, "serialise": "1 GB/s", "storage": {{"write": "100 MiB/s", "fsync": "3 ms"}}}})",
      way.scheme, remotes);
  // Copies in memory are not in the measured times.
  const std::string remote = fmt::format(
      R"({{"name": "{}", "network": {{"baseline": "{:.0f} B/s"}}, "memory_copy": {{"rate": "1e9 GB/s"}}}})",
      one.remote, one.network.value());
  return paced_setup(
      "tiering", one.trainers, epochs, pace,
      {{"checkpointing.scheme", scheme},
       {"market.pools.1.instance", remote},
       {"job.workload.checkpoint.size", fmt::format("\"{:.0f} B\"", one.state.value())}});
}

// Mean time of the parts over that of the last: a remote of k parts is done after k/n B / NIC.
double mean_over_last(std::int64_t trainers, std::int64_t remotes) {
  const std::int64_t fewest = trainers / remotes, with_one_more = trainers % remotes;
  const std::int64_t most = fewest + (with_one_more > 0 ? 1 : 0);
  const std::int64_t squares =
      with_one_more * (fewest + 1) * (fewest + 1) + (remotes - with_one_more) * fewest * fewest;
  return static_cast<double>(squares) / static_cast<double>(trainers * most);
}

// Seconds by set-up, way and remotes.
class SentTimes {
 public:
  SentTimes(const Sending& published, const Switches& switches)
      : remotes_(published.seconds.size()) {
    std::vector<Setup> setups;
    for (const SendingSetup& one : published.setups)
      for (const Way& way : ways)
        for (std::size_t m = 1; m <= remotes_; ++m)
          setups.push_back(setup_of(one, static_cast<std::int64_t>(m), way));
    const std::vector<RunResult> results = results_of("fig6", setups, switches.how);
    auto next = results.begin();
    for (const SendingSetup& one : published.setups) {
      for (std::size_t run = 0; run < ways.size() * remotes_; ++run, ++next) {
        require(next->checkpoints.latency.count >= 2, "a run of some epochs has saves");
        const double last = next->checkpoints.latency.mean - one.state.value() / serialise;
        times_.push_back(
            last * mean_over_last(one.trainers, static_cast<std::int64_t>(run % remotes_) + 1));
      }
    }
  }
  double at(std::size_t setup, std::size_t way, std::size_t remotes) const {
    return times_.at((setup * ways.size() + way) * remotes_ + remotes - 1);
  }

 private:
  std::size_t remotes_;
  std::vector<double> times_;
};

double ideal_seconds(const SendingSetup& one, std::size_t remotes) {
  return (one.state / one.network).count() / static_cast<double>(remotes);
}

class Panels {
 public:
  Panels(const Sending& published, const Switches& switches) : published_(published) {
    if (switches.simulate)
      times_.emplace(published, switches);
  }

  // Over the time of the reference where `relative`.
  analysis::ComparedPanel panel(bool relative) const {
    analysis::ComparedPanel all;
    all.title = relative ? fmt::format("over the time to {} remotes", published_.reference)
                         : "seconds; predicted: B / (m NIC)";
    all.x_label = "remotes";
    all.quantity = relative ? "time, relative" : "time";
    all.unit = relative ? "" : "s";
    all.source = published_.source;
    if (!relative)
      all.accuracy = published_.accuracy;
    all.log_y = true;
    for (std::size_t setup = 0; setup < published_.setups.size(); ++setup)
      for (std::size_t m = 1; m <= published_.seconds.size(); ++m)
        all.rows.push_back(row(setup, m, relative));
    return all;
  }

 private:
  template <class Time>
  double over(Time time, std::size_t m, bool relative) const {
    return relative ? time(m) / time(static_cast<std::size_t>(published_.reference)) : time(m);
  }
  analysis::Compared row(std::size_t setup, std::size_t m, bool relative) const {
    const SendingSetup& one = published_.setups[setup];
    analysis::Compared row;
    row.series = one.series;
    row.label = fmt::format("{} remotes", m);
    row.x = static_cast<double>(m);
    row.published.number =
        over([&](std::size_t k) { return published_.seconds.at(k - 1); }, m, relative);
    row.predicted.number = over([&](std::size_t k) { return ideal_seconds(one, k); }, m, relative);
    if (!times_)
      return row;
    for (std::size_t way = 0; way < ways.size(); ++way) {
      const double time =
          over([&](std::size_t k) { return times_->at(setup, way, k); }, m, relative);
      row.simulated.push_back({time, time, time, std::string(ways.at(way).name), ""});
    }
    row.by_simulation = true;
    if (relative && static_cast<std::int64_t>(m) > published_.reference)
      row.tolerance = analysis::Tolerance{published_.within, true};
    return row;
  }

  const Sending& published_;
  std::optional<SentTimes> times_;
};

}  // namespace

analysis::Comparison compare_sending(const Switches& switches) {
  const Sending published = scenarios::deepvm::sending();
  const Panels panels(published, switches);
  return {"fig6", published.title, published.remarks, {panels.panel(true), panels.panel(false)}};
}

}  // namespace spotgrid::commands::reproduction
