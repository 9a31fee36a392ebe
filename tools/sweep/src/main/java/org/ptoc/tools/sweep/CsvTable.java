package org.ptoc.tools.sweep;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.ptoc.tools.report.CsvRows;

/** Results as comma-separated values (RFC 4180), a column for each variable, model and pipe. */
public final class CsvTable {
  private CsvTable() {}

  /** The rows, the heads in front. */
  public static String of(List<ItemResult> results) {
    List<Column> columns = columns(results);
    CsvRows rows = new CsvRows().add(columns.stream().map(Column::name).toList());
    for (ItemResult result : results) {
      rows.add(columns.stream().map(column -> column.value().apply(result)).toList());
    }
    return rows.toString();
  }

  private static List<Column> columns(List<ItemResult> results) {
    List<Column> columns = new ArrayList<>();
    columns.add(new Column("key", false, ItemResult::key));
    columns.add(new Column("version", false, ItemResult::version));
    columns.add(new Column("kernel", false, each -> each.identity().kernel()));
    columns.add(new Column("function", false, each -> each.identity().function()));
    columns.add(new Column("profile", false, each -> each.identity().profile()));
    columns.add(new Column("options", false, each -> each.identity().options()));
    columns.add(new Column("seed", true, each -> "" + each.identity().seed()));
    columns.add(new Column("blocks", true, each -> "" + each.identity().blocks()));
    TreeSet<String> names = new TreeSet<>();
    TreeSet<String> pipes = new TreeSet<>();
    for (ItemResult result : results) {
      names.addAll(result.identity().variables().keySet());
      pipes.addAll(result.measure().pipes().keySet());
    }
    for (String name : names) {
      columns.add(
          new Column(
              "vary." + name, true, each -> each.identity().variables().getOrDefault(name, "")));
    }
    columns.add(new Column("status", false, each -> each.status().word()));
    for (String model : Column.models(results)) {
      columns.add(new Column("cycles." + model, true, each -> text(Column.cycles(each, model))));
    }
    columns.add(new Column("instructions", true, each -> "" + each.measure().instructions()));
    columns.add(new Column("words", true, each -> "" + each.measure().words()));
    for (String pipe : pipes) {
      columns.add(new Column("busy." + pipe, true, each -> text(Column.busy(each, pipe))));
    }
    columns.add(new Column("roof", true, each -> "" + each.measure().roof()));
    columns.add(new Column("ubBytes", true, each -> "" + each.measure().unifiedBufferBytes()));
    columns.add(new Column("findings", true, each -> "" + each.findings()));
    columns.add(
        new Column("code", false, each -> each.reason().map(ItemResult.Message::code).orElse("")));
    columns.add(
        new Column(
            "message", false, each -> each.reason().map(ItemResult.Message::text).orElse("")));
    columns.add(
        new Column(
            "wallMs", true, each -> BigDecimal.valueOf(each.wallMicroseconds(), 3).toString()));
    return columns;
  }

  private static String text(Optional<Long> number) {
    return number.map(String::valueOf).orElse("");
  }
}
