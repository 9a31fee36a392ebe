package org.ptoc.tools.sweep;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * A column of a table of results.
 *
 * @param name its head
 * @param isNumber whether it holds numbers
 * @param value the cell of a result; empty where it says nothing
 */
record Column(String name, boolean isNumber, Function<ItemResult, String> value) {

  /** What names the items: all that is not the same for each of them, the kernel in any case. */
  static List<Column> ofIdentity(List<ItemResult> results) {
    List<Column> columns = new ArrayList<>();
    columns.add(new Column("kernel", false, each -> each.identity().kernel()));
    List<Column> others = new ArrayList<>();
    others.add(new Column("function", false, each -> each.identity().function()));
    others.add(new Column("profile", false, each -> each.identity().profile()));
    others.add(new Column("options", false, each -> each.identity().options()));
    TreeSet<String> names = new TreeSet<>();
    results.forEach(each -> names.addAll(each.identity().variables().keySet()));
    for (String name : names) {
      others.add(
          new Column(name, true, each -> each.identity().variables().getOrDefault(name, "")));
    }
    others.add(new Column("blocks", true, each -> Long.toString(each.identity().blocks())));
    others.add(new Column("seed", true, each -> Long.toString(each.identity().seed())));
    for (Column other : others) {
      if (results.stream().map(other.value()).distinct().limit(2).count() > 1
          || names.contains(other.name())) {
        columns.add(other);
      }
    }
    return columns;
  }

  /** Identity, end, cycles by each model, the pipe that is busy longest. */
  static List<Column> usual(List<ItemResult> results) {
    List<Column> columns = new ArrayList<>(ofIdentity(results));
    columns.add(new Column("status", false, each -> each.status().word()));
    for (String model : models(results)) {
      columns.add(
          new Column(model, true, each -> cycles(each, model).map(String::valueOf).orElse("")));
    }
    columns.add(new Column("busiest", false, Column::busiest));
    return columns;
  }

  static List<String> models(List<ItemResult> results) {
    List<String> models = new ArrayList<>();
    for (ItemResult result : results) {
      for (String model : result.measure().cycles().keySet()) {
        if (!models.contains(model)) {
          models.add(model);
        }
      }
    }
    return models;
  }

  /** Cycles by a timing model. */
  static Optional<Long> cycles(ItemResult result, String model) {
    return Optional.ofNullable(result.measure().cycles().get(model));
  }

  /** Cycles that a pipe works. */
  static Optional<Long> busy(ItemResult result, String pipe) {
    return Optional.ofNullable(result.measure().pipes().get(pipe));
  }

  /** Such as {@code V 87 %}. */
  static String busiest(ItemResult result) {
    long cycles = result.cycles().orElse(0L);
    return result
        .measure()
        .busiest()
        .filter(pipe -> cycles > 0)
        .map(pipe -> pipe + " " + 100 * busy(result, pipe).orElse(0L) / cycles + " %")
        .orElse("");
  }
}
