// What a command is: a name, what it takes as data, examples, and the function that does it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sim/base/error.hpp"

namespace spotgrid::commands {

// Exit codes beside 0; 1 (internal), 2 and 3 (InputError) are given by main.
enum ExitCode : int {
  success = 0,
  wrong_scenario = 2,  // or wrong usage
  wrong_data = 3,
  not_reached = 4,  // infeasible, or the job did not finish
  incomplete = 5,   // merge: cells are missing
  gate_failed = 6,  // --require, --max-cost
  try_again = 75,   // interrupted; the same command goes on
};

// One thing that stands behind a command's name.
struct Argument {
  std::string_view name;   // "SCENARIO" (by position), "--out" (by name)
  std::string_view value;  // what an option takes, "DIR"; empty: a flag. Of no use by position
  std::string_view help;
  std::string_view letter{};  // "-o"
  bool required = false;
  bool repeated = false;  // may be given several times

  bool by_position() const { return !name.starts_with("-"); }
  bool flag() const { return !by_position() && value.empty(); }
};

// What was given, by the names of the arguments.
class Arguments {
 public:
  void add(std::string_view name, std::string value) {
    given_[std::string(name)].push_back(std::move(value));
  }

  bool has(std::string_view name) const { return given_.find(name) != given_.end(); }
  const std::vector<std::string>& all(std::string_view name) const;
  std::optional<std::string> one(std::string_view name) const;
  std::string one(std::string_view name, std::string_view fallback) const;

 private:
  std::map<std::string, std::vector<std::string>, std::less<>> given_;
};

struct Command {
  std::string_view name;  // "run", "trace info"
  std::string_view summary;
  std::vector<Argument> arguments;
  std::vector<std::string_view> examples;  // whole command lines
  int (*run)(const Arguments& arguments);  // prints; the exit code
};

// All commands, in the order in which help lists them.
std::span<const Command> all();

// One definition in each file of commands/.
Command run();
Command check();
Command init();
Command list();
Command explain();
Command schema();
Command trace_info();
Command trace_synth();
Command predict();
Command plan();
Command fit();
Command profile();
Command reproduce();
Command checkpoint_advise();
Command sweep();
Command merge();
Command compare();
Command version();

// Versions of the program and of what it is built from, in lines.
std::string versions_text();
// "0.1.0"
std::string program_version();

// Wrong usage of the command line.
[[noreturn]] void wrong_usage(std::string_view place, std::string text, std::string remedy = {});
// `did you mean "run"`, or the names there are.
std::string nearest_of(std::string_view word, std::span<const std::string_view> all);

// "table", "json" or "csv", by --format.
std::string format_of(const Arguments& arguments, std::string_view place);

// CLI11 only says that a word was not expected; these say what may have been meant.
// The first word, or the second one of a group such as "trace", where a command should stand.
void refuse_unknown_command(const std::vector<std::string>& words);
// What the command line holds beyond the arguments of the command.
void refuse_extras(const Command& command, const std::vector<std::string>& extras);

// Data goes to stdout; a failed write is an error, for what is cut off looks whole.
void print(std::string_view text);
// Progress and warnings go to stderr.
void tell(std::string_view text);

}  // namespace spotgrid::commands
