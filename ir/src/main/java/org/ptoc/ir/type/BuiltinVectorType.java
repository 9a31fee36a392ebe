package org.ptoc.ir.type;

/**
 * The small builtin vector of executed counts, {@code vector<4xi16>} (spec/20, 5.2).
 *
 * @param count number of elements
 * @param element element type
 */
public record BuiltinVectorType(int count, ElementType element) implements Type {
  @Override
  public String spelling() {
    return "vector<" + count + "x" + element.spelling() + ">";
  }
}
