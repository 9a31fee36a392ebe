package org.ptoc.ir.catalog;

import static org.ptoc.ir.catalog.OpCatalog.row;
import static org.ptoc.ir.catalog.OpCatalog.tile;
import static org.ptoc.ir.catalog.Scope.OUTSIDE;
import static org.ptoc.ir.catalog.OperationForm.*;
import static org.ptoc.ir.catalog.TypeLists.*;
import static org.ptoc.ir.catalog.TypeSet.ABSENT;
import static org.ptoc.ir.catalog.TypeSet.UNTYPED;
import static org.ptoc.ir.catalog.AttributeVocabulary.*;
import static org.ptoc.ir.isa.Profile.A2A3;

import java.util.List;

/** Views, tiles and tile operations (spec/20) with the wider of two published lists of types. */
final class TileRows {
  // @formatter:off
  private TileRows() {}

  private static final TypeSet BASE      = types(S16, S32, FLOATS);
  private static final TypeSet FLOAT     = types(FLOATS);
  private static final TypeSet NUMERIC   = types(NUMBERS);
  private static final TypeSet INTEGERS  = types(INTS);
  private static final TypeSet MULTIPLY  = types(WORDS, ALL_FLOATS);
  private static final TypeSet DIVIDE    = types(WORDS, FLOATS);
  private static final TypeSet MOVABLE   = types(INTS, INT64, ALL_FLOATS);
  private static final TypeSet ACCUMULATED = pairSet(pairs(H, FLOATS), pairs(F, F));
  private static final TypeSet QUANTIZED   = pairSet(pairs(F, INT8));
  private static final TypeSet COUNTED     = pairSet(pairs(union(U16, U32), U32));
  private static final TypeSet DEQUANTIZED = pairSet(pairs(union(S8, S16), F));
  private static final TypeSet ANY_MOVABLE = types(INTS, INT64, ALL_FLOATS, LOW_PRECISION, SCALES);
  private static final TypeSet ANY_NUMERIC = types(NUMBERS, LOW_PRECISION, SCALES);
  private static final TypeSet BASE_MOVE = types(INTS, ALL_FLOATS);

  // What remains of a list without the part that only some documents have.
  private static final TypeSet STRICT       = types(S8, S16, S32, ALL_FLOATS);
  private static final TypeSet STRICT_NO_BF = types(S8, S16, S32, FLOATS);

