package org.ptoc.backend.a2a3.tile;

import static org.ptoc.ir.isa.DataType.*;
import static org.ptoc.passes.recipe.Rewrite.of;
import static org.ptoc.passes.recipe.Rewrite.types;

import java.util.List;
import java.util.Set;
import org.ptoc.ir.isa.DataType;
import org.ptoc.passes.recipe.Rewrite;
import org.ptoc.passes.recipe.Rewrite.Condition;

/**
 * What A2/A3 has no instruction for (spec/20, section 6; spec/21, 8): negation, subtraction of a
 * scalar, integer division, remainders, powers, and shifts by tile where the options ask for
 * instructions with a scalar only.
 */
final class Rewrites {
  private static final Set<DataType> FLOATS = types(FP32, FP16);
  private static final Set<DataType> ARITHMETIC = types(FP32, FP16, S16, S32);
  private static final Set<DataType> BYTES = types(S8, U8);
  private static final Set<DataType> SIGNED = types(S16, S32);
  private static final Set<DataType> UNSIGNED = types(U16, U32);
  private static final Set<DataType> INTEGERS = types(S16, U16, S32, U32);

  /**
   * Quotient {@code q} of the magnitudes of 32-bit integers and the rest {@code r}: 0 or negative,
   * less than the divisor away from 0; exact for all operands. Both magnitudes {@code n} and {@code
   * d} are kept negative, which has room for the least integer too. A single-precision quotient is
   * off by less than one part in 2^22: two of them leave a rest that is at most one divisor too
   * far, and the sign of the rest shows that.
   */
  private static final String DIVISION =
      """
      n = min(-a, a);
      d = min(-b, b);
      f = f32(d);
      q0 = sat(i32(trunc(f32(n) / f)));
      n1 = n - q0 * d;
      q1 = sat(i32(trunc(f32(n1) / f)));
      n2 = n1 - q1 * d;
      far = -n2 >> 31;
      q = q0 + q1 + far;
      r = n2 + (far & d);
      """;

  private static final String REMAINDER = DIVISION + "s = ~(a >> 31); m = (r ^ s) - s;";

  /** Counts in range give all ones. */
  private static final String IN_RANGE = "limit = min(as(S, as(U, v) >> log(W)), 1) + -1;";

