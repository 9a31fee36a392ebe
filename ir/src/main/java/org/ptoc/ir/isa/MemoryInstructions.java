package org.ptoc.ir.isa;

import static org.ptoc.ir.isa.Rows.*;
import static org.ptoc.ir.isa.Types.*;
import static org.ptoc.ir.isa.UnitOperation.*;

import java.util.List;

/** A5 vector load and store words: class L (spec/40, section 8). */
final class MemoryInstructions {
  private MemoryInstructions() {}

  // @formatter:off
  static List<InstructionDefinition> rows() {
    return List.of(
        row(A5, WordFormat.L, 0x000, "vlds",        "=vd [^xb xo imm10] load@dist post dt",      ANY,        SchedulingClass.LOAD,            unit(LOAD),              "00#4.8", Constraint.BYTES_FOR_UNPACK4),
        row(A5, WordFormat.L, 0x001, "vldsx2",      "=vd =ve [^xb xo imm10] load2@dist post dt", ANY,        SchedulingClass.LOAD_PAIR,       unit(LOAD_PAIR),         "00#4.8"),
        row(A5, WordFormat.L, 0x002, "vldas",       "=al [xb imm10]",                            UNTYPED,    SchedulingClass.LOAD_UNALIGNED,  unit(LOAD_ALIGN),        "00#4.9"),
        row(A5, WordFormat.L, 0x003, "vldus",       "=vd +al [^xb xo] post dt",                  ANY,        SchedulingClass.LOAD_UNALIGNED,  unit(LOAD_UNALIGNED),    "00#4.9"),
        row(A5, WordFormat.L, 0x004, "vsldb",       "=vd [^xb] xo pg post dt",                   ANY,        SchedulingClass.LOAD,            unit(LOAD_BLOCKS),       "00#4.8"),
        row(A5, WordFormat.L, 0x005, "vgather2",    "=vd [xb] ve pg dt",                         GATHERABLE, SchedulingClass.GATHER,          unit(GATHER),            "11#vgather2"),
        row(A5, WordFormat.L, 0x006, "vgatherb",    "=vd [xb] ve pg dt",                         ANY,        SchedulingClass.GATHER_BLOCKS,   unit(GATHER_BLOCKS),     "11#vgatherb"),
        row(A5, WordFormat.L, 0x007, "vgather2_bc", "=vd [xb] ve pg dt",                         ANY_32,     SchedulingClass.GATHER,          unit(GATHER),            "11#vgather2_bc"),
        row(A5, WordFormat.L, 0x010, "init_align",  "=al",                                       UNTYPED,    SchedulingClass.STORE_UNALIGNED, unit(INITIALIZE_ALIGN),  "00#4.9"),
        row(A5, WordFormat.L, 0x020, "vsts",        "vd [^xb xo imm10] pg store@dist post dt",   ANY,        SchedulingClass.STORE,           unit(STORE),             "00#4.8"),
        row(A5, WordFormat.L, 0x021, "vstsx2",      "vd ve [xb xo imm10] pg store2@dist dt",     ANY,        SchedulingClass.STORE_PAIR,      unit(STORE_PAIR),        "00#4.8"),
        row(A5, WordFormat.L, 0x022, "vstus",       "vd +al [^xb] xo post dt",                   ANY,        SchedulingClass.STORE_UNALIGNED, unit(STORE_UNALIGNED),   "00#4.9"),
        row(A5, WordFormat.L, 0x023, "vstas",       "+al [^xb xo] post",                         UNTYPED,    SchedulingClass.STORE_UNALIGNED, unit(FLUSH_ALIGN),       "00#4.9"),
        row(A5, WordFormat.L, 0x024, "vstar",       "+al [xb]",                                  UNTYPED,    SchedulingClass.STORE_UNALIGNED, unit(FLUSH_ALIGN_AT_AR), "00#4.9"),
        row(A5, WordFormat.L, 0x025, "vstur",       "vd +al [xb] post dt",                       ANY,        SchedulingClass.STORE_UNALIGNED, unit(STORE_SQUEEZED),    "00#4.9"),
        row(A5, WordFormat.L, 0x026, "vsstb",       "vd [^xb] xo pg post dt",                    ANY,        SchedulingClass.STORE,           unit(STORE_BLOCKS),      "00#4.8"),
        row(A5, WordFormat.L, 0x027, "vscatter",    "vd [xb] ve pg dt",                          ANY_UP_TO_32, SchedulingClass.SCATTER,         unit(SCATTER),           "11#vscatter"),
        row(A5, WordFormat.L, 0x03C, "alspill",     "al slot@imm10",                             UNTYPED,    SchedulingClass.SPILL,           unit(SPILL_ALIGN),       "40#11.4"),
        row(A5, WordFormat.L, 0x03D, "alfill",      "=al slot@imm10",                            UNTYPED,    SchedulingClass.SPILL,           unit(FILL_ALIGN),        "40#11.4"),
        row(A5, WordFormat.L, 0x03E, "vspill",      "vd vslot@imm10",                            UNTYPED,    SchedulingClass.SPILL,           unit(SPILL_VECTOR),      "40#11.4"),
        row(A5, WordFormat.L, 0x03F, "vfill",       "=vd vslot@imm10",                           UNTYPED,    SchedulingClass.SPILL,           unit(FILL_VECTOR),       "40#11.4"));
  }
  // @formatter:on
}
