package org.ptoc.ir.isa;

import static org.ptoc.ir.isa.Rows.*;
import static org.ptoc.ir.isa.Types.*;
import static org.ptoc.ir.isa.UnitOperation.*;

import java.util.List;

/** Sort and transpose words on the unified buffer: the class U rows of both profiles (spec/40, section 8). */
final class SortInstructions {
  private SortInstructions() {}

  // @formatter:off
  static List<InstructionDefinition> rows() {
    return List.of(
        row(ALL,  WordFormat.U, 0x06C, "vbitsort",   "xd xn xm xt dt", FLOATS,            SchedulingClass.BIT_SORT,   unit(BIT_SORT),   "40#8 10#vbitsort"),
        row(ALL,  WordFormat.U, 0x06D, "vmrgsort4",  "xd xn xm xt dt", FLOATS,            SchedulingClass.MERGE_SORT, unit(MERGE_SORT), "40#8 10#vmrgsort4"),
        row(A5,   WordFormat.U, 0x06E, "vtranspose", "xd xn xt dt",    TRANSPOSABLE,      SchedulingClass.TRANSPOSE,  unit(TRANSPOSE),  "40#8 10#vtranspose"),
        row(A2A3, WordFormat.U, 0x06E, "vtranspose", "xd xn xt dt",    A2A3_TRANSPOSABLE, SchedulingClass.TRANSPOSE,  unit(TRANSPOSE),  "40#8 10#vtranspose"),
        row(ALL,  WordFormat.U, 0x0C4, "vsort32",    "xd xn xt dt",    FLOATS,            SchedulingClass.BIT_SORT,   unit(SORT_BLOCK), "40#8 10#vsort32"));
  }
  // @formatter:on
}
