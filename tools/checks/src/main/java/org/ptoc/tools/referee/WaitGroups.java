package org.ptoc.tools.referee;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Words that order pipes, in groups that make sense only together: a wait with whatever gave what
 * it took, and with other waits that took from there. A barrier is alone.
 */
final class WaitGroups {
  private final int[] leaders;
  private final BitSet words = new BitSet();

  WaitGroups(int words) {
    leaders = new int[words];
    Arrays.setAll(leaders, word -> word);
  }

  void add(int word) {
    words.set(word);
  }

  void join(int giver, int taker) {
    words.set(giver);
    words.set(taker);
    leaders[leader(giver)] = leader(taker);
  }

  private int leader(int word) {
    int at = word;
    while (leaders[at] != at) {
      leaders[at] = leaders[leaders[at]];
      at = leaders[at];
    }
    return at;
  }

  /** All groups, each with its words, in the order of their first words. */
  List<BitSet> groups() {
    Map<Integer, BitSet> byLeader = new TreeMap<>();
    words.stream()
        .forEach(word -> byLeader.computeIfAbsent(leader(word), _ -> new BitSet()).set(word));
    List<BitSet> groups = new ArrayList<>(byLeader.values());
    groups.sort((one, other) -> Integer.compare(one.nextSetBit(0), other.nextSetBit(0)));
    return groups;
  }
}
