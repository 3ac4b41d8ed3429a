// Work done in processes of their own, its answers sent back as text.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <limits>
#include <span>
#include <string>
#include <string_view>

#include "sim/base/quantities.hpp"

namespace spotgrid {

struct ChildAnswer {
  enum class How { answered, threw, crashed, timed_out } how;
  // The answer; what() of the exception; "signal 11 (Segmentation fault)"; "no answer within 5 s".
  std::string text;
};

// Of wall time, after which a child is killed.
inline constexpr Seconds no_limit{std::numeric_limits<double>::infinity()};

// Forks, runs `work` in the child and returns what it returned. Stdio is flushed before the fork;
// the child ends without running destructors of statics, and dies with its parent. A crash of the
// child is an answer.
ChildAnswer in_child_process(const std::function<std::string()>& work, Seconds limit = no_limit);

// Sends one piece of an answer.
using Send = std::function<void(std::string_view)>;

// Work for a child that sends its answer in pieces, each as soon as it is there.
struct ChildTask {
  std::function<void(const Send&)> work;          // in the child
  std::function<void(std::string)> piece;         // in the parent, for each piece
  std::function<void(const ChildAnswer&)> ended;  // in the parent; answered: with no text
  Seconds limit = no_limit;
};

// All tasks, begun in their order, at most `at_once` at a time. An exception of the parent's
// functions kills the children that are left.
void in_child_processes(std::span<const ChildTask> tasks, std::size_t at_once);

}  // namespace spotgrid
