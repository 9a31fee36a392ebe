# Words of a tile operation (all of one source line) that choose among the lanes of one vector by what belongs to another, because a word is missing.
# RUN: asm %s -o %t/k.o
# RUN(4): run %t/k.o --kernel all_lanes --check modes | CHECK
# CHECK: takes lanes of V2 that no word uses [PTO6010]
# RUN(4): run %t/k.o --kernel again --arg i32:200 --check modes | CHECK
# CHECK: takes lanes of V2 that no word uses in any iteration but the last two
# RUN(4): run %t/k.o --kernel wider --check modes | CHECK
# CHECK: selects by P2 among lanes that were computed under another mask
# RUN(4): run %t/k.o --kernel earlier --check modes | CHECK
# CHECK: selects by P1 among lanes that were computed under another mask
# RUN(4): run %t/k.o --kernel chosen --check modes | CHECK
# CHECK: takes lanes without a comparison in the place of chosen ones
# RUN(4): run %t/k.o --kernel bits --check modes | CHECK
# CHECK: reads P2, which has selected other lanes already
# RUN(4): run %t/k.o --kernel over --check modes | CHECK
# CHECK: stores over what another word of the operation has stored
# RUN(4): run %t/k.o --kernel late --check modes | CHECK
# CHECK: stores lanes that were chosen by a predicate of another mask
# RUN(4): run %t/k.o --kernel numbers --check modes | CHECK
# CHECK: chooses among numbers of lanes by a count
# RUN(4): run %t/k.o --kernel spent --check modes | CHECK
# CHECK: selects by P1 among lanes that were loaded after its choice was stored
# RUN(4): run %t/k.o --kernel widened --check modes | CHECK
# CHECK: reads P1, which is a predicate of lanes of another width
# RUN(4): run %t/k.o --kernel carries --check modes | CHECK
# CHECK: reads P1, which is the carry of another number
# RUN: run %t/k.o --kernel good --arg i32:200 --check modes
# RUN: run %t/k.o --kernel rows --check modes
# RUN: run %t/k.o --kernel twice --check modes
.profile a5
# The comparison of V1 is missing: its predicate is the mask.
.kernel all_lanes
.loc "tile.pto" 1 1
  vf_begin all_lanes_done
    pset.b32 P0, ALL
    vlds.i32 V1, [XZR], NORM
    vlds.i32 V2, [XZR + 64], NORM
    vsel.i32 V1, V1, V2, P0
    vsts.i32 V1, [XZR], P0, NORM_B32
    vf_end
all_lanes_done:
  end
# The comparison with V1 is missing: each iteration takes all lanes.
.kernel again
.argument scalar 17 0 read 0 "count"
.loc "tile.pto" 1 1
  vf_begin again_done
    pset.b32 P0, ALL
    ext.i32.s X1, X0
    addi.i64 X2, X0, 63
    shrsi.i64 X2, X2, 6
    max.i64.s X2, X2, XZR
    movi X3, 0
    vlds.i32 V1, [XZR], NORM
    loop 0, X2, 3
      plt.b32 P1, X1 -> X1
      vlds.i32 V2, [X3 + 64], NORM, POST
      vsel.i32 V1, V2, V1, P1
    vsts.i32 V1, [XZR], P0, NORM_B32
    vf_end
again_done:
  end
# The comparison of the second vector, of which 6 lanes are meant, is missing.
.kernel wider
.loc "tile.pto" 1 1
  vf_begin wider_done
    movi X1, 6
    pset.b32 P0, ALL
    plt.b32 P1, X1 -> X1
    vlds.i32 V1, [XZR], NORM
    vneg.i32 V2, V1, P0
    vcmps.i32 P2, V1, XZR, P0, GT
    vsel.i32 V1, V1, V2, P2
    vsts.i32 V1, [XZR], P0, NORM_B32
    vlds.i32 V1, [XZR + 64], NORM
    vneg.i32 V2, V1, P1
    vsel.i32 V1, V1, V2, P2
    vsts.i32 V1, [XZR + 64], P1, NORM_B32
    vf_end
wider_done:
  end
