package org.ptoc.tools.sweep;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Results by what they have in common. */
public final class Groups {
  private Groups() {}

  /**
   * A kernel on a profile.
   *
   * @param title name of file, kernel and profile
   * @param results in order
   */
  record OfKernel(String title, List<ItemResult> results) {
    /** The one of the fewest cycles; the first of several. */
    Optional<ItemResult> best() {
      return results.stream()
          .filter(each -> each.isOk() && each.cycles().isPresent())
          .min(Comparator.comparingLong(each -> each.cycles().orElseThrow()));
    }
  }

  /** The kernels in order. */
  static List<OfKernel> byKernel(List<ItemResult> results) {
    Map<String, List<ItemResult>> groups = new LinkedHashMap<>();
    for (ItemResult result : results) {
      groups.computeIfAbsent(title(result), missing -> new ArrayList<>()).add(result);
    }
    return groups.entrySet().stream()
        .map(group -> new OfKernel(group.getKey(), group.getValue()))
        .toList();
  }

  private static String title(ItemResult result) {
    Item.Identity own = result.identity();
    return new Item.Identity(own.kernel(), own.function(), own.profile(), "", Map.of(), 1, 0)
        .title();
  }

  /** What distinguishes a result from others of its kernel: options, variables, blocks, seed. */
  public static String configuration(ItemResult result) {
    Item.Identity own = result.identity();
    return new Item.Identity("", "", "", own.options(), own.variables(), own.seed(), own.blocks())
        .title()
        .strip();
  }

  /** Results that failed, by status and code of the first error; the largest group first. */
  static List<Map.Entry<String, List<ItemResult>>> failures(List<ItemResult> results) {
    Map<String, List<ItemResult>> groups = new TreeMap<>();
    for (ItemResult result : results) {
      if (!result.isOk()) {
        String code = result.reason().map(reason -> " " + reason.code()).orElse("");
        groups
            .computeIfAbsent(result.status().word() + code, missing -> new ArrayList<>())
            .add(result);
      }
    }
    List<Map.Entry<String, List<ItemResult>>> sorted = new ArrayList<>(groups.entrySet());
    sorted.sort(Comparator.comparingInt(group -> -group.getValue().size()));
    return sorted;
  }

  /** The groups as lines: how many, which diagnostic, what the first one says. */
  public static String failureLines(List<ItemResult> results) {
    StringBuilder text = new StringBuilder();
    for (Map.Entry<String, List<ItemResult>> group : failures(results)) {
      ItemResult first = group.getValue().getFirst();
      text.append(group.getValue().size()).append(" x ").append(group.getKey()).append(": ");
      first
          .reason()
          .ifPresent(
              reason ->
                  text.append(reason.place().isEmpty() ? "" : reason.place() + ": ")
                      .append(reason.text()));
      text.append("\n  ").append(first.identity().title());
      text.append(group.getValue().size() > 1 ? ", ...\n" : "\n");
    }
    return text.toString();
  }

  /** How many ended how: {@code 3 ok, 1 rejected}. */
  public static String tally(List<ItemResult> results) {
    Map<ItemStatus, Integer> counts = new TreeMap<>();
    counts.put(ItemStatus.OK, 0);
    results.forEach(result -> counts.merge(result.status(), 1, Integer::sum));
    return String.join(
        ", ",
        counts.entrySet().stream()
            .map(each -> each.getValue() + " " + each.getKey().word())
            .toList());
  }

  /** The exit status of all: the largest. */
  public static int exit(List<ItemResult> results) {
    return results.stream().mapToInt(result -> result.status().exit()).max().orElse(0);
  }
}
