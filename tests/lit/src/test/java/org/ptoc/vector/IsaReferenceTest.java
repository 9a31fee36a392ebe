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
import java.util.StringJoiner;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.ptoc.emulator.timing.ConstantSource;
import org.ptoc.ir.catalog.OpCatalog;
import org.ptoc.ir.catalog.OpDefinition;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.catalog.Scope;
import org.ptoc.ir.isa.InstructionDefinition;
import org.ptoc.ir.isa.InstructionTable;
import org.ptoc.ir.isa.Profile;
import org.ptoc.passes.CompileOptions;
import org.ptoc.tools.cli.Ptoc;
import org.ptoc.tools.isa.InstructionPage;
import org.ptoc.tools.isa.OperationExample;
import org.ptoc.tools.isa.OperationPage;
import org.ptoc.tools.isa.Section;
import org.ptoc.tools.toolchain.PtoToolchain;
import org.ptoc.vector.ReferenceExamples.Example;

/**
 * The instruction set reference under {@code docs/isa} is what the tables say, and its examples
 * run. {@code -Dptoc.bless=true} writes it.
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
  private static final Path PAGES = Path.of("..", "..", "docs", "isa");

  @TempDir Path directory;

  /** Operations of the language that this version compiles. */
  private static Stream<OpDefinition> operations() {
    return OpCatalog.all().stream()
        .filter(op -> op.form() != OperationForm.MACHINE && op.form() != OperationForm.UNSUPPORTED)
        .filter(op -> op.typesA5().exists() || op.typesA2A3().exists());
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
   * A5 has all its operations; A2/A3 does not emulate gathers and scatters of registers, which it
   * has under these names.
   */
  @Test
  void everyOperationHasAnExample() {
    assertThat(operations().filter(op -> compiled(op).findAny().isEmpty())).isEmpty();
    assertThat(operations().filter(op -> op.typesA5().exists()))
        .allMatch(op -> OperationExample.of(op, Profile.A5).isPresent());
    assertThat(
            operations()
                .filter(op -> compiled(op).count() < profiles(op).count())
                .map(OpDefinition::name))
        .containsExactly("pto.vgather2", "pto.vgatherb", "pto.vscatter");
  }

  private static Stream<Profile> compiled(OpDefinition op) {
    return profiles(op).filter(profile -> OperationExample.of(op, profile).isPresent());
  }

  private void run(OpDefinition op, Profile profile) throws IOException {
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
            List.of(
                "run",
                file.toString(),
                "--profile",
                profile.spelling(),
                "--arg",
                data,
                "--ub-fill",
                fill),
            new ByteArrayInputStream(new byte[0]),
            stream,
            stream);
    int expected = traps(op) ? 3 : 0;
    assertThat(status).as("%s", out + example.program()).isEqualTo(expected);
  }

  /** Operations on a core beside the kernel's trap where none stands. */
  private static boolean traps(OpDefinition op) {
    return switch (op.form()) {
      case TRAP, UB_TO_L1, UB_COPY_TO_L1 -> true;
      default -> false;
    };
  }

  /**
   * {@code -Dptoc.bless=true} writes the file; then the toolchain has to be compiled again before
   * the pages are made.
   */
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
  void thePagesSayWhatTheTablesSay() throws IOException {
    for (Map.Entry<String, String> page : pages().entrySet()) {
      Path file = PAGES.resolve(page.getKey());
      if (Boolean.getBoolean("ptoc.bless") && System.getenv("CI") == null) {
        Files.createDirectories(PAGES);
        Files.writeString(file, page.getValue());
      }
      assertThat(file).content().isEqualTo(page.getValue());
    }
  }

  private static Map<String, String> pages() {
    Map<String, String> pages = new LinkedHashMap<>();
    Predicate<OpDefinition> pto = op -> op.name().startsWith("pto.");
    Predicate<OpDefinition> vector = op -> pto.test(op) && op.scope() == Scope.VECSCOPE;
    Predicate<OpDefinition> cube = op -> op.form().isAboutCube();
    Predicate<OpDefinition> tile =
        op ->
            pto.test(op)
                && !cube.test(op)
                && (op.isTileOperation() || !Variations.covers(op) && !vector.test(op));
    Predicate<OpDefinition> rest = op -> !vector.test(op) && !tile.test(op) && !cube.test(op);
    pages.put("tile.md", operationPage("Tile operations", tile));
    pages.put("vector.md", operationPage("Operations of vector regions", vector));
    pages.put("cube.md", operationPage("Operations of the cube core", cube));
    pages.put("control.md", operationPage("Scalars, transfers, synchronisation and control", rest));
    for (Profile profile : Profile.values()) {
      pages.put("words-" + profile.spelling() + ".md", wordPage(profile));
    }
    return pages;
  }

  private static String operationPage(String title, Predicate<OpDefinition> chosen) {
    StringBuilder text = new StringBuilder("# ").append(title).append("\n\n");
    text.append("Made from the tables by `IsaReferenceTest`, which also runs the examples. ");
    text.append("`ptoc isa NAME` shows the same with the instruction of that name.\n\n");
    text.append(
        "Code: the words that the compiler makes of the operation in the example, with the fields"
            + " of each kind of word: ");
    text.append(
        "bits, then what stands there. Cycles: the constants of each kind of word for the types of"
            + " the example, ");
    text.append("by cycle model, with the source: ");
    StringJoiner sources = new StringJoiner(", ");
    for (ConstantSource source : ConstantSource.values()) {
      sources.add("[" + source.tag() + "] " + source.description());
    }
    text.append(sources).append(". `ptoc explain-timing WORD` gives them for all types.\n");
    operations()
        .filter(chosen)
        .forEach(
            op -> {
              text.append("\n## ").append(op.name()).append("\n\n");
              OperationPage.of(op, List.of(Profile.values()), new PtoToolchain())
                  .forEach(section -> section(section, text));
            });
    return text.toString();
  }

  private static String wordPage(Profile profile) {
    StringBuilder text =
        new StringBuilder("# Instruction words of ").append(profile.spelling()).append("\n\n");
    text.append(
        "Made from the tables by `IsaReferenceTest`. Operands in lane expressions: `a`, `b`, `c`"
            + " the sources, ");
    text.append(
        "`s` the scalar, `n` a shift distance. Bits that are not listed are zero or neutral.\n");
    for (InstructionDefinition row : InstructionTable.of(profile).definitions()) {
      text.append("\n## ").append(row.mnemonic()).append("\n\n```\n");
      InstructionPage.of(row, profile).forEach(section -> text.append(used(section).text()));
      text.append("```\n");
    }
    return text.toString();
  }

  private static Section used(Section section) {
    return new Section(
        section.name(),
        section.lines().stream()
            .filter(line -> !line.endsWith(" unused") && !line.endsWith(" zero"))
            .toList());
  }

  private static void section(Section section, StringBuilder text) {
    String name = section.name();
    if (name.startsWith("example") || name.startsWith("code") || name.startsWith("cycles")) {
      text.append("\n").append(name).append(":\n\n```\n");
      section.lines().forEach(line -> text.append(line).append('\n'));
      text.append("```\n");
      return;
    }
    boolean code = section.lines().getFirst().contains("pto.") && name.equals("syntax");
    for (String line : section.lines()) {
      text.append("- ")
          .append(name)
          .append(": ")
          .append(code ? "`" + line + "`" : line.replace("*", "\\*"));
      text.append('\n');
    }
  }
}
