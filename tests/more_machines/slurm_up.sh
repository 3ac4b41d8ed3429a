#!/usr/bin/env bash
# Starts a Slurm of so many nodes on this machine, all of it below one folder; root in a bare
# container may do so.
# SPDX-License-Identifier: Apache-2.0
#
# usage: slurm_up.sh DIR [NODES]; then: . DIR/env
set -euo pipefail
dir=$(realpath -m "$1") nodes=${2:-2} host=$(hostname -s)
mkdir -p "$dir"/munge "$dir"/state "$dir"/log
dd if=/dev/urandom of="$dir/munge/key" bs=128 count=1 status=none
chmod 400 "$dir/munge/key"
munged --force --key-file="$dir/munge/key" --socket="$dir/munge/sock" \
  --pid-file="$dir/munge/pid" --log-file="$dir/munge/log" --seed-file="$dir/munge/seed"
for i in $(seq "$nodes"); do mkdir -p "$dir/spool.n$i"; done
cat >"$dir/slurm.conf" <<C
ClusterName=test
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=17000
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=$dir/munge/sock,cred_expire=5
CredType=cred/munge
StateSaveLocation=$dir/state
SlurmdSpoolDir=$dir/spool.%n
SlurmctldPidFile=$dir/slurmctld.pid
SlurmdPidFile=$dir/slurmd.%n.pid
SlurmctldLogFile=$dir/log/slurmctld.log
SlurmdLogFile=$dir/log/slurmd.%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
MailProg=/bin/true
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerType=sched/backfill
SchedulerParameters=sched_interval=1,bf_interval=1,batch_sched_delay=0
AccountingStorageType=accounting_storage/none
JobAcctGatherType=jobacct_gather/none
JobCompType=jobcomp/none
ReturnToService=2
SlurmdTimeout=10
MaxArraySize=10001
SlurmdParameters=config_overrides
NodeName=n[1-$nodes] NodeHostname=$host NodeAddr=127.0.0.1 Port=[17001-$((17000 + nodes))] CPUs=1 RealMemory=2000 State=UNKNOWN
PartitionName=debug Nodes=ALL Default=YES MaxTime=INFINITE State=UP
C
export SLURM_CONF="$dir/slurm.conf"
printf 'export SLURM_CONF=%q\n' "$SLURM_CONF" >"$dir/env"
slurmctld -c
for i in $(seq "$nodes"); do slurmd -N "n$i"; done
for _ in $(seq 100); do
  if [ "$(sinfo -h -o %T 2>/dev/null | sort -u)" = idle ]; then exit 0; fi
  sleep .2
done
tail -n 20 "$dir"/log/*.log >&2
exit 1
