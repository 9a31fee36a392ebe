package org.ptoc.emulator;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/**
 * Random A5 loops that go through memory vector by vector: addresses that move by one vector, and
 * some that do not, blocks in strides, bases that overlap, are misaligned, begin or end with the
 * unified buffer or leave it, masks that count down or are fixed, and registers that live from
 * iteration to iteration or behind the loop.
 */
final class StreamLoop {
  private static final int RESULT_BYTES = 32_768;
  private static final List<String> TYPES =
      List.of("f32", "f32", "f32", "i32", "u32", "i16", "u16", "i8", "u8", "f16");

  private final Random random;
  private final String type;
  private final int width;
  private final List<String> body = new ArrayList<>();
  private final boolean masked;
  private int iterations;
  private int registers;

  private StreamLoop(Random random) {
    this.random = random;
    this.type = TYPES.get(random.nextInt(TYPES.size()));
    this.width = Integer.parseInt(type.substring(1)) / 8;
    this.masked = random.nextInt(3) > 0;
  }

  static TestKernel kernel(Random random) {
    return TestKernel.a5(
        new StreamLoop(random).text(), ParameterKind.POINTER, ParameterKind.POINTER);
  }

  private String text() {
    iterations = random.nextInt(8) == 0 ? random.nextInt(3) : 2 + random.nextInt(20);
    int lanes = 256 / width;
    boolean counted = masked && random.nextInt(4) > 0;
    List<String> before = new ArrayList<>();
    before.add(
        "movi X8, "
            + switch (random.nextInt(5)) {
              case 0 -> lanes * iterations;
              case 1 -> lanes * iterations + random.nextInt(3 * lanes);
              case 2 -> random.nextInt(lanes * iterations + 1);
              default -> Math.max(0, lanes * (iterations - 1) + 1 + random.nextInt(lanes));
            });
    before.add("movi X5, 0");
    if (counted) {
      body.add("plt." + token() + " P0, X8 -> X8");
      if (random.nextInt(8) == 0) {
        body.add("addi.i64 X8, X8, " + (random.nextInt(9) - 4));
      }
    } else if (masked) {
      before.add("pset." + token() + " P0, " + (random.nextInt(3) == 0 ? "VL16" : "ALL"));
    }
    boolean indexed = random.nextInt(3) == 0;
    loads(before, indexed);
    int words = 1 + random.nextInt(6);
    for (int i = 0; i < words; i++) {
      compute();
    }
    stores(before, indexed);
    if (indexed) {
      body.add("addi.i64 X5, X5, " + (random.nextInt(8) == 0 ? lanes / 2 : lanes));
    }
    boolean nested = random.nextInt(4) == 0;
    List<String> after = new ArrayList<>();
    if (random.nextInt(3) == 0) {
      after.add("movi X6, 30720");
      after.add(
          "vsts."
              + type
              + " V"
              + random.nextInt(registers)
              + ", [X6], NORM_"
              + token().toUpperCase(Locale.ROOT));
    }
    List<String> region = new ArrayList<>(before);
    if (nested) {
      region.addFirst("loop 0, X4, " + (before.size() + 1 + body.size()));
    }
    region.add("loop 1, X3, " + body.size());
    region.addAll(body);
    region.addAll(after);
    List<String> lines = new ArrayList<>();
    lines.add("const X20, " + (0x10L | (long) RandomLoop.DATA_BYTES << 25));
    lines.add("const X21, " + (0x10L | (long) RESULT_BYTES << 25));
    lines.add("gm_to_ub.f32 XZR, X0, X20, XZR");
    lines.add("movi X3, " + iterations);
    lines.add("movi X4, 2");
    lines.add("movi X2, " + random.nextInt(40));
    lines.add("vf_begin " + (region.size() + 1));
    lines.addAll(region);
    lines.add("vf_end");
    lines.add("ub_to_gm.f32 X1, XZR, X21, XZR");
    lines.add("end");
    return String.join("\n", lines) + "\n";
  }

  private String token() {
    return "b" + 8 * width;
  }

  /** An address register, set in front of the loop; most are far from each other. */
  private String base(List<String> before, int number, boolean store) {
    return base(before, number, store, 256 * Math.max(1, iterations));
  }

