package org.ptoc.ir.isa;

/**
 * A named run of bits of a 64-bit instruction or configuration word (spec/40, section 6).
 *
 * @param name the field name of the encoding document
 * @param lsb number of the lowest bit, 0 to 63
 * @param width number of bits, 1 to 64
 * @param signed whether the field holds a two's complement number
 */
public record BitField(String name, int lsb, int width, boolean signed) {

  /** True if this is the field of a name. */
  public boolean is(FieldName field) {
    return name.equals(field.spelling());
  }

  /** The value of this field in {@code word}, sign-extended when the field is signed. */
  public long get(long word) {
    long atTop = word << (64 - lsb - width);
    return signed ? atTop >> (64 - width) : atTop >>> (64 - width);
  }

  /** {@code word} with this field replaced by the low bits of {@code value}. */
  public long set(long word, long value) {
    return (word & ~mask()) | ((value << lsb) & mask());
  }

  /** The bits of the word that belong to this field. */
  public long mask() {
    return (-1L >>> (64 - width)) << lsb;
  }

  /** True if the field can hold {@code value} without loss. */
  public boolean fits(long value) {
    return get(set(0, value)) == value;
  }
}
