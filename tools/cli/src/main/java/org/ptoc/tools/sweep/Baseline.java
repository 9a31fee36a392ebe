package org.ptoc.tools.sweep;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Results beside those of another time or release; items are matched by what names them. */
public final class Baseline {
  private static final BigDecimal PERCENT = BigDecimal.valueOf(100);

  private Baseline() {}

  /** What became of an item. */
  public enum Kind {
    SLOWER,
    FASTER,
    BROKEN,
    REPAIRED,
    /** Other bytes came out of the same arguments. */
    OTHER_OUTPUT,
    ADDED,
    GONE
  }

  /**
   * A difference.
   *
   * @param title what names the item
   * @param percent change of cycles, with two digits behind the point; 0 where cycles do not say it
   * @param text the difference in words
   */
  public record Change(Kind kind, String title, BigDecimal percent, String text) {
    /** Whether it is worse than a limit in per cent allows. */
    public boolean isOver(BigDecimal limit) {
      return switch (kind) {
        case SLOWER -> percent.compareTo(limit) > 0;
        case BROKEN, OTHER_OUTPUT -> true;
        case FASTER, REPAIRED, ADDED, GONE -> false;
      };
    }
  }

  /** All differences, in the order of the results. */
  public static List<Change> compare(List<ItemResult> before, List<ItemResult> now) {
    Map<String, ItemResult> known = new HashMap<>();
    before.forEach(each -> known.put(each.identity().title(), each));
    List<Change> changes = new ArrayList<>();
    for (ItemResult result : now) {
      String title = result.identity().title();
      ItemResult old = known.remove(title);
      if (old == null) {
        changes.add(new Change(Kind.ADDED, title, BigDecimal.ZERO, "is new"));
      } else {
        compare(title, old, result, changes);
      }
    }
    before.stream()
        .map(each -> each.identity().title())
        .filter(known::containsKey)
        .forEach(title -> changes.add(new Change(Kind.GONE, title, BigDecimal.ZERO, "is gone")));
    return changes;
  }

  private static void compare(
      String title, ItemResult old, ItemResult result, List<Change> changes) {
    if (old.isOk() != result.isOk()) {
      String text = "was " + old.status().word() + ", is " + result.status().word();
      changes.add(
          new Change(old.isOk() ? Kind.BROKEN : Kind.REPAIRED, title, BigDecimal.ZERO, text));
      return;
    }
    long was = old.cycles().orElse(0L);
    long is = result.cycles().orElse(0L);
    if (was != is && was > 0 && is > 0) {
      BigDecimal percent =
          BigDecimal.valueOf(is - was)
              .multiply(PERCENT)
              .divide(BigDecimal.valueOf(was), 2, RoundingMode.HALF_UP);
      String text = was + " -> " + is + " cycles, " + (is > was ? "+" : "") + percent + " %";
      changes.add(new Change(is > was ? Kind.SLOWER : Kind.FASTER, title, percent, text));
    }
    if (result.isOk()
        && old.arguments().equals(result.arguments())
        && !old.outputs().equals(result.outputs())) {
      List<String> names =
          result.outputs().entrySet().stream()
              .filter(output -> !output.getValue().equals(old.outputs().get(output.getKey())))
              .map(Map.Entry::getKey)
              .toList();
      String text = "other bytes in " + String.join(", ", names);
      changes.add(new Change(Kind.OTHER_OUTPUT, title, BigDecimal.ZERO, text));
    }
  }
}
