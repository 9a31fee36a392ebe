package org.ptoc.tools.referee;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * All runs that have come to a word in a way that makes no difference to the order of accesses:
 * what is known of scalars, who may still be at work where, and the loops around.
 */
final class Situation {
  int word;
  final Quantity[] scalars;
  final TreeMap<Integer, Quantity> special;

  /** Conditions on arguments that hold, or do not, on this way. */
  final TreeMap<String, Boolean> facts;

  /** For each level what its iterations, counted from where growth begins, leave as remainder. */
  final long[] remainders;

  final List<Outstanding> outstanding;

  /** Flags that are set; a set of bits. */
  long flags;

  /**
   * Buffers that pipes have taken and not released, and that they have ever taken; sets of bits.
   */
  long taken;

  long used;

  final Deque<Frame> frames;

  /**
   * A loop around the word.
   *
   * @param left iterations that follow this one; -1 when nobody knows
   * @param iteration this one, up to where growth begins
   */
  record Frame(int head, int last, int level, long left, int iteration) {
    boolean isOpen() {
      return left < 0;
    }
  }

  Situation(int registers) {
    this.scalars = new Quantity[registers];
    Arrays.fill(scalars, Quantity.ZERO);
    this.special = new TreeMap<>();
    this.facts = new TreeMap<>();
    this.remainders = new long[Quantity.LEVELS];
    this.outstanding = new ArrayList<>();
    this.frames = new ArrayDeque<>();
  }

  private Situation(Situation other) {
    this.word = other.word;
    this.scalars = other.scalars.clone();
    this.special = new TreeMap<>(other.special);
    this.facts = new TreeMap<>(other.facts);
    this.remainders = other.remainders.clone();
    this.outstanding = new ArrayList<>(other.outstanding);
    this.flags = other.flags;
    this.taken = other.taken;
    this.used = other.used;
    this.frames = new ArrayDeque<>(other.frames);
  }

  Situation copy() {
    return new Situation(this);
  }

  /** What nobody reads again makes no difference. */
  void forgetScalars(BitSet live) {
    for (int i = 0; i < scalars.length; i++) {
      if (!live.get(i)) {
        scalars[i] = Quantity.ZERO;
      }
    }
  }

  /** The same for situations that are alike. */
  String key() {
    StringBuilder key = new StringBuilder();
    key.append(word).append(Arrays.toString(scalars)).append(special).append(facts);
    key.append(Arrays.toString(remainders)).append(flags).append(frames);
    key.append(taken).append(',').append(used).append(',');
    outstanding.stream()
        .map(Outstanding::key)
        .sorted()
        .forEach(each -> key.append(each).append(';'));
    return key.toString();
  }

  /** The next iteration of a level is counted as this one was. */
  void next(int level, long modulus) {
    for (int i = 0; i < scalars.length; i++) {
      scalars[i] = scalars[i].next(level);
    }
    special.replaceAll((_, value) -> value.next(level));
    outstanding.replaceAll(each -> each.next(level));
    remainders[level] = (remainders[level] + 1) % modulus;
    merge();
  }

  /** Behind a loop whose number of iterations nobody knows. */
  void leave(int level) {
    for (int i = 0; i < scalars.length; i++) {
      scalars[i] = left(scalars[i], level);
    }
    for (Map.Entry<Integer, Quantity> each : special.entrySet()) {
      each.setValue(left(each.getValue(), level));
    }
    outstanding.replaceAll(each -> each.behind(level));
    remainders[level] = 0;
    merge();
  }

  private static Quantity left(Quantity value, int level) {
    return value.growth()[level] == 0 ? value : value.growing(level, 0).plus(Quantity.UNKNOWN);
  }

  /** Adds an access; those that are like it become one with it. */
  void add(Outstanding access) {
    Outstanding whole = access;
    for (int i = outstanding.size() - 1; i >= 0; i--) {
      if (outstanding.get(i).isLike(whole)) {
        whole = whole.with(outstanding.remove(i));
      }
    }
    outstanding.add(whole);
  }

  private void merge() {
    List<Outstanding> all = List.copyOf(outstanding);
    outstanding.clear();
    all.forEach(this::add);
  }
}
