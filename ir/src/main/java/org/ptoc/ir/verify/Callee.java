package org.ptoc.ir.verify;

import org.ptoc.ir.Function;

/** What is known about the function that a call names. */
sealed interface Callee {
  record Found(Function function) implements Callee {}

  record Missing() implements Callee {}

  /** The function is verified without its module. */
  record Unknown() implements Callee {}
}
