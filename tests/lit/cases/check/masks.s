# Masks of A2/A3: halves that stand alone, counts in normal mode, and modes that are left behind.
# RUN: asm %s -o %t/k.o
# RUN: run %t/k.o --kernel good --check
# RUN(4): run %t/k.o --kernel half --check | CHECK
# CHECK: has a mask of which only one half was written [PTO6010]
# RUN(4): run %t/k.o --kernel half --check modes | CHECK
# CHECK: has a mask of which only one half was written [PTO6010]
# RUN(4): run %t/k.o --kernel unbegun --check modes | CHECK
# CHECK: ends count mode, which nobody has begun, under a mask that is not full [PTO6010]
# RUN(4): run %t/k.o --kernel stale --check modes | CHECK
# CHECK: runs in count mode, but the mask registers were written for the other mode [PTO6010]
# RUN(4): run %t/k.o --kernel unended --check modes | CHECK
# CHECK: writes a count behind a full mask, but count mode was not ended between them [PTO6010]
# RUN: run %t/k.o --kernel late --check modes
.profile a2a3
.kernel good
  movi X1, 8
  movi X2, -1
  movi X4, 65537
  movhi X4, X4, 16777736
  vdup.f32 XZR, X1, X4
  barrier V
  spr_bit_hi CTRL, 24, 1
  mov_spr_x MASK0, X1
  mov_spr_x MASK1, XZR
  vadds.f32 XZR, XZR, X1, X4
  spr_bit_hi CTRL, 24, 0
  mov_spr_x MASK0, X2
  mov_spr_x MASK1, X2
  end
.kernel half
  movi X1, 8
  movi X2, -1
  movi X4, 65537
  movhi X4, X4, 16777736
  mov_spr_x MASK1, XZR
  vdup.f32 XZR, X1, X4
  mov_spr_x MASK0, X2
  mov_spr_x MASK1, X2
  end
.kernel unbegun
  movi X1, 8
  movi X2, -1
  movi X4, 65537
  movhi X4, X4, 16777736
  mov_spr_x MASK0, X1
  mov_spr_x MASK1, XZR
  vdup.f32 XZR, X1, X4
  spr_bit_hi CTRL, 24, 0
  mov_spr_x MASK0, X2
  mov_spr_x MASK1, X2
  end
.kernel stale
  movi X1, 8
  movi X2, -1
  movi X4, 65537
  movhi X4, X4, 16777736
  mov_spr_x MASK0, X1
  mov_spr_x MASK1, XZR
  spr_bit_hi CTRL, 24, 1
  vdup.f32 XZR, X1, X4
  spr_bit_hi CTRL, 24, 0
  mov_spr_x MASK0, X2
  mov_spr_x MASK1, X2
  end
.kernel unended
  movi X1, 8
  movi X2, -1
  movi X4, 65537
  movhi X4, X4, 16777736
  spr_bit_hi CTRL, 24, 1
  mov_spr_x MASK0, X1
  mov_spr_x MASK1, XZR
  vdup.f32 XZR, X1, X4
  mov_spr_x MASK0, X2
  mov_spr_x MASK1, X2
  mov_spr_x MASK0, X1
  mov_spr_x MASK1, XZR
  barrier V
  vadds.f32 XZR, XZR, X1, X4
  spr_bit_hi CTRL, 24, 0
  mov_spr_x MASK0, X2
  mov_spr_x MASK1, X2
  end
.kernel late
  movi X1, 8
  movi X2, -1
  movi X4, 65537
  movhi X4, X4, 16777736
  spr_bit_hi CTRL, 24, 1
  mov_spr_x MASK0, X1
  mov_spr_x MASK1, XZR
  vdup.f32 XZR, X1, X4
  mov_spr_x MASK0, X2
  mov_spr_x MASK1, X2
  spr_bit_hi CTRL, 24, 0
  spr_bit_hi CTRL, 24, 1
  mov_spr_x MASK0, X1
  mov_spr_x MASK1, XZR
  barrier V
  vadds.f32 XZR, XZR, X1, X4
  mov_spr_x MASK0, X2
  mov_spr_x MASK1, X2
  spr_bit_hi CTRL, 24, 0
  end
