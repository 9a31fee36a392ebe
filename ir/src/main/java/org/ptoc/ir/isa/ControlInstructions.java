package org.ptoc.ir.isa;

import static org.ptoc.ir.isa.ControlOperation.*;
import static org.ptoc.ir.isa.Rows.*;
import static org.ptoc.ir.isa.Types.*;

import java.util.List;

/** Branches, synchronisation, special registers, regions and loops: classes B, C and R (spec/40, section 8). */
final class ControlInstructions {
  private ControlInstructions() {}

  // @formatter:off
  static List<InstructionDefinition> rows() {
    return List.of(
        row(ALL,  WordFormat.B, 0x000, "br",         "target@imm32",               UNTYPED,          SchedulingClass.BRANCH,           control(BRANCH),               "40#7.8"),
        row(ALL,  WordFormat.B, 0x001, "brc",        "xa xb w2 cond target@imm32", IMMEDIATE_WIDTHS, SchedulingClass.BRANCH,           control(BRANCH_COMPARE),       "40#7.8", Constraint.CONDITION_FITS_WIDTH),
        row(ALL,  WordFormat.B, 0x002, "brz",        "xa target@imm32",            UNTYPED,          SchedulingClass.BRANCH,           control(BRANCH_ZERO),          "40#7.8"),
        row(ALL,  WordFormat.B, 0x003, "brnz",       "xa target@imm32",            UNTYPED,          SchedulingClass.BRANCH,           control(BRANCH_NONZERO),       "40#7.8"),
        row(ALL,  WordFormat.B, 0x004, "call",       "target@imm32",               UNTYPED,          SchedulingClass.BRANCH,           control(CALL),                 "40#5.4"),
        row(ALL,  WordFormat.B, 0x005, "ret",        "xa",                         UNTYPED,          SchedulingClass.BRANCH,           control(RETURN),               "40#5.4"),
        row(ALL,  WordFormat.C, 0x000, "nop",        "",                           UNTYPED,          SchedulingClass.CONTROL,          control(NO_OPERATION),         "40#10.2"),
        row(ALL,  WordFormat.C, 0x001, "end",        "",                           UNTYPED,          SchedulingClass.CONTROL,          control(END),                  "40#5.4"),
        row(ALL,  WordFormat.C, 0x002, "trap",       "trap@id",                    UNTYPED,          SchedulingClass.CONTROL,          control(TRAP),                 "40#10.1"),
        row(ALL,  WordFormat.C, 0x008, "set_flag",   "p1 p2 event@id dyn x",       UNTYPED,          SchedulingClass.SYNCHRONIZATION,  control(SET_FLAG),             "40#7.7", Constraint.NUMBER_OR_REGISTER),
        row(ALL,  WordFormat.C, 0x009, "wait_flag",  "p1 p2 event@id dyn x",       UNTYPED,          SchedulingClass.SYNCHRONIZATION,  control(WAIT_FLAG),            "40#7.7", Constraint.NUMBER_OR_REGISTER),
        row(ALL,  WordFormat.C, 0x00A, "barrier",    "p1",                         UNTYPED,          SchedulingClass.SYNCHRONIZATION,  control(BARRIER),              "40#7.7"),
        row(A5,   WordFormat.C, 0x00C, "get_buf",    "p1 id dyn x mode",           UNTYPED,          SchedulingClass.SYNCHRONIZATION,  control(GET_BUFFER),           "40#7.7", Constraint.NUMBER_OR_REGISTER),
        row(A5,   WordFormat.C, 0x00D, "rls_buf",    "p1 id dyn x mode",           UNTYPED,          SchedulingClass.SYNCHRONIZATION,  control(RELEASE_BUFFER),       "40#7.7", Constraint.NUMBER_OR_REGISTER),
        row(A5,   WordFormat.C, 0x00E, "mem_bar",    "bar@kind",                   UNTYPED,          SchedulingClass.SYNCHRONIZATION,  control(MEMORY_BARRIER),       "40#7.5"),
        row(A5,   WordFormat.C, 0x00F, "dsb",        "sync@kind",                  UNTYPED,          SchedulingClass.SYNCHRONIZATION,  control(DATA_BARRIER),         "40#7.5"),
        row(ALL,  WordFormat.C, 0x200, "xset",       "p1 id dyn x reach@kind",     UNTYPED,          SchedulingClass.SYNCHRONIZATION,  control(SET_CROSS_FLAG),       "70#6.1", Constraint.NUMBER_OR_REGISTER, Constraint.CROSS_FLAG),
        row(ALL,  WordFormat.C, 0x201, "xwait",      "p1 id dyn x reach@kind",     UNTYPED,          SchedulingClass.SYNCHRONIZATION,  control(WAIT_CROSS_FLAG),      "70#6.1", Constraint.NUMBER_OR_REGISTER, Constraint.CROSS_FLAG),
        row(ALL,  WordFormat.C, 0x202, "sync_all",   "cores@kind",                 UNTYPED,          SchedulingClass.SYNCHRONIZATION,  control(MEET_CORES),           "70#6.1"),
        row(ALL,  WordFormat.C, 0x207, "sync_count", "cores@kind [x] count@id",    UNTYPED,          SchedulingClass.SYNCHRONIZATION,  control(MEET_COUNTED_CORES),   "70#6.1"),
        row(ALL,  WordFormat.C, 0x203, "gm_wait",    "cmp@kind [x] wanted@id",     UNTYPED,          SchedulingClass.SYNCHRONIZATION,  control(WAIT_MEMORY),          "70#6.1"),
        row(ALL,  WordFormat.C, 0x204, "fence",      "scope@kind",                 UNTYPED,          SchedulingClass.SYNCHRONIZATION,  control(FENCE),                "70#6.1"),
        row(ALL,  WordFormat.C, 0x205, "cache",      "cache@kind [x]",             UNTYPED,          SchedulingClass.CONTROL,          control(CACHE),                "70#6.1", Constraint.ADDRESS_OF_LINE),
        row(ALL,  WordFormat.C, 0x208, "pipe_trap",  "fault@kind held@id",         UNTYPED,          SchedulingClass.CONTROL,          control(TRAP),                 "70#6.2"),
        row(ALL,  WordFormat.C, 0x300, "print_value", "x",                          UNTYPED,          SchedulingClass.CONTROL,          control(PRINT_VALUE),          "50#6"),
        row(ALL,  WordFormat.C, 0x301, "print",      "[x]",                        UNTYPED,          SchedulingClass.CONTROL,          control(PRINT),                "50#6"),
        row(ALL,  WordFormat.C, 0x010, "mov_spr_x",  "spr x",                      UNTYPED,          SchedulingClass.SPECIAL_REGISTER, control(WRITE_SPECIAL),        "40#7.6", Constraint.WRITABLE_SPECIAL),
        row(ALL,  WordFormat.C, 0x011, "mov_x_spr",  "=x spr",                     UNTYPED,          SchedulingClass.SPECIAL_REGISTER, control(READ_SPECIAL),         "40#7.6"),
        row(ALL,  WordFormat.C, 0x012, "spr_bit",    "spr id value@mode",          UNTYPED,          SchedulingClass.SPECIAL_REGISTER, control(SET_SPECIAL_BIT),      "40#7.7", Constraint.WRITABLE_SPECIAL),
        row(ALL,  WordFormat.C, 0x013, "spr_bit_hi", "spr id value@mode",          UNTYPED,          SchedulingClass.SPECIAL_REGISTER, control(SET_SPECIAL_HIGH_BIT), "40#7.7", Constraint.WRITABLE_SPECIAL),
        row(A5,   WordFormat.R, 0x000, "vf_begin",   "body@imm32",                 UNTYPED,          SchedulingClass.REGION,           control(REGION_BEGIN),         "40#7.8"),
        row(A5,   WordFormat.R, 0x001, "vf_end",     "",                           UNTYPED,          SchedulingClass.REGION,           control(REGION_END),           "40#7.8"),
        row(ALL,  WordFormat.R, 0x008, "loop",       "lvl x body@imm32",           UNTYPED,          SchedulingClass.LOOP,             control(LOOP),                 "40#7.8"));
  }
  // @formatter:on
}
