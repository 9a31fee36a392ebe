package org.ptoc.ir.catalog;

import static org.ptoc.ir.catalog.OperationForm.*;
import static org.ptoc.ir.catalog.TypeLists.*;
import static org.ptoc.ir.catalog.TypeSet.UNTYPED;
import static org.ptoc.ir.isa.Profile.A2A3;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.ptoc.ir.catalog.AttributeRule.Domain;
import org.ptoc.ir.catalog.AttributeRule.Synonym;
import org.ptoc.ir.type.ElementType;

/**
 * Operations on logical vectors (spec/80). One with the name of a vector operation computes what
 * that operation computes, in each lane.
 */
final class VmiRows {
  // @formatter:off
  private VmiRows() {}

  private static final TypeSet NUMBER = types(INTS, ALL_FLOATS);
  private static final TypeSet INTEGER = types(INTS);
  private static final TypeSet REDUCED = types(INTS, FLOATS);

  private static final AttributeRule MODE = tokens(AttributeName.PMODE, false, "zero merge");
  private static final AttributeRule GROUP =
      new AttributeRule(AttributeName.GROUP, new Domain.Range(1, 65_536), false, List.of("num_groups"));
  private static final AttributeRule GROUPS =
      new AttributeRule(AttributeName.NUM_GROUPS, new Domain.Range(1, 65_536), true, List.of());
  private static final AttributeRule GROUP_SIZE =
      new AttributeRule(AttributeName.GROUP_SIZE, new Domain.Range(1, 65_536), true, List.of());
  private static final AttributeRule REASSOC =
      new AttributeRule(AttributeName.REASSOC, new Domain.Flag(), false, List.of());
  private static final AttributeRule ROUNDING = tokens(AttributeName.ROUNDING, false, "R A F C Z H");
  private static final AttributeRule SATURATE = tokens(AttributeName.SATURATE, false, "SAT NOSAT");
  private static final AttributeRule COMPARISON =
      tokens(AttributeName.CMP, true, "eq ne lt le gt ge oeq one olt ole ogt oge");
  private static final AttributeRule INTEGER_COMPARISON = new AttributeRule(AttributeName.CMP,
      new Domain.Tokens(
          List.of("eq", "ne", "lt", "le", "gt", "ge"),
          List.of(
              new Synonym("slt", "lt"), new Synonym("sle", "le"), new Synonym("sgt", "gt"), new Synonym("sge", "ge"),
              new Synonym("ult", "lt"), new Synonym("ule", "le"), new Synonym("ugt", "gt"), new Synonym("uge", "ge")),
          ""),
      true, List.of("predicate"));
  private static final AttributeRule ORDER = tokens(AttributeName.ORDER, false, "ASC DESC");
  private static final AttributeRule LOADS = tokens(AttributeName.DIST_MODE, false, "continuous brc dintlv unpack");
  private static final AttributeRule STORES = tokens(AttributeName.DIST_MODE, false, "continuous dintlv");
  private static final AttributeRule PATTERN =
      new AttributeRule(AttributeName.PATTERN, new Domain.Anything(), true, List.of());
  private static final AttributeRule INDICES =
      new AttributeRule(AttributeName.INDICES, new Domain.Anything(), true, List.of());

