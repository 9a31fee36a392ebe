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
 * @param growth how the place moves with the iterations of each loop level
 * @param known bit n for pipe n that knows; from {@link #FLAGS} on for flags that carry it
 */
record Outstanding(
    AddressSpace space,
    int buffer,
    long from,
    long end,
    long[] growth,
    Pipe pipe,
    boolean isWrite,
    int word,
    long known) {
  static final int FLAGS = 16;

  boolean isKnownTo(Pipe other) {
    return (known >> other.ordinal() & 1) != 0;
  }

  Outstanding withKnown(long more) {
    return new Outstanding(space, buffer, from, end, growth, pipe, isWrite, word, more);
  }

  private Outstanding within(long first, long last, long[] moved) {
    return new Outstanding(space, buffer, first, last, moved, pipe, isWrite, word, known);
  }

  /** Seen from the next iteration of a loop. */
  Outstanding next(int level) {
    long step = growth[level];
    return step == 0
        ? this
        : within(
            from == Long.MIN_VALUE ? from : from - step,
            end == Long.MAX_VALUE ? end : end - step,
            growth);
  }

  /** Seen from behind a loop, of which nobody knows the number of iterations. */
  Outstanding behind(int level) {
    if (growth[level] == 0) {
      return this;
    }
    long[] left = growth.clone();
    left[level] = 0;
    return within(Long.MIN_VALUE, Long.MAX_VALUE, left);
  }

  /** Whether two may touch the same byte. */
  boolean meets(Outstanding other) {
    if (space != other.space || buffer != other.buffer) {
      return false;
    }
    if (Arrays.equals(growth, other.growth)) {
      return from < other.end && other.from < end;
    }
    // One of them stands still and the other one only moves away from it.
    return !(isStill() && other.startsBehind(this) || other.isStill() && startsBehind(other));
  }

  private boolean isStill() {
    return Arrays.stream(growth).allMatch(step -> step == 0);
  }

  private boolean startsBehind(Outstanding still) {
    return from != Long.MIN_VALUE
        && from >= still.end
        && Arrays.stream(growth).allMatch(step -> step >= 0);
  }

  /** Whether two are kept as one: the same, or earlier and later places of one word. */
  boolean isLike(Outstanding other) {
    return space == other.space
        && buffer == other.buffer
        && pipe == other.pipe
        && isWrite == other.isWrite
        && word == other.word
        && Arrays.equals(growth, other.growth)
        && (!isStill() || from == other.from && end == other.end);
  }

  /** Both as one: all that lies behind in the direction in which the place moves. */
  Outstanding with(Outstanding other) {
    long first = Math.min(from, other.from);
    long last = Math.max(end, other.end);
    boolean up = Arrays.stream(growth).allMatch(step -> step >= 0);
    boolean down = Arrays.stream(growth).allMatch(step -> step <= 0);
    boolean isSame = from == other.from && end == other.end;
    return new Outstanding(
        space,
        buffer,
        isSame || down ? first : Long.MIN_VALUE,
        isSame || up ? last : Long.MAX_VALUE,
        growth,
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
        + Arrays.toString(growth)
        + ","
        + pipe.ordinal()
        + (isWrite ? "w" : "r")
        + word
        + ","
        + known;
  }
}
