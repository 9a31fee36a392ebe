package org.ptoc.ir;

import java.util.List;

/**
 * A single block: structured control flow needs no more.
 *
 * @param arguments values that the region's operation defines on entry, for example an induction
 *     variable
 * @param operations body in program order; a terminator, where the operation needs one, is the last
 */
public record Region(List<Value> arguments, List<Operation> operations) {
  public Region {
    arguments = List.copyOf(arguments);
    operations = List.copyOf(operations);
  }

  /** A region without arguments. */
  public static Region of(List<Operation> operations) {
    return new Region(List.of(), operations);
  }
}
