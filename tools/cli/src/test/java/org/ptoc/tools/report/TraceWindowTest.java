package org.ptoc.tools.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A part of a trace is a part of the whole one, wherever it is cut. */
class TraceWindowTest {
  private static final String KERNEL = "../../examples/softmax/softmax.pto";
  private static final Pattern NUMBER =
      Pattern.compile("\"(ts|dur|tid|id|start_cycle|stall_cycles)\":(\\d+)");
  private static final Pattern WORD = Pattern.compile("\"(name|ph|stall_reason)\":\"([^\"]*)\"");

  @TempDir Path directory;

  /**
   * @param slices instructions with what they waited for
   * @param arrows two ends each
   * @param ends the cycles between which an arrow leads
   */
  private record Trace(Set<String> slices, Set<String> arrows, Map<String, long[]> ends) {}

  private Trace trace(List<String> run, String... options) throws IOException {
    Path file = directory.resolve("trace.json");
    List<String> call = new ArrayList<>(run);
    call.addAll(List.of("--trace-out", file.toString()));
    // Details of regions are counted from the beginning of the window, so none is in both.
    call.addAll(List.of("--regions", "1000-1000"));
    call.addAll(List.of(options));
    Example.Result result = Example.ptoc(call);
    assertThat(result.status()).as(result.err()).isZero();
    Set<String> slices = new HashSet<>();
    Map<String, Map<String, String>> starts = new HashMap<>();
    Set<String> arrows = new HashSet<>();
    Map<String, long[]> ends = new HashMap<>();
    for (String line : Files.readAllLines(file)) {
      Map<String, String> fields = new HashMap<>();
      for (Pattern pattern : List.of(NUMBER, WORD)) {
        Matcher matcher = pattern.matcher(line);
        while (matcher.find()) {
          fields.putIfAbsent(matcher.group(1), matcher.group(2));
        }
      }
      switch (fields.getOrDefault("ph", "")) {
        case "X" -> slices.add(line.replaceAll(",$", ""));
        case "s" -> starts.put(fields.get("id"), fields);
        case "f" -> {
          Map<String, String> start = starts.get(fields.get("id"));
          String arrow = place(start) + " -> " + place(fields);
          arrows.add(arrow);
          ends.put(
              arrow,
              new long[] {Long.parseLong(start.get("ts")), Long.parseLong(fields.get("ts"))});
        }
        default -> {}
      }
    }
    return new Trace(slices, arrows, ends);
  }

  private static String place(Map<String, String> end) {
    return end.get("name") + " on " + end.get("tid") + " at " + end.get("ts");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a5", "a2a3"})
  void isAPartOfTheWholeTrace(String profile) throws IOException {
    List<String> run = new ArrayList<>(List.of("run", KERNEL, "--profile", profile));
    run.addAll(List.of("--arg", "rand:1:f32:64x100", "--arg", "zeros:f32:64x100"));
    run.addAll(List.of("--arg", "i64:64", "--arg", "i64:100"));
    compare(run, 700, 900);
  }

  /** Signals that wait for each other behind the beginning of a window were set before it. */
  @Test
  void pairsSignalsWithTheirOwnWaits() throws IOException {
    Path text = directory.resolve("flags.s");
    Files.writeString(
        text,
        """
        .profile a5
        .kernel k
          movi X1, 40
          loop 0, X1, all_set
            set_flag MTE2, V, 0
        all_set:
          loop 0, X1, all_taken
            wait_flag MTE2, V, 0
        all_taken:
          end
        """);
    Path object = directory.resolve("flags.o");
    assertThat(Example.ptoc(List.of("asm", text.toString(), "-o", object.toString())).status())
        .isZero();
    compare(List.of("run", object.toString()), 7, 60);
  }

  private void compare(List<String> run, long step, long length) throws IOException {
    Trace whole = trace(run);
    assertThat(whole.arrows()).hasSizeGreaterThan(20);
    long end = whole.ends().values().stream().mapToLong(both -> both[1]).max().orElseThrow();
    for (long from = 1; from < end; from += step) {
      long first = from;
      long behind = from + length;
      Trace part = trace(run, "--trace-window", first + ":" + behind);
      part.slices().removeAll(whole.slices());
      assertThat(part.slices()).as("from %d", from).isEmpty();
      assertThat(whole.arrows()).as("from %d", from).containsAll(part.arrows());
      assertThat(part.arrows())
          .as("from %d", from)
          .containsAll(
              whole.arrows().stream()
                  .filter(arrow -> whole.ends().get(arrow)[0] > first)
                  .filter(arrow -> whole.ends().get(arrow)[1] < behind)
                  .toList());
    }
  }
}
