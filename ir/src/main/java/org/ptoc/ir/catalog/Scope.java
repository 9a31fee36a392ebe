package org.ptoc.ir.catalog;

/** Where an operation is legal (spec/00, 1.7). */
public enum Scope {
  /** Only inside a vecscope. */
  VECSCOPE,
  /** Only outside a vecscope. */
  OUTSIDE,
  /** Inside and outside. */
  ANYWHERE
}
