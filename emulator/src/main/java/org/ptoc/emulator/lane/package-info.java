/**
 * Element-wise arithmetic on whole vectors: lane expressions of the instruction table compiled to a
 * short list of loops, one loop per function and element type. Works on any byte array, so that the
 * vector file and the unified buffer share it. Sees {@code org.ptoc.ir.isa}, {@code
 * org.ptoc.emulator.numeric} and {@code org.ptoc.emulator.unit}.
 *
 * <p>Each function of each element type is one plain static method of a class {@code ...Functions};
 * f16 and bf16 have some in {@code numeric}. {@code LaneLoops}, the loops of the interpreter, and
 * {@code FunctionTable}, by which the code generator finds the methods, are written from them when
 * the project is built (class {@code LaneFunctions} of {@code tools/build}).
 *
 * <p>The names of the parameters tell what a method takes: {@code a}, {@code b} and {@code c} the
 * bits of the lane, whatever is above them; {@code x}, {@code y} and {@code z} the number, extended
 * or decoded; {@code n} and {@code bits} the zero-extended lane; {@code signed} the sign-extended
 * one; {@code width} the number of bits of a lane.
 */
package org.ptoc.emulator.lane;
