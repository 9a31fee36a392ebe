package org.ptoc.tools.sweep;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.ptoc.tools.report.Html;

/**
 * One page with all results: best configurations, cycles over variables, changes, failures, and a
 * table that can be sorted. It loads nothing from anywhere.
 */
public final class SweepPage {
  private static final String STYLE =
      """
      :root { color-scheme: light dark; }
      body { font: 15px/1.45 system-ui, sans-serif; margin: 2rem auto; max-width: 90rem; padding: 0 1rem; }
      h1 { font-size: 1.4rem; } h2 { font-size: 1.1rem; margin-top: 2rem; } h3 { font-size: .95rem; margin: .2rem 0; }
      table { border-collapse: collapse; } th { font-weight: 600; }
      th, td { padding: .15rem .8rem .15rem 0; text-align: left; vertical-align: top; }
      td.number, th.number { text-align: right; } .scroll { overflow-x: auto; }
      #items th { cursor: pointer; } #items th[aria-sort]::after { content: " \\2193"; }
      #items th[aria-sort=descending]::after { content: " \\2191"; }
      .charts { display: flex; flex-wrap: wrap; gap: 1rem; } .charts figure { margin: 0; width: 22rem; }
      svg { width: 100%; height: auto; } svg text { font: 11px system-ui, sans-serif; fill: currentColor; }
      svg .axis { stroke: currentColor; opacity: .4; } svg polyline { fill: none; stroke-width: 1.6; }
      .c0 { stroke: #2b6cb0; } .c1 { stroke: #c05621; } .c2 { stroke: #2f7d4f; } .c3 { stroke: #805ad5; } .c4 { stroke: #b83280; }
      .c5 { stroke: #7a7f87; } .bad { color: #c53030; } .good { color: #2f7d4f; } .note { opacity: .75; }
      """;

  /** Sorts by the head that was clicked: numbers as numbers. */
  private static final String SCRIPT =
      """
      document.querySelectorAll('#items th').forEach((head, column) => head.addEventListener('click', () => {
        const table = document.getElementById('items'), body = table.tBodies[0];
        const down = head.getAttribute('aria-sort') === 'ascending';
        table.querySelectorAll('th').forEach(each => each.removeAttribute('aria-sort'));
        head.setAttribute('aria-sort', down ? 'descending' : 'ascending');
        const text = row => row.cells[column].textContent;
        const rows = [...body.rows].sort((a, b) => {
          const x = text(a), y = text(b), order = x !== '' && y !== '' && !isNaN(x) && !isNaN(y) ? x - y : x.localeCompare(y);
          return down ? -order : order;
        });
        body.append(...rows);
      }));
      """;

  private final List<ItemResult> results;
  private final StringBuilder text = new StringBuilder(1 << 16);

  private SweepPage(List<ItemResult> results) {
    this.results = results;
  }

  /**
   * The page.
   *
   * @param title its head
   * @param changes against a baseline, when there is one
   */
  public static String of(
      String title, List<ItemResult> results, Optional<List<Baseline.Change>> changes) {
    SweepPage page = new SweepPage(results);
    page.head(title);
    page.best();
    changes.ifPresent(page::changes);
    page.failures();
    page.charts();
    page.table();
    return page.text
        .append("<script>\n")
        .append(SCRIPT)
        .append("</script>\n</body>\n</html>\n")
        .toString();
  }

