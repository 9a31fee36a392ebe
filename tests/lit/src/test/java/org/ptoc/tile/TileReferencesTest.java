package org.ptoc.tile;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.ptoc.ir.catalog.OpCatalog;
import org.ptoc.ir.catalog.OpDefinition;
import org.ptoc.ir.isa.Profile;

/**
 * Every tile operation of the catalogue is computed a second time: it is named in a test of this
 * package, whose results come from plain Java, or in {@code tests/lit/reference}, where they come
 * from Python. A name may be put together from two, {@code "trowexpand"} and {@code "max"}.
 */
class TileReferencesTest {
  private static final Path TESTS = Path.of("src/test/java/org/ptoc/tile");
  private static final Path REFERENCE = Path.of("reference");
  private static final Pattern LITERAL = Pattern.compile("[\"']([^\"'\\n]+)[\"']");

  /** What computes no number of a tile. */
  private static final Set<String> WITHOUT_NUMBERS =
      Set.of("tassign", "tprefetch", "tprint", "tsync");

  /** Files whose expected values were written down by hand. */
  private static final Map<String, Path> BY_HAND =
      Map.of(
          "mgather", Path.of("cases/tile/memory-gathers.pto"),
          "mscatter", Path.of("cases/tile/memory-gathers.pto"));

  @Test
  void valuesWrittenByHandAreCompared() throws IOException {
    for (Map.Entry<String, Path> entry : BY_HAND.entrySet()) {
      assertThat(Files.readString(entry.getValue()))
          .contains("pto." + entry.getKey() + " ", "--expect ");
    }
  }

  @Test
  void everyTileOperationHasAReference() throws IOException {
    List<Set<String>> files = new ArrayList<>();
    for (Path place : List.of(TESTS, REFERENCE)) {
      try (Stream<Path> found = Files.list(place)) {
        for (Path file : found.filter(Files::isRegularFile).toList()) {
          files.add(words(file));
        }
      }
    }
    List<String> missing =
        OpCatalog.all().stream()
            .filter(TileReferencesTest::computes)
            .map(op -> op.name().substring("pto.".length()))
            .filter(name -> !WITHOUT_NUMBERS.contains(name) && !BY_HAND.containsKey(name))
            .filter(name -> files.stream().noneMatch(words -> names(words, name)))
            .toList();
    assertThat(missing).isEmpty();
  }

  private static boolean computes(OpDefinition op) {
    return op.isTileOperation()
        && op.name().startsWith("pto.")
        && Arrays.stream(Profile.values()).anyMatch(profile -> op.types(profile).exists());
  }

  /** The words of the literals of a file, except the only one of this class. */
  private static Set<String> words(Path file) throws IOException {
    if (file.endsWith(TileReferencesTest.class.getSimpleName() + ".java")) {
      return Set.of();
    }
    return LITERAL
        .matcher(Files.readString(file))
        .results()
        .map((MatchResult found) -> found.group(1))
        .flatMap(text -> Arrays.stream(text.split("\\s+")))
        .map(word -> word.startsWith("pto.") ? word.substring("pto.".length()) : word)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static boolean names(Set<String> words, String name) {
    for (int split = 4; split < name.length(); split++) {
      if (words.contains(name.substring(0, split)) && words.contains(name.substring(split))) {
        return true;
      }
    }
    return words.contains(name);
  }
}
