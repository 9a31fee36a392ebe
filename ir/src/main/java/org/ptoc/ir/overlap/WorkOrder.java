package org.ptoc.ir.overlap;

/** In which order an operation goes through its rows and through the vectors of a row. */
public enum WorkOrder {
  /** The order makes no difference: nothing that is written is read at another place. */
  ANY,
  /** From the first row to the last, each from left to right. */
  ASCENDING,
  /** From the last row to the first, each from right to left. */
  DESCENDING
}
