package org.ptoc.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.ptoc.ir.catalog.AttributeRule;
import org.ptoc.ir.catalog.AttributeRule.Domain;
import org.ptoc.ir.catalog.OpCatalog;
import org.ptoc.tools.cli.Ptoc;

/**
 * Pictures of the distributions of vector loads and stores, found by running each on bytes that
 * tell where they come from: memory or registers hold the low bytes of 0, 1, 2, ... in one run and
 * the high bytes in another, and what is written lands on zeros in one and on ones in a third.
 */
final class LanePictures {
  /** Bytes that one access can read, and that one can write. */
  private static final int BYTES = 512;

  private static final int REGISTER = 256;
  private static final int NOT_WRITTEN = -1;
  private static final int ZERO = -2;

  private final Path directory;

  LanePictures(Path directory) {
    this.directory = directory;
  }

  Map<String, String> all() throws IOException {
    return Map.of(
        "loads", pictures("pto.vlds"),
        "double-loads", pictures("pto.vldsx2"),
        "stores", pictures("pto.vsts"),
        "double-stores", pictures("pto.vstsx2"));
  }

  private String pictures(String operation) throws IOException {
    AttributeRule rule =
        OpCatalog.find(operation).orElseThrow().attributes().stream()
            .filter(each -> each.name().equals("dist"))
            .findFirst()
            .orElseThrow();
    List<String> names = ((Domain.Tokens) rule.domain()).tokens();
    StringBuilder text = new StringBuilder("```\n");
    for (String name : names) {
      if (!name.startsWith("SPLT") && !name.startsWith("MRG")) {
        text.append(picture(operation, name));
      }
    }
    return text + "```\n";
  }

  private String picture(String operation, String name) throws IOException {
    String kernel = kernel(operation, name);
    byte[] low = run(kernel, k -> (byte) k, (byte) 0);
    byte[] high = run(kernel, k -> (byte) (k >> 8), (byte) 0);
    byte[] ones = run(kernel, k -> (byte) ~k, (byte) 1);
    boolean load = operation.startsWith("pto.vld");
    int[] origin =
        IntStream.range(0, BYTES)
            .map(
                k -> {
                  if ((low[k] ^ ones[k]) == -1) {
                    return (low[k] & 0xFF) + ((high[k] & 0xFF) << 8);
                  }
                  return ones[k] == 1 && low[k] == 0 ? NOT_WRITTEN : ZERO;
                })
            .toArray();
    if (!load) {
      return memory(name, origin, operation.endsWith("x2"));
    }
    if (operation.endsWith("x2")) {
      return registers(name, "low", Arrays.copyOf(origin, REGISTER))
          + registers("", "high", Arrays.copyOfRange(origin, REGISTER, BYTES));
    }
    return registers(name, "", Arrays.copyOf(origin, REGISTER));
  }

  private static String registers(String name, String which, int[] origin) {
    int unit = unit(name.isEmpty() ? 1 : unitOf(name), origin);
    int last = Arrays.stream(origin).max().orElse(0);
    int read = 2 * Integer.highestOneBit(last);
    String head = name.isEmpty() ? "" : "%d read, units of %d".formatted(Math.max(read, 1), unit);
    return "%-10s %-22s %-5s%s\n".formatted(name, head, which, units(origin, unit, "m", 8));
  }

  private static String memory(String name, int[] origin, boolean two) {
    int written = BYTES;
    while (origin[written - 1] == NOT_WRITTEN) {
      written--;
    }
    int[] used = Arrays.copyOf(origin, written);
    int unit = unit(unitOf(name), used);
    String head = "%d written, units of %d".formatted(written, unit);
    String lanes = two ? paired(used, unit) : units(used, unit, "r", 8);
    return "%-10s %-25s %s\n".formatted(name, head, lanes);
  }

  /** The bytes that the name of a distribution gives: 32 of blocks. */
  private static int unitOf(String name) {
    return name.equals("BRC_BLK") || name.equals("BDINTLV") ? 32 : 4;
  }

  /** The largest unit up to a limit that moves as a whole. */
  private static int unit(int limit, int[] origin) {
    int unit = limit == 1 ? 32 : limit;
    while (unit > 1 && !isWhole(unit, origin)) {
      unit /= 2;
    }
    return unit;
  }

  private static boolean isWhole(int unit, int[] origin) {
    for (int k = 0; k < origin.length; k++) {
      int first = origin[k - k % unit];
      int expected = first < 0 ? first : first + k % unit;
      if (origin[k] != expected || first > 0 && first % unit != 0) {
        return false;
      }
    }
    return origin.length % unit == 0;
  }

