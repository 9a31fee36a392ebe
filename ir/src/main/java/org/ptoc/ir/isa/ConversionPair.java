package org.ptoc.ir.isa;

/**
 * A legal pair of source and result type with the attributes it takes (spec/11, 5.4).
 *
 * @param source the type in {@code dt}
 * @param result the type in {@code dt2}
 * @param roundings set of legal {@link RoundingMode} codes, bit i for code i
 * @param saturates whether the saturation bit may be set
 * @param parts number of legal {@link Part} codes: 1, 2 or 4
 */
public record ConversionPair(
    DataType source, DataType result, int roundings, boolean saturates, int parts) {

  /** True if the rounding mode with {@code code} is legal. */
  public boolean acceptsRounding(long code) {
    return (roundings >> code & 1) != 0;
  }
}
