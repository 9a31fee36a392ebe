package org.ptoc.ir.catalog;

import org.ptoc.ir.isa.Mnemonic;
import static org.ptoc.ir.catalog.OpCatalog.vector;
import static org.ptoc.ir.catalog.OperationForm.*;
import static org.ptoc.ir.catalog.TypeLists.*;
import static org.ptoc.ir.catalog.TypeSet.ABSENT;
import static org.ptoc.ir.catalog.TypeSet.UNTYPED;
import static org.ptoc.ir.catalog.AttributeVocabulary.*;
import static org.ptoc.ir.isa.Profile.A2A3;

import java.util.List;
import org.ptoc.ir.type.ElementType;

/** Vector register operations of spec/10 and spec/11. */
final class VectorRows {
  // @formatter:off
  private VectorRows() {}

  private static final TypeSet ARITHMETIC = types(FLOATS, S16, S32);
  private static final TypeSet BITS = types(INTS, INT64, ALL_FLOATS, LOW_PRECISION);

  static List<OpDefinition> rows() {
    return List.of(
        // mnemonic            form                types                                              semantics                                  spec
        vector("pto.vadd",     BINARY,             types(NUMBERS, INT64).but(A2A3, ARITHMETIC),       "lhs + rhs",                               "10#pto.vadd"),
        vector("pto.vsub",     BINARY,             types(NUMBERS, INT64).but(A2A3, ARITHMETIC),       "lhs - rhs",                               "10#pto.vsub"),
        vector("pto.vmul",     BINARY,             types(WORDS, ALL_FLOATS).but(A2A3, ARITHMETIC),    "lhs * rhs",                               "10#pto.vmul"),
        vector("pto.vdiv",     BINARY,             types(FLOATS, S16, S32).but(A2A3, types(FLOATS)),  "lhs / rhs",                               "10#pto.vdiv"),
        vector("pto.vmax",     BINARY,             types(NUMBERS).but(A2A3, ARITHMETIC),              "max(lhs, rhs)",                           "10#pto.vmax"),
        vector("pto.vmin",     BINARY,             types(NUMBERS).but(A2A3, ARITHMETIC),              "min(lhs, rhs)",                           "10#pto.vmin"),
        vector("pto.vand",     BITWISE,            BITS,                                              "lhs & rhs",                               "10#pto.vand"),
        vector("pto.vor",      BITWISE,            BITS,                                              "lhs | rhs",                               "10#pto.vor"),
        vector("pto.vxor",     BITWISE,            BITS,                                              "lhs ^ rhs",                               "10#pto.vxor"),
        vector("pto.vshl",     SHIFT,              types(INTS).but(A2A3, types(WORDS)),               "lhs << rhs, 0 when rhs >= W",             "10#pto.vshl"),
        vector("pto.vshr",     SHIFT,              types(INTS).but(A2A3, types(WORDS)),               "lhs >> rhs, sign fill when rhs >= W",     "10#pto.vshr"),
        vector("pto.vaddc",    CARRY,              types(INT32),                                      "lhs + rhs with carry out",                "10#pto.vaddc"),
        vector("pto.vsubc",    CARRY,              types(INT32),                                      "lhs - rhs with borrow out",               "10#pto.vsubc"),
        vector("pto.vaddcs",   CARRY_CHAIN,        types(INT32),                                      "lhs + rhs + carry_in with carry out",     "11#pto.vaddcs"),
        vector("pto.vsubcs",   CARRY_CHAIN,        types(INT32),                                      "lhs - rhs - borrow_in with borrow out",   "11#pto.vsubcs"),

        vector("pto.vlrelu",   VECTOR_SCALAR,      types(FLOATS),                                     "input >= 0 ? input : scalar * input",     "10#pto.vlrelu"),
        vector("pto.vprelu",   BINARY_OPTIONAL_MASK, types(FLOATS),                                   "lhs >= 0 ? lhs : rhs * lhs",              "10#pto.vprelu"),
        vector("pto.vexpdif",  EXP_DIFFERENCE,     types(FLOATS),                                     "exp(input - max)",                        "10#pto.vexpdif",      EVEN_ODD),
        vector("pto.vaddrelu", BINARY_OPTIONAL_MASK, types(FLOATS).but(A2A3, types(FLOATS, S16)),     "max(lhs + rhs, 0)",                       "10#pto.vaddrelu"),
        vector("pto.vsubrelu", BINARY_OPTIONAL_MASK, types(FLOATS).but(A2A3, types(FLOATS, S16)),     "max(lhs - rhs, 0)",                       "10#pto.vsubrelu"),
        vector("pto.vaxpy",    AXPY,               types(FLOATS),                                     "alpha * src0 + src1",                     "10#pto.vaxpy"),
        vector("pto.vaddreluconv", FUSED_CONVERT,  addReluPairs(true).but(A2A3, addReluPairs(false)), "convert(max(lhs + rhs, 0))",              "10#pto.vaddreluconv"),
        vector("pto.vmulconv", FUSED_CONVERT,      mulPairs(),                                        "convert(lhs * rhs)",                      "10#pto.vmulconv"),
        vector("pto.vmull",    WIDE_MULTIPLY,      types(INT32),                                      "64-bit product, low and high halves",     "10#pto.vmull"),
        vector("pto.vmula",    MULTIPLY_ACCUMULATE, types(ALL_FLOATS, WORDS).but(A2A3, types(FLOATS)), "acc + lhs * rhs, inactive lanes keep acc", "10#pto.vmula"),
        vector("pto.vmadd",    MULTIPLY_ACCUMULATE, types(ALL_FLOATS).but(A2A3, types(FLOATS)),       "lhs * acc + rhs, inactive lanes keep acc", "11#11"),
        vector("pto.vci",      INDEX_VECTOR,       types(INTS, FLOATS).but(A2A3, ARITHMETIC),         "index + lane, or index - lane",           "10#pto.vci",          ORDER),

        vector("pto.vabs",     UNARY,              types(INTS, FLOATS).but(A2A3, types(FLOATS, S16)), "abs(input)",                              "11#pto.vabs"),
        vector("pto.vneg",     UNARY,              types(NUMBERS).but(A2A3, ARITHMETIC),              "-input",                                  "11#pto.vneg"),
        vector("pto.vexp",     UNARY,              types(FLOATS),                                     "exp(input)",                              "11#pto.vexp"),
        vector("pto.vln",      UNARY,              types(FLOATS),                                     "ln(input)",                               "11#pto.vln"),
        vector("pto.vsqrt",    UNARY,              types(FLOATS),                                     "sqrt(input)",                             "11#pto.vsqrt"),
        vector("pto.vrelu",    UNARY,              types(FLOATS, S32),                                "max(input, 0)",                           "11#pto.vrelu"),
        vector("pto.vnot",     UNARY,              types(INTS),                                       "~input",                                  "11#pto.vnot"),
        vector("pto.vrec",     UNARY,              types(FLOATS),                                     "1 / input",                               "11#11"),
        vector("pto.vrsqrt",   UNARY,              types(FLOATS),                                     "1 / sqrt(input)",                         "11#11"),
        vector("pto.vbcnt",    UNARY,              types(INTS).without(A2A3),                         "number of one bits",                      "11#11"),
        vector("pto.vcls",     UNARY,              ABSENT,                                            "number of leading sign bits",             "11#11"),
        vector("pto.vmov",     MOVE,               types(NUMBERS, INT64),                             "input",                                   "11#11"),

        vector("pto.vadds",    VECTOR_SCALAR,      types(NUMBERS).but(A2A3, ARITHMETIC),              "input + scalar",                          "11#pto.vadds"),
        vector("pto.vsubs",    VECTOR_SCALAR,      types(NUMBERS),                                    "input - scalar",                          "11#11"),
        vector("pto.vmuls",    VECTOR_SCALAR,      types(WORDS, ALL_FLOATS).but(A2A3, ARITHMETIC),    "input * scalar",                          "11#pto.vmuls"),
        vector("pto.vmaxs",    VECTOR_SCALAR,      types(NUMBERS).but(A2A3, ARITHMETIC),              "max(input, scalar)",                      "11#pto.vmaxs"),
        vector("pto.vmins",    VECTOR_SCALAR,      types(NUMBERS).but(A2A3, ARITHMETIC),              "min(input, scalar)",                      "11#pto.vmins"),
        vector("pto.vands",    VECTOR_SCALAR,      types(INTS),                                       "input & scalar",                          "11#11"),
        vector("pto.vors",     VECTOR_SCALAR,      types(INTS),                                       "input | scalar",                          "11#11"),
        vector("pto.vxors",    VECTOR_SCALAR,      types(INTS),                                       "input ^ scalar",                          "11#11"),
        vector("pto.vshls",    SHIFT_SCALAR,       types(INTS).but(A2A3, types(WORDS)),               "input << scalar, 0 when scalar >= W",     "11#pto.vshls"),
        vector("pto.vshrs",    SHIFT_SCALAR,       types(INTS).but(A2A3, types(WORDS)),               "input >> scalar, sign fill beyond W",     "11#pto.vshrs"),
        vector("pto.vmulscvt", SCALE_CONVERT,      types(F).without(A2A3),                            "f16(input * scalar)",                     "11#11",               AWAY_MODE, EVEN_ODD_REQUIRED),

        vector("pto.vcmp",     COMPARE,            types(NUMBERS).but(A2A3, ARITHMETIC),              "src0 mode src1, 0 where seed is 0",       "11#pto.vcmp",         COMPARE_MODE),
        vector("pto.vcmps",    COMPARE_SCALAR,     types(NUMBERS).but(A2A3, ARITHMETIC),              "src mode scalar, 0 where seed is 0",      "11#pto.vcmps",        COMPARE_MODE),
        vector("pto.vsel",     SELECT,             types(NUMBERS, INT64).but(A2A3, types(WORDS, ALL_FLOATS)), "mask ? src0 : src1",              "11#pto.vsel"),
        vector("pto.vselr",    LANE_LOOKUP,        types(NUMBERS).without(A2A3),                      "src[idx mod N]",                          "11#pto.vselr"),
        vector("pto.vselrv2",  LANE_LOOKUP,        types(NUMBERS).without(A2A3),                      "src[idx mod N]",                          "11#11").word(Mnemonic.VSELR),
        vector("pto.vperm",    LANE_LOOKUP,        types(NUMBERS).without(A2A3),                      "src[idx mod N]",                          "11#11").word(Mnemonic.VSELR),

        vector("pto.vcadd",    REDUCE_SUM,         types(INTS, FLOATS).but(A2A3, types(FLOATS)),      "sum of active lanes into lane 0",         "11#pto.vcadd"),
        vector("pto.vcmax",    REDUCE,             types(INTS, FLOATS).but(A2A3, types(FLOATS, S16)), "maximum and its index into lanes 0, 1",   "11#pto.vcmax"),
        vector("pto.vcmin",    REDUCE,             types(INTS, FLOATS).but(A2A3, types(FLOATS, S16)), "minimum and its index into lanes 0, 1",   "11#pto.vcmin"),
        vector("pto.vcgadd",   REDUCE,             types(INTS, FLOATS).but(A2A3, types(FLOATS)),      "sum of each 32-byte group",               "11#pto.vcgadd"),
        vector("pto.vcgmax",   REDUCE,             types(INTS, FLOATS).but(A2A3, types(FLOATS)),      "maximum of each 32-byte group",           "11#pto.vcgmax"),
        vector("pto.vcgmin",   REDUCE,             types(INTS, FLOATS).but(A2A3, types(FLOATS)),      "minimum of each 32-byte group",           "11#pto.vcgmin"),
        vector("pto.vcpadd",   REDUCE,             types(FLOATS),                                     "sums of adjacent pairs",                  "11#pto.vcpadd"),
        vector("pto.vcbmax",   EXTREMUM_WITH_MASK, types(INTS, FLOATS).without(A2A3),                 "maximum and the mask of lanes equal to it", "11#11").combining(Combining.MAXIMUM),
        vector("pto.vcbmin",   EXTREMUM_WITH_MASK, types(INTS, FLOATS).without(A2A3),                 "minimum and the mask of lanes equal to it", "11#11").combining(Combining.MINIMUM),
        vector("pto.chistv2",  HISTOGRAM,          types(U16).without(A2A3),                          "acc + active bytes of at most 128 bin + lane", "11#11"),
        vector("pto.dhistv2",  HISTOGRAM,          types(U16).without(A2A3),                          "acc + active bytes equal to 128 bin + lane", "11#11"),

        vector("pto.vcvt",     CONVERT,            Conversions.A5.but(A2A3, Conversions.A2A3),        "sat(round(input)) by part",               "11#pto.vcvt",         ROUNDING, SATURATION, CONVERT_PART),
        vector("pto.vtrc",     TRUNCATE,           types(ALL_FLOATS).but(A2A3, types(F)),             "round to integral value",                 "11#pto.vtrc",         TRUNCATE_MODE),
        vector("pto.vbitcast", VECTOR_BITCAST,     UNTYPED.without(A2A3),                             "same bits",                               "11#pto.vbitcast"),

        vector("pto.vintlv",   INTERLEAVE,         types(ANY_NARROW).without(A2A3),                   "interleave lanes",                        "11#pto.vintlv"),
        vector("pto.vdintlv",  INTERLEAVE,         types(ANY_NARROW).without(A2A3),                   "even lanes, odd lanes",                   "11#pto.vdintlv"),
        vector("pto.vintlvv2", INTERLEAVE_HALF,    types(ANY_NARROW).without(A2A3),                   "one result of vintlv",                    "11#pto.vintlvv2",     HALF).word(Mnemonic.VINTLV),
        vector("pto.vdintlvv2", INTERLEAVE_HALF,   types(ANY_NARROW).without(A2A3),                   "one result of vdintlv",                   "11#pto.vdintlvv2",    HALF).word(Mnemonic.VDINTLV),
        vector("pto.vsqz",     SQUEEZE,            types(NUMBERS).without(A2A3),                      "active lanes moved to the front",         "11#pto.vsqz"),
        vector("pto.vusqz",    PREFIX_COUNT,       types(S8, S16, S32).without(A2A3),                 "number of active lanes before each lane", "11#pto.vusqz"),
        vector("pto.vpack",    PACK,               packPairs().without(A2A3),                         "low halves into one half of the result",  "11#pto.vpack",        OPTIONAL_HALF),
        vector("pto.vsunpack", UNPACK,             unpackPairs().without(A2A3),                       "sign extension of one half",              "11#pto.vsunpack"),
        vector("pto.vzunpack", UNPACK,             unpackPairs().without(A2A3),                       "zero extension of one half",              "11#pto.vzunpack"),
        vector("pto.vslide",   SLIDE,              types(NUMBERS).without(A2A3),                      "window of two vectors",                   "11#11"),
        vector("pto.vshift",   LANE_SHIFT,         ABSENT,                                            "lane shift with zero fill",               "11#11"),

        vector("pto.vbr",      SPLAT,              types(NUMBERS),                                    "value in every lane",                     "11#pto.vbr"),
        vector("pto.vdup",     DUPLICATE,          types(NUMBERS).but(A2A3, types(INT16, INT32, ALL_FLOATS)), "scalar or one lane in active lanes", "11#pto.vdup",      POSITION));
  }

  private static TypeSet addReluPairs(boolean withWidening) {
    List<TypeSet.Pair> narrow = List.of(
        new TypeSet.Pair(ElementType.F32, ElementType.F16),
        new TypeSet.Pair(ElementType.F16, ElementType.I8),
        new TypeSet.Pair(ElementType.F16, ElementType.SI8));
    List<TypeSet.Pair> widen = withWidening ? pairs(H, F) : List.of();
    return pairSet(narrow, pairs(S16, S8), widen);
  }

  private static TypeSet mulPairs() {
    return pairSet(pairs(H, INT8));
  }

  private static TypeSet packPairs() {
    return pairSet(pairs(INT32, U16), pairs(INT16, U8));
  }

  private static TypeSet unpackPairs() {
    return pairSet(pairs(S8, S16), pairs(U8, U16), pairs(S16, S32), pairs(U16, U32));
  }
  // @formatter:on
}
