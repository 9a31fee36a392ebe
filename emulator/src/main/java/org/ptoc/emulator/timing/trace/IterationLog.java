package org.ptoc.emulator.timing.trace;

import java.util.Arrays;

/**
 * What one iteration of a loop executed: micro-operations with their memory ranges, and whole inner
 * loops. For each loop around it, counted from the inside, it knows by how many bytes every address
 * moves from iteration to iteration.
 */
public final class IterationLog {
  private static final int FIRST_CAPACITY = 16;
  private static final int[] NO_STRIDES = {};

  private int size;
  private int[] words = new int[FIRST_CAPACITY];
  private int[] addresses = new int[FIRST_CAPACITY];
  private int[] lengths = new int[FIRST_CAPACITY];
  private LoopRun[] inner = {};
  private int[][] strides = {};

  /** Items: micro-operations and inner loops. */
  public int size() {
    return size;
  }

  /** The word of item {@code i}; of a loop the loop word. */
  int word(int i) {
    return words[i];
  }

  /** The first byte that item {@code i} touched in the first iteration. */
  int address(int i) {
    return addresses[i];
  }

  /** The bytes that item {@code i} touches; 0 without memory. */
  public int length(int i) {
    return lengths[i];
  }

  /** True if item {@code i} is an inner loop. */
  public boolean isLoop(int i) {
    return i < inner.length && inner[i] != null;
  }

  /** The execution of the inner loop that item {@code i} is; see {@link #isLoop}. */
  public LoopRun loop(int i) {
    return inner[i];
  }

  /**
   * Bytes from iteration to iteration of the loop {@code level} levels further out; 0 when that
   * loop has one iteration.
   */
  public int stride(int level, int i) {
    return level < strides.length && strides[level].length > 0 ? strides[level][i] : 0;
  }

  void add(int word, int address, int length) {
    if (size == words.length) {
      grow();
    }
    words[size] = word;
    addresses[size] = address;
    lengths[size] = length;
    size++;
  }

  void add(LoopRun run) {
    add(run.word(), 0, 0);
    if (inner.length < size) {
      inner = Arrays.copyOf(inner, words.length);
    }
    inner[size - 1] = run;
  }

  /** Appends the items of an iteration that was the only one of its loop. */
  void addAll(IterationLog other) {
    for (int i = 0; i < other.size; i++) {
      if (other.isLoop(i)) {
        add(other.loop(i));
      } else {
        add(other.words[i], other.addresses[i], other.lengths[i]);
      }
    }
  }

  void clear() {
    Arrays.fill(inner, null);
    strides = new int[0][];
    size = 0;
  }

  /**
   * Iteration {@code number} of the innermost loop when this is iteration 0; there are no loops in
   * it.
   */
  IterationLog iteration(int number) {
    IterationLog iteration = new IterationLog();
    for (int i = 0; i < size; i++) {
      iteration.add(words[i], addresses[i] + number * stride(0, i), lengths[i]);
    }
    return iteration;
  }

  private void grow() {
    words = Arrays.copyOf(words, 2 * size);
    addresses = Arrays.copyOf(addresses, 2 * size);
    lengths = Arrays.copyOf(lengths, 2 * size);
  }

  /**
   * True if {@code other} is iteration {@code iteration} of the loop {@code level} levels out when
   * this is iteration 0: the same items with addresses that moved as known, or in any way when
   * {@code iteration} is 1.
   */
  boolean continuesAs(IterationLog other, int level, int iteration) {
    if (size != other.size
        || !Arrays.equals(words, 0, size, other.words, 0, size)
        || !Arrays.equals(lengths, 0, size, other.lengths, 0, size)) {
      return false;
    }
    for (int i = 0; i < size; i++) {
      if (isLoop(i) != other.isLoop(i)
          || isLoop(i) && !inner[i].continuesAs(other.inner[i], level + 1, iteration)
          || iteration > 1 && other.addresses[i] - addresses[i] != iteration * stride(level, i)) {
        return false;
      }
    }
    return sameStridesBelow(other, level);
  }

  private boolean sameStridesBelow(IterationLog other, int level) {
    for (int inside = 0; inside < level; inside++) {
      for (int i = 0; i < size; i++) {
        if (stride(inside, i) != other.stride(inside, i)) {
          return false;
        }
      }
    }
    return true;
  }

  /** Takes the strides of the loop {@code level} levels out from iteration 1. */
  void learn(IterationLog other, int level) {
    while (strides.length <= level) {
      strides = Arrays.copyOf(strides, strides.length + 1);
      strides[strides.length - 1] = NO_STRIDES;
    }
    strides[level] = new int[size];
    for (int i = 0; i < size; i++) {
      strides[level][i] = other.addresses[i] - addresses[i];
      if (isLoop(i)) {
        inner[i].learn(other.inner[i], level + 1);
      }
    }
  }
}
