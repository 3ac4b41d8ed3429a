// Parts to their readers.
// SPDX-License-Identifier: Apache-2.0
#include "models/checkpointing/copied_parts.hpp"

#include <algorithm>

#include "sim/base/error.hpp"

namespace spotgrid::schemes {

CopiedParts::CopiedParts(std::span<const HolderGroup> groups, std::span<const Member> members)
    : members_(members) {
  for (const HolderGroup& group : groups) {
    require(group.holders.size() >= group.needs,
            "a copy that is restored has the holders it needs");
    if (group.parts == 1) {
      parts_.push_back({group.holders, {}});
      continue;
    }
    const auto needed = static_cast<std::ptrdiff_t>(group.needs);
    const std::vector<Role> code(group.holders.begin(), group.holders.begin() + needed);
    for (std::size_t i = 0; i < group.parts; ++i) {
      if (i < group.holders.size())
        parts_.push_back({{group.holders[i]}, {}});
      else
        parts_.push_back({{}, code});
    }
  }
  if (parts_.size() == members_.size())
    assign();
}

// First who was first to hold it, then who holds it at all, then whoever is left.
void CopiedParts::assign() {
  const std::size_t n = parts_.size();
  part_of_.assign(n, n);
  std::vector<bool> given(n, false);
  const auto give = [&](auto may_take) {
    for (std::size_t part = 0; part < n; ++part)
      for (std::size_t member = 0; member < n && !given[part]; ++member)
        if (part_of_[member] == n && may_take(parts_[part].holders, members_[member].role)) {
          part_of_[member] = part;
          given[part] = true;
        }
  };
  give([](const auto& holders, Role role) { return !holders.empty() && holders.front() == role; });
  give([](const auto& holders, Role role) {
    return std::find(holders.begin(), holders.end(), role) != holders.end();
  });
  give([](const auto&, Role) { return true; });
}

// Fewer parts than members lie with one holder each for several members; of more parts a member
// reads those that its stretch of the state touches.
std::vector<CopiedParts::Share> CopiedParts::shares(std::size_t member, bool all) const {
  std::vector<Share> some;
  const std::size_t m = parts_.size(), n = members_.size();
  if (all) {
    for (std::size_t part = 0; part < m; ++part)
      some.push_back({part, 1});
  } else if (m == n) {
    some.push_back({part_of_[member], 1});
  } else if (m < n) {
    some.push_back({member * m / n, static_cast<double>(m) / static_cast<double>(n)});
  } else {
    for (std::size_t part = member * m / n; part * n < (member + 1) * m; ++part) {
      const std::size_t from = std::max(part * n, member * m);
      const std::size_t to = std::min((part + 1) * n, (member + 1) * m);
      some.push_back({part, static_cast<double>(to - from) / static_cast<double>(n)});
    }
  }
  return some;
}

std::size_t CopiedParts::builder(std::size_t part) const {
  const auto found = std::find(part_of_.begin(), part_of_.end(), part);
  return found == part_of_.end() ? part % members_.size()
                                 : static_cast<std::size_t>(found - part_of_.begin());
}

}  // namespace spotgrid::schemes
