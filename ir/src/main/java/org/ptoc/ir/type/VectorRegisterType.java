package org.ptoc.ir.type;

/**
 * A vector register type, {@code !pto.vreg<NxT>} (spec/10, 1.1).
 *
 * @param lanes number of lanes; {@code lanes * bits(T)} is {@link #REGISTER_BITS} except for the
 *     short types of the fused conversions, whose low lanes are significant (spec/10,
 *     pto.vaddreluconv)
 * @param element lane type
 */
public record VectorRegisterType(int lanes, ElementType element) implements Type {
  public static final int REGISTER_BYTES = 256;
  public static final int REGISTER_BITS = REGISTER_BYTES * 8;

  /** The full register of an element type. */
  public static VectorRegisterType full(ElementType element) {
    return new VectorRegisterType(REGISTER_BITS / element.bits(), element);
  }

  /** True when the lanes fill the register. */
  public boolean isFull() {
    return lanes * element.bits() == REGISTER_BITS;
  }

  @Override
  public String spelling() {
    return "!pto.vreg<" + lanes + "x" + element.spelling() + ">";
  }
}
