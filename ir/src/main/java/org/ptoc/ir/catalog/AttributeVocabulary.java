package org.ptoc.ir.catalog;

import java.util.List;
import org.ptoc.ir.catalog.AttributeRule.Domain;
import org.ptoc.ir.catalog.AttributeRule.Synonym;
import org.ptoc.ir.isa.QuantizationMode;

/**
 * The attribute rules that rows share, with the tokens of spec/00, 4.7 to 4.10 and spec/11, 5.2,
 * 5.3 and 9.1.
 */
final class AttributeVocabulary {
  private AttributeVocabulary() {}

  static final AttributeRule LOAD_DIST =
      optional(
          AttributeName.DIST,
          "NORM BRC_B8 BRC_B16 BRC_B32 US_B8 US_B16 DS_B8 DS_B16 UNPK_B8 UNPK_B16 UNPK_B32 UNPK4"
              + " BRC_BLK E2B_B16 E2B_B32 SPLT4CHN SPLT2CHN_B8 SPLT2CHN_B16");
  static final AttributeRule DUAL_LOAD_DIST =
      required(AttributeName.DIST, "DINTLV_B8 DINTLV_B16 DINTLV_B32 BDINTLV");
  static final AttributeRule STORE_DIST =
      optional(
          AttributeName.DIST,
          "NORM_B8 NORM_B16 NORM_B32 1PT_B8 1PT_B16 1PT_B32 PK_B16 PK_B32 PK_B64 PK4_B32 MRG4CHN_B8"
              + " MRG2CHN_B8 MRG2CHN_B16");
  static final AttributeRule DUAL_STORE_DIST =
      required(AttributeName.DIST, "INTLV_B8 INTLV_B16 INTLV_B32");
  static final AttributeRule MASK_LOAD_DIST = required(AttributeName.DIST, "NORM US DS");
  static final AttributeRule MASK_STORE_DIST = required(AttributeName.DIST, "NORM PK");
  static final AttributeRule PATTERN =
      required(
          AttributeName.PATTERN,
          "PAT_ALL PAT_VL1 PAT_VL2 PAT_VL3 PAT_VL4 PAT_VL8 PAT_VL16 PAT_VL32 PAT_VL64 PAT_VL128"
              + " PAT_M3 PAT_M4 PAT_H PAT_Q PAT_ALLF");
  static final AttributeRule COMPARE_MODE = required(AttributeName.MODE, "eq ne lt le gt ge");
  static final AttributeRule EVEN_ODD = optional(AttributeName.PART, "EVEN ODD");
  static final AttributeRule EVEN_ODD_REQUIRED = required(AttributeName.PART, "EVEN ODD");
  static final AttributeRule HALF = required(AttributeName.PART, "LOWER HIGHER");
  static final AttributeRule OPTIONAL_HALF = optional(AttributeName.PART, "LOWER HIGHER");
  static final AttributeRule TRUNCATE_MODE =
      new AttributeRule(
          AttributeName.RND,
          tokens("R A F C Z", "ROUND_R=R ROUND_A=A ROUND_F=F ROUND_C=C ROUND_Z=Z"),
          true,
          List.of());
  static final AttributeRule AWAY_MODE =
      new AttributeRule(AttributeName.RND, tokens("A", "ROUND_A=A"), true, List.of());
  static final AttributeRule ROUNDING =
      new AttributeRule(
          AttributeName.RND,
          tokens(
              "R A F C Z O H",
              "ROUND_R=R ROUND_A=A ROUND_F=F ROUND_C=C ROUND_Z=Z ROUND_O=O ROUND_H=H"),
          false,
          List.of("round_mode"));
  static final AttributeRule SATURATION =
      new AttributeRule(
          AttributeName.SAT,
          tokens("SAT NOSAT", "RS_ENABLE=SAT RS_DISABLE=NOSAT"),
          false,
          List.of());
  static final AttributeRule CONVERT_PART =
      new AttributeRule(
          AttributeName.PART,
          tokens(
              "EVEN ODD P0 P1 P2 P3",
              "PART_EVEN=EVEN PART_ODD=ODD PART_P0=P0 PART_P1=P1 PART_P2=P2 PART_P3=P3"),
          false,
          List.of());
  static final AttributeRule ORDER = optional(AttributeName.ORDER, "ASC DESC");
  static final AttributeRule POSITION = optional(AttributeName.POSITION, "LOWEST HIGHEST");
  static final AttributeRule POST_UPDATE =
      required(AttributeName.MODE, "POST_UPDATE NO_POST_UPDATE");
  static final AttributeRule SPECIAL = required(AttributeName.REGISTER, "AR");

