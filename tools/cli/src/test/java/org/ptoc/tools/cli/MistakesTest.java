package org.ptoc.tools.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.ptoc.tools.report.JsonText;

/**
 * The corpus of beginner's mistakes in {@code mistakes.txt}: the right fix is offered, and each fix
 * that is offered, applied alone to the text, removes its diagnostic and adds none.
 */
class MistakesTest {
  private static final String TILES =
      """
      func.func @k(%%in: !pto.ptr<f32, gm>, %%out: !pto.ptr<f32, gm>, %%s: f32) attributes {pto.aicore} {
        %%c0 = arith.constant 0 : index
        %%c1 = arith.constant 1 : index
        %%c4 = arith.constant 4 : index
        %%c8 = arith.constant 8 : index
        %%c64 = arith.constant 64 : index
        %%view = pto.make_tensor_view %%in, shape = [%%c8, %%c64], strides = [%%c64, %%c1] : !pto.tensor_view<8x64xf32>
        %%gone = pto.make_tensor_view %%out, shape = [%%c8, %%c64], strides = [%%c64, %%c1] : !pto.tensor_view<8x64xf32>
        %%from = pto.partition_view %%view, offsets = [%%c0, %%c0], sizes = [%%c8, %%c64] \
      : !pto.tensor_view<8x64xf32> -> !pto.partition_tensor_view<8x64xf32>
        %%to = pto.partition_view %%gone, offsets = [%%c0, %%c0], sizes = [%%c8, %%c64] \
      : !pto.tensor_view<8x64xf32> -> !pto.partition_tensor_view<8x64xf32>
        %%a = pto.alloc_tile : !pto.tile_buf<vec, 8x64xf32>
        %%b = pto.alloc_tile : !pto.tile_buf<vec, 8x64xf32>
        pto.tload ins(%%from : !pto.partition_tensor_view<8x64xf32>) outs(%%a : !pto.tile_buf<vec, 8x64xf32>)
        pto.tabs ins(%%a : !pto.tile_buf<vec, 8x64xf32>) outs(%%b : !pto.tile_buf<vec, 8x64xf32>)
      %s
        pto.tstore ins(%%b : !pto.tile_buf<vec, 8x64xf32>) outs(%%to : !pto.partition_tensor_view<8x64xf32>)
        return
      }
      """;

  private static final String VECTORS =
      """
      func.func @k(%%p: !pto.ptr<f32, ub>) attributes {pto.aicore} {
        %%c0 = arith.constant 0 : index
        pto.vecscope {
          %%all = pto.pset_b32 "PAT_ALL" : !pto.mask<b32>
          %%all16 = pto.pset_b16 "PAT_ALL" : !pto.mask<b16>
          %%x = pto.vlds %%p[%%c0] : !pto.ptr<f32, ub> -> !pto.vreg<64xf32>
      %s
        }
        return
      }
      """;

  @TempDir Path directory;

  private record Mistake(String title, String fix, String text) {
    @Override
    public String toString() {
      return title;
    }
  }

  /** What a finding says, wherever a fix has moved it. */
  private record Found(String code, long line, String message) {}

  private static List<Mistake> mistakes() throws IOException {
    List<Mistake> mistakes = new ArrayList<>();
    String all;
    try (InputStream in = MistakesTest.class.getResourceAsStream("mistakes.txt")) {
      all = new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
    for (String block : all.split("\n\n")) {
      if (block.startsWith("#")) {
        continue;
      }
      String[] parts = block.split("\n", 3);
      String title = parts[0];
      String text =
          title.startsWith("tile: ")
              ? TILES.formatted(parts[2].stripTrailing().indent(2).stripTrailing())
              : title.startsWith("vector: ")
                  ? VECTORS.formatted(parts[2].stripTrailing().indent(4).stripTrailing())
                  : parts[2];
      mistakes.add(new Mistake(title, parts[1].substring("fix: ".length()), text));
    }
    return mistakes;
  }

  private static Stream<Mistake> eachMistake() throws IOException {
    return mistakes().stream();
  }

  @Test
  void theCorpusIsLargeEnough() throws IOException {
    assertThat(mistakes()).hasSizeGreaterThanOrEqualTo(60).doesNotHaveDuplicates();
  }

  @Test
  void theTextsAroundTheMistakesAreRight() throws IOException {
    assertThat(findings(TILES.formatted(""))).isEmpty();
    assertThat(
            findings(
                VECTORS.formatted(
                    "    pto.vsts %x, %p[%c0], %all : !pto.vreg<64xf32>, !pto.ptr<f32, ub>,"
                        + " !pto.mask<b32>")))
        .isEmpty();
  }

  @ParameterizedTest
  @MethodSource("eachMistake")
  void everyFixRemovesItsDiagnosticAndAddsNone(Mistake mistake) throws IOException {
    List<Map<?, ?>> findings = findings(mistake.text);
    // Rows and columns of one tile are two findings with one answer.
    int expected = mistake.title.contains("rows and columns") ? 2 : 1;
    assertThat(findings).as(mistake.text).hasSize(expected);
    List<Found> before = findings.stream().map(MistakesTest::found).toList();
    List<String> offered = new ArrayList<>();
    for (Map<?, ?> finding : findings) {
      for (Object each : finding.get("fixes") instanceof List<?> fixes ? fixes : List.of()) {
        Map<?, ?> fix = (Map<?, ?>) each;
        List<Found> left = new ArrayList<>(before);
        left.remove(found(finding));
        String changed = applied(mistake.text, fix, offered);
        List<Found> after = findings(changed).stream().map(MistakesTest::found).toList();
        assertThat(left).as("fix of %s%n%s", finding.get("message"), changed).containsAll(after);
        assertThat(after).as(offered.getLast()).doesNotContain(found(finding));
      }
    }
    if (mistake.fix.equals("none")) {
      assertThat(offered).isEmpty();
    } else {
      assertThat(offered).as("%s", before).contains(mistake.fix);
    }
  }

  private static String applied(String text, Map<?, ?> fix, List<String> offered) {
    int start = (int) number(fix, "column") - 1;
    for (int i = 1; i < number(fix, "line"); i++) {
      start += text.split("\n", -1)[i - 1].length() + 1;
    }
    int end = start + (int) number(fix, "length");
    String old = text.substring(start, end);
    String replacement = (String) fix.get("replacement");
    offered.add(
        old.isEmpty()
            ? "insert `" + replacement.strip() + "`"
            : "replace `" + old + "` with `" + replacement + "`");
    return text.substring(0, start) + replacement + text.substring(end);
  }

  private List<Map<?, ?>> findings(String text) throws IOException {
    Path file = Files.writeString(directory.resolve("kernel.pto"), text);
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Ptoc.run(
        List.of(
            "check",
            file.toString(),
            "--profile=a5",
            "--diagnostic-format=json",
            "-Wno-unused-result", // The texts are about one line each.
            "-Wno-unread-tile",
            "-Wno-unwritten-tile"),
        new ByteArrayInputStream(new byte[0]),
        new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8),
        new PrintStream(err, true, StandardCharsets.UTF_8));
    List<Map<?, ?>> findings = new ArrayList<>();
    for (String line : err.toString(StandardCharsets.UTF_8).lines().toList()) {
      findings.add((Map<?, ?>) JsonText.parse(line));
    }
    return findings;
  }

  private static Found found(Map<?, ?> finding) {
    return new Found(
        (String) finding.get("code"), number(finding, "line"), (String) finding.get("message"));
  }

  private static long number(Map<?, ?> object, String key) {
    return object.get(key) instanceof Number number ? number.longValue() : 0;
  }
}
