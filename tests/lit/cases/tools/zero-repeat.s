; A word with repeat count 0 does nothing. A run says so once, of the first place, on every engine and with any number of blocks and threads.
; RUN: asm %s -o %t/a.o
; RUN: run %t/a.o --kernel @hot --blocks 3 --threads 2 | CHECK
; CHECK: (documented)
; CHECK-NEXT: warning: @hot, block 0, word 8 has repeat count 0 and does nothing [PTO6009]
; CHECK-NOT: PTO6009
; RUN: run %t/a.o --kernel hot --engine interpret | CHECK
; CHECK: (documented)
; CHECK-NEXT: @hot, block 0, word 8 has repeat count 0 and does nothing [PTO6009]
; CHECK-NOT: PTO6009
; RUN: run %t/a.o --kernel hot --engine jit | CHECK
; CHECK: (documented)
; CHECK-NEXT: @hot, block 0, word 8 has repeat count 0 and does nothing [PTO6009]
; CHECK-NOT: PTO6009
; RUN: run %t/a.o --kernel hot --diagnostic-format=json | CHECK
; CHECK: (documented)
; CHECK-NEXT: {"code":"PTO6009","severity":"warning"
; CHECK-SAME: @hot, block 0, word 8 has repeat count 0 and does nothing
; CHECK-NOT: PTO6009
; RUN(4): run %t/a.o --kernel hot -Werror=zero-repeat | CHECK
; CHECK: (documented)
; CHECK-NEXT: error: @hot, block 0, word 8 has repeat count 0 and does nothing [PTO6009]
; RUN(4): run %t/a.o --kernel hot --check operands | CHECK
; CHECK: (documented)
; CHECK-NOT: PTO6009
; CHECK: error: @hot, block 0, word 8 has repeat count 0 and does nothing [PTO6010]
; CHECK: error: @hot, block 0, word 10 has repeat count 0 and does nothing [PTO6010]
; CHECK-NOT: PTO6009
; RUN(4): run %t/a.o --kernel hot --check | CHECK
; CHECK: error: @hot, block 0, word 8 has repeat count 0 and does nothing [PTO6010]
; RUN: run %t/a.o --kernel counted -Werror
.profile a2a3
.kernel hot
  movi X1, -1
  mov_spr_x MASK0, X1
  mov_spr_x MASK1, X1
  movi X4, 65537
  movhi X4, X4, 524296
  movhi X5, X4, 17301512
  movi X6, 5000
  loop 0, X6, 2
  vadds.f32 XZR, XZR, X1, X4
  vadds.f32 XZR, XZR, X1, X5
  vadds.f32 XZR, XZR, X1, X4
  end
; In count mode the field means nothing.
.kernel counted
  movi X1, 8
  movi X2, -1
  movi X4, 65537
  movhi X4, X4, 524296
  spr_bit_hi CTRL, 24, 1
  mov_spr_x MASK0, X1
  mov_spr_x MASK1, XZR
  vadds.f32 XZR, XZR, X1, X4
  spr_bit_hi CTRL, 24, 0
  mov_spr_x MASK0, X2
  mov_spr_x MASK1, X2
  end
; FINDINGS: operands, uninitialized, sync
