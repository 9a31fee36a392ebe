package org.ptoc.tools.referee;

import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * All runs of a core that have come to a word in a way that makes no difference to the order of
 * accesses: what is known of scalars, the flags that are set, and the loops around.
 */
final class Situation {
  final BlockSituation block;

  /** The number of the core in its block. */
  final int core;

  int word;

  /** True if the core waits for others where they meet. */
  boolean hasArrived;

  boolean hasEnded;

  /** True if it was compared with others of the same word already. */
  boolean isCounted;

  final Quantity[] scalars;
  final TreeMap<Integer, Quantity> special;

  /** Conditions on arguments that hold, or do not, on this way. */
  final TreeMap<String, Boolean> facts;

  /** What conditions on this way say of named values. */
  final TreeMap<String, ScalarRange> bounds;

  /** For each level what its iterations, counted from where growth begins, leave as remainder. */
  final long[] remainders;

  /** Flags that are set; a set of bits. */
  BigInteger flags = BigInteger.ZERO;

  /**
   * Buffers that pipes have taken and not released, and that they have ever taken; sets of bits.
   */
  BigInteger taken = BigInteger.ZERO;

  BigInteger used = BigInteger.ZERO;

  final Deque<Frame> frames;

  /**
   * A loop around the word.
   *
   * @param left iterations that follow this one; -1 when unknown
   * @param iteration this one, up to where growth begins
   * @param count the number of iterations, where loops of other cores may have the same; else empty
   * @param before numbers that the last two iterations began with, up to where growth begins
   * @param bounds what is known behind the loop of a count that is only bounded, where it may run
   *     no time; empty for other loops
   */
  record Frame(
      int head,
      int last,
      int level,
      long left,
      int iteration,
      String count,
      List<Map<Integer, Long>> before,
      Optional<Map<String, ScalarRange>> bounds) {
    Frame next() {
      return new Frame(head, last, level, left - 1, iteration, count, before, bounds);
    }

    /** The loop in an iteration that begins with numbers in registers. */
    Frame at(int now, Map<Integer, Long> numbers) {
      List<Map<Integer, Long>> numbersBefore =
          numbers.isEmpty()
              ? List.of()
              : Stream.concat(
                      before.stream().skip(Math.max(0, before.size() - 1)), Stream.of(numbers))
                  .toList();
      return new Frame(head, last, level, left, now, count, numbersBefore, bounds);
    }

    /** How much the last two iterations have added to a register, if both the same. */
    Optional<Long> step(int register, long now) {
      if (before.size() < 2) {
        return Optional.empty();
      }
      Long first = before.getFirst().get(register);
      Long second = before.getLast().get(register);
      return first != null && second != null && now - second == second - first && now != second
          ? Optional.of(now - second)
          : Optional.empty();
    }

    boolean isOpen() {
      return left < 0;
    }
  }

  Situation(BlockSituation block, int core, int registers) {
    this.block = block;
    this.core = core;
    this.scalars = new Quantity[registers];
    Arrays.fill(scalars, Quantity.ZERO);
    this.special = new TreeMap<>();
    this.facts = new TreeMap<>();
    this.bounds = new TreeMap<>();
    this.remainders = new long[Quantity.LEVELS];
    this.frames = new ArrayDeque<>();
  }

  Situation(BlockSituation block, Situation other) {
    this(block, other.core, other.scalars.length);
    take(other);
  }

  /** Replaces what is known of the core. */
  void take(Situation other) {
    word = other.word;
    hasArrived = other.hasArrived;
    hasEnded = other.hasEnded;
    System.arraycopy(other.scalars, 0, scalars, 0, scalars.length);
    replace(special, other.special);
    replace(facts, other.facts);
    replace(bounds, other.bounds);
    System.arraycopy(other.remainders, 0, remainders, 0, remainders.length);
    flags = other.flags;
    taken = other.taken;
    used = other.used;
    frames.clear();
    frames.addAll(other.frames);
  }

  private static <K, V> void replace(Map<K, V> map, Map<K, V> other) {
    map.clear();
    map.putAll(other);
  }

  /** The same core in a copy of its block. */
  Situation copy() {
    return block.copy().cores.get(core);
  }

  /** Scalars that have one value left become numbers. */
  void settle() {
    for (int i = 0; i < scalars.length; i++) {
      scalars[i] = settled(scalars[i]);
    }
    special.replaceAll((_, value) -> settled(value));
  }

  private Quantity settled(Quantity value) {
    if (!value.isNamed() || !value.isFixed()) {
      return value;
    }
    ScalarRange range = Scalars.range(this, value);
    return range.isNumber() ? Quantity.of(range.least()) : value;
  }

  /** Forgets dead scalars, so that situations which differ only in them are equal. */
  void forgetScalars(BitSet live) {
    for (int i = 0; i < scalars.length; i++) {
      if (!live.get(i)) {
        scalars[i] = Quantity.ZERO;
      }
    }
    facts.keySet().removeIf(this::isForgotten);
    bounds.keySet().removeIf(name -> isForgotten(name) || name.startsWith("(") && !isHeld(name));
  }

