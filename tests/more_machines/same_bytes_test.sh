#!/usr/bin/env bash
# A sweep of forty cells by --jobs 2, by GNU parallel, and by a Slurm of two nodes, one of which dies
# under way: the merged bytes are the same. Exits with 77 where the tools are missing.
# SPDX-License-Identifier: Apache-2.0
#
# usage: same_bytes_test.sh SPOTGRID SOURCE_TREE
set -euo pipefail
spotgrid=$(realpath "$1") tree=$(realpath "$2")
for tool in slurmctld slurmd sbatch munged parallel; do
  if ! command -v "$tool" >/dev/null; then
    printf 'skipped: there is no %s (Debian: slurmctld slurmd slurm-client munge parallel)\n' "$tool"
    exit 77
  fi
done
if [ "$(id -u)" != 0 ]; then
  printf 'skipped: only root starts a Slurm of its own\n'
  exit 77
fi

work=$(mktemp -d)
down() {
  bash "$tree/tests/more_machines/slurm_down.sh" "$work/slurm"
  rm -rf "$work"
}
trap down EXIT
cd "$work"
mkdir tools
ln -s "$spotgrid" tools/spotgrid
export PATH=$work/tools:$PATH
cat >sweep.json <<C
{"scenario": "$tree/scenarios/deadline.json",
 "axes": [{"path": "provisioning.policy", "values": ["uniform_progress", "greedy"]},
          {"path": "market.notice", "values": ["0 s", "120 s"]}],
 "replications": 10}
C
sum() { cat "$1/results.csv" "$1/results.sqlite" | sha256sum; }

spotgrid sweep sweep.json -o jobs --jobs 2 && spotgrid merge jobs

spotgrid sweep sweep.json -o parallel --plan >/dev/null
sed -i 's#/1 #/4 #; s#seq 1#seq 4#' parallel/sweep.parallel
bash parallel/sweep.parallel

spotgrid sweep sweep.json -o slurm_out --plan >/dev/null
# A shard sleeps first, so that the node dies under it.
sed -e 's/--array=1-1/--array=1-8/' -e 's/^spotgrid sweep/sleep 1; spotgrid sweep/' \
  slurm_out/sweep.sbatch >sweep.sbatch
bash "$tree/tests/more_machines/slurm_up.sh" "$work/slurm" 2
# shellcheck source=/dev/null # it is written by slurm_up.sh
. "$work/slurm/env"
job=$(sbatch --parsable sweep.sbatch)
for _ in $(seq 50); do
  if squeue -h -j "$job" -t R -o %N | grep -q n2; then break; fi
  sleep .2
done
kill -9 "$(cat "$work/slurm/slurmd.n2.pid")"  # the node is gone, whatever ran on it is not waited for
for _ in $(seq 600); do
  if [ -z "$(squeue -h -j "$job" 2>/dev/null)" ]; then break; fi
  sleep .2
done
spotgrid merge slurm_out
for way in parallel slurm_out; do
  if [ "$(sum $way)" != "$(sum jobs)" ]; then
    printf 'FAILED: %s gave other bytes than --jobs 2\n' "$way"
    exit 1
  fi
done
printf 'the same bytes by --jobs 2, GNU parallel and Slurm with a node lost\n'
