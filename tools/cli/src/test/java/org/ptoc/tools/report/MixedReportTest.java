package org.ptoc.tools.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ptoc.tools.json.JsonReader;

/** Reports of kernels of both kinds of cores (spec/70, 7.4), compared with their trace. */
class MixedReportTest {
  private static final String EXAMPLE = "../../examples/attention/";

  @TempDir Path directory;

  private String run(String profile, String... options) {
    List<String> call = new ArrayList<>();
    call.addAll(
        List.of("run", EXAMPLE + "attention-" + profile + ".pto", "--profile", profile, "-a"));
    call.addAll(List.of("q=" + EXAMPLE + "q.npy", "-a", "k=" + EXAMPLE + "k.npy", "-a"));
    call.addAll(List.of("v=" + EXAMPLE + "v.npy", "-a", "out=zeros:f32:64x64", "-a", "keys=256"));
    if (profile.equals("a2a3")) {
      call.addAll(List.of("--args", "auto"));
    }
    call.addAll(List.of(options));
    Example.Result result = Example.ptoc(call);
    assertThat(result.status()).as(result.err()).isZero();
    return result.out();
  }

  @SuppressWarnings("unchecked")
  private static List<Map<String, Object>> list(Object json) {
    return (List<Map<String, Object>>) json;
  }

  private static long number(Map<String, Object> fields, String name) {
    return ((Number) fields.get(name)).longValue();
  }

  @SuppressWarnings("unchecked")
  private Map<String, Object> report(String profile) {
    String json = run(profile, "--report=json");
    return (Map<String, Object>) JsonReader.read(json.substring(json.indexOf('{'))).orElseThrow();
  }

  private List<Map<String, Object>> trace(String profile) throws IOException {
    Path file = directory.resolve("trace.json");
    run(profile, "--trace-out", file.toString());
    return list(JsonReader.read(Files.readString(file)).orElseThrow());
  }

  /** Every wait of a core for another has an arrow from a signal that ends before it goes on. */
  @ParameterizedTest
  @ValueSource(strings = {"a5", "a2a3"})
  void everyWaitHasAnArrowFromItsSignal(String profile) throws IOException {
    Map<String, Map<String, Object>> words = new HashMap<>();
    Map<Long, Map<String, Object>> starts = new TreeMap<>();
    Map<Long, Map<String, Object>> ends = new TreeMap<>();
    long waits = 0;
    for (Map<String, Object> event : trace(profile)) {
      if (event.get("ph").equals("X") && event.get("name").toString().startsWith("x")) {
        long last = number(event, "ts") + number(event, "dur") - 1;
        words.put(
            place(event, event.get("name").equals("xset") ? last : number(event, "ts")), event);
        waits += event.get("name").equals("xwait") ? 1 : 0;
      } else if (event.get("name").equals("signal of a core")) {
        (event.get("ph").equals("s") ? starts : ends).put(number(event, "id"), event);
      }
    }
    assertThat(waits).isGreaterThan(20);
    assertThat(ends).hasSize((int) waits);
    assertThat(starts.keySet()).isEqualTo(ends.keySet());
    starts.forEach(
        (id, start) -> {
          Map<String, Object> end = ends.get(id);
          assertThat(words.get(place(start, number(start, "ts"))).get("name")).isEqualTo("xset");
          assertThat(words.get(place(end, number(end, "ts"))).get("name")).isEqualTo("xwait");
          assertThat(number(start, "ts")).isLessThan(number(end, "ts"));
          assertThat(number(start, "pid")).isNotEqualTo(number(end, "pid"));
        });
  }

  private static String place(Map<String, Object> event, long cycle) {
    return event.get("pid") + " " + event.get("tid") + " " + cycle;
  }

  /**
   * The path leads through the cores that others wait for, and its cycles are those of the slowest
   * one.
   */
  @ParameterizedTest
  @ValueSource(strings = {"a5", "a2a3"})
  void theCriticalPathGoesThroughAllCores(String profile) {
    Map<String, Object> report = report(profile);
    List<Map<String, Object>> path = list(report.get("criticalPath"));
    assertThat(path.stream().mapToLong(each -> number(each, "cycles")).sum())
        .isEqualTo(number(report, "total"));
    Set<Object> cores = path.stream().map(each -> each.get("core")).collect(Collectors.toSet());
    assertThat(cores).contains("block 0 AIC");
    assertThat(path).allMatch(each -> number(each, "cycles") >= 0);
  }

  /** What cores waited for is what their words in the trace waited, and rings lose nothing. */
  @ParameterizedTest
  @ValueSource(strings = {"a5", "a2a3"})
  void waitsAreThoseOfTheTrace(String profile) throws IOException {
    Map<String, Long> waits = new TreeMap<>();
    Map<Long, String> names = new HashMap<>();
    for (Map<String, Object> event : trace(profile)) {
      if (event.get("name").equals("process_name")) {
        String name = ((Map<?, ?>) event.get("args")).get("name").toString();
        names.put(number(event, "pid"), name.replaceAll(" of kernel .*", ""));
      } else if (event.get("name").equals("xwait")) {
        @SuppressWarnings("unchecked")
        Map<String, Object> arguments = (Map<String, Object>) event.get("args");
        if (arguments.get("stall_reason").equals("waiting for another core")) {
          waits.merge(
              names.get(number(event, "pid")), number(arguments, "stall_cycles"), Long::sum);
        }
      }
    }
    Map<String, Object> report = report(profile);
    Map<String, Long> reported = new TreeMap<>();
    for (Map<String, Object> core : list(report.get("cores"))) {
      @SuppressWarnings("unchecked")
      Map<String, Object> wait = (Map<String, Object>) core.get("wait");
      assertThat(wait.keySet())
          .containsExactlyInAnyOrder("xflag", "pipe_full", "pipe_empty", "syncall", "flag");
      assertThat(number(wait, "xflag") + number(wait, "syncall")).isZero();
      reported.put(
          core.get("core").toString(), number(wait, "pipe_full") + number(wait, "pipe_empty"));
    }
    assertThat(reported).isEqualTo(waits);
    List<Map<String, Object>> rings = list(report.get("rings"));
    assertThat(rings).extracting(ring -> ring.get("dir")).containsExactly("C2V", "V2C", "C2V");
    for (Map<String, Object> ring : rings) {
      assertThat(number(ring, "pushed")).isEqualTo(4).isEqualTo(number(ring, "popped"));
      assertThat(number(ring, "max_fill")).isBetween(1L, number(ring, "slots"));
    }
    long inRings =
        rings.stream()
            .mapToLong(ring -> number(ring, "full_cycles") + number(ring, "empty_cycles"))
            .sum();
    assertThat(inRings).isEqualTo(waits.values().stream().mapToLong(Long::longValue).sum());
  }

  /** A page has a lane for each pipe of each core of a block, and arrows between them. */
  @ParameterizedTest
  @ValueSource(strings = {"a5", "a2a3"})
  void thePageShowsAllCores(String profile) throws IOException {
    Path file = directory.resolve("page.html");
    run(profile, "--html", file.toString());
    String page = Files.readString(file);
    for (String lane : List.of("AIC M", "AIC FIX", "AIV0 V", "AIV1 V", "AIV1 MTE3")) {
      assertThat(page).contains("<g data-lane=\"" + lane + "\">");
    }
    assertThat(page).contains("<title>signal of a core</title>");
  }
}