  private static final String PIPES =
      "PIPE_S PIPE_V PIPE_M PIPE_MTE1 PIPE_MTE2 PIPE_MTE3 PIPE_ALL PIPE_MTE4 PIPE_MTE5 PIPE_V2"
          + " PIPE_FIX";
  static final AttributeRule PIPE =
      new AttributeRule(
          AttributeName.PIPE, tokens(PIPES, EventKinds.pipeSynonyms()), true, List.of());
  static final AttributeRule BARRIER_PIPE =
      new AttributeRule(
          AttributeName.PIPE,
          new Domain.Tokens(split(PIPES), List.of(), "pto.pipe"),
          true,
          List.of());
  static final AttributeRule SOURCE_PIPE = required(AttributeName.SRC, PIPES);
  static final AttributeRule DEST_PIPE = required(AttributeName.DST, PIPES);
  private static final String EVENTS =
      "EVENT_ID0 EVENT_ID1 EVENT_ID2 EVENT_ID3 EVENT_ID4 EVENT_ID5 EVENT_ID6 EVENT_ID7";
  static final AttributeRule EVENT = required(AttributeName.EVENT, EVENTS);
  static final AttributeRule EVENT_UNLESS_DYNAMIC = optional(AttributeName.EVENT, EVENTS);
  private static final String EVENT_KINDS =
      "TLOAD TSTORE_VEC TSTORE_ACC TMOV_M2L TMOV_M2S TMOV_M2B TMOV_M2V TMOV_V2M TMATMUL TVEC"
          + " TVECWAIT_EVENT";
  private static final String EVENT_KIND_SYNONYMS =
      "EVENT_LOAD_FROM_GM=TLOAD EVENT_COMPUTE_VEC=TVEC";
  static final AttributeRule FROM_KIND =
      new AttributeRule(
          AttributeName.FROM, tokens(EVENT_KINDS, EVENT_KIND_SYNONYMS), true, List.of());
  static final AttributeRule TO_KIND =
      new AttributeRule(
          AttributeName.TO, tokens(EVENT_KINDS, EVENT_KIND_SYNONYMS), true, List.of());
  static final AttributeRule SYNC_KIND =
      new AttributeRule(
          AttributeName.KIND, tokens(EVENT_KINDS, EVENT_KIND_SYNONYMS), true, List.of());
  static final AttributeRule MEMORY_BARRIER_KIND =
      required(
          AttributeName.KIND,
          "VV_ALL VST_VLD VLD_VST VST_VST VS_ALL VST_LD VLD_ST VST_ST SV_ALL ST_VLD LD_VST ST_VST"
              + " SS_ALL ST_LD LD_ST ST_ST");
  static final AttributeRule DATA_BARRIER_KIND = required(AttributeName.KIND, "ALL DDR UB SEQ");
  static final AttributeRule FENCE_SCOPE =
      new AttributeRule(
          AttributeName.SCOPE,
          new Domain.Tokens(split("gm all local_memory"), List.of(), "pto.fence_scope"),
          true,
          List.of());
  static final AttributeRule CACHE_LINES =
      new AttributeRule(
          AttributeName.LINES,
          new Domain.Tokens(split("single_cache_line all"), List.of(), Domain.Tokens.BARE),
          true,
          List.of());
  static final AttributeRule CACHE_SPACE =
      new AttributeRule(
          AttributeName.SPACE,
          new Domain.Tokens(List.of("gm"), List.of(), "pto.address_space"),
          false,
          List.of());
  static final AttributeRule CLEANED_LINES =
      required(AttributeName.LINES, "SINGLE_CACHE_LINE ENTIRE_DATA_CACHE");
  static final AttributeRule CLEAN_DESTINATION =
      new AttributeRule(
          AttributeName.DESTINATION,
          tokens(
              "CACHELINE_ALL CACHELINE_UB CACHELINE_OUT CACHELINE_ATOMIC",
              "ALL=CACHELINE_ALL UB=CACHELINE_UB OUT=CACHELINE_OUT ATOMIC=CACHELINE_ATOMIC"),
          false,
          List.of());
  static final AttributeRule PRINT_FORMAT =
      new AttributeRule(
          AttributeName.PRINT_FORMAT,
          new Domain.Tokens(
              split("width8_precision4 width8_precision2 width10_precision6"),
              List.of(),
              "pto<print_format"),
          false,
          List.of());
  static final AttributeRule TEXT_FORMAT = free(AttributeName.FORMAT);

