package org.ptoc.vector;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ptoc.ir.catalog.OpDefinition;

/**
 * Examples of the operations of the cube core: statements of the test files that have each of them
 * in each spelling, with what they need of these files.
 */
final class CubeExamples {
  private static final Path CASES = Path.of("cases", "cube");

  /** One for the operations on tiles, one for each profile below them. */
  private static final List<String> FILES =
      List.of("tile-forms.pto", "micro-forms.pto", "micro-forms-a2a3.pto");

  /**
   * What the files take as parameters is made of the one buffer, or is a number: configuration
   * words of a product of 16 x 64 by 64 x 16, and of an accumulator of 16 x 16.
   */
  private static final List<String> PARAMETERS =
      List.of(
          "%x = pto.castptr %p0 : !pto.ptr<f32> -> !pto.ptr<f16>",
          "%y = pto.castptr %p0 : !pto.ptr<f32> -> !pto.ptr<f32>",
          "%p = pto.castptr %p0 : !pto.ptr<f32> -> !pto.ptr<f16>",
          "%f = pto.castptr %p0 : !pto.ptr<f32> -> !pto.ptr<f32>",
          "%w = arith.constant 268697616 : i64",
          "%shape = arith.constant 68720525568 : i64",
          "%to_f32 = arith.constant 8796093022224 : i64",
          "%to_f16 = arith.constant 8813272891408 : i64",
          "%turn = arith.constant 0 : i64");

  private static final Pattern NAME = Pattern.compile("[%!][A-Za-z_]\\w*");

  private CubeExamples() {}

  /** The examples of an operation, the first of each file. */
  static Stream<ReferenceExamples.Example> of(OpDefinition op) {
    return FILES.stream().flatMap(file -> of(op, lines(file)).stream());
  }

  private static List<String> lines(String file) {
    try {
      return Files.readAllLines(CASES.resolve(file)).stream()
          .map(String::strip)
          .filter(line -> !line.startsWith("//"))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<ReferenceExamples.Example> of(OpDefinition op, List<String> lines) {
    Map<String, String> definitions = new LinkedHashMap<>();
    for (String line : Stream.concat(PARAMETERS.stream(), lines.stream()).toList()) {
      Matcher name = NAME.matcher(line);
      if (name.lookingAt() && line.startsWith(name.group() + " = ")) {
        definitions.put(name.group(), line);
      }
    }
    return lines.stream()
        .filter(line -> line.startsWith(op.name() + " ") || line.equals(op.name()))
        .limit(1)
        .map(
            line ->
                line.replace("%w, %w", "%shape, " + (line.contains("f16") ? "%to_f16" : "%to_f32")))
        .map(line -> new ReferenceExamples.Example(line, program(line, definitions)))
        .toList();
  }

  private static String program(String statement, Map<String, String> definitions) {
    TreeSet<String> needed = new TreeSet<>();
    need(statement, definitions, needed);
    List<String> aliases = new ArrayList<>();
    List<String> values = new ArrayList<>();
    for (Map.Entry<String, String> definition : definitions.entrySet()) {
      if (needed.contains(definition.getKey())) {
        boolean alias = definition.getKey().startsWith("!");
        (alias ? aliases : values)
            .add(alias ? definition.getValue() : "    " + definition.getValue());
      }
    }
    // Parameters stand first, for definitions of the file may need them.
    return Stream.of(
            aliases.stream(),
            Stream.of(
                "module attributes {pto.kernel_kind = #pto.kernel_kind<cube>} {",
                "  func.func @example(%p0: !pto.ptr<f32>) attributes {pto.entry} {"),
            values.stream(),
            Stream.of("    " + statement, "    return", "  }", "}", ""))
        .flatMap(part -> part)
        .collect(Collectors.joining("\n"));
  }

  private static void need(String line, Map<String, String> definitions, TreeSet<String> needed) {
    Matcher names = NAME.matcher(line);
    while (names.find()) {
      String name = names.group();
      if (definitions.containsKey(name) && needed.add(name)) {
        need(definitions.get(name), definitions, needed);
      }
    }
  }
}