  private static String units(int[] origin, int unit, String letter, int shown) {
    List<String> names = new ArrayList<>();
    for (int k = 0; k < origin.length; k += unit) {
      names.add(
          switch (origin[k]) {
            case NOT_WRITTEN -> ".";
            case ZERO -> "0";
            default -> letter + origin[k] / unit;
          });
    }
    if (names.size() <= shown + 4) {
      return String.join(" ", names);
    }
    return String.join(" ", names.subList(0, shown))
        + " ... "
        + String.join(" ", names.subList(names.size() - 4, names.size()));
  }

  /** Units of two registers, {@code a} and {@code b}. */
  private static String paired(int[] origin, int unit) {
    String[] words = units(origin, unit, "r", 8).split(" ");
    int lanes = REGISTER / unit;
    for (int i = 0; i < words.length; i++) {
      if (words[i].startsWith("r")) {
        int lane = Integer.parseInt(words[i].substring(1));
        words[i] = (lane < lanes ? "a" : "b") + lane % lanes;
      }
    }
    return String.join(" ", words);
  }

  private static String kernel(String operation, String name) {
    boolean load = operation.startsWith("pto.vld");
    boolean two = operation.endsWith("x2");
    String body;
    if (load) {
      String access =
          two
              ? "%v, %w = pto.vldsx2 %p[%c0], \"DIST\" : P, index -> V, V"
              : "%v = pto.vlds %p[%c0] {dist = \"DIST\"} : P -> V";
      body = access + "\npto.vsts %v, %q[%c0], %all : V, P, !pto.mask<b8>\n";
      body += two ? "pto.vsts %w, %q[%c256], %all : V, P, !pto.mask<b8>\n" : "";
    } else {
      body = "%v = pto.vlds %p[%c0] : P -> V\n%w = pto.vlds %p[%c256] : P -> V\n";
      body +=
          two
              ? "pto.vstsx2 %v, %w, %q[%c0], \"DIST\", %all : V, V, P, index, !pto.mask<b8>\n"
              : "pto.vsts %v, %q[%c0], %m {dist = \"DIST\"} : V, P, !pto.mask<MASK>\n";
    }
    return """
    func.func @k(%in: !pto.ptr<i8>, %out: !pto.ptr<i8>) attributes {pto.entry} {
      %c0 = arith.constant 0 : index
      %c256 = arith.constant 256 : index
      %at0 = arith.constant 0 : i64
      %at1 = arith.constant 1024 : i64
      %one = arith.constant 1 : i64
      %length = arith.constant 512 : i64
      %p = pto.castptr %at0 : i64 -> P
      %q = pto.castptr %at1 : i64 -> P
      pto.mte_gm_ub %in, %p, %at0, %length nburst(%one, %at0, %at0)
        : !pto.ptr<i8>, P, i64, i64, i64, i64, i64
      pto.mte_gm_ub %out, %q, %at0, %length nburst(%one, %at0, %at0)
        : !pto.ptr<i8>, P, i64, i64, i64, i64, i64
      pto.barrier #pto.pipe<PIPE_ALL>
      pto.vecscope {
        %all = pto.pset_b8 "PAT_ALL" : !pto.mask<b8>
        %m = pto.pset_MASK "PAT_ALL" : !pto.mask<MASK>
        BODY
      }
      pto.barrier #pto.pipe<PIPE_ALL>
      pto.mte_ub_gm %q, %out, %length nburst(%one, %at0, %at0)
        : P, !pto.ptr<i8>, i64, i64, i64, i64
      return
    }
    """
        .replace("BODY", body)
        .replace("MASK", mask(name))
        .replace("DIST", name)
        .replace(" P", " !pto.ptr<i8, ub>")
        .replace(" V", " !pto.vreg<256xi8>");
  }

  /** The mask that a store of bytes wants. */
  private static String mask(String name) {
    return switch (name) {
      case "PK_B16" -> "b16";
      case "PK_B32", "PK_B64", "PK4_B32" -> "b32";
      default -> "b8";
    };
  }

  private byte[] run(String kernel, IntFunction<Byte> data, byte filled) throws IOException {
    byte[] bytes = new byte[BYTES];
    byte[] before = new byte[BYTES];
    for (int k = 0; k < BYTES; k++) {
      bytes[k] = data.apply(k);
    }
    Arrays.fill(before, filled);
    Path file = Files.writeString(directory.resolve("lanes.pto"), kernel);
    Path in = Files.write(directory.resolve("in.bin"), bytes);
    Path out = Files.write(directory.resolve("out.bin"), before);
    ByteArrayOutputStream shown = new ByteArrayOutputStream();
    PrintStream stream = new PrintStream(shown, true, StandardCharsets.UTF_8);
    int status =
        Ptoc.run(
            List.of(
                "run",
                file.toString(),
                "--profile",
                "a5",
                "--timing=none",
                "--arg",
                in.toString(),
                "--arg",
                out.toString(),
                "--dump",
                "1=" + out),
            new ByteArrayInputStream(new byte[0]),
            stream,
            stream);
    assertThat(status).as("%s%s", shown, kernel).isZero();
    return Files.readAllBytes(out);
  }
}
