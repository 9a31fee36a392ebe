package org.ptoc.ir.catalog;

import static org.ptoc.ir.type.ElementType.*;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ptoc.ir.type.ElementType;

/** The legal pairs of {@code pto.vcvt} with the attributes each takes (spec/11, 5.4). */
public final class Conversions {
  private Conversions() {}

  /** The {@code part} tokens that a pair takes. */
  public enum PartRule {
    NONE,
    EVEN_ODD,
    P0_TO_P3
  }

  /**
   * One legal pair. Signless integers count as signed.
   *
   * @param roundings legal rounding letters; empty when the attribute must be absent
   * @param saturates true when {@code sat} is taken
   * @param part which parts are taken
   */
  public record Pair(
      ElementType source, ElementType result, String roundings, boolean saturates, PartRule part) {}

  private static final String ANY = "RAFCZO";

  private static final List<Pair> A5_PAIRS =
      List.of(
          //   source    result    roundings saturates part
          pair(F32, F16, ANY, true, PartRule.EVEN_ODD),
          pair(F32, BF16, ANY, true, PartRule.EVEN_ODD),
          pair(F32, SI16, ANY, true, PartRule.EVEN_ODD),
          pair(F32, SI64, ANY, true, PartRule.EVEN_ODD),
          pair(F32, SI32, ANY, true, PartRule.NONE),
          pair(F32, F8E4M3FN, "RAHZ", true, PartRule.P0_TO_P3),
          pair(F32, F8E5M2, "RAHZ", true, PartRule.P0_TO_P3),
          pair(F32, HIF8, "AH", true, PartRule.P0_TO_P3),
          pair(F16, F32, "", false, PartRule.EVEN_ODD),
          pair(F16, SI32, ANY, false, PartRule.EVEN_ODD),
          pair(F16, SI16, ANY, true, PartRule.NONE),
          pair(F16, SI8, ANY, true, PartRule.EVEN_ODD),
          pair(F16, UI8, ANY, true, PartRule.EVEN_ODD),
          pair(F16, F8E4M3FN, "RAFZC", true, PartRule.EVEN_ODD),
          pair(F16, F8E5M2, "RAFZC", true, PartRule.EVEN_ODD),
          pair(F16, HIF8, "AH", true, PartRule.EVEN_ODD),
          pair(BF16, F32, "", false, PartRule.EVEN_ODD),
          pair(BF16, F16, ANY, true, PartRule.NONE),
          pair(BF16, SI32, ANY, true, PartRule.EVEN_ODD),
          pair(BF16, F8E4M3FN, "RAFZC", true, PartRule.EVEN_ODD),
          pair(BF16, F8E5M2, "RAFZC", true, PartRule.EVEN_ODD),
          pair(BF16, F4E1M2X2, "RAFZC", false, PartRule.P0_TO_P3),
          pair(BF16, F4E2M1X2, "RAFZC", false, PartRule.P0_TO_P3),
          pair(UI8, F16, "", false, PartRule.EVEN_ODD),
          pair(UI8, UI16, "", false, PartRule.EVEN_ODD),
          pair(UI8, UI32, "", false, PartRule.P0_TO_P3),
          pair(SI8, F16, "", false, PartRule.EVEN_ODD),
          pair(SI8, SI16, "", false, PartRule.EVEN_ODD),
          pair(SI8, SI32, "", false, PartRule.P0_TO_P3),
          pair(UI16, UI8, "", true, PartRule.EVEN_ODD),
          pair(UI16, UI32, "", false, PartRule.EVEN_ODD),
          pair(SI16, F16, ANY, false, PartRule.NONE),
          pair(SI16, F32, "", false, PartRule.EVEN_ODD),
          pair(SI16, UI8, "", true, PartRule.EVEN_ODD),
          pair(SI16, UI32, "", false, PartRule.EVEN_ODD),
          pair(SI16, SI32, "", false, PartRule.EVEN_ODD),
          pair(UI32, UI8, "", true, PartRule.P0_TO_P3),
          pair(UI32, UI16, "", true, PartRule.EVEN_ODD),
          pair(UI32, SI16, "", true, PartRule.EVEN_ODD),
          pair(SI32, F32, ANY, false, PartRule.NONE),
          pair(SI32, UI8, "", true, PartRule.P0_TO_P3),
          pair(SI32, UI16, "", true, PartRule.EVEN_ODD),
          pair(SI32, SI16, "", true, PartRule.EVEN_ODD),
          pair(SI32, SI64, "", false, PartRule.EVEN_ODD),
          pair(SI64, F32, ANY, false, PartRule.EVEN_ODD),
          pair(SI64, SI32, "", true, PartRule.EVEN_ODD),
          pair(F8E4M3FN, F32, "", false, PartRule.P0_TO_P3),
          pair(F8E5M2, F32, "", false, PartRule.P0_TO_P3),
          pair(HIF8, F32, "", false, PartRule.P0_TO_P3),
          pair(F4E1M2X2, BF16, "", false, PartRule.P0_TO_P3),
          pair(F4E2M1X2, BF16, "", false, PartRule.P0_TO_P3));

