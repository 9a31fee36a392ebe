#!/bin/sh
# Compiles files of 100, 1,000 and 3,000 functions of 30 lines in a cold process each and prints wall time, lines per second and
# peak memory (resident, as the kernel counts it). Needs a built ptoc, Linux and an otherwise idle machine; figures stand in
# docs/benchmarks.md. PROFILE (default a5) chooses the target.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
profile=${PROFILE:-a5}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

for functions in 100 1000 3000; do
  sh "$root/tests/bench/generate.sh" $((functions * 30)) >"$work/$functions.pto"
  lines=$(wc -l <"$work/$functions.pto")
  # The launcher writes its class archive at the first call of a command, which is not what is measured.
  [ "$functions" -gt 100 ] || "$root/ptoc" compile "$work/$functions.pto" --profile "$profile" -o "$work/out.o"
  start=$(date +%s%N)
  "$root/ptoc" compile "$work/$functions.pto" --profile "$profile" -o "$work/out.o" &
  process=$!
  peak=0
  while kill -0 "$process" 2>/dev/null; do
    now=$(awk '/^VmHWM/ { print $2 }' "/proc/$process/status" 2>/dev/null || true)
    [ -z "$now" ] || peak=$now
    sleep 0.02
  done
  wait "$process"
  end=$(date +%s%N)
  awk -v functions="$functions" -v lines="$lines" -v ms=$(((end - start) / 1000000)) -v peak="$peak" \
    'BEGIN { printf "%5d functions %6d lines %7.2f s %8.0f lines/s %6.0f MiB\n", functions, lines, ms / 1000, lines * 1000 / ms, peak / 1024 }'
done
