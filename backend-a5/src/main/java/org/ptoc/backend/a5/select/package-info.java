/** Instruction selection: which word, and which operand goes into which field. */
package org.ptoc.backend.a5.select;
