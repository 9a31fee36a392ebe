// A product of 32 x 64 and 64 x 48 matrices in four steps of k, with two halves of L0A and L0B that take turns; the second kernel
// rectifies and narrows the result. The data is that of NumPy.
// RUN: asm %s -o %t/a.o
// RUN: run %t/a.o --kernel gemm --arg %d/data/gemm-a.npy --arg %d/data/gemm-b.npy --arg zeros:f32:1536 --expect 2=%d/data/gemm-c.npy
// RUN: run %t/a.o --kernel gemm --arg %d/data/gemm-a.npy --arg %d/data/gemm-b.npy --arg zeros:f32:1536 --expect 2=%d/data/gemm-c.npy --ub-fill 0x7F --check=all
// RUN: run %t/a.o --kernel gemm_relu --arg %d/data/gemm-a.npy --arg %d/data/gemm-b.npy --arg zeros:f16:1536 --expect 2=%d/data/gemm-h.npy
// RUN: run %t/a.o --kernel gemm_relu --arg %d/data/gemm-a.npy --arg %d/data/gemm-b.npy --arg zeros:f16:1536 --expect 2=%d/data/gemm-h.npy --ub-fill 0x7F --check=all
.profile a2a3
.kernel gemm
.kind cube
.argument pointer 4 0 read 0 "a"
.argument pointer 4 1 read 8 "b"
.argument pointer 1 2 write 16 "c"
  movi X10, 65537
  movhi X10, X10, 32
  mov_spr_x MTE2_NZ_PARA, X10
  movi X11, 2048
  movhi X11, X11, 2097152
  movi X12, 64
  gm_to_l1_nd2nz.f16 XZR, X0, X11, X12
  movi X10, 65537
  movhi X10, X10, 64
  mov_spr_x MTE2_NZ_PARA, X10
  movi X13, 1536
  movhi X13, X13, 4194304
  movi X14, 48
  movi X15, 65536
  gm_to_l1_nd2nz.f16 X15, X1, X13, X14
  set_flag MTE2, MTE1, 0
  wait_flag MTE2, MTE1, 0
  movi X16, 0
  movhi X16, X16, 258
  movi X17, 65538
  movi X18, 0
  movhi X18, X18, 769
  movi X19, 196612
  movi X20, 805371936
  movhi X20, X20, -2147483648
  movi X21, 805371936
  movi X22, 0
  movi X23, 4096
  movi X24, 4
  movi X25, 0
  set_flag M, MTE1, 0
  set_flag M, MTE1, 1
  loop 0, X24, done
  wait_flag M, MTE1, X25
  l1_to_l0a.f16 X22, XZR, X16, X17
  l1_to_l0b_t.f16 X22, X15, X18, X19
  set_flag MTE1, M, X25
  wait_flag MTE1, M, X25
  mad.f16.f16.f32 XZR, X22, X22, X20
  set_flag M, MTE1, X25
  mov X20, X21
  mov X26, X22
  mov X22, X23
  mov X23, X26
  movi X27, 1
  xor.i64 X25, X25, X27
  movi X28, 1
  shli.i64 X28, X28, 16
  add.i64 X16, X16, X28
  addi.i64 X18, X18, 1
done:
  wait_flag M, MTE1, 0
  wait_flag M, MTE1, 1
  set_flag M, FIX, 0
  wait_flag M, FIX, 0
  movi X11, 2097920
  movhi X11, X11, 48
  movi X12, 32
  movhi X12, X12, 2048
  l0c_to_gm.f32.f32 X2, XZR, X11, X12
  barrier ALL
  end
.kernel gemm_relu
.kind cube
.argument pointer 4 0 read 0 "a"
.argument pointer 4 1 read 8 "b"
.argument pointer 4 2 write 16 "c"
  movi X10, 65537
  movhi X10, X10, 32
  mov_spr_x MTE2_NZ_PARA, X10
  movi X11, 2048
  movhi X11, X11, 2097152
  movi X12, 64
  gm_to_l1_nd2nz.f16 XZR, X0, X11, X12
  movi X10, 65537
  movhi X10, X10, 64
  mov_spr_x MTE2_NZ_PARA, X10
  movi X13, 1536
  movhi X13, X13, 4194304
  movi X14, 48
  movi X15, 65536
  gm_to_l1_nd2nz.f16 X15, X1, X13, X14
  set_flag MTE2, MTE1, 0
  wait_flag MTE2, MTE1, 0
  movi X16, 0
  movhi X16, X16, 258
  movi X17, 65538
  movi X18, 0
  movhi X18, X18, 769
  movi X19, 196612
  movi X20, 805371936
  movhi X20, X20, -2147483648
  movi X21, 805371936
  movi X22, 0
  movi X23, 4096
  movi X24, 4
  movi X25, 0
  set_flag M, MTE1, 0
  set_flag M, MTE1, 1
  loop 0, X24, done
  wait_flag M, MTE1, X25
  l1_to_l0a.f16 X22, XZR, X16, X17
  l1_to_l0b_t.f16 X22, X15, X18, X19
  set_flag MTE1, M, X25
  wait_flag MTE1, M, X25
  mad.f16.f16.f32 XZR, X22, X22, X20
  set_flag M, MTE1, X25
  mov X20, X21
  mov X26, X22
  mov X22, X23
  mov X23, X26
  movi X27, 1
  xor.i64 X25, X25, X27
  movi X28, 1
  shli.i64 X28, X28, 16
  add.i64 X16, X16, X28
  addi.i64 X18, X18, 1
done:
  wait_flag M, MTE1, 0
  wait_flag M, MTE1, 1
  set_flag M, FIX, 0
  wait_flag M, FIX, 0
  movi X11, 2097920
  movhi X11, X11, 48
  movi X12, 32
  movhi X12, X12, 2180
  l0c_to_gm.f32.f16 X2, XZR, X11, X12
  barrier ALL
  end
