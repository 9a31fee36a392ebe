// Operands of cube words that mean something and are seldom meant.
// RUN: asm %s -o %t/a.o
// RUN(4): run %t/a.o --arg zeros:f16:64 --check=operands | CHECK
.profile a5
.kernel k
.kind cube
.argument pointer 4 0 read 0 "a"
  movi X1, 65552
  movi X2, 4064
  movi X3, 4032
  l1_to_bt.f32 X3, XZR, X1
  movi X1, 1048592
  movi X3, 3968
  l1_to_bt.f32 X3, XZR, X1             // CHECK: asks for 384 bytes behind the end of the table, which are left out
  movi X1, 65552
  mad.f16.f16.f32 XZR, XZR, XZR, X1    // CHECK: multiplies matrices without rows, columns or depth and does nothing
  movi X1, 65537
  mov_spr_x MTE2_NZ_PARA, X1
  movi X2, 0
  movhi X2, X2, 131072
  movi X3, 32
  gm_to_l1_nd2nz.f16 XZR, X0, X2, X3   // CHECK: puts 2 rows, columns or groups at one place, where the last one stays
  end
