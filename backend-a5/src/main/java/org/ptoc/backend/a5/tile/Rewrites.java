package org.ptoc.backend.a5.tile;

import static org.ptoc.ir.isa.DataType.*;
import static org.ptoc.passes.recipe.Rewrite.of;
import static org.ptoc.passes.recipe.Rewrite.types;

import java.util.List;
import java.util.Set;
import org.ptoc.ir.isa.DataType;
import org.ptoc.passes.recipe.Rewrite;
import org.ptoc.passes.recipe.Rewrite.Condition;

/**
 * What A5 has no instruction for (spec/20, section 6): 8-bit products, integer division and
 * remainders, exact remainders of floats, powers.
 */
final class Rewrites {
  private static final Set<DataType> BYTES = types(S8, U8);
  private static final Set<DataType> SIGNED = types(S8, S16, S32);
  private static final Set<DataType> INTEGERS = types(S8, U8, S16, U16, S32, U32);
  private static final Set<DataType> HALF = types(FP16, BF16);
  private static final Set<DataType> FLOATS = types(FP32, FP16);

  /**
   * Remainders of single precision. The quotient is rounded and may be off by one, so the
   * remainder, which the fused product makes exact, is moved back into its range. Large quotients
   * take two steps: the first takes away all but the last bits of the quotient, again exactly, so
   * that quotients below 2^46 are right.
   */
  private static final String REDUCED = "x = rest(a, b, trunc(a / b));";

  static final List<Rewrite> ROWS =
      List.of(
          of("v * s", BYTES, "as(E, u8(u16(as(u8, v)) * u16(s)))"),
          of("a * b", BYTES, "as(E, u8(u16(as(u8, a)) * u16(as(u8, b))))"),
          of("a / b", types(BF16), "E(f32(a) / f32(b))"),
          of("1 / sqrt(a)", FLOATS, "one = splat(1); div(one, sqrt(a))").when(Condition.PRECISE),
          of("1 / sqrt(a)", FLOATS, "rsqrt(a)"),
          of("1 / a", FLOATS, "rec(a)"),
          of("v > 0 ? v : v * s", FLOATS, "v >= 0 ? v : s * v").when(Condition.PLAIN_SCALAR),

          // Integers: all ones for the quotient by zero, zero for the remainder.
          of("a / b", INTEGERS, "b == 0 ? -1 : quotient(a, b)"),
          of(
              "quotient(a, b)",
              SIGNED,
              "q = as(E, magnitude(as(U, abs(a)), as(U, abs(b)))); (a ^ b) < 0 ? -q : q"),
          of("quotient(a, b)", INTEGERS, "magnitude(a, b)"),
          // Restoring division, a bit in each iteration: the rest takes the next bit of the
          // dividend, the quotient enters where the dividend leaves. A rest with the top bit set
          // exceeds every divisor once it is doubled, so that bit decides before it is lost.
          of(
              "magnitude(a, b)",
              INTEGERS,
              """
              for W with q = a, r = 0 {
                doubled = r << 1 | q >> W - 1;
                fits = doubled >= b | r >= (1 << W - 1);
                shifted = q << 1;
                q = fits ? shifted | 1 : shifted;
                r = fits ? doubled - b : doubled;
              }
              q
              """),
          of(
              "a - floor(a / b) * b",
              SIGNED,
              """
              r = a - quotient(a, b) * b;
              moved = (r ^ b) < 0 & r != 0 ? r + b : r;
              b == 0 ? 0 : moved
              """),
          of("a - floor(a / b) * b", INTEGERS, "b == 0 ? 0 : a - quotient(a, b) * b"),
          of("a - trunc(a / b) * b", INTEGERS, "b == 0 ? 0 : a - quotient(a, b) * b"),

          // Floats; half precision goes through single precision.
          of("a - floor(a / b) * b", HALF, "E(f32(a) - floor(f32(a) / f32(b)) * f32(b))"),
          of("a - trunc(a / b) * b", HALF, "E(f32(a) - trunc(f32(a) / f32(b)) * f32(b))"),
          of(
              "a - floor(a / b) * b",
              types(FP32),
              REDUCED
                  + "r = rest(x, b, floor(x / b));"
                  + "(as(i32, r) ^ as(i32, b)) < 0 & r != 0 ? r + b : r"),
          of(
              "a - trunc(a / b) * b",
              types(FP32),
              REDUCED
                  + "r = rest(x, b, trunc(x / b));"
                  + "s = as(f32, as(i32, abs(b)) | as(i32, a) & 0x80000000);"
                  + "(as(i32, r) ^ as(i32, a)) < 0 & r != 0 ? r + s : r"),
          // An infinite divisor fits zero times, and that product would not be a number.
          of("rest(a, b, q)", types(FP32), "q == 0 ? a : fma(-q, b, a)"),

          // A bit of the exponent in each iteration; its two's complement bits give 1 and -1 their
          // right sign for negative exponents too, and other powers of those are 0.
          of(
              "pow(a, b)",
              SIGNED,
              """
              p = power(a, b);
              b < 0 ? (abs(a) == 1 ? p : 0) : p
              """),
          of("pow(a, b)", INTEGERS, "power(a, b)"),
          of(
              "power(a, b)",
              INTEGERS,
              """
              one = splat(1);
              for W with p = one, square = a, rest = b {
                odd = (rest & one) != 0;
                product = p * square;
                rest = as(E, as(U, rest) >> 1);
                p = odd ? product : p;
                square = square * square;
              }
              p
              """));

  private Rewrites() {}
}
