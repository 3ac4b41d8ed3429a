// A line a while.
// SPDX-License-Identifier: Apache-2.0
#include "commands/progress_line.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include <fmt/format.h>
#include <unistd.h>

#include "analysis/amounts.hpp"
#include "commands/command.hpp"

namespace spotgrid::commands {
namespace {

constexpr std::string_view wipe = "\r\x1b[K";  // to where the line begins, and clear it

Seconds wall() {
  return std::chrono::steady_clock::now().time_since_epoch();
}

}  // namespace

ProgressLine::Output ProgressLine::to_stderr() {
  return {::isatty(STDERR_FILENO) == 1, tell, wall};
}

ProgressLine::ProgressLine(Output output)
    : output_(std::move(output)),
      first_(output_.now() + (output_.terminal ? Seconds{2} : Seconds{60})),
      next_(first_) {}

// A run may have shown its lines from a process of its own, so that this one does not know.
ProgressLine::~ProgressLine() {
  if (output_.terminal && output_.now() >= first_)
    output_.print(wipe);
}

Watch ProgressLine::watch(std::string name) {
  return [this, name = std::move(name)](Seconds simulated, double done) {
    show(name, simulated, done);
  };
}

void ProgressLine::show(const std::string& name, Seconds simulated, double done) {
  const Seconds now = output_.now();
  if (now < next_)
    return;
  next_ = now + (output_.terminal ? Seconds{0.5} : Seconds{60});
  const auto percent = static_cast<int>(100 * std::clamp(done, 0.0, 1.0));
  const std::string text = fmt::format("{}: {} simulated, {} % of the work done", name,
                                       analysis::span_text(simulated), percent);
  output_.print(output_.terminal ? fmt::format("{}{}", wipe, text) : text + "\n");
}

}  // namespace spotgrid::commands
