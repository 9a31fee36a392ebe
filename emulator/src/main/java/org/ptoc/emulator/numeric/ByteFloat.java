package org.ptoc.emulator.numeric;

/** The float formats of eight bits that hold a number of their own (spec/60, 1.5). */
public enum ByteFloat {
  E4M3(Float8::decodeE4M3, Float8::encodeE4M3),
  E5M2(Float8::decodeE5M2, Float8::encodeE5M2),
  HIF8(TableFormat.HIF8::decode, TableFormat.HIF8::encode);

  private static final int PATTERNS = 1 << Byte.SIZE;

  private interface Decoder {
    float decode(int bits);
  }

  private interface Encoder {
    int encode(double value, Rounding rounding, boolean saturate);
  }

  private final float[] values = new float[PATTERNS];
  private final Encoder encoder;
  private final float largest;

  ByteFloat(Decoder decoder, Encoder encoder) {
    this.encoder = encoder;
    float finite = 0;
    boolean hasInfinity = false;
    for (int bits = 0; bits < PATTERNS; bits++) {
      values[bits] = decoder.decode(bits);
      hasInfinity |= Float.isInfinite(values[bits]);
      finite = Float.isFinite(values[bits]) ? Math.max(finite, values[bits]) : finite;
    }
    this.largest = hasInfinity ? finite : Float.MAX_VALUE;
  }

  /** The value of a pattern, exact; higher bits do not count. */
  public float decode(int bits) {
    return values[bits & PATTERNS - 1];
  }

  /**
   * The pattern of a number, rounded once.
   *
   * @param saturate overflow and infinities become the largest number, not infinity or NaN
   */
  public int encode(double value, Rounding rounding, boolean saturate) {
    return encoder.encode(value, rounding, saturate);
  }

  /** The largest finite number of a format with infinities, else the largest f32. */
  public float largest() {
    return largest;
  }
}
