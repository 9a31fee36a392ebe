package org.ptoc.tools.referee;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * The cores of a block in one of the orders in which they may run: where each of them is, the
 * accesses that some pipe does not know to be complete, and signals under way. A cube core comes
 * first.
 *
 * <p>The order of words of different cores does not matter: a wait takes the signals of a flag in
 * the order in which one pipe gave them.
 */
final class BlockSituation {
  /** Decisions that a core may be behind another one. */
  private static final int MOST_DECISIONS = 4;

  /** In place of decisions of a count that the core is too far behind of. */
  private static final String LOST = "?";

  final List<Situation> cores = new ArrayList<>();
  final List<Outstanding> outstanding = new ArrayList<>();

  /** Signals of flags between cores that nothing has waited for, by the name of the flag. */
  final Map<String, Integer> signals = new TreeMap<>();

  /** True if cores of other blocks may take another way: data or their number decided. */
  boolean isApart;

  /**
   * By core and loop count: whether loops of as many iterations go on, where another core has come
   * to that earlier. All such loops have the same iterations.
   */
  private final Map<String, String> decisions = new TreeMap<>();

  BlockSituation copy() {
    BlockSituation copy = new BlockSituation();
    cores.forEach(each -> copy.cores.add(new Situation(copy, each)));
    copy.takeShared(this);
    return copy;
  }

  /** Replaces what is known by what another one knows. */
  void become(BlockSituation other) {
    for (int i = 0; i < cores.size(); i++) {
      cores.get(i).take(other.cores.get(i));
    }
    takeShared(other);
  }

  private void takeShared(BlockSituation other) {
    outstanding.clear();
    outstanding.addAll(other.outstanding);
    signals.clear();
    signals.putAll(other.signals);
    decisions.clear();
    decisions.putAll(other.decisions);
    isApart = other.isApart;
  }

  /** The same for blocks that are alike. */
  String key() {
    StringBuilder key = new StringBuilder();
    cores.forEach(each -> key.append(each.key()));
    key.append(signals).append(decisions).append(isApart);
    outstanding.stream()
        .map(Outstanding::key)
        .sorted()
        .forEach(each -> key.append(each).append(';'));
    return key.toString();
  }

  /** The same for blocks that can become one by {@link #join}. */
  String place() {
    StringBuilder place = new StringBuilder();
    cores.forEach(each -> place.append(each.place()));
    return place.append(signals).append(decisions).append(isApart).toString();
  }

  /**
   * Joins another block of the same place, so that this one covers the runs of both.
   *
   * @param isLast whether what differs again is not followed any more
   */
  void join(BlockSituation other, boolean isLast) {
    for (int i = 0; i < cores.size(); i++) {
      cores.get(i).join(other.cores.get(i), isLast);
    }
    other.outstanding.forEach(this::take);
  }

  /** Adds an access of another block; what is known of it is what both know. */
  private void take(Outstanding access) {
    for (int i = 0; i < outstanding.size(); i++) {
      Outstanding mine = outstanding.get(i);
      if (mine.isSame(access)) {
        outstanding.set(i, mine.withKnown(mine.known().and(access.known())));
        return;
      }
    }
    outstanding.add(access);
  }

  /** Adds an access; rows of one word and accesses that are alike become one. */
  void add(Outstanding access) {
    Outstanding whole = access;
    for (int i = outstanding.size() - 1; i >= 0; i--) {
      if (outstanding.get(i).isFollowedBy(whole)) {
        whole = outstanding.remove(i).followedBy(whole);
        break;
      }
    }
    for (int i = outstanding.size() - 1; i >= 0; i--) {
      if (outstanding.get(i).isLike(whole)) {
        whole = whole.with(outstanding.remove(i));
      }
    }
    outstanding.add(whole);
  }

  /** Changes accesses, some of which may become alike. */
  void change(Predicate<Outstanding> which, UnaryOperator<Outstanding> change) {
    List<Outstanding> changed = outstanding.stream().filter(which).toList();
    outstanding.removeIf(which);
    changed.forEach(each -> add(change.apply(each)));
  }

  private static String of(int core, String count) {
    return core + " " + count;
  }

  /** True if another core has come to the next decision about a loop earlier. */
  boolean isDecided(int core, String count) {
    String known = decisions.getOrDefault(of(core, count), "");
    return !known.isEmpty() && !known.equals(LOST);
  }

  /** Takes the decision of another core: whether the loop goes on. */
  boolean decision(int core, String count) {
    String known = decisions.getOrDefault(of(core, count), LOST);
    decisions.remove(of(core, count));
    if (known.length() > 1) {
      decisions.put(of(core, count), known.substring(1));
    }
    return known.charAt(0) == '+';
  }

  /** A core goes on with a loop, or does not; so will the others that come to it. */
  void decide(int core, String count, boolean goesOn) {
    if (count.isEmpty() || LOST.equals(decisions.get(of(core, count)))) {
      return;
    }
    for (int other = 0; other < cores.size(); other++) {
      String known = decisions.getOrDefault(of(other, count), "");
      if (other != core) {
        decisions.put(
            of(other, count),
            known.equals(LOST) || known.length() == MOST_DECISIONS
                ? LOST
                : known + (goesOn ? '+' : '-'));
      }
    }
  }

  /** Decisions of a core that others have not come to yet. */
  int lead(int core) {
    return decisions.entrySet().stream()
        .filter(each -> !each.getKey().startsWith(core + " "))
        .mapToInt(each -> each.getValue().length())
        .max()
        .orElse(0);
  }
}
