// One run, here or in a process of its own.
// SPDX-License-Identifier: Apache-2.0
#include "sim/simulation.hpp"

#include <utility>

#include "sim/base/child_process.hpp"
#include "sim/base/option_reader.hpp"
#include "sim/base/option_writer.hpp"
#include "sim/engine/memo.hpp"
#include "sim/engine/run.hpp"

namespace spotgrid {
namespace {

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

// Settings of SimGrid are only checked where SimGrid runs.
Wire answer_of(const Setup& setup, const Watch& watch) {
  Wire wire;
  try {
    wire.result = simulate(setup, watch);
  } catch (const InputError& error) {
    for (const Problem& problem : error.problems())
      wire.problems.push_back({problem});
  }
  return wire;
}

}  // namespace

SharedMemo::SharedMemo() : memo_(std::make_unique<engine::Memo>()) {}
SharedMemo::~SharedMemo() = default;

bool SharedMemo::take(std::string_view bytes) {
  return memo_->from(bytes);
}

std::string SharedMemo::bytes() const {
  return memo_->to_bytes();
}

std::size_t SharedMemo::simulated() const {
  return memo_->simulated();
}

bool moves_bytes(const Setup& setup) {
  return !setup.job.training->make()->traits().continuous ||
         setup.checkpointing.scheme->make()->traits().saves;
}

bool needs_grid(const Setup& setup) {
  return setup.fidelity.kind != Fidelity::Kind::memo && moves_bytes(setup);
}

RunResult simulate(const Setup& setup, const Watch& watch, SharedMemo* memo) {
  if (needs_grid(setup))
    return engine::run(setup, nullptr, watch);
  if (memo != nullptr)
    return engine::run(setup, &memo->memo(), watch);
  engine::Memo own;
  return engine::run(setup, &own, watch);
}

RunResult simulate_apart(const Setup& setup, const Watch& watch, SharedMemo* memo) {
  if (!needs_grid(setup))
    return simulate(setup, watch, memo);
  const ChildAnswer answer = in_child_process([&] { return to_json(answer_of(setup, watch), -1); });
  if (answer.how == ChildAnswer::How::threw)
    throw std::logic_error(answer.text);
  if (answer.how == ChildAnswer::How::crashed)
    throw std::runtime_error("the run crashed: " + answer.text);
  Wire wire = read_strictly<Wire>(Document::parse(answer.text, "result", InputKind::data));
  if (wire.problems.empty())
    return std::move(wire.result);
  std::vector<Problem> problems;
  for (WireProblem& one : wire.problems)
    problems.push_back(std::move(one.problem));
  throw InputError(InputKind::scenario, std::move(problems));
}

}  // namespace spotgrid
