/**
 * Logical vectors: as registers, with the form that each value has and the vector operations that
 * follow, or as tiles of one row.
 */
package org.ptoc.passes.vmi;
