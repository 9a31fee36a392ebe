package org.ptoc.emulator;

/** How a kernel is executed. Results, traps and reports are the same with every engine. */
public enum Engine {
  /** The interpreter, and compiled code for loops that are hot enough to gain from it. */
  AUTO("auto"),
  /** The interpreter alone. */
  INTERPRET("interpret"),
  /** Compiled code for every loop that can be compiled, from its first pass on. */
  JIT("jit"),
  /**
   * As {@link #JIT}, with the vectors of the JVM where a loop has a form for them and the JVM has
   * the module {@code jdk.incubator.vector}: started with {@code --add-modules}, or from {@code
   * ptoc.jar}.
   */
  VECTOR("vector");

  private final String spelling;

  Engine(String spelling) {
    this.spelling = spelling;
  }

  /** The name on the command line. */
  public String spelling() {
    return spelling;
  }
}
