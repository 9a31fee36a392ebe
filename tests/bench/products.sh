#!/bin/sh
# G operations per second of matrix products in C, optimised by the system's compiler (CC, default cc); ProductBenchmark has those of the emulator.
set -eu
bench=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"${CC:-cc}" -O3 -march=native -o "$work/products" "$bench/products.c"
"$work/products"
