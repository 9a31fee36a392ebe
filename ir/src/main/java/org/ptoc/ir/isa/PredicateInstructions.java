package org.ptoc.ir.isa;

import static org.ptoc.ir.isa.Rows.*;
import static org.ptoc.ir.isa.Types.*;
import static org.ptoc.ir.isa.UnitOperation.*;

import java.util.List;

/** A5 predicate words: class P (spec/40, section 8). */
final class PredicateInstructions {
  private PredicateInstructions() {}

  // @formatter:off
  static List<InstructionDefinition> rows() {
    return List.of(
        row(A5, WordFormat.P, 0x000, "pset",    "=pd pat gr",                   UNTYPED, SchedulingClass.PREDICATE,       unit(PREDICATE_PATTERN),         "00#4.7"),
        row(A5, WordFormat.P, 0x001, "pge",     "=pd pat gr",                   UNTYPED, SchedulingClass.PREDICATE,       unit(PREDICATE_PATTERN),         "00#4.7"),
        row(A5, WordFormat.P, 0x002, "plt",     "=pd xb -> =xo gr",             UNTYPED, SchedulingClass.PREDICATE,       unit(PREDICATE_LESS_THAN),       "00#4.7"),
        row(A5, WordFormat.P, 0x003, "pltm",    "=pd xb xo gr",                 UNTYPED, SchedulingClass.PREDICATE,       unit(PREDICATE_LESS_THAN_LOOP),  "00#4.7"),
        row(A5, WordFormat.P, 0x008, "pand",    "=pd pa pb pg",                 UNTYPED, SchedulingClass.PREDICATE,       unit(PREDICATE_AND),             "11#pand"),
        row(A5, WordFormat.P, 0x009, "por",     "=pd pa pb pg",                 UNTYPED, SchedulingClass.PREDICATE,       unit(PREDICATE_OR),              "11#por"),
        row(A5, WordFormat.P, 0x00A, "pxor",    "=pd pa pb pg",                 UNTYPED, SchedulingClass.PREDICATE,       unit(PREDICATE_XOR),             "11#pxor"),
        row(A5, WordFormat.P, 0x00B, "pnot",    "=pd pa pg",                    UNTYPED, SchedulingClass.PREDICATE,       unit(PREDICATE_NOT),             "11#pnot"),
        row(A5, WordFormat.P, 0x00C, "psel",    "=pd pa pb pg",                 UNTYPED, SchedulingClass.PREDICATE,       unit(PREDICATE_SELECT),          "11#psel"),
        row(A5, WordFormat.P, 0x00D, "pmov",    "=pd pa",                       UNTYPED, SchedulingClass.PREDICATE,       unit(PREDICATE_MOVE),            "40#8"),
        row(A5, WordFormat.P, 0x010, "ppack",   "=pd pa half@dist",             UNTYPED, SchedulingClass.PREDICATE,       unit(PREDICATE_PACK),            "11#ppack"),
        row(A5, WordFormat.P, 0x011, "punpack", "=pd pa half@dist",             UNTYPED, SchedulingClass.PREDICATE,       unit(PREDICATE_UNPACK),          "11#punpack"),
        row(A5, WordFormat.P, 0x012, "pintlv",  "=pd =pe pa pb gr",             UNTYPED, SchedulingClass.PREDICATE,       unit(PREDICATE_INTERLEAVE),      "11#pintlv_b8"),
        row(A5, WordFormat.P, 0x013, "pdintlv", "=pd =pe pa pb gr",             UNTYPED, SchedulingClass.PREDICATE,       unit(PREDICATE_DEINTERLEAVE),    "11#pdintlv_b8"),
        row(A5, WordFormat.P, 0x020, "pld",     "=pd [xb xo imm10] pload@dist", UNTYPED, SchedulingClass.PREDICATE_LOAD,  unit(PREDICATE_LOAD),            "00#4.10"),
        row(A5, WordFormat.P, 0x021, "pst",     "pd [xb xo imm10] pstore@dist", UNTYPED, SchedulingClass.PREDICATE_STORE, unit(PREDICATE_STORE),           "00#4.10"),
        row(A5, WordFormat.P, 0x022, "pstu",    "pd +al@xo [+xb] gr",           UNTYPED, SchedulingClass.PREDICATE_STORE, unit(PREDICATE_STORE_UNALIGNED), "00#4.9"),
        row(A5, WordFormat.P, 0x03E, "pspill",  "pd slot@imm10",                UNTYPED, SchedulingClass.SPILL,           unit(SPILL_PREDICATE),           "40#11.4"),
        row(A5, WordFormat.P, 0x03F, "pfill",   "=pd slot@imm10",               UNTYPED, SchedulingClass.SPILL,           unit(FILL_PREDICATE),            "40#11.4"));
  }
  // @formatter:on
}
