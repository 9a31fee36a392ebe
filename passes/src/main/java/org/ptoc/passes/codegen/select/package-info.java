/**
 * Instruction selection that does not depend on the target: structured control flow, scalar
 * arithmetic, scalar memory, synchronisation, special registers, and the operations that name an
 * instruction. All else goes to the target.
 */
package org.ptoc.passes.codegen.select;
