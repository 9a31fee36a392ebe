package org.ptoc.tools.referee;

import java.util.Arrays;
import org.ptoc.ir.isa.AddressSpace;
import org.ptoc.ir.isa.Pipe;

/**
 * Bytes that a pipe touches at some time, and who knows that it has done so.
 *
 * @param space the memory
 * @param buffer the buffer of GM, 0 in other memories
 * @param from the first byte, counted from the place that {@code growth} says
 * @param end one past the last byte
 * @param length bytes of a row
 * @param stride bytes from one row to the next; 0 where all bytes up to the end are touched
 * @param growth how the place moves with the iterations of each loop level
 * @param apart the level of a loop in whose iterations the word touches different bytes, or -1
 * @param known bit n for pipe n that knows; from {@link #FLAGS} on for flags that carry it
 */
record Outstanding(
    AddressSpace space,
    int buffer,
    long from,
    long end,
    long length,
    long stride,
    long[] growth,
    int apart,
    Pipe pipe,
    boolean isWrite,
    int word,
    long known) {
  static final int FLAGS = 16;

  static Outstanding of(AccessOrder.Touch touch, Pipe pipe, int word, long known) {
    return new Outstanding(
        touch.space(),
        touch.buffer(),
        touch.from(),
        touch.end(),
        touch.length(),
        touch.stride(),
        touch.growth(),
        touch.apart(),
        pipe,
        touch.isWrite(),
        word,
        known);
  }

  boolean isKnownTo(Pipe other) {
    return (known >> other.ordinal() & 1) != 0;
  }

  Outstanding withKnown(long more) {
    return new Outstanding(
        space, buffer, from, end, length, stride, growth, apart, pipe, isWrite, word, more);
  }

  private Outstanding within(long first, long last, long rowStride, long[] moved) {
    return new Outstanding(
        space, buffer, first, last, length, rowStride, moved, apart, pipe, isWrite, word, known);
  }

  /** Seen from behind the loop of a level, of which another entry may touch the same bytes. */
  Outstanding left(int level) {
    return apart != level
        ? this
        : new Outstanding(
            space, buffer, from, end, length, stride, growth, -1, pipe, isWrite, word, known);
  }

  /** Seen from the next iteration of a loop. */
  Outstanding next(int level) {
    long step = growth[level];
    return step == 0
        ? this
        : within(
            from == Long.MIN_VALUE ? from : from - step,
            end == Long.MAX_VALUE ? end : end - step,
            stride,
            growth);
  }

  /** The place as seen after a loop with an unknown number of iterations. */
  Outstanding behind(int level) {
    if (growth[level] == 0) {
      return this;
    }
    long[] left = growth.clone();
    left[level] = 0;
    return within(Long.MIN_VALUE, Long.MAX_VALUE, 0, left);
  }

  /** True if two may touch the same byte. */
  boolean meets(Outstanding other) {
    if (space != other.space
        || buffer != other.buffer
        || apart >= 0 && apart == other.apart && word == other.word) {
      return false;
    }
    if (Arrays.equals(growth, other.growth)) {
      return from < other.end
          && other.from < end
          && (rows() <= other.rows() ? other.meetsRowOf(this) : meetsRowOf(other));
    }
    // One of them stands still and the other one only moves away from it.
    return !(isStill() && other.startsBehind(this) || other.isStill() && startsBehind(other));
  }

  private long rows() {
    return stride == 0 ? 1 : (end - from - length) / stride + 1;
  }

  /** True if some row of another access meets one of this one. */
  private boolean meetsRowOf(Outstanding other) {
    long rows = other.rows();
    for (long row = 0; row < rows; row++) {
      long first = other.from + row * other.stride;
      if (meets(first, rows == 1 ? other.end : first + other.length)) {
        return true;
      }
    }
    return false;
  }

  private boolean meets(long first, long last) {
    if (stride == 0) {
      return from < last && first < end;
    }
    // The first row that ends behind the first byte.
    long row = Math.max(0, Math.floorDiv(first - from - length, stride) + 1);
    return row < rows() && from + row * stride < last;
  }

  private boolean isStill() {
    for (long step : growth) {
      if (step != 0) {
        return false;
      }
    }
    return true;
  }

  private boolean startsBehind(Outstanding still) {
    return from != Long.MIN_VALUE
        && from >= still.end
        && Arrays.stream(growth).allMatch(step -> step >= 0);
  }

  /** True if two are kept as one: the same, or earlier and later places of one word. */
  boolean isLike(Outstanding other) {
    return isOfKind(other) && (!isStill() || hasPlacesOf(other));
  }

  /** True if two are the same, apart from who knows that they are done. */
  boolean isSame(Outstanding other) {
    return isOfKind(other) && hasPlacesOf(other);
  }

  /** True if two are of one word and move alike. */
  private boolean isOfKind(Outstanding other) {
    return word == other.word
        && space == other.space
        && buffer == other.buffer
        && pipe == other.pipe
        && isWrite == other.isWrite
        && apart == other.apart
        && Arrays.equals(growth, other.growth);
  }

  private boolean hasPlacesOf(Outstanding other) {
    return from == other.from
        && end == other.end
        && length == other.length
        && stride == other.stride;
  }

  /**
   * The union of both: all bytes from the first one on, in the direction in which the place moves.
   */
  Outstanding with(Outstanding other) {
    long first = Math.min(from, other.from);
    long last = Math.max(end, other.end);
    boolean up = Arrays.stream(growth).allMatch(step -> step >= 0);
    boolean down = Arrays.stream(growth).allMatch(step -> step <= 0);
    boolean isSame = hasPlacesOf(other);
    return new Outstanding(
        space,
        buffer,
        isSame || down ? first : Long.MIN_VALUE,
        isSame || up ? last : Long.MAX_VALUE,
        length,
        isSame ? stride : 0,
        growth,
        apart,
        pipe,
        isWrite,
        word,
        known & other.known);
  }

  String key() {
    return space.code()
        + ","
        + buffer
        + ","
        + from
        + ","
        + end
        + ","
        + length
        + ","
        + stride
        + ","
        + Arrays.toString(growth)
        + ","
        + apart
        + ","
        + pipe.ordinal()
        + (isWrite ? "w" : "r")
        + word
        + ","
        + known;
  }
}
