/**
 * The constants of the cycle models as tables with their sources, one set for each profile and
 * model, and the parameters that a user may change (spec/30, sections 2 to 9). An instruction is
 * found by its scheduling class, so that a new row of the instruction table needs nothing here
 * unless its cycles are new. Sees {@code org.ptoc.ir.isa} and the element formats of the cube.
 */
package org.ptoc.emulator.timing.constant;
