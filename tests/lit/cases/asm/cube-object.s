// A kernel of the cube core keeps its kind and its use of L1 and L0 in the object and in the text.
// RUN: asm %s -o %t/a.o
// RUN: objdump --asm %t/a.o | CHECK
.profile a5
.kernel gemm
.kind cube
.cube_memory 65536 8 16 32
.argument pointer 4 0 read 0 "a"
  ldc.i64 X11, 0
  gm_to_l1_nd2nz.f16 XZR, X0, X11, X12
  set_flag MTE2, MTE1, 0
  wait_flag MTE2, MTE1, 0
  mad.f16.f16.f32 XZR, XZR, XZR, X17, bias X3, NOSAT
  l0c_to_gm.f32.i8 X2, XZR, X18, X19, quant X4, relu X5, clip X6, SAT_NAN
  end
.rodata 2000000000001000
// CHECK: .kernel "gemm"
// CHECK-NEXT: .kind cube
// CHECK: .cube_memory 65536 8 16 32
// CHECK: gm_to_l1_nd2nz.f16 XZR, X0, X11, X12
// CHECK: mad.f16.f16.f32 XZR, XZR, XZR, X17, bias X3, NOSAT
// CHECK: l0c_to_gm.f32.i8 X2, XZR, X18, X19, quant X4, relu X5, clip X6, SAT_NAN
