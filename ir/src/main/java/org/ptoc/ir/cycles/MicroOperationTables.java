package org.ptoc.ir.cycles;

import static org.ptoc.ir.isa.DataType.FP16;
import static org.ptoc.ir.isa.DataType.FP32;
import static org.ptoc.ir.isa.DataType.S32;
import static org.ptoc.ir.isa.SchedulingClass.*;

/**
 * Latencies of A5 micro-operations and the interval between two equal ones on one unit (spec/30,
 * section 7). The interval column is what the table calls the own initiation interval; blocked
 * counts the cycles that a gather or scatter keeps its load or store slots.
 */
public final class MicroOperationTables {
  /** Column: cycles from the start of execution to the result. */
  public static final int LATENCY = 0;
  /** Column: cycles between the starts of two equal words on one unit. */
  public static final int OWN_INTERVAL = 1;
  /** Column: cycles for which a gather or scatter keeps its slots. */
  public static final int BLOCKED = 2;

  private static final String ALL = "f32 f16 i32 i16 i8";
  private static final String FLOATS = "f32 f16";
  private static final String INTEGERS = "i32 i16 i8";

  private MicroOperationTables() {}

  // @formatter:off
  /** The values that reproduce the cycles of measured kernels. */
  public static ConstantTable calibrated() {
    return new ConstantTable("latency", "own interval", "slots blocked")
        .row(ADD,              ALL,         "7S 1C")
        .row(ADD_SCALAR,       FLOATS,      "7M 1C")
        .row(ADD_SCALAR,       INTEGERS,    "7P 1C", "as the float form")
        .row(MULTIPLY,         ALL,         "8S 1C")
        .row(MULTIPLY_SCALAR,  ALL,         "8M 1C")
        .row(NEGATE,           ALL,         "8M 1C", "runs as vmuls")
        .row(DIVIDE,           "f32",       "17S 4C")
        .row(DIVIDE,           "f16",       "22S 8C")
        .row(MAX_MIN,          ALL,         "6C 1C", "the seed says 7")
        .row(MAX_MIN_SCALAR,   ALL,         "6C 1C")
        .row(BITWISE,          ALL,         "6C 1C", "the seed says 7")
        .row(BITWISE_SCALAR,   ALL,         "6P 1P", "as the form with two vectors")
        .row(SHIFT,            ALL,         "6C 1C", "the seed says 7")
        .row(SHIFT_SCALAR,     ALL,         "6C 1C")
        .row(CARRY,            "i32",       "7S 1P")
        .row(ABS,              ALL,         "5M 1C")
        .row(RELU,             "f32 f16 i32", "5M 1P")
        .row(NOT,              INTEGERS,    "5M 1P")
        .row(EXP,              "f32",       "16M 4C")
        .row(EXP,              "f16",       "21M 8C")
        .row(LN,               "f32",       "18M 4P", "interval as vexp")
        .row(LN,               "f16",       "23M 8P", "interval as vexp")
        .row(SQRT,             "f32",       "17M 4T")
        .row(SQRT,             "f16",       "22M 8T")
        .row(RECIPROCAL_SQRT,  FLOATS,      "13M 1P", "the overview of the manual gives none")
        .row(RECIPROCAL,       "f32",       "17P 4P", "as vdiv")
        .row(RECIPROCAL,       "f16",       "22P 8P", "as vdiv")
        .row(REDUCE_ADD,       "f32",       "22C 1C", "the manual says 19")
        .row(REDUCE_ADD,       "f16",       "24C 1C", "the manual says 21")
        .row(REDUCE_ADD,       "i32",       "19M 1C")
        .row(REDUCE_ADD,       "i16",       "17M 1C")
        .row(REDUCE_ADD,       "i8",        "17P 1P", "as 16 bits")
        .row(REDUCE_MAX_MIN,   "f32",       "16C 1C", "the manual says 19")
        .row(REDUCE_MAX_MIN,   "f16",       "17C 2C", "the manual says 21")
        .row(REDUCE_MAX_MIN,   "i32",       "19M 1C")
        .row(REDUCE_MAX_MIN,   "i16",       "17M 1C")
        .row(REDUCE_MAX_MIN,   "i8",        "17P 1P", "as 16 bits")
        .row(GROUP_ADD,        "f32",       "13P 1P", "as vcgmax; the manual says 19")
        .row(GROUP_ADD,        "f16",       "14P 2P", "as vcgmax; the manual says 21")
        .row(GROUP_ADD,        "i32",       "19M 1P")
        .row(GROUP_ADD,        "i16",       "17M 1P")
        .row(GROUP_ADD,        "i8",        "17P 1P", "as 16 bits")
        .row(GROUP_MAX_MIN,    "f32",       "13C 1C", "the manual says 19")
        .row(GROUP_MAX_MIN,    "f16",       "14C 2C", "the manual says 21")
        .row(GROUP_MAX_MIN,    "i32",       "19M 1C")
        .row(GROUP_MAX_MIN,    "i16",       "17M 1C")
        .row(GROUP_MAX_MIN,    "i8",        "17P 1P", "as 16 bits")
        .row(PAIR_ADD,         "f32",       "19M 1C")
        .row(PAIR_ADD,         "f16",       "21M 2C")
        .row(COMPARE,          ALL,         "6C 1C", "measured for equality")
        .row(SELECT,           ALL,         "6C 1C")
        .row(DUPLICATE,        ALL,         "6C 1C")
        .row(CONVERT,          ALL,         "8P 2P", "as the pairs of f32 and i32")
        .pair(CONVERT, FP32, FP16,          "7M 1C")
        .pair(CONVERT, FP16, FP32,          "7C 1C")
        .pair(CONVERT, FP32, S32,           "8C 2C")
        .pair(CONVERT, S32, FP32,           "8C 2C")
        .row(ROUND,            FLOATS,      "7P 1P")
        .row(LEAKY_RELU,       FLOATS,      "8P 1P")
        .row(PARAMETRIC_RELU,  FLOATS,      "8P 1P")
        .row(ADD_RELU,         FLOATS,      "8P 1P")
        .row(MULTIPLY_ADD,     ALL,         "9P 1P")
        .row(ADD_RELU_CONVERT, ALL,         "10P 2P")
        .row(MULTIPLY_CONVERT, ALL,         "10P 2P")
        .row(MULTIPLY_WIDE,    "i32",       "12P 2P")
        .row(EXP_DIFFERENCE,   "f32",       "23P 4P", "vsub and vexp")
        .row(EXP_DIFFERENCE,   "f16",       "28P 8P", "vsub and vexp")
        .row(INDEX,            ALL,         "6P 1P")
        .row(COPY,             ALL,         "6P 1P", "the manual lists 9 as a proxy")
        .row(REARRANGE,        ALL,         "6P 1P")
        .row(COUNT_BITS,       ALL,         "6P 1P")
        .row(LOAD,             "9M")
        .row(LOAD_PAIR,        "9M")
        .row(LOAD_UNALIGNED,   "9M")
        .row(PREDICATE_LOAD,   "9M")
        .row(STORE,            "9M")
        .row(STORE_PAIR,       "12M")
        .row(STORE_UNALIGNED,  "9M")
        .row(PREDICATE_STORE,  "9M")
        .row(SPILL,            "9P")
        .row(GATHER,           "28M 0M 10M")
        .row(GATHER_BLOCKS,    "21M 0P 8P")
        .row(SCATTER,          "17M 0P 8P")
        .row(PREDICATE,        "2P 1P");
  }

  /** As calibrated, with what a seed or the manual states wherever it states something. */
  public static ConstantTable documented() {
    return calibrated().copy()
        .row(MAX_MIN,          ALL,         "7S 1C", "the public model says 6")
        .row(BITWISE,          ALL,         "7S 1C", "the public model says 6")
        .row(SHIFT,            ALL,         "7S 1C", "the public model says 6 for the forms with a scalar")
        .row(REDUCE_ADD,       "f32",       "19M 1C", "the public model says 22")
        .row(REDUCE_ADD,       "f16",       "21M 1C", "the public model says 24")
        .row(REDUCE_MAX_MIN,   "f32",       "19M 1C", "the public model says 16")
        .row(REDUCE_MAX_MIN,   "f16",       "21M 2C", "the public model says 17")
        .row(GROUP_ADD,        "f32",       "19M 1P")
        .row(GROUP_ADD,        "f16",       "21M 2P")
        .row(GROUP_MAX_MIN,    "f32",       "19M 1C", "the public model says 13")
        .row(GROUP_MAX_MIN,    "f16",       "21M 2C", "the public model says 14");
  }
  // @formatter:on
}
