package org.ptoc.tools.validate;

/** What operations of a kind leave in their tiles. */
@FunctionalInterface
interface Computation {
  void run(Execution run);
}
