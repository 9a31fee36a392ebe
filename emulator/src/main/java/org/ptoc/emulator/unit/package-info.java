/**
 * Function units of the emulated core: one static kernel for each instruction whose lanes depend on
 * each other, on memory or on a predicate in more than the plain masked way.
 *
 * <p>State is raw. A vector operand is the byte offset of a 256-byte register in a {@code byte[]},
 * lane 0 at the lowest address, little endian. A predicate operand is the index of the first of
 * four consecutive words of a {@code long[]}; bit {@code k} of that 256-bit image belongs to byte
 * {@code k} of a vector, and an element of {@code w} bytes in lane {@code i} is governed by bit
 * {@code w * i}. The unified buffer is a {@code byte[]} of its own. A destination may be one of the
 * sources. No kernel allocates; temporary data lives in the {@link
 * org.ptoc.emulator.unit.UnitScratch} of the calling block.
 *
 * <p>Types, distributions and modes are those of the instruction set, {@code org.ptoc.ir.isa};
 * whether an instruction allows them is decided there. A kernel that is called with a type that its
 * instruction does not have throws {@link java.lang.IllegalArgumentException}, which is a defect of
 * the caller. Sees {@code org.ptoc.emulator.numeric} and {@code org.ptoc.ir.isa}.
 */
package org.ptoc.emulator.unit;
