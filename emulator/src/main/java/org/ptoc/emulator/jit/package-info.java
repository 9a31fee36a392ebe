/**
 * Compiles hot loops of a decoded program to hidden classes; with {@code repeat} the only packages
 * that write class files.
 *
 * <p>A loop body without jumps is cut into segments ({@code segment}). In a segment whose words
 * work lane by lane all words become one loop over lanes ({@code carrier}); every other word is
 * executed by the interpreter where it stands ({@code loop}). The ranges of the memory accesses are
 * checked before a segment starts, and whenever something does not fit (a range, an alignment, an
 * overlap, a mask that was expected to be a prefix) the interpreter executes the segment instead,
 * so that traps and partial effects are its own.
 */
package org.ptoc.emulator.jit;
