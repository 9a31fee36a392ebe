/**
 * The A5 vector instruction set through the encoded binary: generated kernels against plain
 * reference functions that are written from the specification and share no code with the emulator.
 */
package org.ptoc.vector;
