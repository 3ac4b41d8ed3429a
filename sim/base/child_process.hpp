// Work done in a process of its own, its answer sent back as text.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

namespace spotgrid {

struct ChildAnswer {
  enum class How { answered, threw, crashed } how;
  std::string text;  // the answer; what() of the exception; "signal 11 (Segmentation fault)"
};

// Forks, runs `work` in the child and returns what it returned. Stdio is flushed before the fork;
// the child ends without running destructors of statics. A crash of the child is an answer.
ChildAnswer in_child_process(const std::function<std::string()>& work);

}  // namespace spotgrid
