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
# The second selection of an operation takes the bits of the first, because the word that would use the address of its own is missing.
# RUN(4): run %t/k.o --kernel address --check modes | CHECK
# CHECK: addi computes what no word uses [PTO6010]
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
.kernel address
.loc "tile.pto" 1 1
  movi X1, 8192
  movi X4, 65537
  movhi X4, X4, 16777736
  vcmpv.f32 X1, XZR, XZR, X4, GE
  barrier V
  mov_spr_x CMPMASK0, X1
  vsel.f32 XZR, XZR, XZR, X4
  addi.i64 X2, X1, 32
  vsel.f32 XZR, XZR, XZR, X4
  end
