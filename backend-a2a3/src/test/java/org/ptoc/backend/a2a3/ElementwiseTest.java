package org.ptoc.backend.a2a3;

import java.util.Random;
import java.util.function.DoubleBinaryOperator;
import java.util.function.LongBinaryOperator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Elementwise tile operations over random shapes, valid regions and data against plain functions.
 */
class ElementwiseTest {
  private static final int ROUNDS = 10;

  private static DoubleBinaryOperator real(String op) {
    return switch (op) {
      case "add", "adds" -> (a, b) -> a + b;
      case "sub", "subs" -> (a, b) -> a - b;
      case "mul", "muls" -> (a, b) -> a * b;
      case "div", "divs" -> (a, b) -> a / b;
      case "max", "maxs" -> Math::max;
      case "min", "mins" -> Math::min;
      case "fmod", "fmods" -> (a, b) -> a % b;
      case "rem", "rems" -> (a, b) -> a - Math.floor(a / b) * b;
      case "prelu", "lrelu" -> (a, b) -> a > 0 ? a : a * b;
      case "abs" -> (a, b) -> Math.abs(a);
      case "neg" -> (a, b) -> -a;
      case "exp" -> (a, b) -> Math.exp(a);
      case "log" -> (a, b) -> Math.log(a);
      case "sqrt" -> (a, b) -> Math.sqrt(a);
      case "rsqrt" -> (a, b) -> 1 / Math.sqrt(a);
      case "recip" -> (a, b) -> 1 / a;
      case "relu" -> (a, b) -> Math.max(a, 0);
      default -> throw new IllegalArgumentException(op);
    };
  }

  static LongBinaryOperator whole(String op, int width, boolean signed) {
    return switch (op) {
      case "add", "adds" -> Long::sum;
      case "sub", "subs" -> (a, b) -> a - b;
      case "mul", "muls" -> (a, b) -> a * b;
      case "max", "maxs" -> Math::max;
      case "min", "mins" -> Math::min;
      case "and", "ands" -> (a, b) -> a & b;
      case "or", "ors" -> (a, b) -> a | b;
      case "xor", "xors" -> (a, b) -> a ^ b;
      case "not" -> (a, b) -> ~a;
      case "neg" -> (a, b) -> -a;
      case "relu" -> (a, b) -> Math.max(a, 0);
      case "divs" -> (a, b) -> b == 0 ? -1 : a / b;
      case "fmod", "fmods" -> (a, b) -> b == 0 ? 0 : a % b;
      case "rem", "rems" -> (a, b) -> b == 0 ? 0 : Math.floorMod(a, b);
      case "shl", "shls" -> (a, b) -> b < 0 || b >= width ? 0 : a << b;
      case "shr", "shrs" -> (a, b) -> a >> (b < 0 || b >= width ? 63 : b);
      default -> throw new IllegalArgumentException(op);
    };
  }

  private static double tolerance(String element) {
    return element.equals("f16") ? 1e-3 : 1e-6;
  }

  /** Few values for shift counts and divisors, so that the interesting ones occur. */
  private static Tile operand(Tile tile, String op, Random random) {
    tile.random(random);
    for (int i = 0; i < tile.rows() * tile.columns(); i++) {
      if (op.startsWith("sh")) {
        tile.setBits(
            i, new int[] {0, 1, 7, 8, 15, 16, 31, 32, 33, 255, -1, -128}[random.nextInt(12)]);
      } else if (op.startsWith("rem") && tile.element().equals("i32")) {
        tile.setBits(i, random.nextInt(2001) - 1000);
      } else if ((op.startsWith("rem") || op.startsWith("fmod")) && tile.element().equals("f32")) {
        tile.setBits(i, Float.floatToRawIntBits((random.nextInt(100) - 50.5f) / 3));
      }
    }
    return tile;
  }

