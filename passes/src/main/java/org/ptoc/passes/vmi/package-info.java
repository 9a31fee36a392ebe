/**
 * Logical vectors as registers: which form each value has, and the vector operations that follow.
 */
package org.ptoc.passes.vmi;
