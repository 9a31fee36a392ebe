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
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.ptoc.ir.catalog.OpCatalog;
import org.ptoc.ir.catalog.OpDefinition;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.isa.Profile;
import org.ptoc.passes.CompileOptions;
import org.ptoc.tools.cli.Ptoc;
import org.ptoc.tools.isa.IsaIndex;
import org.ptoc.tools.isa.Level;
import org.ptoc.tools.isa.OperationExample;
import org.ptoc.vector.ReferenceExamples.Example;

/**
 * The examples of the instruction set reference run, and the list under {@code docs/isa} is what
 * the tables say. {@code -Dptoc.bless=true} writes both.
 */
class IsaReferenceTest {
  private static final Path EXAMPLES =
      Path.of(
          "..",
          "..",
          "tools",
          "cli",
          "src",
          "main",
          "resources",
          "org",
          "ptoc",
          "tools",
          "isa",
          "examples.txt");
  private static final Path PAGE = Path.of("..", "..", "docs", "isa", "operations.md");

  @TempDir Path directory;

  /**
   * Operations of the language that this version compiles: those of vector cores and of the cube
   * core.
   */
  private static Stream<OpDefinition> operations() {
    return OpCatalog.all().stream()
        .filter(op -> op.form() != OperationForm.MACHINE && op.form() != OperationForm.UNSUPPORTED)
        .filter(op -> op.types(Profile.A5).exists() || op.types(Profile.A2A3).exists());
  }

  /** The examples in the file of the toolchain run on each profile that they are for. */
  @TestFactory
  Stream<DynamicTest> examplesRun() {
    return operations()
        .flatMap(
            op ->
                compiled(op)
                    .map(
                        profile ->
                            DynamicTest.dynamicTest(
                                op.name() + " " + profile.spelling(), () -> run(op, profile))));
  }

  private static Stream<Profile> profiles(OpDefinition op) {
    return Stream.of(Profile.values()).filter(profile -> op.types(profile).exists());
  }

  /**
   * A2/A3 does not emulate gathers and scatters of registers; the others, and those of spec/70, are
   * of kernels of both cores, or set what such kernels use.
   */
  @Test
  void everyOperationHasAnExample() {
    assertThat(
            operations()
                .filter(op -> !op.spec().startsWith("70#"))
                .flatMap(
                    op ->
                        profiles(op)
                            .filter(profile -> OperationExample.of(op, profile).isEmpty())
                            .map(profile -> op.name() + " " + profile.spelling())))
        .containsExactlyInAnyOrder(
            "pto.vgather2 a2a3",
            "pto.vgatherb a2a3",
            "pto.vscatter a2a3",
            "pto.set_quant_scalar a5",
            "pto.set_quant_scalar a2a3",
            "pto.set_quant_vector a5",
            "pto.set_quant_vector a2a3",
            "pto.mte_ub_l1 a5",
            "pto.copy_ubuf_to_cbuf a5");
  }

  private static Stream<Profile> compiled(OpDefinition op) {
    return profiles(op).filter(profile -> OperationExample.of(op, profile).isPresent());
  }

  /** No check of a run accuses the words of a tile operation; what examples read is not written. */
  @TestFactory
  Stream<DynamicTest> examplesOfTilesAreClean() {
    return operations()
        .filter(op -> op.form().isAboutTiles())
        .flatMap(
            op ->
                compiled(op)
                    .map(
                        profile ->
                            DynamicTest.dynamicTest(
                                op.name() + " " + profile.spelling(),
                                () -> run(op, profile, "--check=all,-uninitialized"))));
  }

