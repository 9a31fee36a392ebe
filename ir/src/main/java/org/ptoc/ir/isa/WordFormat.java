package org.ptoc.ir.isa;

import java.util.List;
import java.util.Optional;

/**
 * The instruction word formats (spec/40, section 6; K and F: spec/60, 6.1). The fields of a format,
 * with {@code cls} and {@code op}, cover all 64 bits exactly once; {@code z0} is reserved and zero.
 */
public enum WordFormat {
  S(1, "scalar, register form", "xd 5 xa 5 xb 5 xc 5 w 3 cond 4 sg 1 z0 20"),
  I(2, "scalar, 32-bit immediate", "xd 5 xa 5 w2 2 cond 4 imm32 -32"),
  M(3, "scalar load and store", "xd 5 xb 5 xo 5 w 3 sp 3 sg 1 post 1 z0 1 imm24 -24"),
  B(4, "branch", "xa 5 xb 5 cond 4 w2 2 imm32 -32"),
  C(5, "control and synchronisation", "p1 4 p2 4 id 5 dyn 1 x 5 mode 1 kind 4 spr 8 z0 16"),
  D(6, "DMA between memories", "xd 5 xs 5 c0 5 c1 5 dt 5 z0 23"),
  U(7, "UB-to-UB vector and SFU", "xd 5 xn 5 xm 5 xt 5 dt 5 dt2 5 m3 3 sat 1 z0 14"),
  V(
      8,
      "vector compute",
      "vd 5 va 5 vb 5 vc 5 pg 4 dt 5 dt2 5 m3 3 sat 1 part 2 mrg 1 ord 1 pd 4 z0 2"),
  L(9, "vector load and store", "vd 5 ve 5 xb 5 xo 5 pg 4 dt 5 dist 5 post 1 al 3 imm10 -10"),
  P(10, "predicate", "pd 4 pe 4 pa 4 pb 4 pg 4 gr 2 pat 4 dist 2 xb 5 xo 5 imm10 -10"),
  R(11, "vector region and hardware loop", "lvl 3 x 5 z0 8 imm32 -32"),
  K(13, "matrix product", "xd 5 xa 5 xb 5 xt 5 xc 5 dt 5 dt2 5 dt3 5 sm 2 tf 2 nd 1 z0 3"),
  F(14, "fixpipe", "xd 5 xs 5 xm 5 xt 5 xq 5 xr 5 xc 5 dt 5 dt2 5 sm 2 z0 1");

  /** The format class, common to all formats. */
  public static final BitField CLASS = new BitField("cls", 0, 6, false);

  /** The operation number, common to all formats. */
  public static final BitField OPERATION = new BitField("op", 6, 10, false);

  private static final WordFormat[] BY_NUMBER = new WordFormat[64];

  static {
    for (WordFormat format : values()) {
      BY_NUMBER[format.number] = format;
    }
  }

  private final int number;
  private final String description;
  private final List<BitField> fields;
  private final BitField[] byName = new BitField[FieldName.values().length];

  WordFormat(int number, String description, String layout) {
    this.number = number;
    this.description = description;
    BitField formatClass = new BitField("cls", 0, 6, false);
    this.fields = FieldLayout.parse(List.of(formatClass, new BitField("op", 6, 10, false)), layout);
    for (BitField field : fields) {
      byName[FieldName.of(field.name()).ordinal()] = field;
    }
  }

  /** The format with class number {@code number}; empty for reserved numbers. */
  public static Optional<WordFormat> byNumber(int number) {
    return number >= 0 && number < BY_NUMBER.length
        ? Optional.ofNullable(BY_NUMBER[number])
        : Optional.empty();
  }

  /** The class number in bits 5:0. */
  public int number() {
    return number;
  }

  /** What the format is for, in a few words. */
  public String description() {
    return description;
  }

  /** All fields, lowest bit first, {@code cls} and {@code op} included. */
  public List<BitField> fields() {
    return fields;
  }

  /** A field; empty when the format has none of that name. */
  public Optional<BitField> field(FieldName name) {
    return Optional.ofNullable(byName[name.ordinal()]);
  }

  /**
   * The value of a field in a word of this format.
   *
   * @throws IllegalArgumentException when the format has no such field
   */
  long get(long word, FieldName name) {
    BitField field = byName[name.ordinal()];
    if (field == null) {
      throw new IllegalArgumentException(this + " has no field " + name);
    }
    return field.get(word);
  }
}