  /**
   * @param bytes what all iterations together go through
   */
  private String base(List<String> before, int number, boolean store, int bytes) {
    int address =
        switch (random.nextInt(14)) {
          case 0 -> 32 * random.nextInt(500);
          case 1 -> RandomLoop.MEMORY_BYTES - 256 * random.nextInt(24);
          case 2 -> 4096 + 256 * (random.nextInt(3) - 1);
          case 3 -> 4096 + random.nextInt(3) * 16;
          case 4 -> 0;
          case 5 -> RandomLoop.MEMORY_BYTES - bytes;
          default -> (store ? 16_384 : 0) + 4096 * number;
        };
    before.add("movi X" + (10 + number) + ", " + address);
    return "X" + (10 + number);
  }

  /** Blocks of 32 bytes in strides, the address of which moves on. */
  private String blocks(List<String> before, int number, boolean store) {
    int stride = random.nextInt(5);
    int step = random.nextInt(10);
    int bytes = 32 * (step * Math.max(0, iterations - 1) + 7 * stride + 1);
    before.add("movi X" + (22 + number) + ", " + (stride << 16 | step));
    return "[" + base(before, number, store, bytes) + "], X" + (22 + number);
  }

  private String address(String base, boolean indexed) {
    int lanes = 256 / width;
    if (indexed) {
      return "[" + base + " + X5]";
    }
    return "[" + base + " + " + (random.nextInt(16) == 0 ? lanes / 2 : lanes) + "]";
  }

  private void loads(List<String> before, boolean indexed) {
    int count = 1 + random.nextInt(3);
    for (int i = 0; i < count; i++) {
      if (!indexed && random.nextInt(8) == 0) {
        body.add("vsldb." + type + " V" + i + ", " + blocks(before, i, false) + ", POST");
        continue;
      }
      String base = base(before, i, false);
      if (random.nextInt(8) == 0 && width < 8) {
        body.add(
            "vlds."
                + type
                + " V"
                + i
                + ", ["
                + base
                + "], BRC_"
                + token().toUpperCase(Locale.ROOT));
      } else {
        body.add(
            "vlds."
                + type
                + " V"
                + i
                + ", "
                + address(base, indexed)
                + ", NORM"
                + (indexed ? "" : ", POST"));
      }
    }
    registers = count;
    if (random.nextInt(6) == 0) {
      registers++; // One that comes from in front of the loop.
      before.add("vlds." + type + " V" + count + ", [XZR], NORM");
    }
  }

  private String mask() {
    return masked && random.nextInt(4) > 0 ? ", P0" + (random.nextInt(6) == 0 ? ", MRG" : "") : "";
  }

  private void compute() {
    int d = random.nextInt(4) == 0 ? random.nextInt(registers) : registers;
    int a = random.nextInt(registers);
    int b = random.nextInt(registers);
    boolean floats = type.startsWith("f");
    String line =
        switch (random.nextInt(floats ? 11 : 10)) {
          case 0 -> width == 1 ? "vor.%s V%d, V%d, V%d" : "vmul.%s V%d, V%d, V%d";
          case 1 -> "vmax.%s V%d, V%d, V%d";
          case 2 -> "vmin.%s V%d, V%d, V%d";
          case 3 -> "vsub.%s V%d, V%d, V%d";
          case 4 -> floats ? "vabs.%s V%d, V%d" : "vadd.%s V%d, V%d, V%d";
          case 5 -> "vadds.%s V%d, V%d, X2";
          case 6 -> floats ? "vdiv.%s V%d, V%d, V%d" : "vadd.%s V%d, V%d, V%d";
          case 9, 10 -> floats ? "vrelu.%s V%d, V%d" : "vand.%s V%d, V%d, V%d";
          default -> "vadd.%s V%d, V%d, V%d";
        };
    body.add(String.format(line, type, d, a, b) + mask());
    registers = Math.max(registers, d + 1);
    if (random.nextInt(5) == 0) {
      body.add("vcmp." + type + " P2, V" + a + ", V" + b + ", " + (masked ? "P0, " : "") + "LT");
      body.add("vsel." + type + " V" + d + ", V" + d + ", V" + a + ", P2");
    }
  }

  private void stores(List<String> before, boolean indexed) {
    int count = 1 + random.nextInt(2);
    for (int i = 0; i < count; i++) {
      int register = i == 0 ? registers - 1 : random.nextInt(registers);
      if (!indexed && random.nextInt(8) == 0) {
        body.add("vsstb." + type + " V" + register + ", " + blocks(before, 4 + i, true) + ", POST");
        continue;
      }
      String base = base(before, 4 + i, true);
      body.add(
          "vsts."
              + type
              + " V"
              + register
              + ", "
              + address(base, indexed)
              + (masked && random.nextInt(6) > 0 ? ", P0" : "")
              + ", NORM_"
              + token().toUpperCase(Locale.ROOT)
              + (indexed ? "" : ", POST"));
    }
  }
}
