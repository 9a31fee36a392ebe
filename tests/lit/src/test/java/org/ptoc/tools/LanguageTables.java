package org.ptoc.tools;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ptoc.ir.MaskPattern;
import org.ptoc.ir.catalog.AttributeRule;
import org.ptoc.ir.catalog.AttributeRule.Domain;
import org.ptoc.ir.catalog.MemoryLimits;
import org.ptoc.ir.catalog.OpCatalog;
import org.ptoc.ir.catalog.OpDefinition;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.catalog.Scope;
import org.ptoc.ir.catalog.TypeSet;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.MemorySpace;
import org.ptoc.ir.type.TileMemory;
import org.ptoc.ir.type.VectorRegisterType;

/** The tables of the pages of the language, as Markdown, from those of the compiler. */
final class LanguageTables {
  private static final int BLOCK = 32;

  /** The tables of tile operations by the beginning of the names of their forms. */
  private static final Map<String, List<String>> FAMILIES = families();

  private LanguageTables() {}

  private static Map<String, List<String>> families() {
    Map<String, List<String>> families = new LinkedHashMap<>();
    families.put("compare", List.of("TILE_COMPARE", "TILE_SELECT"));
    families.put("convert", List.of("TILE_CONVERT", "TILE_QUANTIZE", "TILE_DEQUANTIZE"));
    families.put("reductions", List.of("TILE_ROW", "TILE_COLUMN"));
    families.put("expansions", List.of("TILE_EXPAND"));
    families.put("partial", List.of("TILE_PARTIAL"));
    families.put(
        "moves",
        List.of(
            "TILE_LOAD",
            "TILE_STORE",
            "TILE_MOVE",
            "TILE_EXTRACT",
            "TILE_INSERT",
            "TILE_TRANSPOSE",
            "TILE_CONCAT",
            "TILE_FILL",
            "TILE_PREFETCH",
            "RESHAPE_TILE"));
    families.put(
        "gathers",
        List.of(
            "TILE_GATHER", "TILE_SCATTER", "TILE_MEMORY", "TILE_SORT", "TILE_MERGE", "TILE_HIST"));
    families.put("generators", List.of("TILE_INDEX", "TILE_RANDOM", "TILE_TRIANGLE"));
    families.put(
        "others", List.of("TILE_SET_ELEMENT", "TILE_GET_ELEMENT", "TILE_PRINT", "TILE_SYNC"));
    families.put(
        "elementwise",
        List.of(
            "TILE_UNARY",
            "TILE_BINARY",
            "TILE_TERNARY",
            "TILE_SCALAR",
            "TILE_AXPY",
            "TILE_SHIFT",
            "TILE_DIVIDE",
            "TILE_SPLAT"));
    return families;
  }

  /** All tables by name. */
  static Map<String, String> all() {
    Map<String, String> tables = new TreeMap<>();
    tables.put("numbers", numbers());
    tables.put("memories", memories());
    tables.put("patterns", patterns());
    tables.put("tile-attributes", attributes(LanguageTables::isTile));
    tables.put("vector-attributes", attributes(LanguageTables::isVector));
    tables.put("other-attributes", attributes(op -> !isTile(op) && !isVector(op)));
    Map<String, List<OpDefinition>> members =
        operations()
            .filter(op -> isTile(op) && !op.form().isAboutCube())
            .collect(Collectors.groupingBy(op -> family(op.form()), Collectors.toList()));
    members.forEach((family, rows) -> tables.put(family, operations(rows)));
    return tables;
  }

  private static boolean isTile(OpDefinition op) {
    return op.isTileOperation();
  }

  private static boolean isVector(OpDefinition op) {
    return !op.isTileOperation() && op.scope() == Scope.VECSCOPE;
  }

  private static Stream<OpDefinition> operations() {
    return OpCatalog.all().stream()
        .filter(op -> op.form() != OperationForm.MACHINE && op.form() != OperationForm.UNSUPPORTED)
        .filter(op -> op.types(Profile.A5).exists() || op.types(Profile.A2A3).exists());
  }

  /** The table that has the operations of a form. */
  private static String family(OperationForm form) {
    return FAMILIES.entrySet().stream()
        .filter(family -> family.getValue().stream().anyMatch(form.name()::startsWith))
        .map(Map.Entry::getKey)
        .findFirst()
        .orElseThrow(() -> new AssertionError(form + " stands in no table of the language"));
  }

  private static String table(String header, Stream<String> rows) {
    String rule = header.replaceAll("[^|]+", "---");
    return header + "\n" + rule + "\n" + rows.map(row -> row + "\n").collect(Collectors.joining());
  }

  private static String numbers() {
    return table(
        "| Type | Bits | Meaning | Elements in 32 bytes | Lanes of a register |",
        Arrays.stream(ElementType.values()).map(LanguageTables::number));
  }

  private static String number(ElementType type) {
    boolean scalar = type == ElementType.I1 || type == ElementType.INDEX;
    String meaning =
        switch (type.kind()) {
          case SIGNLESS -> type.bits() == 1 ? "truth value" : "integer; signed where it matters";
          case SIGNED -> "signed integer";
          case UNSIGNED -> "unsigned integer";
          case INDEX -> "signed machine word: counters, extents, offsets";
          case FLOAT -> type.bits() == 8 ? "8-bit float, a5" : "float";
          case PACKED -> "two small floats, a5";
        };
    return "| `%s` | %d | %s | %s | %s |"
        .formatted(
            type.spelling(),
            type.bits(),
            meaning,
            scalar ? "-" : Integer.toString(BLOCK / type.bytes()),
            scalar ? "-" : Integer.toString(VectorRegisterType.REGISTER_BYTES / type.bytes()));
  }

