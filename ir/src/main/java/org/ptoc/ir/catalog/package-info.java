/**
 * The op catalogue: one row per operation of the IR, from which parser binding, verifier, printer
 * and documentation are derived. Row tables stand in {@code *Rows} files; what rows of one form
 * share stands in {@link org.ptoc.ir.catalog.OperationForm}. Sees {@code type} and {@code isa} (for
 * vocabularies).
 */
package org.ptoc.ir.catalog;
