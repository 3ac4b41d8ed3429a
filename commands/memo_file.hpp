// A file that keeps what micro-simulations found, from run to run.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "sim/simulation.hpp"

namespace spotgrid::commands {

class MemoFile {
 public:
  // Nothing without a path. A memo of another version, or one that was changed, is told of on
  // stderr, not used and replaced; a file of another kind, and one that cannot be read, is an
  // InputError(scenario).
  static std::unique_ptr<MemoFile> of(const std::optional<std::string>& path);

  SharedMemo& memo() { return memo_; }
  // Writes the file anew where something was simulated; whole or not at all.
  void keep();

 private:
  explicit MemoFile(std::string path) : path_(std::move(path)) {}

  std::string path_;
  SharedMemo memo_;
};

}  // namespace spotgrid::commands
