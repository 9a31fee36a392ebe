package org.ptoc.ir.isa;

import static org.ptoc.ir.isa.LaneExpression.Conversion.*;
import static org.ptoc.ir.isa.Rows.*;
import static org.ptoc.ir.isa.Types.*;
import static org.ptoc.ir.isa.UnitOperation.*;

import java.util.List;

/** A2/A3 vector words from unified buffer to unified buffer: class U (spec/40, section 8; spec/21, section 6). Address registers are operands; what they point to is read or written. */
final class UnifiedBufferInstructions {
  private UnifiedBufferInstructions() {}

  // @formatter:off
  static List<InstructionDefinition> rows() {
    return List.of(
        row(A2A3, WordFormat.U, 0x000, "vadd",         "xd xn xm xt dt",             A2A3_ARITHMETIC,                      SchedulingClass.ADD,              lanes(add(A, B)),                                                             "21#6.5 10#vadd"),
        row(A2A3, WordFormat.U, 0x001, "vsub",         "xd xn xm xt dt",             A2A3_ARITHMETIC,                      SchedulingClass.ADD,              lanes(sub(A, B)),                                                             "21#6.5 10#vsub"),
        row(A2A3, WordFormat.U, 0x002, "vmul",         "xd xn xm xt dt",             A2A3_ARITHMETIC,                      SchedulingClass.MULTIPLY,         lanes(mul(A, B)),                                                             "21#6.5 10#vmul"),
        row(A2A3, WordFormat.U, 0x003, "vdiv",         "xd xn xm xt dt",             FLOATS,                               SchedulingClass.DIVIDE,           lanes(div(A, B)),                                                             "21#6.5 10#vdiv"),
        row(A2A3, WordFormat.U, 0x006, "vand",         "xd xn xm xt dt",             A2A3_LOGIC,                           SchedulingClass.BITWISE,          lanes(and(A, B)),                                                             "21#6.5 10#vand"),
        row(A2A3, WordFormat.U, 0x007, "vor",          "xd xn xm xt dt",             A2A3_LOGIC,                           SchedulingClass.BITWISE,          lanes(or(A, B)),                                                              "21#6.5 10#vor"),
        row(A2A3, WordFormat.U, 0x008, "vxor",         "xd xn xm xt dt",             A2A3_LOGIC,                           SchedulingClass.BITWISE,          lanes(xor(A, B)),                                                             "21#6.5 10#vxor"),
        row(A2A3, WordFormat.U, 0x009, "vshl",         "xd xn xm xt dt",             A2A3_SHIFT_EACH,                      SchedulingClass.SHIFT,            lanes(shl(A, B)),                                                             "21#6.5 10#vshl"),
        row(A2A3, WordFormat.U, 0x00A, "vshr",         "xd xn xm xt dt",             A2A3_SHIFT_EACH,                      SchedulingClass.SHIFT,            lanes(shr(A, B)),                                                             "21#6.5 10#vshr"),
        row(A2A3, WordFormat.U, 0x00B, "vmax",         "xd xn xm xt dt",             A2A3_ARITHMETIC,                      SchedulingClass.MAX_MIN,          lanes(max(A, B)),                                                             "21#6.5 10#vmax"),
        row(A2A3, WordFormat.U, 0x00C, "vmin",         "xd xn xm xt dt",             A2A3_ARITHMETIC,                      SchedulingClass.MAX_MIN,          lanes(min(A, B)),                                                             "21#6.5 10#vmin"),
        row(A2A3, WordFormat.U, 0x00D, "vcmpv",        "xd xn xm xt dt cmp@m3",      A2A3_COMPARE,                         SchedulingClass.COMPARE,          lanes(compare(A, B)),                                                         "21#6.5 11#vcmp",  Constraint.INTEGERS_ONLY_EQUAL),
        row(A2A3, WordFormat.U, 0x00F, "vabs",         "xd xn xt dt",                A2A3_ABS,                             SchedulingClass.ABS,              lanes(apply(LaneFunction.ABS, A)),                                            "21#6.5 11#vabs"),
        row(A2A3, WordFormat.U, 0x010, "vnot",         "xd xn xt dt",                A2A3_LOGIC,                           SchedulingClass.NOT,              lanes(apply(LaneFunction.NOT, A)),                                            "21#6.5 11#vnot"),
        row(A2A3, WordFormat.U, 0x012, "vexp",         "xd xn xt dt",                FLOATS,                               SchedulingClass.EXP,              lanes(apply(LaneFunction.EXP, A)),                                            "21#6.5 11#vexp"),
        row(A2A3, WordFormat.U, 0x013, "vln",          "xd xn xt dt",                FLOATS,                               SchedulingClass.LN,               lanes(apply(LaneFunction.LN, A)),                                             "21#6.5 11#vln"),
        row(A2A3, WordFormat.U, 0x014, "vrec",         "xd xn xt dt",                FLOATS,                               SchedulingClass.RECIPROCAL,       lanes(apply(LaneFunction.RECIPROCAL, A)),                                     "21#6.5 11#vrec"),
        row(A2A3, WordFormat.U, 0x015, "vsqrt",        "xd xn xt dt",                FLOATS,                               SchedulingClass.SQRT,             lanes(apply(LaneFunction.SQRT, A)),                                           "21#6.5 11#vsqrt"),
        row(A2A3, WordFormat.U, 0x016, "vrsqrt",       "xd xn xt dt",                FLOATS,                               SchedulingClass.RECIPROCAL_SQRT,  lanes(apply(LaneFunction.RSQRT, A)),                                          "21#6.5 11#vrsqrt"),
        row(A2A3, WordFormat.U, 0x017, "vrelu",        "xd xn xt dt",                RELU,                                 SchedulingClass.RELU,             lanes(relu(A)),                                                               "21#6.5 11#vrelu"),
        row(A2A3, WordFormat.U, 0x01A, "vsel",         "xd xn xm xt dt",             ANY_16_32,                            SchedulingClass.SELECT,           lanes(select(P, A, B)),                                                       "21#6.5 11#vsel"),
        row(A2A3, WordFormat.U, 0x01B, "vconv",        "xd xn xt dt dt2 rnd@m3 sat", ConversionInstructions.A2A3,          SchedulingClass.CONVERT,          lanes(convert(A)),                                                            "20#6.6 11#5"),
        row(A2A3, WordFormat.U, 0x01C, "vmadd",        "xd xn xm xt dt",             FLOATS,                               SchedulingClass.MULTIPLY_ADD,     lanes(fma(A, C, B)),                                                          "21#6.5 11#vmadd"),
        row(A2A3, WordFormat.U, 0x020, "vadds",        "xd xn xm xt dt",             A2A3_ARITHMETIC,                      SchedulingClass.ADD_SCALAR,       lanes(add(A, S)),                                                             "21#6.5 11#vadds"),
        row(A2A3, WordFormat.U, 0x022, "vmuls",        "xd xn xm xt dt",             A2A3_ARITHMETIC,                      SchedulingClass.MULTIPLY_SCALAR,  lanes(mul(A, S)),                                                             "21#6.5 11#vmuls"),
        row(A2A3, WordFormat.U, 0x029, "vshls",        "xd xn xm xt dt",             A2A3_SHIFT,                           SchedulingClass.SHIFT_SCALAR,     lanes(shl(A, N)),                                                             "21#6.5 11#vshls"),
        row(A2A3, WordFormat.U, 0x02A, "vshrs",        "xd xn xm xt dt round@sat",   A2A3_SHIFT,                           SchedulingClass.SHIFT_SCALAR,     lanes(shr(A, N)),                                                             "21#6.5 11#vshrs"),
        row(A2A3, WordFormat.U, 0x02B, "vmaxs",        "xd xn xm xt dt",             A2A3_ARITHMETIC,                      SchedulingClass.MAX_MIN_SCALAR,   lanes(max(A, S)),                                                             "21#6.5 11#vmaxs"),
        row(A2A3, WordFormat.U, 0x02C, "vmins",        "xd xn xm xt dt",             A2A3_ARITHMETIC,                      SchedulingClass.MAX_MIN_SCALAR,   lanes(min(A, S)),                                                             "21#6.5 11#vmins"),
        row(A2A3, WordFormat.U, 0x02D, "vcmpvs",       "xd xn xm xt dt cmp@m3",      A2A3_COMPARE,                         SchedulingClass.COMPARE,          lanes(compare(A, S)),                                                         "21#6.5 11#vcmps", Constraint.INTEGERS_ONLY_EQUAL),
        row(A2A3, WordFormat.U, 0x03B, "vdup",         "xd xm xt dt",                ANY_16_32,                            SchedulingClass.DUPLICATE,        lanes(S),                                                                     "21#6.5 11#vdup"),
        row(A2A3, WordFormat.U, 0x040, "vcadd",        "xd xn xt dt",                FLOATS,                               SchedulingClass.REDUCE_ADD,       unit(REDUCE_ADD),                                                             "21#6.5 11#vcadd"),
        row(A2A3, WordFormat.U, 0x041, "vcmax",        "xd xn xt dt reduction@m3",   A2A3_ABS,                             SchedulingClass.REDUCE_MAX_MIN,   unit(REDUCE_MAXIMUM),                                                         "21#6.5 11#vcmax"),
        row(A2A3, WordFormat.U, 0x042, "vcmin",        "xd xn xt dt reduction@m3",   A2A3_ABS,                             SchedulingClass.REDUCE_MAX_MIN,   unit(REDUCE_MINIMUM),                                                         "21#6.5 11#vcmin"),
        row(A2A3, WordFormat.U, 0x06F, "vgather",      "xd xn xt dt",                ANY_16_32,                            SchedulingClass.GATHER,           unit(GATHER_BYTE_OFFSETS),                                                    "21#6.5 11#vgather2"),
        row(A2A3, WordFormat.U, 0x080, "vaddrelu",     "xd xn xm xt dt",             A2A3_ABS,                             SchedulingClass.ADD_RELU,         lanes(relu(add(A, B))),                                                       "21#6.5 10#vaddrelu"),
        row(A2A3, WordFormat.U, 0x081, "vsubrelu",     "xd xn xm xt dt",             A2A3_ABS,                             SchedulingClass.ADD_RELU,         lanes(relu(sub(A, B))),                                                       "21#6.5 10#vsubrelu"),
        row(A2A3, WordFormat.U, 0x082, "vaddreluconv", "xd xn xm xt dt dt2",         ConversionInstructions.A2A3_ADD_RELU, SchedulingClass.ADD_RELU_CONVERT, consecutive(convert(SATURATED, relu(add(wide(A), wide(B))))),                 "21#6.5 10#vaddreluconv"),
        row(A2A3, WordFormat.U, 0x083, "vmulconv",     "xd xn xm xt dt dt2",         ConversionInstructions.MULTIPLY,      SchedulingClass.MULTIPLY_CONVERT, consecutive(convert(SATURATED, mul(convert(SINGLE, A), convert(SINGLE, B)))), "21#6.5 10#vmulconv"),
        row(A2A3, WordFormat.U, 0x084, "vaxpy",        "xd xn xm xt dt",             FLOATS,                               SchedulingClass.MULTIPLY_ADD,     lanes(fma(S, A, C)),                                                          "21#6.5 10#vaxpy"),
        row(A2A3, WordFormat.U, 0x085, "vmla",         "xd xn xm xt dt dt2",         ConversionInstructions.MULTIPLY_ADD,  SchedulingClass.MULTIPLY_ADD,     lanes(fma(A, B, C)),                                                          "21#6.5 10#vmula"),
        row(A2A3, WordFormat.U, 0x087, "vlrelu",       "xd xn xm xt dt",             FLOATS,                               SchedulingClass.LEAKY_RELU,       lanes(leakyRelu(A, S)),                                                       "21#6.5 10#vlrelu"),
        row(A2A3, WordFormat.U, 0x08F, "vsubreluconv", "xd xn xm xt dt dt2",         ConversionInstructions.A2A3_ADD_RELU, SchedulingClass.ADD_RELU_CONVERT, consecutive(convert(SATURATED, relu(sub(wide(A), wide(B))))),                 "21#6.5 10#vaddreluconv"),
        row(A2A3, WordFormat.U, 0x092, "vcopy",        "xd xn xt dt",                ANY_16_32,                            SchedulingClass.COPY,             lanes(A),                                                                     "21#6.5"),
        row(A2A3, WordFormat.U, 0x094, "vmaddrelu",    "xd xn xm xt dt",             FLOATS,                               SchedulingClass.MULTIPLY_ADD,     lanes(relu(fma(A, C, B))),                                                    "21#6.5"),
        row(A2A3, WordFormat.U, 0x095, "vbrcb",        "xd xn xt dt",                ANY_16_32,                            SchedulingClass.BROADCAST,        unit(BROADCAST_TO_BLOCKS),                                                    "21#6.5"),
        row(A2A3, WordFormat.U, 0x096, "vreducev2",    "xd xn xm xt dt",             ANY_16_32,                            SchedulingClass.REARRANGE,        unit(REDUCE_BY_PATTERN),                                                      "21#6.5"),
        row(A2A3, WordFormat.U, 0x0A0, "vcgadd",       "xd xn xt dt",                FLOATS,                               SchedulingClass.GROUP_ADD,        unit(GROUP_ADD),                                                              "21#6.5 11#vcgadd"),
        row(A2A3, WordFormat.U, 0x0A1, "vcgmax",       "xd xn xt dt",                FLOATS,                               SchedulingClass.GROUP_MAX_MIN,    unit(GROUP_MAXIMUM),                                                          "21#6.5 11#vcgmax"),
        row(A2A3, WordFormat.U, 0x0A2, "vcgmin",       "xd xn xt dt",                FLOATS,                               SchedulingClass.GROUP_MAX_MIN,    unit(GROUP_MINIMUM),                                                          "21#6.5 11#vcgmin"),
        row(A2A3, WordFormat.U, 0x0A3, "vcpadd",       "xd xn xt dt",                FLOATS,                               SchedulingClass.PAIR_ADD,         unit(PAIR_ADD),                                                               "21#6.5 11#vcpadd"));
  }
  // @formatter:on
}
