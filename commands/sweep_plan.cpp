// Scripts of Slurm and GNU parallel.
// SPDX-License-Identifier: Apache-2.0
#include "commands/sweep_plan.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace spotgrid::commands {
namespace {

// For a shell of Unix.
std::string quoted(const std::string& text) {
  std::string all = "'";
  for (const char c : text)
    all += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return all + "'";
}

}  // namespace

std::int64_t shards_for(Seconds all_cells) {
  constexpr Seconds shard{300};
  const double count = std::ceil(all_cells / shard);
  return static_cast<std::int64_t>(std::clamp(count, 1.0, 1000.0));
}

std::string slurm_script(const std::string& sweep, const std::string& out, std::int64_t shards) {
  return fmt::format(R"(#!/bin/bash
# jobs=$(sbatch --parsable sweep.sbatch) && sbatch --dependency=afterany:$jobs merge.sbatch
#SBATCH --array=1-{}
#SBATCH --ntasks=1 --cpus-per-task=1 --mem=500M --time=01:00:00
#SBATCH --requeue --open-mode=append --output=sweep-%A_%a.log --signal=B:TERM@60
spotgrid sweep {} --shard "$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT" --jobs 1 -o {} &
child=$!
trap 'kill -TERM $child' TERM
wait $child
rc=$?
while kill -0 $child 2>/dev/null; do wait $child; rc=$?; done
if [ $rc = 75 ]; then scontrol requeue "${{SLURM_ARRAY_JOB_ID}}_$SLURM_ARRAY_TASK_ID"; fi
exit $rc
)",
                     shards, quoted(sweep), quoted(out));
}

std::string slurm_merge_script(const std::string& out) {
  return fmt::format(R"(#!/bin/bash
#SBATCH --ntasks=1 --mem=1G --output=merge-%j.log
spotgrid merge {}
)",
                     quoted(out));
}

std::string parallel_line(const std::string& sweep, const std::string& out, std::int64_t shards) {
  return fmt::format(
      "parallel --will-cite --joblog sweep.joblog --retries 2 spotgrid sweep {} --shard {{}}/{} "
      "--jobs 1 -o {} ::: $(seq {}) && spotgrid merge {}\n",
      quoted(sweep), shards, quoted(out), shards, quoted(out));
}

}  // namespace spotgrid::commands
