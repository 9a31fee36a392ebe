/**
 * Compiled forms of the element-wise A2/A3 words, which repeat over blocks of the unified buffer.
 *
 * <p>The JVM vectorises loops over arrays of the element type, but not float access through bytes
 * nor loops within one array at distances that it does not know. So a few repeats at a time are
 * copied into typed arrays, computed there by a generated loop, one for each operation and element
 * type, and copied back. Blocks, strides and masks only concern the copies, so that all words of an
 * operation share its loop. Comparisons give lanes of zeros or ones, which are packed to bits on
 * their way back; the bits of a selection become such lanes before.
 */
package org.ptoc.emulator.jit.repeat;
