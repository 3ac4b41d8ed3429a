// Problems that are found while a scenario is assembled: all of them, each with its place.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "sim/base/error.hpp"

namespace spotgrid::scenarios {

class Problems {
 public:
  explicit Problems(std::string file) : file_(std::move(file)) {}

  // At a JSON pointer into the scenario.
  void add(const std::string& pointer, std::string text, std::string remedy = {}) {
    scenario_ = true;
    all_.push_back({file_ + ": " + pointer, std::move(text), std::move(remedy)});
  }
  // What a plug-in found in its options, which knows no place.
  void add_at(const std::string& pointer, const InputError& error) {
    for (const Problem& one : error.problems())
      add(pointer, one.text, one.remedy);
  }
  // What was wrong in a file, which has its own place.
  void add(const InputError& error) {
    scenario_ = scenario_ || error.kind() == InputKind::scenario;
    all_.insert(all_.end(), error.problems().begin(), error.problems().end());
  }
  bool none() const { return all_.empty(); }
  void throw_if_any() const {
    if (!none())
      throw InputError(scenario_ ? InputKind::scenario : InputKind::data, all_);
  }

 private:
  std::string file_;
  bool scenario_ = false;
  std::vector<Problem> all_;
};

}  // namespace spotgrid::scenarios
