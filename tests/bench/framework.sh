#!/bin/sh
# Compiles 600 kernels of the size and style that a model framework emits (generate-framework.sh) in one cold process, and files of
# 25,000, 50,000 and 100,000 lines, as many functions and as one. Prints wall time, processor time, lines per second of processor time and
# peak memory (resident, as the kernel counts it). Needs a built ptoc, Linux and, for wall times, an otherwise idle machine; figures
# stand in docs/benchmarks.md. PROFILE (default a5) chooses the target, PTOC another command, KERNELS another number of kernels.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
ptoc=${PTOC:-$root/ptoc}
profile=${PROFILE:-a5}
kernels=${KERNELS:-600}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Runs a compilation of a file or directory and prints a line about it.
measure() {
  lines=$(find "$2" -name '*.pto' -exec cat {} + | wc -l)
  start=$(date +%s%N)
  "$ptoc" compile "$2" --profile "$profile" -o "$3" >"$work/log" &
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
  wait "$process"
  end=$(date +%s%N)
  awk -v name="$1" -v lines="$lines" -v ms=$(((end - start) / 1000000)) -v peak="$peak" -v ticks="$ticks" -v hertz="$(getconf CLK_TCK)" \
    'BEGIN { s = ticks / hertz; printf "%-28s %7d lines %6.2f s %6.2f s of processor %8.0f lines/s %6.0f MiB\n", name, lines, ms / 1000, s, lines / s, peak / 1024 }'
}

sh "$root/tests/bench/generate-framework.sh" "$kernels" "$work/files" "$profile"
# The launcher writes its class archive at the first call of a command, which is not what is measured.
"$ptoc" compile "$work/files/kernel_0.pto" --profile "$profile" -o "$work/out.o"
measure "$kernels kernels" "$work/files" "$work/objects"
for lines in 25000 50000 100000; do
  sh "$root/tests/bench/generate-framework.sh" $((lines / 116)) "$work/many$lines" "$profile" many
  measure "functions" "$work/many$lines/kernels.pto" "$work/out.o"
done
for lines in 25000 50000 100000; do
  sh "$root/tests/bench/generate-framework.sh" $((lines / 33)) "$work/long$lines" "$profile" long
  measure "one function" "$work/long$lines/kernels.pto" "$work/out.o"
done
