package org.ptoc.ir.catalog;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * The names of the attributes that rows declare. A format that mentions another one is rejected
 * when it is read.
 */
public enum AttributeName implements NamedAttribute {
  ACC_PHASE("accPhase"),
  ACC_PUSH_EPILOGUE,
  ACC_TO_VEC_MODE("accToVecMode"),
  ATOMIC,
  ATOMIC_OP,
  ATOMIC_TYPE,
  AUTO,
  AXIS,
  BASE,
  BLOCK_BYTES,
  BYTE,
  CALLEE,
  CHANNEL_GROUP_IDX,
  CMP,
  CMP_MODE("cmpMode"),
  COALESCE,
  COMM_BLOCK_OFFSET,
  CORE_TYPE,
  DESCENDING,
  DESTINATION,
  DIR_MASK,
  DISABLE_GEMV,
  DIST,
  DIST_MODE,
  DST,
  ENABLE,
  EVENT,
  EXHAUSTED,
  FFTS_MODE,
  FILL_WORD_BITS,
  FLAG_BASE,
  FLAGS,
  FORMAT,
  FROM,
  GATHER_OOB("gatherOob"),
  GROUP,
  GROUP_SIZE,
  GRP_AXIS("grpAxis"),
  HIGH_PRECISION("highPrecision"),
  ID,
  INDICES,
  IS_BINARY("isBinary"),
  IS_MSB("isMSB"),
  KIND,
  LAYOUT,
  LINES,
  LOCAL_SLOT_NUM,
  LOCATION,
  MASK_PATTERN("maskPattern"),
  MODE,
  N_DIR,
  NAME,
  NO_TMP,
  NOSPLIT,
  NOTIFY_OP("notifyOp"),
  NUM_GROUPS,
  OFFSET,
  ORDER,
  PART,
  PEER_FUNC,
  PATTERN,
  PIPE,
  PLACED,
  PMODE,
  POSITION,
  PRECISION_MODE,
  PREDICATE,
  PRESERVE_NAN,
  PRINT_FORMAT("printFormat"),
  QUANT_MODE,
  QUANT_TYPE,
  QUEUE_NUM,
  REASSOC,
  RECORD,
  REDUCE_OP("reduceOp"),
  REGISTER,
  RELU_PRE_MODE("reluPreMode"),
  RELU_MODE,
  RMODE,
  RND,
  ROOT,
  ROUNDING,
  ROUNDS,
  SAT,
  SAT_MODE,
  SATURATE,
  SATURATION,
  SCATTER_ATOMIC_OP("scatterAtomicOp"),
  SCATTER_CONFLICT("scatterConflict"),
  SCATTER_OOB("scatterOob"),
  SCOPE,
  SIZE,
  SIZES,
  SLOT_NUM,
  SLOT_SIZE,
  SPACE,
  SPLIT,
  SRC,
  SRC0EQDST,
  SRC1_COL("src1Col"),
  ST_PHASE("stPhase"),
  SYNC_ID,
  TF32_MODE,
  TINSERT_MODE("tinsertMode"),
  TO,
  TRANSPOSE,
  UNIT_FLAG,
  UPPER_OR_LOWER("upperOrLower"),
  VALUE,
  WITHIN;

  private static final Map<String, AttributeName> BY_SPELLING = new HashMap<>();

  static {
    for (AttributeName name : values()) {
      BY_SPELLING.put(name.spelling, name);
    }
  }

  private final String spelling;

  AttributeName() {
    this.spelling = name().toLowerCase(Locale.ROOT);
  }

  AttributeName(String spelling) {
    this.spelling = spelling;
  }

  /**
   * The constant of a name in a form or a format.
   *
   * @throws IllegalStateException when there is none
   */
  public static AttributeName of(String spelling) {
    AttributeName name = BY_SPELLING.get(spelling);
    if (name == null) {
      throw new IllegalStateException("unknown attribute " + spelling);
    }
    return name;
  }

  @Override
  public String spelling() {
    return spelling;
  }

  @Override
  public String toString() {
    return spelling;
  }
}
