package org.ptoc.tools.report;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.ptoc.ir.diagnostic.Printable;
import org.ptoc.tools.json.Json;

/**
 * Where the cycles of two reports differ: in all, by pipe and by source line. Lines belong together
 * by file and number; where each report has lines of one file alone, by their numbers.
 */
public final class CycleDiff {
  private final List<Row> totals;
  private final List<Row> pipes;
  private final List<Row> lines;

  /**
   * Cycles of one name in both reports.
   *
   * @param name a model, a pipe or a place
   * @param before of the older report, 0 if it does not have the name
   * @param after of the newer report
   */
  public record Row(String name, long before, long after) {
    private long change() {
      return after - before;
    }
  }

  /** The figures of a report. */
  private record Figures(Map<String, Long> totals, Map<String, Long> pipes, Lines lines) {}

  private record Lines(Map<String, Map<Long, Long>> ofFile) {
    boolean isOneFile() {
      return ofFile.size() == 1;
    }

    /** Cycles by place; all files have the name of {@code other} if it is given. */
    Map<String, Long> named(Optional<String> other) {
      Map<String, Long> named = new LinkedHashMap<>();
      ofFile.forEach(
          (file, cycles) ->
              cycles.forEach(
                  (line, spent) -> named.merge(other.orElse(file) + ":" + line, spent, Long::sum)));
      return named;
    }
  }

  private CycleDiff(Figures before, Figures after) {
    this.totals = rows(before.totals, after.totals).toList();
    this.pipes = rows(before.pipes, after.pipes).toList();
    Optional<String> file =
        before.lines.isOneFile() && after.lines.isOneFile()
            ? after.lines.ofFile.keySet().stream().findFirst()
            : Optional.empty();
    this.lines =
        rows(before.lines.named(file), after.lines.named(file))
            .filter(row -> row.change() != 0)
            .sorted(
                Comparator.comparingLong((Row row) -> Math.abs(row.change()))
                    .reversed()
                    .thenComparing(Row::name))
            .toList();
  }

  /**
   * The difference of two reports, each as {@link JsonReport} writes it and {@link
   * org.ptoc.tools.json.JsonReader} reads it.
   *
   * @return empty if one of them is not such a report or has no cycles, or if they have different
   *     models
   */
  public static Optional<CycleDiff> of(Object before, Object after) {
    Optional<Figures> older = figures(before);
    Optional<Figures> newer = figures(after);
    return older.isPresent() && newer.isPresent() && model(before).equals(model(after))
        ? Optional.of(new CycleDiff(older.get(), newer.get()))
        : Optional.empty();
  }

  /** The model of a report; empty if it is not a report. */
  public static String model(Object report) {
    return report instanceof Map<?, ?> fields && fields.get("timing") instanceof String name
        ? name
        : "";
  }

  private static Optional<Figures> figures(Object report) {
    if (!(report instanceof Map<?, ?> fields && fields.get("totals") instanceof Map<?, ?> sums)) {
      return Optional.empty();
    }
    Map<String, Long> totals = new LinkedHashMap<>();
    sums.forEach((model, cycles) -> totals.put(model.toString(), number(cycles)));
    Map<String, Long> pipes = new LinkedHashMap<>();
    Map<String, Map<Long, Long>> lines = new LinkedHashMap<>();
    boolean isMixed = fields.get("cube") instanceof Map<?, ?>;
    add(fields, isMixed ? "AIV " : "", pipes, lines);
    if (fields.get("cube") instanceof Map<?, ?> cube) {
      add(cube, "AIC ", pipes, lines);
    }
    return Optional.of(new Figures(totals, pipes, new Lines(lines)));
  }