  static List<OpDefinition> rows() {
    return List.of(
        // mnemonic                 form          types    scope    semantics                      spec
        row("pto.make_tensor_view", MAKE_VIEW,    UNTYPED, OUTSIDE, "view of GM",                  "20#2.1", LAYOUT),
        row("pto.partition_view",   PARTITION,    UNTYPED, OUTSIDE, "window of a view",            "20#2.1"),
        row("pto.get_tensor_view_dim", VIEW_QUERY, UNTYPED, OUTSIDE, "extent of a dimension",      "20#2.1"),
        row("pto.get_tensor_view_stride", VIEW_QUERY, UNTYPED, OUTSIDE, "stride of a dimension, elements", "20#2.1").with(Trait.ASKS_STRIDE),
        row("pto.tensor_view_addr", VIEW_ADDRESS, UNTYPED, OUTSIDE, "base address",                "20#2.1"),
        row("pto.alloc_tile",       ALLOC_TILE,   UNTYPED, OUTSIDE, "a tile in on-chip memory",    "20#2.1", PLACED, WITHIN),
        row("pto.alloc_multi_tile", ALLOC_MULTI_TILE, UNTYPED, OUTSIDE, "an N-slot tile",          "20#2.1", PLACED),
        row("pto.multi_tile_get",   MULTI_TILE_GET, UNTYPED, OUTSIDE, "one slot",                  "20#2.1"),
        row("pto.tassign",          ASSIGN_TILE,  UNTYPED, OUTSIDE, "the tile at another address", "20#2.1"),
        row("pto.subview",          SUBVIEW,      UNTYPED, OUTSIDE, "window of a tile",            "20#2.1", SIZES),
        row("pto.subset",           SUBVIEW,      UNTYPED, OUTSIDE, "window of a tile",            "20#2.1", SIZES),
        row("pto.set_validshape",   SET_VALID,    UNTYPED, OUTSIDE, "sets the valid region",       "20#2.1"),
        row("pto.get_validshape",   GET_VALID,    UNTYPED, OUTSIDE, "reads the valid region",      "20#2.1"),
        row("pto.tile_valid_rows",  VALID_EXTENT, UNTYPED, OUTSIDE, "number of valid rows",        "50#2.9"),
        row("pto.tile_valid_cols",  VALID_EXTENT, UNTYPED, OUTSIDE, "number of valid columns",     "50#2.9").with(Trait.ASKS_COLUMNS),
        row("pto.bitcast",          BITCAST_TILE, UNTYPED, OUTSIDE, "the same bits as another element type", "50#2.9"),
        row("pto.treshape",         RESHAPE_TILE, UNTYPED, OUTSIDE, "other shape, same bytes",     "20#2.1"),

        // mnemonic               form                 types                                         semantics                                                      spec
        tile("pto.tload",         TILE_LOAD,           ANY_MOVABLE,                                  "dst = src",                                                   "20#8.1", LAYOUT),
        tile("pto.tstore",        TILE_STORE,          ANY_MOVABLE,                                  "dst = src",                                                   "20#8.2", ATOMIC, LAYOUT, STORE_PHASE, RELU_MODE),
        tile("pto.tadd",          TILE_BINARY,         NUMERIC.but(A2A3, BASE),                      "src0 + src1",                                                 "20#6.1").strictly(STRICT.but(A2A3, BASE)),
        tile("pto.tsub",          TILE_BINARY,         NUMERIC.but(A2A3, BASE),                      "src0 - src1",                                                 "20#6.1").strictly(STRICT_NO_BF.but(A2A3, BASE)),
        tile("pto.tmul",          TILE_BINARY,         MULTIPLY.but(A2A3, BASE),                     "src0 * src1",                                                 "20#6.1").strictly(BASE),
        tile("pto.tdiv",          TILE_BINARY,         DIVIDE.but(A2A3, FLOAT),                      "src0 / src1",                                                 "20#6.1", PRECISION).strictly(BASE.but(A2A3, FLOAT)),
        tile("pto.tmax",          TILE_BINARY,         NUMERIC.but(A2A3, BASE),                      "max(src0, src1)",                                             "20#6.1").strictly(STRICT_NO_BF.but(A2A3, BASE)),
        tile("pto.tmin",          TILE_BINARY,         NUMERIC.but(A2A3, BASE),                      "min(src0, src1)",                                             "20#6.1").strictly(STRICT.but(A2A3, BASE)),
        tile("pto.trem",          TILE_BINARY_SCRATCH, DIVIDE.but(A2A3, types(S32, F)),              "src0 - floor(src0 / src1) * src1",                            "20#6.1", PRECISION).scratch(DeviceScratch.QUOTIENTS).strictly(BASE.but(A2A3, types(S32, F))),
        tile("pto.tfmod",         TILE_BINARY,         DIVIDE.but(A2A3, BASE),                       "src0 - trunc(src0 / src1) * src1",                            "20#6.1", PRECISION).strictly(BASE.but(A2A3, types(F))),
        tile("pto.tprelu",        TILE_BINARY_SCRATCH, FLOAT,                                        "src0 > 0 ? src0 : src0 * src1",                               "20#6.1").scratch(DeviceScratch.MASKS),
        tile("pto.tadds",         TILE_SCALAR,         NUMERIC.but(A2A3, BASE),                      "src + scalar",                                                "20#6.2").strictly(STRICT.but(A2A3, BASE)),
        tile("pto.tsubs",         TILE_SCALAR,         NUMERIC.but(A2A3, BASE),                      "src - scalar",                                                "20#6.2").strictly(STRICT.but(A2A3, BASE)),
        tile("pto.tmuls",         TILE_SCALAR,         types(S8, WORDS, ALL_FLOATS).but(A2A3, BASE), "src * scalar",                                                "20#6.2").strictly(STRICT.but(A2A3, BASE)),
        tile("pto.tdivs",         TILE_DIVIDE_SCALAR,  types(S8, WORDS, FLOATS).but(A2A3, BASE),     "lhs / rhs",                                                   "20#6.2", PRECISION).strictly(STRICT_NO_BF.but(A2A3, BASE)),
        tile("pto.tmaxs",         TILE_SCALAR,         NUMERIC.but(A2A3, BASE),                      "max(src, scalar)",                                            "20#6.2").strictly(STRICT.but(A2A3, BASE)),
        tile("pto.tmins",         TILE_SCALAR,         NUMERIC.but(A2A3, BASE),                      "min(src, scalar)",                                            "20#6.2").strictly(STRICT.but(A2A3, BASE)),
        tile("pto.trems",         TILE_SCALAR_SCRATCH, BASE.but(A2A3, types(S32, F)),                "src - floor(src / scalar) * scalar",                          "20#6.2", PRECISION).scratch(DeviceScratch.QUOTIENT_ROW),
        tile("pto.tfmods",        TILE_SCALAR,         BASE,                                         "src - trunc(src / scalar) * scalar",                          "20#6.2", PRECISION).strictly(BASE.but(A2A3, types(F))),
        tile("pto.tlrelu",        TILE_SCALAR,         FLOAT,                                        "src > 0 ? src : src * scalar",                                "20#6.2").with(Trait.SINGLE_PRECISION_SCALAR),
        tile("pto.texpands",      TILE_SPLAT,          NUMERIC.but(A2A3, types(S8, WORDS, ALL_FLOATS)), "scalar",                                                   "20#6.2").strictly(STRICT.but(A2A3, types(S16, S32, ALL_FLOATS))),
        tile("pto.tabs",          TILE_UNARY,          types(S8, S16, S32, FLOATS).but(A2A3, FLOAT), "abs(src)",                                                    "20#6.3").strictly(FLOAT),
        tile("pto.tneg",          TILE_UNARY,          types(S8, WORDS, ALL_FLOATS).but(A2A3, BASE), "-src",                                                        "20#6.3").strictly(STRICT.but(A2A3, BASE)),
        tile("pto.texp",          TILE_UNARY,          FLOAT,                                        "exp(src)",                                                    "20#6.3", PRECISION),
        tile("pto.tlog",          TILE_UNARY,          FLOAT,                                        "ln(src)",                                                     "20#6.3", PRECISION),
        tile("pto.tsqrt",         TILE_UNARY,          FLOAT,                                        "sqrt(src)",                                                   "20#6.3", PRECISION),
        tile("pto.trsqrt",        TILE_UNARY_SCRATCH,  FLOAT,                                        "1 / sqrt(src)",                                               "50#2.4", PRECISION).scratch(DeviceScratch.BLOCK),
        tile("pto.trecip",        TILE_UNARY,          BASE.but(A2A3, FLOAT),                        "1 / src",                                                     "20#6.3", PRECISION).with(Trait.NOT_IN_PLACE_BESIDE_SCRATCH).strictly(FLOAT),
        tile("pto.trelu",         TILE_UNARY,          types(S32, FLOATS),                           "max(src, 0)",                                                 "20#6.3"),
        tile("pto.tnot",          TILE_UNARY,          INTEGERS,                                     "~src",                                                        "20#6.3").strictly(INTEGERS.but(A2A3, types(INT16))),
        tile("pto.tand",          TILE_BINARY,         INTEGERS,                                     "src0 & src1",                                                 "20#6.4"),
        tile("pto.tor",           TILE_BINARY,         INTEGERS,                                     "src0 | src1",                                                 "20#6.4"),
        tile("pto.txor",          TILE_BINARY_SCRATCH, INTEGERS,                                     "src0 ^ src1",                                                 "20#6.4").with(Trait.NOT_IN_PLACE_BESIDE_SCRATCH).scratch(DeviceScratch.DESTINATION),
        tile("pto.tands",         TILE_SCALAR,         INTEGERS,                                     "src & scalar",                                                "20#6.4").with(Trait.NOT_IN_PLACE_BESIDE_SCRATCH).strictly(INTEGERS.but(A2A3, types(INT8, INT16))),
        tile("pto.tors",          TILE_SCALAR,         INTEGERS,                                     "src | scalar",                                                "20#6.4").with(Trait.NOT_IN_PLACE_BESIDE_SCRATCH).strictly(INTEGERS.but(A2A3, types(INT8, INT16))),
        tile("pto.txors",         TILE_SCALAR_SCRATCH, INTEGERS,                                     "src ^ scalar",                                                "20#6.4").with(Trait.NOT_IN_PLACE_BESIDE_SCRATCH).scratch(DeviceScratch.DESTINATION).strictly(INTEGERS.but(A2A3, types(INT8, INT16))),
        tile("pto.taddc",         TILE_TERNARY,        NUMERIC.but(A2A3, BASE),                      "src0 + src1 + src2",                                          "50#2.9"),
        tile("pto.tsubc",         TILE_TERNARY,        NUMERIC.but(A2A3, BASE),                      "src0 - src1 + src2",                                          "50#2.9"),
        tile("pto.taddsc",        TILE_SCALAR_TERNARY, NUMERIC.but(A2A3, BASE),                      "src0 + scalar + src1",                                        "50#2.9"),
        tile("pto.tsubsc",        TILE_SCALAR_TERNARY, NUMERIC.but(A2A3, BASE),                      "src0 - scalar + src1",                                        "50#2.9"),
        tile("pto.taddrelu",      TILE_BINARY,         ABSENT.but(A2A3, types(S16, FLOATS)),         "max(src0 + src1, 0)",                                         "50#2.9"),
        tile("pto.taxpy",         TILE_AXPY,           ACCUMULATED,                                  "fma(E(scalar), E(src), dst)",                                 "50#2.9"),
        tile("pto.tpow",          TILE_BINARY_SCRATCH, INTEGERS,                                     "pow(src0, src1)",                                             "50#2.9", PRECISION).with(Trait.FLOAT_SCRATCH),
        tile("pto.tpows",         TILE_SCALAR_SCRATCH, INTEGERS,                                     "pow(src, scalar)",                                            "50#2.9", PRECISION).with(Trait.FLOAT_SCRATCH),
        tile("pto.ttri",          TILE_TRIANGLE,       NUMERIC.but(A2A3, types(WORDS, FLOATS)),      "1 up to a diagonal (0) or from it on (1), else 0",            "50#2.9", UPPER),
        tile("pto.tshl",          TILE_SHIFT,          INTEGERS,                                     "src0 << src1",                                                "20#5.3"),
        tile("pto.tshr",          TILE_SHIFT,          INTEGERS,                                     "src0 >> src1",                                                "20#5.3"),
        tile("pto.tshls",         TILE_SHIFT_SCALAR,   INTEGERS.but(A2A3, types(WORDS)),             "src << scalar",                                               "20#6.4"),
        tile("pto.tshrs",         TILE_SHIFT_SCALAR,   INTEGERS.but(A2A3, types(WORDS)),             "src >> scalar",                                               "20#6.4"),
        tile("pto.tcmp",          TILE_COMPARE,        NUMERIC.but(A2A3, types(S32, FLOATS)),        "packed bits of src0 cmp src1",                                "20#6.5", CMP_MODE).with(Trait.EQUALITY_ONLY_FOR_INT32),
        tile("pto.tcmps",         TILE_COMPARE_SCALAR, NUMERIC.but(A2A3, types(INT16, S32, FLOATS)), "packed bits of src cmp scalar",                               "20#6.5", CMP_MODE).with(Trait.EQUALITY_ONLY_FOR_INT32),
        tile("pto.tsel",          TILE_SELECT,         NUMERIC.but(A2A3, types(WORDS, ALL_FLOATS)),  "mask ? src0 : src1",                                          "20#6.5").scratch(DeviceScratch.BLOCK),
        tile("pto.tsels",         TILE_SELECT_SCALAR,  types(INTS, FLOATS).but(A2A3, types(WORDS, FLOATS)), "mask ? src : scalar",                                  "20#6.5").scratch(DeviceScratch.SOURCE_ROW),
        tile("pto.tcvt",          TILE_CONVERT,        Conversions.TILE_A5.but(A2A3, Conversions.A2A3), "convert(src)",                                             "20#6.6", ROUND_MODE, SAT_MODE),
        tile("pto.trowsum",       TILE_ROW_REDUCE,     BASE,                                         "sum of each row",                                             "20#7.1").combining(Combining.SUM).scratch(DeviceScratch.ROW_VECTORS),
        tile("pto.trowprod",      TILE_ROW_REDUCE,     BASE,                                         "product of each row",                                         "20#7.1").combining(Combining.PRODUCT).scratch(DeviceScratch.ROW_VECTORS),
        tile("pto.trowmax",       TILE_ROW_REDUCE,     types(INTS, FLOATS).but(A2A3, BASE),          "maximum of each row",                                         "20#7.1").strictly(BASE).combining(Combining.MAXIMUM).scratch(DeviceScratch.ROW_VECTORS),
        tile("pto.trowmin",       TILE_ROW_REDUCE,     types(INTS, FLOATS).but(A2A3, BASE),          "minimum of each row",                                         "20#7.1").strictly(BASE).combining(Combining.MINIMUM).scratch(DeviceScratch.ROW_VECTORS),
        tile("pto.trowargmax",    TILE_ROW_REDUCE,     DIVIDE.but(A2A3, FLOAT),                      "column of the first maximum",                                 "20#7.1").with(Trait.INDEX_RESULT).combining(Combining.MAXIMUM).scratch(DeviceScratch.ROW_INDICES),
        tile("pto.trowargmin",    TILE_ROW_REDUCE,     DIVIDE.but(A2A3, FLOAT),                      "column of the first minimum",                                 "20#7.1").with(Trait.INDEX_RESULT).combining(Combining.MINIMUM).scratch(DeviceScratch.ROW_INDICES),
        tile("pto.tcolsum",       TILE_COLUMN_REDUCE,  NUMERIC.but(A2A3, BASE),                      "sum of each column",                                          "20#7.2", IS_BINARY).combining(Combining.SUM),
        tile("pto.tcolprod",      TILE_COLUMN_REDUCE,  MULTIPLY.but(A2A3, BASE),                     "product of each column",                                      "20#7.2").combining(Combining.PRODUCT),
        tile("pto.tcolmax",       TILE_COLUMN_REDUCE,  NUMERIC.but(A2A3, BASE),                      "maximum of each column",                                      "20#7.2").combining(Combining.MAXIMUM),
        tile("pto.tcolmin",       TILE_COLUMN_REDUCE,  NUMERIC.but(A2A3, BASE),                      "minimum of each column",                                      "20#7.2").combining(Combining.MINIMUM),
        tile("pto.tcolargmax",    TILE_COLUMN_INDEX,   types(INTS, FLOATS).but(A2A3, types(U16, U32, FLOATS)), "row of the first maximum",                          "20#7.2").with(Trait.INDEX_RESULT).combining(Combining.MAXIMUM).scratch(DeviceScratch.COLUMN_INDICES),
        tile("pto.tcolargmin",    TILE_COLUMN_INDEX,   types(INTS, FLOATS).but(A2A3, types(U16, U32, FLOATS)), "row of the first minimum",                          "20#7.2").with(Trait.INDEX_RESULT).combining(Combining.MINIMUM).scratch(DeviceScratch.COLUMN_INDICES),
        tile("pto.trowexpand",    TILE_EXPAND,         NUMERIC.but(A2A3, types(INT8, S16, S32, ALL_FLOATS)), "src[i, 0] over the row",                              "20#7.3").with(Trait.ROW_CARRIER),
        tile("pto.tcolexpand",    TILE_EXPAND,         NUMERIC.but(A2A3, types(INT8, S16, S32, ALL_FLOATS)), "src[0, j] over the column",                           "20#7.3").with(Trait.COLUMN_CARRIER),
        tile("pto.trowexpandadd", TILE_EXPAND_BINARY,  NUMERIC.but(A2A3, BASE),                      "src0 + e[i]",                                                 "20#7.3", CARRIER_COLUMNS, SOURCE_IS_DEST, HIGH_PRECISION, PRECISION).with(Trait.ROW_CARRIER).combining(Combining.SUM).scratch(DeviceScratch.CARRIERS),
        tile("pto.trowexpandsub", TILE_EXPAND_BINARY,  NUMERIC.but(A2A3, BASE),                      "src0 - e[i]",                                                 "20#7.3", CARRIER_COLUMNS, SOURCE_IS_DEST, HIGH_PRECISION, PRECISION).with(Trait.ROW_CARRIER).combining(Combining.DIFFERENCE).scratch(DeviceScratch.CARRIERS),
        tile("pto.trowexpandmul", TILE_EXPAND_BINARY,  NUMERIC.but(A2A3, BASE),                      "src0 * e[i]",                                                 "20#7.3", CARRIER_COLUMNS, SOURCE_IS_DEST, HIGH_PRECISION, PRECISION).with(Trait.ROW_CARRIER).combining(Combining.PRODUCT).scratch(DeviceScratch.CARRIERS),
        tile("pto.trowexpanddiv", TILE_EXPAND_BINARY,  NUMERIC.but(A2A3, FLOAT),                     "src0 / e[i]",                                                 "20#7.3", CARRIER_COLUMNS, SOURCE_IS_DEST, HIGH_PRECISION, PRECISION).with(Trait.ROW_CARRIER).combining(Combining.QUOTIENT).scratch(DeviceScratch.CARRIERS),
        tile("pto.trowexpandmax", TILE_EXPAND_BINARY,  NUMERIC.but(A2A3, BASE),                      "max(src0, e[i])",                                             "20#7.3", CARRIER_COLUMNS, SOURCE_IS_DEST, HIGH_PRECISION, PRECISION).with(Trait.ROW_CARRIER).combining(Combining.MAXIMUM).scratch(DeviceScratch.CARRIERS),
        tile("pto.trowexpandmin", TILE_EXPAND_BINARY,  NUMERIC.but(A2A3, BASE),                      "min(src0, e[i])",                                             "20#7.3", CARRIER_COLUMNS, SOURCE_IS_DEST, HIGH_PRECISION, PRECISION).with(Trait.ROW_CARRIER).combining(Combining.MINIMUM).scratch(DeviceScratch.CARRIERS),
        tile("pto.trowexpandexpdif", TILE_EXPAND_BINARY, FLOAT,                                      "exp(src0 - e[i])",                                            "20#7.3", CARRIER_COLUMNS, SOURCE_IS_DEST, HIGH_PRECISION, PRECISION).with(Trait.ROW_CARRIER).combining(Combining.EXPONENT_OF_DIFFERENCE).scratch(DeviceScratch.CARRIERS),
        tile("pto.tcolexpandadd", TILE_EXPAND_BINARY,  NUMERIC.but(A2A3, BASE),                      "src0 + e[j]",                                                 "20#7.3").with(Trait.COLUMN_CARRIER).combining(Combining.SUM),
        tile("pto.tcolexpandsub", TILE_EXPAND_BINARY,  NUMERIC.but(A2A3, BASE),                      "src0 - e[j]",                                                 "20#7.3").with(Trait.COLUMN_CARRIER).combining(Combining.DIFFERENCE),
        tile("pto.tcolexpandmul", TILE_EXPAND_BINARY,  NUMERIC.but(A2A3, BASE),                      "src0 * e[j]",                                                 "20#7.3").with(Trait.COLUMN_CARRIER).combining(Combining.PRODUCT),
        tile("pto.tcolexpanddiv", TILE_EXPAND_BINARY,  NUMERIC.but(A2A3, FLOAT),                     "src0 / e[j]",                                                 "20#7.3", PRECISION).with(Trait.COLUMN_CARRIER).combining(Combining.QUOTIENT),
        tile("pto.tcolexpandmax", TILE_EXPAND_BINARY,  NUMERIC.but(A2A3, BASE),                      "max(src0, e[j])",                                             "20#7.3").with(Trait.COLUMN_CARRIER).combining(Combining.MAXIMUM),
        tile("pto.tcolexpandmin", TILE_EXPAND_BINARY,  NUMERIC.but(A2A3, BASE),                      "min(src0, e[j])",                                             "20#7.3").with(Trait.COLUMN_CARRIER).combining(Combining.MINIMUM),
        tile("pto.tcolexpandexpdif", TILE_EXPAND_BINARY, FLOAT,                                      "exp(src0 - e[j])",                                            "20#7.3").with(Trait.COLUMN_CARRIER).combining(Combining.EXPONENT_OF_DIFFERENCE),
        tile("pto.tquant",        TILE_QUANTIZE,       QUANTIZED,                                    "src * scale[i], or src * scale[i] + offset[i], to nearest even, clamped; NaN gives 0", "50#2.9", QUANTIZATION).with(Trait.ROW_CARRIER).scratch(DeviceScratch.WIDE_SOURCE),
        tile("pto.tdequant",      TILE_DEQUANTIZE,     DEQUANTIZED,                                  "(src - offset[i]) * scale[i]",                                "50#2.9").with(Trait.ROW_CARRIER),
        tile("pto.tpartadd",      TILE_PARTIAL,        NUMERIC.but(A2A3, BASE),                      "sum where both are valid, else copy",                         "20#7.4").with(Trait.NEEDS_COVERING_SOURCE).combining(Combining.SUM),
        tile("pto.tpartmul",      TILE_PARTIAL,        NUMERIC.but(A2A3, BASE),                      "product where both are valid",                                "20#7.4").with(Trait.NEEDS_COVERING_SOURCE).combining(Combining.PRODUCT),
        tile("pto.tpartmax",      TILE_PARTIAL,        NUMERIC.but(A2A3, BASE),                      "maximum where both are valid",                                "20#7.4").combining(Combining.MAXIMUM),
        tile("pto.tpartmin",      TILE_PARTIAL,        NUMERIC.but(A2A3, BASE),                      "minimum where both are valid",                                "20#7.4").combining(Combining.MINIMUM),
        tile("pto.tpartargmax",   TILE_PARTIAL_INDEX,  NUMERIC.but(A2A3, BASE),                      "maximum where both are valid, and its index; src0 wins a tie and beside NaN", "50#2.9").combining(Combining.MAXIMUM),
        tile("pto.tpartargmin",   TILE_PARTIAL_INDEX,  NUMERIC.but(A2A3, BASE),                      "minimum where both are valid, and its index; src0 wins a tie and beside NaN", "50#2.9").combining(Combining.MINIMUM),
        tile("pto.thistogram",    TILE_HISTOGRAM,      COUNTED.without(A2A3),                        "dst[i, b] = elements of row i with a byte of at most b, below bytes as in selector", "50#2.9", COUNTED_BYTE, COUNTS_HIGHEST),
        tile("pto.tfillpad",      TILE_FILL,           NUMERIC.but(A2A3, BASE_MOVE),                 "src, pad value outside",                                      "20#8.3").with(Trait.GROWS),
        tile("pto.tfillpad_expand", TILE_FILL,         NUMERIC.but(A2A3, BASE_MOVE),                 "src, pad value outside",                                      "20#8.3").with(Trait.GROWS),
        tile("pto.tfillpad_inplace", TILE_FILL,        NUMERIC.but(A2A3, BASE_MOVE),                 "pad value outside",                                           "20#8.3").with(Trait.SAME_PHYSICAL_SHAPE, Trait.SAME_STORAGE),
        tile("pto.tmov",          TILE_MOVE,           ANY_MOVABLE,                                  "dst[i, j] = src[i, j] where both are valid",                  "50#2.5", ACC_TO_VEC_MODE, RELU_MODE, GROUP_AXIS),
        tile("pto.textract",      TILE_EXTRACT,        ANY_NUMERIC,                                  "dst[i, j] = src[row + i, col + j]",                           "50#2.5", ACC_TO_VEC_MODE, RELU_MODE),
        tile("pto.tinsert",       TILE_INSERT,         ANY_NUMERIC,                                  "dst[row + i, col + j] = src[i, j], the rest stays",           "50#2.5", ACC_TO_VEC_MODE, RELU_MODE, INSERT_MODE),
        tile("pto.tgather",       TILE_GATHER,         ANY_NUMERIC.but(A2A3, types(WORDS, ALL_FLOATS)), "dst[i, j] = src[index[i, j]], or the columns or rows of a pattern, or positions of what compares with a scalar", "50#2.1", MASK_PATTERN, AXIS, CMP_MODE, FIRST_POSITION).scratch(DeviceScratch.INDICES),
        tile("pto.tscatter",      TILE_SCATTER,        NUMERIC.but(A2A3, types(WORDS, ALL_FLOATS)),  "dst[index[i, j]] = src[i, j], or columns or rows of a pattern, the others 0", "50#2.9", MASK_PATTERN, AXIS),
        tile("pto.tgatherb",      TILE_GATHER_BLOCKS,  MOVABLE,                                      "block b of row i = 32 bytes of src at byte offsets[i, b]",    "50#2.9"),
        tile("pto.mgather",       TILE_MEMORY_GATHER,  ANY_MOVABLE,                                  "dst[i, j] = src[index[i, j]] in GM, or row i = row index[i]", "50#2.9", COALESCE, GATHER_OOB),
        tile("pto.mscatter",      TILE_MEMORY_SCATTER, ANY_MOVABLE,                                  "dst[index[i, j]] = src[i, j] in GM, or row index[i] = row i", "50#2.9", COALESCE, SCATTER_OOB, SCATTER_ATOMIC, SCATTER_CONFLICT),
        tile("pto.tprefetch",     TILE_PREFETCH,       MOVABLE,                                      "src is needed soon; dst becomes unspecified",                 "50#2.8"),
        tile("pto.ttrans",        TILE_TRANSPOSE,      NUMERIC,                                      "dst[j, i] = src[i, j]",                                       "50#2.2"),
        tile("pto.tconcat",       TILE_CONCAT,         NUMERIC,                                      "each row of src0, then that of src1",                         "50#2.3"),
        tile("pto.tconcatidx",    TILE_CONCAT_COUNTED, NUMERIC,                                      "count0[i, 0] bytes of row i of src0, then count1[i, 0] of src1", "50#2.3"),
        tile("pto.tsort32",       TILE_SORT,           FLOAT,                                        "sorted records of 32-column blocks",                          "20#5.1").scratch(DeviceScratch.SORTED_ROW),
        tile("pto.tmrgsort",      TILE_MERGE,          FLOAT,                                        "merged record lists",                                         "20#5.2", EXHAUSTED, NO_SCRATCH),
        tile("pto.trandom",       TILE_RANDOM,         types(INT32).without(A2A3),                   "Philox 4x32 random words",                                    "20#8.4", ROUNDS),
        tile("pto.tci",           TILE_INDEX,          types(WORDS).but(A2A3, types(WORDS, FLOATS)), "start + column",                                              "20#8.4", DESCENDING).scratch(DeviceScratch.SEQUENCE).scalarWithoutScratch(),
        tile("pto.tsetval",       TILE_SET_ELEMENT,    MOVABLE,                                      "storage of dst [offset] = value",                             "50#2.6"),
        tile("pto.tprint",        TILE_PRINT,          types(INTS, FLOATS),                          "prints a tile or a view of GM",                               "50#6", PRINT_FORMAT),
        tile("pto.tsync",         TILE_SYNC,           UNTYPED,                                      "waits until all pipes are empty",                             "50#2.8"),
        tile("pto.tgetval",       TILE_GET_ELEMENT,    MOVABLE,                                      "storage of src [offset]",                                     "50#2.6"));
  }
  // @formatter:on
}
