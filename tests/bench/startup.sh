#!/bin/sh
# Whole-process times of ptoc: start-up, a small run, and reading large files. Prints the median of RUNS runs (default 7) in
# milliseconds of wall time and of processor time (user and system), each with least and most. Starts the launcher of the distribution
# with warm class archives; needs a built ptoc and, for the wall times, an otherwise idle machine. Figures stand in docs/benchmarks.md.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
runs=${RUNS:-7}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

median() { # median LABEL COMMAND...
  label=$1
  shift
  "$@" >/dev/null 2>&1 || { echo "$label: failed" >&2; "$@" >&2 || true; exit 1; }
  "$@" >/dev/null 2>&1 # the first call wrote the archive, this one reads it
  i=0
  : >"$work/wall"
  : >"$work/cpu"
  while [ "$i" -lt "$runs" ]; do
    start=$(date +%s%N)
    processor "$@" >>"$work/cpu"
    end=$(date +%s%N)
    echo $(((end - start) / 1000000)) >>"$work/wall"
    i=$((i + 1))
  done
  printf '%-32s wall %s   processor %s\n' "$label" "$(summary "$work/wall")" "$(summary "$work/cpu")"
}

processor() { # user and system time of a command and its children, in milliseconds
  ("$@" >/dev/null 2>&1; times) | tail -n 1 | tr 'ms' '  ' | awk '{ print int(($1 + $3) * 60000 + ($2 + $4) * 1000 + 0.5) }'
}

summary() {
  sort -n "$1" | awk '{ t[NR] = $1 } END { printf "%6d ms (%d to %d)", t[int((NR + 1) / 2)], t[1], t[NR] }'
}

PTOC_JAR=${PTOC_JAR:-$root/tools/cli/target/ptoc.jar}
export PTOC_JAR
[ -r "$PTOC_JAR" ] || "$root/ptoc" --version >/dev/null
ptoc=$root/tools/dist/src/main/bin/ptoc

for lines in 60 3000 30000; do
  sh "$root/tests/bench/generate.sh" "$lines" >"$work/$lines.pto"
done
cd "$root"
median "ptoc --version" sh "$ptoc" --version
median "ptoc run, vadd of 100 values" sh "$ptoc" run examples/vadd/vadd.pto --kernel vadd \
  --arg iota:f32:100 --arg iota:f32:100 --arg zeros:f32:100 --arg i32:100
median "ptoc run, 10^8 words" sh "$ptoc" run tests/bench/src/main/resources/org/ptoc/bench/kernels.pto --kernel muladdrelu \
  --profile a5 --arg ones:f32:65536 --arg i64:220000
median "ptoc check, vadd, 84 lines" sh "$ptoc" check examples/vadd/vadd.pto
median "the same, --quick" sh "$ptoc" check --quick examples/vadd/vadd.pto
for lines in 60 3000 30000; do
  median "ptoc check, $lines lines" sh "$ptoc" check "$work/$lines.pto" --profile a5
  median "the same, --quick" sh "$ptoc" check --quick "$work/$lines.pto" --profile a5
done
