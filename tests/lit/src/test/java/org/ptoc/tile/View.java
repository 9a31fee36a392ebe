package org.ptoc.tile;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

/**
 * A window of global memory as the tests write it.
 *
 * @param extents elements of the window in each dimension, outermost first
 * @param strides distances in elements
 * @param offsets where the window starts in each dimension
 * @param open true when the extents of the types are question marks and those of the text kernel
 *     parameters
 */
record View(
    Dtype type, List<Integer> extents, List<Integer> strides, List<Integer> offsets, boolean open) {

  /** How the dimensions make rows and columns (spec/20, 8.1). */
  enum Map {
    ND,
    DN,
    NZ
  }

  /** Dense in the order of the dimensions. */
  static View dense(Dtype type, List<Integer> extents) {
    List<Integer> strides = new ArrayList<>();
    int stride = 1;
    for (int i = extents.size() - 1; i >= 0; i--) {
      strides.addFirst(stride);
      stride *= extents.get(i);
    }
    return new View(type, extents, strides, extents.stream().map(extent -> 0).toList(), false);
  }

  /** Random gaps and offsets; one dimension keeps stride 1. */
  static View random(Dtype type, List<Integer> extents, int adjacent, RandomGenerator random) {
    Integer[] strides = new Integer[extents.size()];
    int stride = 1;
    strides[adjacent] = 1;
    stride = extents.get(adjacent) + random.nextInt(5);
    for (int i = extents.size() - 1; i >= 0; i--) {
      if (i != adjacent) {
        strides[i] = stride;
        stride = stride * extents.get(i) + random.nextInt(4);
      }
    }
    List<Integer> offsets = extents.stream().map(extent -> random.nextInt(3)).toList();
    return new View(type, extents, List.of(strides), offsets, false);
  }

  View opened() {
    return new View(type, extents, strides, offsets, true);
  }

  int rank() {
    return extents.size();
  }

  /** Elements of the buffer behind the view. */
  int elements() {
    int last = 0;
    for (int i = 0; i < rank(); i++) {
      last += (offsets.get(i) + extents.get(i) - 1) * strides.get(i);
    }
    return last + 1;
  }

  /** The element of the buffer that row and column stand for. */
  int element(Map map, int row, int column) {
    int[] groups =
        switch (map) {
          case ND -> new int[] {3, 2, 1, 0};
          case DN -> new int[] {3};
          case NZ -> new int[] {3, 2};
        };
    int[] others =
        switch (map) {
          case ND -> new int[] {4};
          case DN -> new int[] {4, 2, 1, 0};
          case NZ -> new int[] {4, 1, 0};
        };
    return start() + walk(groups, row) + walk(others, column);
  }

  private int start() {
    int start = 0;
    for (int i = 0; i < rank(); i++) {
      start += offsets.get(i) * strides.get(i);
    }
    return start;
  }

  /** Takes a number apart with the given dimensions of five, the fastest first. */
  private int walk(int[] dimensions, int number) {
    int left = number;
    int element = 0;
    for (int dimension : dimensions) {
      int index = dimension - (5 - rank());
      if (index >= 0) {
        element += left % extents.get(index) * strides.get(index);
        left /= extents.get(index);
      }
    }
    return element;
  }

  String shape() {
    return extents.stream()
            .map(extent -> open ? "?" : Integer.toString(extent))
            .collect(Collectors.joining("x"))
        + "x"
        + type;
  }

  /** The type of the whole view, which is larger by the offsets. */
  String wholeShape() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < rank(); i++) {
      text.append(open ? "?" : Integer.toString(offsets.get(i) + extents.get(i))).append('x');
    }
    return text.append(type).toString();
  }

  String windowType() {
    return "!pto.partition_tensor_view<" + shape() + ">";
  }

  @Override
  public String toString() {
    return shape() + (open ? extents : "") + " strides " + strides + " offsets " + offsets;
  }
}
