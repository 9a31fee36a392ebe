package org.ptoc.ir.object;

/**
 * Leaves a piece of the reader at the first thing that is wrong with it; never leaves the package.
 */
@SuppressWarnings("serial")
final class Malformed extends Exception {
  private final transient ObjectProblem problem;

  Malformed(long offset, String message) {
    this(offset, message, ObjectProblem.Kind.DAMAGED);
  }

  Malformed(long offset, String message, ObjectProblem.Kind kind) {
    super(message, null, false, false);
    problem = new ObjectProblem(offset, message, kind);
  }

  ObjectProblem problem() {
    return problem;
  }
}
