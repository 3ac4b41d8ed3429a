// Runs in processes of their own: one, or many at a time.
// SPDX-License-Identifier: Apache-2.0
#include "sim/own_process.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "sim/base/option_reader.hpp"
#include "sim/base/option_writer.hpp"
#include "sim/base/packed.hpp"
#include "sim/engine/platform.hpp"
#include "sim/engine/run.hpp"

namespace spotgrid {
namespace {

using Room = std::shared_ptr<grid::Room>;
using How = RunOutcome::How;

struct WireProblem {
  Problem problem;
  void describe(Fields& fields) {
    fields("place", problem.place, "place");
    fields("text", problem.text, "problem");
    fields("remedy", problem.remedy, "remedy");
  }
};

// A result on its way between two processes, or what was wrong with the input.
struct Wire {
  RunResult result;
  std::vector<WireProblem> problems;
  void describe(Fields& fields) {
    result.describe(fields);
    fields("journal", result.journal, "lines of the journal");
    fields("timeline", result.timeline, "Chrome trace");
    fields("problems", problems, "problems of the input");
  }
};

// What `run` comes to, for another process. Settings of SimGrid are only checked where it runs.
std::string wire_of(const std::function<RunResult()>& run) {
  Wire wire;
  try {
    wire.result = run();
  } catch (const InputError& error) {
    for (const Problem& problem : error.problems())
      wire.problems.push_back({problem});
  }
  return to_json(wire, -1);
}

RunOutcome outcome_of(const ChildAnswer& answer) {
  RunOutcome outcome;
  outcome.text = answer.text;
  switch (answer.how) {
    case ChildAnswer::How::threw:
      outcome.how = How::threw;
      return outcome;
    case ChildAnswer::How::crashed:
      outcome.how = How::crashed;
      return outcome;
    case ChildAnswer::How::timed_out:
      outcome.how = How::timed_out;
      return outcome;
    case ChildAnswer::How::answered:
      break;
  }
  Wire wire = read_strictly<Wire>(Document::parse(answer.text, "result", InputKind::data));
  outcome.text.clear();
  outcome.how = wire.problems.empty() ? How::ended : How::refused;
  outcome.result = std::move(wire.result);
  for (WireProblem& one : wire.problems)
    outcome.problems.push_back(std::move(one.problem));
  return outcome;
}

RunOutcome outcome_here(const std::function<RunResult()>& run) {
  RunOutcome outcome;
  try {
    outcome.result = run();
  } catch (const InputError& error) {
    outcome.how = How::refused;
    outcome.problems = error.problems();
  } catch (const std::exception& error) {
    outcome.how = How::threw;
    outcome.text = error.what();
  }
  return outcome;
}

// Runs of one platform, for one process: the run itself, or a zygote that forks each of them.
using Batch = std::vector<std::size_t>;

// Runs of equal platforms in batches: half of an equal share of what is left, so that the platform
// is built seldom while the last runs are spread over all jobs (guided self-scheduling:
// Polychronopoulos, Kuck, IEEE Trans. Computers 1987).
std::vector<Batch> batches_of(std::span<const Setup> setups, std::size_t jobs) {
  std::vector<std::pair<grid::RoomSpec, Batch>> platforms;
  std::size_t left = 0;
  for (std::size_t i = 0; i < setups.size(); ++i) {
    if (!needs_grid(setups[i]))
      continue;
    ++left;
    grid::RoomSpec room = engine::room_spec(setups[i]);
    const auto found = std::find_if(platforms.begin(), platforms.end(),
                                    [&](const auto& one) { return one.first == room; });
    if (found == platforms.end())
      platforms.emplace_back(std::move(room), Batch{i});
    else
      found->second.push_back(i);
  }
  std::vector<Batch> batches;
  for (const auto& platform : platforms) {
    for (std::span<const std::size_t> runs = platform.second; !runs.empty();) {
      const std::size_t share = std::max<std::size_t>(left / (2 * jobs), 1);
      const auto some = runs.first(std::min(share, runs.size()));
      batches.emplace_back(some.begin(), some.end());
      runs = runs.subspan(some.size());
      left -= some.size();
    }
  }
  return batches;
}

class InProcesses {
 public:
  InProcesses(std::span<const Setup> setups, const ManyRuns& how, std::vector<RunOutcome>& outcomes)
      : setups_(setups), how_(how), outcomes_(outcomes) {}

