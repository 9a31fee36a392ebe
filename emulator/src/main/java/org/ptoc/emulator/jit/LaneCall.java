package org.ptoc.emulator.jit;

/** Functions of two lanes that a method computes lane by lane and no lane expression has. */
enum LaneCall {
  /** The upper half of the signed product. */
  HIGH_PRODUCT("highProduct"),
  /** The upper half of the unsigned product. */
  UNSIGNED_HIGH_PRODUCT("unsignedHighProduct"),
  /** The power of e by the difference of two f16 numbers, rounded to f32 before and after. */
  HALF_EXPONENT_OF_DIFFERENCE("halfExponentOfDifference");

  /** The method of {@link LaneMath}. */
  final String method;

  LaneCall(String method) {
    this.method = method;
  }
}
