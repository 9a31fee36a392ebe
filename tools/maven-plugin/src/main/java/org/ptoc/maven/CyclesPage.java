package org.ptoc.maven;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The page of the {@code report} goal: one row per launch, one column per cycle model. */
final class CyclesPage {
  private CyclesPage() {}

  /**
   * The cycles of a run for a line of a log, such as {@code , 873 cycles (documented)}; empty when
   * there are none.
   */
  static String summary(Outcome outcome) {
    StringBuilder text = new StringBuilder();
    for (Outcome.Cycles cycles : outcome.cycles()) {
      text.append(", ")
          .append(cycles.count())
          .append(" cycles (")
          .append(cycles.model())
          .append(')');
    }
    return text.toString();
  }

  /** The whole page. */
  static String html(List<AbstractLaunchMojo.Finished> launches) {
    Set<String> models = new LinkedHashSet<>();
    for (AbstractLaunchMojo.Finished each : launches) {
      each.outcome().cycles().forEach(cycles -> models.add(cycles.model()));
    }
    StringBuilder html = new StringBuilder();
    html.append("<!DOCTYPE html>\n<html lang=\"en\">\n");
    html.append("<head><meta charset=\"utf-8\"><title>Kernel cycles</title></head>\n");
    html.append("<body>\n<h1>Kernel cycles</h1>\n<table border=\"1\">\n");
    row(html, "th", header(models));
    for (AbstractLaunchMojo.Finished each : launches) {
      row(html, "td", cells(each, models));
    }
    return html.append("</table>\n</body>\n</html>\n").toString();
  }

  private static List<String> header(Set<String> models) {
    List<String> cells =
        new ArrayList<>(List.of("File", "Kernel", "Profile", "Blocks", "Arguments", "Status"));
    models.forEach(model -> cells.add("Cycles (" + model + ")"));
    return cells;
  }

  private static List<String> cells(AbstractLaunchMojo.Finished launch, Set<String> models) {
    LaunchPlan plan = launch.plan();
    List<String> cells = new ArrayList<>();
    cells.add(plan.file().getFileName().toString());
    cells.add(plan.kernel().orElse("the only one"));
    cells.add(plan.profile().orElse("of the module"));
    cells.add(plan.blocks().map(String::valueOf).orElse("default"));
    cells.add(String.join(" ", plan.arguments()));
    cells.add(LaunchStatus.of(launch.outcome()));
    for (String model : models) {
      Optional<Outcome.Cycles> found =
          launch.outcome().cycles().stream()
              .filter(cycles -> cycles.model().equals(model))
              .findFirst();
      cells.add(found.map(cycles -> Long.toString(cycles.count())).orElse(""));
    }
    return cells;
  }

  private static void row(StringBuilder html, String element, List<String> cells) {
    html.append("<tr>");
    for (String cell : cells) {
      html.append('<')
          .append(element)
          .append('>')
          .append(escape(cell))
          .append("</")
          .append(element)
          .append('>');
    }
    html.append("</tr>\n");
  }

  private static String escape(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
