package org.ptoc.ir.isa;

import static org.ptoc.ir.isa.DataType.BF16;
import static org.ptoc.ir.isa.DataType.E1M2X2;
import static org.ptoc.ir.isa.DataType.E2M1X2;
import static org.ptoc.ir.isa.DataType.E4M3;
import static org.ptoc.ir.isa.DataType.E5M2;
import static org.ptoc.ir.isa.DataType.FP16;
import static org.ptoc.ir.isa.DataType.FP32;
import static org.ptoc.ir.isa.DataType.HIF8;
import static org.ptoc.ir.isa.DataType.S16;
import static org.ptoc.ir.isa.DataType.S32;
import static org.ptoc.ir.isa.DataType.S64;
import static org.ptoc.ir.isa.DataType.S8;
import static org.ptoc.ir.isa.DataType.U16;
import static org.ptoc.ir.isa.DataType.U32;
import static org.ptoc.ir.isa.DataType.U8;

/**
 * The legal pairs of words that change the type. Attributes as in spec/11, 5.4: {@code r} rounding, {@code s}
 * saturation, {@code p} part EVEN or ODD, {@code 4} part P0 to P3; letters in brackets are the legal rounding modes.
 */
final class ConversionInstructions {
  // @formatter:off
  /** {@code vcvt} (spec/11, 5.4). */
  static final TypeRule A5 =
      TypeRule.untyped()
          .and(
              pair(FP32, FP16, "rsp"), pair(FP32, BF16, "rsp"), pair(FP32, S16, "rsp"), pair(FP32, S64, "rsp"),
              pair(FP32, S32, "rs"), pair(FP32, E4M3, "r[RAHZ]s4"), pair(FP32, E5M2, "r[RAHZ]s4"),
              pair(FP32, HIF8, "r[AH]s4"),
              pair(FP16, FP32, "p"), pair(FP16, S32, "rp"), pair(FP16, S16, "rs"), pair(FP16, S8, "rsp"),
              pair(FP16, U8, "rsp"), pair(FP16, E4M3, "r[RAFZC]sp"), pair(FP16, E5M2, "r[RAFZC]sp"),
              pair(FP16, HIF8, "r[AH]sp"),
              pair(BF16, FP32, "p"), pair(BF16, FP16, "rs"), pair(BF16, S32, "rsp"),
              pair(BF16, E4M3, "r[RAFZC]sp"), pair(BF16, E5M2, "r[RAFZC]sp"),
              pair(BF16, E1M2X2, "r[RAFZC]4"), pair(BF16, E2M1X2, "r[RAFZC]4"),
              pair(U8, FP16, "p"), pair(U8, U16, "p"), pair(U8, U32, "4"),
              pair(S8, FP16, "p"), pair(S8, S16, "p"), pair(S8, S32, "4"),
              pair(U16, U8, "sp"), pair(U16, U32, "p"),
              pair(S16, FP16, "r"), pair(S16, FP32, "p"), pair(S16, U8, "sp"), pair(S16, U32, "p"), pair(S16, S32, "p"),
              pair(U32, U8, "s4"), pair(U32, U16, "sp"), pair(U32, S16, "sp"),
              pair(S32, FP32, "r"), pair(S32, U8, "s4"), pair(S32, U16, "sp"), pair(S32, S16, "sp"),
              pair(S32, S64, "p"),
              pair(S64, FP32, "rp"), pair(S64, S32, "sp"),
              pair(E4M3, FP32, "4"), pair(E5M2, FP32, "4"), pair(HIF8, FP32, "4"),
              pair(E1M2X2, BF16, "4"), pair(E2M1X2, BF16, "4"));

  /** {@code vconv} (spec/20, 6.6); f32 alone rounds to integral values. */
  static final TypeRule A2A3 =
      TypeRule.of(FP32)
          .rounding(roundings("RAFCZO"))
          .and(
              pair(FP32, FP16, "rs"), pair(FP32, BF16, "rs"), pair(FP32, S16, "rs"), pair(FP32, S32, "rs"),
              pair(FP32, S64, "rs"),
              pair(FP16, FP32, ""), pair(FP16, S32, "rs"), pair(FP16, S16, "rs"), pair(FP16, S8, "rs"),
              pair(FP16, U8, "rs"),
              pair(BF16, FP32, ""), pair(BF16, S32, "rs"),
              pair(U8, FP16, ""), pair(S8, FP16, ""),
              pair(S16, FP16, "r"), pair(S16, FP32, ""),
              pair(S32, FP32, "r"), pair(S32, S16, "s"), pair(S32, S64, ""),
              pair(S64, FP32, "r"), pair(S64, S32, "s"));

  /** {@code vaddreluconv} (spec/10); the part field is 0 and moves no lanes. */
  static final TypeRule A5_ADD_RELU =
      TypeRule.untyped()
          .and(pair(FP32, FP16, "rs"), pair(FP16, S8, "rs"), pair(S16, S8, "rs"), pair(FP16, FP32, "rs"));

  static final TypeRule A2A3_ADD_RELU =
      TypeRule.untyped().and(pair(FP32, FP16, "rs"), pair(FP16, S8, "rs"), pair(S16, S8, "rs"));

  /** {@code vmulconv} (spec/10). */
  static final TypeRule MULTIPLY = TypeRule.untyped().and(pair(FP16, S8, "rs"), pair(FP16, U8, "rs"));

  /** {@code vmulscvt} (spec/11, section 11). */
  static final TypeRule MULTIPLY_SCALAR = TypeRule.untyped().and(pair(FP32, FP16, "r[A]p"));

  /** {@code vexpdif}: f16 to f32 by halves, or the operand type kept (spec/10). */
  static final TypeRule EXP_DIFFERENCE = TypeRule.of(FP16, FP32).and(pair(FP16, FP32, "p"));

  /** {@code vcadd}: narrow integers are summed in the next wider type (spec/11). */
  static final TypeRule REDUCE_ADD =
      TypeRule.of(S32, U32, FP16, FP32)
          .and(pair(S8, S16, ""), pair(U8, U16, ""), pair(S16, S32, ""), pair(U16, U32, ""));

  static final TypeRule PACK =
      TypeRule.untyped().and(pair(S32, U16, ""), pair(U32, U16, ""), pair(S16, U8, ""), pair(U16, U8, ""));

  static final TypeRule UNPACK =
      TypeRule.untyped().and(pair(S8, S16, ""), pair(U8, U16, ""), pair(S16, S32, ""), pair(U16, U32, ""));

  /** A2/A3 {@code vmla}: also f16 products into an f32 accumulator (spec/21, 6.5). */
  static final TypeRule MULTIPLY_ADD = TypeRule.of(FP16, FP32).and(pair(FP16, FP32, ""));

  private ConversionInstructions() {}

  private static ConversionPair pair(DataType source, DataType result, String attributes) {
    int open = attributes.indexOf('[');
    int roundings = 1;
    if (open >= 0) {
      roundings = roundings(attributes.substring(open + 1, attributes.indexOf(']')));
    } else if (attributes.indexOf('r') >= 0) {
      roundings = roundings("RZFCAO");
    }
    int parts = attributes.endsWith("4") ? 4 : attributes.endsWith("p") ? 2 : 1;
    return new ConversionPair(source, result, roundings, attributes.indexOf('s') >= 0, parts);
  }

  /** The set of codes of rounding letters, with the default. */
  static int roundings(String letters) {
    int set = 1;
    for (RoundingMode rounding : RoundingMode.values()) {
      if (letters.contains(rounding.spelling())) {
        set |= 1 << rounding.code();
      }
    }
    return set;
  }
  // @formatter:on
}
