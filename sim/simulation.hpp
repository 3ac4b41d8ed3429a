// One run.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "sim/domain/result.hpp"
#include "sim/domain/setup.hpp"

namespace spotgrid {

namespace engine {
class Memo;
}

// Courses that were simulated once, for all runs that are given the same memo.
class SharedMemo {
 public:
  SharedMemo();
  ~SharedMemo();
  SharedMemo(const SharedMemo&) = delete;
  SharedMemo& operator=(const SharedMemo&) = delete;

  // What a file keeps. take() is false, and nothing is taken, where the bytes are not a memo of
  // this version, whole and unchanged.
  bool take(std::string_view bytes);
  static bool is_one(std::string_view bytes);  // a memo, though maybe of another version or torn
  std::string bytes() const;
  std::size_t simulated() const;  // courses that were new
  engine::Memo& memo() { return *memo_; }

 private:
  std::unique_ptr<engine::Memo> memo_;
};

// True when the run's protocols move bytes, so that SimGrid is asked how fast.
bool moves_bytes(const Setup& setup);
// True when the run needs a room of its own for that: all but memo.
bool needs_grid(const Setup& setup);

// Simulates in this process: with a room where the run needs one, of which there is one a process;
// else along courses of `memo`, or of one for this run alone. New courses are simulated in
// processes of their own. Throws std::logic_error when an identity is violated.
RunResult simulate(const Setup& setup, const Watch& watch = {}, SharedMemo* memo = nullptr);

}  // namespace spotgrid
