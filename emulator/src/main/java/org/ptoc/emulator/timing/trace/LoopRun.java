package org.ptoc.emulator.timing.trace;

import java.util.ArrayList;
import java.util.List;

/**
 * One execution of a loop inside a vector region: runs of iterations that did the same with
 * addresses in steps.
 */
public final class LoopRun {

  /** Iterations that are alike; the log is that of the first. */
  public static final class Segment {
    private final IterationLog log;
    private int iterations = 1;

    Segment(IterationLog log) {
      this.log = log;
    }

    /** What the first of the iterations executed. */
    public IterationLog log() {
      return log;
    }

    int iterations() {
      return iterations;
    }
  }

  private final int word;
  private final List<Segment> segments = new ArrayList<>(1);

  LoopRun(int word) {
    this.word = word;
  }

  /** The loop word; -1 for the region itself. */
  int word() {
    return word;
  }

  /** Segments so far: runs of iterations that differ from the one before. */
  public int segmentCount() {
    return segments.size();
  }

  /** A segment, in the order of execution. */
  public Segment segment(int index) {
    return segments.get(index);
  }

  /**
   * Adds an iteration; returns whether {@code iteration} may be reused because the last segment
   * took it up.
   */
  boolean add(IterationLog iteration) {
    if (!segments.isEmpty()) {
      Segment last = segments.get(segments.size() - 1);
      if (last.log.continuesAs(iteration, 0, last.iterations)) {
        if (last.iterations == 1) {
          last.log.learn(iteration, 0);
        }
        last.iterations++;
        return true;
      }
    }
    segments.add(new Segment(iteration));
    return false;
  }

  /**
   * Adds {@code count} iterations like the ones of the last segment, and returns the log of the
   * next iteration.
   */
  IterationLog repeatLast(int count) {
    Segment last = segments.get(segments.size() - 1);
    last.iterations += count;
    return last.log.iteration(last.iterations);
  }

  /** True if there is exactly one iteration. */
  boolean isSingleIteration() {
    return segments.size() == 1 && segments.get(0).iterations == 1;
  }

  /** True if no iteration executed anything. */
  boolean isEmpty() {
    for (Segment segment : segments) {
      if (segment.log.size() > 0) {
        return false;
      }
    }
    return true;
  }

  /** True if no iteration holds a loop. */
  boolean isInnermost() {
    for (Segment segment : segments) {
      for (int i = 0; i < segment.log.size(); i++) {
        if (segment.log.isLoop(i)) {
          return false;
        }
      }
    }
    return true;
  }

  boolean continuesAs(LoopRun other, int level, int iteration) {
    if (word != other.word || segments.size() != other.segments.size()) {
      return false;
    }
    for (int i = 0; i < segments.size(); i++) {
      Segment mine = segments.get(i);
      Segment others = other.segments.get(i);
      if (mine.iterations != others.iterations
          || !mine.log.continuesAs(others.log, level, iteration)) {
        return false;
      }
    }
    return true;
  }

  void learn(LoopRun other, int level) {
    for (int i = 0; i < segments.size(); i++) {
      segments.get(i).log.learn(other.segments.get(i).log, level);
    }
  }
}
