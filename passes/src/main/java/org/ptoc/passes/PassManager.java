package org.ptoc.passes;

import java.util.List;
import org.ptoc.ir.Function;

/** Runs passes in order over one function and stops at the first that reports an error. */
public final class PassManager {
  private final List<Pass> passes;
  private final Observer observer;

  /** Sees every pass that succeeds, for dumps and timing. */
  public interface Observer {
    Observer NONE = (pass, before, after, nanoseconds) -> {};

    void ran(Pass pass, Function before, Function after, long nanoseconds);
  }

  public PassManager(List<Pass> passes, Observer observer) {
    this.passes = List.copyOf(passes);
    this.observer = observer;
  }

  /**
   * The transformed function. A pass that refuses has no result: when {@code context} has new
   * errors afterwards, it is the function that the last pass before left.
   */
  public Function run(Function function, PassContext context) {
    Function current = function;
    int errorsBefore = context.diagnostics().errorCount();
    for (Pass pass : passes) {
      long start = System.nanoTime();
      Function next = pass.run(current, context);
      if (context.diagnostics().errorCount() > errorsBefore) {
        break;
      }
      observer.ran(pass, current, next, System.nanoTime() - start);
      current = next;
    }
    return current;
  }
}
