package org.ptoc.ir.catalog;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * The names of the roles that operands and results play. A form that declares another one, and a
 * format that mentions another one, is rejected when it is read.
 */
public enum RoleName {
  ACC,
  ADDR,
  ADDRESS,
  ALIGN,
  ALIGN_OUT,
  ALPHA,
  AMOUNT,
  ARGUMENTS,
  ARRAY,
  BASE,
  BASE_OUT,
  BIAS,
  BIN,
  BIT,
  BLOCK_LENGTH,
  BLOCK_STRIDE,
  BLOCKS,
  BOUND,
  C0,
  C1,
  C2,
  C3,
  C2V_CONSUMER_BUF,
  CACHE,
  CAPTURES,
  CARRY,
  CARRY_IN,
  CLIP,
  COL,
  COLUMN_STEP,
  COLUMNS,
  CONDITION,
  CONFIG,
  CONTEXT,
  CONVERT,
  COUNT,
  COUNT0,
  COUNT1,
  COUNTER,
  COUNTS,
  DEST,
  DEST_GAP,
  DEST_STRIDE,
  DIAGONAL,
  DIMENSION,
  DONE,
  DST,
  DST_STRIDE,
  EVENT,
  EVENT_ID,
  ENTRY,
  EXTENT,
  FIRST,
  FP,
  GAP,
  GLOBAL,
  GM_SLOT_BUFFER,
  GM_SLOT_TENSOR,
  GROUP_STEP,
  GROUP_STRIDE,
  GROUPS,
  HALF,
  HIGH,
  ID_VALUE,
  IDX,
  INCREMENT,
  INDEX,
  INDEX0,
  INDEX1,
  INDICES,
  INIT,
  INPUT,
  INPUTS,
  K,
  K0,
  K1,
  K_START,
  K_STEP,
  KEEP,
  L0,
  L1,
  L2,
  L3,
  LAYOUT_STRIDE,
  LEFT,
  LENGTH,
  LHS,
  LHS_SCALE,
  LOCAL,
  LOOP,
  LOOP3,
  LOOPS,
  LOW,
  LOWER,
  M,
  M_START,
  M_STEP,
  MASK,
  MAX,
  MEMBERS,
  MEMORY,
  MODE_VALUE,
  N,
  OFFSET,
  OFFSETS,
  OUTPUTS,
  PAD_LEFT,
  PAD_ON,
  PAD_RIGHT,
  PAD_VALUE,
  PART,
  PATH,
  PEER,
  PING,
  PIPE,
  POINTER,
  PONG,
  PRED,
  QUANT,
  RELU,
  REPEAT,
  REPEAT_STRIDE,
  REPEAT_TIMES,
  REST,
  RESULT,
  RESULTS,
  RHS,
  RHS_SCALE,
  RIGHT,
  ROW,
  ROW_STEP,
  ROWS,
  SCALAR,
  SCALE,
  SCRATCH,
  SECOND,
  SEED,
  SELECTOR,
  SESSION,
  SHAPE,
  SID,
  SIGNAL,
  SIZES,
  SLOT,
  SMALL_C0,
  SOURCE,
  SOURCE_GAP,
  SOURCE_STRIDE,
  SRC,
  SRC0,
  SRC1,
  SRC2,
  SRC3,
  SRC_STRIDE,
  SRCS,
  START,
  STEP,
  STRIDES,
  STRUCT,
  SUBBLOCK,
  TARGET,
  TILE,
  TILES,
  TMP,
  TRANSPOSING,
  UPDATED,
  UPPER,
  V2C_CONSUMER_BUF,
  VALID,
  VALID_COL,
  VALID_ROW,
  VALUE,
  VALUES,
  VIEW,
  WORKSPACE,
  WRITTEN,
  X_START,
  X_STEP,
  Y_START,
  Y_STEP;

  private static final Map<String, RoleName> BY_SPELLING = new HashMap<>();

  static {
    for (RoleName name : values()) {
      BY_SPELLING.put(name.spelling, name);
    }
  }

  private final String spelling = name().toLowerCase(Locale.ROOT);

  /**
   * The constant of a name in a form or a format.
   *
   * @throws IllegalStateException when there is none
   */
  public static RoleName of(String spelling) {
    RoleName name = BY_SPELLING.get(spelling);
    if (name == null) {
      throw new IllegalStateException("unknown role " + spelling);
    }
    return name;
  }

  /** The name in texts and messages. */
  public String spelling() {
    return spelling;
  }

  @Override
  public String toString() {
    return spelling;
  }
}
