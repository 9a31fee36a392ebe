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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ptoc.tools.report.JsonText;

/** Diagnostics that know a fix carry it, and the text is accepted after the fix. */
class FixTest {
  private static final String VECTORS =
      """
      func.func @k(%%source: !pto.ptr<f32, ub>) {
        %%zero = arith.constant 0 : index
        pto.vecscope {
          %%mask = pto.pset_b32 "PAT_ALL" : !pto.mask<b32>
          %%loaded = pto.vlds %%source[%%zero] : !pto.ptr<f32, ub> -> !pto.vreg<64xf32>
          %s
        }
        return
      }
      """;

  @TempDir Path directory;

  private record Outcome(int status, String out, String err) {}

  private Outcome check(String text, String... options) throws IOException {
    Path file = Files.writeString(directory.resolve("kernel.pto"), text);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    // The texts are about one line each, whose result nobody uses.
    List<String> words =
        new ArrayList<>(
            List.of("check", file.toString(), "-Wno-unused-result", "-Wno-unread-tile"));
    words.addAll(List.of(options));
    int status =
        Ptoc.run(
            words,
            new ByteArrayInputStream(new byte[0]),
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8));
    String prefix = directory + "/";
    return new Outcome(
        status,
        out.toString(StandardCharsets.UTF_8),
        err.toString(StandardCharsets.UTF_8).replace(prefix, ""));
  }

  /** The text after the first fix of each diagnostic, from the last place to the first. */
  private String applied(String text, String... options) throws IOException {
    List<String> words = new ArrayList<>(List.of(options));
    words.add("--diagnostic-format=json");
    StringBuilder changed = new StringBuilder(text);
    for (String line : check(text, words.toArray(String[]::new)).err.lines().toList().reversed()) {
      List<?> fixes = (List<?>) ((Map<?, ?>) JsonText.parse(line)).get("fixes");
      Map<?, ?> fix = (Map<?, ?>) fixes.getFirst();
      int start = number(fix, "column") - 1;
      for (int i = 1; i < number(fix, "line"); i++) {
        start += text.split("\n", -1)[i - 1].length() + 1;
      }
      changed.replace(start, start + number(fix, "length"), (String) fix.get("replacement"));
    }
    return changed.toString();
  }

  private static int number(Map<?, ?> object, String key) {
    return ((Number) object.get(key)).intValue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      textBlock =
          """
          %r = pto.vaddd %loaded, %loaded, %mask \
              : !pto.vreg<64xf32>, !pto.vreg<64xf32>, !pto.mask<b32> -> !pto.vreg<64xf32> \
              | replace `pto.vaddd` with `pto.vadd`
          vaddd %r, %loaded, %loaded, %mask \
              | replace `vaddd` with `vadd`
          %r = pto.vabs %laoded, %mask : !pto.vreg<64xf32>, !pto.mask<b32> -> !pto.vreg<64xf32> \
              | replace `%laoded` with `%loaded`
          %r = pto.pset_b32 "PAT_AL" : !pto.mask<b32> \
              | replace `"PAT_AL"` with `"PAT_ALL"`
          %r = pto.vlds %source[%zero] {dist = "NORMM"} : !pto.ptr<f32, ub> -> !pto.vreg<64xf32> \
              | replace `"NORMM"` with `"NORM"`
          %r = pto.vcvt %loaded, %mask {rnd = "R", sat = "SAT"} \
              : !pto.vreg<64xf32>, !pto.mask<b32> -> !pto.vreg<128xf16> \
              | insert `part = "EVEN",`
          %r = pto.vabs %loaded, %mask : !pto.vrge<64xf32>, !pto.mask<b32> -> !pto.vreg<64xf32> \
              | replace `!pto.vrge` with `!pto.vreg`
          %r = pto.vabs %loaded, %mask : !pto.vreg<64xf31>, !pto.mask<b32> -> !pto.vreg<64xf32> \
              | replace `f31` with `f32`
          %c = arith.addi %zero, %zero : indx \
              | replace `indx` with `index`
          %c = arith.cmpi lt, %zero, %zero : index \
              | replace `lt` with `slt`
          """)
  void theFirstFixIsRight(String statement, String fix) throws IOException {
    String text = VECTORS.formatted(statement);
    Outcome rejected = check(text, "--profile=a5");
    assertThat(rejected.status).isEqualTo(1);
    assertThat(rejected.err).contains(": fix: " + fix + "\n");
    assertThat(check(applied(text, "--profile=a5"), "--profile=a5"))
        .isEqualTo(new Outcome(0, "", ""));
  }

  @Test
  void aMisspeltAttributeThatMayBeMissingIsAWarningWithTheNameThatWasMeant() throws IOException {
    String text =
        VECTORS.formatted(
            "%r = pto.vlds %source[%zero] {dits = \"NORM\"} : !pto.ptr<f32, ub> ->"
                + " !pto.vreg<64xf32>");
    Outcome warned = check(text, "--profile=a5");
    assertThat(warned.status).isZero();
    assertThat(warned.err).contains(": fix: replace `dits` with `dist`\n");
    assertThat(check(applied(text, "--profile=a5"), "--profile=a5"))
        .isEqualTo(new Outcome(0, "", ""));
  }

  @Test
  void aMissingConversionAttributeIsWritten() throws IOException {
    String text =
        VECTORS.formatted(
            "%r = pto.vcvt %loaded, %mask : !pto.vreg<64xf32>, !pto.mask<b32> ->"
                + " !pto.vreg<64xi32>");
    Outcome warned = check(text, "--profile=a5");
    assertThat(warned.status).isZero();
    assertThat(warned.err).contains("kernel.pto:6:33: fix: insert `{rnd = \"R\"}`\n");
    String once = applied(text.replace("%mask :", "%mask {rnd = \"R\"} :"), "--profile=a5");
    assertThat(once).contains("{sat = \"NOSAT\", rnd = \"R\"}");
    assertThat(check(once, "--profile=a5").err).isEmpty();
  }

  @Test
  void eachTileWithShortRowsIsOneErrorWithTheTypeThatHasRoom() throws IOException {
    String text =
        """
        func.func @k() attributes {pto.entry} {
          %v = pto.alloc_tile : !pto.tile_buf<vec, 16x50xf32>
          %w = pto.alloc_tile : !pto.tile_buf<vec, 15x50xf32>
          %u = pto.alloc_tile : !pto.tile_buf<vec, 16x50xf32>
          pto.texpands ins(1.0) outs(%v)
          pto.texpands ins(1.0) outs(%w)
          pto.tadd ins(%v, %v) outs(%u)
          pto.tmul ins(%u, %v) outs(%u)
          pto.tabs ins(%w) outs(%w)
          return
        }
        """;
    Outcome rejected = check(text, "--profile=a5");
    assertThat(rejected.err.lines().filter(line -> line.contains(" error: "))).hasSize(3);
    assertThat(rejected.err).doesNotContain("warning");
    assertThat(check(applied(text, "--profile=a5"), "--profile=a5"))
        .isEqualTo(new Outcome(0, "", ""));
  }

  @Test
  void theModuleMayTakeTheProfileOfTheCommandLine() throws IOException {
    String text =
        "module attributes {pto.target_arch = \"a2a3\"} {\n"
            + "  func.func @k() {\n"
            + "    return\n"
            + "  }\n"
            + "}\n";
    assertThat(check(text, "--profile=a5").err)
        .contains("kernel.pto:1:38: fix: replace `\"a2a3\"` with `\"a5\"`\n");
    assertThat(check(applied(text, "--profile=a5"), "--profile=a5").status).isZero();
    String typo = text.replace("a2a3", "a2a33");
    assertThat(check(applied(typo))).isEqualTo(new Outcome(0, "", ""));
  }

  @Test
  void aFunctionAliasOrShortNameGetsNoWildGuess() throws IOException {
    assertThat(check(VECTORS.formatted("%r = arith.addi %c16, %zero : index"), "--profile=a5").err)
        .contains("PTO1105")
        .doesNotContain("fix:")
        .doesNotContain("did you mean");
    String alias = "!block = f32\nfunc.func @k(%p: !pto.ptr<f32, ub>, %x: !blok) {\n  return\n}\n";
    assertThat(check(alias, "--profile=a5").err)
        .contains("kernel.pto:2:41: fix: replace `!blok` with `!block`\n");
  }

  @Test
  void misspeltInstructionsOfAssemblyText() throws IOException {
    Path file =
        Files.writeString(
            directory.resolve("k.s"),
            ".profile a5\n.kernel \"k\"\n  vaddd.f32 V0, V1, V2\n  end\n");
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int status =
        Ptoc.run(
            List.of("asm", file.toString()),
            new ByteArrayInputStream(new byte[0]),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8));
    assertThat(status).isEqualTo(1);
    assertThat(err.toString(StandardCharsets.UTF_8))
        .contains("k.s:3:3: fix: replace `vaddd` with `vadd`\n");
  }

  @Test
  void aPlaceInAnotherFileIsNotChanged() throws IOException {
    assertThat(
            check(
                    "func.func @k() {\n  pto.vaddd loc(\"model.py\":3:1)\n  return\n}\n",
                    "--profile=a5")
                .err)
        .contains("model.py:3:1: error: ")
        .doesNotContain("fix:");
  }
}
