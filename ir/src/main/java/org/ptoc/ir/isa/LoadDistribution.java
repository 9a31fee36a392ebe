package org.ptoc.ir.isa;

import java.util.Optional;

/** Distributions of vector loads (spec/40, 1.8; effects spec/00, 4.8). */
public enum LoadDistribution implements EncodedName {
  // @formatter:off
  // code, bytes, alignment, lane, unit, copies, step
  NORM         ( 0, 256, 32, 0, 0,  1, 1),
  BRC_B8       ( 1,   1,  1, 1, 1,  1, 0),
  BRC_B16      ( 2,   2,  2, 2, 2,  1, 0),
  BRC_B32      ( 3,   4,  4, 4, 4,  1, 0),
  US_B8        ( 6, 128, 32, 1, 1,  2, 1),
  US_B16       ( 7, 128, 32, 2, 2,  2, 1),
  DS_B8        ( 8, 512, 32, 1, 1,  1, 2),
  DS_B16       ( 9, 512, 32, 2, 2,  1, 2),
  BDINTLV      (10, 512, 32, 0, 0,  1, 1),
  DINTLV_B8    (11, 512, 32, 1, 1,  1, 2),
  DINTLV_B16   (12, 512, 32, 2, 2,  1, 2),
  UNPK_B8      (13, 128, 32, 2, 1,  1, 1),
  UNPK_B16     (14, 128, 32, 4, 2,  1, 1),
  BRC_BLK      (15,  32, 32, 0, 0,  1, 1),
  E2B_B16      (16,  16, 16, 2, 2, 16, 1),
  E2B_B32      (17,  32, 32, 4, 4,  8, 1),
  UNPK_B32     (18, 128, 32, 8, 4,  1, 1),
  DINTLV_B32   (19, 512, 32, 4, 4,  1, 2),
  UNPK4        (20,  64, 32, 4, 1,  1, 1),
  SPLT4CHN     (21,   0, 32, 0, 0,  1, 1),
  SPLT2CHN_B8  (22,   0, 32, 0, 0,  1, 1),
  SPLT2CHN_B16 (23,   0, 32, 0, 0,  1, 1);
  // @formatter:on

  /**
   * What a word with one register may use; the channel splits are defined nowhere and never legal.
   */
  static final FieldVocabulary SINGLE =
      new FieldVocabulary(
          NORM, BRC_B8, BRC_B16, BRC_B32, US_B8, US_B16, DS_B8, DS_B16, UNPK_B8, UNPK_B16, BRC_BLK,
          E2B_B16, E2B_B32, UNPK_B32, UNPK4);

  /** What a word with two registers may use. */
  static final FieldVocabulary DOUBLE =
      new FieldVocabulary(BDINTLV, DINTLV_B8, DINTLV_B16, DINTLV_B32);

  private final int code;
  private final int bytes;
  private final int alignment;
  private final int lane;
  private final int unit;
  private final int copies;
  private final int step;

  LoadDistribution(int code, int bytes, int alignment, int lane, int unit, int copies, int step) {
    this.code = code;
    this.bytes = bytes;
    this.alignment = alignment;
    this.lane = lane;
    this.unit = unit;
    this.copies = copies;
    this.step = step;
  }

  /** True if the effect is defined: that of the channel splits is nowhere. */
  public boolean isDefined() {
    return bytes != 0;
  }

  /** True if it belongs to the load with two results. */
  public boolean hasTwoResults() {
    return DOUBLE.contains(code);
  }

  /** Bytes read from the address on; 0 without a defined effect. */
  public int bytes() {
    return bytes;
  }

  /** Required alignment of the address in bytes. */
  public int alignment() {
    return alignment;
  }

  /** Bytes of a lane of the result, zero-extended from memory; 0 when any will do. */
  public int lane() {
    return lane;
  }

  /** Bytes of a lane in memory; 0 if equal to the bytes of a result lane of any width. */
  public int unit() {
    return unit;
  }

  /** Neighbouring lanes that read the same unit. */
  public int copies() {
    return copies;
  }

  /** Units from one that is read to the next; 0 when all lanes read the same. */
  public int step() {
    return step;
  }

  /** The entry with {@code code}; empty for a reserved code. */
  public static Optional<LoadDistribution> byCode(long code) {
    return EncodedName.byCode(values(), code);
  }

  @Override
  public int code() {
    return code;
  }
}
