/**
 * Cycle models (spec/30): timing sets as tables, the in-order pipes of a core, and the pipeline of
 * A5 vector regions.
 *
 * <p>{@link org.ptoc.emulator.timing.RunTimer} makes listeners that hear what an execution engine
 * executes; nothing here changes functional results. Constants stand in the {@code ...Tables}
 * classes with their sources; an instruction is found by its scheduling class, so that a new row of
 * the instruction table needs nothing here unless its cycles are new. May see {@code
 * org.ptoc.ir.isa} and {@code org.ptoc.emulator.machine}, nothing else.
 */
package org.ptoc.emulator.timing;
