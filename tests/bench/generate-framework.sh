#!/bin/sh
# Writes COUNT kernels of the size and style that a model framework emits into a directory, a file each, all different: about 130 lines,
# 30 tiles in the long spelling with given addresses, no flags, parameters that the launcher fills, loops with clamped offsets.
# With the fourth argument one file instead: "many" functions, or one "long" function with COUNT passes over its rows.
# usage: generate-framework.sh COUNT DIR [a5|a2a3] [files|many|long]
set -e
count=${1:?count}; dir=${2:?directory}; arch=${3:-a5}; form=${4:-files}
mkdir -p "$dir"
awk -v count="$count" -v dir="$dir" -v arch="$arch" -v form="$form" '
function tile(type, rows, columns) {
  return "!pto.tile_buf<loc=vec, dtype=" type ", rows=" rows ", cols=" columns ", v_row=" rows ", v_col=" columns ", blayout=row_major, slayout=none_box, fractal=512, pad=0>"
}
function column(type, rows) {
  return "!pto.tile_buf<loc=vec, dtype=" type ", rows=" rows ", cols=1, v_row=" rows ", v_col=1, blayout=col_major, slayout=none_box, fractal=512, pad=0>"
}
function out(text) { print text > file }
function constant(name, value) { out("    %c" name "_" value " = arith.constant " value " : index") }
function head(f, columns) {
  out("  func.func @softmax_" f "(%x: !pto.ptr<bf16>, %g: !pto.ptr<f32>, %y: !pto.ptr<bf16>, %m: index, %__pypto_spmd_block_idx: i32, %__pypto_spmd_block_num: i32) attributes {pto.kernel_kind = #pto.kernel_kind<vector>} {")
  n = split("0 1 2 4 8 16 " columns " " 64 * columns, c, " ")
  for (i = 1; i <= n; i++) if (!(c[i] in seen)) { seen[c[i]] = 1; constant("", c[i]) }
  delete seen
  out("    %scale = arith.constant " (0.5 + f / 1024) " : f32")
  out("    %c0_i64 = arith.constant 0 : i64")
  for (i = 0; i < 30; i++) out("    %a" i " = arith.constant " 4096 * (i % 15) " : i64")
  out("    %block = arith.index_cast %__pypto_spmd_block_idx : i32 to index")
  out("    %blocks = arith.index_cast %__pypto_spmd_block_num : i32 to index")
  out("    %xv = pto.make_tensor_view %x, shape = [%m, %c_" columns "], strides = [%c_" columns ", %c_1] {layout = #pto.layout<nd>}: !pto.tensor_view<?x?xbf16>")
  out("    %gv = pto.make_tensor_view %g, shape = [%m, %c_" columns "], strides = [%c_" columns ", %c_1] {layout = #pto.layout<nd>}: !pto.tensor_view<?x?xf32>")
  out("    %yv = pto.make_tensor_view %y, shape = [%m, %c_" columns "], strides = [%c_" columns ", %c_1] {layout = #pto.layout<nd>}: !pto.tensor_view<?x?xbf16>")
}
# One pass over a strip of rows, about 45 lines; k makes its names.
function body(k, columns,    b, t, r, h, s) {
  b = "!pto.partition_tensor_view<8x" columns "xbf16>"; s = "!pto.partition_tensor_view<8x" columns "xf32>"
  t = tile("f32", 8, columns); h = tile("bf16", 8, columns); r = column("f32", 8)
  out("    %strips" k " = arith.divsi %m, %c_8 : index")
  out("    scf.for %i" k " = %block to %strips" k " step %blocks {")
  out("      %row" k " = arith.muli %i" k ", %c_8 : index")
  out("      %o" k " = arith.maxsi %row" k ", %c_0 : index")
  out("      %h" k " = pto.alloc_tile addr = %a0 : " h)
  out("      %p" k " = pto.partition_view %xv, offsets = [%o" k ", %c_0], sizes = [%c_8, %c_" columns "] : !pto.tensor_view<?x?xbf16> -> " b)
  out("      pto.tload ins(%p" k " : " b ") outs(%h" k " : " h ")")
  out("      %t" k " = pto.alloc_tile addr = %a1 : " t)
  out("      pto.tcvt ins(%h" k "{rmode = #pto<round_mode CAST_RINT>} : " h ") outs(%t" k " : " t ")")
  out("      %q" k " = pto.partition_view %gv, offsets = [%o" k ", %c_0], sizes = [%c_8, %c_" columns "] : !pto.tensor_view<?x?xf32> -> " s)
  out("      %u" k " = pto.alloc_tile addr = %a3 : " t)
  out("      pto.tload ins(%q" k " : " s ") outs(%u" k " : " t ")")
  out("      %v" k " = pto.alloc_tile addr = %a5 : " t)
  out("      pto.tmul ins(%t" k ", %u" k " : " t ", " t ") outs(%v" k " : " t ")")
  out("      %w" k " = pto.alloc_tile addr = %a7 : " t)
  out("      %n" k " = pto.alloc_tile addr = %a9 : " r)
  out("      pto.trowmax ins(%v" k ", %w" k " : " t ", " t ") outs(%n" k " : " r ")")
  out("      %d" k " = pto.alloc_tile addr = %a7 : " t)
  out("      pto.trowexpandsub ins(%v" k ", %n" k " : " t ", " r ") outs(%d" k " : " t ")")
  out("      %e" k " = pto.alloc_tile addr = %a5 : " t)
  out("      pto.texp ins(%d" k " : " t ") outs(%e" k " : " t ")")
  out("      %z" k " = pto.alloc_tile addr = %a10 : " r)
  out("      %w2" k " = pto.alloc_tile addr = %a12 : " t)
  out("      pto.trowsum ins(%e" k ", %w2" k " : " t ", " t ") outs(%z" k " : " r ")")
  out("      %f" k " = pto.alloc_tile addr = %a7 : " t)
  out("      pto.trowexpanddiv ins(%e" k ", %z" k " : " t ", " r ") outs(%f" k " : " t ")")
  out("      %s" k " = pto.alloc_tile addr = %a7 : " t)
  out("      pto.tmuls ins(%f" k ", %scale : " t ", f32) outs(%s" k " : " t ")")
  out("      %b" k " = pto.alloc_tile addr = %a5 : " h)
  out("      pto.tcvt ins(%s" k "{rmode = #pto<round_mode CAST_RINT>} : " t ") outs(%b" k " : " h ")")
  out("      %r" k " = pto.partition_view %yv, offsets = [%o" k ", %c_0], sizes = [%c_8, %c_" columns "] : !pto.tensor_view<?x?xbf16> -> " b)
  out("      pto.tstore ins(%b" k " : " h ") outs(%r" k " : " b ")")
  out("    }")
}
BEGIN {
  head0 = "module attributes {pto.target_arch = \"" arch "\"} {"
  file = dir "/kernels.pto"
  if (form != "files") out(head0)
  if (form == "long") head(0, 64)
  for (f = 0; f < count; f++) {
    columns = 64 + 16 * (f % 4)
    if (form == "files") { file = dir "/kernel_" f ".pto"; out(head0) }
    if (form == "long") { body(f, 64); continue }
    head(f, columns)
    body("a", columns); body("b", columns)
    out("    return"); out("  }")
    if (form == "files") { out("}"); close(file) }
  }
  if (form == "long") { out("    return"); out("  }") }
  if (form != "files") out("}")
}'
