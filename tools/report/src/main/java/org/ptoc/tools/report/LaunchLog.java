package org.ptoc.tools.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.ptoc.ir.diagnostic.Printable;
import org.ptoc.tools.json.Json;
import org.ptoc.tools.toolchain.TimedRun;

/**
 * Cycles of a chain of launches, by kernel and timing model. Launches follow each other: a layer
 * takes as long as all of its launches together. Two bounds say how much more the tasks of its
 * grids may gain or lose: all tasks on one core, and each task on a core of its own.
 */
public final class LaunchLog {
  private final List<Launch> launches = new ArrayList<>();

  /**
   * Cycles under one model.
   *
   * @param model its name
   * @param cycles on the cores of the launch
   * @param serial if all tasks ran on one core
   * @param parallel of the longest task
   */
  public record Figures(String model, long cycles, long serial, long parallel) {
    private Figures plus(Figures other) {
      return new Figures(
          model, cycles + other.cycles, serial + other.serial, parallel + other.parallel);
    }
  }

  /**
   * A launch, or the launches of one kernel together.
   *
   * @param kernel its name
   * @param count number of launches
   * @param tasks number of tasks; a launch without a grid is one task
   * @param figures one for each model, the chosen one first; none where nothing was timed
   */
  public record Launch(String kernel, int count, int tasks, List<Figures> figures) {
    public Launch {
      figures = List.copyOf(figures);
    }

    /**
     * One launch.
     *
     * @param tasks number of tasks of its grid; 1 without a grid
     * @param cores cores that take tasks, at least 1
     */
    public static Launch of(TimedRun run, int tasks, int cores) {
      List<Figures> figures = new ArrayList<>();
      for (int i = 0; i < run.models().size() && run.hasCycles(); i++) {
        GridCycles grid = GridCycles.of(run, tasks, i);
        figures.add(
            new Figures(
                run.models().get(i).set().model().spelling(),
                grid.on(cores),
                grid.serial(),
                grid.longest()));
      }
      return new Launch(run.kernel().name(), 1, tasks, figures);
    }

    private Launch plus(Launch other) {
      List<Figures> sums = new ArrayList<>();
      for (int i = 0; i < Math.min(figures.size(), other.figures.size()); i++) {
        sums.add(figures.get(i).plus(other.figures.get(i)));
      }
      return new Launch(kernel, count + other.count, tasks + other.tasks, sums);
    }

    private Launch named(String name) {
      return new Launch(name, count, tasks, figures);
    }
  }

  /** Adds a launch that has ended. */
  public void add(Launch launch) {
    launches.add(launch);
  }

  /** All launches in order. */
  public List<Launch> launches() {
    return List.copyOf(launches);
  }

  /** The launches of each kernel together, in the order of their first launch. */
  public List<Launch> byKernel() {
    Map<String, Launch> kernels = new LinkedHashMap<>();
    launches.forEach(each -> kernels.merge(each.kernel(), each, Launch::plus));
    return List.copyOf(kernels.values());
  }

  /** All launches together, under the name {@code total}. */
  public Launch total() {
    return launches.stream()
        .reduce(Launch::plus)
        .orElse(new Launch("", 0, 0, List.of()))
        .named("total");
  }

  private List<String> models() {
    return total().figures().stream().map(Figures::model).toList();
  }

  /** The table of kernels, columns lined up, and the bounds. */
  public String text() {
    List<List<String>> rows = new ArrayList<>();
    List<String> heads = new ArrayList<>(List.of("kernel", "launches", "tasks"));
    heads.addAll(models());
    heads.add("share");
    rows.add(heads);
    Stream.concat(byKernel().stream(), Stream.of(total())).forEach(each -> rows.add(row(each)));
    StringBuilder text = new StringBuilder();
    for (List<String> row : rows) {
      for (int i = 0; i < row.size(); i++) {
        int column = i;
        int width = rows.stream().mapToInt(each -> each.get(column).length()).max().orElse(0);
        text.append(
            i == 0 ? Numbers.left(row.get(0), width) : "  " + Numbers.right(row.get(i), width));
      }
      text.append('\n');
    }
    for (Figures each : total().figures()) {
      text.append(bounds(each)).append('\n');
    }
    return text.toString();
  }

  private static String bounds(Figures sum) {
    return "bounds ("
        + sum.model()
        + "): "
        + sum.serial()
        + " cycles with all tasks on one core, "
        + sum.parallel()
        + " with a core for each task";
  }

  private List<String> row(Launch launch) {
    List<String> row = new ArrayList<>();
    row.add(Printable.of(launch.kernel()));
    row.add("" + launch.count());
    row.add("" + launch.tasks());
    launch.figures().forEach(each -> row.add("" + each.cycles()));
    row.add(launch.figures().isEmpty() ? "" : Numbers.percent(cycles(launch), cycles(total())));
    return row;
  }

  private static long cycles(Launch launch) {
    return launch.figures().isEmpty() ? 0 : launch.figures().getFirst().cycles();
  }

  /** One page with the table of kernels, the bounds and all launches in order. */
  public String html(String title) {
    HtmlTables tables = new HtmlTables();
    tables.text().append("<h1>").append(Html.escape(title)).append("</h1>\n");
    for (Figures each : total().figures()) {
      tables.paragraph("", each.cycles() + " cycles, " + each.model());
      tables.paragraph("note", bounds(each));
    }
    table(tables, "kernels", "Kernels", byKernel());
    table(tables, "launches", "Launches", launches);
    return Html.page(title, Html.resource(HtmlReport.class, "report.css"), "", tables.text());
  }

  private void table(HtmlTables tables, String id, String title, List<Launch> rows) {
    tables.heading(id, title);
    List<String> columns = new ArrayList<>(List.of("what", "launches", "tasks"));
    models().forEach(model -> columns.addAll(List.of(model, "one core", "core for each task")));
    columns.add("share");
    tables.begin(id, columns.toArray(String[]::new));
    for (Launch each : rows) {
      HtmlTables.Row row = tables.row().name(each.kernel()).number(each.count());
      row.number(each.tasks());
      each.figures()
          .forEach(one -> row.number(one.cycles()).number(one.serial()).number(one.parallel()));
      row.share(cycles(each), cycles(total())).end();
    }
    tables.end();
  }

  /** Writes the kernels and the total as fields of an object: {@code kernels}, {@code total}. */
  public void write(Json json) {
    json.key("kernels").beginArray();
    byKernel().forEach(each -> write(each, json));
    json.end().key("total");
    write(total(), json);
  }

  private static void write(Launch launch, Json json) {
    json.beginObject().field("kernel", launch.kernel()).field("launches", launch.count());
    json.field("tasks", launch.tasks());
    for (Figures each : launch.figures()) {
      json.key(each.model()).beginObject().field("cycles", each.cycles());
      json.field("serial", each.serial()).field("parallel", each.parallel()).end();
    }
    json.end();
  }
}
