// Setups of schemes and periods, run and read.
// SPDX-License-Identifier: Apache-2.0
#include "commands/advised_runs.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include <fmt/format.h>

#include "sim/base/json_tree.hpp"
#include "sim/base/option_tables.hpp"
#include "sim/base/random.hpp"
#include "sim/base/unit_text.hpp"

namespace spotgrid::commands {
namespace {

// A run that takes longer than so many times its training alone is not waited for.
constexpr double patience = 6;

// Those without options do not save.
bool never_saves(const NamedEntry<CheckpointScheme>& scheme) {
  const auto options = scheme.entry.options();
  return option_rows([&](Fields& fields) { options->describe(fields); }).empty() &&
         !options->make()->traits().saves;
}

// The scheme with those keys of `given` that it knows.
Json fitted(const NamedEntry<CheckpointScheme>& scheme, const Json& given) {
  const auto options = scheme.entry.options();
  std::set<std::string> known;
  for (const OptionRow& row : option_rows([&](Fields& fields) { options->describe(fields); }))
    known.insert(row.path.substr(0, row.path.find_first_of(".[")));
  Json fitted = {{"name", std::string(scheme.name)}};
  for (const auto& [key, value] : given.items())
    if (key != "name" && known.contains(key))
      fitted[key] = value;
  return fitted;
}

}  // namespace

AdvisedRuns::AdvisedRuns(std::string text, std::string file,
                         std::vector<scenarios::Override> overrides, std::size_t count,
                         Simulating how)
    : text_(std::move(text)),
      file_(std::move(file)),
      overrides_(std::move(overrides)),
      count_(count),
      how_(std::move(how)),
      first_(assembled({})) {
  const Setup& setup = first_.setup;
  const double rate = quiet_times(setup).rate;
  if (setup.market.end == Instant::never() || rate <= 0)
    return;
  const Seconds alone{setup.job.target.value() / rate};
  const Seconds room =
      setup.market.end.since_start() - std::min(patience * alone, setup.horizon.since_start());
  const RandomSource random(1, 0);
  for (std::size_t i = 0; i < count && room > 0s; ++i) {
    const double at =
        (static_cast<double>(i) + random.draw("start", i)) / static_cast<double>(count);
    starts_.emplace_back(std::floor(at * room.count()));
  }
}

Document AdvisedRuns::document() const {
  Document document = Document::parse(text_, file_, InputKind::scenario);
  for (const scenarios::Override& one : overrides_)
    document.set(one.path, one.value);
  return document;
}

scenarios::Assembled AdvisedRuns::assembled(const std::vector<scenarios::Override>& changes) const {
  Document changed = document();
  for (const scenarios::Override& one : changes)
    changed.set(one.path, one.value);
  return scenarios::assemble(scenarios::read(changed));
}

std::vector<AdvisedScheme> AdvisedRuns::schemes() const {
  const Json given =
      document().tree().root.value(Json::json_pointer("/checkpointing/scheme"), Json::object());
  const std::string own = given.value("name", "");
  std::vector<AdvisedScheme> all;
  for (const NamedEntry<CheckpointScheme>& entry : schemes::catalogue()) {
    if (never_saves(entry))
      continue;
    AdvisedScheme one;
    one.name = entry.name;
    one.own = entry.name == own;
    one.options = (one.own ? given : fitted(entry, given)).dump();
    try {
      const Setup setup = assembled({{"checkpointing.scheme", one.options}}).setup;
      one.quiet = quiet_times(setup);
    } catch (const InputError& error) {
      const Problem& problem = error.problems().front();
      one.why_not = fmt::format("{}: {}", problem.place, problem.text);
    }
    all.push_back(std::move(one));
  }
  std::stable_partition(all.begin(), all.end(), [](const AdvisedScheme& one) { return one.own; });
  return all;
}

std::vector<std::vector<JobRun>> AdvisedRuns::runs(
    const AdvisedScheme& scheme, std::span<const std::optional<Seconds>> periods) const {
  std::vector<Setup> at;  // by start
  for (std::size_t i = 0; i < std::max<std::size_t>(starts_.size(), 1); ++i) {
    std::vector<scenarios::Override> changes{{"checkpointing.scheme", scheme.options}};
    if (!starts_.empty())
      changes.push_back({"start", fmt::format("\"{:.0f} s\"", starts_[i].count())});
    at.push_back(assembled(changes).setup);
  }
  std::vector<Setup> setups;
  for (const std::optional<Seconds>& period : periods) {
    std::optional<CheckpointSetup> saves;
    if (period)
      saves =
          assembled(
              {{"checkpointing.scheme", scheme.options},
               {"checkpointing.schedules",
                fmt::format(R"([{{"name": "fixed_interval", "every": "{}"}}])", to_text(*period))}})
              .setup.checkpointing;
    for (std::size_t i = 0; i < count_; ++i) {
      Setup& one = setups.emplace_back(at[i % at.size()]);
      one.replication = i;
      if (saves)
        one.checkpointing = *saves;
    }
  }
  const std::vector<RunResult> results = results_of(scheme.name, setups, how_);
  std::vector<std::vector<JobRun>> all(periods.size());
  for (std::size_t i = 0; i < results.size(); ++i)
    all[i / count_].push_back(read_run(results[i]));
  return all;
}

}  // namespace spotgrid::commands
