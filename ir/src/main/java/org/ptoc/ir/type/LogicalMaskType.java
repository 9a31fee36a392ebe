package org.ptoc.ir.type;

import java.util.Optional;

/**
 * A logical mask, {@code !pto.vmi.mask<Lxpred>} (spec/80, 2.1).
 *
 * @param lanes number of bits, at least 1
 * @param granularity the width of the elements that it may govern, where the text gives it
 */
public record LogicalMaskType(int lanes, Optional<MaskType> granularity) implements Type {
  @Override
  public String spelling() {
    String width = granularity.map(type -> "b" + 8 * type.step()).orElse("pred");
    return "!pto.vmi.mask<" + lanes + "x" + width + ">";
  }
}
