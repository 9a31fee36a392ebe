package org.ptoc.tools.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ptoc.ir.catalog.OpCatalog;
import org.ptoc.ir.catalog.OpDefinition;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.isa.InstructionDefinition;
import org.ptoc.ir.isa.InstructionTable;
import org.ptoc.ir.isa.Profile;
import org.ptoc.tools.report.Example;
import org.ptoc.tools.report.Pages;

/** {@code ptoc isa}: lists, what is found under which word, and the pages for a browser. */
class IsaSiteTest {
  @TempDir Path directory;

  private static String isa(String... arguments) {
    List<String> all = new ArrayList<>(List.of("isa"));
    all.addAll(List.of(arguments));
    Example.Result result = Example.ptoc(all);
    assertThat(result.status()).as(result.err()).isZero();
    return result.out();
  }

  /** Names of a listing: what stands at the begin of its indented lines. */
  private static List<String> names(String listing) {
    return listing
        .lines()
        .filter(line -> line.startsWith("  "))
        .map(line -> line.strip().split(" ")[0])
        .toList();
  }

  private static Stream<String> operations() {
    return OpCatalog.all().stream()
        .filter(op -> op.form() != OperationForm.UNSUPPORTED)
        .map(OpDefinition::name);
  }

  private static Stream<String> words(Profile profile) {
    return InstructionTable.of(profile).definitions().stream().map(InstructionDefinition::mnemonic);
  }

  @Test
  void theListHasAllOperationsAndWordsOnce() {
    List<String> expected =
        Stream.of(operations(), words(Profile.A5), words(Profile.A2A3))
            .flatMap(names -> names)
            .distinct()
            .toList();
    assertThat(names(isa())).containsExactlyInAnyOrderElementsOf(expected);
    assertThat(isa().lines()).allMatch(line -> line.length() <= 100);
  }

  @Test
  void aLevelAndAProfileNarrowTheList() {
    assertThat(names(isa("--level", "machine", "--profile", "a2a3")))
        .containsExactlyInAnyOrderElementsOf(words(Profile.A2A3).toList());
    assertThat(names(isa("--level=tile")))
        .contains("pto.tadd", "pto.alloc_tile")
        .doesNotContain("pto.vadd", "arith.addi");
    assertThat(names(isa("--level=vector")))
        .contains("pto.vadd", "pto.vbitsort")
        .doesNotContain("pto.tadd", "pto.mad");
    assertThat(names(isa("--level=cube"))).contains("pto.mad").doesNotContain("pto.tmatmul");
    assertThat(names(isa("--level=scalar"))).contains("arith.addi", "pto.set_flag", "scf.for");
    assertThat(names(isa("--level=tile", "--profile=a2a3")))
        .contains("pto.tadd")
        .doesNotContain("pto.tmatmul.mx");
  }

  @ParameterizedTest
  @CsvSource({
    "softmax, pto.trowmax pto.trowexpandsub pto.texp pto.trowsum pto.trowexpanddiv",
    "SoftMax, pto.trowmax",
    "max --level tile, pto.tmax pto.tmaxs pto.trowmax pto.tcolmax pto.tpartmax",
    "max, pto.tmax pto.trowmax",
    "transpose, pto.ttrans pto.vtranspose",
    "matmul, pto.tmatmul pto.mad",
    "row maximum, pto.trowmax",
    "histogram, pto.thistogram",
    "where, pto.tsel",
    "add --level tile, pto.tadd pto.tadds",
  })
  void aWordFinds(String words, String expected) {
    assertThat(isa(words.split(" "))).contains(expected.split(" "));
  }

  @Test
  void whatIsFoundNowhereIsAnErrorWithASuggestion() {
    Example.Result result = Example.ptoc(List.of("isa", "sofmax"));
    assertThat(result.status()).isEqualTo(2);
    assertThat(result.out()).isEmpty();
    assertThat(result.err()).contains("did you mean 'softmax'?");
    assertThat(Example.ptoc(List.of("isa", "softmax", "transpose")).err())
        .contains("no description has all of these words");
    assertThat(Example.ptoc(List.of("isa", "--level", "tiles")).err())
        .contains("did you mean 'tile'?");
    assertThat(Example.ptoc(List.of("isa", "--html", "x", "vadd")).status()).isEqualTo(2);
  }

  /** The file of topics names operations; a name that is none would never be found. */
  @Test
  void topicsBelongToOperations() throws IOException {
    Path file = Path.of("src/main/resources/org/ptoc/tools/isa/topics.txt");
    for (String line : Files.readAllLines(file)) {
      if (!line.startsWith("#")) {
        assertThat(line).matches("[a-z][a-z0-9 _.,-]*: [a-z0-9_. ]+");
        for (String name : line.substring(line.indexOf(':') + 2).split(" ")) {
          String full = name.startsWith(".") ? name.substring(1) : "pto." + name;
          assertThat(operations()).as(line).contains(full);
        }
      }
    }
  }

  @Test
  void thePagesHoldTogether() throws IOException {
    isa("--html", directory.toString());
    List<Path> pages;
    try (Stream<Path> files = Files.walk(directory)) {
      pages = files.filter(Files::isRegularFile).toList();
    }
    for (String name : operations().toList()) {
      assertThat(directory.resolve("operations").resolve(name + ".html")).isRegularFile();
    }
    for (Profile profile : Profile.values()) {
      words(profile)
          .forEach(
              name ->
                  assertThat(directory.resolve("words").resolve(name + ".html")).isRegularFile());
    }
    Pattern link = Pattern.compile("href=\"([^\"#]*)(#[^\"]*)?\"");
    for (Path page : pages) {
      String html = Files.readString(page);
      Pages.assertSound(html);
      Matcher links = link.matcher(html);
      while (links.find()) {
        Path target = page.resolveSibling(links.group(1)).normalize();
        assertThat(pages).as("%s in %s", links.group(), page).contains(target);
        if (links.group(2) != null) {
          assertThat(Files.readString(target))
              .contains("id=\"" + links.group(2).substring(1) + "\"");
        }
      }
    }
    assertThat(directory.resolve("operations/pto.tadd.html"))
        .content()
        .contains(
            "<a href=\"../words/vadd.html\">vadd</a>",
            "The whole program",
            "class=\"text\">pto.tadd ins(");
  }
}
