package org.ptoc.emulator.timing.constant;

import org.ptoc.ir.cycles.ConstantTable;
import static org.ptoc.ir.isa.SchedulingClass.*;

import org.ptoc.ir.isa.Comparison;

/** A2/A3 vector constants: the documented formula and the measured lines (spec/30, 3.1 and 3.4). */
final class RepeatTables {
  static final int STARTUP = 0;
  static final int COMPLETION = 1;
  static final int PER_REPEAT = 2;
  static final int INTERVAL = 3;

  static final int HEAD = 0;
  static final int SLOPE = 1;
  static final int TAIL = 2;
  static final int PARTIAL_MASK = 3;

  private static final String FLOATS = "f32 f16";
  private static final String INTEGERS = "i32 i16 i8";
  private static final String ALL = "f32 f16 i32 i16 i8";
  private static final String DEFAULT = "6C 2C 0C";
  private static final String NOT_MEASURED =
      "public default for instructions without a measurement";

  private RepeatTables() {}

  // @formatter:off
  static ConstantTable documented() {
    return new ConstantTable("startup", "completion", "per repeat", "interval")
        .row(ADD,              FLOATS,      "14S 19S 2S 18S")
        .row(ADD,              INTEGERS,    "14S 17S 2S 18S", "one page says 19 for i32; the family table and the seed say 17")
        .row(MULTIPLY,         FLOATS,      "14S 20M 2S 18S", "the seed gives no float completion")
        .row(MULTIPLY,         INTEGERS,    "14S 18S 2S 18S")
        .row(MAX_MIN,          ALL,         "14W 17W 2S 18S")
        .row(DIVIDE,           "f32",       "14S 20P 2S 18S", "completion as vmul")
        .row(DIVIDE,           "f16",       "14S 20P 4S 18S", "completion as vmul")
        .row(BITWISE,          INTEGERS,    "14S 17S 1S 18S", "a measurement of vand gives 2 per repeat; the seed says 1")
        .row(NOT,              INTEGERS,    "14S 17S 1S 18S")
        .row(SHIFT,            INTEGERS,    "14S 17S 2S 18S", "the page of tshl says 2 per repeat, the page of vshl says 1; these words exist for the tile form")
        .row(SHIFT_SCALAR,     INTEGERS,    "14P 17P 1P 18S", "as the other integer forms with a scalar")
        .row(ADD_SCALAR,       FLOATS,      "14W 19W 1W 18W")
        .row(ADD_SCALAR,       INTEGERS,    "14W 17W 1W 18W")
        .row(MAX_MIN_SCALAR,   ALL,         "14W 17W 1W 18W", "vmaxs as vmins")
        .row(MULTIPLY_SCALAR,  FLOATS,      "14W 20W 1W 18W")
        .row(MULTIPLY_SCALAR,  INTEGERS,    "14W 18W 1W 18W")
        .row(ABS,              FLOATS,      "14M 19M 1M 18M", "the withdrawn model has startup 13")
        .row(ABS,              INTEGERS,    "14M 17M 1M 18M", "the withdrawn model has startup 13 and completion 19")
        .row(NEGATE,           FLOATS,      "14M 20M 1M 18M")
        .row(NEGATE,           INTEGERS,    "14M 18M 1M 18M")
        .row(RELU,             "f32 f16 i32", "14M 19M 1M 18M")
        .row(LEAKY_RELU,       FLOATS,      "14P 19P 1P 18P", "as vrelu")
        .row(RECIPROCAL_SQRT,  FLOATS,      "14M 20M 1M 18M")
        .row(RECIPROCAL,       FLOATS,      "14P 20P 1P 18P", "as vrsqrt")
        .row(EXP,              "f32",       "13M 26S 2S 18S", "the seed lists startup 14 for arithmetic binary instructions")
        .row(EXP,              "f16",       "13M 28S 4S 18S")
        .row(LN,               "f32",       "13M 26M 2M 18M")
        .row(LN,               "f16",       "13M 28M 4M 18M")
        .row(SQRT,             "f32",       "13M 27M 2M 18M", "the seed groups it with vexp at 26")
        .row(SQRT,             "f16",       "13M 29S 4S 18S")
        .row(REDUCE_ADD,       "f32 i32",   "13M 19M 2M 18M")
        .row(REDUCE_ADD,       "f16",       "13M 21M 2M 18M")
        .row(REDUCE_ADD,       "i16",       "13M 17M 1M 18M")
        .row(REDUCE_MAX_MIN,   "f32 i32",   "13M 19M 2M 18M")
        .row(REDUCE_MAX_MIN,   "f16",       "13M 21M 2M 18M")
        .row(REDUCE_MAX_MIN,   "i16",       "13M 17M 1M 18M")
        .row(GROUP_ADD,        "f32 i32",   "13M 19M 2M 18M")
        .row(GROUP_ADD,        "f16",       "13M 21M 2M 18M")
        .row(GROUP_ADD,        "i16",       "13M 17M 1M 18M")
        .row(GROUP_MAX_MIN,    "f32 i32",   "13M 19M 2M 18M")
        .row(GROUP_MAX_MIN,    "f16",       "13M 21M 2M 18M")
        .row(GROUP_MAX_MIN,    "i16",       "13M 17M 1M 18M")
        .row(PAIR_ADD,         "f32",       "13P 19P 2P 18P", "as vcadd")
        .row(PAIR_ADD,         "f16",       "13P 21P 2P 18P", "as vcadd")
        .row(SELECT,           FLOATS,      "14W 19W 1W 18W")
        .row(SELECT,           INTEGERS,    "14W 17W 1W 18W")
        .row(CONVERT,          "f32 f16 i32", "13W 19W 1W 18W", "by result type")
        .row(CONVERT,          "i16",       "13W 17W 1W 18W", "by result type")
        .row(CONVERT,          "i8",        "13P 17P 1P 18P", "as a 16-bit result")
        .row(DUPLICATE,        ALL,         "14W 14W 1W 18W")
        .row(COPY,             ALL,         "13W 14W 1W 13S")
        .row(ADD_RELU,         FLOATS,      "14M 26M 2M 18M")
        .row(ADD_RELU,         INTEGERS,    "14P 26P 2P 18P", "as the float form")
        .row(ADD_RELU_CONVERT, FLOATS,      "14S 26S 2S 18S")
        .row(ADD_RELU_CONVERT, INTEGERS,    "14P 26P 2P 18P", "as the float form")
        .row(MULTIPLY_CONVERT, FLOATS,      "14M 26M 2M 18M")
        .row(MULTIPLY_ADD,     FLOATS,      "14M 26M 2M 18M")
        .row(BIT_SORT,         FLOATS,      "14W 14W 4W 18W")
        .row(MERGE_SORT,       FLOATS,      "14M 26M 2M 18M", "the withdrawn model has 14, 14, 6, 18")
        .row(TRANSPOSE,        FLOATS,      "14W 19W 2W 18W")
        .row(TRANSPOSE,        INTEGERS,    "14W 17W 2W 18W")
        .row(BROADCAST,        ALL,         "14P 17P 2P 18P", "as the binary integer class")
        .row(GATHER,           ALL,         "14P 17P 2P 18P", "as the binary integer class")
        .row(REARRANGE,        ALL,         "14P 17P 2P 18P", "as the binary integer class")
        .row(COMPARE,          ALL,         "14P 17P 2P 18P", "as the binary integer class");
  }