  private static String memories() {
    return table(
        "| Pointer | Tile | a5, bytes | a2a3, bytes | Addresses are multiples of |",
        Arrays.stream(MemorySpace.values())
            .map(
                space ->
                    space == MemorySpace.GM
                        ? "| `gm` | - | - | - | the element |"
                        : memory(space, TileMemory.of(space))));
  }

  private static String memory(MemorySpace space, TileMemory memory) {
    return "| `%s` | `%s` | %,d | %,d | %d |"
        .formatted(
            space.spelling(),
            space.tileLocation(),
            MemoryLimits.bytes(memory, Profile.A5),
            MemoryLimits.bytes(memory, Profile.A2A3),
            MemoryLimits.alignment(memory));
  }

  private static String patterns() {
    return table(
        "| Pattern | Takes | Of each | 64 columns become |",
        Arrays.stream(MaskPattern.values())
            .map(
                each ->
                    "| `%s` | %d | %d | %d |"
                        .formatted(each, each.phase(), each.period(), each.taken(64))));
  }

  private static String operations(List<OpDefinition> rows) {
    return table(
        "| Operation | Meaning | a5 | a2a3 |",
        rows.stream()
            .map(
                op ->
                    "| `%s` | %s | %s | %s |"
                        .formatted(
                            op.shortName(),
                            op.semantics().replace("|", "\\|").replace("*", "\\*"),
                            types(op.types(Profile.A5)),
                            types(op.types(Profile.A2A3)))));
  }

  private static String types(TypeSet set) {
    return switch (set) {
      case TypeSet.Absent() -> "-";
      case TypeSet.Untyped() -> "any";
      case TypeSet.Elements(Set<ElementType> elements) -> shortened(elements);
      case TypeSet.Pairs(List<TypeSet.Pair> pairs) -> pairs(pairs);
    };
  }

  private static String pairs(List<TypeSet.Pair> pairs) {
    Map<ElementType, Set<ElementType>> results = new LinkedHashMap<>();
    pairs.forEach(
        pair -> results.computeIfAbsent(pair.source(), key -> new TreeSet<>()).add(pair.result()));
    if (results.size() > 4) {
      return results.size() + " source types";
    }
    return results.entrySet().stream()
        .map(each -> each.getKey().spelling() + " to " + shortened(each.getValue()))
        .collect(Collectors.joining("; "));
  }

  /** {@code int8} for all three integers of 8 bits, {@code i8} for the two with a sign. */
  private static String shortened(Set<ElementType> elements) {
    List<String> words = new ArrayList<>();
    for (int bits : new int[] {8, 16, 32, 64}) {
      ElementType signless = ElementType.signless(bits);
      boolean unsigned =
          elements.stream()
              .anyMatch(each -> each.kind() == ElementType.Kind.UNSIGNED && each.bits() == bits);
      if (elements.contains(signless)) {
        words.add((unsigned ? "int" : "i") + bits);
      } else if (unsigned) {
        words.add("ui" + bits);
      }
    }
    elements.stream()
        .filter(each -> !each.isInteger())
        .map(ElementType::spelling)
        .forEach(words::add);
    return String.join(" ", words);
  }

  /** One row for each attribute and domain, with the operations that have it. */
  private static String attributes(Predicate<OpDefinition> chosen) {
    Map<String, List<String>> rows = new TreeMap<>();
    operations()
        .filter(chosen)
        .forEach(
            op ->
                op.attributes().stream()
                    .filter(rule -> !isInternal(rule))
                    .forEach(
                        rule ->
                            rows.computeIfAbsent(attribute(rule), key -> new ArrayList<>())
                                .add("`" + op.shortName() + "`")));
    return table(
        "| Attribute | Values | Operations |",
        rows.entrySet().stream()
            .map(row -> "| " + row.getKey() + " | " + String.join(" ", row.getValue()) + " |"));
  }

  /** What only the compiler writes. */
  private static boolean isInternal(AttributeRule rule) {
    return Set.of("placed", "record").contains(rule.name());
  }

  private static String attribute(AttributeRule rule) {
    String also =
        rule.aliases().stream().map(name -> ", `" + name + "`").collect(Collectors.joining());
    return "`%s`%s%s | %s"
        .formatted(rule.name(), also, rule.required() ? "" : " ?", domain(rule.domain()));
  }

  private static String domain(Domain domain) {
    return switch (domain) {
      case Domain.Tokens tokens -> written(tokens);
      case Domain.Flag() -> "`true`, `false`";
      case Domain.Range range -> range.least() + " to " + range.greatest();
      case Domain.Anything() -> "any";
    };
  }

  private static String written(Domain.Tokens tokens) {
    String words = String.join(" ", tokens.tokens());
    String kind = tokens.enumeration();
    if (kind.isEmpty()) {
      return "strings: " + words;
    }
    if (kind.equals(Domain.Tokens.BARE)) {
      return "words: " + words;
    }
    return "`#" + kind + (kind.contains("<") ? " X>`: " : "<X>`: ") + words;
  }
}
