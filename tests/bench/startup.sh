#!/bin/sh
# Whole-process times of ptoc: start-up, a small run, and reading large files. Prints the median of RUNS runs (default 7) in
# milliseconds of wall time. Needs a built ptoc and an otherwise idle machine; figures stand in docs/benchmarks.md.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
runs=${RUNS:-7}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

median() { # median LABEL COMMAND...
  label=$1
  shift
  "$@" >/dev/null 2>&1 || { echo "$label: failed" >&2; "$@" >&2 || true; exit 1; }
  i=0
  : >"$work/times"
  while [ "$i" -lt "$runs" ]; do
    start=$(date +%s%N)
    "$@" >/dev/null 2>&1
    end=$(date +%s%N)
    echo $(((end - start) / 1000000)) >>"$work/times"
    i=$((i + 1))
  done
  sort -n "$work/times" | awk -v label="$label" '{ t[NR] = $1 } END { printf "%-44s %6d ms (%d to %d)\n", label, t[int((NR + 1) / 2)], t[1], t[NR] }'
}

for lines in 3000 30000; do
  sh "$root/tests/bench/generate.sh" "$lines" >"$work/$lines.pto"
done
cd "$root"
median "ptoc --version" ./ptoc --version
median "ptoc run, vadd of 100 values" ./ptoc run examples/vadd/vadd.pto --kernel vadd \
  --arg iota:f32:100 --arg iota:f32:100 --arg zeros:f32:100 --arg i32:100
median "ptoc check, 60-line kernel" ./ptoc check examples/vadd/vadd.pto
median "ptoc check, 3,000 lines" ./ptoc check "$work/3000.pto"
median "ptoc check, 30,000 lines" ./ptoc check "$work/30000.pto"
