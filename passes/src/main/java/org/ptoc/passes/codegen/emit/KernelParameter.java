package org.ptoc.passes.codegen.emit;

import org.ptoc.ir.isa.DataType;

/**
 * One parameter of a kernel (spec/40, 5.4).
 *
 * @param name name in the source, empty when it has none
 * @param pointer true for a GM address, false for a scalar
 * @param type element type behind the pointer, or type of the scalar; {@link DataType#NONE} when
 *     the encoding has none
 */
public record KernelParameter(String name, boolean pointer, DataType type) {}
