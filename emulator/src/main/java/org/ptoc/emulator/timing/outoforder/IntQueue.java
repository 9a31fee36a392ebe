package org.ptoc.emulator.timing.outoforder;

import java.util.Arrays;

/** A list of numbers, oldest first, from which any may be taken out; without boxing. */
final class IntQueue {
  private int[] values = new int[32];
  private int size;

  int size() {
    return size;
  }

  boolean isEmpty() {
    return size == 0;
  }

  int get(int index) {
    return values[index];
  }

  int last() {
    return values[size - 1];
  }

  void add(int value) {
    if (size == values.length) {
      values = Arrays.copyOf(values, 2 * size);
    }
    values[size++] = value;
  }

  void removeAt(int index) {
    size--;
    System.arraycopy(values, index + 1, values, index, size - index);
  }

  int takeLast() {
    return values[--size];
  }

  void clear() {
    size = 0;
  }
}
