/**
 * Register allocation (spec/40, 11): exact live ranges, coalescing of copies, linear scan over
 * ranges with holes, and spilling by rewriting. Spill slots are registers of another bank and are
 * allocated by the same scan.
 */
package org.ptoc.passes.codegen.allocate;
