package org.ptoc.ir.isa;

import java.util.Optional;

/** Special registers with profile and access (spec/40, 7.6; spec/60, 6.4; spec/70, 6.2). */
public enum SpecialRegister implements EncodedName {
  CTRL(0, true, true, true),
  MASK0(1, false, true, true),
  MASK1(2, false, true, true),
  VMS4_SR(3, true, true, true),
  CMPMASK0(4, false, true, true),
  CMPMASK1(5, false, true, true),
  BLOCK_IDX(8, true, true, false),
  BLOCK_NUM(9, true, true, false),
  SUBBLOCK_IDX(10, true, true, false),
  SUBBLOCK_NUM(11, true, true, false),
  CLOCK(12, true, true, false),
  LOOP1_STRIDE_OUTTOUB(16, true, false, true),
  LOOP2_STRIDE_OUTTOUB(17, true, false, true),
  LOOP_SIZE_OUTTOUB(18, true, false, true),
  LOOP1_STRIDE_UBTOOUT(19, true, false, true),
  LOOP2_STRIDE_UBTOOUT(20, true, false, true),
  LOOP_SIZE_UBTOOUT(21, true, false, true),
  MOV_PAD_VAL(22, true, true, true),
  MTE2_NZ_PARA(24, true, true, true),
  LOOP1_STRIDE_OUTTOL1(25, true, false, true),
  LOOP2_STRIDE_OUTTOL1(26, true, false, true),
  LOOP_SIZE_OUTTOL1(27, true, false, true),
  PAD_VAL_OUTTOL1(28, true, true, true),
  QUANT_PRE(32, true, true, true),
  RELU_ALPHA(33, true, true, true),
  CLIP_RELU(34, true, true, true),
  FPC(35, true, true, true),
  LOOP3_PARA(36, true, true, true),
  CHANNEL_PARA(37, true, true, true),
  ST_ATOMIC_CFG(42, true, true, true),
  AR(74, true, false, true),
  CORE_KIND(0x80, true, true, false),
  RANK(0x81, true, true, false),
  RANK_NUM(0x82, true, true, false),
  LAUNCH(0x83, true, true, false);

  static final FieldVocabulary VOCABULARY = new FieldVocabulary(values());

  private final int code;
  private final boolean onA5;
  private final boolean onA2A3;
  private final boolean writable;

  SpecialRegister(int code, boolean onA5, boolean onA2A3, boolean writable) {
    this.code = code;
    this.onA5 = onA5;
    this.onA2A3 = onA2A3;
    this.writable = writable;
  }

  /** The register with {@code code}; empty when the number is not assigned. */
  public static Optional<SpecialRegister> byCode(long code) {
    for (SpecialRegister register : values()) {
      if (register.code == code) {
        return Optional.of(register);
      }
    }
    return Optional.empty();
  }

  @Override
  public int code() {
    return code;
  }

  @Override
  public String spelling() {
    return name();
  }

  public boolean isIn(Profile profile) {
    return profile == Profile.A5 ? onA5 : onA2A3;
  }

  /** True if launches choose what it holds: the numbers of blocks and cores, and how many. */
  public boolean isAboutLaunch() {
    return switch (this) {
      case BLOCK_IDX, BLOCK_NUM, SUBBLOCK_IDX, SUBBLOCK_NUM, RANK, RANK_NUM, LAUNCH -> true;
      default -> false;
    };
  }

  /** True if time passes in it, or words leave a result there that follows from data. */
  public boolean changesByItself() {
    return this == CLOCK || this == VMS4_SR || this == CMPMASK0 || this == CMPMASK1 || this == AR;
  }

  /**
   * True if it configures words of the cube core: nothing but programs writes it, and a word takes
   * what it holds when the word is issued (spec/60, 4.1).
   */
  public boolean isCubeSetting() {
    return switch (this) {
      case MTE2_NZ_PARA,
          LOOP1_STRIDE_OUTTOL1,
          LOOP2_STRIDE_OUTTOL1,
          LOOP_SIZE_OUTTOL1,
          PAD_VAL_OUTTOL1,
          QUANT_PRE,
          RELU_ALPHA,
          CLIP_RELU,
          FPC,
          LOOP3_PARA,
          CHANNEL_PARA ->
          true;
      case CTRL,
          MASK0,
          MASK1,
          VMS4_SR,
          CMPMASK0,
          CMPMASK1,
          BLOCK_IDX,
          BLOCK_NUM,
          SUBBLOCK_IDX,
          SUBBLOCK_NUM,
          CLOCK,
          LOOP1_STRIDE_OUTTOUB,
          LOOP2_STRIDE_OUTTOUB,
          LOOP_SIZE_OUTTOUB,
          LOOP1_STRIDE_UBTOOUT,
          LOOP2_STRIDE_UBTOOUT,
          LOOP_SIZE_UBTOOUT,
          MOV_PAD_VAL,
          ST_ATOMIC_CFG,
          AR,
          CORE_KIND,
          RANK,
          RANK_NUM,
          LAUNCH ->
          false;
    };
  }

  /** True if programs may write it; all can be read. */
  public boolean isWritable() {
    return writable;
  }
}