  private static void add(
      Map<?, ?> report, String core, Map<String, Long> pipes, Map<String, Map<Long, Long>> lines) {
    for (Map<?, ?> pipe : objects(field(report, "pipes"))) {
      pipes.put(core + field(pipe, "pipe"), number(field(pipe, "busy")));
    }
    for (Map<?, ?> line : objects(field(report, "lines"))) {
      lines
          .computeIfAbsent(field(line, "file").toString(), _ -> new LinkedHashMap<>())
          .merge(number(field(line, "line")), number(field(line, "cycles")), Long::sum);
    }
  }

  /** A field of an object; an empty text if it has none of the name. */
  private static Object field(Map<?, ?> object, String name) {
    Object value = object.get(name);
    return value == null ? "" : value;
  }

  private static List<Map<?, ?>> objects(Object list) {
    List<Map<?, ?>> objects = new ArrayList<>();
    if (list instanceof List<?> all) {
      for (Object each : all) {
        if (each instanceof Map<?, ?> object) {
          objects.add(object);
        }
      }
    }
    return objects;
  }

  private static long number(Object value) {
    return value instanceof BigDecimal number ? number.longValue() : 0;
  }

  private static Stream<Row> rows(Map<String, Long> before, Map<String, Long> after) {
    return Stream.concat(
            after.keySet().stream(),
            new TreeSet<>(before.keySet()).stream().filter(name -> !after.containsKey(name)))
        .map(name -> new Row(name, before.getOrDefault(name, 0L), after.getOrDefault(name, 0L)));
  }

  /** The totals by model, the one that was chosen first. */
  public List<Row> totals() {
    return totals;
  }

  /** Change of the cycles in per cent of the older ones, with two digits. */
  public BigDecimal percent() {
    return percent(totals.getFirst());
  }

  private static BigDecimal percent(Row row) {
    return BigDecimal.valueOf(row.change())
        .multiply(BigDecimal.valueOf(100))
        .divide(BigDecimal.valueOf(Math.max(1, row.before)), 2, RoundingMode.HALF_UP);
  }

  /**
   * Tables for people.
   *
   * @param most lines of sources that are shown, those that changed most
   */
  public String text(int most) {
    StringBuilder text = new StringBuilder();
    table(text, "cycles", totals);
    table(text, "busy pipe", pipes);
    if (!lines.isEmpty()) {
      table(text, "line", lines.subList(0, Math.min(most, lines.size())));
    }
    if (lines.size() > most) {
      text.append("and ").append(lines.size() - most).append(" more lines\n");
    }
    return text.toString();
  }

  private static void table(StringBuilder text, String head, List<Row> rows) {
    int width =
        Stream.concat(Stream.of(head), rows.stream().map(row -> Printable.of(row.name)))
            .mapToInt(String::length)
            .max()
            .orElseThrow();
    text.append(text.isEmpty() ? "" : "\n")
        .append(Numbers.left(head, width))
        .append("      before       after    change\n");
    for (Row row : rows) {
      text.append(Numbers.left(Printable.of(row.name), width))
          .append(Numbers.right(row.before, 12))
          .append(Numbers.right(row.after, 12))
          .append(Numbers.right((row.change() > 0 ? "+" : "") + row.change(), 10))
          .append(row.before == 0 ? "" : Numbers.right(signed(percent(row)), 10))
          .append('\n');
    }
  }

  private static String signed(BigDecimal percent) {
    return (percent.signum() > 0 ? "+" : "") + percent.setScale(1, RoundingMode.HALF_UP) + " %";
  }

  /** The same as one line of JSON, with all lines. */
  public String json() {
    Json json = new Json().beginObject().field("percent", percent());
    list(json, "totals", "model", totals);
    list(json, "pipes", "pipe", pipes);
    list(json, "lines", "place", lines);
    return json.end() + "\n";
  }

  private static void list(Json json, String key, String name, List<Row> rows) {
    json.key(key).beginArray();
    for (Row row : rows) {
      json.beginObject().field(name, row.name).field("before", row.before);
      json.field("after", row.after).end();
    }
    json.end();
  }
}