# The same with masks in one register.
.kernel earlier
.loc "tile.pto" 1 1
  vf_begin earlier_done
    movi X1, 6
    pset.b32 P0, ALL
    vlds.i32 V1, [XZR], NORM
    vneg.i32 V2, V1, P0
    vcmps.i32 P1, V1, XZR, P0, GT
    vsel.i32 V1, V1, V2, P1
    vsts.i32 V1, [XZR], P0, NORM_B32
    plt.b32 P0, X1 -> X1
    vlds.i32 V1, [XZR + 64], NORM
    vneg.i32 V2, V1, P0
    vsel.i32 V1, V1, V2, P1
    vsts.i32 V1, [XZR + 64], P0, NORM_B32
    vf_end
earlier_done:
  end
# The comparison of the second vector is missing: its lanes replace the greater ones.
.kernel chosen
.loc "tile.pto" 1 1
  vf_begin chosen_done
    movi X1, 56
    pset.b32 P0, ALL
    vlds.i32 V1, [XZR], NORM
    vlds.i32 V2, [XZR + 64], NORM
    vcmp.i32 P1, V2, V1, P0, GT
    vsel.i32 V1, V2, V1, P1
    plt.b32 P1, X1 -> X1
    vlds.i32 V2, [XZR + 128], NORM
    vsel.i32 V1, V2, V1, P1
    vsts.i32 V1, [XZR], P0, NORM_B32
    vf_end
chosen_done:
  end
# The upper half of the bits is missing.
.kernel bits
.loc "tile.pto" 1 1
  vf_begin bits_done
    pset.b32 P0, ALL
    pld P1, [XZR], US
    punpack P2, P1, LOWER
    vlds.i32 V1, [XZR], NORM
    vlds.i32 V2, [XZR + 64], NORM
    vsel.i32 V3, V1, V2, P2
    vsts.i32 V3, [XZR], P0, NORM_B32
    vlds.i32 V1, [XZR + 128], NORM
    vsel.i32 V3, V1, V2, P2
    vsts.i32 V3, [XZR + 64], P0, NORM_B32
    vf_end
bits_done:
  end
# The mask of 4 lanes is missing.
.kernel over
.loc "tile.pto" 1 1
  vf_begin over_done
    pset.b32 P0, ALL
    vlds.i32 V1, [XZR], NORM
    vsts.i32 V1, [XZR + 128], P0, NORM_B32
    vsts.i32 V1, [XZR], P0, NORM_B32
    vsts.i32 V1, [XZR + 72], P0, NORM_B32
    vf_end
over_done:
  end
# The comparison under the second mask is missing in front of a loop.
.kernel late
.loc "tile.pto" 1 1
  vf_begin late_done
    movi X1, 6
    pset.b32 P0, ALL
    vlds.i32 V1, [XZR], NORM
    vlds.i32 V2, [XZR + 64], NORM
    vcmps.i32 P1, V1, XZR, P0, GT
    vsel.i32 V3, V1, V2, P1
    vsts.i32 V3, [XZR], P0, NORM_B32
    plt.b32 P0, X1 -> X1
    vsel.i32 V3, V2, V1, P1
    vsts.i32 V3, [XZR + 64], P0, NORM_B32
    vf_end
late_done:
  end
# The comparison that says which numbers are wanted is missing.
.kernel numbers
.loc "tile.pto" 1 1
  vf_begin numbers_done
    movi X1, 29
    pset.b32 P0, ALL
    vci.u32 V1, XZR, ASC
    vbr.u32 V2, XZR
    plt.b32 P1, X1 -> X1
    vsel.u32 V1, V1, V2, P1
    vsts.i32 V1, [XZR], P0, NORM_B32
    vf_end
numbers_done:
  end
# The comparison of the second pair of vectors is missing.
.kernel spent
.loc "tile.pto" 1 1
  vf_begin spent_done
    pset.b32 P0, ALL
    vlds.i32 V1, [XZR], NORM
    vlds.i32 V2, [XZR + 64], NORM
    vcmp.i32 P1, V1, V2, P0, GT
    vsel.i32 V1, V1, V2, P1
    vsts.i32 V1, [XZR], P0, NORM_B32
    vlds.i32 V1, [XZR + 128], NORM
    vlds.i32 V2, [XZR + 192], NORM
    vsel.i32 V1, V1, V2, P1
    vsts.i32 V1, [XZR + 64], P0, NORM_B32
    vf_end