  static List<OpDefinition> rows() {
    return List.of(
        //  mnemonic            form                      types                             semantics                                            section
        row("vadd",             LOGICAL_BINARY,           NUMBER,                           "lhs + rhs",                                         "4.1", MODE).asTile(Op.TADD),
        row("vsub",             LOGICAL_BINARY,           NUMBER,                           "lhs - rhs",                                         "4.1", MODE).asTile(Op.TSUB),
        row("vmul",             LOGICAL_BINARY,           types(WORDS, ALL_FLOATS),         "lhs * rhs",                                         "4.1", MODE).asTile(Op.TMUL),
        row("vdiv",             LOGICAL_BINARY,           types(FLOATS),                    "lhs / rhs",                                         "4.1", MODE).asTile(Op.TDIV),
        row("vmax",             LOGICAL_BINARY,           NUMBER,                           "max(lhs, rhs)",                                     "4.1", MODE).asTile(Op.TMAX),
        row("vmin",             LOGICAL_BINARY,           NUMBER,                           "min(lhs, rhs)",                                     "4.1", MODE).asTile(Op.TMIN),
        row("vand",             LOGICAL_BITWISE,          INTEGER,                          "lhs & rhs",                                         "4.1", MODE).asTile(Op.TAND),
        row("vor",              LOGICAL_BITWISE,          INTEGER,                          "lhs | rhs",                                         "4.1", MODE).asTile(Op.TOR),
        row("vxor",             LOGICAL_BITWISE,          INTEGER,                          "lhs ^ rhs",                                         "4.1", MODE).asTile(Op.TXOR),
        row("vshl",             LOGICAL_SHIFT,            INTEGER,                          "lhs << rhs, 0 when rhs >= W",                       "4.1", MODE).asTile(Op.TSHL),
        row("vshr",             LOGICAL_SHIFT,            INTEGER,                          "lhs >> rhs, sign fill when rhs >= W",               "4.1", MODE).asTile(Op.TSHR),
        row("shrui",            LOGICAL_SHIFT,            INTEGER,                          "lhs >> rhs, logical",                               "2.4").with(Trait.UNSIGNED_LANES).asTile(Op.TSHR),
        row("shrsi",            LOGICAL_SHIFT,            INTEGER,                          "lhs >> rhs, arithmetic",                            "2.4").with(Trait.SIGNED_LANES).asTile(Op.TSHR),
        row("vprelu",           LOGICAL_BINARY,           types(FLOATS),                    "lhs >= 0 ? lhs : rhs * lhs",                        "4.1", MODE),
        row("vexpdif",          LOGICAL_EXP_DIFFERENCE,   types(FLOATS),                    "exp(f32(input) - f32(max))",                        "4.1", MODE),

        row("vabs",             LOGICAL_UNARY,            types(set(ElementType.SI8, ElementType.SI16, ElementType.SI32), ALL_FLOATS), "abs(input)", "4.1", MODE),
        row("vneg",             LOGICAL_UNARY,            NUMBER,                           "-input",                                            "4.1", MODE),
        row("vrelu",            LOGICAL_UNARY,            types(set(ElementType.SI32), FLOATS), "max(input, 0)",                                 "4.1", MODE).asTile(Op.TRELU),
        row("vexp",             LOGICAL_UNARY,            types(FLOATS),                    "exp(input)",                                        "4.1", MODE).asTile(Op.TEXP),
        row("vln",              LOGICAL_UNARY,            types(FLOATS),                    "ln(input)",                                         "4.1", MODE).asTile(Op.TLOG),
        row("vsqrt",            LOGICAL_UNARY,            types(FLOATS),                    "sqrt(input)",                                       "4.1", MODE).asTile(Op.TSQRT),
        row("vnot",             LOGICAL_NOT,              INTEGER,                          "~input",                                            "4.1", MODE).asTile(Op.TNOT),

        row("vadds",            LOGICAL_SCALAR,           NUMBER,                           "input + scalar",                                    "4.1", MODE).asTile(Op.TADD),
        row("vmuls",            LOGICAL_SCALAR,           types(WORDS, ALL_FLOATS),         "input * scalar",                                    "4.1", MODE).asTile(Op.TMUL),
        row("vmaxs",            LOGICAL_SCALAR,           NUMBER,                           "max(input, scalar)",                                "4.1", MODE).asTile(Op.TMAX),
        row("vmins",            LOGICAL_SCALAR,           NUMBER,                           "min(input, scalar)",                                "4.1", MODE).asTile(Op.TMIN),
        row("vlrelu",           LOGICAL_SCALAR,           types(FLOATS),                    "input >= 0 ? input : scalar * input",               "4.1", MODE),
        row("vshls",            LOGICAL_SHIFT_SCALAR,     INTEGER,                          "input << scalar, 0 when scalar >= W",               "4.1", MODE).asTile(Op.TSHL),
        row("vshrs",            LOGICAL_SHIFT_SCALAR,     INTEGER,                          "input >> scalar, sign fill beyond W",               "4.1", MODE).asTile(Op.TSHR),

        row("vmula",            LOGICAL_MULTIPLY_ADD,     types(WORDS, ALL_FLOATS).but(A2A3, types(WORDS, FLOATS)), "acc + lhs * rhs, inactive lanes keep acc",          "4.1", MODE),
        row("fma",              LOGICAL_FUSED_MULTIPLY,   types(WORDS, ALL_FLOATS).but(A2A3, types(WORDS, FLOATS)), "lhs * rhs + acc",                                   "2.4"),
        row("vaxpy",            LOGICAL_AXPY,             types(FLOATS),                    "alpha * src0 + src1, inactive lanes keep src1",     "4.1", MODE),
        row("vmull",            LOGICAL_PAIR,             types(set(ElementType.I32, ElementType.UI32)), "64-bit product, low and high halves",  "4.1", MODE),
        row("vintlv",           LOGICAL_PAIR,             types(ANY_NARROW),                "interleave lanes",                                  "4.9", MODE),
        row("vdintlv",          LOGICAL_PAIR,             types(ANY_NARROW),                "even lanes, odd lanes",                             "4.9", MODE),
        row("vaddc",            LOGICAL_CARRY,            types(INT32),                     "lhs + rhs with carry out",                          "4.1", MODE),
        row("vaddcs",           LOGICAL_CARRY_CHAIN,      types(INT32),                     "lhs + rhs + carry_in with carry out",               "4.1", MODE),

        row("vcmp",             LOGICAL_COMPARE,          NUMBER,                           "src0 cmp src1, 0 where seed is 0",                  "4.2", COMPARISON, MODE),
        row("cmpf",             LOGICAL_COMPARE,          types(ALL_FLOATS),                "src0 cmp src1",                                     "2.4", COMPARISON),
        row("cmpi",             LOGICAL_COMPARE,          INTEGER,                          "src0 cmp src1",                                     "2.4", INTEGER_COMPARISON),
        row("vcmps",            LOGICAL_COMPARE_SCALAR,   NUMBER,                           "src cmp scalar, 0 where seed is 0",                 "4.2", COMPARISON, MODE),
        row("vsel",             LOGICAL_SELECT,           types(ANY_NARROW),                "mask ? src0 : src1",                                "4.2", MODE),
        row("vselr",            LOGICAL_LOOKUP,           types(ANY_NARROW),                "src[idx mod N]",                                    "4.2"),

        row("create_mask",      LOGICAL_PREFIX,           UNTYPED,                          "lane < count",                                      "3"),
        row("create_group_mask", LOGICAL_PREFIX,          UNTYPED,                          "lane mod group_size < count",                       "3",   GROUPS, GROUP_SIZE),
        row("pset",             LOGICAL_PATTERN,          UNTYPED,                          "lanes of a pattern",                                "3",   AttributeVocabulary.PATTERN, GROUP),
        row("pge",              LOGICAL_PATTERN,          UNTYPED,                          "the first lanes",                                   "3",   PATTERN, GROUP),
        row("plt",              LOGICAL_LESS_THAN,        UNTYPED,                          "lane < scalar; rest = scalar - number of lanes",    "3"),
        row("constant_mask",    LOGICAL_CONSTANT_MASK,    UNTYPED,                          "value",                                             "3",   AttributeVocabulary.VALUE),
        row("constant",         LOGICAL_CONSTANT,         types(ANY_NARROW),                "value",                                             "4.3", AttributeVocabulary.VALUE),
        row("vbrc",             LOGICAL_BROADCAST,        types(ANY_NARROW),                "value in every lane of its group",                  "4.3", GROUP),
        row("vci",              LOGICAL_INDEX,            REDUCED,                          "index + lane, or index - lane",                     "4.3", ORDER, GROUP),

        row("vcadd",            LOGICAL_REDUCE,           REDUCED,                          "sum of active lanes",                               "4.7", GROUP, REASSOC, MODE).combining(Combining.SUM),
        row("vcmax",            LOGICAL_REDUCE,           REDUCED,                          "largest active lane",                               "4.7", GROUP, MODE).combining(Combining.MAXIMUM),
        row("vcmin",            LOGICAL_REDUCE,           REDUCED,                          "smallest active lane",                              "4.7", GROUP, MODE).combining(Combining.MINIMUM),

        row("vcvt",             LOGICAL_CONVERT,          Conversions.LOGICAL,              "sat(round(input))",                                 "4.8", ROUNDING, SATURATE),
        row("extf",             LOGICAL_CONVERT,          Conversions.LOGICAL,              "input",                                             "2.4").with(Trait.OLDER_NAME),
        row("truncf",           LOGICAL_CONVERT,          Conversions.LOGICAL,              "sat(round(input))",                                 "2.4", ROUNDING, SATURATE).with(Trait.OLDER_NAME),
        row("sitofp",           LOGICAL_CONVERT,          UNTYPED,                          "input, signed",                                     "2.4", ROUNDING).with(Trait.OLDER_NAME, Trait.SIGNED_LANES),
        row("fptosi",           LOGICAL_CONVERT,          UNTYPED,                          "sat(round(input)), signed",                         "2.4", ROUNDING, SATURATE).with(Trait.OLDER_NAME, Trait.SIGNED_LANES),
        row("fptoui",           LOGICAL_CONVERT,          UNTYPED,                          "sat(round(input)), unsigned",                       "2.4", ROUNDING, SATURATE).with(Trait.OLDER_NAME, Trait.UNSIGNED_LANES),
        row("extsi",            LOGICAL_CONVERT,          UNTYPED,                          "sign extension",                                    "2.4").with(Trait.OLDER_NAME, Trait.SIGNED_LANES),
        row("extui",            LOGICAL_CONVERT,          UNTYPED,                          "zero extension",                                    "2.4").with(Trait.OLDER_NAME, Trait.UNSIGNED_LANES),
        row("trunci",           LOGICAL_CONVERT,          UNTYPED,                          "low bits",                                          "2.4", SATURATE).with(Trait.OLDER_NAME),
        row("vinterpret_cast",  LOGICAL_CAST,             types(ANY_NARROW),                "same bits",                                         "4.8"),

        row("vload",            LOGICAL_LOAD,             types(ANY_NARROW),                "source[offset + lane], by mode",                    "4.4", LOADS, GROUP),
        row("deinterleave_load", LOGICAL_LOAD,            types(ANY_NARROW),                "even elements, odd elements",                       "2.4"),
        row("group_broadcast_load", LOGICAL_LOAD,         types(ANY_NARROW),                "one element in every lane of its group",            "2.4", GROUP).with(Trait.BROADCASTS),
        row("masked_load",      LOGICAL_MASKED_LOAD,      types(ANY_NARROW),                "mask ? source[offset + lane] : keep",               "4.11"),
        row("expand_load",      LOGICAL_MASKED_LOAD,      types(ANY_NARROW).without(A2A3),  "active lanes take consecutive elements",            "4.11").with(Trait.PACKED_LANES),
        row("vstore",           LOGICAL_STORE,            types(ANY_NARROW),                "active lanes to dest + offset, by mode",            "4.5", STORES, GROUP),
        row("interleave_store", LOGICAL_STORE,            types(ANY_NARROW),                "even elements, odd elements",                       "2.4"),
        row("vsstb",            LOGICAL_STORE,            types(ANY_NARROW),                "blocks at a block stride",                          "4.5"),
        row("compress_store",   LOGICAL_COMPRESS_STORE,   types(ANY_NARROW).without(A2A3),  "active lanes to consecutive elements",              "4.11"),
        row("vgather",          LOGICAL_GATHER,           types(ANY_NARROW).but(A2A3, types(WORDS, ALL_FLOATS)), "source[offsets[i]], 0 in inactive lanes",           "4.6"),
        row("vgatherb",         LOGICAL_GATHER,           types(ANY_NARROW).without(A2A3),  "32-byte blocks at byte offsets",                    "4.6").with(Trait.BLOCK_OFFSETS),
        row("vscatter",         LOGICAL_SCATTER,          types(ANY_NARROW).without(A2A3),  "dest[offsets[i]] = value[i] in active lanes",       "4.6"),

        row("vdhist",           LOGICAL_HISTOGRAM,        types(set(ElementType.UI16, ElementType.I16)).without(A2A3), "acc + active bytes equal to the lane",   "4.10"),
        row("vchist",           LOGICAL_HISTOGRAM,        types(set(ElementType.UI16, ElementType.I16)).without(A2A3), "acc + active bytes of at most the lane", "4.10").with(Trait.CUMULATIVE),
        row("compress",         LOGICAL_COMPRESS,         types(ANY_NARROW).without(A2A3),  "active lanes moved to the front",                   "4.11"),
        row("active_prefix_index", LOGICAL_PREFIX_COUNT,  types(set(ElementType.I8, ElementType.I16, ElementType.I32)).without(A2A3), "number of active lanes before each lane", "4.11"),
        row("shuffle",          LOGICAL_SHUFFLE,          types(ANY_NARROW).without(A2A3),  "src[indices[i]]",                                   "4.9", INDICES),
        row("channel_split",    LOGICAL_SPLIT,            types(ANY_NARROW),                "every k-th lane",                                   "4.9"),
        row("channel_merge",    LOGICAL_MERGE,            types(ANY_NARROW),                "lanes in turn",                                     "4.9"),

        layout("ensure_layout"),
        layout("ensure_mask_layout"),
        layout("ensure_mask_granularity"),
        layout("pack"),
        layout("unpack"));
  }

