.profile a5
.isa 1.1
.producer "ptoc"
.source "tests/lit/cases/vmi/hybrid-rounding.pto" 0x79f2cb4b0c684ff8

.kernel "k"
.kind vector
.uses flags
.local 0
.blocks 0
.registers 4 3 1 0
.buffers 0
.events 1
.argument pointer 1 0 0 "a"
.argument pointer 27 1 8 "o"
.loc "tests/lit/cases/vmi/hybrid-rounding.pto" 17 3
  movi X2, 16
  movhi X2, X2, 1
  movi X3, 128
  movhi X3, X3, 32768
  gm_to_ub.f32 XZR, X0, X2, X3
.loc "tests/lit/cases/vmi/hybrid-rounding.pto" 18 3
  set_flag MTE2, V, 0
.loc "tests/lit/cases/vmi/hybrid-rounding.pto" 19 3
  wait_flag MTE2, V, 0
.loc "tests/lit/cases/vmi/hybrid-rounding.pto" 20 3
  vf_begin 15
.loc "tests/lit/cases/vmi/hybrid-rounding.pto" 21 10
  pset.b32 P0, VL4
  movi X0, 65536
  vsldb.f32 V0, [XZR], X0, P0
.loc "tests/lit/cases/vmi/hybrid-rounding.pto" 22 10
  pset.b32 P0, ALL
  vcvt.f32.e4m3 V1, V0, P0, H, SAT, EVEN
.loc "tests/lit/cases/vmi/hybrid-rounding.pto" 23 10
  vcvt.f32.e5m2 V2, V0, P0, H, SAT, EVEN
.loc "tests/lit/cases/vmi/hybrid-rounding.pto" 24 10
  vcvt.f32.hif8 V0, V0, P0, A, SAT, EVEN
.loc "tests/lit/cases/vmi/hybrid-rounding.pto" 25 5
  pset.b32 P0, VL32
  movi X0, 128
  vsts.e4m3 V1, [X0], P0, PK4_B32
.loc "tests/lit/cases/vmi/hybrid-rounding.pto" 26 5
  movi X2, 160
  vsts.e5m2 V2, [X2], P0, PK4_B32
.loc "tests/lit/cases/vmi/hybrid-rounding.pto" 27 5
  movi X2, 192
  vsts.hif8 V0, [X2], P0, PK4_B32
.loc "tests/lit/cases/vmi/hybrid-rounding.pto" 20 3
  vf_end
.loc "tests/lit/cases/vmi/hybrid-rounding.pto" 29 3
  set_flag V, MTE3, 0
.loc "tests/lit/cases/vmi/hybrid-rounding.pto" 30 3
  wait_flag V, MTE3, 0
.loc "tests/lit/cases/vmi/hybrid-rounding.pto" 31 3
  movi X2, -1073741808
  movhi X2, X2, 0
  movi X3, 96
  movhi X3, X3, 24576
  ub_to_gm.u8 X1, X0, X2, X3
.loc "tests/lit/cases/vmi/hybrid-rounding.pto" 32 3
  end