  static final List<Rewrite> ROWS =
      List.of(
          of("1 / sqrt(a)", FLOATS, "one = splat(1); div(one, sqrt(a))").when(Condition.PRECISE),
          of("1 / sqrt(a)", FLOATS, "rsqrt(a)"),
          of("v > 0 ? v : v * s", FLOATS, "v >= 0 ? v : s * v").when(Condition.PLAIN_SCALAR),

          // Integers: all ones for the quotient by zero, zero for the remainder.
          of("a / b", types(S16), "y = f32(b); E(trunc(y == 0 ? -1 : f32(a) / y))"),
          of("a / b", types(S32), DIVISION + "s = (a ^ b) >> 31; ((q ^ s) - s) | ~(d >> 31)"),
          of(
              "a - floor(a / b) * b",
              types(S32),
              REMAINDER + "t = (((-m | m) & (m ^ b)) >> 31) & b;" + "(m + t) & (d >> 31)"),
          of("a - trunc(a / b) * b", types(S32), REMAINDER + "m & (d >> 31)"),

          // Floats: only the quotient can be off by one, which the sign of the rest shows. Narrow
          // types go through single precision.
          of(
              "a - floor(a / b) * b",
              types(S16, FP16),
              "E(f32(a) - floor(f32(a) / f32(b)) * f32(b))"),
          of(
              "a - trunc(a / b) * b",
              types(S16, FP16),
              "E(f32(a) - trunc(f32(a) / f32(b)) * f32(b))"),
          of(
              "a - floor(a / b) * b",
              types(FP32),
              "r = rest(a, b); r < 0 ^ b < 0 ? (r == 0 ? r : r + b) : r"),
          of(
              "a - trunc(a / b) * b",
              types(FP32),
              """
              y = abs(b);
              r = rest(abs(a), y);
              p = r < 0 ? r + y : r;
              a < 0 ? p * -1 : p
              """),
          // A quotient of more than 24 bits takes a second step, exact below 2^45. The product
          // takes a finite divisor: 0 times an infinity is not a number, but a number modulo an
          // infinity is that number.
          of(
              "rest(a, b)",
              types(FP32),
              """
              f = max(min(b, as(f32, 0x7F7FFFFF)), as(f32, 0xFF7FFFFF));
              r = fma(trunc(a / b) * -1, f, a);
              fma(trunc(r / b) * -1, f, r)
              """),

          // Powers by squaring, a bit of the exponent in each iteration. There are no comparisons
          // of integers for less: bits and signs become masks of whole elements. Negative powers
          // are 0 but for those of 1 and -1.
          of("pow(a, b)", types(S8), "as(E, narrow(signed(i16(a), i16(b), 8)))"),
          of("pow(a, b)", types(U8), "narrow(power(i16(a), i16(b), 8))"),
          of("pow(a, b)", SIGNED, "signed(a, b, W)"),
          of("pow(a, b)", UNSIGNED, "as(E, power(as(S, a), as(S, b), W))"),
          of(
              "signed(a, b, s)",
              SIGNED,
              """
              p = power(a, b, s);
              m = max(-a, a) + -1;
              p & ~((m | -m) >> W - 1 & b >> W - 1)
              """),
          of(
              "power(a, b, s)",
              SIGNED,
              """
              for s with p = 1, square = a, rest = b {
                bit = as(S, as(U, rest) << W - 1) >> W - 1;
                p = p * (square & bit | ~bit & 1);
                square = square * square;
                rest = as(S, as(U, rest) >> 1);
              }
              p
              """),
          of("i16(v)", BYTES, "i16(f16(v))"),
          of("narrow(a)", SIGNED, "u8(f16(a & 0xFF))"),

          // Shifts by tile: a conditional shift for each bit of the count. A count out of range
          // gives zero or the sign: it becomes the largest one.
          of(
                  "a << v",
                  INTEGERS,
                  IN_RANGE
                      + """
                      each k log(W) with r = a {
                        bit = as(S, as(U, v) << W - 1 - k) >> W - 1;
                        r = (r << (1 << k)) & bit | r & ~bit;
                      }
                      r & limit
                      """)
              .when(Condition.BIT_SERIAL),
          of(
                  "a >> v",
                  UNSIGNED,
                  IN_RANGE
                      + """
                      each k log(W) with r = a {
                        bit = as(S, as(U, v) << W - 1 - k) >> W - 1;
                        r = (r >> (1 << k)) & bit | r & ~bit;
                      }
                      r & limit
                      """)
              .when(Condition.BIT_SERIAL),
          of(
                  "a >> v",
                  SIGNED,
                  IN_RANGE
                      + """
                      amount = v | ~limit;
                      each k log(W) with r = a {
                        bit = as(S, as(U, amount) << W - 1 - k) >> W - 1;
                        r = (r >> (1 << k)) & bit | r & ~bit;
                      }
                      r
                      """)
              .when(Condition.BIT_SERIAL),
          // Shifts by one scalar know no bytes: those are shifted in the halves of 16-bit lanes.
          of(
                  "a << v",
                  BYTES,
                  """
                  x = as(u16, a);
                  n = as(u16, v);
                  low = ((x & 0xFF) << (n & 0xFF)) & 0xFF;
                  as(E, low | ((x & 0xFF00) << (n >> 8)) & 0xFF00)
                  """)
              .when(Condition.BIT_SERIAL),
          of(
                  "a >> v",
                  types(U8),
                  """
                  x = as(u16, a);
                  n = as(u16, v);
                  low = ((x << 8) >> (n & 0xFF)) >> 8;
                  as(E, low | ((x & 0xFF00) >> (n >> 8)) & 0xFF00)
                  """)
              .when(Condition.BIT_SERIAL),
          of(
                  "a >> v",
                  types(S8),
                  """
                  x = as(u16, a);
                  n = as(u16, v);
                  low = as(u16, as(i16, x << 8) >> (n & 0xFF)) >> 8;
                  as(E, low | as(u16, as(i16, x & 0xFF00) >> (n >> 8)) & 0xFF00)
                  """)
              .when(Condition.BIT_SERIAL),
          of("-v", ARITHMETIC, "v * -1"),
          of("v - s", ARITHMETIC, "v + -s"));

  private Rewrites() {}
}