  void run() {
    go(batches_of(setups_, how_.jobs));
    // Runs that a zygote did not answer for go alone, so that each says for itself what is wrong.
    std::vector<Batch> alone;
    for (const std::size_t run : std::exchange(orphans_, {}))
      alone.push_back({run});
    go(alone);
  }

 private:
  void go(const std::vector<Batch>& batches) {
    std::vector<std::size_t> answered(batches.size(), 0);
    std::vector<ChildTask> tasks;
    for (std::size_t b = 0; b < batches.size(); ++b) {
      const Batch& runs = batches[b];
      const bool one = runs.size() == 1;
      ChildTask task;
      task.work = [this, &runs, one](const Send& send) {
        return one ? alone(runs.front(), send) : from_zygote(runs, send);
      };
      task.piece = [this, &runs, &answered, b](const std::string& piece) {
        outcomes_[runs.at(answered[b]++)] = outcome_of(unpacked(piece));
      };
      task.ended = [this, &runs, &answered, b, one](const ChildAnswer& end) {
        for (; answered[b] < runs.size(); ++answered[b]) {
          if (one)
            outcomes_[runs.front()] = outcome_of(end);
          else
            orphans_.push_back(runs[answered[b]]);
        }
      };
      // The platform itself takes less than a run.
      task.limit = one ? how_.time_limit : how_.time_limit * static_cast<double>(runs.size() + 1);
      tasks.push_back(std::move(task));
    }
    in_child_processes(tasks, how_.jobs);
  }

  static std::string packed(const ChildAnswer& answer) {
    return Packer()(answer.how)(answer.text).take();
  }
  static ChildAnswer unpacked(const std::string& piece) {
    ChildAnswer answer{ChildAnswer::How::crashed, ""};
    Unpacker unpack(piece);
    unpack(answer.how)(answer.text);
    require(unpack.ok() && unpack.at_end(), "an answer arrives as it was sent");
    return answer;
  }

  // In a child.

  RunResult simulate_in(std::size_t run, Room room) const {
    Watch watch;
    if (how_.watch)
      watch = [this, run](Seconds simulated, double done) { how_.watch(run, simulated, done); };
    return engine::run(setups_[run], nullptr, watch, std::move(room));
  }

  void alone(std::size_t run, const Send& send) const {
    const std::string wire = wire_of([&] { return simulate_in(run, nullptr); });
    send(packed({ChildAnswer::How::answered, wire}));
  }

  void from_zygote(const Batch& runs, const Send& send) const {
    const Room room = engine::make_room(setups_[runs.front()]);
    for (const std::size_t run : runs) {
      send(packed(in_child_process([&] { return wire_of([&] { return simulate_in(run, room); }); },
                                   how_.time_limit)));
    }
  }

  std::span<const Setup> setups_;
  const ManyRuns& how_;
  std::vector<RunOutcome>& outcomes_;
  std::vector<std::size_t> orphans_;
};

}  // namespace

RunResult simulate_apart(const Setup& setup, const Watch& watch, SharedMemo* memo) {
  if (!needs_grid(setup))
    return simulate(setup, watch, memo);
  RunOutcome outcome =
      outcome_of(in_child_process([&] { return wire_of([&] { return simulate(setup, watch); }); }));
  switch (outcome.how) {
    case How::refused:
      throw InputError(InputKind::scenario, std::move(outcome.problems));
    case How::threw:
      throw std::logic_error(outcome.text);
    case How::crashed:
    case How::timed_out:
      throw std::runtime_error("the run crashed: " + outcome.text);
    case How::ended:
      break;
  }
  return std::move(outcome.result);
}

std::vector<RunOutcome> simulate_all(std::span<const Setup> setups, const ManyRuns& how,
                                     SharedMemo* memo) {
  require(how.jobs > 0, "many runs have a job");
  std::vector<RunOutcome> outcomes(setups.size());
  SharedMemo own;
  for (std::size_t i = 0; i < setups.size(); ++i) {
    if (needs_grid(setups[i]))
      continue;
    Watch watch;
    if (how.watch)
      watch = [&how, i](Seconds simulated, double done) { how.watch(i, simulated, done); };
    outcomes[i] =
        outcome_here([&] { return simulate(setups[i], watch, memo != nullptr ? memo : &own); });
  }
  InProcesses(setups, how, outcomes).run();
  return outcomes;
}

}  // namespace spotgrid
