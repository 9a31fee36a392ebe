package org.ptoc.emulator.timing.trace;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Collects what a vector region executes, folded as it comes: equal passes become one segment, so
 * that the size of the result is that of the text and not that of the execution.
 */
final class RegionRecorder {
  private final Deque<LoopRun> open = new ArrayDeque<>();
  private final Deque<IterationLog> passes = new ArrayDeque<>();
  private IterationLog pass = new IterationLog();

  /** Starts a region. */
  void begin() {
    open.clear();
    passes.clear();
    pass = new IterationLog();
  }

  /** A micro-operation and the bytes it touched, if any. */
  void microOperation(int word, int address, int length) {
    pass.add(word, address, length);
  }

  /** The first pass of a loop follows. */
  void beginLoop(int word) {
    open.push(new LoopRun(word));
    passes.push(pass);
    pass = new IterationLog();
  }

  /** Another pass of the innermost loop follows. */
  void nextPass() {
    closePass();
  }

  /** Passes like the last two follow; the last of them stays open like any other. */
  void repeatPass(int count) {
    closePass();
    pass = open.element().repeatLast(count - 1);
  }

  /**
   * The innermost loop is over. A loop of one pass costs nothing and becomes part of what is around
   * it.
   */
  void endLoop() {
    closePass();
    LoopRun run = open.pop();
    pass = passes.pop();
    if (run.isSinglePass()) {
      pass.addAll(run.segment(0).log());
    } else if (!run.isEmpty()) {
      pass.add(run);
    }
  }

  private void closePass() {
    if (open.element().add(pass)) {
      pass.clear();
    } else {
      pass = new IterationLog();
    }
  }

  /** Ends the region and all loops that are still open. */
  RegionTrace end() {
    while (!open.isEmpty()) {
      endLoop();
    }
    LoopRun root = new LoopRun(-1);
    root.add(pass);
    pass = new IterationLog();
    return new RegionTrace(root);
  }
}
