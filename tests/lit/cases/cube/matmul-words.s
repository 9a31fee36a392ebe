// The words of the worked example of spec/60, 5.6: an f16 product of 16 x 16 matrices on A5. a(i, k) = i - 8, b(k, j) = j - 7, so that
// c(i, j) = 16 (i - 8) (j - 7).
// RUN: asm %s -o %t/a.o
// RUN: run %t/a.o --kernel gemm --arg %d/data/a-16x16.npy --arg %d/data/b-16x16.npy --arg zeros:f32:256 --expect 2=%d/data/c-16x16.npy
// RUN: run %t/a.o --kernel gemm --ub-fill 0xA5 --arg %d/data/a-16x16.npy --arg %d/data/b-16x16.npy --arg zeros:f32:256 --expect 2=%d/data/c-16x16.npy
// RUN: run %t/a.o --kernel gemm --blocks 4 --arg %d/data/a-16x16.npy --arg %d/data/b-16x16.npy --arg zeros:f32:256 --expect 2=%d/data/c-16x16.npy
// RUN: run %t/a.o --kernel gemm --arg %d/data/a-16x16.npy --arg %d/data/b-16x16.npy --arg zeros:f32:256 --timing documented --report | CHECK
// CHECK: cycles: 55 (documented)
// CHECK: matrix products: 4096 multiplications, 74.5 per cycle, 1.8 % of the peak of the cube core
// CHECK: GM to L1       1024
// RUN: run %t/a.o --kernel summed --blocks 3 --arg %d/data/a-16x16.npy --arg %d/data/b-16x16.npy --arg zeros:f32:256 --expect 2=%d/data/c3-16x16.npy
.profile a5
.kernel gemm
.kind cube
.argument pointer 4 0 read 0 "a"
.argument pointer 4 1 read 8 "b"
.argument pointer 1 2 write 16 "c"
.rodata 0002000000001000010001001000000000000000010100000100010000000000100001100000008000011000100000001000000000080000
  ldc.i64 X11, 0
  movi X12, 16
  ldc.i64 X13, 8
  mov_spr_x MTE2_NZ_PARA, X13
  movi X14, 512
  gm_to_l1_nd2nz.f16 XZR, X0, X11, X12
  gm_to_l1_nd2nz.f16 X14, X1, X11, X12
  set_flag MTE2, MTE1, 0
  wait_flag MTE2, MTE1, 0
  ldc.i64 X15, 16
  ldc.i64 X16, 24
  l1_to_l0a.f16 XZR, XZR, X15, X16
  l1_to_l0b_t.f16 XZR, X14, X15, X16
  set_flag MTE1, M, 0
  wait_flag MTE1, M, 0
  ldc.i64 X17, 32
  mad.f16.f16.f32 XZR, XZR, XZR, X17
  set_flag M, FIX, 0
  wait_flag M, FIX, 0
  ldc.i64 X18, 40
  ldc.i64 X19, 48
  l0c_to_gm.f32.f32 X2, XZR, X18, X19
  barrier ALL
  end
// The same, added to what is there: CTRL asks for atomic addition of f32.
.kernel summed
.kind cube
.uses atomics
.argument pointer 4 0 read 0 "a"
.argument pointer 4 1 read 8 "b"
.argument pointer 1 2 read write 16 "c"
.rodata 0002000000001000010001001000000000000000010100000100010000000000100001100000008000011000100000001000000000080000
  movi X20, 64
  movhi X20, X20, 65536
  mov_spr_x CTRL, X20
  ldc.i64 X11, 0
  movi X12, 16
  ldc.i64 X13, 8
  mov_spr_x MTE2_NZ_PARA, X13
  movi X14, 512
  gm_to_l1_nd2nz.f16 XZR, X0, X11, X12
  gm_to_l1_nd2nz.f16 X14, X1, X11, X12
  set_flag MTE2, MTE1, 0
  wait_flag MTE2, MTE1, 0
  ldc.i64 X15, 16
  ldc.i64 X16, 24
  l1_to_l0a.f16 XZR, XZR, X15, X16
  l1_to_l0b_t.f16 XZR, X14, X15, X16
  set_flag MTE1, M, 0
  wait_flag MTE1, M, 0
  ldc.i64 X17, 32
  mad.f16.f16.f32 XZR, XZR, XZR, X17
  set_flag M, FIX, 0
  wait_flag M, FIX, 0
  ldc.i64 X18, 40
  ldc.i64 X19, 48
  l0c_to_gm.f32.f32 X2, XZR, X18, X19
  barrier ALL
  end
