package org.ptoc.emulator;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Random A5 loops through memory whose bodies have lanes of several widths, so that they are
 * several lane loops. Values go from one to the next through registers or through memory; most
 * addresses move by one vector, some overlap.
 */
final class MixedLoop {
  private static final int RESULT_BYTES = 32_768;
  private static final List<String> TYPES =
      List.of("f32", "i32", "u32", "i16", "u16", "i8", "u8", "f16");

  private final Random random;
  private final List<String> before = new ArrayList<>();
  private final List<String> body = new ArrayList<>();
  private final int iterations;
  private int registers;
  private int bases;
  private boolean counted;

  private MixedLoop(Random random) {
    this.random = random;
    this.iterations = 2 + random.nextInt(40);
  }

  static TestKernel kernel(Random random) {
    return TestKernel.a5(
        new MixedLoop(random).text(), ParameterKind.POINTER, ParameterKind.POINTER);
  }

  private String text() {
    int sections = 2 + random.nextInt(3);
    for (int i = 0; i < sections; i++) {
      section(TYPES.get(random.nextInt(TYPES.size())));
    }
    List<String> after = new ArrayList<>();
    if (random.nextInt(4) == 0) {
      after.add("movi X6, 30720");
      after.add("vsts.f32 V" + random.nextInt(registers) + ", [X6], NORM_B32");
    }
    List<String> region = new ArrayList<>(before);
    region.add("loop 0, X3, " + body.size());
    region.addAll(body);
    region.addAll(after);
    List<String> lines = new ArrayList<>();
    lines.add("const X20, " + (0x10L | (long) RandomLoop.DATA_BYTES << 25));
    lines.add("const X21, " + (0x10L | (long) RESULT_BYTES << 25));
    lines.add("gm_to_ub.f32 XZR, X0, X20, XZR");
    lines.add("movi X3, " + iterations);
    lines.add("movi X2, " + random.nextInt(40));
    lines.add("vf_begin " + (region.size() + 1));
    lines.addAll(region);
    lines.add("vf_end");
    lines.add("ub_to_gm.f32 X1, XZR, X21, XZR");
    lines.add("end");
    return String.join("\n", lines) + "\n";
  }

  private void section(String type) {
    int width = Integer.parseInt(type.substring(1)) / 8;
    String mask = mask(width);
    if (registers == 0 || random.nextBoolean()) {
      load(type, width);
    }
    int words = 1 + random.nextInt(3);
    for (int i = 0; i < words; i++) {
      String word = List.of("vadd", "vmax", "vsub", "vmin").get(random.nextInt(4));
      body.add(
          word
              + "."
              + type
              + " V"
              + target()
              + ", V"
              + random.nextInt(registers)
              + ", V"
              + random.nextInt(registers)
              + mask);
    }
    if (random.nextInt(3) > 0) {
      store(type, width, mask);
    }
  }

  /** A register for a result, mostly a new one. */
  private int target() {
    return registers > 0 && random.nextInt(5) == 0 || registers > 24
        ? random.nextInt(registers)
        : registers++;
  }

  private String mask(int width) {
    switch (random.nextInt(5)) {
      case 0 -> {
        int lanes = 256 / width;
        int register = 6 + bases % 3;
        before.add(
            "movi X"
                + register
                + ", "
                + (random.nextBoolean() ? lanes * iterations : lanes * (iterations - 1) + 5));
        body.add("plt.b" + 8 * width + " P0, X" + register + " -> X" + register);
        counted = true;
        return ", P0";
      }
      case 1 -> {
        body.add("pset.b" + 8 * width + " P1, " + (random.nextInt(4) == 0 ? "VL8" : "ALL"));
        return ", P1";
      }
      case 2 -> {
        return counted ? ", P0" : "";
      }
      default -> {
        return "";
      }
    }
  }

  /**
   * @param bytes what all iterations together go through
   */
  private String base(boolean store, int bytes) {
    int number = 9 + bases++;
    int address =
        switch (random.nextInt(16)) {
          case 0 -> 32 * random.nextInt(500);
          case 1 -> RandomLoop.MEMORY_BYTES - 256 * random.nextInt(48);
          case 5 -> 0;
          case 6 -> RandomLoop.MEMORY_BYTES - bytes;
          case 2 -> 4096 + 256 * (random.nextInt(3) - 1);
          case 3, 4 -> 16_384 + 2048 * random.nextInt(2); // Where another section loads or stores.
          default -> (store ? 16_384 : 0) + 2048 * (bases % 8);
        };
    before.add("movi X" + number + ", " + address);
    return "X" + number;
  }

  private void load(String type, int width) {
    int lanes = 256 / width;
    String distribution =
        switch (random.nextInt(8)) {
          case 0 -> "BRC_BLK";
          case 1 -> width < 4 ? "US_B" + 8 * width : "NORM";
          case 2 -> width == 2 ? "DS_B16" : width == 4 ? "E2B_B32" : "NORM";
          default -> "NORM";
        };
    int step =
        switch (distribution.substring(0, 2)) {
          case "BR" -> 0;
          case "US" -> lanes / 2;
          case "DS" -> 2 * lanes;
          case "E2" -> 8;
          default -> lanes;
        };
    String base = base(false, step == 0 ? 32 : iterations * step * width);
    body.add(
        "vlds."
            + type
            + " V"
            + target()
            + ", ["
            + base
            + " + "
            + (random.nextInt(16) == 0 ? lanes / 2 : step)
            + "], "
            + distribution
            + ", POST");
  }

  private void store(String type, int width, String mask) {
    body.add(
        "vsts."
            + type
            + " V"
            + random.nextInt(registers)
            + ", ["
            + base(true, 256 * iterations)
            + " + "
            + 256 / width
            + "]"
            + mask
            + ", NORM_B"
            + (8 * width)
            + ", POST");
  }
}