  static ConstantTable calibrated() {
    return new ConstantTable("head", "slope", "tail", "partial mask")
        .row(ADD,              ALL,         "10C 2C 14C 16C", "measured 2.11 R + 24")
        .row(MULTIPLY,         ALL,         "10C 2C 15C 16C", "measured 2.3 R + 25")
        .row(MAX_MIN,          ALL,         "10C 2C 14C 16C", "measured 2.01 R + 23")
        .row(DIVIDE,           FLOATS,      "11C 4C 19C 16C", "measured 4.03 R + 31")
        .row(BITWISE,          INTEGERS,    "8C 2C 12C 16C", "measured 2.03 R + 20")
        .instruction("vxor",   INTEGERS,    "8P 2P 12P 16P", "as vand")
        .row(NOT,              INTEGERS,    "8C 2C 12C", "as vand")
        .row(EXP,              FLOATS,      "13C 2C 18C", "measured 2.00 R + 31 for both types")
        .row(LN,               FLOATS,      "13C 2C 20C", "measured 2.00 R + 33")
        .row(SQRT,             FLOATS,      "14C 2C 25C", "a tile of 64 repeats takes 160 cycles")
        .row(RECIPROCAL_SQRT,  FLOATS,      "10C 1C 14C", "measured 1.07 R + 24")
        .row(RECIPROCAL,       FLOATS,      DEFAULT, NOT_MEASURED)
        .row(RELU,             "f32 f16 i32", "10C 1C 13C", "measured 1.00 R + 23")
        .row(LEAKY_RELU,       FLOATS,      "11C 1C 15C", "measured 1.03 R + 26")
        .row(MULTIPLY_SCALAR,  ALL,         "11C 1C 15C", "measured 1 R + 26")
        .row(ADD_SCALAR,       ALL,         "11F 1C 14F", "the public parameters are 13 and 18; the tile fit gives 1 R + 25")
        .row(MAX_MIN_SCALAR,   ALL,         "10C 1C 13C", "measured 1.00 R + 23")
        .instruction("vmins",  ALL,         "10F 1C 13F", "the public parameters are 14 and 16; the tile fit gives 1 R + 23")
        .row(SHIFT_SCALAR,     INTEGERS,    DEFAULT, NOT_MEASURED)
        .row(SHIFT,            INTEGERS,    DEFAULT, NOT_MEASURED)
        .row(ABS,              ALL,         "13C 1C 16C", "a tile of 64 repeats takes 68 cycles")
        .row(COPY,             ALL,         "11C 1C 13C", "not calibrated")
        .row(DUPLICATE,        ALL,         "11C 1C 13C", "not calibrated")
        .row(SELECT,           ALL,         "13C 2C 14C", "not calibrated")
        .row(CONVERT,          ALL,         "14C 2C 18C", "not calibrated; a tile of 4 repeats takes 33 cycles")
        .row(COMPARE,          ALL,         DEFAULT, NOT_MEASURED)
        .instruction("vcmpv",  ALL,         DEFAULT, NOT_MEASURED + "; GE and NE: head 14, slope 2, tail 22")
        .comparison("vcmpv",   Comparison.GE, "14C 2C 22C")
        .comparison("vcmpv",   Comparison.NE, "14C 2C 22C")
        .row(REDUCE_ADD,       FLOATS,      "14C 7C 32C", "64 row sums take 492 cycles")
        .row(GROUP_ADD,        FLOATS,      "14C 1C 24C", "tile fit")
        .row(GROUP_MAX_MIN,    FLOATS,      "14C 1C 17C", "tile fit")
        .row(REDUCE_MAX_MIN,   "f32 f16 i16", "14F 7F 18F", "64 row maxima take 480 cycles")
        .row(PAIR_ADD,         FLOATS,      DEFAULT, NOT_MEASURED)
        .row(REARRANGE,        ALL,         "14C 14C 20C", "not calibrated")
        .row(GATHER,           ALL,         "24C 2C 0C", "slope not verified")
        .row(BROADCAST,        ALL,         "0C 0C 18C", "not calibrated")
        .row(MERGE_SORT,       FLOATS,      "20C 78C 0C", "slope for 4 lists of 32 records; other lengths 0.61 cycles per record")
        .row(BIT_SORT,         FLOATS,      DEFAULT, NOT_MEASURED)
        .row(TRANSPOSE,        ALL,         DEFAULT, NOT_MEASURED)
        .row(ADD_RELU,         ALL,         DEFAULT, NOT_MEASURED)
        .row(ADD_RELU_CONVERT, ALL,         DEFAULT, NOT_MEASURED)
        .row(MULTIPLY_CONVERT, ALL,         DEFAULT, NOT_MEASURED)
        .row(MULTIPLY_ADD,     ALL,         DEFAULT, NOT_MEASURED);
  }
  // @formatter:on
}
