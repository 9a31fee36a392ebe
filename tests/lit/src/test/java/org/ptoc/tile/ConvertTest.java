package org.ptoc.tile;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.ptoc.ir.isa.Profile;

/** Every conversion of the lists of spec/20, 6.6, with every rounding mode and saturation. */
class ConvertTest {
  private static final List<String> UNIFIED =
      List.of(
          "f32: f16 bf16 i16 si16 i32 i64 f32",
          "f16: f32 i32 i16 i8 si8 ui8",
          "bf16: f32 i32",
          "ui8: f16",
          "i8: f16",
          "si8: f16",
          "i16: f16 f32",
          "si16: f32",
          "i32: f32 i16 i64 f16",
          "i64: f32 i32");

  private static final List<String> PAIRS =
      List.of(
          "f32: f16 bf16 i16 si16 i32 i64 f32",
          "f16: f32 i32 i16 i8 si8 ui8",
          "bf16: f32 f16 i32",
          "ui8: f16 ui16",
          "i8: f16 i16 i32",
          "si8: f16 si16",
          "i16: ui8 f16 f32 ui32 i32",
          "si16: ui8",
          "i32: f32 i16 i64 ui8 ui16",
          "ui32: i16 ui16 ui8",
          "i64: f32 i32");

  private static final Map<String, Dtype.Rounding> MODES =
      Map.of(
          "", Dtype.Rounding.NEAREST_EVEN,
          "RINT", Dtype.Rounding.NEAREST_EVEN,
          "CAST_RINT", Dtype.Rounding.NEAREST_EVEN,
          "ROUND", Dtype.Rounding.NEAREST_AWAY,
          "FLOOR", Dtype.Rounding.DOWN,
          "CEIL", Dtype.Rounding.UP,
          "TRUNC", Dtype.Rounding.TOWARD_ZERO,
          "ODD", Dtype.Rounding.TO_ODD);

  /** NONE is what the conversion does by itself: it truncates into integers (spec/50, 2.10). */
  private static Dtype.Rounding rounding(String mode, Dtype from, Dtype to) {
    boolean truncates = from.isFloat() && !to.isFloat();
    return mode.equals("NONE")
        ? truncates ? Dtype.Rounding.TOWARD_ZERO : Dtype.Rounding.NEAREST_EVEN
        : Objects.requireNonNull(MODES.get(mode));
  }

  /** Without a mode these pairs do not saturate (6.6). */
  private static final Set<String> OFF_BY_DEFAULT =
      Set.of("f16 ui8", "f16 i8", "f32 i16", "f16 i16", "i64 i32", "i32 i16");

  @TestFactory
  Stream<DynamicTest> pairs() {
    return Stream.concat(pairs(Profile.A5, PAIRS), pairs(Profile.A2A3, UNIFIED));
  }

  private static Stream<DynamicTest> pairs(Profile profile, List<String> lines) {
    return lines.stream()
        .flatMap(
            line -> {
              Dtype from = Dtype.of(line.substring(0, line.indexOf(':')));
              return Dtype.list(line.substring(line.indexOf(':') + 2)).stream()
                  .map(
                      to ->
                          DynamicTest.dynamicTest(
                              profile + " tcvt " + from + " to " + to,
                              () -> pair(from, to, new Sweep(profile))));
            });
  }

  private static void pair(Dtype from, Dtype to, Sweep sweep) {
    SplittableRandom random = new SplittableRandom(from.ordinal() * 100 + to.ordinal());
    int[][] shapes = {
      {1, 128, 1, 128},
      {2, 64, 2, 64},
      {4, 128, 4, 65},
      {4, 256, 4, 200},
      {1, 256, 1, 129},
      {3, 64, 3, 1},
      {4, 64, 0, 3}
    };
    int number = 0;
    for (String mode :
        Stream.concat(MODES.keySet().stream(), Stream.of("NONE")).sorted().toList()) {
      for (String saturation : List.of("", "ON", "OFF")) {
        int[] shape = shapes[number++ % shapes.length];
        convert(from, to, mode, saturation, shape, false, random, sweep);
      }
    }
    for (int[] shape : shapes) {
      convert(from, to, "", "", shape, false, random, sweep);
      convert(from, to, "RINT", "", shape, true, random, sweep);
    }
    for (Tile shape : sweep.isA5() ? List.<Tile>of() : RepeatShapes.of(smaller(from, to), random)) {
      int[] extents = {shape.rows(), shape.columns(), shape.validRows(), shape.validColumns()};
      convert(from, to, "RINT", "", extents, shape.dynamic(), random, sweep);
    }
    sweep.finish();
  }

  private static Dtype smaller(Dtype from, Dtype to) {
    return from.bits() < to.bits() ? from : to;
  }

