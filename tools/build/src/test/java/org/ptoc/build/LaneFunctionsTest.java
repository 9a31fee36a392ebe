package org.ptoc.build;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the build writes from the methods that compute one lane, for a few functions. */
class LaneFunctionsTest {
  private static final List<String> CLASSES =
      List.of(
          "lane/SingleFunctions",
          "lane/FloatFunctions",
          "lane/ShortFloatFunctions",
          "lane/UnsignedIntFunctions",
          "lane/IntFunctions",
          "lane/LongFunctions",
          "lane/UnsignedLongFunctions",
          "lane/BitFunctions",
          "numeric/Float16",
          "numeric/BFloat16");

  @TempDir Path directory;

  @BeforeEach
  void nothingIsThere() throws IOException {
    Files.createDirectories(sources().resolve("lane"));
    Files.createDirectories(sources().resolve("numeric"));
    for (String name : CLASSES) {
      Files.writeString(sources().resolve(name + ".java"), "");
    }
    functions("ADD(2, \"+\"),", "GE(2, \">=\"),");
    methods("lane/FloatFunctions", "float add(float x, float y)");
    methods("lane/IntFunctions", "int add(int a, int b)", "boolean ge(int x,\n      int y)");
  }

  private Path sources() {
    return directory.resolve("sources/org/ptoc/emulator");
  }

  private void functions(String... constants) throws IOException {
    Files.writeString(directory.resolve("Functions.java"), "  " + String.join("\n  ", constants));
  }

  private void methods(String owner, String... signatures) throws IOException {
    StringBuilder text = new StringBuilder();
    for (String signature : signatures) {
      text.append("  public static ").append(signature).append(" {\n  }\n");
    }
    Files.writeString(sources().resolve(owner + ".java"), text);
  }

  private String written(String name) throws IOException {
    Path out = directory.resolve("out");
    LaneFunctions.main(
        new String[] {
          directory.resolve("Functions.java").toString(),
          directory.resolve("sources").toString(),
          out.toString()
        });
    return Files.readString(out.resolve("org/ptoc/emulator/lane").resolve(name));
  }

  @Test
  void lanesAreExtendedAsTheNamesOfParametersSay() throws IOException {
    assertThat(written("LaneLoops.java"))
        .contains(
            "LittleEndian.put8(r, d + i, org.ptoc.emulator.lane.IntFunctions.add("
                + "LittleEndian.get8(r, a + i), LittleEndian.get8(r, b + i)));",
            "LittleEndian.put8(r, d + i, org.ptoc.emulator.lane.IntFunctions.ge("
                + "(byte) LittleEndian.get8(r, a + i), (byte) LittleEndian.get8(r, b + i))"
                + " ? -1 : 0);",
            "LittleEndian.put16(r, d + i, org.ptoc.emulator.lane.IntFunctions.ge("
                + "LittleEndian.get16(r, a + i), LittleEndian.get16(r, b + i)) ? -1 : 0);",
            "LittleEndian.put32(r, d + i, canonical(org.ptoc.emulator.lane.FloatFunctions.add("
                + "Float.intBitsToFloat(LittleEndian.get32(r, a + i)), ");
    assertThat(written("FunctionTable.java"))
        .contains(
            "case ADD -> method(org.ptoc.emulator.lane.IntFunctions.class, \"add\", int.class,"
                + " int.class, BITS, BITS);",
            "case GE -> throw undefined(function);",
            "case U16 -> ofU16(function);");
  }

  /** Of 32 bits, unsigned numbers have a class of their own in front of that of all integers. */
  @Test
  void theFirstClassThatHasAMethodWins() throws IOException {
    methods("lane/UnsignedIntFunctions", "boolean ge(int x, int y)");
    String table = written("FunctionTable.java");
    assertThat(table.split("UnsignedIntFunctions", -1)).hasSize(2);
    assertThat(table.indexOf("UnsignedIntFunctions"))
        .isBetween(table.indexOf("ofU32(LaneFunction"), table.indexOf("ofS64(LaneFunction"));
  }

  @Test
  void aFunctionWithoutAMethodIsAnError() throws IOException {
    functions("ADD(2, \"+\"),", "GE(2, \">=\"),", "LEADING_SIGN_COUNT(1, \"cls\"),");
    assertThatThrownBy(() -> written("LaneLoops.java"))
        .hasMessageContaining("no method")
        .hasMessageContaining("[LEADING_SIGN_COUNT]");
    methods("lane/LongFunctions", "long leadingSignCount(long signed)");
    assertThat(written("LaneLoops.java")).contains("LongFunctions.leadingSignCount(");
  }

  @Test
  void aParameterWithoutAMeaningIsAnError() throws IOException {
    methods("lane/FloatFunctions", "float add(float left, float right)");
    assertThatThrownBy(() -> written("LaneLoops.java")).hasMessageContaining("parameter left");
  }
}
