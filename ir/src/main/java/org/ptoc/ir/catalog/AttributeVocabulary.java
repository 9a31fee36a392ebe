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
          "dist",
          "NORM BRC_B8 BRC_B16 BRC_B32 US_B8 US_B16 DS_B8 DS_B16 UNPK_B8 UNPK_B16 UNPK_B32 UNPK4"
              + " BRC_BLK E2B_B16 E2B_B32 SPLT4CHN SPLT2CHN_B8 SPLT2CHN_B16");
  static final AttributeRule DUAL_LOAD_DIST =
      required("dist", "DINTLV_B8 DINTLV_B16 DINTLV_B32 BDINTLV");
  static final AttributeRule STORE_DIST =
      optional(
          "dist",
          "NORM_B8 NORM_B16 NORM_B32 1PT_B8 1PT_B16 1PT_B32 PK_B16 PK_B32 PK_B64 PK4_B32 MRG4CHN_B8"
              + " MRG2CHN_B8 MRG2CHN_B16");
  static final AttributeRule DUAL_STORE_DIST = required("dist", "INTLV_B8 INTLV_B16 INTLV_B32");
  static final AttributeRule MASK_LOAD_DIST = required("dist", "NORM US DS");
  static final AttributeRule MASK_STORE_DIST = required("dist", "NORM PK");
  static final AttributeRule PATTERN =
      required(
          "pattern",
          "PAT_ALL PAT_VL1 PAT_VL2 PAT_VL3 PAT_VL4 PAT_VL8 PAT_VL16 PAT_VL32 PAT_VL64 PAT_VL128"
              + " PAT_M3 PAT_M4 PAT_H PAT_Q PAT_ALLF");
  static final AttributeRule COMPARE_MODE = required("mode", "eq ne lt le gt ge");
  static final AttributeRule EVEN_ODD = optional("part", "EVEN ODD");
  static final AttributeRule EVEN_ODD_REQUIRED = required("part", "EVEN ODD");
  static final AttributeRule HALF = required("part", "LOWER HIGHER");
  static final AttributeRule OPTIONAL_HALF = optional("part", "LOWER HIGHER");
  static final AttributeRule TRUNCATE_MODE =
      new AttributeRule(
          "rnd",
          tokens("R A F C Z", "ROUND_R=R ROUND_A=A ROUND_F=F ROUND_C=C ROUND_Z=Z"),
          true,
          List.of());
  static final AttributeRule AWAY_MODE =
      new AttributeRule("rnd", tokens("A", "ROUND_A=A"), true, List.of());
  static final AttributeRule ROUNDING =
      new AttributeRule(
          "rnd",
          tokens(
              "R A F C Z O H",
              "ROUND_R=R ROUND_A=A ROUND_F=F ROUND_C=C ROUND_Z=Z ROUND_O=O ROUND_H=H"),
          false,
          List.of("round_mode"));
  static final AttributeRule SATURATION =
      new AttributeRule(
          "sat", tokens("SAT NOSAT", "RS_ENABLE=SAT RS_DISABLE=NOSAT"), false, List.of());
  static final AttributeRule CONVERT_PART =
      new AttributeRule(
          "part",
          tokens(
              "EVEN ODD P0 P1 P2 P3",
              "PART_EVEN=EVEN PART_ODD=ODD PART_P0=P0 PART_P1=P1 PART_P2=P2 PART_P3=P3"),
          false,
          List.of());
  static final AttributeRule ORDER = optional("order", "ASC DESC");
  static final AttributeRule POSITION = optional("position", "LOWEST HIGHEST");
  static final AttributeRule POST_UPDATE = required("mode", "POST_UPDATE NO_POST_UPDATE");
  static final AttributeRule SPECIAL = required("register", "AR");

  private static final String PIPES =
      "PIPE_S PIPE_V PIPE_M PIPE_MTE1 PIPE_MTE2 PIPE_MTE3 PIPE_ALL PIPE_MTE4 PIPE_MTE5 PIPE_V2"
          + " PIPE_FIX";
  static final AttributeRule PIPE =
      new AttributeRule("pipe", tokens(PIPES, EventKinds.pipeSynonyms()), true, List.of());
  static final AttributeRule BARRIER_PIPE =
      new AttributeRule(
          "pipe", new Domain.Tokens(split(PIPES), List.of(), "pto.pipe"), true, List.of());
  static final AttributeRule SOURCE_PIPE = required("src", PIPES);
  static final AttributeRule DEST_PIPE = required("dst", PIPES);
  private static final String EVENTS =
      "EVENT_ID0 EVENT_ID1 EVENT_ID2 EVENT_ID3 EVENT_ID4 EVENT_ID5 EVENT_ID6 EVENT_ID7";
  static final AttributeRule EVENT = required("event", EVENTS);
  static final AttributeRule EVENT_UNLESS_DYNAMIC = optional("event", EVENTS);
  private static final String EVENT_KINDS =
      "TLOAD TSTORE_VEC TSTORE_ACC TMOV_M2L TMOV_M2S TMOV_M2B TMOV_M2V TMOV_V2M TMATMUL TVEC"
          + " TVECWAIT_EVENT";
  private static final String EVENT_KIND_SYNONYMS =
      "EVENT_LOAD_FROM_GM=TLOAD EVENT_COMPUTE_VEC=TVEC";
  static final AttributeRule FROM_KIND =
      new AttributeRule("from", tokens(EVENT_KINDS, EVENT_KIND_SYNONYMS), true, List.of());
  static final AttributeRule TO_KIND =
      new AttributeRule("to", tokens(EVENT_KINDS, EVENT_KIND_SYNONYMS), true, List.of());
  static final AttributeRule SYNC_KIND =
      new AttributeRule("kind", tokens(EVENT_KINDS, EVENT_KIND_SYNONYMS), true, List.of());
  static final AttributeRule MEMORY_BARRIER_KIND =
      required(
          "kind",
          "VV_ALL VST_VLD VLD_VST VST_VST VS_ALL VST_LD VLD_ST VST_ST SV_ALL ST_VLD LD_VST ST_VST"
              + " SS_ALL ST_LD LD_ST ST_ST");
  static final AttributeRule DATA_BARRIER_KIND = required("kind", "ALL DDR UB SEQ");
  static final AttributeRule FENCE_SCOPE =
      new AttributeRule(
          "scope",
          new Domain.Tokens(split("gm all local_memory"), List.of(), "pto.fence_scope"),
          true,
          List.of());
  static final AttributeRule CACHE_LINES =
      new AttributeRule(
          "lines",
          new Domain.Tokens(split("single_cache_line all"), List.of(), Domain.Tokens.BARE),
          true,
          List.of());
  static final AttributeRule CACHE_SPACE =
      new AttributeRule(
          "space",
          new Domain.Tokens(List.of("gm"), List.of(), "pto.address_space"),
          false,
          List.of());
  static final AttributeRule CLEANED_LINES =
      required("lines", "SINGLE_CACHE_LINE ENTIRE_DATA_CACHE");
  static final AttributeRule CLEAN_DESTINATION =
      new AttributeRule(
          "destination",
          tokens(
              "CACHELINE_ALL CACHELINE_UB CACHELINE_OUT CACHELINE_ATOMIC",
              "ALL=CACHELINE_ALL UB=CACHELINE_UB OUT=CACHELINE_OUT ATOMIC=CACHELINE_ATOMIC"),
          false,
          List.of());
  static final AttributeRule PRINT_FORMAT =
      new AttributeRule(
          "printFormat",
          new Domain.Tokens(
              split("width8_precision4 width8_precision2 width10_precision6"),
              List.of(),
              "pto<print_format"),
          false,
          List.of());
  static final AttributeRule TEXT_FORMAT = free("format");

  /** Written by lowering: the bytes of a print record in Base64. */
  static final AttributeRule PRINT_RECORD = free("record");

  static final AttributeRule BUFFER_ID =
      new AttributeRule("id", new Domain.Range(0, 31), false, List.of());
  static final AttributeRule BUFFER_MODE =
      new AttributeRule("mode", new Domain.Range(0, 1), false, List.of());

  static final AttributeRule CMP_MODE =
      new AttributeRule(
          "cmpMode",
          new Domain.Tokens(split("eq ne lt le gt ge"), List.of(), "pto<cmp"),
          false,
          List.of("cmp"));
  static final AttributeRule MASK_PATTERN =
      enumerated("maskPattern", "pto.mask_pattern", "P0101 P1010 P0001 P0010 P0100 P1000 P1111");
  static final AttributeRule AXIS = optional("axis", "row col");
  static final AttributeRule FIRST_POSITION =
      new AttributeRule("offset", new Domain.Range(0, Integer.MAX_VALUE), false, List.of());
  static final AttributeRule COALESCE = enumerated("coalesce", "pto<coalesce", "elem row");
  static final AttributeRule GATHER_OOB =
      enumerated("gatherOob", "pto<gather_oob", "undefined clamp wrap zero");
  static final AttributeRule SCATTER_OOB =
      enumerated("scatterOob", "pto<scatter_oob", "undefined clamp wrap skip");
  static final AttributeRule SCATTER_ATOMIC =
      enumerated("scatterAtomicOp", "pto<scatter_atomic_op", "none add max min");
  static final AttributeRule SCATTER_CONFLICT =
      enumerated("scatterConflict", "pto<scatter_conflict", "default last");
  static final AttributeRule ROUND_MODE =
      new AttributeRule(
          "rmode",
          new Domain.Tokens(
              split("NONE RINT ROUND FLOOR CEIL TRUNC ODD CAST_RINT"), List.of(), "pto<round_mode"),
          false,
          List.of());
  static final AttributeRule SAT_MODE =
      new AttributeRule(
          "sat_mode", tokens("ON OFF", "SAT=ON NOSAT=OFF"), false, List.of("satmode"));
  static final AttributeRule PRECISION =
      new AttributeRule(
          "precision_mode",
          new Domain.Tokens(
              split("DEFAULT HIGH_PRECISION"),
              List.of(
                  new Synonym("default", "DEFAULT"),
                  new Synonym("high_precision", "HIGH_PRECISION")),
              "pto<precision_mode"),
          false,
          List.of("precisionType"));
  static final AttributeRule HIGH_PRECISION =
      new AttributeRule("highPrecision", new Domain.Flag(), false, List.of());
  static final AttributeRule CARRIER_COLUMNS =
      new AttributeRule("src1Col", new Domain.Range(1, 32), false, List.of());
  static final AttributeRule SOURCE_IS_DEST = free("src0eqdst");
  static final AttributeRule IS_BINARY =
      new AttributeRule("isBinary", new Domain.Flag(), false, List.of());
  static final AttributeRule EXHAUSTED =
      new AttributeRule("exhausted", new Domain.Flag(), false, List.of("excuted"));

  /** Says that the last source is a list and no scratch (spec/50, F7); sizes tell the same. */
  static final AttributeRule NO_SCRATCH =
      new AttributeRule("no_tmp", new Domain.Flag(), false, List.of());

  static final AttributeRule ROUNDS =
      new AttributeRule("rounds", new Domain.Range(7, 10), false, List.of());
  static final AttributeRule QUANTIZATION =
      new AttributeRule(
          "quant_type",
          new Domain.Tokens(split("INT8_SYM INT8_ASYM"), List.of(), "pto<quant_type"),
          true,
          List.of());
  static final AttributeRule COUNTED_BYTE =
      new AttributeRule("byte", new Domain.Range(0, 3), false, List.of());
  static final AttributeRule COUNTS_HIGHEST =
      new AttributeRule("isMSB", new Domain.Flag(), false, List.of());
  static final AttributeRule UPPER =
      new AttributeRule("upperOrLower", new Domain.Range(0, 1), false, List.of());
  static final AttributeRule DESCENDING =
      new AttributeRule("descending", new Domain.Flag(), false, List.of());

  /**
   * Written by the compiler: true for a tile whose address it chooses or has chosen, false for one
   * that needs no memory.
   */
  static final AttributeRule PLACED =
      new AttributeRule("placed", new Domain.Flag(), false, List.of());

  static final AttributeRule LAYOUT =
      new AttributeRule(
          "layout",
          new Domain.Tokens(split("nd dn nz mx_a_zz mx_b_nn"), List.of(), "pto.layout"),
          false,
          List.of());
  static final AttributeRule SIZES = free("sizes");

  // Fix-pipe and products of tiles (spec/60, 2.3).
  private static final String PHASES = "unspecified partial final";
  static final AttributeRule ACC_PHASE = member("accPhase", "acc_phase", PHASES, "acc_phase", "");
  static final AttributeRule STORE_PHASE = member("stPhase", "st_phase", PHASES, "st_phase", "");
  static final AttributeRule RELU_MODE =
      member(
          "reluPreMode",
          "relu_pre_mode",
          "no_relu normal_relu scalar_relu vector_relu pwl",
          "relu_pre_mode",
          "");
  static final AttributeRule ACC_TO_VEC_MODE =
      member(
          "accToVecMode",
          "acc_to_vec_mode",
          "single_mode_vec0 single_mode_vec1 dual_mode_split_m dual_mode_split_n",
          "acc_to_vec_mode",
          "");
  static final AttributeRule INSERT_MODE =
      member("tinsertMode", "tinsert_mode", "split2 split4", "tinsert_mode", "");
  static final AttributeRule GROUP_AXIS =
      member("grpAxis", "grp_axis", "axis0 axis1", "grp_axis", "");
  static final AttributeRule QUANTIZATION_ID =
      new AttributeRule("id", new Domain.Range(0, Integer.MAX_VALUE), false, List.of());

  // Words of the micro operations of the cube (spec/60, 3.1).
  static final AttributeRule FRACTAL_LAYOUT = words("layout", true, "nd2nz dn2nz", "");
  static final AttributeRule TRANSPOSE =
      new AttributeRule("transpose", new Domain.Flag(), false, List.of());
  static final AttributeRule FILL_WORD_BITS =
      new AttributeRule("fill_word_bits", new Domain.Range(16, 32), false, List.of());
  static final AttributeRule PRODUCER_FLAG =
      words("unit_flag", false, "check_only check_and_set", "");
  static final AttributeRule CONSUMER_FLAG =
      words("unit_flag", false, "check_only check_and_clear", "");
  static final AttributeRule DISABLE_GEMV = flag("disable_gemv");
  static final AttributeRule N_DIRECTION = flag("n_dir");
  static final AttributeRule PRODUCT_SATURATION = words("saturation", false, "sat nosat", "");
  static final AttributeRule PRESERVE_NAN = flag("preserve_nan");
  static final AttributeRule TF32 = words("tf32_mode", false, "round_even round_away", "");
  static final AttributeRule STORE_LAYOUT = words("layout", false, "nz2nd nz2dn nz2nz", "");
  static final AttributeRule SPLIT = words("split", false, "split_m split_n", "");
  static final AttributeRule RELU =
      words("relu_mode", false, "no_relu normal_relu scalar_relu vector_relu", "");
  static final AttributeRule STORE_ATOMIC_TYPE =
      words(
          "atomic_type",
          false,
          "f32 f16 bf16 s32 s16 s8",
          "i32=s32 i16=s16 i8=s8 si32=s32 si16=s16 si8=s8");
  static final AttributeRule STORE_ATOMIC = words("atomic_op", false, "add max min", "");
  static final AttributeRule QUANT_MODE = quantMode();
  static final AttributeRule ENABLE =
      new AttributeRule("enable", new Domain.Anything(), false, List.of());
  static final AttributeRule MODE =
      new AttributeRule("mode", new Domain.Anything(), false, List.of());

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
    return words("quant_mode", false, names.toString(), synonyms.toString());
  }

  static final AttributeRule ATOMIC =
      new AttributeRule(
          "atomic",
          tokens(
              "none add max min", "atomic_none=none atomic_add=add atomic_max=max atomic_min=min"),
          false,
          List.of("atomicType"));
  static final AttributeRule VALUE =
      new AttributeRule("value", new Domain.Anything(), true, List.of());
  static final AttributeRule CALLEE =
      new AttributeRule("callee", new Domain.Anything(), true, List.of());
  static final AttributeRule INTEGER_PREDICATE =
      required("predicate", "eq ne slt sle sgt sge ult ule ugt uge");
  static final AttributeRule FLOAT_PREDICATE =
      required("predicate", "oeq ogt oge olt ole one ord ueq ugt uge ult ule une uno true false");
  static final AttributeRule MATH_FLAGS = free("flags");

  private static AttributeRule required(String name, String tokenList) {
    return new AttributeRule(name, tokens(tokenList, ""), true, List.of());
  }

  private static AttributeRule optional(String name, String tokenList) {
    return new AttributeRule(name, tokens(tokenList, ""), false, List.of());
  }

  private static AttributeRule enumerated(String name, String enumeration, String list) {
    return new AttributeRule(
        name, new Domain.Tokens(split(list), List.of(), enumeration), false, List.of());
  }

  /** An attribute with the two spellings of its name, whose values are written #pto<kind token>. */
  private static AttributeRule member(
      String name, String alias, String list, String enumeration, String synonyms) {
    return new AttributeRule(
        name,
        new Domain.Tokens(split(list), tokens(list, synonyms).synonyms(), "pto<" + enumeration),
        false,
        List.of(alias));
  }

  /** An attribute whose values are words among the operands. */
  private static AttributeRule words(String name, boolean required, String list, String synonyms) {
    return new AttributeRule(
        name,
        new Domain.Tokens(split(list), tokens(list, synonyms).synonyms(), Domain.Tokens.BARE),
        required,
        List.of());
  }

  private static AttributeRule flag(String name) {
    return new AttributeRule(name, new Domain.Flag(), false, List.of());
  }

  private static AttributeRule free(String name, String... aliases) {
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
