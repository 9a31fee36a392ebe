#!/bin/sh
# Runs 1,200 items in one process: 400 kernels of the size and style that a model framework emits (generate-framework.sh), each over 16,
# 32 and 64 rows; then reports 10,000 items (400 kernels, 25 numbers of rows) that a cache holds. Prints wall time, processor time and
# peak memory (resident, as the kernel counts it). Needs a built ptoc, Linux and, for wall times, an otherwise idle machine; figures
# stand in docs/sweep.md. PROFILE (default a5) chooses the target, PTOC another command.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
ptoc=${PTOC:-$root/ptoc}
profile=${PROFILE:-a5}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Runs a sweep and prints a line about it.
measure() {
  name=$1
  shift
  start=$(date +%s%N)
  "$ptoc" sweep "$@" >"$work/table" 2>"$work/errors" &
  process=$!
  peak=0
  ticks=0
  while kill -0 "$process" 2>/dev/null; do
    now=$(awk '/^VmHWM/ { print $2 }' "/proc/$process/status" 2>/dev/null || true)
    [ -z "$now" ] || peak=$now
    now=$(awk '{ print $14 + $15 }' "/proc/$process/stat" 2>/dev/null || true)
    [ -z "$now" ] || ticks=$now
    sleep 0.02
  done
  wait "$process" || { cat "$work/errors" >&2; exit 1; }
  end=$(date +%s%N)
  awk -v name="$name" -v ms=$(((end - start) / 1000000)) -v peak="$peak" -v ticks="$ticks" -v hertz="$(getconf CLK_TCK)" \
    'BEGIN { printf "%-24s %6.2f s %6.2f s of processor %6.0f MiB\n", name, ms / 1000, ticks / hertz, peak / 1024 }'
  tail -n 1 "$work/table"
}

sh "$root/tests/bench/generate-framework.sh" 400 "$work/kernels" "$profile"
printf 'kernels: kernels/*.pto\nprofiles: %s\nvary: {m: [16, 32, 64]}\n' "$profile" >"$work/few.yaml"
printf 'kernels: kernels/*.pto\nprofiles: %s\nvary: {m: {from: 8, to: 200, step: 8}}\n' "$profile" >"$work/many.yaml"
# The launcher writes its class archive at the first call of a command, which is not what is measured.
"$ptoc" sweep "$work/few.yaml" --dry-run >"$work/table"
measure "1,200 items" "$work/few.yaml" -o "$work/few.jsonl" --cache "$work/cache"
measure "the same from the cache" "$work/few.yaml" -o "$work/again.jsonl" --cache "$work/cache"
cmp "$work/few.jsonl" "$work/again.jsonl"
measure "10,000 items" "$work/many.yaml" -o "$work/many.jsonl" --cache "$work/cache"
measure "the same from the cache" "$work/many.yaml" -o "$work/again.jsonl" --cache "$work/cache"
cmp "$work/many.jsonl" "$work/again.jsonl"
