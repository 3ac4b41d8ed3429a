// Forking, and stopping between cells.
// SPDX-License-Identifier: Apache-2.0
#include "commands/sweep_workers.hpp"

#include <array>
#include <atomic>
#include <csignal>
#include <new>
#include <stdexcept>

#include <fmt/format.h>
#include <sys/mman.h>

#include "sim/base/child_process.hpp"

namespace spotgrid::commands {
namespace {

// Seen by all processes: a signal reaches the parent, or all of them.
class Stop {
 public:
  Stop() {
    void* shared = ::mmap(nullptr, sizeof(std::atomic<int>), PROT_READ | PROT_WRITE,
                          MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED)
      throw std::runtime_error("no memory to share between processes");
    flag = ::new (shared) std::atomic<int>(0);
    struct sigaction action = {};
    action.sa_handler = [](int) { flag->store(1); };
    action.sa_flags = SA_RESTART;
    ::sigaction(SIGTERM, &action, old_.data());
    ::sigaction(SIGINT, &action, old_.data() + 1);
  }
  ~Stop() {
    ::sigaction(SIGTERM, old_.data(), nullptr);
    ::sigaction(SIGINT, old_.data() + 1, nullptr);
    ::munmap(flag, sizeof(std::atomic<int>));
    flag = nullptr;
  }
  Stop(const Stop&) = delete;
  Stop& operator=(const Stop&) = delete;
  static bool asked() { return flag->load() != 0; }

 private:
  static inline std::atomic<int>* flag = nullptr;
  std::array<struct sigaction, 2> old_ = {};
};

constexpr char refused_mark = '!';  // then why the cell is no scenario

std::string values_of(const scenarios::SweepPlan& plan, std::size_t number) {
  const scenarios::SweepCell cell = plan.cell(number);
  std::string text;
  for (std::size_t i = 0; i < cell.values.size(); ++i)
    text += fmt::format("{}{} = {}", i == 0 ? "" : ", ", plan.columns()[i], cell.values[i]);
  return text;
}

// What a child sends of one cell.
std::string answer_of(SweepCells& cells, std::size_t number, SharedMemo& memo) {
  try {
    return line_of(SweepCells::run(cells.ready(number), memo));
  } catch (const InputError& problem) {
    return fmt::format("{}cell {} ({}): {}", refused_mark, number, values_of(cells.plan(), number),
                       problem.what());
  }
}

void simulate_share(SweepCells& cells, const SweepWork& work, std::size_t first, const Send& send) {
  SharedMemo memo;
  for (std::size_t i = first; i < work.cells.size() && !Stop::asked(); i += work.jobs)
    send(answer_of(cells, work.cells[i], memo));
}

}  // namespace

bool work_on(SweepCells& cells, const SweepWork& work) {
  const Stop stop;
  std::vector<ChildTask> tasks;
  std::string problem;
  for (std::size_t first = 0; first < work.jobs; ++first) {
    ChildTask& task = tasks.emplace_back();
    task.work = [&, first](const Send& send) { simulate_share(cells, work, first, send); };
    task.piece = [&](const std::string& text) {
      if (text.starts_with(refused_mark))
        throw InputError(InputKind::scenario, {"sweep", text.substr(1), ""});
      work.done(record_from(text, "a cell"));
    };
    task.ended = [&](const ChildAnswer& answer) {
      if (answer.how != ChildAnswer::How::answered && problem.empty())
        problem = answer.text;
    };
  }
  in_child_processes(tasks, work.jobs);
  if (!problem.empty())
    throw std::runtime_error(fmt::format("a process of the sweep ended early: {}", problem));
  return !Stop::asked();
}

}  // namespace spotgrid::commands
