// Errors: what a user can fix, and what only we can fix.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace spotgrid {

// Whose input is wrong; decides the exit code (2 and 3).
enum class InputKind { scenario, data };

// One thing the user can fix. Message grammar: "place: problem, found what; remedy".
struct Problem {
  std::string place;   // file and JSON pointer, or file:line
  std::string text;    // the problem and what was found
  std::string remedy;  // may be empty

  std::string message() const;
};

// Thrown for input that the user can fix; carries all problems that were found, at least one.
class InputError : public std::runtime_error {
 public:
  InputError(InputKind kind, Problem problem);
  InputError(InputKind kind, std::vector<Problem> problems);

  InputKind kind() const { return kind_; }
  const std::vector<Problem>& problems() const { return problems_; }

 private:
  InputKind kind_;
  std::vector<Problem> problems_;
};

// Our own broken assumption: throws std::logic_error with the sentence that does not hold.
void require(bool holds, std::string_view sentence);

}  // namespace spotgrid
