/**
 * The op catalogue: one row per operation of the IR, from which parser binding, verifier, printer
 * and documentation are derived. {@code *Rows} files have the tables; {@link
 * org.ptoc.ir.catalog.OperationForm} has the common part of rows of one form. Sees {@code type} and
 * {@code isa} (for vocabularies).
 */
package org.ptoc.ir.catalog;