  private static final String FLOAT_TO_INTEGER = "RAFCZ";

  /** Pairs of {@code pto.vmi.vcvt} other than of two integers (spec/80, 4.8). */
  private static final List<Pair> LOGICAL_PAIRS =
      List.of(
          logical(F32, F16, "RAZ", true),
          logical(F32, BF16, "RAZ", true),
          logical(F32, F8E4M3FN, "RAHZ", true),
          logical(F32, F8E5M2, "RAHZ", true),
          logical(F32, HIF8, "AH", true),
          logical(F32, SI32, FLOAT_TO_INTEGER, true),
          logical(F32, SI16, FLOAT_TO_INTEGER, true),
          logical(F16, F32, "", false),
          logical(F16, SI32, FLOAT_TO_INTEGER, false),
          logical(F16, SI16, FLOAT_TO_INTEGER, true),
          logical(F16, SI8, FLOAT_TO_INTEGER, true),
          logical(F16, UI8, FLOAT_TO_INTEGER, true),
          logical(F16, I8, FLOAT_TO_INTEGER, true),
          logical(F16, F8E4M3FN, "RAHZ", true),
          logical(F16, F8E5M2, "RAHZ", true),
          logical(F16, HIF8, "AH", true),
          logical(BF16, F32, "", false),
          logical(BF16, F16, "RAZ", true),
          logical(BF16, SI32, FLOAT_TO_INTEGER, true),
          logical(BF16, F8E4M3FN, "RAHZ", true),
          logical(BF16, F8E5M2, "RAHZ", true),
          logical(F8E4M3FN, F32, "", false),
          logical(F8E5M2, F32, "", false),
          logical(HIF8, F32, "", false),
          logical(BF16X2, F4E1M2X2, FLOAT_TO_INTEGER, false),
          logical(BF16X2, F4E2M1X2, FLOAT_TO_INTEGER, false),
          logical(F4E1M2X2, BF16X2, "", false),
          logical(F4E2M1X2, BF16X2, "", false),
          logical(SI32, F32, "", false));

  private static Pair logical(
      ElementType source, ElementType result, String roundings, boolean saturates) {
    return new Pair(source, result, roundings, saturates, PartRule.NONE);
  }

  static final TypeSet LOGICAL =
      TypeLists.pairSet(
          LOGICAL_PAIRS.stream()
              .map(pair -> new TypeSet.Pair(pair.source(), pair.result()))
              .toList(),
          TypeLists.pairs(TypeLists.INT8, TypeLists.union(TypeLists.INT16, TypeLists.INT32)),
          TypeLists.pairs(TypeLists.INT16, TypeLists.union(TypeLists.INT8, TypeLists.INT32)),
          TypeLists.pairs(TypeLists.INT32, TypeLists.union(TypeLists.INT8, TypeLists.INT16)));

  /** The rule of a pair of logical vectors; empty where there is no conversion. */
  public static Optional<Pair> ofLogical(ElementType source, ElementType result) {
    if (source.isInteger() && result.isInteger()) {
      return source.bits() == result.bits()
          ? Optional.empty()
          : Optional.of(logical(source, result, "", source.bits() > result.bits()));
    }
    return LOGICAL_PAIRS.stream()
        .filter(pair -> pair.source() == source && pair.result() == result)
        .findFirst();
  }

  static final TypeSet A5 = typeSet(A5_PAIRS);
  static final TypeSet A2A3 = a2a3();

  private static Pair pair(
      ElementType source, ElementType result, String roundings, boolean saturates, PartRule part) {
    return new Pair(source, result, roundings, saturates, part);
  }

