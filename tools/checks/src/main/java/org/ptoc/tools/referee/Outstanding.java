package org.ptoc.tools.referee;

import java.math.BigInteger;
import java.util.Arrays;
import org.ptoc.ir.isa.AddressSpace;
import org.ptoc.ir.isa.Pipe;

/**
 * Bytes that a pipe touches at some time, and which pipes know that it has done so.
 *
 * @param space the memory; LOCAL for a wait of a signal of another core, which touches no bytes
 * @param buffer the buffer of GM, the vector core whose UB it is, 0 in other memories; of a wait
 *     the bit of the pipe that gave the signal
 * @param base the name of a distance in GM that places are counted from, or nothing
 * @param from the first byte, counted from the place that {@code growth} says
 * @param end one past the last byte
 * @param length bytes of a row
 * @param stride bytes from one row to the next; 0 where all bytes up to the end are touched
 * @param growth how the place moves with the iterations of each loop level
 * @param comb what all its rows have in common, wherever loops have moved them
 * @param apart the level of a loop in whose iterations the word touches different bytes, or -1
 * @param core the number of the core in its block
 * @param known bit n for pipe n of the first core that knows, then the pipes of other cores; from
 *     {@link #FLAGS} on for signals that carry it
 */
record Outstanding(
    AddressSpace space,
    int buffer,
    String base,
    long from,
    long end,
    long length,
    long stride,
    long[] growth,
    Comb comb,
    int apart,
    int core,
    Pipe pipe,
    boolean isWrite,
    int word,
    BigInteger known) {
  /** Bits of the pipes of a core. */
  static final int PIPES = 16;

  /** Bytes from one row to the next, where single rows become one access. */
  private static final long MOST_DISTANCE = 1024;

  static final int FLAGS = 3 * PIPES;

  /**
   * Rows within {@code [phase + period * n, phase + period * n + width)} for some n: of a pointer
   * that moves, with the iterations and from row to row, by multiples of the period.
   */
  record Comb(long period, long phase, long width) {
    private static final Comb ANYWHERE = new Comb(1, 0, 1);

    static Comb of(AccessOrder.Touch touch) {
      long period = touch.stride();
      for (long step : touch.growth()) {
        period = ProgramShape.greatestDivisor(period, Math.abs(step));
      }
      return touch.from() == Long.MIN_VALUE
          ? ANYWHERE
          : new Comb(period, phase(touch.from(), period), touch.length());
    }

    private static long phase(long from, long period) {
      return period == 0 ? from : Math.floorMod(from, period);
    }

    private Comb with(Comb other) {
      long both =
          ProgramShape.greatestDivisor(
              ProgramShape.greatestDivisor(period, other.period), Math.abs(phase - other.phase));
      return new Comb(both, phase(phase, both), Math.max(width, other.width));
    }

    private boolean isApartFrom(Comb other) {
      long both = ProgramShape.greatestDivisor(period, other.period);
      long distance = phase(other.phase - phase, both);
      return both != 0 && distance >= width && distance + other.width <= both;
    }
  }

  /** The bit of a pipe. */
  static int bit(int core, Pipe pipe) {
    return core * PIPES + pipe.ordinal();
  }

  static Outstanding of(AccessOrder.Touch touch, int core, Pipe pipe, int word, BigInteger known) {
    return new Outstanding(
        touch.space(),
        touch.buffer(),
        touch.base(),
        touch.from(),
        touch.end(),
        touch.length(),
        touch.stride(),
        touch.growth(),
        Comb.of(touch),
        touch.apart(),
        core,
        pipe,
        touch.isWrite(),
        word,
        known);
  }

  /**
   * The wait of a pipe for a signal of another core.
   *
   * @param flag the number of the flag
   * @param giver the bit of the pipe that gave it
   */
  static Outstanding wait(int core, Pipe pipe, int flag, int giver, BigInteger known) {
    long[] still = Quantity.ZERO.growth();
    return new Outstanding(
        AddressSpace.LOCAL,
        giver,
        "",
        0,
        0,
        0,
        0,
        still,
        Comb.ANYWHERE,
        -1,
        core,
        pipe,
        false,
        flag,
        known);
  }

  boolean isWait() {
    return space == AddressSpace.LOCAL;
  }

  boolean isKnownTo(int taker, Pipe other) {
    return known.testBit(bit(taker, other));
  }

  /** True if it is done when a pipe has done all that it was given. */
  boolean isDoneFor(int taker, Pipe other) {
    return core == taker && pipe == other || isKnownTo(taker, other);
  }

  Outstanding withKnown(BigInteger more) {
    return new Outstanding(
        space, buffer, base, from, end, length, stride, growth, comb, apart, core, pipe, isWrite,
        word, more);
  }

  private Outstanding within(long first, long last, long rowStride, long[] moved) {
    return new Outstanding(
        space, buffer, base, first, last, length, rowStride, moved, comb, apart, core, pipe,
        isWrite, word, known);
  }

  /** Seen from behind the loop of a level, of which another entry may touch the same bytes. */
  Outstanding left(int level) {
    return apart != level
        ? this
        : new Outstanding(
            space, buffer, base, from, end, length, stride, growth, comb, -1, core, pipe, isWrite,
            word, known);
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
        || isWait()
        || apart >= 0 && apart == other.apart && word == other.word && core == other.core) {
      return false;
    }
    if (!base.equals(other.base)) {
      return true;
    }
    if (comb.isApartFrom(other.comb)) {
      return false;
    }
    if (core == other.core ? Arrays.equals(growth, other.growth) : isStill() && other.isStill()) {
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
    return !isWait() && isOfKind(other) && (!isStill() || hasPlacesOf(other));
  }

  /** True if two are the same, apart from who knows that they are done. */
  boolean isSame(Outstanding other) {
    return isOfKind(other)
        && hasPlacesOf(other)
        && comb.equals(other.comb)
        && (!isWait() || known.equals(other.known));
  }

  /** True if another access of the word is the next row of this one, or of the same kind. */
  boolean isFollowedBy(Outstanding other) {
    long distance = other.from - from - (rows() - 1) * stride;
    return isOfKind(other)
        && isStill()
        && !isWait()
        && from != Long.MIN_VALUE
        && other.stride == 0
        && known.equals(other.known)
        && (stride == 0
            ? other.from == end
                || length == other.length && distance > length && distance <= MOST_DISTANCE
            : length == other.length && distance == stride);
  }

  /** Both, of which the other one is the next row. */
  Outstanding followedBy(Outstanding other) {
    boolean isWhole = stride == 0 && other.from == end;
    return new Outstanding(
        space,
        buffer,
        base,
        from,
        other.end,
        isWhole ? other.end - from : length,
        isWhole ? 0 : other.from - from - (rows() - 1) * stride,
        growth,
        comb.with(other.comb),
        apart,
        core,
        pipe,
        isWrite,
        word,
        known);
  }

  /** True if two are of one word and move alike. */
  private boolean isOfKind(Outstanding other) {
    return word == other.word
        && space == other.space
        && buffer == other.buffer
        && base.equals(other.base)
        && core == other.core
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
        base,
        isSame || down ? first : Long.MIN_VALUE,
        isSame || up ? last : Long.MAX_VALUE,
        length,
        isSame ? stride : 0,
        growth,
        comb.with(other.comb),
        apart,
        core,
        pipe,
        isWrite,
        word,
        known.and(other.known));
  }

  String key() {
    return space.code()
        + ","
        + buffer
        + base
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
        + comb
        + ","
        + apart
        + ","
        + core
        + pipe
        + (isWrite ? "w" : "r")
        + word
        + ","
        + known.toString(Character.MAX_RADIX);
  }
}