  /** Written by lowering: the bytes of a print record in Base64. */
  static final AttributeRule PRINT_RECORD = free(AttributeName.RECORD);

  static final AttributeRule BUFFER_ID =
      new AttributeRule(AttributeName.ID, new Domain.Range(0, 31), false, List.of());
  static final AttributeRule BUFFER_MODE =
      new AttributeRule(AttributeName.MODE, new Domain.Range(0, 1), false, List.of());

  // Signals between cores (spec/70, 2.1).
  static final AttributeRule SIGNAL_ID =
      new AttributeRule(AttributeName.ID, new Domain.Range(0, 31), false, List.of());
  static final AttributeRule SIGNAL_MODE =
      new AttributeRule(AttributeName.FFTS_MODE, new Domain.Range(0, 2), false, List.of());
  static final AttributeRule SIGNAL_MODE_ALL =
      new AttributeRule(AttributeName.FFTS_MODE, new Domain.Range(0, 0), false, List.of());
  static final AttributeRule ALL_CORES_MODE =
      new AttributeRule(
          AttributeName.MODE,
          new Domain.Tokens(split("hard soft"), List.of(), "pto.sync_all_mode"),
          true,
          List.of());
  static final AttributeRule CORE_TYPE =
      new AttributeRule(
          AttributeName.CORE_TYPE,
          new Domain.Tokens(split("aiv_only aic_only mix"), List.of(), "pto.sync_core_type"),
          true,
          List.of());

  // Pipes between cores (spec/70, 3.2).
  static final AttributeRule BUFFER_NAME = required(AttributeName.NAME);
  static final AttributeRule BUFFER_SIZE = number(AttributeName.SIZE, 1, true);
  static final AttributeRule BUFFER_LOCATION =
      new AttributeRule(
          AttributeName.LOCATION,
          new Domain.Tokens(split("vec mat"), List.of(), "pto.address_space"),
          true,
          List.of());
  static final AttributeRule BUFFER_AUTO = flag(AttributeName.AUTO);
  static final AttributeRule BUFFER_BASE = number(AttributeName.BASE, 0, false);
  static final AttributeRule BUFFER_OWNER = required(AttributeName.PEER_FUNC);
  static final AttributeRule PIPE_ID = number(AttributeName.ID, 0, false);
  static final AttributeRule PIPE_DIRECTIONS =
      new AttributeRule(AttributeName.DIR_MASK, new Domain.Range(1, 3), true, List.of());
  static final AttributeRule PIPE_SLOT_BYTES = number(AttributeName.SLOT_SIZE, 1, true);
  static final AttributeRule PIPE_SLOTS = number(AttributeName.SLOT_NUM, 1, false);
  static final AttributeRule PIPE_LOCAL_SLOTS = number(AttributeName.LOCAL_SLOT_NUM, 1, false);
  static final AttributeRule PIPE_FLAG =
      new AttributeRule(AttributeName.FLAG_BASE, new Domain.Range(0, 14), false, List.of());
  static final AttributeRule PIPE_WHOLE = flag(AttributeName.NOSPLIT);
  static final AttributeRule PIPE_EPILOGUE = free(AttributeName.ACC_PUSH_EPILOGUE);
  static final AttributeRule ENTRY_SPLIT =
      new AttributeRule(AttributeName.SPLIT, new Domain.Range(0, 4), true, List.of());