  private static void check(
      Tile before, Tile after, String op, String element, Tile a, Expect.Reference b) {
    if (before.isFloat()) {
      Expect.numbers(
          before,
          after,
          tolerance(element),
          (r, c) -> real(op).applyAsDouble(a.number(r, c), b.at(r, c)));
    } else {
      LongBinaryOperator reference = whole(op, Tile.bits(element), !element.startsWith("u"));
      Expect.wholes(
          before, after, (r, c) -> reference.applyAsLong(a.whole(r, c), (long) b.at(r, c)));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "add f32 f16 i16 i32", "sub f32 f16 i16 i32", "mul f32 f16 i16 i32", "div f32 f16",
            "max f32 f16 i16 i32",
        "min f32 f16 i16 i32", "fmod f32 i16", "rem f32 i32", "prelu f32 f16",
            "and i8 ui8 i16 ui16 i32 ui32",
        "or i8 i16 ui32", "xor i8 ui16 i32", "shl i8 ui8 i16 ui16 i32 ui32",
            "shr i8 ui8 i16 ui16 i32 ui32"
      })
  void binary(String row) {
    Random random = new Random(row.hashCode());
    String[] words = row.split(" ");
    for (int w = 1; w < words.length; w++) {
      for (int round = 0; round < ROUNDS; round++) {
        binary(random, words[0], words[w], round, false);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"shl i8 ui8 i16 ui16 i32 ui32", "shr i8 ui8 i16 ui16 i32 ui32"})
  void bitSerialShifts(String row) {
    Random random = new Random(row.hashCode());
    String[] words = row.split(" ");
    for (int w = 1; w < words.length; w++) {
      for (int round = 0; round < ROUNDS; round += 3) {
        binary(random, words[0], words[w], round, true);
      }
    }
  }

  private static void binary(
      Random random, String op, String element, int round, boolean bitSerial) {
    int[] s = Expect.shape(random, element, round);
    Tile a =
        operand(Tile.of(element, s[0], s[1], s[2], s[3]), op.startsWith("sh") ? "" : op, random);
    int other = random.nextBoolean() ? s[1] : s[1] + 64;
    Tile b = operand(Tile.of(element, s[0], other, s[2], s[3]), op, random);
    Tile d = Tile.of(element, s[0], s[1], s[2], s[3]).random(random);
    TileProgram program = new TileProgram().tile(a).tile(b).tile(d);
    Tile after =
        (bitSerial ? program.bitSerial() : program)
            .run("pto.t" + op + " ins(%t0, %t1 : T0, T1) outs(%t2 : T2)");
    check(d, after, op, element, a, (r, c) -> b.isFloat() ? b.number(r, c) : b.whole(r, c));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "abs f32 f16",
        "neg f32 f16 i16 i32",
        "exp f32 f16",
        "log f32 f16",
        "sqrt f32 f16",
        "rsqrt f32 f16",
        "recip f32 f16",
        "relu f32 f16 i32",
        "not i8 ui8 i16 i32 ui32"
      })
  void unary(String row) {
    Random random = new Random(row.hashCode());
    String[] words = row.split(" ");
    for (int w = 1; w < words.length; w++) {
      for (int round = 0; round < ROUNDS; round++) {
        int[] s = Expect.shape(random, words[w], round);
        Tile a = Tile.of(words[w], s[0], s[1], s[2], s[3]).random(random);
        Tile d = Tile.of(words[w], s[0], s[1], s[2], s[3]).random(random);
        Tile after =
            new TileProgram()
                .tile(a)
                .tile(d)
                .run("pto.t" + words[0] + " ins(%t0 : T0) outs(%t1 : T1)");
        check(d, after, words[0], words[w], a, (r, c) -> 0);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "adds f32 f16 i16 i32",
        "subs f32 f16 i16 i32",
        "muls f32 f16 i16 i32",
        "divs f32 f16 i16",
        "maxs f32 f16 i16 i32",
        "mins f32 f16 i16 i32",
        "fmods f32 i16",
        "rems f32 i32",
        "lrelu f32 f16",
        "ands i8 ui8 i16 ui32",
        "ors ui8 i16",
        "xors i8 i32",
        "shls i16 ui16 i32 ui32",
        "shrs i16 ui16 i32 ui32"
      })
  void scalar(String row) {
    Random random = new Random(row.hashCode());
    String[] words = row.split(" ");
    for (int w = 1; w < words.length; w++) {
      for (int round = 0; round < ROUNDS; round++) {
        scalar(random, words[0], words[w], round);
      }
    }
  }

  private static void scalar(Random random, String op, String element, int round) {
    int[] s = Expect.shape(random, element, round);
    Tile a =
        operand(Tile.of(element, s[0], s[1], s[2], s[3]), op.startsWith("sh") ? "" : op, random);
    Tile d = Tile.of(element, s[0], s[1], s[2], s[3]).random(random);
    double value =
        a.isFloat() ? 2.5 : op.startsWith("sh") ? random.nextInt(16) : 3 + random.nextInt(100);
    String literal = a.isFloat() ? Double.toString(value) : Long.toString((long) value);
    String type = a.isFloat() ? element : "i" + Tile.bits(element);
    Tile after =
        new TileProgram()
            .line("%s = arith.constant " + literal + " : " + type)
            .tile(a)
            .tile(d)
            .run("pto.t" + op + " ins(%t0, %s : T0, " + type + ") outs(%t1 : T1)");
    check(d, after, op, element, a, (r, c) -> value);
  }
}
