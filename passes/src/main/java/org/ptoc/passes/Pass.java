package org.ptoc.passes;

import org.ptoc.ir.Function;

/** A transformation of one function with one job. Passes hold no state between functions. */
public interface Pass {
  /** Name for {@code --print-after} and reports, words joined by hyphens. */
  String name();

  /**
   * Transforms a function.
   *
   * @return the new function, or the same one when nothing changed; after an error was reported the
   *     result is not used
   */
  Function run(Function function, PassContext context);
}
