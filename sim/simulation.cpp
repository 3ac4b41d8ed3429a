// One run, here or in a process of its own.
// SPDX-License-Identifier: Apache-2.0
#include "sim/simulation.hpp"

#include "sim/base/child_process.hpp"
#include "sim/base/option_reader.hpp"
#include "sim/base/option_writer.hpp"
#include "sim/engine/run.hpp"

namespace spotgrid {
namespace {

// A result on its way between two processes.
struct Wire {
  RunResult result;
  void describe(Fields& fields) {
    result.describe(fields);
    fields("journal", result.journal, "lines of the journal");
    fields("timeline", result.timeline, "Chrome trace");
  }
};

}  // namespace

bool needs_grid(const Setup& setup) {
  return !setup.job.training->make()->traits().continuous ||
         setup.checkpointing.scheme->make()->traits().saves;
}

RunResult simulate(const Setup& setup) {
  return engine::run(setup, needs_grid(setup));
}

RunResult simulate_apart(const Setup& setup) {
  if (!needs_grid(setup))
    return simulate(setup);
  const ChildAnswer answer = in_child_process([&] { return to_json(Wire{simulate(setup)}, -1); });
  if (answer.how == ChildAnswer::How::threw)
    throw std::logic_error(answer.text);
  if (answer.how == ChildAnswer::How::crashed)
    throw std::runtime_error("the run crashed: " + answer.text);
  return read_strictly<Wire>(Document::parse(answer.text, "result", InputKind::data)).result;
}

}  // namespace spotgrid
