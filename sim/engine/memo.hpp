// Courses by the states they start from: each is simulated once, for all runs that share the memo.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <string>

#include "sim/engine/micro_simulation.hpp"

namespace spotgrid::engine {

// Keys are SHA-256 of all that a micro-simulation reads, so that a change of a protocol, of the
// platform or of a setting finds nothing.
class Memo {
 public:
  // Found, or simulated in a process of its own. Throws InputError for settings that SimGrid
  // refuses.
  std::shared_ptr<const Course> course(const Platform& platform, const MicroState& state);
  std::vector<ActivityGraph> left(const Platform& platform, const MicroState& state,
                                  Seconds offset);

  std::size_t simulated() const { return simulated_; }  // since the memo was made

  // All courses, to keep and to read again. from() takes all or nothing: false where the bytes are
  // not a memo of this version, whole and unchanged.
  std::string to_bytes() const;
  bool from(std::string_view bytes);
  static bool is_one(std::string_view bytes);  // a memo, though maybe of another version or torn

 private:
  std::map<std::string, std::shared_ptr<const Course>> courses_;
  std::map<std::string, std::string> left_;
  std::size_t simulated_ = 0;
};

}  // namespace spotgrid::engine
