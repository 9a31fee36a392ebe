package org.ptoc.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Whatever the sources and pages cite of the reference documents stands in {@code docs/spec}:
 * sections by their numbers, operations by their names, rules by their labels.
 */
class SpecCitationsTest {
  private static final Path ROOT = Path.of("..", "..").toAbsolutePath().normalize();
  private static final Path DOCUMENTS = ROOT.resolve("docs/spec");

  /** Adds an instruction that does not exist. */
  private static final Path INVENTED = ROOT.resolve("docs/add-an-instruction.md");

  private static final Pattern HEADING =
      Pattern.compile("^#+ (?:op: )?(?:Part )?([0-9]+(?:\\.[0-9]+)*|pto\\.\\w+|[A-Z]\\b)");
  private static final Pattern ITEM = Pattern.compile("^ *([0-9]+)\\. ");
  private static final Pattern NAME =
      Pattern.compile("`(?:pto\\.)?(v[a-z0-9_]+)`|\\bpto\\.(v\\w+)");
  private static final Pattern LABEL = Pattern.compile("\\b([A-Z][0-9]{1,2})\\b");
  private static final Pattern RANGE =
      Pattern.compile("\\b([A-Z])([0-9]{1,2})(?:\\.\\.|–|-| to )\\1?([0-9]{1,2})\\b");

  /** "spec/20, sections 5.1 and 7": the number of the document, then what of it. */
  private static final Pattern CITATION = Pattern.compile("spec/([0-9]{2})(?![0-9-])");

  private static final Pattern PART =
      Pattern.compile(
          "^(?:,|;| and| to)?,? (?:sections?"
              + " )?([0-9]+(?:\\.[0-9]+)*|pto\\.[a-z]\\w*|[A-Z][0-9]{1,2})\\b(?![/-])");

  /** "20#5.1" in a row of a table. */
  private static final Pattern ROW = Pattern.compile("(?<=[\" ])([0-9]{2})#([\\w.]+)(?=[\" ])");

  private final Map<String, Set<String>> anchors = new HashMap<>();

  @Test
  void citationsLeadToAPlaceOfADocument() throws IOException {
    readDocuments();
    assertThat(anchors).hasSize(11);
    List<String> missing = new ArrayList<>();
    int found = 0;
    for (Path file : citing()) {
      String text = Files.readString(file).replaceAll("\\s*\\n\\s*(?:\\*|//|#)?\\s*", " ");
      found += read(file, text, missing);
    }
    assertThat(missing).isEmpty();
    assertThat(found).isGreaterThan(900);
  }

  private void readDocuments() throws IOException {
    try (Stream<Path> files = Files.list(DOCUMENTS)) {
      for (Path file : files.sorted().toList()) {
        String name = file.getFileName().toString();
        if (!name.equals("README.md")) {
          anchors.put(name.substring(0, 2), anchorsOf(Files.readAllLines(file)));
        }
      }
    }
  }

  private static Set<String> anchorsOf(List<String> lines) {
    Set<String> result = new HashSet<>();
    String section = "";
    for (String line : lines) {
      var heading = HEADING.matcher(line);
      if (heading.find()) {
        section = heading.group(1);
        result.add(section);
      }
      var item = ITEM.matcher(line);
      if (item.find()) {
        result.add(section + "." + item.group(1));
      }
      NAME.matcher(line)
          .results()
          .forEach(name -> result.add(name.group(1) == null ? name.group(2) : name.group(1)));
      LABEL.matcher(line).results().forEach(label -> result.add(label.group(1)));
      RANGE
          .matcher(line)
          .results()
          .forEach(
              range -> {
                int last = Integer.parseInt(range.group(3));
                for (int i = Integer.parseInt(range.group(2)); i <= last; i++) {
                  result.add(range.group(1) + i);
                }
              });
    }
    return result;
  }

  private static List<Path> citing() throws IOException {
    List<Path> result = new ArrayList<>();
    try (Stream<Path> files = Files.walk(ROOT)) {
      files
          .filter(file -> file.toString().matches(".*\\.(java|md|py|pto|s|g4)"))
          .filter(file -> !file.startsWith(DOCUMENTS) && !file.equals(INVENTED))
          .filter(file -> !ROOT.relativize(file).toString().matches("(.*/)?(target|\\.git)/.*"))
          .forEach(result::add);
    }
    return result;
  }

  private int read(Path file, String text, List<String> missing) {
    int found = 0;
    var citation = CITATION.matcher(text);
    while (citation.find()) {
      String document = citation.group(1);
      found++;
      if (!anchors.containsKey(document)) {
        missing.add(ROOT.relativize(file) + ": spec/" + document);
        continue;
      }
      int at = citation.end();
      var part = PART.matcher(text).region(at, text.length());
      while (part.find()) {
        check(file, document, part.group(1), missing);
        at = part.end();
        part.region(at, text.length());
      }
    }
    var row = ROW.matcher(isAboutTables(file) ? text : "");
    while (row.find()) {
      found++;
      check(file, row.group(1), row.group(2), missing);
    }
    return found;
  }

  private static boolean isAboutTables(Path file) {
    return file.toString().contains("/src/main/") || file.startsWith(ROOT.resolve("docs/isa"));
  }

  /** Operations of a row are named without their dialect. */
  private void check(Path file, String document, String part, List<String> missing) {
    Set<String> places = anchors.getOrDefault(document, Set.of());
    if (!places.contains(part)
        && !places.contains("pto." + part)
        && !places.contains(part.replace("pto.", ""))) {
      missing.add(ROOT.relativize(file) + ": spec/" + document + ", " + part);
    }
  }
}
