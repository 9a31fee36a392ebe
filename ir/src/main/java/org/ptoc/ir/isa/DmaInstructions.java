package org.ptoc.ir.isa;

import static org.ptoc.ir.isa.Rows.*;
import static org.ptoc.ir.isa.Types.*;
import static org.ptoc.ir.isa.UnitOperation.*;

import java.util.List;

/** Copies between memories: class D (spec/40, section 8). */
final class DmaInstructions {
  private DmaInstructions() {}

  // @formatter:off
  static List<InstructionDefinition> rows() {
    return List.of(
        row(A5,   WordFormat.D, 0x000, "gm_to_ub",       "xd xs c0 c1 dt", ANY,     SchedulingClass.DMA_IN,    unit(COPY_GM_TO_UB),       "40#9 00#4.3"),
        row(A5,   WordFormat.D, 0x001, "ub_to_gm",       "xd xs c0 c1 dt", ANY,     SchedulingClass.DMA_OUT,   unit(COPY_UB_TO_GM),       "40#9 00#4.3"),
        row(A2A3, WordFormat.D, 0x000, "gm_to_ub",       "xd xs c0 dt",    ANY,     SchedulingClass.DMA_IN,    unit(COPY_GM_TO_UB),       "40#9 40#1.6"),
        row(A2A3, WordFormat.D, 0x001, "ub_to_gm",       "xd xs c0 dt",    ANY,     SchedulingClass.DMA_OUT,   unit(COPY_UB_TO_GM),       "40#9 40#1.6"),
        row(ALL,  WordFormat.D, 0x002, "ub_to_ub",       "xd xs c0",       UNTYPED, SchedulingClass.DMA_LOCAL, unit(COPY_UB_TO_UB),       "40#9 00#4.3"),
        row(A2A3, WordFormat.D, 0x003, "gm_to_ub_align", "xd xs c0 c1 dt", ANY,     SchedulingClass.DMA_IN,    unit(COPY_GM_TO_UB_ALIGN), "40#9 40#1.6"),
        row(A2A3, WordFormat.D, 0x004, "ub_to_gm_align", "xd xs c0 c1 dt", ANY,     SchedulingClass.DMA_OUT,   unit(COPY_UB_TO_GM_ALIGN), "40#9 40#1.6"));
  }
  // @formatter:on
}
