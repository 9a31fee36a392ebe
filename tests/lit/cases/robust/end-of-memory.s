; Blocks of the destination that lie 64 bytes apart, the last of them at the end of the unified buffer of A2/A3 (192 KiB): legal, at
; once and in the form that the default engine compiles when the word is hot. One block further is a trap.
; RUN: asm %s -o %t/a.o
; RUN: run %t/a.o --kernel once --arg zeros:f32:49152 --ub-fill 1 --expect 0=%d/data/end-of-memory.npy
; RUN: run %t/a.o --kernel hot --arg zeros:f32:49152 --ub-fill 1 --expect 0=%d/data/end-of-memory.npy
; RUN(3): run %t/a.o --kernel behind --arg zeros:f32:49152 | CHECK
; CHECK: 0x30000
.profile a2a3
.kernel once
.argument pointer 1 0 read write 0 "out"
  movi X10, 402653200
  movi X1, 196128
  movi X8, 134283522
  movhi X8, X8, 16779272
  vadd.f32 X1, XZR, XZR, X8
  set_flag V, MTE3, 0
  wait_flag V, MTE3, 0
  ub_to_gm.f32 X0, XZR, X10
  end
.kernel hot
.argument pointer 1 0 read write 0 "out"
  movi X10, 402653200
  movi X1, 196128
  movi X8, 134283522
  movhi X8, X8, 16779272
  movi X5, 600000
  loop 0, X5, done
    vadd.f32 X1, XZR, XZR, X8
done:
  set_flag V, MTE3, 0
  wait_flag V, MTE3, 0
  ub_to_gm.f32 X0, XZR, X10
  end
.kernel behind
.argument pointer 1 0 read write 0 "out"
  movi X1, 196160
  movi X8, 134283522
  movhi X8, X8, 16779272
  vadd.f32 X1, XZR, XZR, X8
  end
; FINDINGS: sync, uninitialized
