package org.ptoc.tools.sweep;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.ptoc.tools.report.Html;

/**
 * Small multiples: for each kernel and each variable whose values are numbers a drawing of cycles
 * over it, a line for each set of options. Where other variables differ too, the least cycles
 * count.
 */
final class CycleCharts {
  private static final int WIDTH = 340;
  private static final int HEIGHT = 170;
  private static final int LEFT = 52;
  private static final int TOP = 12;
  private static final int BOTTOM = 26;
  private static final int COLOURS = 6;

  /** A range as wide as this is drawn by factors. */
  private static final int FACTOR = 16;

  private static final int MOST_CHARTS = 200;

  private CycleCharts() {}

  static String of(List<ItemResult> results) {
    StringBuilder text = new StringBuilder();
    int charts = 0;
    for (Groups.OfKernel group : Groups.byKernel(results)) {
      TreeSet<String> names = new TreeSet<>();
      group.results().forEach(each -> names.addAll(each.identity().variables().keySet()));
      for (String name : names) {
        Map<String, SortedMap<BigDecimal, Long>> lines = lines(group.results(), name);
        if (lines.values().stream().anyMatch(line -> line.size() > 1) && charts++ < MOST_CHARTS) {
          text.append("<figure><h3>").append(Html.escape(group.title())).append(" over ");
          text.append(Html.escape(name)).append("</h3>").append(chart(lines));
          text.append("</figure>\n");
        }
      }
    }
    return text.toString();
  }

  /** Least cycles by value, for each set of options. */
  private static Map<String, SortedMap<BigDecimal, Long>> lines(
      List<ItemResult> results, String name) {
    Map<String, SortedMap<BigDecimal, Long>> lines = new LinkedHashMap<>();
    for (ItemResult result : results) {
      Optional<BigDecimal> x = number(result.identity().variables().getOrDefault(name, ""));
      if (result.isOk() && x.isPresent() && result.cycles().isPresent()) {
        lines
            .computeIfAbsent(result.identity().options(), missing -> new TreeMap<>())
            .merge(x.get(), result.cycles().get(), Math::min);
      }
    }
    return lines;
  }

  private static Optional<BigDecimal> number(String text) {
    try {
      return Optional.of(new BigDecimal(text));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  private static String chart(Map<String, SortedMap<BigDecimal, Long>> lines) {
    double least = Double.MAX_VALUE;
    double most = -Double.MAX_VALUE;
    long highest = 1;
    for (SortedMap<BigDecimal, Long> line : lines.values()) {
      least = Math.min(least, line.firstKey().doubleValue());
      most = Math.max(most, line.lastKey().doubleValue());
      highest = Math.max(highest, line.values().stream().mapToLong(each -> each).max().orElse(1));
    }
    int legend = lines.size() > 1 ? 14 * lines.size() : 0;
    StringBuilder text = new StringBuilder();
    text.append("<svg viewBox=\"0 0 ").append(WIDTH).append(' ').append(HEIGHT + legend);
    text.append("\" role=\"img\">");
    line(text, LEFT, TOP, LEFT, HEIGHT - BOTTOM);
    line(text, LEFT, HEIGHT - BOTTOM, WIDTH - 8, HEIGHT - BOTTOM);
    label(text, LEFT - 4, TOP + 8, "end", Long.toString(highest));
    label(text, LEFT - 4, HEIGHT - BOTTOM, "end", "0");
    label(text, LEFT, HEIGHT - 10, "middle", plain(least));
    label(text, WIDTH - 16, HEIGHT - 10, "middle", plain(most));
    int number = 0;
    for (Map.Entry<String, SortedMap<BigDecimal, Long>> line : lines.entrySet()) {
      List<String> points = new ArrayList<>();
      for (Map.Entry<BigDecimal, Long> point : line.getValue().entrySet()) {
        double x = place(point.getKey().doubleValue(), least, most);
        double y = (double) point.getValue() / highest;
        points.add(
            String.format(
                Locale.ROOT,
                "%.1f,%.1f",
                LEFT + x * (WIDTH - 16 - LEFT),
                HEIGHT - BOTTOM - y * (HEIGHT - BOTTOM - TOP)));
      }
      text.append("<polyline class=\"c").append(number % COLOURS).append("\" points=\"");
      text.append(String.join(" ", points)).append("\"/>");
      if (legend > 0) {
        int y = HEIGHT + 14 * number + 6;
        text.append("<line class=\"c").append(number % COLOURS).append("\" x1=\"").append(LEFT);
        text.append("\" y1=\"").append(y).append("\" x2=\"").append(LEFT + 20).append("\" y2=\"");
        text.append(y).append("\"/>");
        String name = line.getKey().isEmpty() ? "(usual options)" : line.getKey();
        label(text, LEFT + 26, y + 4, "start", name);
      }
      number++;
    }
    return text.append("</svg>").toString();
  }

  /** From 0 to 1; values that are apart by factors lie evenly. */
  private static double place(double value, double least, double most) {
    if (most == least) {
      return 0.5;
    }
    boolean byFactors = least > 0 && most >= FACTOR * least;
    return byFactors
        ? Math.log(value / least) / Math.log(most / least)
        : (value - least) / (most - least);
  }

  private static String plain(double value) {
    return BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
  }

  private static void line(StringBuilder text, int x1, int y1, int x2, int y2) {
    text.append("<line class=\"axis\" x1=\"").append(x1).append("\" y1=\"").append(y1);
    text.append("\" x2=\"").append(x2).append("\" y2=\"").append(y2).append("\"/>");
  }

  private static void label(StringBuilder text, int x, int y, String anchor, String label) {
    text.append("<text x=\"").append(x).append("\" y=\"").append(y).append("\" text-anchor=\"");
    text.append(anchor).append("\">").append(Html.escape(label)).append("</text>");
  }
}
