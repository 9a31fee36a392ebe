#!/bin/sh
# Speed of the emulator next to a loop in C that the system's compiler has optimised, in one run on one machine. Arguments are
# patterns of the benchmarks that are wanted; without any, all run, for about twenty minutes. Needs Maven, and a C compiler (CC, default
# cc) for the ratios; figures stand in docs/benchmarks.md.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
cd "$root"
exec mvn -q -B -Pbench -pl tests/bench -am verify -DskipTests "-Dbenchmarks=$*"
