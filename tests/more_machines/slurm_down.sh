#!/usr/bin/env bash
# Ends what slurm_up.sh began.
# SPDX-License-Identifier: Apache-2.0
#
# usage: slurm_down.sh DIR
set -uo pipefail
for file in "$1"/slurmd.*.pid "$1"/slurmctld.pid "$1"/munge/pid; do
  if [ -f "$file" ]; then kill "$(cat "$file")" 2>/dev/null; fi
done
exit 0
