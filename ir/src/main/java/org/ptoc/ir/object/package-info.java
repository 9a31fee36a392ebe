/**
 * The ELF64 container of encoded kernels (spec/40, section 12): an immutable model, its writer and
 * its reader.
 *
 * <p>Sees {@link org.ptoc.ir.isa.Profile} and nothing else of the toolchain, because compiler and
 * emulator meet here and must share no more than the file.
 */
package org.ptoc.ir.object;
