#!/bin/sh
# Prints a module of about LINES lines: functions of 30 lines at tile level, all different.
# usage: generate.sh LINES
awk -v lines="${1:?lines}" '
BEGIN {
  print "module attributes {pto.target_arch = \"a5\"} {"
  for (f = 0; f * 30 < lines; f++) {
    t = "!pto.tile_buf<vec, 16x64xi32>"
    v = "!pto.tensor_view<16x64xi32>"
    p = "!pto.partition_tensor_view<16x64xi32>"
    print "  func.func @kernel_" f "(%a: !pto.ptr<i32>, %b: !pto.ptr<i32>, %out: !pto.ptr<i32>) attributes {pto.aicore} {"
    print "    %c0 = arith.constant 0 : index"
    print "    %c1 = arith.constant 1 : index"
    print "    %r = arith.constant 16 : index"
    print "    %c = arith.constant 64 : index"
    for (i = 0; i < 3; i++) {
      split("%a %b %out", base, " ")
      print "    %v" i " = pto.make_tensor_view " base[i + 1] ", shape = [%r, %c], strides = [%c, %c1] : " v
      print "    %p" i " = pto.partition_view %v" i ", offsets = [%c0, %c0], sizes = [%r, %c] : " v " -> " p
      print "    %t" i " = pto.alloc_tile : " t
    }
    print "    pto.tload ins(%p0 : " p ") outs(%t0 : " t ")"
    print "    pto.tload ins(%p1 : " p ") outs(%t1 : " t ")"
    for (i = 0; i < 11; i++) {
      print "    pto.tshl ins(%t" i % 2 ", %t1 : " t ", " t ") outs(%t" (i == 10 ? 2 : 0) " : " t ")"
    }
    print "    pto.tstore ins(%t2 : " t ") outs(%p2 : " p ")"
    print "    return"
    print "  }"
  }
  print "}"
}'