  /** True if a name is of a result that no register holds any more. */
  private boolean isForgotten(String name) {
    for (int at = name.indexOf(Quantity.WORD); at >= 0; at = name.indexOf(Quantity.WORD, at + 1)) {
      String mark = name.substring(at, name.indexOf(';', at) + 1);
      if (!isHeld(mark)) {
        return true;
      }
    }
    return false;
  }

  /** True if a register holds what depends on a name. */
  private boolean isHeld(String name) {
    return Arrays.stream(scalars).anyMatch(each -> each.name().contains(name))
        || special.values().stream().anyMatch(each -> each.name().contains(name));
  }

  /** A word is executed again: what it computed before has no name any more. */
  void renew(int computing) {
    for (int i = 0; i < scalars.length; i++) {
      scalars[i] = renewed(scalars[i], computing);
    }
    special.replaceAll((_, value) -> renewed(value, computing));
    String mark = Quantity.mark(computing);
    facts.keySet().removeIf(name -> name.contains(mark));
    bounds.keySet().removeIf(name -> name.contains(mark));
  }

  private Quantity renewed(Quantity value, int computing) {
    return value.dependsOn(computing) ? Quantity.within(Scalars.range(this, value)) : value;
  }

  /** The same for situations of a core that are alike. */
  String key() {
    StringBuilder key = new StringBuilder();
    key.append(word).append(Arrays.toString(scalars)).append(special).append(facts).append(bounds);
    key.append(Arrays.toString(remainders)).append(flags).append(frames);
    key.append(taken).append(',').append(used).append(hasArrived).append(hasEnded).append(',');
    return key.toString();
  }

  /** The same for situations that can become one by {@link #join}. */
  String place() {
    return word
        + ","
        + Arrays.toString(remainders)
        + flags
        + frames
        + taken
        + ","
        + used
        + hasArrived
        + hasEnded
        + ",";
  }

  /**
   * Joins another situation of the same place, so that this one covers the runs of both.
   *
   * @param isLast whether what differs again is not followed any more
   */
  void join(Situation other, boolean isLast) {
    for (int i = 0; i < scalars.length; i++) {
      scalars[i] = joined(other, scalars[i], other.scalars[i], isLast);
    }
    Set<Integer> codes = new TreeSet<>(special.keySet());
    codes.addAll(other.special.keySet());
    for (int code : codes) {
      special.put(
          code,
          joined(
              other,
              special.getOrDefault(code, Quantity.UNKNOWN),
              other.special.getOrDefault(code, Quantity.UNKNOWN),
              isLast));
    }
    facts.entrySet().removeIf(each -> !each.getValue().equals(other.facts.get(each.getKey())));
    bounds.keySet().retainAll(other.bounds.keySet());
    if (isLast) {
      bounds.entrySet().removeIf(each -> !each.getValue().equals(other.bounds.get(each.getKey())));
    } else {
      bounds.replaceAll((name, range) -> range.or(other.bounds.getOrDefault(name, range)));
    }
  }

  private Quantity joined(Situation other, Quantity mine, Quantity its, boolean isLast) {
    if (mine.equals(its) && !mine.isOfSource()) {
      return mine;
    }
    if (mine.isPointer() || its.isPointer()) {
      return mine.isPointer() && its.isPointer() && mine.buffer() == its.buffer()
          ? mine.wild()
          : Quantity.UNKNOWN;
    }
    ScalarRange range = Scalars.range(this, mine);
    ScalarRange more = Scalars.range(other, its);
    return Quantity.within(isLast && !more.isWithin(range) ? ScalarRange.ALL : range.or(more));
  }

  /** The next iteration of a level is counted as this one was. */
  void next(int level, long modulus) {
    for (int i = 0; i < scalars.length; i++) {
      scalars[i] = scalars[i].next(level);
    }
    special.replaceAll((_, value) -> value.next(level));
    remainders[level] = (remainders[level] + 1) % modulus;
    block.change(each -> movesWith(each, level), each -> each.next(level));
  }

  /** Behind the loop of a level. */
  void leave(int level) {
    block.change(each -> each.core() == core && each.apart() == level, each -> each.left(level));
  }

  private boolean movesWith(Outstanding access, int level) {
    return access.core() == core && (access.apart() == level || access.growth()[level] != 0);
  }

  /** After a loop with an unknown number of iterations. */
  void leaveOpen(int level) {
    for (int i = 0; i < scalars.length; i++) {
      scalars[i] = left(scalars[i], level);
    }
    for (Map.Entry<Integer, Quantity> each : special.entrySet()) {
      each.setValue(left(each.getValue(), level));
    }
    block.change(each -> movesWith(each, level), each -> each.left(level).behind(level));
    remainders[level] = 0;
  }

  private Quantity left(Quantity value, int level) {
    if (value.growth()[level] == 0) {
      return value;
    }
    return value.isPointer()
        ? value.growing(level, 0).plus(Quantity.UNKNOWN)
        : Quantity.within(Scalars.range(this, value));
  }
}
