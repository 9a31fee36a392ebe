; One word can be millions of repeats, or move thousands of millions of bytes: the limit counts what words do.
; RUN: asm %s -o %t/a.o
; RUN(3): run %t/a.o --kernel counted --timeout-insns=100000 | CHECK
; CHECK: @counted was stopped in block 0 at word 5: the work limit of 100000 is reached [PTO6012]
.profile a2a3
.kernel counted
  spr_bit_hi CTRL, 24, 1
  movi X1, -1
  mov_spr_x MASK0, X1
  mov_spr_x MASK1, XZR
  movhi X8, XZR, 16777216
  vadd.f32 XZR, XZR, XZR, X8
  end
