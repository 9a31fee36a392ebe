package org.ptoc.tools.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.ptoc.tools.data.Digests;
import org.ptoc.tools.report.JsonText;
import org.ptoc.tools.toolchain.PtoToolchain;
import org.ptoc.tools.toolchain.Toolchain;

/** {@code ptoc sweep} and {@code ptoc tune} as users call them. */
class SweepCommandTest {
  private static final String SCALE =
      """
      module {
        func.func @scale(%x: !pto.ptr<f32>, %y: !pto.ptr<f32>, %n: index) attributes {pto.entry, pto.aicore} {
          %c0 = arith.constant 0 : index
          %c1 = arith.constant 1 : index
          %rows = arith.constant ${ROWS} : index
          %columns = arith.constant 64 : index
          %two = arith.constant 2.0 : f32
          %in = pto.make_tensor_view %x, shape = [%n, %columns], strides = [%columns, %c1] : !pto.tensor_view<?x64xf32>
          %out = pto.make_tensor_view %y, shape = [%n, %columns], strides = [%columns, %c1] : !pto.tensor_view<?x64xf32>
          scf.for %row = %c0 to %n step %rows {
            %from = pto.partition_view %in, offsets = [%row, %c0], sizes = [%rows, %columns] : !pto.tensor_view<?x64xf32> -> !pto.partition_tensor_view<${ROWS}x64xf32>
            %to = pto.partition_view %out, offsets = [%row, %c0], sizes = [%rows, %columns] : !pto.tensor_view<?x64xf32> -> !pto.partition_tensor_view<${ROWS}x64xf32>
            %a = pto.alloc_tile : !pto.tile_buf<vec, ${ROWS}x64xf32>
            pto.tload ins(%from : !pto.partition_tensor_view<${ROWS}x64xf32>) outs(%a : !pto.tile_buf<vec, ${ROWS}x64xf32>)
            pto.tmuls ins(%a, %two : !pto.tile_buf<vec, ${ROWS}x64xf32>, f32) outs(%a : !pto.tile_buf<vec, ${ROWS}x64xf32>)
            pto.tstore ins(%a : !pto.tile_buf<vec, ${ROWS}x64xf32>) outs(%to : !pto.partition_tensor_view<${ROWS}x64xf32>)
          }
          return
        }
      }
      """;

  private static final String FOREVER =
      """
      func.func @k(%p: !pto.ptr<i32>) attributes {pto.aicore} {
        %c0 = arith.constant 0 : index
        %c1 = arith.constant 1 : index
        %n = arith.constant 1000000000000 : index
        %one = arith.constant 1 : i32
        scf.for %i = %c0 to %n step %c1 {
          pto.store_scalar %one, %p[%c0] : !pto.ptr<i32>, i32
        }
        return
      }
      """;

  private static final String STUCK =
      """
      func.func @k() attributes {pto.aicore} {
        pto.wait_flag["PIPE_MTE2", "PIPE_V", "EVENT_ID0"]
        return
      }
      """;

  private static final String PLAN =
      """
      kernels: scale.pto
      profiles: [a5, a2a3]
      options: ["", -fno-fuse]
      vary:
        ROWS: [8, 16, 4096]
        n: [32, 64]
      """;

  @TempDir Path directory;

  @BeforeEach
  void writeKernel() throws IOException {
    write("scale.pto", SCALE);
    write("plan.yaml", PLAN);
  }

  private Path write(String name, String text) throws IOException {
    return Files.writeString(directory.resolve(name), text);
  }

  private record Outcome(int status, String out, String err) {}

  private Outcome call(String... words) {
    return call(PtoToolchain::new, words);
  }

