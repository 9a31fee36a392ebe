package org.ptoc.tools.sweep;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * Results beside those of another time or release. Items are matched by what names them; of several
 * with one name, those with the same arguments belong together.
 */
public final class Baseline {
  private static final BigDecimal PERCENT = BigDecimal.valueOf(100);

  private Baseline() {}

  /** How an item has changed. */
  public enum Kind {
    SLOWER,
    FASTER,
    BROKEN,
    REPAIRED,
    /** Other bytes came out of the same arguments. */
    OTHER_OUTPUT,
    ADDED,
    GONE,
    /** Both have the item, but nothing to compare: no cycles of one model, or other arguments. */
    INCOMPARABLE
  }

  /**
   * A difference.
   *
   * @param title what names the item
   * @param percent change of cycles, with two digits behind the point; 0 where cycles do not say it
   * @param text the difference in words
   */
  public record Change(Kind kind, String title, BigDecimal percent, String text) {
    /** True if it is worse than a limit in per cent allows. */
    public boolean isOver(BigDecimal limit) {
      return switch (kind) {
        case SLOWER -> percent.compareTo(limit) > 0;
        case BROKEN, OTHER_OUTPUT -> true;
        case FASTER, REPAIRED, ADDED, GONE, INCOMPARABLE -> false;
      };
    }

    /** True if nothing was compared, so that the item may be worse. */
    public boolean isUnmatched() {
      return kind == Kind.ADDED || kind == Kind.GONE || kind == Kind.INCOMPARABLE;
    }
  }

  /** All differences, in the order of the results. */
  public static List<Change> compare(List<ItemResult> before, List<ItemResult> now) {
    Map<String, List<ItemResult>> known = new LinkedHashMap<>();
    before.forEach(
        each -> known.computeIfAbsent(each.identity().title(), _ -> new ArrayList<>()).add(each));
    Map<ItemResult, ItemResult> pairs = new IdentityHashMap<>();
    for (ItemResult result : now) {
      take(known, result, old -> old.arguments().equals(result.arguments()), pairs);
    }
    List<Change> changes = new ArrayList<>();
    for (ItemResult result : now) {
      if (!pairs.containsKey(result)) {
        take(known, result, _ -> true, pairs);
      }
      String title = result.identity().title();
      Optional.ofNullable(pairs.get(result))
          .ifPresentOrElse(
              old -> compare(title, old, result, changes),
              () -> changes.add(change(Kind.ADDED, title, "is new")));
    }
    known.forEach(
        (title, left) -> left.forEach(_ -> changes.add(change(Kind.GONE, title, "is gone"))));
    return changes;
  }

  /** Pairs a result with the first known one of its name that fits, and removes that. */
  private static void take(
      Map<String, List<ItemResult>> known,
      ItemResult result,
      Predicate<ItemResult> fits,
      Map<ItemResult, ItemResult> pairs) {
    List<ItemResult> named = known.getOrDefault(result.identity().title(), List.of());
    Optional<ItemResult> old = named.stream().filter(fits).findFirst();
    old.ifPresent(
        each -> {
          named.remove(each);
          pairs.put(result, each);
        });
  }

  private static Change change(Kind kind, String title, String text) {
    return new Change(kind, title, BigDecimal.ZERO, text);
  }

  private static void compare(
      String title, ItemResult old, ItemResult result, List<Change> changes) {
    if (old.isOk() != result.isOk()) {
      String text = "was " + old.status().word() + ", is " + result.status().word();
      changes.add(change(old.isOk() ? Kind.BROKEN : Kind.REPAIRED, title, text));
    } else if (result.isOk()) {
      compareCycles(title, old.measure().cycles(), result.measure().cycles(), changes);
      compareOutputs(title, old, result, changes);
    }
  }

  /** By the model that the newer run was asked for. Runs without a model have no cycles. */
  private static void compareCycles(
      String title, Map<String, Long> old, Map<String, Long> now, List<Change> changes) {
    if (old.isEmpty() && now.isEmpty()) {
      return;
    }
    if (now.isEmpty()) {
      changes.add(change(Kind.INCOMPARABLE, title, "has no cycles any more"));
      return;
    }
    String model = now.keySet().iterator().next();
    long was = old.getOrDefault(model, 0L);
    long is = now.getOrDefault(model, 0L);
    if (was == 0) {
      String text = "the baseline has no " + model + " cycles of it";
      changes.add(change(Kind.INCOMPARABLE, title, text));
    } else if (was != is) {
      BigDecimal percent =
          BigDecimal.valueOf(is)
              .subtract(BigDecimal.valueOf(was))
              .multiply(PERCENT)
              .divide(BigDecimal.valueOf(was), 2, RoundingMode.HALF_UP);
      String text = was + " -> " + is + " cycles, " + (is > was ? "+" : "") + percent + " %";
      changes.add(new Change(is > was ? Kind.SLOWER : Kind.FASTER, title, percent, text));
    }
  }

  private static void compareOutputs(
      String title, ItemResult old, ItemResult result, List<Change> changes) {
    if (!old.arguments().equals(result.arguments())) {
      changes.add(change(Kind.INCOMPARABLE, title, "ran with other arguments"));
    } else if (!old.outputs().equals(result.outputs())) {
      TreeSet<String> names = new TreeSet<>(old.outputs().keySet());
      names.addAll(result.outputs().keySet());
      names.removeIf(
          name ->
              Optional.ofNullable(old.outputs().get(name))
                  .equals(Optional.ofNullable(result.outputs().get(name))));
      String text = "other bytes in " + String.join(", ", names);
      changes.add(change(Kind.OTHER_OUTPUT, title, text));
    }
  }
}
