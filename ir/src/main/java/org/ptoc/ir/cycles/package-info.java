/** Cycles of instructions as tables and rules that compiler and emulator share (spec/30). */
package org.ptoc.ir.cycles;
