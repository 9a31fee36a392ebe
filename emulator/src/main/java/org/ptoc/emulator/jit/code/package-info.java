/** Writes classes and methods with ASM; knows nothing of instructions. */
package org.ptoc.emulator.jit.code;
