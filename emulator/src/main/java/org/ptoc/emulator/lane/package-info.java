/**
 * Element-wise arithmetic on whole vectors: lane expressions of the instruction table compiled to a
 * short list of loops, one loop per function and element type. Works on any byte array, so that the
 * vector file and the unified buffer share it. Sees {@code org.ptoc.ir.isa}, {@code
 * org.ptoc.emulator.numeric} and {@code org.ptoc.emulator.unit}.
 */
package org.ptoc.emulator.lane;