  /** Older names of rows (spec/80, 2.4). */
  static final Map<String, String> OLDER = older(
      "vadd addf addi", "vsub subf subi", "vmul mulf muli", "vdiv divf", "vmin minf mini", "vmax maxf maxi",
      "vneg negf negi", "vabs absf absi", "vsqrt sqrt", "vexp exp", "vln ln", "vrelu relu",
      "vand andi mask_and", "vor ori mask_or", "vxor xori mask_xor", "vnot not mask_not", "vshl shli",
      "vsel select", "vbrc broadcast group_broadcast", "vci iota group_iota",
      "vcadd reduce_addf reduce_addi group_reduce_addf group_reduce_addi",
      "vcmax reduce_maxf reduce_maxi group_reduce_maxf group_reduce_maxi",
      "vcmin reduce_minf reduce_mini group_reduce_minf group_reduce_mini",
      "vinterpret_cast bitcast", "vload load group_load group_slot_load stride_load",
      "vstore store masked_store group_store stride_store", "vgather gather", "vscatter scatter");
  // @formatter:on

  private static Map<String, String> older(String... lines) {
    Map<String, String> names = new HashMap<>();
    for (String line : lines) {
      String[] words = line.split(" ");
      for (int i = 1; i < words.length; i++) {
        names.put("pto.vmi." + words[i], "pto.vmi." + words[0]);
      }
    }
    return Map.copyOf(names);
  }

  private static OpDefinition row(
      String name,
      OperationForm form,
      ProfileTypes types,
      String semantics,
      String section,
      AttributeRule... attributes) {
    return OpCatalog.vector("pto.vmi." + name, form, types, semantics, "80#" + section, attributes);
  }

  /** An operation about layouts, which only dumps of another assembler have. */
  private static OpDefinition layout(String name) {
    return UnsupportedFamily.LAYOUTS.row("pto.vmi." + name);
  }

  private static AttributeRule tokens(AttributeName name, boolean required, String list) {
    return new AttributeRule(
        name, new Domain.Tokens(List.of(list.split(" ")), List.of(), ""), required, List.of());
  }
}