  /** Written by the compiler: first byte, and byte after the last, of where a tile may lie. */
  static final AttributeRule WITHIN = free(AttributeName.WITHIN);

  // Between ranks (spec/70, 4.1).
  static final AttributeRule RANK_ATOMIC =
      new AttributeRule(
          AttributeName.ATOMIC,
          new Domain.Tokens(
              split("none add"),
              tokens("none add", "atomic_none=none atomic_add=add").synonyms(),
              "pto<atomic_type"),
          false,
          List.of("atomicType"));
  static final AttributeRule NOTIFY_OP =
      new AttributeRule(
          AttributeName.NOTIFY_OP,
          new Domain.Tokens(split("atomic_add set"), List.of(), "pto<notify_op"),
          true,
          List.of());
  static final AttributeRule WAIT_CMP =
      new AttributeRule(
          AttributeName.CMP,
          new Domain.Tokens(split("eq ne gt ge lt le"), List.of(), "pto<wait_cmp"),
          true,
          List.of());
  static final AttributeRule REDUCE_OP =
      new AttributeRule(
          AttributeName.REDUCE_OP,
          new Domain.Tokens(split("sum max min"), List.of(), "pto<reduce_op"),
          true,
          List.of());
  static final AttributeRule ROOT = number(AttributeName.ROOT, 0, true);
  static final AttributeRule SYNC_ID = number(AttributeName.SYNC_ID, 0, false);
  static final AttributeRule BLOCK_BYTES = number(AttributeName.BLOCK_BYTES, 0, false);
  static final AttributeRule COMM_BLOCK_OFFSET = number(AttributeName.COMM_BLOCK_OFFSET, 0, false);
  static final AttributeRule QUEUE_NUM = number(AttributeName.QUEUE_NUM, 0, false);
  static final AttributeRule CHANNEL_GROUP = number(AttributeName.CHANNEL_GROUP_IDX, 0, false);

