package org.ptoc.ir.isa;

import java.util.Locale;
import java.util.Set;

/**
 * The instructions that the toolchain names. A table checks, when it is built, that it has a row
 * for each constant of its profile, so that a misspelt name fails the first test. The name of a
 * constant is the mnemonic.
 */
public enum Mnemonic {
  // Of both profiles.
  ADD,
  ADDI,
  AND,
  ANDI,
  ATOMADD,
  BARRIER,
  BR,
  BRC,
  BRZ,
  CACHE,
  CEILDIV,
  CMP,
  CMPI,
  CVT,
  DIV,
  END,
  EXT,
  FENCE,
  FLOORDIV,
  GM_TO_L1,
  GM_TO_L1_ND2NZ,
  GM_TO_UB,
  GM_WAIT,
  L0C_TO_GM,
  L0C_TO_L1,
  L1_FILL,
  L1_TO_BT,
  L1_TO_FB,
  L1_TO_L0A,
  L1_TO_L0A_T,
  L1_TO_L0B,
  L1_TO_L0B_T,
  LD,
  LDC,
  LDP,
  LOOP,
  MAD,
  MAX,
  MIN,
  MOV,
  MOV_SPR_X,
  MOV_X_SPR,
  MOVHI,
  MOVI,
  MUL,
  MULI,
  NEG,
  NOP,
  OR,
  ORI,
  PIPE_TRAP,
  PRINT,
  PRINT_VALUE,
  REM,
  RENEW,
  SBITSET,
  SELECT,
  SET_FLAG,
  SHL,
  SHLI,
  SHR,
  SHRSI,
  SHRUI,
  SPR_BIT_HI,
  ST,
  SUB,
  SYNC_ALL,
  SYNC_COUNT,
  TRAP,
  UB_TO_GM,
  UB_TO_UB,
  VADD,
  VADDS,
  VAND,
  VBITSORT,
  VCADD,
  VCMAX,
  VCMIN,
  VDUP,
  VEXP,
  VMAX,
  VMAXS,
  VMIN,
  VMINS,
  VMRGSORT4,
  VMUL,
  VMULS,
  VNOT,
  VOR,
  VSEL,
  VSHLS,
  VSHRS,
  VSORT32,
  VSUB,
  VTRANSPOSE,
  VXOR,
  WAIT_FLAG,
  XOR,
  XORI,
  XSET,
  XWAIT,

  // Of A5.
  ALFILL(Profile.A5),
  ALSPILL(Profile.A5),
  DSB(Profile.A5),
  GET_BUF(Profile.A5),
  GM_TO_L1_DN2NZ(Profile.A5),
  L0C_TO_UB(Profile.A5),
  L1_TO_L0A_MX(Profile.A5),
  L1_TO_L0B_MX(Profile.A5),
  L1_TO_UB(Profile.A5),
  MAD_MX(Profile.A5),
  MEM_BAR(Profile.A5),
  PDINTLV(Profile.A5),
  PFILL(Profile.A5),
  PGE(Profile.A5),
  PINTLV(Profile.A5),
  PLD(Profile.A5),
  PLT(Profile.A5),
  PLTM(Profile.A5),
  PMOV(Profile.A5),
  PSET(Profile.A5),
  PSPILL(Profile.A5),
  PST(Profile.A5),
  PSTU(Profile.A5),
  RLS_BUF(Profile.A5),
  UB_TO_L1(Profile.A5),
  VCVT(Profile.A5),
  VDINTLV(Profile.A5),
  VDUPL(Profile.A5),
  VEXPDIF(Profile.A5),
  VF_BEGIN(Profile.A5),
  VF_END(Profile.A5),
  VFILL(Profile.A5),
  VINTLV(Profile.A5),
  VLDUS(Profile.A5),
  VMOV(Profile.A5),
  VSELR(Profile.A5),
  VSLDB(Profile.A5),
  VSPILL(Profile.A5),
  VSSTB(Profile.A5),
  VSTAR(Profile.A5),
  VSTAS(Profile.A5),
  VSTUS(Profile.A5),

  // Of A2/A3.
  GM_TO_UB_ALIGN(Profile.A2A3),
  L1_TO_GM(Profile.A2A3),
  UB_TO_GM_ALIGN(Profile.A2A3),
  VBRCB(Profile.A2A3),
  VCMPV(Profile.A2A3),
  VCMPVS(Profile.A2A3),
  VCONV(Profile.A2A3),
  VCOPY(Profile.A2A3),
  VGATHER(Profile.A2A3),
  VREDUCEV2(Profile.A2A3);

  private final String spelling = name().toLowerCase(Locale.ROOT);
  private final Set<Profile> profiles;

  Mnemonic(Profile... profiles) {
    this.profiles = profiles.length == 0 ? Set.of(Profile.values()) : Set.of(profiles);
  }

  /** The name in assembly text. */
  public String spelling() {
    return spelling;
  }

  /** True if the table of a profile has a row of this name. */
  public boolean isIn(Profile profile) {
    return profiles.contains(profile);
  }

  @Override
  public String toString() {
    return spelling;
  }
}
