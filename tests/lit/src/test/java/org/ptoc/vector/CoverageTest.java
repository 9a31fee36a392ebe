package org.ptoc.vector;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.ptoc.ir.catalog.OpCatalog;
import org.ptoc.ir.catalog.OpDefinition;
import org.ptoc.ir.catalog.TypeSet;
import org.ptoc.ir.isa.Profile;

/**
 * Every textual form and element type of every operation of the vector path, from the text to the
 * numbers. The page {@code docs/coverage-a5.md} shows the same cells; {@code -Dptoc.bless=true}
 * writes it, {@code -Dptoc.seeds=N} tries more data. Operands lie at both ends of UB; {@code
 * -Dptoc.test.exhaustive} tries all of them at each.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class CoverageTest {
  private static final Path PAGE = Path.of("..", "..", "docs", "coverage-a5.md");
  private static final boolean EXHAUSTIVE = Boolean.getBoolean("ptoc.test.exhaustive");
  private static final int SEEDS = Integer.getInteger("ptoc.seeds", 1);

  private final Map<String, Map<Variation, Optional<Probe.Failure>>> results =
      new ConcurrentHashMap<>();

  static List<OpDefinition> operations() {
    return OpCatalog.all().stream().filter(Variations::covers).toList();
  }

  @Order(1)
  @TestFactory
  Stream<DynamicTest> everyCellAgreesWithItsReference() {
    return operations().stream().map(op -> DynamicTest.dynamicTest(op.name(), () -> check(op)));
  }

  private void check(OpDefinition op) {
    List<String> failures =
        results(op).entrySet().stream()
            .filter(entry -> entry.getValue().isPresent())
            .map(
                entry ->
                    entry.getKey().form()
                        + " "
                        + entry.getKey().column()
                        + ": "
                        + entry.getValue().get())
            .limit(3)
            .toList();
    assertThat(failures).isEmpty();
  }

  private Map<Variation, Optional<Probe.Failure>> results(OpDefinition op) {
    return results.computeIfAbsent(op.name(), name -> run(op));
  }

  private static Map<Variation, Optional<Probe.Failure>> run(OpDefinition op) {
    Map<Variation, Optional<Probe.Failure>> found = new ConcurrentHashMap<>();
    int number = op.name().length();
    for (Variation variation : Variations.of(op)) {
      found.put(variation, run(variation, number++));
    }
    return found;
  }

  /** Places take turns from probe to probe, so that each operation has operands at all ends. */
  private static Optional<Probe.Failure> run(Variation variation, int number) {
    List<Probe.Place> places = List.of(Probe.Place.values());
    int turn = number;
    for (Probe probe : variation.probes()) {
      int next = turn++ % places.size();
      for (Probe.Place place : EXHAUSTIVE ? places : places.subList(next, next + 1)) {
        for (int seed = 1; seed <= SEEDS; seed++) {
          Optional<Probe.Failure> failure = probe.check(seed, Profile.A5, place);
          if (failure.isPresent()) {
            return failure;
          }
        }
      }
    }
    return Optional.empty();
  }

  /** An element type that the catalogue calls legal has cells. */
  @Order(2)
  @Test
  void noLegalTypeIsWithoutCells() {
    List<String> missing = new ArrayList<>();
    for (OpDefinition op : operations()) {
      List<String> columns = Variations.of(op).stream().map(Variation::column).distinct().toList();
      for (String type : legal(op)) {
        if (!columns.contains(type)) {
          missing.add(op.name() + " " + type);
        }
      }
      if (columns.isEmpty()) {
        missing.add(op.name());
      }
    }
    assertThat(missing).isEmpty();
  }

  private static List<String> legal(OpDefinition op) {
    return switch (op.types(Profile.A5)) {
      case TypeSet.Elements(var elements) ->
          elements.stream().map(type -> type.spelling()).toList();
      case TypeSet.Pairs(var pairs) ->
          pairs.stream().map(pair -> pair.source().spelling()).distinct().toList();
      case TypeSet.Absent() -> List.of();
      case TypeSet.Untyped() -> List.of();
    };
  }

  /** The page is what the cells say. */
  @Order(3)
  @Test
  void pageIsUpToDate() throws IOException {
    String page = page();
    if (Boolean.getBoolean("ptoc.bless") && System.getenv("CI") == null) {
      Files.createDirectories(PAGE.getParent());
      Files.writeString(PAGE, page);
    }
    assertThat(Files.readString(PAGE)).isEqualTo(page);
  }

  private String page() {
    StringBuilder text =
        new StringBuilder(
            """
            # Coverage of the A5 vector path

            Made by `CoverageTest` from the op catalogue. A row is one textual form of one operation; each element type in it went the
            whole way: the text was parsed, verified, encoded into words that survive disassembly and assembly, and the words ran in
            the emulator with the result of a plain reference function for full, partial, empty and random masks. The letters are the
            stages that were passed: P parse, V verify, E encode, R run. T stands where the specification lets the emulator refuse
            (formats and rounding modes without a public definition): it stops with "not implemented" instead, for all tokens of
            the cell when R is missing, for some when both stand.

            | operation | form | stages | element types of the first source |
            |---|---|---|---|
            """);
    for (OpDefinition op : operations()) {
      rows(op, text);
    }
    return text.toString();
  }

  private void rows(OpDefinition op, StringBuilder text) {
    Map<String, Map<String, List<String>>> byForm = new TreeMap<>();
    results(op)
        .forEach(
            (variation, failure) ->
                byForm
                    .computeIfAbsent(variation.form(), key -> new TreeMap<>())
                    .computeIfAbsent(stages(variation, failure), key -> new ArrayList<>())
                    .add(variation.column()));
    byForm.forEach(
        (form, cells) ->
            cells.forEach(
                (stages, columns) ->
                    text.append("| `")
                        .append(op.name())
                        .append("` | ")
                        .append(form)
                        .append(" | ")
                        .append(stages)
                        .append(" | ")
                        .append(String.join(" ", columns.stream().sorted().distinct().toList()))
                        .append(" |\n")));
  }

  private static String stages(Variation variation, Optional<Probe.Failure> failure) {
    if (failure.isEmpty()) {
      long refused = variation.probes().stream().filter(probe -> probe.trap().isPresent()).count();
      return "P V E"
          + (refused < variation.probes().size() ? " R" : "")
          + (refused > 0 ? " T" : "");
    }
    return switch (failure.get().stage()) {
      case PARSE -> "-";
      case VERIFY -> "P";
      case ENCODE -> "P V";
      case RUN -> "P V E";
    };
  }
}
