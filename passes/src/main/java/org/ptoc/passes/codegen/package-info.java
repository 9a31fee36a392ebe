/**
 * The code generator that all targets share: machine code over virtual registers, and the interface
 * that a target's instruction selector implements. The driver from a function of the IR to the code
 * of a kernel is {@code org.ptoc.passes.compile.CodeGenerator}.
 *
 * <p>Three steps, one package each: {@code select} turns operations into instructions on virtual
 * registers, {@code allocate} gives registers or memory slots to them, {@code emit} writes
 * canonical words. No profile is known here by name; the profile and its instruction table are
 * inputs.
 */
package org.ptoc.passes.codegen;
