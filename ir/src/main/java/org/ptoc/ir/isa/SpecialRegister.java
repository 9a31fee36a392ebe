package org.ptoc.ir.isa;

import static org.ptoc.ir.isa.ProfileFeature.BYTE_TRANSFERS;
import static org.ptoc.ir.isa.ProfileFeature.VECTOR_REGISTERS;

import java.util.Optional;
import java.util.Set;

/** Special registers with profile and access (spec/40, 7.6; spec/60, 6.4; spec/70, 6.2). */
public enum SpecialRegister implements EncodedName {
  CTRL(0, Use.CORE, true),
  MASK0(1, Use.CORE, true, Profile.without(VECTOR_REGISTERS)),
  MASK1(2, Use.CORE, true, Profile.without(VECTOR_REGISTERS)),
  VMS4_SR(3, Use.STATE, true),
  CMPMASK0(4, Use.STATE, true, Profile.without(VECTOR_REGISTERS)),
  CMPMASK1(5, Use.STATE, true, Profile.without(VECTOR_REGISTERS)),
  BLOCK_IDX(8, Use.LAUNCH, false),
  BLOCK_NUM(9, Use.LAUNCH, false),
  SUBBLOCK_IDX(10, Use.LAUNCH, false),
  SUBBLOCK_NUM(11, Use.LAUNCH, false),
  CLOCK(12, Use.STATE, false),
  LOOP1_STRIDE_OUTTOUB(16, Use.UB_TRANSFER, true, Profile.with(BYTE_TRANSFERS)),
  LOOP2_STRIDE_OUTTOUB(17, Use.UB_TRANSFER, true, Profile.with(BYTE_TRANSFERS)),
  LOOP_SIZE_OUTTOUB(18, Use.UB_TRANSFER, true, Profile.with(BYTE_TRANSFERS)),
  LOOP1_STRIDE_UBTOOUT(19, Use.UB_TRANSFER, true, Profile.with(BYTE_TRANSFERS)),
  LOOP2_STRIDE_UBTOOUT(20, Use.UB_TRANSFER, true, Profile.with(BYTE_TRANSFERS)),
  LOOP_SIZE_UBTOOUT(21, Use.UB_TRANSFER, true, Profile.with(BYTE_TRANSFERS)),
  MOV_PAD_VAL(22, Use.UB_TRANSFER, true),
  MTE2_NZ_PARA(24, Use.CUBE, true),
  LOOP1_STRIDE_OUTTOL1(25, Use.L1_TRANSFER, true, Profile.with(BYTE_TRANSFERS)),
  LOOP2_STRIDE_OUTTOL1(26, Use.L1_TRANSFER, true, Profile.with(BYTE_TRANSFERS)),
  LOOP_SIZE_OUTTOL1(27, Use.L1_TRANSFER, true, Profile.with(BYTE_TRANSFERS)),
  PAD_VAL_OUTTOL1(28, Use.L1_TRANSFER, true),
  QUANT_PRE(32, Use.CUBE, true),
  RELU_ALPHA(33, Use.CUBE, true),
  CLIP_RELU(34, Use.CUBE, true),
  FPC(35, Use.CUBE, true),
  LOOP3_PARA(36, Use.CUBE, true),
  CHANNEL_PARA(37, Use.CUBE, true),
  ST_ATOMIC_CFG(42, Use.CORE, true),
  AR(74, Use.STATE, true, Profile.with(VECTOR_REGISTERS)),
  CORE_KIND(0x80, Use.CORE, false),
  RANK(0x81, Use.LAUNCH, false),
  RANK_NUM(0x82, Use.LAUNCH, false),
  LAUNCH(0x83, Use.LAUNCH, false);

  static final FieldVocabulary VOCABULARY = new FieldVocabulary(values());

  /** What a register is for. */
  private enum Use {
    /** Modes of the core and its kind. */
    CORE,
    /** What the launch chooses: the numbers of blocks, cores and ranks, and how many. */
    LAUNCH,
    /** Time passes in it, or words leave a result there that follows from data. */
    STATE,
    /** Settings of transfers to and from UB. */
    UB_TRANSFER,
    /** Settings of transfers into L1. */
    L1_TRANSFER,
    /** Settings of other words of the cube core. */
    CUBE
  }

  private final int code;
  private final Use use;
  private final boolean writable;
  private final Set<Profile> profiles;

  SpecialRegister(int code, Use use, boolean writable) {
    this(code, use, writable, Set.of(Profile.values()));
  }

  SpecialRegister(int code, Use use, boolean writable, Set<Profile> profiles) {
    this.code = code;
    this.use = use;
    this.writable = writable;
    this.profiles = profiles;
  }

  /** The register with {@code code}; empty when the number is not assigned. */
  public static Optional<SpecialRegister> byCode(long code) {
    return EncodedName.byCode(values(), code);
  }

  @Override
  public int code() {
    return code;
  }

  public boolean isIn(Profile profile) {
    return profiles.contains(profile);
  }

  /** True if launches choose what it holds: the numbers of blocks and cores, and how many. */
  public boolean isAboutLaunch() {
    return use == Use.LAUNCH;
  }

  /** True if time passes in it, or words leave a result there that follows from data. */
  public boolean changesByItself() {
    return use == Use.STATE;
  }

  /** True if only transfers depend on it. */
  public boolean isOfTransfers() {
    return use == Use.UB_TRANSFER || use == Use.L1_TRANSFER;
  }

  /**
   * True if it configures words of the cube core: nothing but programs writes it, and a word takes
   * what it holds when the word is issued (spec/60, 4.1).
   */
  public boolean isCubeSetting() {
    return use == Use.L1_TRANSFER || use == Use.CUBE;
  }

  /** True if programs may write it; all can be read. */
  public boolean isWritable() {
    return writable;
  }
}
