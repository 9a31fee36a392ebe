package org.ptoc.tile;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.ptoc.tools.cli.Ptoc;

/**
 * Two slots that a loop uses in turn, or gets by itself, let the load of an iteration run beside
 * the computation and the store of the one before; nested loops and conditionals do not make the
 * pipes meet. Cycles are kept as goldens that may only fall; {@code -Dptoc.bless=true} writes them.
 */
class OverlapTest {
  private static final Path BUFFERS = Path.of("cases/tile/double-buffering.pto");
  private static final Path NESTED = Path.of("cases/tile/nested-loops.pto");
  private static final Path GOLDEN = Path.of("golden/overlap-cycles.txt");
  private static final List<String> KERNELS = List.of("single", "counted", "carried", "nested");

  @Test
  void cyclesOnlyFall() throws IOException {
    Map<String, Long> measured = new LinkedHashMap<>();
    for (String profile : List.of("a5", "a2a3")) {
      KERNELS.forEach(kernel -> measured.put(profile + " " + kernel, cycles(profile, kernel)));
    }
    if (Boolean.getBoolean("ptoc.bless")) {
      assertThat(System.getenv("CI")).as("goldens are not written on a build server").isNull();
      Files.write(
          GOLDEN,
          measured.entrySet().stream().map(each -> each.getKey() + " " + each.getValue()).toList());
      return;
    }
    List<String> worse = new ArrayList<>();
    for (String line : Files.readAllLines(GOLDEN)) {
      String name = line.substring(0, line.lastIndexOf(' '));
      long known = Long.parseLong(line.substring(line.lastIndexOf(' ') + 1));
      if (measured.remove(name) > known) {
        worse.add(name + " was " + known);
      }
    }
    assertThat(worse).isEmpty();
    assertThat(measured).as("kernels without a golden").isEmpty();
  }

  @Test
  void loadsRunBesideComputations() {
    String off = "-fno-double-buffer";
    for (String kernel : List.of("counted", "carried", "single")) {
      assertThat(cycles("a5", kernel)).as(kernel).isLessThan(cycles("a5", "single", off) * 4 / 5);
      assertThat(cycles("a2a3", kernel)).as(kernel).isLessThan(cycles("a2a3", "single", off));
    }
  }

  private static long cycles(String profile, String kernel, String... options) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrintStream stream = new PrintStream(out, true, StandardCharsets.UTF_8);
    boolean nested = kernel.equals("nested");
    List<String> arguments = new ArrayList<>(List.of(options));
    arguments.addAll(
        0,
        List.of(
            "run",
            (nested ? NESTED : BUFFERS).toString(),
            "--profile",
            profile,
            "--kernel",
            kernel,
            "--arg",
            nested ? "zeros:f32:128x512" : "zeros:f32:256x128",
            "--arg",
            nested ? "zeros:f32:128x128" : "zeros:f32:256x128"));
    int exit = Ptoc.run(arguments, new ByteArrayInputStream(new byte[0]), stream, stream);
    String text = out.toString(StandardCharsets.UTF_8);
    assertThat(exit).as(text).isZero();
    Matcher matcher = Pattern.compile("cycles: (\\d+) \\(documented\\)").matcher(text);
    assertThat(matcher.find()).as(text).isTrue();
    return Long.parseLong(matcher.group(1));
  }
}