  /** Finds the rule of a pair; signless integers are looked up as signed ones. */
  public static Optional<Pair> find(ElementType source, ElementType result) {
    ElementType from = signed(source);
    ElementType to = signed(result);
    for (Pair pair : A5_PAIRS) {
      if (pair.source() == from && pair.result() == to) {
        return Optional.of(pair);
      }
    }
    return Optional.empty();
  }

  private static ElementType signed(ElementType type) {
    return switch (type) {
      case I8 -> SI8;
      case I16 -> SI16;
      case I32 -> SI32;
      case I64 -> SI64;
      default -> type;
    };
  }

  /** True for the floats of 8 and 4 bits. */
  private static boolean isLowPrecision(Pair pair) {
    return TypeLists.LOW_PRECISION.contains(pair.source())
        || TypeLists.LOW_PRECISION.contains(pair.result());
  }

  private static List<TypeSet.Pair> lowPrecision() {
    TypeSet pairs = typeSet(A5_PAIRS.stream().filter(Conversions::isLowPrecision).toList());
    return ((TypeSet.Pairs) pairs).pairs();
  }

  private static TypeSet typeSet(List<Pair> rules) {
    List<TypeSet.Pair> pairs = new ArrayList<>();
    for (Pair pair : rules) {
      for (ElementType source : spellings(pair.source())) {
        for (ElementType result : spellings(pair.result())) {
          pairs.add(new TypeSet.Pair(source, result));
        }
      }
    }
    return new TypeSet.Pairs(pairs);
  }

  private static List<ElementType> spellings(ElementType type) {
    return type.kind() == Kind.SIGNED ? List.of(type, signless(type.bits())) : List.of(type);
  }

  /** Pairs of {@code pto.tcvt} on A5 (spec/20, 6.6). */
  static final TypeSet TILE_A5 =
      TypeLists.pairSet(
          TypeLists.pairs(
              TypeLists.F,
              TypeLists.union(TypeLists.ALL_FLOATS, TypeLists.S16, TypeLists.S32, TypeLists.S64)),
          TypeLists.pairs(
              TypeLists.H,
              TypeLists.union(TypeLists.F, TypeLists.S32, TypeLists.S16, TypeLists.INT8)),
          TypeLists.pairs(TypeLists.B, TypeLists.union(TypeLists.FLOATS, TypeLists.S32)),
          TypeLists.pairs(TypeLists.U8, TypeLists.union(TypeLists.H, TypeLists.U16)),
          TypeLists.pairs(TypeLists.S8, TypeLists.union(TypeLists.H, TypeLists.S16, TypeLists.S32)),
          TypeLists.pairs(
              TypeLists.S16, TypeLists.union(TypeLists.FLOATS, TypeLists.U8, TypeLists.INT32)),
          TypeLists.pairs(
              TypeLists.S32,
              TypeLists.union(
                  TypeLists.F, TypeLists.S16, TypeLists.S64, TypeLists.U8, TypeLists.U16)),
          TypeLists.pairs(TypeLists.U32, TypeLists.union(TypeLists.INT16, TypeLists.U8)),
          TypeLists.pairs(TypeLists.S64, TypeLists.union(TypeLists.F, TypeLists.S32)),
          lowPrecision());

  /** Pairs of the A2/A3 conversion instructions (spec/11, 5.4, last paragraph). */
  private static TypeSet a2a3() {
    return TypeLists.pairSet(
        TypeLists.pairs(
            TypeLists.F,
            TypeLists.union(
                TypeLists.H,
                TypeLists.B,
                TypeLists.S16,
                TypeLists.S32,
                TypeLists.S64,
                TypeLists.F)),
        TypeLists.pairs(
            TypeLists.H,
            TypeLists.union(TypeLists.F, TypeLists.S32, TypeLists.S16, TypeLists.S8, TypeLists.U8)),
        TypeLists.pairs(TypeLists.B, TypeLists.union(TypeLists.F, TypeLists.S32)),
        TypeLists.pairs(TypeLists.S16, TypeLists.FLOATS),
        TypeLists.pairs(
            TypeLists.S32, TypeLists.union(TypeLists.F, TypeLists.S16, TypeLists.S64, TypeLists.H)),
        TypeLists.pairs(TypeLists.S64, TypeLists.union(TypeLists.F, TypeLists.S32)),
        TypeLists.pairs(TypeLists.union(TypeLists.U8, TypeLists.S8), TypeLists.H));
  }
}
