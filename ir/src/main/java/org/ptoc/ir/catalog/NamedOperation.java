package org.ptoc.ir.catalog;

/**
 * An operation by its row or by a constant for it, as the toolchain itself writes operations or
 * asks for them. A misspelt constant does not compile; that each has a row is checked when the
 * catalogue is built.
 */
public sealed interface NamedOperation permits Op, Arithmetic, OpDefinition {
  /** The mnemonic with its dialect: {@code pto.vadd}. */
  String mnemonic();

  /** The row of the catalogue. */
  default OpDefinition definition() {
    return OpCatalog.get(mnemonic());
  }
}
