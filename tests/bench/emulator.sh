#!/bin/sh
# Speed of the emulator next to a loop in C that the system's compiler has optimised, in one run on one machine. Processor
# times of single threads, so that a busy machine disturbs little. Needs a built ptoc, a C compiler (CC, default cc) and a
# Java 25 (PTOC_JAVA_HOME); figures stand in docs/benchmarks.md.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
java=${PTOC_JAVA_HOME:+$PTOC_JAVA_HOME/bin/}java
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"${CC:-cc}" -O3 -march=native -o "$work/reference" "$root/tests/bench/reference.c"
"$root/ptoc" compile "$root/tests/bench/kernels.pto" --profile a5 -o "$work/kernels.o"
reference=$("$work/reference" | sed 's/.* //')
awk -v ns="$reference" 'BEGIN { printf "%-12s %-10s %8.2f ns per vector word\n", "K", "C", ns / 7 }'
"$java" --add-modules jdk.incubator.vector -XX:+UseSerialGC -cp "$root/tools/cli/target/ptoc.jar" "$root/tests/bench/Emulation.java" "$work/kernels.o" "$reference"