  private Outcome call(Supplier<Toolchain> toolchain, String... words) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int status =
        Ptoc.run(
            Stream.of(words).map(word -> word.replace("@", directory + "/")).toList(),
            new ByteArrayInputStream(new byte[0]),
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            toolchain);
    return new Outcome(
        status, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  private List<Map<String, Object>> results(String name) throws IOException {
    return Files.readAllLines(directory.resolve(name)).stream()
        .map(line -> JsonText.object(JsonText.parse(line)))
        .toList();
  }

  /** The bytes of a file of results without the wall times, which alone may differ. */
  private String timeless(String name) throws IOException {
    return Files.readString(directory.resolve(name)).replaceAll("\"wallMs\":[0-9.]+", "");
  }

  @Test
  void oneTwoAndEightThreadsAndShardsGiveTheSameBytes() throws IOException {
    assertThat(call("sweep", "@plan.yaml", "-o", "@1.jsonl", "--threads", "1").status())
        .isEqualTo(1);
    call("sweep", "@plan.yaml", "-o", "@2.jsonl", "--threads", "2");
    call("sweep", "@plan.yaml", "-o", "@8.jsonl", "--threads", "8");
    for (int shard = 1; shard <= 3; shard++) {
      call("sweep", "@plan.yaml", "-o", "@s" + shard + ".jsonl", "--shard", shard + "/3");
    }
    Outcome merged =
        call("sweep", "merge", "@s3.jsonl", "@s1.jsonl", "@s2.jsonl", "-o", "@m.jsonl");
    assertThat(merged.out()).contains("24 items: 16 ok, 8 rejected");
    String expected = timeless("1.jsonl");
    assertThat(expected.lines()).hasSize(24);
    assertThat(timeless("2.jsonl")).isEqualTo(expected);
    assertThat(timeless("8.jsonl")).isEqualTo(expected);
    assertThat(timeless("m.jsonl")).isEqualTo(expected);
  }

  /** The result of an item is that of the call of {@code ptoc run} with its arguments. */
  @Test
  @SuppressWarnings("unchecked")
  void anItemIsACallOfRun() throws IOException {
    call("sweep", "@plan.yaml", "-o", "@r.jsonl", "--where", "ROWS == 16 and n == 64");
    for (Map<String, Object> result : results("r.jsonl")) {
      write("plain.pto", SCALE.replace("${ROWS}", "16"));
      List<String> words = new ArrayList<>(List.of("run", "@plain.pto"));
      words.add("--profile=" + result.get("profile"));
      Stream.of(((String) result.get("options")).split(" "))
          .filter(w -> !w.isEmpty())
          .forEach(words::add);
      for (Object argument : (List<Object>) result.get("arguments")) {
        words.add("--arg=" + argument);
      }
      words.add("--dump");
      words.add("y=@y.bin");
      Outcome run = call(words.toArray(String[]::new));
      assertThat(run.status()).isZero();
      Map<String, Object> cycles = JsonText.object(result.get("cycles"));
      assertThat(run.out()).contains("cycles: " + cycles.get("documented") + " (documented)");
      assertThat(JsonText.object(result.get("outputs")))
          .containsEntry("y", Digests.of(Files.readAllBytes(directory.resolve("y.bin"))));
      Map<String, Object> busy = JsonText.object(result.get("busy"));
      assertThat(busy.values()).contains(result.get("roof"));
    }
  }

  @Test
  void whatFailsIsRecordedAndTheRestGoesOn() throws IOException {
    write("forever.pto", FOREVER);
    write("stuck.pto", STUCK);
    write("syntax.pto", "func.func @k( {");
    write("open.pto", SCALE.replace("${ROWS}", "${COLUMNS}"));
    write("latin.pto", "func").toFile();
    Files.write(directory.resolve("latin.pto"), new byte[] {(byte) 0xE9});
    write("empty.pto", "");
    write(
        "all.yaml",
        """
        kernels: [forever.pto, stuck.pto, syntax.pto, open.pto, missing.pto, latin.pto, empty.pto, scale.pto,
          {file: scale.pto, args: [auto, x=none.npy]}, {file: scale.pto, args: [auto, z=i32:1]},
          {file: scale.pto, functions: nothing}, {file: scale.pto, expect: {y: "ones:f32:16x64"}}]
        profiles: a5
        vary: {ROWS: 16}
        limit: 100000
        """);
    Outcome outcome = call("sweep", "@all.yaml", "-o", "@r.jsonl");
    assertThat(outcome.status()).isEqualTo(4);
    Map<String, String> ends =
        results("r.jsonl").stream()
            .collect(
                Collectors.groupingBy(
                    result -> (String) result.get("kernel"),
                    Collectors.mapping(
                        result -> (String) result.get("status"),
                        Collectors.collectingAndThen(
                            Collectors.toList(),
                            list -> String.join(" ", list.stream().sorted().toList())))));
    assertThat(ends)
        .containsEntry("forever.pto", "limit")
        .containsEntry("stuck.pto", "trapped")
        .containsEntry("syntax.pto", "rejected")
        .containsEntry("open.pto", "rejected")
        .containsEntry("missing.pto", "unreadable")
        .containsEntry("latin.pto", "unreadable")
        .containsEntry("empty.pto", "rejected")
        .containsEntry("scale.pto", "failed ok rejected rejected unreadable");
    assertThat(outcome.out())
        .contains("1 x limit PTO6012")
        .contains("open.pto:5: the text has ${COLUMNS}, and the plan does not vary it")
        .contains("3 x unreadable PTO6002: cannot read latin.pto: it is no UTF-8 text")
        .doesNotContain(directory.toString());
    assertThat(Files.readString(directory.resolve("r.jsonl")))
        .contains("cannot read missing.pto: no such file or directory")
        .contains("cannot read none.npy: no such file or directory")
        .doesNotContain(directory.toString());
  }

  /** A defect, no memory and no stack are results like others. */
  @Test
  void aCompilerThatFallsOverIsRecorded() throws IOException {
    for (String text : List.of("crash", "memory", "stack", "good")) {
      write(text + ".pto", "func.func @k // " + text);
    }
    write(
        "odd.yaml",
        "kernels: [crash.pto, memory.pto, stack.pto, good.pto]\nargs: [i32:1, \"zeros:i32:4\"]\n");
    Outcome outcome = call(StubToolchain::new, "sweep", "@odd.yaml", "-o", "@r.jsonl");
    assertThat(
            results("r.jsonl").stream()
                .map(result -> result.get("kernel") + " " + result.get("status")))
        .contains("crash.pto internal", "memory.pto exhausted", "stack.pto exhausted")
        .anyMatch(line -> line.startsWith("good.pto") && !line.endsWith("internal"));
    assertThat(outcome.out())
        .contains("internal error: IllegalStateException at StubToolchain.java");
  }

  @Test
  void aCacheGivesTheSameBytesAndIsFilledByWhatLasts() throws IOException {
    call("sweep", "@plan.yaml", "-o", "@1.jsonl", "--cache", "@cache");
    Outcome again = call("sweep", "@plan.yaml", "-o", "@2.jsonl", "--cache", "@cache");
    assertThat(again.out()).contains("; 24 from the cache;");
    assertThat(Files.readString(directory.resolve("2.jsonl")))
        .isEqualTo(Files.readString(directory.resolve("1.jsonl")));
    write("scale.pto", SCALE.replace("2.0", "3.0"));
    assertThat(call("sweep", "@plan.yaml", "-o", "@3.jsonl", "--cache", "@cache").out())
        .contains("; 0 from the cache;");
  }

  /** A process that is killed in the middle loses nothing that had ended; the rest runs on. */
  @Test
  void killAndResume() throws Exception {
    write("plan.yaml", PLAN.replace("n: [32, 64]", "n: {from: 64, to: 65536, times: 2}"));
    call("sweep", "@plan.yaml", "-o", "@whole.jsonl");
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:+UseSerialGC",
            "-cp",
            System.getProperty("java.class.path"),
            "org.ptoc.tools.cli.Main",
            "sweep",
            directory.resolve("plan.yaml").toString(),
            "-o",
            directory.resolve("r.jsonl").toString());
    Path part = directory.resolve("r.jsonl.part");
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("log").toFile())
            .start();
    while (process.isAlive() && (!Files.exists(part) || Files.readAllLines(part).size() < 4)) {
      Thread.sleep(5);
    }
    process.destroyForcibly().waitFor(60, TimeUnit.SECONDS);
    assertThat(part).as("the process ended before it was killed").exists();
    long kept = Files.readAllLines(part).size();
    Outcome resumed = call("sweep", "@plan.yaml", "-o", "@r.jsonl", "--resume");
    assertThat(resumed.out()).containsPattern("; [0-9]+ from the stopped run;");
    assertThat(kept).isBetween(4L, 131L);
    assertThat(timeless("r.jsonl")).isEqualTo(timeless("whole.jsonl"));
    assertThat(part).doesNotExist();
    assertThat(call("sweep", "@plan.yaml", "-o", "@r.jsonl", "--resume").out())
        .contains("; 132 from the stopped run;");
  }

  @Test
  void whatCannotBeWrittenIsToldOfAndTheTableIsThere() {
    Outcome outcome = call("sweep", "@plan.yaml", "-o", "@missing/r.jsonl");
    assertThat(outcome.status()).isEqualTo(2);
    assertThat(outcome.err()).contains("[PTO6003]");
    assertThat(outcome.out()).contains("24 items: 16 ok, 8 rejected");
  }

  @Test
  void aDryRunPrintsTheItems() {
    Outcome outcome = call("sweep", "@plan.yaml", "--dry-run", "--where", "profile == a5");
    assertThat(outcome.status()).isZero();
    assertThat(outcome.out())
        .endsWith("12 items\n")
        .containsPattern("(?m)^[0-9a-f]{12} scale.pto a5 \\[-fno-fuse] ROWS=16 n=64$");
    assertThat(directory.resolve("plan.results.jsonl")).doesNotExist();
    assertThat(call("sweep", "@plan.yaml", "--where", "profile == a9").err()).contains("[PTO6001]");
  }

  @Test
  void aPlanThatIsWrongIsRefusedWithItsLine() throws IOException {
    write("plan.yaml", "kernels: scale.pto\nvary: {ROWS: 16, rows: 8}\n");
    Outcome outcome = call("sweep", "@plan.yaml");
    assertThat(outcome.status()).isEqualTo(2);
    assertThat(outcome.err()).contains("plan.yaml:2:18: error: no kernel has a parameter %rows");
    for (String options :
        List.of("-fno-fuze", "--dump x=y.npy", "other.pto", "--bogus", "--html a")) {
      write("plan.yaml", "kernels: scale.pto\nvary: {ROWS: 16}\noptions: '" + options + "'\n");
      assertThat(call("sweep", "@plan.yaml").err())
          .contains("options '" + options + "'", "[PTO6016]");
    }
  }

  /** Counted, not made: a billion items take no longer than one. */
  @Test
  void tooManyItemsAreRefusedAtOnce() throws IOException {
    String many = "{from: 1, to: 100000}";
    write("plan.yaml", "kernels: scale.pto\nvary: {ROWS: " + many + ", n: " + many + "}\n");
    Outcome outcome = call("sweep", "@plan.yaml", "--where", "n == 3 and ROWS == 8");
    assertThat(outcome.status()).isEqualTo(2);
    assertThat(outcome.err())
        .contains("plan.yaml:1:10: error: the plan has more than 1000000 items");
  }

  /** A pipe would be waited for, a link to its own folder followed for ever. */
  @Test
  @DisabledOnOs(OS.WINDOWS)
  void onlyRegularFilesAreItems() throws Exception {
    Path pipe = directory.resolve("pipe.pto");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    Files.copy(directory.resolve("scale.pto"), directory.resolve("k.pto"));
    write("plan.yaml", "kernels: pipe.pto\nprofiles: a5\n");
    assertThat(call("sweep", "@plan.yaml", "--dry-run").out()).contains("1 item\n");
    Outcome run = call("sweep", "@plan.yaml");
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.out()).contains("cannot read pipe.pto: it is not a regular file");
    Files.move(pipe, directory.resolve("x.npy"));
    write(
        "plan.yaml", "kernels: scale.pto\nvary: {ROWS: 8}\nargs: [x=x.npy, auto]\nprofiles: a5\n");
    assertThat(call("sweep", "@plan.yaml").out())
        .contains("cannot read x.npy: it is not a regular file");
    Files.createSymbolicLink(directory.resolve("self"), directory);
    write("plan.yaml", "kernels: ../" + directory.getFileName() + "\n");
    Outcome loop = call("sweep", "@plan.yaml");
    assertThat(loop.status()).isEqualTo(2);
    assertThat(loop.err())
        .contains("self is a link to a directory that it lies in")
        .doesNotContain("Exception");
  }

  @Test
  void aKernelIsNoPlanAndAnEmptyPlanHasNoLineToShow() throws IOException {
    for (String command : List.of("sweep", "tune")) {
      Outcome outcome = call(command, "@scale.pto");
      assertThat(outcome.status()).isEqualTo(2);
      assertThat(outcome.err())
          .contains("scale.pto is a source text: 'ptoc compile' makes an object file of it")
          .hasLineCount(1);
    }
    write("empty.yaml", "\n");
    assertThat(call("sweep", "@empty.yaml").err()).contains("the plan is empty").hasLineCount(1);
  }

  @Test
  void theProfileOfTheTextNamesTheItemHoweverItEnds() throws IOException {
    String text = "module attributes {pto.target_arch = \"a3\"} {\n" + STUCK + "}\n";
    write("own.pto", text);
    write("wrong.pto", text.replace("wait_flag", "wait_flags"));
    write("own.yaml", "kernels: [own.pto, wrong.pto]\n");
    call("sweep", "@own.yaml", "-o", "@r.jsonl");
    assertThat(results("r.jsonl")).hasSize(2).allMatch(each -> each.get("profile").equals("a2a3"));
  }

  @Test
  void aPlanIsNoOutput() {
    assertThat(call("sweep", "@plan.yaml", "-o", "@plan.yaml").err()).contains("[PTO6001]");
    assertThat(call("sweep", "@plan.yaml", "--page", "@plan.yaml").err()).contains("[PTO6001]");
    assertThat(directory.resolve("plan.yaml")).hasContent(PLAN);
  }

  @Test
  void reportsForPeopleAndPrograms() throws IOException {
    Outcome csv =
        call("sweep", "@plan.yaml", "-o", "@r.jsonl", "--format", "csv", "--page", "@p.html");
    assertThat(csv.out().lines()).hasSize(25);
    assertThat(csv.out())
        .startsWith(
            "key,version,kernel,function,profile,options,seed,blocks,vary.ROWS,vary.n,status,cycles.calibrated");
    Outcome lines =
        call("sweep", "merge", "@r.jsonl", "--format", "jsonl", "--where", "status == ok");
    assertThat(lines.out().lines()).hasSize(16);
    assertThat(Files.readString(directory.resolve("r.jsonl")))
        .contains(lines.out().lines().toList());
    String page = Files.readString(directory.resolve("p.html"));
    assertThat(page)
        .contains("<svg", "<polyline", "8 × rejected PTO3006", "default-src 'none'")
        .doesNotContain("http://", "https://", "src=\"", "href");
  }

  @Test
  void aBaselineJudges() throws IOException {
    call("sweep", "@plan.yaml", "-o", "@before.jsonl");
    String before = Files.readString(directory.resolve("before.jsonl"));
    Outcome same = call("sweep", "merge", "@before.jsonl", "--baseline", "@before.jsonl");
    assertThat(same.status()).isEqualTo(1); // As the results themselves: some are rejected.
    assertThat(same.out()).doesNotContain("slower");
    write("faster.jsonl", before.replaceFirst("\"calibrated\":[0-9]+", "\"calibrated\":100"));
    Outcome worse =
        call("sweep", "merge", "@before.jsonl", "--baseline", "@faster.jsonl", "--fail-over", "2%");
    assertThat(worse.status()).isEqualTo(4);
    assertThat(worse.out()).contains("slower: scale.pto a2a3 ROWS=8 n=32: 100 -> ");
    assertThat(worse.err()).contains("1 item is worse than the baseline by more than 2 %");
    assertThat(
            call(
                    "sweep",
                    "merge",
                    "@before.jsonl",
                    "--baseline",
                    "@faster.jsonl",
                    "--fail-over",
                    "9999%")
                .status())
        .isEqualTo(1);
  }

  /** A baseline that lacks items or figures compares nothing, which is no agreement. */
  @Test
  void whatABaselineLacksIsCounted() throws IOException {
    write("plan.yaml", "kernels: scale.pto\nprofiles: a5\nvary: {ROWS: [8, 16], n: [32, 64]}\n");
    call("sweep", "@plan.yaml", "-o", "@all.jsonl");
    List<String> lines = Files.readAllLines(directory.resolve("all.jsonl"));
    write("half.jsonl", String.join("\n", lines.subList(0, 2)));
    write("none.jsonl", String.join("\n", lines).replaceAll("\"cycles\":\\{[^}]*},", ""));
    for (List<String> files :
        List.of(
            List.of("@all.jsonl", "@half.jsonl", "2 items were"),
            List.of("@half.jsonl", "@all.jsonl", "2 items were"),
            List.of("@all.jsonl", "@none.jsonl", "4 items were"))) {
      Outcome strict = call("sweep", "merge", files.get(0), "--baseline", files.get(1));
      assertThat(strict.status()).isEqualTo(4);
      assertThat(strict.err()).contains(files.get(2) + " not compared with the baseline");
      String allow = "--allow-unmatched";
      Outcome allowed = call("sweep", "merge", files.get(0), "--baseline", files.get(1), allow);
      assertThat(allowed.status()).isZero();
    }
    write("same.jsonl", String.join("\n", lines.subList(0, 3)));
    Outcome same = call("sweep", "@plan.yaml", "-o", "@same.jsonl", "--baseline", "@same.jsonl");
    assertThat(same.err()).contains("1 item was not compared with the baseline");
    write("cut.jsonl", lines.get(0) + "\n" + lines.get(1).substring(0, 500) + "\n");
    Outcome cut = call("sweep", "merge", "@all.jsonl", "--baseline", "@cut.jsonl");
    assertThat(cut.status()).isEqualTo(2);
    assertThat(cut.err()).contains("line 2 is no result of ptoc sweep, or is damaged");
  }

  @Test
  void aCacheThatCannotBeUsedIsRefusedBeforeAnythingRuns() throws IOException {
    write("file", "");
    for (String command : List.of("sweep", "tune")) {
      for (String cache : List.of("@file", "@file/below")) {
        Outcome outcome = call(command, "@plan.yaml", "--cache", cache);
        assertThat(outcome.status()).isEqualTo(2);
        assertThat(outcome.err()).contains("cannot write the directory of --cache").hasLineCount(1);
        assertThat(outcome.out()).isEmpty();
      }
    }
    assertThat(directory.resolve("plan.results.jsonl")).doesNotExist();
  }

  @Test
  void tuningFindsWhatASweepFinds() throws IOException {
    write(
        "plan.yaml",
        PLAN.replace("[8, 16, 4096]", "[1, 2, 4, 8, 16, 32, 64, 4096]")
            .replace("n: [32, 64]", "n: [64]"));
    call("sweep", "@plan.yaml", "-o", "@all.jsonl");
    Outcome tuned = call("tune", "@plan.yaml", "--budget", "10", "-o", "@trials.jsonl");
    assertThat(tuned.status()).isZero();
    for (String profile : List.of("a5", "a2a3")) {
      long best =
          results("all.jsonl").stream()
              .filter(
                  each -> each.get("profile").equals(profile) && each.get("status").equals("ok"))
              .mapToLong(each -> (Long) JsonText.object(each.get("cycles")).get("calibrated"))
              .min()
              .orElseThrow();
      assertThat(tuned.out()).contains("scale.pto " + profile + ": " + best + " cycles with ");
    }
    assertThat(tuned.out()).contains("times its roof: pipe ", "do not compile: ", "PTO3006");
    assertThat(results("trials.jsonl").stream().filter(each -> each.get("status").equals("ok")))
        .hasSizeLessThanOrEqualTo(20);
  }
}