  static final AttributeRule CMP_MODE =
      new AttributeRule(
          AttributeName.CMP_MODE,
          new Domain.Tokens(split("eq ne lt le gt ge"), List.of(), "pto<cmp"),
          false,
          List.of("cmp"));
  static final AttributeRule MASK_PATTERN =
      enumerated(
          AttributeName.MASK_PATTERN,
          "pto.mask_pattern",
          "P0101 P1010 P0001 P0010 P0100 P1000 P1111");
  static final AttributeRule AXIS = optional(AttributeName.AXIS, "row col");
  static final AttributeRule FIRST_POSITION =
      new AttributeRule(
          AttributeName.OFFSET, new Domain.Range(0, Integer.MAX_VALUE), false, List.of());
  static final AttributeRule COALESCE =
      enumerated(AttributeName.COALESCE, "pto<coalesce", "elem row");
  static final AttributeRule GATHER_OOB =
      enumerated(AttributeName.GATHER_OOB, "pto<gather_oob", "undefined clamp wrap zero");
  static final AttributeRule SCATTER_OOB =
      enumerated(AttributeName.SCATTER_OOB, "pto<scatter_oob", "undefined clamp wrap skip");
  static final AttributeRule SCATTER_ATOMIC =
      enumerated(AttributeName.SCATTER_ATOMIC_OP, "pto<scatter_atomic_op", "none add max min");
  static final AttributeRule SCATTER_CONFLICT =
      enumerated(AttributeName.SCATTER_CONFLICT, "pto<scatter_conflict", "default last");
  static final AttributeRule ROUND_MODE =
      new AttributeRule(
          AttributeName.RMODE,
          new Domain.Tokens(
              split("NONE RINT ROUND FLOOR CEIL TRUNC ODD CAST_RINT"), List.of(), "pto<round_mode"),
          false,
          List.of());
  static final AttributeRule SAT_MODE =
      new AttributeRule(
          AttributeName.SAT_MODE, tokens("ON OFF", "SAT=ON NOSAT=OFF"), false, List.of("satmode"));
  static final AttributeRule PRECISION =
      new AttributeRule(
          AttributeName.PRECISION_MODE,
          new Domain.Tokens(
              split("DEFAULT HIGH_PRECISION"),
              List.of(
                  new Synonym("default", "DEFAULT"),
                  new Synonym("high_precision", "HIGH_PRECISION")),
              "pto<precision_mode"),
          false,
          List.of("precisionType"));
  static final AttributeRule HIGH_PRECISION =
      new AttributeRule(AttributeName.HIGH_PRECISION, new Domain.Flag(), false, List.of());
  static final AttributeRule CARRIER_COLUMNS =
      new AttributeRule(AttributeName.SRC1_COL, new Domain.Range(1, 32), false, List.of());
  static final AttributeRule SOURCE_IS_DEST = free(AttributeName.SRC0EQDST);
  static final AttributeRule IS_BINARY =
      new AttributeRule(AttributeName.IS_BINARY, new Domain.Flag(), false, List.of());
  static final AttributeRule EXHAUSTED =
      new AttributeRule(AttributeName.EXHAUSTED, new Domain.Flag(), false, List.of("excuted"));

  /** Says that the last source is a list and no scratch (spec/50, F7); sizes tell the same. */
  static final AttributeRule NO_SCRATCH =
      new AttributeRule(AttributeName.NO_TMP, new Domain.Flag(), false, List.of());

  static final AttributeRule ROUNDS =
      new AttributeRule(AttributeName.ROUNDS, new Domain.Range(7, 10), false, List.of());
  static final AttributeRule QUANTIZATION =
      new AttributeRule(
          AttributeName.QUANT_TYPE,
          new Domain.Tokens(split("INT8_SYM INT8_ASYM"), List.of(), "pto<quant_type"),
          true,
          List.of());
  static final AttributeRule COUNTED_BYTE =
      new AttributeRule(AttributeName.BYTE, new Domain.Range(0, 3), false, List.of());
  static final AttributeRule COUNTS_HIGHEST =
      new AttributeRule(AttributeName.IS_MSB, new Domain.Flag(), false, List.of());
  static final AttributeRule UPPER =
      new AttributeRule(AttributeName.UPPER_OR_LOWER, new Domain.Range(0, 1), false, List.of());
  static final AttributeRule DESCENDING =
      new AttributeRule(AttributeName.DESCENDING, new Domain.Flag(), false, List.of());

  /**
   * Written by the compiler: true for a tile whose address it chooses or has chosen, false for one
   * that needs no memory.
   */
  static final AttributeRule PLACED =
      new AttributeRule(AttributeName.PLACED, new Domain.Flag(), false, List.of());

  static final AttributeRule LAYOUT =
      new AttributeRule(
          AttributeName.LAYOUT,
          new Domain.Tokens(split("nd dn nz mx_a_zz mx_b_nn"), List.of(), "pto.layout"),
          false,
          List.of());
  static final AttributeRule SIZES = free(AttributeName.SIZES);

