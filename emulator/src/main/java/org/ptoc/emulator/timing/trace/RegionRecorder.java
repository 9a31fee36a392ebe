package org.ptoc.emulator.timing.trace;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Collects what a vector region executes, folded as it comes: equal iterations become one segment,
 * so that the size of the result is that of the text and not that of the execution.
 */
final class RegionRecorder {
  private final Deque<LoopRun> open = new ArrayDeque<>();
  private final Deque<IterationLog> iterations = new ArrayDeque<>();
  private IterationLog iteration = new IterationLog();

  /** Starts a region. */
  void begin() {
    open.clear();
    iterations.clear();
    iteration = new IterationLog();
  }

  /** A micro-operation and the bytes it touched, if any. */
  void microOperation(int word, int address, int length) {
    iteration.add(word, address, length);
  }

  /** The first iteration of a loop follows. */
  void beginLoop(int word) {
    open.push(new LoopRun(word));
    iterations.push(iteration);
    iteration = new IterationLog();
  }

  /** Another iteration of the innermost loop follows. */
  void nextIteration() {
    closeIteration();
  }

  /** Iterations like the last two follow; the last of them stays open like any other. */
  void repeatIteration(int count) {
    closeIteration();
    iteration = open.element().repeatLast(count - 1);
  }

  /**
   * The innermost loop is over. A loop of one iteration costs nothing and becomes part of its
   * surroundings.
   */
  void endLoop() {
    closeIteration();
    LoopRun run = open.pop();
    iteration = iterations.pop();
    if (run.isSingleIteration()) {
      iteration.addAll(run.segment(0).log());
    } else if (!run.isEmpty()) {
      iteration.add(run);
    }
  }

  private void closeIteration() {
    if (open.element().add(iteration)) {
      iteration.clear();
    } else {
      iteration = new IterationLog();
    }
  }

  /** Ends the region and all loops that are still open. */
  RegionTrace end() {
    while (!open.isEmpty()) {
      endLoop();
    }
    LoopRun root = new LoopRun(-1);
    root.add(iteration);
    iteration = new IterationLog();
    return new RegionTrace(root);
  }
}