  private void run(OpDefinition op, Profile profile, String... more) throws IOException {
    OperationExample example = OperationExample.of(op, profile).orElseThrow();
    Path file =
        Files.writeString(directory.resolve(op.name() + profile + ".pto"), example.program());
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrintStream stream = new PrintStream(out, true, StandardCharsets.UTF_8);
    String data =
        example.program().contains(": !pto.ptr<ui8>)") ? "iota:ui8:64x1024" : "iota:f32:64x64";
    // Divisors come out of UB.
    String fill = op.name().startsWith("arith.") ? "1" : "0";
    int status =
        Ptoc.run(
            Stream.concat(
                    Stream.of(
                        "run",
                        file.toString(),
                        "--profile",
                        profile.spelling(),
                        "--arg",
                        data,
                        "--ub-fill",
                        fill),
                    Stream.of(more))
                .toList(),
            new ByteArrayInputStream(new byte[0]),
            stream,
            stream);
    int expected = op.form() == OperationForm.TRAP ? 3 : 0;
    assertThat(status).as("%s", out + example.program()).isEqualTo(expected);
  }

  /** {@code -Dptoc.bless=true} writes the file. */
  @Test
  void theFileHasTheExamples() throws IOException {
    StringBuilder text = new StringBuilder();
    operations().forEach(op -> entries(op).forEach(entry -> text.append(entry.entry())));
    if (Boolean.getBoolean("ptoc.bless") && System.getenv("CI") == null) {
      Files.writeString(EXAMPLES, text);
    }
    assertThat(EXAMPLES).content().isEqualTo(text.toString());
  }

  /** One entry for both profiles where one program suits both. */
  private static List<OperationExample> entries(OpDefinition op) {
    Map<Example, List<Profile>> chosen = new LinkedHashMap<>();
    profiles(op)
        .forEach(
            profile -> {
              Optional<Example> example =
                  ReferenceExamples.of(op).filter(each -> compiles(each, profile)).findFirst();
              example.ifPresent(
                  found -> chosen.computeIfAbsent(found, key -> new ArrayList<>()).add(profile));
            });
    List<OperationExample> entries = new ArrayList<>();
    chosen.forEach((example, profiles) -> entries.add(entry(op, example, profiles)));
    return entries;
  }

  private static boolean compiles(Example example, Profile profile) {
    return A5.compile(example.program(), CompileOptions.defaults(), profile).kernel().isPresent();
  }

  private static OperationExample entry(OpDefinition op, Example example, List<Profile> profiles) {
    List<String> lines = example.program().lines().map(String::strip).toList();
    List<String> statement = example.statement().lines().map(String::strip).toList();
    int first = Collections.indexOfSubList(lines, statement) + 1;
    assertThat(first).as(op + " stands in its example").isPositive();
    return new OperationExample(
        op.name(), profiles, first, first + statement.size() - 1, example.program());
  }

  @Test
  void thePageListsWhatTheTablesHave() throws IOException {
    StringBuilder text = new StringBuilder("# Operations and words\n\n");
    text.append(
        "Made from the tables by `IsaReferenceTest`, a line each. `ptoc isa NAME` shows one");
    text.append(
        " with syntax, types, example, words\nand cycles, `ptoc isa --html DIR` writes all");
    text.append(" of that as pages for a browser.\n");
    List<IsaIndex.Entry> entries = IsaIndex.all();
    for (Level level : Level.values()) {
      text.append("\n## Level ").append(level.spelling()).append("\n\n");
      text.append(level.description())
          .append("\n\n| name | a5 | a2a3 | meaning |\n|---|---|---|---|\n");
      entries.stream().filter(entry -> entry.level() == level).forEach(entry -> row(entry, text));
    }
    if (Boolean.getBoolean("ptoc.bless") && System.getenv("CI") == null) {
      Files.writeString(PAGE, text);
    }
    assertThat(PAGE).content().isEqualTo(text.toString());
  }

  private static void row(IsaIndex.Entry entry, StringBuilder text) {
    text.append("| `").append(entry.name()).append("` |");
    for (Profile profile : Profile.values()) {
      text.append(entry.profiles().contains(profile) ? " x |" : " |");
    }
    String meaning = entry.meaning();
    String cut = meaning.length() > 90 ? meaning.substring(0, 87) + "..." : meaning;
    text.append(" `").append(cut.replace("|", "\\|")).append("` |\n");
  }
}
