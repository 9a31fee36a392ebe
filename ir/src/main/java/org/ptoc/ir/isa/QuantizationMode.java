package org.ptoc.ir.isa;

import static org.ptoc.ir.isa.DataType.*;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/**
 * What a fixpipe word does with an accumulator before it converts it (spec/60, 3.8): the mode code
 * of a vector of parameters and of one parameter, the accumulator types, the destination types and
 * the profiles on which operations on tiles use it.
 */
public enum QuantizationMode {
  NO_CONVERT("no_convert", 0, 0, Arithmetic.NONE, Set.of(FP32, S32), Set.of(FP32, S32), Tiles.ALL),
  F32_F16("f32_f16", 1, 1, Arithmetic.NONE, Set.of(FP32), Set.of(FP16), Tiles.ALL),
  F32_BF16("f32_bf16", 16, 16, Arithmetic.NONE, Set.of(FP32), Set.of(BF16), Tiles.ALL),
  QF322HIF8("qf322hif8", 2, 3, Arithmetic.SCALE, Set.of(FP32), Set.of(HIF8), Tiles.A5),
  /** Its rounding has no published meaning; as {@link #QF322HIF8}. */
  QF322HIF8_HYBRID(
      "qf322hif8_hybrid", 4, 5, Arithmetic.SCALE, Set.of(FP32), Set.of(HIF8), Tiles.NONE),
  REQ8("req8", 8, 9, Arithmetic.INTEGER, Set.of(S32), Set.of(S8, U8), Tiles.ALL),
  DEQF16("deqf16", 10, 11, Arithmetic.SCALE, Set.of(S32), Set.of(FP16), Tiles.ALL),
  QF322FP8("qf322fp8", 12, 13, Arithmetic.SCALE, Set.of(FP32), Set.of(E4M3), Tiles.A5),
  QF322F32("qf322f32", 14, 15, Arithmetic.SCALE, Set.of(FP32), Set.of(FP32), Tiles.A5),
  QF162B8("qf162b8", 17, 18, Arithmetic.INTEGER_OF_HALF, Set.of(FP32), Set.of(S8, U8), Tiles.NONE),
  /** Two 4-bit results in a byte of type i8, the even column in the low half. */
  QF162S4("qf162s4", 19, 20, Arithmetic.INTEGER_OF_HALF, Set.of(FP32), Set.of(S8), Tiles.NONE),
  REQ4("req4", 21, 22, Arithmetic.INTEGER, Set.of(S32), Set.of(S8), Tiles.NONE),
  QF322B8("qf322b8", 23, 24, Arithmetic.INTEGER, Set.of(FP32), Set.of(S8, U8), Tiles.ALL),
  QF322S4("qf322s4", 25, 26, Arithmetic.INTEGER, Set.of(FP32), Set.of(S8), Tiles.NONE),
  DEQS16("deqs16", 27, 28, Arithmetic.SHIFT, Set.of(S32), Set.of(S16), Tiles.A2A3),
  QF162S16(
      "qf162s16", 29, 30, Arithmetic.INTEGER_OF_HALF, Set.of(S32, FP32), Set.of(S16), Tiles.NONE),
  QF322F16("qf322f16", 31, 32, Arithmetic.SCALE, Set.of(FP32), Set.of(FP16), Tiles.A5),
  QF322BF16("qf322bf16", 33, 34, Arithmetic.SCALE, Set.of(FP32), Set.of(BF16), Tiles.A5),
  QS322BF16("qs322bf16", 35, 36, Arithmetic.SCALE, Set.of(S32), Set.of(BF16), Tiles.A5);

  /** Where operations on tiles use a mode (spec/60, 2.8); micro operations use all. */
  private enum Tiles {
    NONE,
    A5,
    A2A3,
    ALL;

    boolean on(Profile profile) {
      return switch (this) {
        case NONE -> false;
        case A5 -> !profile.is(Profile.A2A3);
        case A2A3 -> profile.is(Profile.A2A3);
        case ALL -> true;
      };
    }
  }

  /** What is done with the value and the parameter. */
  public enum Arithmetic {
    /** The value stays. */
    NONE,
    /** The value times the scale, in f32. */
    SCALE,
    /** The value times the scale plus the offset, rounded to nearest even and clamped. */
    INTEGER,
    /** As {@link #INTEGER}; the value is rounded to f16 before. */
    INTEGER_OF_HALF,
    /** The value shifted right and clamped. */
    SHIFT
  }

  private static final QuantizationMode[] BY_CODE = new QuantizationMode[64];

  static {
    for (QuantizationMode mode : values()) {
      BY_CODE[mode.vectorCode] = mode;
      BY_CODE[mode.scalarCode] = mode;
    }
  }

  private final String spelling;
  private final int vectorCode;
  private final int scalarCode;
  private final Arithmetic arithmetic;
  private final Set<DataType> accumulators;
  private final Set<DataType> destinations;
  private final Tiles tiles;

  QuantizationMode(
      String spelling,
      int vectorCode,
      int scalarCode,
      Arithmetic arithmetic,
      Set<DataType> accumulators,
      Set<DataType> destinations,
      Tiles tiles) {
    this.spelling = spelling;
    this.vectorCode = vectorCode;
    this.scalarCode = scalarCode;
    this.arithmetic = arithmetic;
    this.accumulators = EnumSet.copyOf(accumulators);
    this.destinations = EnumSet.copyOf(destinations);
    this.tiles = tiles;
  }

  /** The mode with a code of six bits; empty for codes without a published meaning. */
  public static Optional<QuantizationMode> byCode(int code) {
    return Optional.ofNullable(BY_CODE[code]);
  }

  /**
   * The mode in which an operation on tiles makes {@code destination} of {@code accumulator}.
   *
   * @param hasParameter whether the operation has a parameter, or one for each column
   * @return empty when no operation on tiles of the profile does
   */
  public static Optional<QuantizationMode> ofTiles(
      Profile profile, DataType accumulator, DataType destination, boolean hasParameter) {
    return Arrays.stream(values())
        .filter(mode -> mode.tiles.on(profile) && mode.hasParameter() == hasParameter)
        .filter(mode -> mode.accepts(accumulator, destination))
        .findFirst();
  }

  /** The name in texts. */
  public String spelling() {
    return spelling;
  }

  /** The code with a parameter for each column. */
  public int vectorCode() {
    return vectorCode;
  }

  /** The code with one parameter for all columns. */
  public int scalarCode() {
    return scalarCode;
  }

  public Arithmetic arithmetic() {
    return arithmetic;
  }

  /** True if a parameter is read. */
  public boolean hasParameter() {
    return arithmetic != Arithmetic.NONE;
  }

  /** True if {@code code}, one of this mode, takes a parameter for each column. */
  public boolean isVector(int code) {
    return hasParameter() && code == vectorCode;
  }

  /** Bits of a result; 4 where two share a byte. */
  public int resultBits(DataType destination) {
    return switch (this) {
      case REQ4, QF162S4, QF322S4 -> 4;
      default -> destination.bits();
    };
  }

  /** True if {@code accumulator} becomes {@code destination} in this mode. */
  public boolean accepts(DataType accumulator, DataType destination) {
    return accumulators.contains(accumulator)
        && destinations.contains(destination)
        && (this != NO_CONVERT || accumulator == destination);
  }
}
