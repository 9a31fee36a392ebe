/**
 * Reads the textual forms of types (spec/00, 2.2; spec/20, 1.2). Sees only the types and diagnostic
 * codes of the IR.
 */
package org.ptoc.frontend.type;
