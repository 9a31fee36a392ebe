package org.ptoc.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The map of packages in {@code docs/architecture.md} has every package and what it may see. */
class PackageMapTest {
  private static final String ROOT = "org.ptoc.";
  private static final Path REPOSITORY = Path.of("../..");
  private static final Path PAGE = REPOSITORY.resolve("docs/architecture.md");
  private static final Pattern ROW = Pattern.compile("\\| `([\\w.]+)` \\| [^|]+ \\| ([^|]*) \\|");
  private static final Pattern NAME = Pattern.compile("`([\\w.*]+)`");

  @Test
  void everyPackageStandsThereWithWhatItMaySee() throws IOException {
    Map<String, TreeSet<String>> packages = packages();
    Map<String, List<String>> rows = rows();
    List<String> faults = new ArrayList<>();
    packages.forEach(
        (name, seen) -> {
          if (!rows.containsKey(name)) {
            faults.add(name + " has no line; it sees " + seen);
            return;
          }
          seen.stream()
              .filter(other -> rows.get(name).stream().noneMatch(entry -> covers(entry, other)))
              .forEach(other -> faults.add(name + " sees " + other + " too"));
        });
    rows.keySet().stream()
        .filter(name -> !packages.containsKey(name))
        .forEach(name -> faults.add(name + " is no package"));
    assertThat(faults).isEmpty();
  }

  /** Whether an entry means a package: its name, or {@code ir.*} for it and all below. */
  private static boolean covers(String entry, String name) {
    String above = entry.endsWith(".*") ? entry.substring(0, entry.length() - 2) : "";
    return entry.equals(name)
        || !above.isEmpty() && (name.equals(above) || name.startsWith(above + "."));
  }

  /**
   * All packages of main sources, and what those see that are on the class path here; others see
   * nothing that a test here could tell.
   */
  private static Map<String, TreeSet<String>> packages() throws IOException {
    Map<String, TreeSet<String>> packages = new TreeMap<>();
    for (String place : List.of(".", "tools", "tests")) {
      try (Stream<Path> modules = Files.list(REPOSITORY.resolve(place))) {
        for (Path module : modules.toList()) {
          sources(module.resolve("src/main/java"))
              .forEach(name -> packages.put(name, new TreeSet<>()));
        }
      }
    }
    for (JavaClass type : ShippedClasses.all()) {
      if (!type.getSimpleName().equals("package-info")) {
        TreeSet<String> seen =
            packages.computeIfAbsent(shortName(type.getPackageName()), name -> new TreeSet<>());
        type.getDirectDependenciesFromSelf().stream()
            .map(arrow -> arrow.getTargetClass().getBaseComponentType().getPackageName())
            .filter(name -> name.startsWith(ROOT) && !name.equals(type.getPackageName()))
            .forEach(name -> seen.add(shortName(name)));
      }
    }
    return packages;
  }

  private static List<String> sources(Path root) throws IOException {
    if (!Files.isDirectory(root)) {
      return List.of();
    }
    try (Stream<Path> files = Files.walk(root)) {
      return files
          .filter(file -> file.toString().endsWith(".java"))
          .map(file -> root.relativize(file.getParent()).toString().replace('/', '.'))
          .filter(name -> name.startsWith(ROOT))
          .map(PackageMapTest::shortName)
          .distinct()
          .toList();
    }
  }

  private static String shortName(String name) {
    return name.substring(ROOT.length());
  }

  private static Map<String, List<String>> rows() throws IOException {
    String map =
        Files.readAllLines(PAGE).stream()
            .takeWhile(line -> !line.startsWith("## Two tables"))
            .collect(Collectors.joining("\n"));
    Map<String, List<String>> rows = new TreeMap<>();
    Matcher row = ROW.matcher(map);
    while (row.find()) {
      Matcher entry = NAME.matcher(row.group(2));
      rows.put(row.group(1), entry.results().map(found -> found.group(1)).toList());
    }
    return rows;
  }
}
