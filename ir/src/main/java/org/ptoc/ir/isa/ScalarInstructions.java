package org.ptoc.ir.isa;

import static org.ptoc.ir.isa.Rows.*;
import static org.ptoc.ir.isa.ScalarOperation.*;
import static org.ptoc.ir.isa.Types.*;

import java.util.List;

/** Scalar instructions: classes S, I and M (spec/40, section 8). */
final class ScalarInstructions {
  private ScalarInstructions() {}

  // @formatter:off
  static List<InstructionDefinition> rows() {
    return List.of(
        row(ALL,  WordFormat.S, 0x000, "add",      "=xd xa xb w",               WIDTHS,           SchedulingClass.SCALAR,          scalar(ADD),                  "40#8"),
        row(ALL,  WordFormat.S, 0x001, "sub",      "=xd xa xb w",               WIDTHS,           SchedulingClass.SCALAR,          scalar(SUBTRACT),             "40#8"),
        row(ALL,  WordFormat.S, 0x002, "mul",      "=xd xa xb w",               WIDTHS,           SchedulingClass.SCALAR_MULTIPLY, scalar(MULTIPLY),             "40#8"),
        row(ALL,  WordFormat.S, 0x003, "div",      "=xd xa xb w sg",            WIDTHS,           SchedulingClass.SCALAR_DIVIDE,   scalar(DIVIDE),               "40#8", Constraint.NO_SIGN_FOR_FLOAT),
        row(ALL,  WordFormat.S, 0x004, "rem",      "=xd xa xb w sg",            WIDTHS,           SchedulingClass.SCALAR_DIVIDE,   scalar(REMAINDER),            "40#8", Constraint.NO_SIGN_FOR_FLOAT),
        row(ALL,  WordFormat.S, 0x005, "ceildiv",  "=xd xa xb w sg",            INTEGER_WIDTHS,   SchedulingClass.SCALAR_DIVIDE,   scalar(CEILING_DIVIDE),       "40#8"),
        row(ALL,  WordFormat.S, 0x006, "and",      "=xd xa xb w",               INTEGER_WIDTHS,   SchedulingClass.SCALAR,          scalar(AND),                  "40#8"),
        row(ALL,  WordFormat.S, 0x007, "or",       "=xd xa xb w",               INTEGER_WIDTHS,   SchedulingClass.SCALAR,          scalar(OR),                   "40#8"),
        row(ALL,  WordFormat.S, 0x008, "xor",      "=xd xa xb w",               INTEGER_WIDTHS,   SchedulingClass.SCALAR,          scalar(XOR),                  "40#8"),
        row(ALL,  WordFormat.S, 0x009, "shl",      "=xd xa xb w",               INTEGER_WIDTHS,   SchedulingClass.SCALAR,          scalar(SHIFT_LEFT),           "40#8"),
        row(ALL,  WordFormat.S, 0x00A, "shr",      "=xd xa xb w sg",            INTEGER_WIDTHS,   SchedulingClass.SCALAR,          scalar(SHIFT_RIGHT),          "40#8"),
        row(ALL,  WordFormat.S, 0x00B, "max",      "=xd xa xb w sg",            WIDTHS,           SchedulingClass.SCALAR,          scalar(MAXIMUM),              "40#8", Constraint.NO_SIGN_FOR_FLOAT),
        row(ALL,  WordFormat.S, 0x00C, "min",      "=xd xa xb w sg",            WIDTHS,           SchedulingClass.SCALAR,          scalar(MINIMUM),              "40#8", Constraint.NO_SIGN_FOR_FLOAT),
        row(ALL,  WordFormat.S, 0x00D, "cmp",      "=xd xa xb w cond",          WIDTHS,           SchedulingClass.SCALAR,          scalar(COMPARE),              "40#8", Constraint.CONDITION_FITS_WIDTH),
        row(ALL,  WordFormat.S, 0x00E, "select",   "=xd xa xb xc",              UNTYPED,          SchedulingClass.SCALAR,          scalar(SELECT),               "40#8"),
        row(ALL,  WordFormat.S, 0x00F, "floordiv", "=xd xa xb w",               INTEGER_WIDTHS,   SchedulingClass.SCALAR_DIVIDE,   scalar(FLOOR_DIVIDE),         "40#8"),
        row(ALL,  WordFormat.S, 0x010, "mov",      "=xd xa",                    UNTYPED,          SchedulingClass.SCALAR,          scalar(MOVE),                 "40#8", Constraint.DISTINCT_REGISTERS),
        row(ALL,  WordFormat.S, 0x011, "ext",      "=xd xa w sg",               INTEGER_WIDTHS,   SchedulingClass.SCALAR,          scalar(EXTEND),               "40#8"),
        row(ALL,  WordFormat.S, 0x012, "cvt",      "=xd xa from@cond w",        WIDTHS,           SchedulingClass.SCALAR,          scalar(CONVERT),              "40#8", Constraint.DISTINCT_WIDTHS),
        row(ALL,  WordFormat.S, 0x013, "neg",      "=xd xa w",                  WIDTHS,           SchedulingClass.SCALAR,          scalar(NEGATE),               "40#8"),
        row(ALL,  WordFormat.S, 0x014, "sbitset",  "=xd xa xb value@sg",        UNTYPED,          SchedulingClass.SCALAR,          scalar(SET_BIT),              "40#8"),
        row(ALL,  WordFormat.I, 0x000, "movi",     "=xd imm32",                 UNTYPED,          SchedulingClass.SCALAR,          scalar(MOVE_IMMEDIATE),       "40#8"),
        row(ALL,  WordFormat.I, 0x001, "movhi",    "=xd xa imm32",              UNTYPED,          SchedulingClass.SCALAR,          scalar(MOVE_HIGH),            "40#8"),
        row(ALL,  WordFormat.I, 0x002, "addi",     "=xd xa w2 imm32",           IMMEDIATE_WIDTHS, SchedulingClass.SCALAR,          scalar(ADD),                  "40#8"),
        row(ALL,  WordFormat.I, 0x003, "muli",     "=xd xa w2 imm32",           IMMEDIATE_WIDTHS, SchedulingClass.SCALAR_MULTIPLY, scalar(MULTIPLY),             "40#8"),
        row(ALL,  WordFormat.I, 0x004, "andi",     "=xd xa w2 imm32",           IMMEDIATE_WIDTHS, SchedulingClass.SCALAR,          scalar(AND),                  "40#8"),
        row(ALL,  WordFormat.I, 0x005, "ori",      "=xd xa w2 imm32",           IMMEDIATE_WIDTHS, SchedulingClass.SCALAR,          scalar(OR),                   "40#8"),
        row(ALL,  WordFormat.I, 0x006, "xori",     "=xd xa w2 imm32",           IMMEDIATE_WIDTHS, SchedulingClass.SCALAR,          scalar(XOR),                  "40#8"),
        row(ALL,  WordFormat.I, 0x007, "shli",     "=xd xa w2 imm32",           IMMEDIATE_WIDTHS, SchedulingClass.SCALAR,          scalar(SHIFT_LEFT),           "40#8", Constraint.DISTANCE_BELOW_WIDTH),
        row(ALL,  WordFormat.I, 0x008, "shrui",    "=xd xa w2 imm32",           IMMEDIATE_WIDTHS, SchedulingClass.SCALAR,          scalar(SHIFT_RIGHT_UNSIGNED), "40#8", Constraint.DISTANCE_BELOW_WIDTH),
        row(ALL,  WordFormat.I, 0x009, "shrsi",    "=xd xa w2 imm32",           IMMEDIATE_WIDTHS, SchedulingClass.SCALAR,          scalar(SHIFT_RIGHT_SIGNED),   "40#8", Constraint.DISTANCE_BELOW_WIDTH),
        row(ALL,  WordFormat.I, 0x00A, "cmpi",     "=xd xa w2 cond imm32",      IMMEDIATE_WIDTHS, SchedulingClass.SCALAR,          scalar(COMPARE),              "40#8", Constraint.CONDITION_FITS_WIDTH),
        row(ALL,  WordFormat.M, 0x000, "ld",       "=xd [xb xo imm24] sp w sg", WIDTHS,           SchedulingClass.SCALAR_LOAD,     scalar(LOAD),                 "40#8", Constraint.NO_SIGN_FOR_FLOAT),
        row(ALL,  WordFormat.M, 0x001, "st",       "xd [xb xo imm24] sp w",     WIDTHS,           SchedulingClass.SCALAR_STORE,    scalar(STORE),                "40#8"),
        row(ALL,  WordFormat.M, 0x002, "ldp",      "=xd imm24 w sp=4",          WIDTHS,           SchedulingClass.SCALAR_LOAD,     scalar(LOAD_PARAMETER),       "40#8"),
        row(ALL,  WordFormat.M, 0x003, "ldc",      "=xd imm24 w sg sp=3",       WIDTHS,           SchedulingClass.SCALAR_LOAD,     scalar(LOAD_CONSTANT),        "40#8", Constraint.NO_SIGN_FOR_FLOAT),
        row(ALL,  WordFormat.M, 0x200, "atomadd",  "xd [xb xo imm24] w sp=0",   ATOMIC_WIDTHS,    SchedulingClass.SCALAR_STORE,    scalar(ATOMIC_ADD),           "70#6.1"),
        row(ALL,  WordFormat.M, 0x300, "renew",    "xd [xb xo imm24] sp=2",     UNTYPED,          SchedulingClass.SCALAR_STORE,    scalar(RENEW),                "50#2.7"));
  }
  // @formatter:on
}
