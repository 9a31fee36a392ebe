package org.ptoc.tools.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The reports of the examples: readable by others, consistent with the totals, the same every time.
 */
class ReportTest {
  @TempDir Path directory;

  private static String success(Example.Result result) {
    assertThat(result.status()).as(result.err()).isZero();
    assertThat(result.err()).isEmpty();
    return result.out();
  }

  private static Map<String, Object> json(Example example, String... options) {
    List<String> all = new ArrayList<>(List.of("--report=json"));
    all.addAll(List.of(options));
    return JsonText.object(JsonText.parse(success(example.run(all.toArray(String[]::new)))));
  }

  private static long number(Map<String, Object> object, String key) {
    return (Long) object.get(key);
  }

  private static long sum(List<Map<String, Object>> objects, String key) {
    return objects.stream().mapToLong(object -> number(object, key)).sum();
  }

  @ParameterizedTest
  @EnumSource(Example.class)
  void theSummaryNamesTheChosenModelFirst(Example example) {
    String plain = success(example.run());
    assertThat(plain).matches("cycles: \\d+ \\(calibrated\\)\ncycles: \\d+ \\(documented\\)\n");
    for (String model : example.models()) {
      String out = success(example.run("--timing", model));
      assertThat(out)
          .matches(
              model.equals("none")
                  ? "instructions: \\d+\n"
                  : "(?s)cycles: \\d+ \\(" + model + "\\)\n.*");
      assertThat(out.lines().count())
          .isEqualTo(
              switch (model) {
                case "none" -> 1;
                case "documented", "calibrated" -> 2;
                default -> 3;
              });
      if (!model.equals("none")) {
        assertThat(out.lines()).containsAll(plain.lines().toList());
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Example.class)
  void jsonFiguresAddUp(Example example) {
    for (String model : example.models()) {
      if (model.equals("none")) {
        continue;
      }
      Map<String, Object> report = json(example, "--timing", model, "--blocks", "2");
      long total = number(report, "total");
      assertThat(report).containsEntry("timing", model);
      assertThat(JsonText.object(report.get("totals"))).containsEntry(model, total);
      List<Map<String, Object>> pipes = JsonText.objects(report.get("pipes"));
      assertThat(pipes)
          .extracting(pipe -> pipe.get("pipe"))
          .containsExactly("S", "V", "MTE2", "MTE3");
      assertThat(pipes).allMatch(pipe -> number(pipe, "busy") + number(pipe, "idle") == total);
      assertThat(JsonText.objects(report.get("blocks")))
          .hasSize(2)
          .allMatch(block -> number(block, "total") <= total);
      long path = sum(JsonText.objects(report.get("criticalPath")), "cycles");
      assertThat(path).isEqualTo(total);
      bottleneckIsOnThePath(report, total);
      boolean assumed = example.profile().equals("a5");
      assertThat(report).containsEntry("dmaTiming", assumed ? "assumed" : "sourced");
    }
  }

  private static void bottleneckIsOnThePath(Map<String, Object> report, long total) {
    Map<String, Long> path = new TreeMap<>();
    for (Map<String, Object> segment : JsonText.objects(report.get("criticalPath"))) {
      path.merge((String) segment.get("pipe"), number(segment, "cycles"), Long::sum);
    }
    Map<String, Object> bottleneck = JsonText.object(report.get("bottleneck"));
    long most = path.values().stream().mapToLong(each -> each).max().orElseThrow();
    assertThat(number(bottleneck, "cycles")).isEqualTo(most);
    assertThat(path).containsEntry((String) bottleneck.get("pipe"), most);
    assertThat((BigDecimal) bottleneck.get("share"))
        .isEqualTo(new BigDecimal(most).divide(new BigDecimal(total), 4, RoundingMode.HALF_UP));
    assertThat((String) bottleneck.get("resource")).isNotEmpty();
  }

  @ParameterizedTest
  @EnumSource(Example.class)
  void withoutACycleModelInstructionsAreCounted(Example example) {
    Map<String, Object> report = json(example, "--timing", "none");
    assertThat(report).doesNotContainKeys("total", "totals", "stalls", "bottleneck");
    List<Map<String, Object>> pipes = JsonText.objects(report.get("pipes"));
    assertThat(pipes).allMatch(pipe -> pipe.keySet().equals(Set.of("pipe", "instructions")));
    assertThat(sum(pipes, "instructions")).isEqualTo(number(report, "instructions"));
    assertThat(sum(JsonText.objects(report.get("lines")), "executions"))
        .isEqualTo(number(report, "instructions"));
    String text = success(example.run("--timing", "none", "--report"));
    assertThat(text)
        .contains(number(report, "instructions") + " instructions executed")
        .doesNotContain("cycles", "utilisation", "bottleneck", "%");
    assertThat(example.run("--timing", "none", "--clock", "1000").status()).isEqualTo(2);
  }

  /** The scalar pipe also fetches for the others, which belongs to no line. */
  @ParameterizedTest
  @EnumSource(Example.class)
  void linesAddUpToTheWorkOfThePipes(Example example) {
    Map<String, Object> report = json(example);
    List<Map<String, Object>> pipes = JsonText.objects(report.get("pipes"));
    long scalar = 2 * number(pipes.getFirst(), "instructions");
    long others = sum(pipes.subList(1, 4), "busy");
    assertThat(sum(JsonText.objects(report.get("lines")), "cycles")).isEqualTo(scalar + others);
    assertThat(sum(JsonText.objects(report.get("lines")), "executions"))
        .isEqualTo(number(report, "instructions"));
  }

  @ParameterizedTest
  @EnumSource(Example.class)
  void theReportFitsATerminal(Example example) {
    String out = success(example.run("--report", "--timeline"));
    assertThat(out)
        .startsWith("cycles: ")
        .contains("  bottleneck: ", " of the critical path; ")
        .contains("critical path", "hottest source lines", "stalls", "memory", "pipe ");
    assertThat(out.lines()).allMatch(line -> line.length() <= 100);
    assertThat(out.contains("dma-timing: assumed")).isEqualTo(example.profile().equals("a5"));
    assertThat(
            out.lines()
                .dropWhile(line -> !line.startsWith("critical path"))
                .takeWhile(line -> !line.startsWith("timeline")))
        .hasSizeLessThanOrEqualTo(24);
  }

  @ParameterizedTest
  @EnumSource(Example.class)
  void functionalResultsDoNotDependOnTheModel(Example example) throws IOException {
    byte[] first = {};
    for (String model : example.models()) {
      Path dump = directory.resolve(model + ".bin");
      success(example.run("--timing", model, "--report", "--dump", "2=" + dump));
      byte[] bytes = Files.readAllBytes(dump);
      assertThat(bytes).isEqualTo(first.length == 0 ? bytes : first);
      first = bytes;
    }
  }

  private record Slice(long start, long done) {}

  @ParameterizedTest
  @EnumSource(Example.class)
  void traceLanesDoNotOverlapAndFlowsArePaired(Example example) throws IOException {
    Path file = directory.resolve("trace.json");
    Map<String, Object> report = json(example, "--trace-out", file.toString(), "--blocks", "2");
    List<Map<String, Object>> trace = JsonText.objects(JsonText.parse(Files.readString(file)));
    Map<String, List<Slice>> lanes = new HashMap<>();
    Map<Long, Map<String, Object>> open = new HashMap<>();
    List<String> names = new ArrayList<>();
    for (Map<String, Object> event : trace) {
      String lane = event.get("pid") + "/" + event.get("tid");
      switch ((String) event.get("ph")) {
        case "X" -> {
          check(event);
          lanes
              .computeIfAbsent(lane, key -> new ArrayList<>())
              .add(new Slice(number(event, "ts"), number(event, "ts") + number(event, "dur")));
        }
        case "s" -> assertThat(open.put(number(event, "id"), event)).isNull();
        case "f" -> {
          Map<String, Object> start = open.remove(number(event, "id"));
          assertThat(start).isNotNull().containsEntry("name", event.get("name"));
          assertThat(number(start, "ts")).isLessThanOrEqualTo(number(event, "ts"));
          assertThat(lanes.get(lane)).anyMatch(slice -> slice.start() == number(event, "ts"));
        }
        default -> {
          if (event.get("name").equals("thread_name")) {
            names.add(event.get("pid") + " " + JsonText.object(event.get("args")).get("name"));
          }
        }
      }
    }
    assertThat(open).isEmpty();
    assertThat(names)
        .doesNotHaveDuplicates()
        .contains("0 S", "0 V", "0 MTE2", "0 MTE3", "1 S", "1 V", "1 MTE2", "1 MTE3");
    lanes.forEach(
        (lane, slices) -> {
          List<Slice> sorted = new ArrayList<>(slices);
          sorted.sort(java.util.Comparator.comparingLong(Slice::start));
          for (int i = 1; i < sorted.size(); i++) {
            assertThat(sorted.get(i).start())
                .as(lane)
                .isGreaterThanOrEqualTo(sorted.get(i - 1).done());
          }
        });
    List<Map<String, Object>> pipes = JsonText.objects(report.get("pipes"));
    assertThat(time(lanes.get("0/1"))).isEqualTo(number(pipes.get(1), "busy"));
    assertThat(time(lanes.get("0/4"))).isEqualTo(number(pipes.get(2), "busy"));
    assertThat(time(lanes.get("1/5"))).isEqualTo(number(pipes.get(3), "busy"));
  }

  @Test
  void processesOfATraceAreTheCoresInOrder() throws IOException {
    Path file = directory.resolve("trace.json");
    String kernel = "../../examples/attention/attention-a5.pto";
    String options = " --profile a5 --args auto --blocks 2 --trace-out " + file;
    assertThat(Example.ptoc(List.of(("run " + kernel + options).split(" "))).status()).isZero();
    List<Object> names = new ArrayList<>();
    for (Map<String, Object> event : JsonText.objects(JsonText.parse(Files.readString(file)))) {
      if (event.get("name").equals("process_name")) {
        assertThat(number(event, "pid")).isEqualTo(names.size());
        names.add(JsonText.object(event.get("args")).get("name"));
      }
    }
    assertThat(names)
        .containsExactly(
            "block 0 AIC of kernel attention",
            "block 0 AIV0 of kernel attention",
            "block 0 AIV1 of kernel attention",
            "block 1 AIC of kernel attention",
            "block 1 AIV0 of kernel attention",
            "block 1 AIV1 of kernel attention");
  }

  private static long time(List<Slice> slices) {
    return slices.stream().mapToLong(slice -> slice.done() - slice.start()).sum();
  }

  private static void check(Map<String, Object> event) {
    Map<String, Object> arguments = JsonText.object(event.get("args"));
    assertThat(arguments)
        .containsKeys(
            "pc",
            "word",
            "operands",
            "line",
            "start_cycle",
            "done_cycle",
            "model",
            "parameter_set");
    assertThat(arguments).containsEntry("start_cycle", event.get("ts"));
    assertThat((String) arguments.get("word")).matches("0x[0-9a-f]{16}");
    assertThat((String) arguments.get("operands")).startsWith((String) event.get("name"));
    if (number(event, "tid") < 100) {
      assertThat(arguments).containsKeys("stall_reason", "stall_cycles");
    }
  }

  @Test
  void kanataLogsAreWellFormed() throws IOException {
    Path file = directory.resolve("k.kanata");
    success(Example.VADD_A5.run("--kanata", file.toString()));
    List<String> lines = Files.readAllLines(file);
    assertThat(lines.getFirst()).isEqualTo("Kanata\t0004");
    assertThat(lines.get(1)).matches("C=\t\\d+");
    Map<String, String> stage = new HashMap<>();
    int begun = 0;
    int retired = 0;
    for (String line : lines.subList(2, lines.size())) {
      String[] fields = line.split("\t");
      switch (fields[0]) {
        case "C" -> assertThat(Integer.parseInt(fields[1])).isPositive();
        case "I" -> assertThat(fields[1]).isEqualTo("" + begun++);
        case "L" -> assertThat(fields).hasSize(4);
        case "S" -> assertThat(stage.put(fields[1], fields[3])).as(line).isNull();
        case "E" -> assertThat(stage.remove(fields[1])).isEqualTo(fields[3]);
        case "R" -> assertThat(fields[2]).isEqualTo("" + retired++);
        default -> throw new AssertionError(line);
      }
    }
    // 16 iterations of mask, two loads, sum and store
    assertThat(begun).isEqualTo(16 * 5).isEqualTo(retired);
    assertThat(stage).isEmpty();
    success(Example.VADD_A5.run("--kanata", file.toString(), "--regions", "2-3"));
    assertThat(file).hasContent("Kanata\t0004\n");
  }

  @ParameterizedTest
  @EnumSource(Example.class)
  void tablesAddUp(Example example) throws IOException {
    Path tables = directory.resolve("a/b");
    Map<String, Object> report = json(example, "--csv", tables.toString());
    List<String> pipes = Files.readAllLines(tables.resolve("pipes.csv"));
    assertThat(pipes).hasSize(5).first().asString().contains("pipe").contains("cycles");
    for (int i = 0; i < 4; i++) {
      String[] fields = pipes.get(i + 1).split(",");
      assertThat(Long.parseLong(fields[5]))
          .isEqualTo(number(JsonText.objects(report.get("pipes")).get(i), "busy"));
      assertThat(Long.parseLong(fields[2])).isEqualTo(number(report, "total"));
    }
    List<String> rows = Files.readAllLines(tables.resolve("instr.csv"));
    assertThat(rows.getFirst()).contains("instr", "pipe", "cycles");
    long executed = rows.stream().skip(1).mapToLong(row -> Long.parseLong(row.split(",")[5])).sum();
    long busy = rows.stream().skip(1).mapToLong(row -> Long.parseLong(row.split(",")[7])).sum();
    assertThat(executed).isEqualTo(number(report, "instructions"));
    assertThat(busy).isEqualTo(sum(JsonText.objects(report.get("lines")), "cycles"));
  }

  @Test
  void tablesNeedNoCycleModel() throws IOException {
    success(Example.TOPK_A2A3.run("--csv", directory.toString(), "--timing", "none"));
    assertThat(Files.readAllLines(directory.resolve("pipes.csv")))
        .hasSize(5)
        .element(1)
        .asString()
        .matches("0,S,\\d+,0,0,\\d+,\\d+,\\d+");
  }

  @ParameterizedTest
  @EnumSource(Example.class)
  void theSameRunGivesTheSameBytes(Example example) throws IOException {
    for (String threads : List.of("1", "2", "4")) {
      Path out = Files.createDirectories(directory.resolve(threads));
      String text =
          success(
              example.run(
                  "--report",
                  "--timeline",
                  "--blocks",
                  "4",
                  "--threads",
                  threads,
                  "--trace-out",
                  out.resolve("t").toString(),
                  "--html",
                  out.resolve("h").toString(),
                  "--csv",
                  out.resolve("c").toString()));
      Files.writeString(out.resolve("text"), text);
      for (String file : List.of("t", "h", "c/instr.csv", "c/pipes.csv", "text")) {
        assertThat(out.resolve(file)).hasSameBinaryContentAs(directory.resolve("1").resolve(file));
      }
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "VADD_A5; --timing grouped; profile a5 has no timing model 'grouped'; documented,"
            + " calibrated, scoreboard, none",
        "TOPK_A2A3; --timing scoreboard; has no timing model 'scoreboard'; documented, grouped,"
            + " calibrated, none",
        "VADD_A5; --timing calibratd; did you mean 'calibrated'; --timing takes",
        "VADD_A5; --report=xml; 'xml' is no value of --report; text, json",
        "TOPK_A2A3; --kanata k; profile a2a3 does not have; --kanata",
        "VADD_A5; --kanata k --timing scoreboard; --timing scoreboard does not have; --kanata",
        "VADD_A5; --timeline --timing none; --timeline needs a cycle model; none",
        "VADD_A5; --html h --timing none; --html needs a cycle model; none",
        "VADD_A5; --report=json --timeline; --timeline would print text; one object",
        "VADD_A5; --regions 0-4; '0-4' is no value of --regions; 1-8",
        "VADD_A5; --trace-out -; --trace-out needs a file name; summary",
        "VADD_A5; --regions x; 'x' is no value of --regions; 1-8",
        "VADD_A5; --html no/such/folder/x.html; cannot write; no such file",
      })
  void wrongOptionsSayWhatIsRight(Example example, String options, String message, String hint) {
    Example.Result result = example.run(options.split(" "));
    assertThat(result.status()).isEqualTo(2);
    assertThat(result.err()).contains(message).contains(hint);
    assertThat(result.out()).isEmpty();
  }

  @Test
  void reportTakesNoFileForItsFormat() {
    List<String> arguments =
        List.of("run", "--report", "../../examples/vadd/vadd.pto", "--kernel", "vadd");
    assertThat(Example.ptoc(arguments).err()).contains("takes 4 arguments");
  }

  @Test
  void constantsComeWithTheirSources() {
    String out =
        success(Example.ptoc(List.of("explain-timing", "pto.vadd", "gm_to_ub", "--profile", "a5")));
    assertThat(out)
        .contains("vadd, profile a5, pipe V")
        .contains("latency 7 [S]\n")
        .contains("startup 264 [P] assumed")
        .contains("[S] seed documents");
    String both = success(Example.ptoc(List.of("explain-timing", "vexp")));
    assertThat(both).contains("profile a5").contains("profile a2a3").contains("per repeat 4 [S]");
    assertThat(both.lines()).allMatch(line -> line.length() <= 120);
    assertThat(Example.ptoc(List.of("explain-timing", "vaddd")))
        .satisfies(
            result -> {
              assertThat(result.status()).isEqualTo(2);
              assertThat(result.err()).contains("did you mean 'vadd'?");
            });
    assertThat(success(Example.ptoc(List.of("explain-timing", "tadd", "--profile", "a2a3"))))
        .contains("vadd.f32: documented, grouped: startup 14 [S], completion 19 [S]")
        .contains("documented 38, grouped 38, calibrated 29"); // movi 3, movhi 1, set_flag 1
    assertThat(Example.ptoc(List.of("explain-timing", "alloc_tile")).err())
        .contains("no cycles of its own");
  }

  @Test
  void everyInstructionOfBothProfilesCanBeExplained() {
    for (var profile : org.ptoc.ir.isa.Profile.values()) {
      for (var row : org.ptoc.ir.isa.InstructionTable.of(profile).definitions()) {
        assertThat(TimingConstants.of(row, profile))
            .as(row.mnemonic())
            .contains("documented")
            .contains("[");
      }
    }
  }

  @Test
  void numbersAreRoundedHalfUp() {
    assertThat(
            Arrays.asList(
                Numbers.ratio(1, 3),
                Numbers.ratio(1, 20),
                Numbers.ratio(5, 0),
                Numbers.percent(1, 8)))
        .containsExactly("0.3", "0.1", "0.0", "12.5 %");
  }

  /** No line is wider than was asked for but for a name that does not fit; nothing is lost. */
  @ParameterizedTest
  @EnumSource(Example.class)
  void reportsFitTheWidth(Example example) {
    String usual = success(example.run("--report", "--timeline"));
    assertThat(usual.lines()).allMatch(line -> line.length() <= 100);
    for (int width : new int[] {40, 60, 80, 200}) {
      String fitted = success(example.run("--report", "--timeline", "--width=" + width));
      assertThat(fitted.lines())
          .allMatch(line -> line.length() <= width || !line.strip().contains(" "));
      String report = usual.substring(0, usual.indexOf("hottest source lines"));
      assertThat(fitted.substring(0, fitted.indexOf("timeline of block")).split("\\s+"))
          .containsSubsequence(report.split("\\s+"));
      assertThat(fitted.lines().filter(line -> line.contains("|") && line.contains("#")))
          .isNotEmpty();
    }
    assertThat(example.run("--report", "--width=39").status()).isEqualTo(2);
  }

  /** Ticks stand at the columns of round cycles. */
  @Test
  void ticksOfTheTimelineAreRound() {
    String out = success(Example.VADD_FLAGS_A5.run("--timeline", "--width=108"));
    List<String> lines = out.lines().toList();
    int axis =
        lines.indexOf(
            lines.stream().filter(l -> l.startsWith("     +|")).findFirst().orElseThrow());
    String numbers = lines.get(axis + 1);
    assertThat(numbers.strip().split(" +"))
        .containsExactly(
            "0", "100", "200", "300", "400", "500", "600", "700", "800", "900", "cycles");
    for (String number : List.of("0", "200", "400", "600", "800")) {
      assertThat(lines.get(axis).charAt(numbers.indexOf(" " + number) + 1)).isEqualTo('|');
    }
  }
}
