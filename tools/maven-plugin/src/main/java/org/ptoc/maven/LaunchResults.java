package org.ptoc.maven;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Launches as a report of Surefire, the form that build servers read as tests. */
final class LaunchResults {
  private LaunchResults() {}

  /** Writes {@code TEST-NAME.xml} into a directory. */
  static void write(Path directory, String name, List<AbstractLaunchMojo.Finished> launches)
      throws IOException {
    WholeFile.write(
        directory.resolve("TEST-" + name + ".xml"), text(name, launches), StandardCharsets.UTF_8);
  }

  /**
   * The text of the file: data that is not as expected is a failure, all else that went wrong an
   * error.
   */
  static String text(String name, List<AbstractLaunchMojo.Finished> launches) {
    StringBuilder xml = new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    long nanos = launches.stream().mapToLong(each -> each.outcome().nanos()).sum();
    long failures = launches.stream().filter(LaunchResults::isFailure).count();
    long bad = launches.stream().filter(each -> !each.outcome().isOk()).count();
    xml.append("<testsuite name=\"").append(escaped(name)).append("\" time=\"");
    xml.append(seconds(nanos)).append("\" tests=\"").append(launches.size());
    xml.append("\" errors=\"").append(bad - failures).append("\" skipped=\"0\" failures=\"");
    xml.append(failures).append("\">\n");
    Map<String, Integer> used = new HashMap<>();
    for (AbstractLaunchMojo.Finished each : launches) {
      String title = title(each.plan());
      int before = used.merge(title, 1, Integer::sum);
      launch(xml, name, before == 1 ? title : title + " #" + before, each);
    }
    return xml.append("</testsuite>\n").toString();
  }

  private static boolean isFailure(AbstractLaunchMojo.Finished launch) {
    return launch.outcome().status() == Outcome.MISMATCH;
  }

  private static void launch(
      StringBuilder xml, String suite, String name, AbstractLaunchMojo.Finished launch) {
    Outcome outcome = launch.outcome();
    xml.append("  <testcase name=\"").append(escaped(name));
    xml.append("\" classname=\"").append(escaped(suite)).append("\" time=\"");
    xml.append(seconds(outcome.nanos())).append("\">\n");
    if (!outcome.isOk()) {
      String element = isFailure(launch) ? "failure" : "error";
      StringBuilder text = new StringBuilder();
      outcome.messages().forEach(message -> text.append(message.lines()).append('\n'));
      outcome.complaints().forEach(line -> text.append(line).append('\n'));
      xml.append("    <").append(element).append(" message=\"");
      xml.append(escaped(LaunchStatus.of(outcome))).append("\" type=\"");
      xml.append(escaped(type(outcome))).append("\">").append(escaped(text.toString()));
      xml.append("</").append(element).append(">\n");
    }
    String out = String.join("\n", outcome.text());
    if (!out.isEmpty()) {
      xml.append("    <system-out>").append(escaped(out)).append("</system-out>\n");
    }
    xml.append("  </testcase>\n");
  }

  /** The code of the first error, which the schema of these reports wants a word for. */
  private static String type(Outcome outcome) {
    return outcome.messages().stream()
        .filter(message -> message.severity() == Message.Severity.ERROR)
        .map(Message::code)
        .findFirst()
        .orElse("status " + outcome.status());
  }

  /**
   * The launch with what tells launches of one kernel apart; build servers merge tests of one name.
   */
  private static String title(LaunchPlan plan) {
    String arguments = String.join(" ", plan.arguments());
    return plan.title()
        + plan.blocks().map(blocks -> " blocks=" + blocks).orElse("")
        + plan.seed().map(seed -> " seed=" + seed).orElse("")
        + (arguments.isEmpty() ? "" : " " + arguments);
  }

  private static String seconds(long nanos) {
    return String.format(Locale.ROOT, "%.3f", nanos / 1e9);
  }

  /** As XML 1.0 takes it, which has no way to write most control characters. */
  static String escaped(String text) {
    StringBuilder xml = new StringBuilder();
    text.codePoints()
        .forEach(
            each -> {
              switch (each) {
                case '<' -> xml.append("&lt;");
                case '>' -> xml.append("&gt;");
                case '&' -> xml.append("&amp;");
                case '"' -> xml.append("&quot;");
                case '\n', '\t' -> xml.append((char) each);
                case '\r' -> xml.append("&#13;");
                default -> xml.appendCodePoint(isXml(each) ? each : '?');
              }
            });
    return xml.toString();
  }

  private static boolean isXml(int each) {
    return each >= 0x20 && (each < 0xD800 || each > 0xDFFF) && each != 0xFFFE && each != 0xFFFF;
  }
}
