package org.ptoc.ir.verify;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.ptoc.ir.type.ElementType;

/**
 * Type lists of test tables: element types by their spelling, {@code @16} for every 16-bit integer,
 * {@code s16} for i16 and si16.
 */
final class TypeNames {
  private TypeNames() {}

  static Set<ElementType> parse(String list) {
    Set<ElementType> types = new LinkedHashSet<>();
    for (String word : list.trim().split(" +")) {
      if (!word.isEmpty() && !word.equals("-")) {
        types.addAll(expand(word));
      }
    }
    return types;
  }

  private static List<ElementType> expand(String word) {
    if (word.startsWith("@")) {
      String bits = word.substring(1);
      return List.of(named("i" + bits), named("si" + bits), named("ui" + bits));
    }
    if (word.matches("s\\d+")) {
      String bits = word.substring(1);
      return List.of(named("i" + bits), named("si" + bits));
    }
    if (word.startsWith("width")) {
      List<ElementType> types = new ArrayList<>();
      for (ElementType type : numbers()) {
        if (("width" + type.bits()).equals(word)) {
          types.add(type);
        }
      }
      return types;
    }
    return List.of(named(word));
  }

  private static ElementType named(String spelling) {
    return ElementType.bySpelling(spelling)
        .orElseGet(() -> ElementType.bySpelling("!pto." + spelling).orElseThrow());
  }

  /** Every type that a vector lane or tile element could have. */
  static List<ElementType> numbers() {
    List<ElementType> types = new ArrayList<>(List.of(ElementType.values()));
    types.remove(ElementType.I1);
    types.remove(ElementType.INDEX);
    return types;
  }

  /** {@code a->b c->d} as pairs of all expansions. */
  static Set<List<ElementType>> pairs(String list) {
    Set<List<ElementType>> pairs = new LinkedHashSet<>();
    for (String word : list.trim().split(" +")) {
      if (word.contains("->")) {
        for (ElementType from : parse(word.substring(0, word.indexOf('-')))) {
          for (ElementType to : parse(word.substring(word.indexOf('>') + 1))) {
            pairs.add(List.of(from, to));
          }
        }
      }
    }
    return pairs;
  }
}