  // Fix-pipe and products of tiles (spec/60, 2.3).
  private static final String PHASES = "unspecified partial final";
  static final AttributeRule ACC_PHASE =
      member(AttributeName.ACC_PHASE, "acc_phase", PHASES, "acc_phase", "");
  static final AttributeRule STORE_PHASE =
      member(AttributeName.ST_PHASE, "st_phase", PHASES, "st_phase", "");
  static final AttributeRule RELU_MODE =
      member(
          AttributeName.RELU_PRE_MODE,
          "relu_pre_mode",
          "no_relu normal_relu scalar_relu vector_relu pwl",
          "relu_pre_mode",
          "");
  static final AttributeRule ACC_TO_VEC_MODE =
      member(
          AttributeName.ACC_TO_VEC_MODE,
          "acc_to_vec_mode",
          "single_mode_vec0 single_mode_vec1 dual_mode_split_m dual_mode_split_n",
          "acc_to_vec_mode",
          "");
  static final AttributeRule INSERT_MODE =
      member(AttributeName.TINSERT_MODE, "tinsert_mode", "split2 split4", "tinsert_mode", "");
  static final AttributeRule GROUP_AXIS =
      member(AttributeName.GRP_AXIS, "grp_axis", "axis0 axis1", "grp_axis", "");
  static final AttributeRule QUANTIZATION_ID =
      new AttributeRule(AttributeName.ID, new Domain.Range(0, Integer.MAX_VALUE), false, List.of());

  // Words of the micro operations of the cube (spec/60, 3.1).
  static final AttributeRule FRACTAL_LAYOUT = words(AttributeName.LAYOUT, true, "nd2nz dn2nz", "");
  static final AttributeRule TRANSPOSE =
      new AttributeRule(AttributeName.TRANSPOSE, new Domain.Flag(), false, List.of());
  static final AttributeRule FILL_WORD_BITS =
      new AttributeRule(AttributeName.FILL_WORD_BITS, new Domain.Range(16, 32), false, List.of());
  static final AttributeRule PRODUCER_FLAG =
      words(AttributeName.UNIT_FLAG, false, "check_only check_and_set", "");
  static final AttributeRule CONSUMER_FLAG =
      words(AttributeName.UNIT_FLAG, false, "check_only check_and_clear", "");
  static final AttributeRule DISABLE_GEMV = flag(AttributeName.DISABLE_GEMV);
  static final AttributeRule N_DIRECTION = flag(AttributeName.N_DIR);
  static final AttributeRule PRODUCT_SATURATION =
      words(AttributeName.SATURATION, false, "sat nosat", "");
  static final AttributeRule PRESERVE_NAN = flag(AttributeName.PRESERVE_NAN);
  static final AttributeRule TF32 =
      words(AttributeName.TF32_MODE, false, "round_even round_away", "");
  static final AttributeRule STORE_LAYOUT =
      words(AttributeName.LAYOUT, false, "nz2nd nz2dn nz2nz", "");
  static final AttributeRule SPLIT = words(AttributeName.SPLIT, false, "split_m split_n", "");
  static final AttributeRule RELU =
      words(AttributeName.RELU_MODE, false, "no_relu normal_relu scalar_relu vector_relu", "");
  static final AttributeRule STORE_ATOMIC_TYPE =
      words(
          AttributeName.ATOMIC_TYPE,
          false,
          "f32 f16 bf16 s32 s16 s8",
          "i32=s32 i16=s16 i8=s8 si32=s32 si16=s16 si8=s8");
  static final AttributeRule STORE_ATOMIC =
      words(AttributeName.ATOMIC_OP, false, "add max min", "");
  static final AttributeRule QUANT_MODE = quantMode();
  static final AttributeRule ENABLE =
      new AttributeRule(AttributeName.ENABLE, new Domain.Anything(), false, List.of());
  static final AttributeRule MODE =
      new AttributeRule(AttributeName.MODE, new Domain.Anything(), false, List.of());