spent_done:
  end
# The mask of 32-bit lanes is missing.
.kernel widened
.loc "tile.pto" 1 1
  vf_begin widened_done
    pset.b16 P0, ALL
    vlds.u16 V1, [XZR], NORM
    vlds.u16 V2, [XZR + 128], NORM
    vcmp.u16 P1, V1, V2, P0, GT
    vsel.u16 V1, V1, V2, P1
    vzunpack.u16.u32 V1, V1, LOWER
    vsts.i32 V1, [XZR], P1, NORM_B32
    vf_end
widened_done:
  end
# The addition to the lowest words of the second numbers is missing.
.kernel carries
.loc "tile.pto" 1 1
  vf_begin carries_done
    pset.b32 P0, ALL
    vlds.i32 V0, [XZR], NORM
    vlds.i32 V1, [XZR + 64], NORM
    vlds.i32 V2, [XZR + 128], NORM
    vaddc.u32 V0, P1, V0, V2, P0
    vaddcs.u32 V1, P1, V1, V2, P1, P0
    vaddcs.u32 V1, P1, V1, V2, P1, P0
    vsts.i32 V0, [XZR], P0, NORM_B32
    vsts.i32 V1, [XZR + 64], P0, NORM_B32
    vf_end
carries_done:
  end
# Lanes beyond the count are 0; what a reduction over iterations chooses; all lanes computed, and few compared.
.kernel good
.argument scalar 17 0 read 0 "count"
.loc "tile.pto" 1 1
  vf_begin good_done
    pset.b32 P0, ALL
    ext.i32.s X1, X0
    addi.i64 X2, X0, 63
    shrsi.i64 X2, X2, 6
    max.i64.s X2, X2, XZR
    movi X3, 0
    vbr.i32 V0, XZR
    vlds.i32 V1, [XZR], NORM
    vadds.i32 V4, V1, X3, P0
    loop 0, X2, 7
      plt.b32 P1, X1 -> X1
      vlds.i32 V2, [X3 + 64], NORM, POST
      vsel.i32 V2, V2, V0, P1
      vadd.i32 V1, V1, V2, P0
      vcmp.i32 P2, V2, V1, P1, GT
      vadds.i32 V4, V4, X3, P0
      vsel.i32 V1, V4, V1, P2
    vsts.i32 V1, [XZR], P0, NORM_B32
    vf_end
good_done:
  end
# A predicate of a row that selects in each row of a loop, and two numbers that are added one after the other.
.kernel rows
.loc "tile.pto" 1 1
  vf_begin rows_done
    movi X1, 3
    movi X2, 256
    pset.b32 P0, ALL
    vlds.i32 V0, [XZR], NORM
    vcmps.i32 P1, V0, XZR, P0, GT
    vbr.i32 V3, XZR
    loop 0, X1, 3
      vlds.i32 V0, [X2], NORM
      vsel.i32 V0, V0, V3, P1
      vsts.i32 V0, [X2 + 64], P0, NORM_B32, POST
    vlds.i32 V1, [XZR + 64], NORM
    vlds.i32 V2, [XZR + 128], NORM
    vaddc.u32 V1, P1, V1, V2, P0
    vaddcs.u32 V3, P1, V3, V2, P1, P0
    vaddc.u32 V1, P1, V1, V2, P0
    vaddcs.u32 V3, P1, V3, V2, P1, P0
    vsts.i32 V1, [XZR + 64], P0, NORM_B32
    vsts.i32 V3, [XZR + 128], P0, NORM_B32
    vf_end
rows_done:
  end
# A store in place, and a place that is written once more after it was read.
.kernel twice
.loc "tile.pto" 1 1
  vf_begin twice_done
    pset.b32 P0, ALL
    vlds.i32 V1, [XZR], NORM
    vsts.i32 V1, [XZR], P0, NORM_B32
    vlds.i32 V2, [XZR], NORM
    vadd.i32 V2, V2, V1, P0
    vsts.i32 V2, [XZR], P0, NORM_B32
    vf_end
twice_done:
  end
