package org.ptoc.emulator.timing.trace;

import java.util.ArrayList;
import java.util.List;

/**
 * One execution of a loop inside a vector region: runs of passes that did the same with addresses
 * in steps.
 */
public final class LoopRun {

  /** Passes that are alike; the log is that of the first. */
  public static final class Segment {
    private final IterationLog log;
    private int passes = 1;

    Segment(IterationLog log) {
      this.log = log;
    }

    public IterationLog log() {
      return log;
    }

    int passes() {
      return passes;
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

  public int segmentCount() {
    return segments.size();
  }

  public Segment segment(int index) {
    return segments.get(index);
  }

  /**
   * Adds a pass; returns whether {@code pass} may be reused because the last segment took it up.
   */
  boolean add(IterationLog pass) {
    if (!segments.isEmpty()) {
      Segment last = segments.get(segments.size() - 1);
      if (last.log.continuesAs(pass, 0, last.passes)) {
        if (last.passes == 1) {
          last.log.learn(pass, 0);
        }
        last.passes++;
        return true;
      }
    }
    segments.add(new Segment(pass));
    return false;
  }

  /**
   * Adds {@code count} passes like those of the last segment, and returns the log of the pass
   * behind them.
   */
  IterationLog repeatLast(int count) {
    Segment last = segments.get(segments.size() - 1);
    last.passes += count;
    return last.log.pass(last.passes);
  }

  /** Whether there is exactly one pass. */
  boolean isSinglePass() {
    return segments.size() == 1 && segments.get(0).passes == 1;
  }

  /** Whether no pass executed anything. */
  boolean isEmpty() {
    for (Segment segment : segments) {
      if (segment.log.size() > 0) {
        return false;
      }
    }
    return true;
  }

  /** Whether no pass holds a loop. */
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

  boolean continuesAs(LoopRun other, int level, int pass) {
    if (word != other.word || segments.size() != other.segments.size()) {
      return false;
    }
    for (int i = 0; i < segments.size(); i++) {
      Segment mine = segments.get(i);
      Segment others = other.segments.get(i);
      if (mine.passes != others.passes || !mine.log.continuesAs(others.log, level, pass)) {
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
