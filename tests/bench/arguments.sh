#!/bin/sh
# Runs, and checks the synchronisation of, 60 kernels over three matrices of 8 to 512 MiB each in one process. One of nine reads and writes
# its matrices as far as they have at most 64 MiB, the others 16 rows, as one of many blocks does. Prints wall time, processor time and peak
# memory (resident, as the kernel counts it). Needs a built ptoc, Linux and, for wall times, an otherwise idle machine; figures stand in
# docs/benchmarks.md. PTOC chooses another command, KERNELS another number of kernels.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
ptoc=${PTOC:-$root/ptoc}
kernels=${KERNELS:-60}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

kernel() { # kernel TYPE ROWS COLUMNS STEPS
  views=
  for each in x w y; do
    views="$views
    %v$each = pto.make_tensor_view %$each, shape = [%rows, %cols], strides = [%cols, %c1] : !v"
  done
  windows=
  for each in x w y; do
    windows="$windows
        %p$each = pto.partition_view %v$each, offsets = [%r, %j], sizes = [%c16, %c64] : !v -> !p"
  done
  cat <<KERNEL
!v = !pto.tensor_view<?x?x$1>
!p = !pto.partition_tensor_view<16x64x$1>
!t = !pto.tile_buf<vec, 16x64x$1>
module attributes {pto.target_arch = "a5"} {
  func.func @k(%x: !pto.ptr<$1>, %w: !pto.ptr<$1>, %y: !pto.ptr<$1>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    %c64 = arith.constant 64 : index
    %rows = arith.constant $2 : index
    %cols = arith.constant $3 : index
    %steps = arith.constant $4 : index$views
    scf.for %i = %c0 to %steps step %c1 {
      %r = arith.muli %i, %c16 : index
      scf.for %j = %c0 to %cols step %c64 {$windows
        %a = pto.alloc_tile : !t
        %b = pto.alloc_tile : !t
        pto.tload ins(%px : !p) outs(%a : !t)
        pto.tload ins(%pw : !p) outs(%b : !t)
        pto.tmul ins(%a, %b : !t, !t) outs(%a : !t)
        pto.tstore ins(%a : !t) outs(%py : !p)
      }
    }
    return
  }
}
KERNEL
}

# Runs a command over the kernels and prints a line about it.
measure() {
  name=$1
  shift
  start=$(date +%s%N)
  "$ptoc" "$@" >"$work/log" 2>&1 &
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
  wait "$process" || true
  end=$(date +%s%N)
  tail -n 1 "$work/log"
  awk -v name="$name" -v ms=$(((end - start) / 1000000)) -v peak="$peak" -v ticks="$ticks" -v hertz="$(getconf CLK_TCK)" \
    'BEGIN { printf "%-28s %6.2f s %6.2f s of processor %6.0f MiB\n", name, ms / 1000, ticks / hertz, peak / 1024 }'
}

mkdir "$work/files"
i=0
while [ "$i" -lt "$kernels" ]; do
  case $((i % 7)) in
    0) rows=1024 cols=4096 ;;
    1) rows=2048 cols=4096 ;;
    2) rows=4096 cols=4096 ;;
    3) rows=4096 cols=11008 ;;
    4) rows=8192 cols=8192 ;;
    5) rows=16384 cols=8192 ;;
    *) rows=32768 cols=4096 ;;
  esac
  steps=1
  [ $((i % 9)) -ne 0 ] || [ $((rows * cols)) -gt 16777216 ] || steps=$((rows / 16))
  type=f32
  [ $((i % 3)) -ne 1 ] || type=f16
  kernel $type $rows $cols $steps >"$work/files/kernel_$i.pto"
  i=$((i + 1))
done
# The launcher writes its class archive at the first call of a command, which is not what is measured.
"$ptoc" run "$work/files/kernel_1.pto" --args auto >/dev/null
measure "run --args auto" run "$work/files" --args auto
measure "check --sync" check --sync "$work/files"
