// The parts of a copy that nodes hold, as its restore finds them, and who reads which.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "sim/domain/survival.hpp"
#include "sim/domain/training.hpp"

namespace spotgrid::schemes {

class CopiedParts {
 public:
  // `groups` have living holders, as many as they need.
  CopiedParts(std::span<const HolderGroup> groups, std::span<const Member> members);

  struct Part {
    std::vector<Role> holders;  // that have it whole
    std::vector<Role> code;     // of one that nobody has: those from which it is rebuilt
  };
  std::size_t size() const { return parts_.size(); }
  const Part& operator[](std::size_t part) const { return parts_[part]; }

  struct Share {
    std::size_t part;
    double of_part;
  };
  // What a member reads: all, or its equal part of the state.
  std::vector<Share> shares(std::size_t member, bool all) const;
  // The member that rebuilds a part.
  std::size_t builder(std::size_t part) const;

 private:
  void assign();

  std::span<const Member> members_;
  std::vector<Part> parts_;
  std::vector<std::size_t> part_of_;  // by member, where there are as many parts
};

}  // namespace spotgrid::schemes