  /**
   * Modes of quantisation; whether the parameter is a scalar or a vector follows from it, so that
   * the endings that say so and the leading {@code v} are spellings of one mode (spec/60, 3.8).
   */
  private static AttributeRule quantMode() {
    StringBuilder names = new StringBuilder("deqs32_int");
    StringBuilder synonyms = new StringBuilder("f322f16=f32_f16 f322bf16=f32_bf16");
    for (QuantizationMode known : QuantizationMode.values()) {
      String mode = known.spelling();
      names.append(' ').append(mode);
      if (known.hasParameter()) {
        for (String ending : split("_pre _scalar _vec _pre_scalar _pre_vec")) {
          synonyms.append(' ').append(mode).append(ending).append('=').append(mode);
        }
        synonyms.append(" v").append(mode).append('=').append(mode);
        synonyms.append(" v").append(mode).append("_pre=").append(mode);
      }
    }
    return words(AttributeName.QUANT_MODE, false, names.toString(), synonyms.toString());
  }

  static final AttributeRule ATOMIC =
      new AttributeRule(
          AttributeName.ATOMIC,
          tokens(
              "none add max min", "atomic_none=none atomic_add=add atomic_max=max atomic_min=min"),
          false,
          List.of("atomicType"));
  static final AttributeRule VALUE =
      new AttributeRule(AttributeName.VALUE, new Domain.Anything(), true, List.of());
  static final AttributeRule CALLEE =
      new AttributeRule(AttributeName.CALLEE, new Domain.Anything(), true, List.of());
  static final AttributeRule INTEGER_PREDICATE =
      required(AttributeName.PREDICATE, "eq ne slt sle sgt sge ult ule ugt uge");
  static final AttributeRule FLOAT_PREDICATE =
      required(
          AttributeName.PREDICATE,
          "oeq ogt oge olt ole one ord ueq ugt uge ult ule une uno true false");
  static final AttributeRule MATH_FLAGS = free(AttributeName.FLAGS);

  private static AttributeRule required(AttributeName name) {
    return new AttributeRule(name, new Domain.Anything(), true, List.of());
  }

  private static AttributeRule number(AttributeName name, long least, boolean required) {
    return new AttributeRule(name, new Domain.Range(least, Integer.MAX_VALUE), required, List.of());
  }

  private static AttributeRule required(AttributeName name, String tokenList) {
    return new AttributeRule(name, tokens(tokenList, ""), true, List.of());
  }

  private static AttributeRule optional(AttributeName name, String tokenList) {
    return new AttributeRule(name, tokens(tokenList, ""), false, List.of());
  }

  private static AttributeRule enumerated(AttributeName name, String enumeration, String list) {
    return new AttributeRule(
        name, new Domain.Tokens(split(list), List.of(), enumeration), false, List.of());
  }

  /** An attribute with the two spellings of its name, whose values are written #pto<kind token>. */
  private static AttributeRule member(
      AttributeName name, String alias, String list, String enumeration, String synonyms) {
    return new AttributeRule(
        name,
        new Domain.Tokens(split(list), tokens(list, synonyms).synonyms(), "pto<" + enumeration),
        false,
        List.of(alias));
  }

  /** An attribute whose values are words among the operands. */
  private static AttributeRule words(
      AttributeName name, boolean required, String list, String synonyms) {
    return new AttributeRule(
        name,
        new Domain.Tokens(split(list), tokens(list, synonyms).synonyms(), Domain.Tokens.BARE),
        required,
        List.of());
  }

  private static AttributeRule flag(AttributeName name) {
    return new AttributeRule(name, new Domain.Flag(), false, List.of());
  }

  private static AttributeRule free(AttributeName name, String... aliases) {
    return new AttributeRule(name, new Domain.Anything(), false, List.of(aliases));
  }

  private static Domain.Tokens tokens(String list, String synonyms) {
    List<Synonym> pairs =
        synonyms.isEmpty()
            ? List.of()
            : split(synonyms).stream()
                .map(
                    pair ->
                        new Synonym(
                            pair.substring(0, pair.indexOf('=')),
                            pair.substring(pair.indexOf('=') + 1)))
                .toList();
    return new Domain.Tokens(split(list), pairs, "");
  }

  private static List<String> split(String list) {
    return List.of(list.split(" "));
  }
}
