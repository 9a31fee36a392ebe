package org.ptoc.vector;

import java.util.ArrayList;
import java.util.List;

/**
 * The textual forms of one operation (spec/10, 1.2).
 *
 * @param mnemonic with its dialect
 * @param items operands and tokens in order, as written
 * @param attributes the dictionary with its braces, or empty
 * @param types the types of the signature
 * @param results result names
 * @param resultTypes result types
 */
record Spelling(
    String mnemonic,
    List<String> items,
    String attributes,
    List<String> types,
    List<String> results,
    List<String> resultTypes) {

  private String head(String name) {
    String left = results.isEmpty() ? "" : String.join(", ", results) + " = ";
    String right = items.isEmpty() ? "" : " " + String.join(", ", items);
    return left + name + right + (attributes.isEmpty() ? "" : " " + attributes);
  }

  String canon() {
    if (types.isEmpty() && resultTypes.isEmpty()) {
      return head(mnemonic);
    }
    String arrow =
        resultTypes.isEmpty()
            ? ""
            : types.isEmpty()
                ? String.join(", ", resultTypes)
                : " -> " + String.join(", ", resultTypes);
    return head(mnemonic) + " : " + String.join(", ", types) + arrow;
  }

  String paren() {
    String arrow = resultTypes.isEmpty() ? "()" : String.join(", ", resultTypes);
    return head(mnemonic) + " : (" + String.join(", ", types) + ") -> " + arrow;
  }

  /** Results first and no prefix; {@code type} may be empty. */
  String bare(String type) {
    List<String> all = new ArrayList<>(results);
    all.addAll(items);
    String tail = type.isEmpty() ? "" : " : " + type;
    String dictionary = attributes.isEmpty() ? "" : " " + attributes;
    return mnemonic.substring(mnemonic.indexOf('.') + 1)
        + " "
        + String.join(", ", all)
        + dictionary
        + tail;
  }

  Spelling named(String other) {
    return new Spelling(other, items, attributes, types, results, resultTypes);
  }
}
