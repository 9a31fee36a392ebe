# Words of a tile operation (all of one source line) that take a predicate which was left from somewhere else, because a word is missing.
# RUN: asm %s -o %t/k.o
# RUN(4): run %t/k.o --kernel unused --check modes | CHECK
# CHECK: takes lanes of V3 that no word uses [PTO6010]
# RUN(4): run %t/k.o --kernel tail --check modes | CHECK
# CHECK: takes lanes of V2 that no word uses [PTO6010]
# RUN(4): run %t/k.o --kernel last --check modes | CHECK
# CHECK: takes lanes of V3 that no word uses in the last iteration
# RUN(4): run %t/k.o --kernel before --check modes | CHECK
# CHECK: takes lanes of V2 that no word uses in any iteration but the last
# RUN(4): run %t/k.o --kernel masks --check modes | CHECK
# CHECK: reads P2, which was computed under another mask
# RUN(4): run %t/k.o --kernel leaves --check modes | CHECK
# CHECK: reads P1, which a loop has computed for itself
# RUN(4): run %t/k.o --kernel width --check modes | CHECK
# CHECK: reads P1, which is a predicate of lanes of another width
# RUN(4): run %t/k.o --kernel parts --check modes | CHECK
# CHECK: mixes lanes of even and odd elements
# RUN(4): run %t/k.o --kernel again --check modes | CHECK
# CHECK: selects once more what an earlier word has selected
# RUN: run %t/k.o --kernel good --check modes
.profile a5
.kernel unused
.loc "tile.pto" 1 1
  vf_begin unused_done
    pset.b32 P0, ALL
    vlds.i32 V1, [XZR], NORM
    vlds.i32 V2, [XZR + 64], NORM
    vcmps.i32 P1, V1, XZR, P0, LT
    vneg.i32 V3, V2, P0
    vsel.i32 V3, V3, V2, P1
    vsel.i32 V3, V1, V3, P1
    vsts.i32 V3, [XZR], P0, NORM_B32
    vf_end
unused_done:
  end
.kernel tail
.loc "tile.pto" 1 1
  vf_begin tail_done
    movi X1, 70
    vlds.i32 V1, [XZR], NORM
    vlds.i32 V2, [XZR + 64], NORM
    plt.b32 P0, X1 -> X1
    plt.b32 P1, X1 -> X1
    vsel.i32 V1, V1, V2, P0
    vsts.i32 V1, [XZR], P1, NORM_B32
    vf_end
tail_done:
  end
.kernel last
.loc "tile.pto" 1 1
  vf_begin last_done
    movi X1, 3
    pset.b32 P0, ALL
    vlds.i32 V0, [XZR], NORM
    vlds.i32 V1, [XZR + 64], NORM
    vlds.i32 V2, [XZR + 64], NORM
    loop 0, X1, 4
      vadds.i32 V2, V2, X1, P0
      vcmps.i32 P1, V2, XZR, P0, GT
      vadd.i32 V3, V1, V2, P0
      vsel.i32 V1, V3, V1, P1
    vsel.i32 V1, V0, V1, P1
    vsts.i32 V1, [XZR], P0, NORM_B32
    vf_end
last_done:
  end
.kernel before
.loc "tile.pto" 1 1
  vf_begin before_done
    movi X1, 3
    movi X2, 0
    pset.b32 P0, ALL
    vlds.i32 V1, [XZR], NORM
    vcmps.i32 P1, V1, XZR, P0, GT
    loop 0, X1, 2
      vlds.i32 V2, [X2 + 64], NORM, POST
      vsel.i32 V1, V2, V1, P1
    vsts.i32 V1, [XZR], P0, NORM_B32
    vf_end
before_done:
  end
.kernel masks
.loc "tile.pto" 1 1
  vf_begin masks_done
    movi X1, 70
    pset.b32 P0, ALL
    plt.b32 P1, X1 -> X1
    vlds.i32 V1, [XZR], NORM
    vcmps.i32 P2, V1, XZR, P0, GT
    vcmps.i32 P3, V1, X1, P1, LT
    pand P3, P3, P2, P1
    vsel.i32 V1, V1, V1, P3
    vsts.i32 V1, [XZR], P1, NORM_B32
    vf_end
masks_done:
  end
.kernel leaves
.loc "tile.pto" 1 1
  vf_begin leaves_done
    movi X1, 3
    pset.b32 P0, ALL
    vlds.i32 V1, [XZR], NORM
    vlds.i32 V2, [XZR + 64], NORM
    vmov.u8 V3, V2
    loop 0, X1, 3
      vcmps.i32 P1, V1, X1, P0, GT
      vadds.i32 V1, V1, X1, P0
      vsel.i32 V1, V1, V2, P1
    vcmps.i32 P2, V3, XZR, P0, LT
    pand P2, P2, P1, P0
    vsel.i32 V1, V1, V3, P2
    vsts.i32 V1, [XZR], P0, NORM_B32
    vf_end
leaves_done:
  end
.kernel width
.loc "tile.pto" 1 1
  vf_begin width_done
    pset.b32 P0, ALL
    pld P1, [XZR], US
    vlds.i32 V1, [XZR], NORM
    vlds.i32 V2, [XZR + 64], NORM
    vsel.i32 V1, V1, V2, P1
    vsts.i32 V1, [XZR], P0, NORM_B32
    vf_end
width_done:
  end
.kernel parts
.loc "tile.pto" 1 1
  vf_begin parts_done
    pset.b32 P0, ALL
    pset.b16 P2, ALL
    vlds.f16 V0, [XZR], NORM
    vcvt.f16.f32 V1, V0, P2, EVEN
    vcvt.f16.f32 V2, V0, P2, ODD
    vcmps.f32 P1, V1, XZR, P0, GT
    vsel.f32 V1, V1, V1, P1
    vadds.f32 V3, V2, XZR, P0
    vsel.f32 V2, V3, V2, P1
    vsts.f32 V1, [XZR], P0, NORM_B32
    vsts.f32 V2, [XZR + 64], P0, NORM_B32
    vf_end
parts_done:
  end
.kernel again
.loc "tile.pto" 1 1
  vf_begin again_done
    pset.b32 P0, ALL
    vlds.i32 V1, [XZR], NORM
    vlds.i32 V2, [XZR + 64], NORM
    vcmps.i32 P1, V1, XZR, P0, GT
    vsel.i32 V3, V1, V2, P1
    vsts.i32 V3, [XZR], P0, NORM_B32
    vsel.i32 V3, V1, V2, P1
    vsts.i32 V3, [XZR + 64], P0, NORM_B32
    vf_end
again_done:
  end
.kernel good
.loc "tile.pto" 1 1
  vf_begin good_done
    movi X1, 3
    movi X2, 70
    pset.b32 P0, ALL
    plt.b32 P2, X2 -> X2
    vlds.i32 V1, [XZR], NORM
    vlds.i32 V2, [XZR + 64], NORM
    loop 0, X1, 4
      vcmps.i32 P1, V1, X1, P2, GT
      vadds.i32 V3, V1, X1, P0
      vsel.i32 V1, V3, V2, P1
      vsel.i32 V2, V1, V2, P1
    vadd.i32 V1, V1, V2, P2
    vsts.i32 V1, [XZR], P2, NORM_B32
    vf_end
good_done:
  end