  private static void convert(
      Dtype from,
      Dtype to,
      String mode,
      String saturation,
      int[] shape,
      boolean open,
      SplittableRandom random,
      Sweep sweep) {
    Tile source = Tile.of(from, shape[0], shape[1]).valid(shape[2], shape[3]);
    Tile output = Tile.of(to, shape[0], shape[1] + (shape[2] % 2) * 32).valid(shape[2], shape[3]);
    Grid data = data(source, to, random);
    boolean saturate = saturation.isEmpty() ? byDefault(from, to) : saturation.equals("ON");
    Grid expected =
        Grid.of(output)
            .fill((i, j) -> convert(from, to, data.get(i, j), rounding(mode, from, to), saturate));
    TileProgram program =
        new TileProgram("tcvt", open ? output.open() : output)
            .input(open ? source.open() : source, data)
            .match(Match.NUMBERS);
    String attributes = mode.isEmpty() ? "" : "rmode = #pto<round_mode " + mode + ">";
    if (!saturation.isEmpty()) {
      attributes +=
          (attributes.isEmpty() ? "" : ", ")
              + (shape[3] % 2 == 0 ? "sat_mode = " : "satmode = ")
              + spelling(saturation, number(shape));
    }
    if (!attributes.isEmpty()) {
      program.with(attributes);
    }
    sweep.image(program, expected);
    if (!open && shape[2] > 0 && shape[1] == 128) {
      sweep.auto(program, expected);
    }
  }

  /** Accepted spellings of the saturation modes. */
  private static String spelling(String saturation, int choice) {
    return switch (choice % 3) {
      case 0 -> "\"" + saturation + "\"";
      case 1 -> "#pto<saturation_mode " + saturation + ">";
      default -> saturation.equals("ON") ? "\"SAT\"" : "\"NOSAT\"";
    };
  }

  private static int number(int[] shape) {
    return shape[0] + shape[3];
  }

  private static boolean byDefault(Dtype from, Dtype to) {
    String pair = from.spelling().replace("si", "i") + " " + to.spelling().replace("si", "i");
    return !to.isFloat() && !OFF_BY_DEFAULT.contains(pair);
  }

  /** Values around the ends of the target's range and between integers, besides the usual ones. */
  private static Grid data(Tile tile, Dtype to, SplittableRandom random) {
    Dtype from = tile.type();
    Grid mixed = Grid.mixed(tile, random);
    if (!from.isFloat()) {
      return mixed.fill(
          (i, j) ->
              random.nextInt(3) == 0
                  ? mixed.get(i, j)
                  : around(to, random).setScale(0, RoundingMode.DOWN).toBigInteger().longValue());
    }
    return mixed.fill(
        (i, j) ->
            random.nextInt(3) == 0
                ? mixed.get(i, j)
                : from.pattern(around(to, random).doubleValue()));
  }

  private static BigDecimal around(Dtype to, SplittableRandom random) {
    BigDecimal step = new BigDecimal(random.nextInt(-12, 13)).divide(BigDecimal.valueOf(4));
    if (to.isFloat() || random.nextBoolean()) {
      return step.multiply(new BigDecimal(random.nextInt(1, 300)));
    }
    return new BigDecimal(random.nextBoolean() ? to.least() : to.greatest()).add(step);
  }

  private static long convert(
      Dtype from, Dtype to, long pattern, Dtype.Rounding rounding, boolean saturate) {
    if (from.isFloat() && to == from) {
      double value = from.real(pattern);
      return from.pattern(Dtype.integral(value, rounding));
    }
    if (to.isFloat()) {
      return from.isFloat()
          ? toFloat(from, to, pattern, rounding, saturate)
          : fromInteger(to, from.integer(pattern), rounding, saturate);
    }
    Optional<BigInteger> whole =
        from.isFloat()
            ? whole(from.real(pattern), rounding)
            : Optional.of(BigInteger.valueOf(from.integer(pattern)));
    if (whole.isPresent()) {
      return saturate ? clamp(to, whole.get()) : to.cut(whole.get().longValue());
    }
    double value = from.real(pattern);
    if (!saturate || Double.isNaN(value)) {
      return 0;
    }
    return to.cut(value < 0 ? to.least() : to.greatest());
  }

  /** Saturation concerns formats of a smaller range only; it turns a NaN into 0 (spec/11, 5.3). */
  private static long toFloat(
      Dtype from, Dtype to, long pattern, Dtype.Rounding rounding, boolean saturate) {
    boolean clamps = saturate && to != Dtype.F32;
    return clamps && from.isNan(pattern) ? 0 : to.pattern(from.real(pattern), rounding, clamps);
  }

  private static Optional<BigInteger> whole(double value, Dtype.Rounding rounding) {
    return Double.isFinite(value)
        ? Optional.of(new BigDecimal(Dtype.integral(value, rounding)).toBigInteger())
        : Optional.empty();
  }

  private static long clamp(Dtype to, BigInteger value) {
    BigInteger least = BigInteger.valueOf(to.least());
    BigInteger greatest = BigInteger.valueOf(to.greatest());
    return to.cut(value.max(least).min(greatest).longValue());
  }

  /** Rounds an integer of up to 64 bits once: a double alone would round it before. */
  private static long fromInteger(Dtype to, long value, Dtype.Rounding rounding, boolean saturate) {
    double high = (double) (value & ~0xFFFL);
    boolean exact = Math.abs(value) < 1L << 52;
    double sticky = exact ? value : high + ((value & 0xFFFL) != 0 ? 0x1p11 : 0);
    return to.pattern(sticky, rounding, saturate);
  }
}
