package org.ptoc.vector;

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
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ptoc.tools.cli.Ptoc;

/**
 * Instructions of the kernels on logical vectors in {@code cases/vmi} on A5: those that make or
 * store vectors, and those that make masks. The numbers are in a file and their sums may only
 * become smaller; {@code -Dptoc.bless=true} writes it anew and keeps a smaller number that it finds
 * there.
 */
class LogicalCostTest {
  private static final Path CASES = Path.of("cases/vmi");
  private static final Path GOLDEN = Path.of("golden/vmi-words.txt");
  private static final Pattern KERNEL = Pattern.compile("kernel (\\S+): .*");
  private static final Pattern WORD =
      Pattern.compile("\\s+\\p{XDigit}{6}\\s+\\p{XDigit}{16}\\s+([vp])(?!f_).*");

  @TempDir Path temporary;

  private record Cost(int vectors, int masks) {
    static Cost parse(String line) {
      String[] words = line.split(" ");
      return new Cost(
          Integer.parseInt(words[words.length - 3]), Integer.parseInt(words[words.length - 1]));
    }

    Cost least(Cost other) {
      return sum() > other.sum() ? other : this;
    }

    int sum() {
      return vectors + masks;
    }

    String line(String name) {
      return name + ": vectors " + vectors + " masks " + masks;
    }
  }

  @Test
  void instructionsOnlyBecomeFewer() throws IOException {
    Map<String, Cost> golden = read();
    Map<String, Cost> measured = new TreeMap<>();
    try (Stream<Path> files = Files.list(CASES)) {
      for (Path file : files.filter(each -> each.toString().endsWith(".pto")).toList()) {
        measure(file, measured);
      }
    }
    if (Boolean.getBoolean("ptoc.bless")) {
      assertThat(System.getenv("CI")).as("goldens are not written on a build server").isNull();
      measured.replaceAll(
          (name, cost) -> golden.containsKey(name) ? cost.least(golden.get(name)) : cost);
      List<String> lines = new ArrayList<>();
      measured.forEach((name, cost) -> lines.add(cost.line(name)));
      Files.write(GOLDEN, lines);
      return;
    }
    assertThat(golden.keySet())
        .as("-Dptoc.bless=true writes " + GOLDEN)
        .isEqualTo(measured.keySet());
    List<String> worse = new ArrayList<>();
    measured.forEach(
        (name, cost) -> {
          Cost known = golden.get(name);
          if (cost.sum() > known.sum()) {
            worse.add(cost.line(name) + ", was " + known.line(name));
          }
        });
    assertThat(worse).isEmpty();
  }

  private static Map<String, Cost> read() throws IOException {
    Map<String, Cost> costs = new TreeMap<>();
    for (String line : Files.exists(GOLDEN) ? Files.readAllLines(GOLDEN) : List.<String>of()) {
      costs.put(line.substring(0, line.indexOf(": ")), Cost.parse(line));
    }
    return costs;
  }

  /** Files of faults and those for the other profile alone have no kernels to count. */
  private void measure(Path file, Map<String, Cost> costs) throws IOException {
    String object = temporary.resolve("case.o").toString();
    if (call("compile", file.toString(), "--profile", "a5", "-o", object).status != 0) {
      return;
    }
    String kernel = "";
    for (String line : call("objdump", object).text.lines().toList()) {
      Matcher head = KERNEL.matcher(line);
      if (head.matches()) {
        kernel = file.getFileName() + " " + head.group(1);
        costs.put(kernel, new Cost(0, 0));
      }
      Matcher word = WORD.matcher(line);
      if (word.matches()) {
        int vector = word.group(1).equals("v") ? 1 : 0;
        Cost cost = costs.get(kernel);
        costs.put(kernel, new Cost(cost.vectors + vector, cost.masks + 1 - vector));
      }
    }
  }

  private record Call(int status, String text) {}

  private static Call call(String... words) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrintStream stream = new PrintStream(out, true, StandardCharsets.UTF_8);
    int status = Ptoc.run(List.of(words), new ByteArrayInputStream(new byte[0]), stream, stream);
    return new Call(status, out.toString(StandardCharsets.UTF_8));
  }
}
