package org.ptoc.ir.type;

/**
 * A logical vector, {@code !pto.vmi.vreg<LxT>} (spec/80, 2.1): the compiler decides how its lanes
 * lie in registers.
 *
 * @param lanes number of lanes, at least 1
 * @param element lane type of 8, 16 or 32 bits
 */
public record LogicalVectorType(int lanes, ElementType element) implements Type {
  @Override
  public String spelling() {
    return "!pto.vmi.vreg<" + lanes + "x" + element.spelling() + ">";
  }
}
