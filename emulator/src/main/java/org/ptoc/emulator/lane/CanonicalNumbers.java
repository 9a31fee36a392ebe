package org.ptoc.emulator.lane;

import org.ptoc.emulator.numeric.Float16;
import org.ptoc.emulator.numeric.Float32;
import org.ptoc.emulator.unit.LittleEndian;

/** Makes every NaN of computed lanes the canonical one (spec/10, 1.4), eight bytes at a time. */
public final class CanonicalNumbers {
  /** Lanes of f16. */
  public static final CanonicalNumbers HALVES =
      new CanonicalNumbers(Short.SIZE, Float16.INFINITY, Float16.CANONICAL_NAN);

  /** Lanes of f16 that saturate (spec/11, 5.3): NaN becomes 0. */
  public static final CanonicalNumbers SATURATED_HALVES =
      new CanonicalNumbers(Short.SIZE, Float16.INFINITY, 0);

  /** Lanes of f32. */
  public static final CanonicalNumbers SINGLES =
      new CanonicalNumbers(Float.SIZE, 0x7F80_0000L, Float32.CANONICAL_NAN);

  private final int signShift;
  private final long signs;

  /** What lifts the magnitudes above infinity, and no others, into the sign. */
  private final long lift;

  private final long canonical;

  private CanonicalNumbers(int bits, long infinity, long canonical) {
    long ones = bits == Short.SIZE ? 0x0001_0001_0001_0001L : 0x0000_0001_0000_0001L;
    this.signShift = bits - 1;
    this.signs = ones << signShift;
    this.lift = ones * ((1L << signShift) - 1 - infinity);
    this.canonical = ones * canonical;
  }

  /** Works on {@code length} bytes, a multiple of eight, from {@code from} on. */
  public void apply(byte[] bytes, int from, int length) {
    if (hasNaN(bytes, from, length)) {
      replace(bytes, from, length);
    }
  }

  private boolean hasNaN(byte[] bytes, int from, int length) {
    long magnitudes = ~signs;
    long addend = lift;
    long found = 0;
    for (int i = 0; i < length; i += Long.BYTES) {
      found |= (LittleEndian.get64(bytes, from + i) & magnitudes) + addend;
    }
    return (found & signs) != 0;
  }

  private void replace(byte[] bytes, int from, int length) {
    long magnitudes = ~signs;
    long addend = lift;
    for (int i = 0; i < length; i += Long.BYTES) {
      long value = LittleEndian.get64(bytes, from + i);
      long isNaN = (value & magnitudes) + addend & signs;
      long lanes = isNaN | isNaN - (isNaN >>> signShift);
      LittleEndian.put64(bytes, from + i, value & ~lanes | canonical & lanes);
    }
  }
}
