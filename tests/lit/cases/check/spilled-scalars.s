; A vector region that waits reads the scalars of LOCAL memory as they were when it was issued, whatever the scalar unit stores there later.
// RUN: run %s -a zeros:i32:4x64 -d 0=- | CHECK
// RUN: run %s -a zeros:i32:4x64 -d 0=- --schedule lazy | CHECK
// RUN: run %s -a zeros:i32:4x64 -d 0=- --schedule random:1 | CHECK
// CHECK: [0] 0 0
// CHECK-NEXT: [1] 1 1
// CHECK-NEXT: [2] 2 2
// CHECK-NEXT: [3] 3 3
.profile a5
.kernel k
.local 65536
.argument pointer 17 0 0 "x"
  movi X1, 4
  movi X2, 0
  loop 0, X1, 11
  st.i64 X2, [XZR + 65528], LOCAL
  shli.i64 X3, X2, 6
  st.i64 X3, [XZR + 65520], LOCAL
  vf_begin 6
  ld.i64 X4, [XZR + 65528], LOCAL
  ld.i64 X3, [XZR + 65520], LOCAL
  pset.b32 P0, ALL
  vdup.i32 V0, X4, P0
  vsts.i32 V0, [XZR + X3], P0, NORM_B32
  vf_end
  addi.i64 X2, X2, 1
  set_flag V, MTE3, 0
  wait_flag V, MTE3, 0
  movi X1, 16
  movhi X1, X1, 8
  ub_to_gm.i32 X0, XZR, X1, XZR
  end
