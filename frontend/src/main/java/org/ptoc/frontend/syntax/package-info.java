/**
 * The syntax tree of a {@code .pto} file (spec/00, section 3): immutable records that say what was
 * written and where, not yet what it means. Sees only types and places of the IR.
 */
package org.ptoc.frontend.syntax;
