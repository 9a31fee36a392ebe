/**
 * Reports about the cycles of a run: text, JSON, tables, traces for viewers, a page. Every class
 * turns the figures of {@link org.ptoc.tools.toolchain.TimedRun} into the contents of one output
 * and writes nothing itself. The same run gives the same bytes. Sees the cycle models of the
 * emulator, the instruction tables and the object format.
 */
package org.ptoc.tools.report;
