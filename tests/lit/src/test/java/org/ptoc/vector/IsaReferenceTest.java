package org.ptoc.vector;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.ptoc.ir.catalog.OpCatalog;
import org.ptoc.ir.catalog.OpDefinition;
import org.ptoc.ir.catalog.Scope;
import org.ptoc.ir.catalog.Shape;
import org.ptoc.ir.isa.InstructionDefinition;
import org.ptoc.ir.isa.InstructionTable;
import org.ptoc.ir.isa.Profile;
import org.ptoc.tools.cli.Ptoc;
import org.ptoc.tools.isa.InstructionPage;
import org.ptoc.tools.isa.OperationPage;
import org.ptoc.tools.isa.Section;
import org.ptoc.vector.ReferenceExamples.Example;

/**
 * The instruction set reference under {@code docs/isa} is what the tables say, and its examples run. {@code
 * -Dptoc.bless=true} writes it.
 */
class IsaReferenceTest {
  private static final Path PAGES = Path.of("..", "..", "docs", "isa");

  @TempDir Path directory;

  /** Operations of the language that this version compiles. */
  private static Stream<OpDefinition> operations() {
    return OpCatalog.all().stream()
        .filter(op -> op.shape() != Shape.MACHINE && op.shape() != Shape.UNSUPPORTED)
        .filter(op -> op.typesA5().exists() || op.typesA2A3().exists());
  }

  @TestFactory
  Stream<DynamicTest> examplesRun() {
    return operations()
        .filter(op -> ReferenceExamples.of(op).filter(example -> !example.runsElsewhere()).isPresent())
        .map(op -> DynamicTest.dynamicTest(op.name(), () -> run(op, ReferenceExamples.of(op).orElseThrow())));
  }

  private void run(OpDefinition op, Example example) throws IOException {
    Path file = Files.writeString(directory.resolve(op.name() + ".pto"), example.program());
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrintStream stream = new PrintStream(out, true, StandardCharsets.UTF_8);
    int status =
        Ptoc.run(
            List.of("run", file.toString(), "--profile", ReferenceExamples.profile(op).spelling(), "--kernel",
                example.kernel(), "--arg", "iota:f32:16x64"),
            new ByteArrayInputStream(new byte[0]), stream, stream);
    assertThat(status).as(out + example.program()).isZero();
  }

  @Test
  void everyOperationOfTheVectorPathAndEveryTileOperationHasAnExample() {
    assertThat(operations().filter(op -> Variations.covers(op) || op.isTileOperation()))
        .allMatch(op -> ReferenceExamples.of(op).isPresent());
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
    Predicate<OpDefinition> tile =
        op -> pto.test(op) && (op.isTileOperation() || !Variations.covers(op) && !vector.test(op));
    Predicate<OpDefinition> rest = op -> !vector.test(op) && !tile.test(op);
    pages.put("tile.md", operationPage("Tile operations", tile));
    pages.put("vector.md", operationPage("Operations of vector regions", vector));
    pages.put("control.md", operationPage("Scalars, transfers, synchronisation and control", rest));
    for (Profile profile : Profile.values()) {
      pages.put("words-" + profile.spelling() + ".md", wordPage(profile));
    }
    return pages;
  }

  private static String operationPage(String title, Predicate<OpDefinition> chosen) {
    StringBuilder text = new StringBuilder("# ").append(title).append("\n\n");
    text.append("Made from the tables by `IsaReferenceTest`, which also runs the examples. ");
    text.append("`ptoc isa NAME` shows the same with the words behind an operation.\n");
    operations().filter(chosen).forEach(op -> {
      text.append("\n## ").append(op.name()).append("\n\n");
      Optional<Example> example = ReferenceExamples.of(op);
      OperationPage.of(op).forEach(section -> section(section, text));
      example.ifPresent(each -> text.append("\n```\n").append(each.statement()).append("\n```\n"));
    });
    return text.toString();
  }

  private static String wordPage(Profile profile) {
    StringBuilder text = new StringBuilder("# Instruction words of ").append(profile.spelling()).append("\n\n");
    text.append("Made from the tables by `IsaReferenceTest`. Operands in lane expressions: `a`, `b`, `c` the sources, ");
    text.append("`s` the scalar, `n` a shift distance. Bits that are not listed are zero or neutral.\n");
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
        section.lines().stream().filter(line -> !line.endsWith(" unused") && !line.endsWith(" zero")).toList());
  }

  private static void section(Section section, StringBuilder text) {
    boolean code = section.lines().getFirst().contains("pto.") && section.name().equals("syntax");
    for (String line : section.lines()) {
      text.append("- ").append(section.name()).append(": ").append(code ? "`" + line + "`" : line.replace("*", "\\*"));
      text.append('\n');
    }
  }
}
