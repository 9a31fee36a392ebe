/**
 * Tier 0 of the emulator: every word of a decoded program becomes one immutable step, and a loop
 * executes them. It is the reference of the faster tiers and the source of traces. Nothing is
 * allocated per instruction. Sees the machine, lane, unit and numeric packages and {@code
 * org.ptoc.ir.isa}.
 */
package org.ptoc.emulator.interpreter;
