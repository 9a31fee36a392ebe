package org.ptoc.tools.referee;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;

/**
 * All values that several scalars can have together in the runs that a situation covers. Their
 * sources take each value of their ranges, and the scalars follow.
 */
final class Choices {
  /** Values of all sources together. */
  private static final long MOST = 20_000;

  private final Situation at;
  private final List<Quantity> values;
  private final List<Quantity> sources;
  private final List<ScalarRange> ranges;
  private final long[] next;
  private boolean isDone;

  private Map<String, Long> chosen = Map.of();

  private Choices(Situation at, List<Quantity> values, Map<String, Quantity> sources) {
    this.at = at;
    this.values = values;
    this.sources = List.copyOf(sources.values());
    this.ranges = this.sources.stream().map(each -> Scalars.range(at, each)).toList();
    this.next = ranges.stream().mapToLong(ScalarRange::least).toArray();
    this.isDone = ranges.stream().anyMatch(ScalarRange::isEmpty);
  }

  /**
   * The choices of some scalars.
   *
   * @throws Proof.Doubtful when they are too many
   */
  static Choices of(Situation at, List<Quantity> wanted) {
    Map<String, Quantity> sources = new TreeMap<>();
    List<Quantity> values = new ArrayList<>();
    for (Quantity value : wanted) {
      values.add(value.isUnknown() ? value.apart(values.size()) : value);
    }
    for (Quantity value : values) {
      if (!collect(at, value, sources)) {
        throw new Proof.Doubtful(at.word, "which bytes it touches depends on arguments");
      }
    }
    long all = 1;
    for (Quantity source : sources.values()) {
      all = all > MOST ? all : all * Math.min(Scalars.range(at, source).size(), MOST + 1);
    }
    if (all > MOST) {
      throw new Proof.Doubtful(
          at.word, "which bytes it touches depends on arguments in more than " + MOST + " ways");
    }
    return new Choices(at, values, sources);
  }

  /**
   * Of the values that decide another one, one with the fewest choices, and of several the one
   * nearest to the sources.
   */
  static Quantity deciding(Situation at, Quantity value) {
    Quantity best = value.withoutNumber();
    int fewest = Integer.MAX_VALUE;
    Deque<Quantity> parts = new ArrayDeque<>(List.of(best));
    while (!parts.isEmpty()) {
      Quantity part = parts.pop().withoutNumber();
      if (part.isNamed() && !part.isUnknown() && collect(at, part, new TreeMap<>())) {
        Set<Long> own = new HashSet<>();
        Set<List<Long>> both = new HashSet<>();
        Choices choices = of(at, List.of(part, value));
        for (List<Long> each = choices.next(); !each.isEmpty(); each = choices.next()) {
          own.add(each.getFirst());
          both.add(each);
        }
        if (own.size() == both.size() && own.size() <= fewest) {
          best = part;
          fewest = own.size();
        }
        if (part.origin()
            instanceof Quantity.Origin.Result(var _, var _, var a, var b, var selector)) {
          parts.addAll(List.of(a, b, selector));
        }
      }
    }
    return best;
  }

  /** The sources that a value follows from; those with too many values are replaced by results. */
  private static boolean collect(Situation at, Quantity value, Map<String, Quantity> sources) {
    if (value.name().isEmpty()) {
      return value.isFixed();
    }
    if (!value.isFixed() || value.isPointer()) {
      return false;
    }
    if (value.origin()
        instanceof Quantity.Origin.Result(var _, var _, var a, var b, var selector)) {
      Map<String, Quantity> deeper = new HashMap<>(sources);
      if (collect(at, a, deeper) && collect(at, b, deeper) && collect(at, selector, deeper)) {
        sources.putAll(deeper);
        return true;
      }
    }
    if (Scalars.range(at, value).size() > MOST) {
      return false;
    }
    sources.put(value.name(), value.withoutNumber());
    return true;
  }

  /** The values of the next choice; empty behind the last one. */
  List<Long> next() {
    while (!isDone) {
      chosen = new HashMap<>();
      for (int i = 0; i < next.length; i++) {
        chosen.put(sources.get(i).name(), next[i]);
      }
      step();
      List<Long> found = new ArrayList<>();
      for (Quantity value : values) {
        OptionalLong number = Scalars.value(at, chosen, value);
        if (number.isPresent()) {
          found.add(number.getAsLong());
        }
      }
      if (found.size() == values.size()) {
        return found;
      }
    }
    return List.of();
  }

  /** What the situation covers of runs with the last choice. */
  Situation covered() {
    Situation covered = at.copy();
    for (Quantity source : sources) {
      Long number = chosen.get(source.name());
      if (number != null) {
        Scalars.narrow(covered, source, ScalarRange.of(number));
      }
    }
    return covered;
  }

  private void step() {
    for (int i = 0; i < next.length; i++) {
      if (next[i] < ranges.get(i).greatest()) {
        next[i]++;
        return;
      }
      next[i] = ranges.get(i).least();
    }
    isDone = true;
  }
}
