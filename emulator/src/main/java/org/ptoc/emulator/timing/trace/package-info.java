/**
 * What a vector region executed, as micro-operations with their addresses, loops folded into runs
 * of iterations that are alike. Sees the constants and {@code org.ptoc.ir.isa}.
 */
package org.ptoc.emulator.timing.trace;
