package org.ptoc.vector;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.ptoc.ir.catalog.OpDefinition;

/** Examples of the operations on logical vectors: statements of the file that has each of them. */
final class LogicalExamples {
  private static final Path FILE = Path.of("cases", "vmi", "forms.pto");
  private static final Pattern NAME = Pattern.compile("%\\w+");

  private LogicalExamples() {}

  /** The example of an operation. */
  static Stream<ReferenceExamples.Example> of(OpDefinition op) {
    Map<String, String> definitions = new LinkedHashMap<>();
    List<String> lines = lines();
    for (String line : lines) {
      if (line.contains(" = ")) {
        Matcher names = NAME.matcher(line.substring(0, line.indexOf(" = ")));
        while (names.find()) {
          definitions.put(names.group(), line);
        }
      }
    }
    return lines.stream()
        .filter(line -> line.contains(op.name() + " ") || line.contains(op.name() + "\""))
        .limit(1)
        .map(line -> new ReferenceExamples.Example(line, program(line, definitions, lines)));
  }

  private static List<String> lines() {
    try {
      return Files.readAllLines(FILE).stream()
          .map(String::strip)
          .filter(line -> !line.startsWith("//"))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String program(
      String statement, Map<String, String> definitions, List<String> lines) {
    Set<String> needed = new LinkedHashSet<>();
    need(statement, definitions, needed);
    List<String> text = new ArrayList<>();
    text.add("func.func @example(%in: !pto.ptr<f32>) attributes {pto.entry, pto.aicore} {");
    text.add("  pto.vecscope {");
    lines.stream().filter(needed::contains).forEach(line -> text.add("    " + line));
    text.add("  }");
    text.add("  return");
    text.add("}");
    return String.join("\n", text) + "\n";
  }

  private static void need(String line, Map<String, String> definitions, Set<String> needed) {
    if (needed.add(line)) {
      Matcher names = NAME.matcher(line);
      while (names.find()) {
        String definition = definitions.get(names.group());
        if (definition != null) {
          need(definition, definitions, needed);
        }
      }
    }
  }
}
