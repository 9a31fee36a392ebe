#!/bin/sh
# Nanoseconds of a pass of the loop in C, optimised by the system's compiler (CC, default cc).
set -eu
bench=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"${CC:-cc}" -O3 -march=native -o "$work/reference" "$bench/reference.c"
"$work/reference" | sed 's/.* //'
