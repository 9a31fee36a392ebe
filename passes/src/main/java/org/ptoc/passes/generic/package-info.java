/**
 * Passes that know no target: folding, common subexpressions, dead code, loop-invariant code,
 * inlining.
 */
package org.ptoc.passes.generic;
