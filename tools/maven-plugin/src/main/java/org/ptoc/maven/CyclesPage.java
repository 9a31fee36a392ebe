package org.ptoc.maven;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The page of the {@code report} goal: one row per launch, one column per cycle model. */
final class CyclesPage {
  private static final String STYLE =
      ":root{color-scheme:light dark}body{font:15px/1.5 system-ui,sans-serif;margin:1rem}"
          + "div{overflow-x:auto}table{border-collapse:collapse}"
          + "th,td{border:1px solid #8888;padding:.2rem .6rem;text-align:left}";

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

  /**
   * The whole page.
   *
   * @param directory where it will lie
   * @param pages the page of each launch that has one
   */
  static String html(
      List<AbstractLaunchMojo.Finished> launches, Path directory, Map<LaunchPlan, Path> pages) {
    Set<String> models = new LinkedHashSet<>();
    for (AbstractLaunchMojo.Finished each : launches) {
      each.outcome().cycles().forEach(cycles -> models.add(cycles.model()));
    }
    StringBuilder html = new StringBuilder();
    html.append("<!DOCTYPE html>\n<html lang=\"en\">\n");
    html.append("<head><meta charset=\"utf-8\"><title>Kernel cycles</title>\n");
    html.append(
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<style>");
    html.append(STYLE).append("</style></head>\n<body>\n<h1>Kernel cycles</h1>\n<div><table>\n");
    row(html, "th", header(models), Optional.empty());
    for (AbstractLaunchMojo.Finished each : launches) {
      Optional<String> link =
          Optional.ofNullable(pages.get(each.plan()))
              .map(page -> directory.relativize(page).toString().replace('\\', '/'));
      row(html, "td", cells(each, models), link);
    }
    return html.append("</table></div>\n</body>\n</html>\n").toString();
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
    cells.add(plan.name());
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

  /** A row; its first cell leads to the page of the launch. */
  private static void row(
      StringBuilder html, String element, List<String> cells, Optional<String> link) {
    html.append("<tr>");
    Optional<String> target = link;
    for (String cell : cells) {
      String text = escape(cell);
      html.append('<').append(element).append('>');
      html.append(target.map(to -> "<a href=\"" + escape(to) + "\">" + text + "</a>").orElse(text));
      html.append("</").append(element).append('>');
      target = Optional.empty();
    }
    html.append("</tr>\n");
  }

  private static String escape(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
