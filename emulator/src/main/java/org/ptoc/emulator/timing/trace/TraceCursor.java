package org.ptoc.emulator.timing.trace;

import java.util.Arrays;

/**
 * Unfolds a region trace, one micro-operation at a time. A row is one execution of an innermost
 * loop, or straight-line code between loops (spec/30, section 11).
 */
public final class TraceCursor {
  private static final int NO_CROSSING = Integer.MAX_VALUE;

  private LoopRun[] runs = new LoopRun[4];
  private int[] segments = new int[4];
  private int[] iterations = new int[4];
  private int[] items = new int[4];
  private long[] entries = new long[4];
  private long entryCount;
  private int depth;

  private int row = -1;
  private int iteration;
  private boolean breakRow = true;
  private int entered;
  private int topItem = -1;
  private boolean newTop;
  private int crossed = NO_CROSSING;
  private boolean innermost;

  private int word;
  private int address;
  private int length;
  private boolean rowStart;
  private int rowEntered;
  private boolean rowNewTop;

  /** Starts before the first micro-operation. */
  public TraceCursor(LoopRun root) {
    push(root);
    entered = 0;
  }

  /** Moves to the next micro-operation; false at the end. */
  public boolean next() {
    while (depth > 0) {
      int top = depth - 1;
      IterationLog log = log(top);
      if (items[top] < log.size()) {
        int item = items[top]++;
        noteTop(top, item);
        if (!log.isLoop(item)) {
          emit(log, item);
          return true;
        }
        push(log.loop(item));
      } else {
        endIteration(top);
      }
    }
    return false;
  }

  private void noteTop(int frame, int item) {
    IterationLog log = log(frame);
    boolean straight = item > 0 && !log.isLoop(item) && !log.isLoop(item - 1);
    if (frame == 0 && item != topItem) {
      newTop |= !straight;
      topItem = item;
    }
  }

  private void emit(IterationLog log, int item) {
    rowStart = breakRow;
    if (rowStart) {
      row++;
      rowEntered = entered;
      rowNewTop = newTop;
      entered = 0;
      newTop = false;
      breakRow = false;
    }
    word = log.word(item);
    length = log.length(item);
    address = length == 0 ? 0 : currentAddress(log, item);
  }

  private int currentAddress(IterationLog log, int item) {
    int sum = log.address(item);
    for (int level = 0; level < depth; level++) {
      sum += iterations[depth - 1 - level] * log.stride(level, item);
    }
    return sum;
  }

  private void push(LoopRun run) {
    if (depth == runs.length) {
      runs = Arrays.copyOf(runs, 2 * depth);
      segments = Arrays.copyOf(segments, 2 * depth);
      iterations = Arrays.copyOf(iterations, 2 * depth);
      items = Arrays.copyOf(items, 2 * depth);
      entries = Arrays.copyOf(entries, 2 * depth);
    }
    runs[depth] = run;
    segments[depth] = 0;
    iterations[depth] = 0;
    items[depth] = 0;
    entries[depth] = ++entryCount;
    depth++;
    entered++;
    innermost = depth > 1 && run.isInnermost();
    breakRow = true;
    iteration = 0;
  }

  private void endIteration(int frame) {
    items[frame] = 0;
    if (++iterations[frame] == runs[frame].segment(segments[frame]).iterations()) {
      iterations[frame] = 0;
      if (++segments[frame] == runs[frame].segmentCount()) {
        depth--;
        breakRow = true;
        innermost = false;
        iteration = 0;
        return;
      }
    }
    if (innermost) {
      iteration++;
    } else {
      breakRow = true;
    }
    crossed = Math.min(crossed, frame);
  }

  private IterationLog log(int frame) {
    return runs[frame].segment(segments[frame]).log();
  }

  /** The number of the present micro-operation in the text. */
  public int word() {
    return word;
  }

  /** The first byte that it touches. */
  public int address() {
    return address;
  }

  /** The bytes that it touches; 0 without memory. */
  public int length() {
    return length;
  }

  /** True if this is the first micro-operation of its row. */
  public boolean isRowStart() {
    return rowStart;
  }

  /** Number of the row. */
  public int row() {
    return row;
  }

  /** Iterations of the row so far; iterations left out by {@link #skip} do not count. */
  public int iteration() {
    return iteration;
  }

  /** Loops that were entered on the way to the row. */
  public int rowEntered() {
    return rowEntered;
  }

  /** True if the row belongs to another top-level loop or stretch than the row before. */
  public boolean isRowOfNewTop() {
    return rowNewTop;
  }

  /** The outermost frame that began another iteration since the last call; -1 for none. */
  public int takeCrossing() {
    int frame = crossed == NO_CROSSING || crossed >= depth ? -1 : crossed;
    crossed = NO_CROSSING;
    return frame;
  }

  /** True if {@code frame} is an innermost loop. */
  public boolean isInnermost(int frame) {
    return innermost && frame == depth - 1;
  }

  /** The segment that {@code frame} is in. */
  public LoopRun.Segment segment(int frame) {
    return runs[frame].segment(segments[frame]);
  }

  /** A number for this execution of the loop of {@code frame}. */
  public long entry(int frame) {
    return entries[frame];
  }

  /** The iteration of the segment that {@code frame} is in. */
  public int iteration(int frame) {
    return iterations[frame];
  }

  /** Iterations of the segment behind the current one. */
  public int iterationsLeft(int frame) {
    return segment(frame).iterations() - 1 - iterations[frame];
  }

  /** Leaves out {@code count} iterations of {@code frame}. */
  public void skip(int frame, int count) {
    iterations[frame] += count;
  }

  /** Appends the position inside an iteration of {@code frame} to {@code state}. */
  public void describe(int frame, StateImage state) {
    state.put(depth);
    state.put(items[frame]);
    for (int inside = frame + 1; inside < depth; inside++) {
      state.put(segments[inside]);
      state.put(iterations[inside]);
      state.put(items[inside]);
    }
    state.put((breakRow ? 1 : 0) | (newTop ? 2 : 0) | (innermost ? 4 : 0));
    state.put(entered);
    if (!isInnermost(frame)) {
      state.put(iteration);
    }
  }
}