  private void head(String title) {
    String escaped = Html.escape(title);
    text.append("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
    text.append("<meta name=\"viewport\" content=\"width=device-width\">\n");
    text.append("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; ");
    text.append("style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\n");
    text.append("<title>").append(escaped).append("</title>\n<style>\n").append(STYLE);
    text.append("</style>\n</head>\n<body>\n<h1>").append(escaped).append("</h1>\n<p>");
    text.append(results.size()).append(results.size() == 1 ? " item: " : " items: ");
    text.append(Html.escape(Groups.tally(results))).append("</p>\n");
  }

  private void best() {
    text.append("<h2>Best configurations</h2>\n<table><tr><th>kernel</th><th>configuration</th>");
    text.append("<th class=\"number\">cycles</th><th class=\"number\">of</th>");
    text.append("<th class=\"number\">slowest</th><th>busiest pipe</th></tr>\n");
    for (Groups.OfKernel group : Groups.byKernel(results)) {
      Optional<ItemResult> best = group.best();
      long slowest =
          group.results().stream().mapToLong(each -> each.cycles().orElse(0L)).max().orElse(0);
      if (best.isPresent()) {
        text.append("<tr><td>").append(Html.escape(group.title())).append("</td><td>");
        text.append(Html.escape(Groups.configuration(best.get()))).append("</td>");
        number(best.get().cycles().orElse(0L));
        number(group.results().size());
        number(slowest);
        text.append("<td>").append(Html.escape(Column.busiest(best.get()))).append("</td></tr>\n");
      }
    }
    text.append("</table>\n");
  }

  private void number(long value) {
    text.append("<td class=\"number\">").append(value).append("</td>");
  }

  private void changes(List<Baseline.Change> changes) {
    text.append("<h2>Changes against the baseline</h2>\n");
    if (changes.isEmpty()) {
      text.append("<p>None.</p>\n");
      return;
    }
    text.append("<table>\n");
    for (Baseline.Change change : changes) {
      String look =
          switch (change.kind()) {
            case SLOWER, BROKEN, OTHER_OUTPUT -> "bad";
            case FASTER, REPAIRED -> "good";
            case ADDED, GONE, INCOMPARABLE -> "note";
          };
      text.append("<tr class=\"").append(look).append("\"><td>");
      text.append(Html.escape(change.title())).append("</td><td>");
      text.append(Html.escape(change.text())).append("</td></tr>\n");
    }
    text.append("</table>\n");
  }

  private void failures() {
    List<Map.Entry<String, List<ItemResult>>> groups = Groups.failures(results);
    if (groups.isEmpty()) {
      return;
    }
    text.append("<h2>Failures by first diagnostic</h2>\n");
    for (Map.Entry<String, List<ItemResult>> group : groups) {
      text.append("<details><summary><span class=\"bad\">").append(group.getValue().size());
      text.append(" × ").append(Html.escape(group.getKey())).append("</span> ");
      group
          .getValue()
          .getFirst()
          .reason()
          .ifPresent(reason -> text.append(Html.escape(reason.text())));
      text.append("</summary>\n<ul>\n");
      for (ItemResult result : group.getValue()) {
        text.append("<li>").append(Html.escape(result.identity().title()));
        result
            .reason()
            .ifPresent(
                reason ->
                    text.append(": ").append(Html.escape(reason.place() + " " + reason.text())));
        text.append("</li>\n");
      }
      text.append("</ul></details>\n");
    }
  }

  private void charts() {
    String charts = CycleCharts.of(results);
    if (!charts.isEmpty()) {
      text.append("<h2>Cycles over what varies</h2>\n<div class=\"charts\">\n").append(charts);
      text.append("</div>\n");
    }
  }

  private void table() {
    List<Column> columns = Column.usual(results);
    text.append("<h2>All items</h2>\n<p class=\"note\">A click on a head sorts.</p>\n");
    text.append("<div class=\"scroll\"><table id=\"items\"><thead><tr>");
    for (Column column : columns) {
      text.append(column.isNumber() ? "<th class=\"number\">" : "<th>");
      text.append(Html.escape(column.name())).append("</th>");
    }
    text.append("</tr></thead>\n<tbody>\n");
    for (ItemResult result : results) {
      text.append(result.isOk() ? "<tr>" : "<tr class=\"bad\">");
      for (Column column : columns) {
        text.append(column.isNumber() ? "<td class=\"number\">" : "<td>");
        text.append(Html.escape(column.value().apply(result))).append("</td>");
      }
      text.append("</tr>\n");
    }
    text.append("</tbody></table></div>\n");
  }
}
