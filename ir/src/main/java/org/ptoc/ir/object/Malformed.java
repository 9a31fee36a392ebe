package org.ptoc.ir.object;

/** Leaves a piece of the reader at the first thing that is wrong with it; never leaves the package. */
@SuppressWarnings("serial")
final class Malformed extends Exception {
  private final transient ObjectProblem problem;

  Malformed(long offset, String message) {
    super(message, null, false, false);
    problem = new ObjectProblem(offset, message);
  }

  ObjectProblem problem() {
    return problem;
  }
}
