// The folder of a sweep: part files, each whole or not there, of any number of processes.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <vector>

namespace spotgrid::commands {

class SweepStore {
 public:
  // Makes the folder where it is missing.
  explicit SweepStore(std::string folder);

  // Calls with each line of each part, in the order of file names, and where it stands.
  void for_lines(
      const std::function<void(std::string_view line, const std::string& place)>& take) const;
  // Writes lines as the next part of shard `k` of `n`: beside its name, synced to disk, renamed.
  // Safe against other processes of the same folder, also over NFS, which lock nothing.
  void write(std::int64_t k, std::int64_t n, const std::vector<std::string>& lines);
  const std::string& folder() const { return folder_; }

 private:
  std::string folder_;
};

}  // namespace spotgrid::commands
