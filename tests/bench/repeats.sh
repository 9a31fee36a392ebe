#!/bin/sh
# Speed of the element-wise A2/A3 words in the emulator, interpreted and compiled. Processor times of one thread. Needs a
# built ptoc and a Java 25 (PTOC_JAVA_HOME); arguments are mnemonics, all without any. Figures stand in docs/benchmarks.md.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
java=${PTOC_JAVA_HOME:+$PTOC_JAVA_HOME/bin/}java
exec "$java" -XX:+UseSerialGC -cp "$root/tools/cli/target/ptoc.jar" "$root/tests/bench/Repeats.java" "$@"
