package org.ptoc.ir.isa;

import static org.ptoc.ir.isa.Rows.*;
import static org.ptoc.ir.isa.Types.*;
import static org.ptoc.ir.isa.UnitOperation.*;

import java.util.List;

/** A5 vector compute words: class V (spec/40, section 8). */
final class VectorInstructions {
  private VectorInstructions() {}

  // @formatter:off
  static List<InstructionDefinition> rows() {
    return List.of(
        row(A5, WordFormat.V, 0x000, "vadd",         "=vd va vb pg dt mrg",                  ADDABLE,                     SchedulingClass.ADD,              lanes(add(A, B)),                                 "40#8 10#vadd"),
        row(A5, WordFormat.V, 0x001, "vsub",         "=vd va vb pg dt mrg",                  ADDABLE,                     SchedulingClass.ADD,              lanes(sub(A, B)),                                 "40#8 10#vsub"),
        row(A5, WordFormat.V, 0x002, "vmul",         "=vd va vb pg dt mrg",                  MULTIPLIABLE,                SchedulingClass.MULTIPLY,         lanes(mul(A, B)),                                 "40#8 10#vmul"),
        row(A5, WordFormat.V, 0x003, "vdiv",         "=vd va vb pg dt mrg",                  FLOATS,                      SchedulingClass.DIVIDE,           lanes(div(A, B)),                                 "40#8 10#vdiv"),
        row(A5, WordFormat.V, 0x006, "vand",         "=vd va vb pg dt mrg",                  BITS,                        SchedulingClass.BITWISE,          lanes(and(A, B)),                                 "40#8 10#vand"),
        row(A5, WordFormat.V, 0x007, "vor",          "=vd va vb pg dt mrg",                  BITS,                        SchedulingClass.BITWISE,          lanes(or(A, B)),                                  "40#8 10#vor"),
        row(A5, WordFormat.V, 0x008, "vxor",         "=vd va vb pg dt mrg",                  BITS,                        SchedulingClass.BITWISE,          lanes(xor(A, B)),                                 "40#8 10#vxor"),
        row(A5, WordFormat.V, 0x009, "vshl",         "=vd va vb pg dt mrg",                  INTEGERS,                    SchedulingClass.SHIFT,            lanes(shl(A, B)),                                 "40#8 10#vshl"),
        row(A5, WordFormat.V, 0x00A, "vshr",         "=vd va vb pg dt mrg",                  INTEGERS,                    SchedulingClass.SHIFT,            lanes(shr(A, B)),                                 "40#8 10#vshr"),
        row(A5, WordFormat.V, 0x00B, "vmax",         "=vd va vb pg dt mrg",                  COMPARABLE,                  SchedulingClass.MAX_MIN,          lanes(max(A, B)),                                 "40#8 10#vmax"),
        row(A5, WordFormat.V, 0x00C, "vmin",         "=vd va vb pg dt mrg",                  COMPARABLE,                  SchedulingClass.MAX_MIN,          lanes(min(A, B)),                                 "40#8 10#vmin"),
        row(A5, WordFormat.V, 0x00D, "vcmp",         "=pd va vb pg dt cmp@m3",               COMPARABLE,                  SchedulingClass.COMPARE,          unit(COMPARE),                                    "40#8 11#vcmp"),
        row(A5, WordFormat.V, 0x00F, "vabs",         "=vd va pg dt mrg",                     REDUCIBLE,                   SchedulingClass.ABS,              lanes(apply(LaneFunction.ABS, A)),                "40#8 11#vabs"),
        row(A5, WordFormat.V, 0x010, "vnot",         "=vd va pg dt mrg",                     INTEGERS,                    SchedulingClass.NOT,              lanes(apply(LaneFunction.NOT, A)),                "40#8 11#vnot"),
        row(A5, WordFormat.V, 0x011, "vneg",         "=vd va pg dt mrg",                     COMPARABLE,                  SchedulingClass.NEGATE,           lanes(apply(LaneFunction.NEG, A)),                "40#8 11#vneg"),
        row(A5, WordFormat.V, 0x012, "vexp",         "=vd va pg dt mrg",                     FLOATS,                      SchedulingClass.EXP,              lanes(apply(LaneFunction.EXP, A)),                "40#8 11#vexp"),
        row(A5, WordFormat.V, 0x013, "vln",          "=vd va pg dt mrg",                     FLOATS,                      SchedulingClass.LN,               lanes(apply(LaneFunction.LN, A)),                 "40#8 11#vln"),
        row(A5, WordFormat.V, 0x014, "vrec",         "=vd va pg dt mrg",                     FLOATS,                      SchedulingClass.RECIPROCAL,       lanes(apply(LaneFunction.RECIPROCAL, A)),         "40#8 11#vrec"),
        row(A5, WordFormat.V, 0x015, "vsqrt",        "=vd va pg dt mrg",                     FLOATS,                      SchedulingClass.SQRT,             lanes(apply(LaneFunction.SQRT, A)),               "40#8 11#vsqrt"),
        row(A5, WordFormat.V, 0x016, "vrsqrt",       "=vd va pg dt mrg",                     FLOATS,                      SchedulingClass.RECIPROCAL_SQRT,  lanes(apply(LaneFunction.RSQRT, A)),              "40#8 11#vrsqrt"),
        row(A5, WordFormat.V, 0x017, "vrelu",        "=vd va pg dt mrg",                     RELU,                        SchedulingClass.RELU,             lanes(relu(A)),                                   "40#8 11#vrelu"),
        row(A5, WordFormat.V, 0x01A, "vsel",         "=vd va vb pg dt",                      ADDABLE,                     SchedulingClass.SELECT,           unit(SELECT),                                     "40#8 11#vsel"),
        row(A5, WordFormat.V, 0x01B, "vcvt",         "=vd va pg dt dt2 rnd@m3 sat part mrg", ConversionInstructions.A5,              SchedulingClass.CONVERT,          unit(CONVERT),                                    "40#8 11#vcvt"),
        row(A5, WordFormat.V, 0x01C, "vmadd",        "=vd va vb vc pg dt mrg",               FLOATS_3,                    SchedulingClass.MULTIPLY_ADD,     lanes(fma(A, C, B)),                              "40#8 11#vmadd", Constraint.ACCUMULATOR_VC),
        row(A5, WordFormat.V, 0x020, "vadds",        "=vd va xb@vb pg dt mrg",               COMPARABLE,                  SchedulingClass.ADD_SCALAR,       lanes(add(A, S)),                                 "40#8 11#vadds"),
        row(A5, WordFormat.V, 0x021, "vsubs",        "=vd va xb@vb pg dt mrg",               COMPARABLE,                  SchedulingClass.ADD_SCALAR,       lanes(sub(A, S)),                                 "40#8 11#vsubs"),
        row(A5, WordFormat.V, 0x022, "vmuls",        "=vd va xb@vb pg dt mrg",               MULTIPLIABLE,                SchedulingClass.MULTIPLY_SCALAR,  lanes(mul(A, S)),                                 "40#8 11#vmuls"),
        row(A5, WordFormat.V, 0x026, "vands",        "=vd va xb@vb pg dt mrg",               BITS,                        SchedulingClass.BITWISE_SCALAR,   lanes(and(A, S)),                                 "40#8 11#vands"),
        row(A5, WordFormat.V, 0x027, "vors",         "=vd va xb@vb pg dt mrg",               BITS,                        SchedulingClass.BITWISE_SCALAR,   lanes(or(A, S)),                                  "40#8 11#vors"),
        row(A5, WordFormat.V, 0x028, "vxors",        "=vd va xb@vb pg dt mrg",               BITS,                        SchedulingClass.BITWISE_SCALAR,   lanes(xor(A, S)),                                 "40#8 11#vxors"),
        row(A5, WordFormat.V, 0x029, "vshls",        "=vd va xb@vb pg dt mrg",               INTEGERS,                    SchedulingClass.SHIFT_SCALAR,     lanes(shl(A, N)),                                 "40#8 11#vshls"),
        row(A5, WordFormat.V, 0x02A, "vshrs",        "=vd va xb@vb pg dt mrg",               INTEGERS,                    SchedulingClass.SHIFT_SCALAR,     lanes(shr(A, N)),                                 "40#8 11#vshrs"),
        row(A5, WordFormat.V, 0x02B, "vmaxs",        "=vd va xb@vb pg dt mrg",               COMPARABLE,                  SchedulingClass.MAX_MIN_SCALAR,   lanes(max(A, S)),                                 "40#8 11#vmaxs"),
        row(A5, WordFormat.V, 0x02C, "vmins",        "=vd va xb@vb pg dt mrg",               COMPARABLE,                  SchedulingClass.MAX_MIN_SCALAR,   lanes(min(A, S)),                                 "40#8 11#vmins"),
        row(A5, WordFormat.V, 0x02D, "vcmps",        "=pd va xb@vb pg dt cmp@m3",            COMPARABLE,                  SchedulingClass.COMPARE,          unit(COMPARE_SCALAR),                             "40#8 11#vcmps"),
        row(A5, WordFormat.V, 0x03B, "vdup",         "=vd xb@vb pg dt mrg",                  COMPARABLE,                  SchedulingClass.DUPLICATE,        lanes(S),                                         "40#8 11#vdup"),
        row(A5, WordFormat.V, 0x040, "vcadd",        "=vd va pg dt dt2",                     ConversionInstructions.REDUCE_ADD,      SchedulingClass.REDUCE_ADD,       unit(REDUCE_ADD),                                 "40#8 11#vcadd"),
        row(A5, WordFormat.V, 0x041, "vcmax",        "=vd va pg dt",                         REDUCIBLE,                   SchedulingClass.REDUCE_MAX_MIN,   unit(REDUCE_MAXIMUM),                             "40#8 11#vcmax"),
        row(A5, WordFormat.V, 0x042, "vcmin",        "=vd va pg dt",                         REDUCIBLE,                   SchedulingClass.REDUCE_MAX_MIN,   unit(REDUCE_MINIMUM),                             "40#8 11#vcmin"),
        row(A5, WordFormat.V, 0x080, "vaddrelu",     "=vd va vb pg dt mrg",                  FLOATS,                      SchedulingClass.ADD_RELU,         lanes(relu(add(A, B))),                           "40#8 10#vaddrelu"),
        row(A5, WordFormat.V, 0x081, "vsubrelu",     "=vd va vb pg dt mrg",                  FLOATS,                      SchedulingClass.ADD_RELU,         lanes(relu(sub(A, B))),                           "40#8 10#vsubrelu"),
        row(A5, WordFormat.V, 0x082, "vaddreluconv", "=vd va vb pg dt dt2 rnd@m3 sat part",  ConversionInstructions.A5_ADD_RELU,     SchedulingClass.ADD_RELU_CONVERT, unit(ADD_RELU_CONVERT),                           "40#8 10#vaddreluconv"),
        row(A5, WordFormat.V, 0x083, "vmulconv",     "=vd va vb pg dt dt2 rnd@m3 sat part",  ConversionInstructions.MULTIPLY,        SchedulingClass.MULTIPLY_CONVERT, unit(MULTIPLY_CONVERT),                           "40#8 10#vmulconv"),
        row(A5, WordFormat.V, 0x084, "vaxpy",        "=vd va vb xc@vc pg dt mrg",            FLOATS,                      SchedulingClass.MULTIPLY_ADD,     lanes(fma(S, A, B)),                              "40#8 10#vaxpy", Constraint.ACCUMULATOR_VB),
        row(A5, WordFormat.V, 0x085, "vmula",        "=vd va vb vc pg dt mrg",               MULTIPLIABLE,                SchedulingClass.MULTIPLY_ADD,     lanes(fma(A, B, C)),                              "40#8 10#vmula", Constraint.ACCUMULATOR_VC),
        row(A5, WordFormat.V, 0x086, "vmull",        "=vd =vc va vb pg dt",                  WORDS,                       SchedulingClass.MULTIPLY_WIDE,    unit(MULTIPLY_WIDE),                              "40#8 10#vmull"),
        row(A5, WordFormat.V, 0x087, "vlrelu",       "=vd va xb@vb pg dt mrg",               FLOATS,                      SchedulingClass.LEAKY_RELU,       lanes(leakyRelu(A, S)),                           "40#8 10#vlrelu"),
        row(A5, WordFormat.V, 0x088, "vprelu",       "=vd va vb pg dt mrg",                  FLOATS,                      SchedulingClass.PARAMETRIC_RELU,  lanes(leakyRelu(A, B)),                           "40#8 10#vprelu"),
        row(A5, WordFormat.V, 0x089, "vexpdif",      "=vd va vb pg dt dt2 part mrg",         ConversionInstructions.EXP_DIFFERENCE,  SchedulingClass.EXP_DIFFERENCE,   unit(EXPONENT_OF_DIFFERENCE),                     "40#8 10#vexpdif"),
        row(A5, WordFormat.V, 0x08A, "vaddc",        "=vd =pd va vb pg dt",                  WORDS,                       SchedulingClass.CARRY,            unit(ADD_CARRY),                                  "40#8 10#vaddc"),
        row(A5, WordFormat.V, 0x08B, "vsubc",        "=vd =pd va vb pg dt pol@ord",          WORDS,                       SchedulingClass.CARRY,            unit(SUBTRACT_BORROW),                            "40#8 10#vsubc"),
        row(A5, WordFormat.V, 0x08C, "vaddcs",       "=vd =pd va vb pc@vc pg dt",            WORDS,                       SchedulingClass.CARRY,            unit(ADD_WITH_CARRY),                             "40#8 11#vaddcs"),
        row(A5, WordFormat.V, 0x08D, "vsubcs",       "=vd =pd va vb pc@vc pg dt pol@ord",    WORDS,                       SchedulingClass.CARRY,            unit(SUBTRACT_WITH_BORROW),                       "40#8 11#vsubcs"),
        row(A5, WordFormat.V, 0x08E, "vmulscvt",     "=vd va xb@vb pg dt dt2 rnd@m3 part",   ConversionInstructions.MULTIPLY_SCALAR, SchedulingClass.MULTIPLY_CONVERT, unit(MULTIPLY_SCALAR_CONVERT),                    "40#8 11#vmulscvt"),
        row(A5, WordFormat.V, 0x090, "vci",          "=vd xb@vb dt order@ord",               REDUCIBLE,                   SchedulingClass.INDEX,            unit(INDEX),                                      "40#8 10#vci"),
        row(A5, WordFormat.V, 0x091, "vbr",          "=vd xb@vb dt",                         COMPARABLE,                  SchedulingClass.DUPLICATE,        lanes(S),                                         "40#8 11#vbr"),
        row(A5, WordFormat.V, 0x092, "vmov",         "=vd va pg dt mrg",                     ANY,                         SchedulingClass.COPY,             lanes(A),                                         "40#8 11#vmov", Constraint.DISTINCT_REGISTERS),
        row(A5, WordFormat.V, 0x093, "vtrc",         "=vd va pg dt rnd@m3 mrg",              ROUNDABLE,                   SchedulingClass.ROUND,            unit(ROUND_TO_INTEGRAL),                          "40#8 11#vtrc"),
        row(A5, WordFormat.V, 0x097, "vdupl",        "=vd va pg dt lane@part mrg",           COMPARABLE,                  SchedulingClass.DUPLICATE,        unit(DUPLICATE_LANE),                             "40#8 11#vdup"),
        row(A5, WordFormat.V, 0x0A0, "vcgadd",       "=vd va pg dt",                         REDUCIBLE,                   SchedulingClass.GROUP_ADD,        unit(GROUP_ADD),                                  "40#8 11#vcgadd"),
        row(A5, WordFormat.V, 0x0A1, "vcgmax",       "=vd va pg dt",                         REDUCIBLE,                   SchedulingClass.GROUP_MAX_MIN,    unit(GROUP_MAXIMUM),                              "40#8 11#vcgmax"),
        row(A5, WordFormat.V, 0x0A2, "vcgmin",       "=vd va pg dt",                         REDUCIBLE,                   SchedulingClass.GROUP_MAX_MIN,    unit(GROUP_MINIMUM),                              "40#8 11#vcgmin"),
        row(A5, WordFormat.V, 0x0A3, "vcpadd",       "=vd va pg dt",                         FLOATS,                      SchedulingClass.PAIR_ADD,         unit(PAIR_ADD),                                   "40#8 11#vcpadd"),
        row(A5, WordFormat.V, 0x0B0, "vintlv",       "=vd =vc va vb dt",                     ANY_UP_TO_32,                SchedulingClass.REARRANGE,        unit(INTERLEAVE),                                 "40#8 11#vintlv"),
        row(A5, WordFormat.V, 0x0B1, "vdintlv",      "=vd =vc va vb dt",                     ANY_UP_TO_32,                SchedulingClass.REARRANGE,        unit(DEINTERLEAVE),                               "40#8 11#vdintlv"),
        row(A5, WordFormat.V, 0x0B2, "vpack",        "=vd va dt dt2 half@part",              ConversionInstructions.PACK,            SchedulingClass.REARRANGE,        unit(PACK),                                       "40#8 11#vpack"),
        row(A5, WordFormat.V, 0x0B3, "vsunpack",     "=vd va dt dt2 half@part",              ConversionInstructions.UNPACK,          SchedulingClass.REARRANGE,        unit(UNPACK_SIGNED),                              "40#8 11#vsunpack"),
        row(A5, WordFormat.V, 0x0B4, "vzunpack",     "=vd va dt dt2 half@part",              ConversionInstructions.UNPACK,          SchedulingClass.REARRANGE,        unit(UNPACK_UNSIGNED),                            "40#8 11#vzunpack"),
        row(A5, WordFormat.V, 0x0B5, "vsqz",         "=vd va pg dt hint@ord",                COMPARABLE,                  SchedulingClass.REARRANGE,        unit(SQUEEZE),                                    "40#8 11#vsqz"),
        row(A5, WordFormat.V, 0x0B6, "vusqz",        "=vd va pg dt",                         SIGNED,                      SchedulingClass.REARRANGE,        unit(PREFIX_COUNT),                               "40#8 11#vusqz"),
        row(A5, WordFormat.V, 0x0B7, "vselr",        "=vd va vb dt",                         COMPARABLE,                  SchedulingClass.REARRANGE,        unit(SELECT_LANES),                               "40#8 11#vselr"),
        row(A5, WordFormat.V, 0x0C0, "vbcnt",        "=vd va pg dt mrg",                     INTEGERS,                    SchedulingClass.COUNT_BITS,       lanes(apply(LaneFunction.POPULATION_COUNT, A)),   "40#8 11#vbcnt"),
        row(A5, WordFormat.V, 0x0C1, "vcls",         "=vd va pg dt mrg",                     INTEGERS,                    SchedulingClass.COUNT_BITS,       lanes(apply(LaneFunction.LEADING_SIGN_COUNT, A)), "40#8 11#vcls"));
  }
  // @formatter:on
}
