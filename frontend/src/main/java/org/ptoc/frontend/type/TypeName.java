package org.ptoc.frontend.type;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.ptoc.ir.type.ElementType;

/** Names of types that are not element types (spec/00, 2.2; spec/20, 1.2). */
enum TypeName {
  POINTER("!pto.ptr"),
  VECTOR_REGISTER("!pto.vreg"),
  MASK("!pto.mask"),
  LOGICAL_VECTOR("!pto.vmi.vreg"),
  LOGICAL_MASK("!pto.vmi.mask"),
  ALIGN("!pto.align"),
  TENSOR_VIEW("!pto.tensor_view"),
  PARTITION_TENSOR_VIEW("!pto.partition_tensor_view"),
  TILE_VIEW("!pto.tile_view"),
  TILE_BUFFER("!pto.tile_buf"),
  TILE("!pto.tile"),
  MULTI_TILE_BUFFER("!pto.multi_tile_buf"),
  MEMREF("memref"),
  LOCAL_ARRAY("!pto.local_array"),
  STRUCT("!pto.struct"),
  EVENT_ARRAY("!pto.eventid_array"),
  BUILTIN_VECTOR("vector");

  private final String spelling;

  TypeName(String spelling) {
    this.spelling = spelling;
  }

  static Optional<TypeName> bySpelling(String text) {
    for (TypeName name : values()) {
      if (name.spelling.equals(text)) {
        return Optional.of(name);
      }
    }
    return Optional.empty();
  }

  /** The element type that NumPy, C or Rust call otherwise. */
  static Optional<String> ofOtherLanguages(String word) {
    String lower = word.toLowerCase(Locale.ROOT);
    String bits = lower.replaceAll("^(bfloat|float|int|uint|[siufb]|bf)(?=[0-9]+(_t)?$)|_t$", "");
    String spelling =
        switch (lower) {
          case "half" -> "f16";
          case "float" -> "f32";
          case "int" -> "i32";
          case "bool" -> "i1";
          default ->
              (lower.startsWith("bf")
                      ? "bf"
                      : lower.startsWith("f") ? "f" : lower.startsWith("u") ? "ui" : "i")
                  + bits;
        };
    return elementSpellings().contains(spelling) && !spelling.equals(word)
        ? Optional.of(spelling)
        : elementSpellings().stream().filter(each -> letters(each).equals(letters(word))).findAny();
  }

  /** A name without prefix, case and punctuation: {@code float8_e8m0fnu}. */
  private static String letters(String word) {
    return word.toLowerCase(Locale.ROOT)
        .replaceAll("^!pto\\.|[^a-z0-9]|fnu?$", "")
        .replace("float", "f");
  }

  /** Everything that may stand where a type begins. */
  static List<String> spellings() {
    List<String> spellings = elementSpellings();
    for (TypeName name : values()) {
      spellings.add(name.spelling);
    }
    return spellings;
  }

  /** Everything that may stand where an element type is wanted, in a list of the caller. */
  static List<String> elementSpellings() {
    List<String> spellings = new ArrayList<>();
    for (ElementType element : ElementType.values()) {
      spellings.add(element.spelling());
    }
    return spellings;
  }
}
