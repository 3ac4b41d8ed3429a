// What a sweep will take, and the files with which it runs on more machines than one.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "sim/base/quantities.hpp"

namespace spotgrid::commands {

// So that one shard lasts five minutes, at most a thousand of them (the usual MaxArraySize of
// Slurm).
std::int64_t shards_for(Seconds all_cells);

// A Slurm array: each task a shard, which is stopped a minute before its time, goes back to the
// queue (exit 75) and goes on there; the merge comes after all of them, whatever became of them,
// since it looks for gaps itself. `sweep` and `out` as the command line has them.
std::string slurm_script(const std::string& sweep, const std::string& out, std::int64_t shards);
std::string slurm_merge_script(const std::string& out);
// The same for GNU parallel, on one machine or over ssh.
std::string parallel_line(const std::string& sweep, const std::string& out, std::int64_t shards);

}  // namespace spotgrid::commands
