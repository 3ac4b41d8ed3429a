// Messages of errors.
// SPDX-License-Identifier: Apache-2.0
#include "sim/base/error.hpp"

namespace spotgrid {
namespace {

std::string all_messages(const std::vector<Problem>& problems) {
  std::string text;
  for (const Problem& problem : problems) {
    if (!text.empty())
      text += '\n';
    text += problem.message();
  }
  return text;
}

}  // namespace

std::string Problem::message() const {
  std::string line = place.empty() ? text : place + ": " + text;
  if (!remedy.empty())
    line += "; " + remedy;
  return line;
}

InputError::InputError(InputKind kind, Problem problem)
    : InputError(kind, std::vector<Problem>{std::move(problem)}) {}

InputError::InputError(InputKind kind, std::vector<Problem> problems)
    : std::runtime_error(all_messages(problems)), kind_(kind), problems_(std::move(problems)) {}

void require(bool holds, std::string_view sentence) {
  if (!holds)
    throw std::logic_error("broken assumption: " + std::string(sentence));
}

}  // namespace spotgrid
