package org.ptoc.ir.verify;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.Conversions;
import org.ptoc.ir.catalog.DeviceScratch;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.catalog.Trait;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.TileType;

/** Elementwise tile operations (spec/20, 5.3, 6.1 to 6.4 and 6.6, 8.4). */
final class TileRules {
  private TileRules() {}

  static void unary(Check check) {
    elementwise(check, RoleName.SRC);
  }

  /** A block of scratch; only A2/A3 writes to it (spec/50, 2.4). */
  static void unaryWithScratch(Check check) {
    elementwise(check, RoleName.SRC);
    if (check.has(RoleName.TMP) && TileScratch.present(check)) {
      TileScratch.size(check);
      TileOperands.disjoint(check, RoleName.TMP, RoleName.DST, RoleName.SRC);
    }
  }

  static void binary(Check check) {
    elementwise(check, RoleName.SRC0, RoleName.SRC1);
  }

  /** All operands are plain tiles of one legal element type and one valid shape. */
  private static void elementwise(Check check, RoleName... sources) {
    boolean spreads = Broadcast.fix(check.op(), check.profile()).isPresent();
    if (spreads && !TileOperands.covers(check, RoleName.DST, sources)) {
      return; // What else is wrong with a carrier is right in the expansion.
    }
    TileOperands.plain(check, sources);
    TileOperands.plain(check, RoleName.DST);
    check.legalElement(check.tile(sources[0]).element());
    RoleName[] others = Arrays.copyOfRange(sources, 1, sources.length + 1);
    others[sources.length - 1] = RoleName.DST;
    TileOperands.sameElement(check, sources[0], others);
    if (!spreads) {
      TileOperands.covers(check, RoleName.DST, sources);
    }
  }

  static void binaryWithScratch(Check check) {
    plainIntegers(check, RoleName.SRC0);
    elementwise(check, RoleName.SRC0, RoleName.SRC1);
    TileScratch.check(check);
    apart(check, RoleName.SRC0);
  }

  static void scalar(Check check) {
    elementwise(check, RoleName.SRC);
    ElementType element = check.tile(RoleName.SRC).element();
    boolean single =
        check.has(Trait.SINGLE_PRECISION_SCALAR)
            && check.scalar(RoleName.SCALAR) == ElementType.F32;
    if (!single) {
      TileOperands.scalar(check, RoleName.SCALAR, element);
    }
  }

  /** Integer powers are products: they take no scratch and are exact (spec/50, 2.9). */
  private static void plainIntegers(Check check, RoleName source) {
    if (!check.has(Trait.FLOAT_SCRATCH) || !check.tile(source).element().isInteger()) {
      return;
    }
    check.require(
        !check.has(RoleName.TMP),
        DiagnosticCode.TILE_CONSTRAINT,
        "takes no tmp for integers, only for floats");
    check.require(
        check
            .op()
            .attributes()
            .text(AttributeName.PRECISION_MODE)
            .filter("HIGH_PRECISION"::equals)
            .isEmpty(),
        DiagnosticCode.TILE_CONSTRAINT,
        "has no high precision for integers: their products are exact");
  }

  static void scalarWithScratch(Check check) {
    plainIntegers(check, RoleName.SRC);
    scalar(check);
    TileScratch.check(check);
    apart(check, RoleName.SRC);
  }

  /** Scratch that holds a copy of dst is apart from dst and a source. */
  private static void apart(Check check, RoleName source) {
    boolean copies =
        check.op().definition().scratch().equals(Optional.of(DeviceScratch.DESTINATION));
    if (copies && TileScratch.present(check)) {
      TileOperands.disjoint(check, RoleName.TMP, RoleName.DST, source);
    }
  }

  static void ternary(Check check) {
    elementwise(check, RoleName.SRC0, RoleName.SRC1, RoleName.SRC2);
  }

  static void scalarTernary(Check check) {
    elementwise(check, RoleName.SRC0, RoleName.SRC1);
    TileOperands.scalar(check, RoleName.SCALAR, check.tile(RoleName.SRC0).element());
  }

  /** The scalar has the type of the source, whose products the destination accumulates. */
  static void axpy(Check check) {
    TileOperands.plain(check, RoleName.SRC, RoleName.DST);
    ElementType element = check.tile(RoleName.SRC).element();
    check.legalPair(element, check.tile(RoleName.DST).element());
    TileOperands.covers(check, RoleName.DST, RoleName.SRC);
    TileOperands.scalar(check, RoleName.SCALAR, element);
  }

  static void triangle(Check check) {
    TileOperands.plain(check, RoleName.DST);
    check.legalElement(check.tile(RoleName.DST).element());
    ElementType diagonal = check.scalar(RoleName.DIAGONAL);
    if (diagonal != ElementType.I32) {
      check.typeError("diagonal", diagonal, "i32");
    }
  }

  /** The count is an integer of any width and not negative. */
  static void shiftScalar(Check check) {
    elementwise(check, RoleName.SRC);
    ElementType scalar = check.scalar(RoleName.SCALAR);
    if (!scalar.isInteger() && scalar != ElementType.INDEX) {
      check.typeError("scalar", scalar, "an integer of any width");
    }
    OptionalLong count = check.constant(RoleName.SCALAR);
    check.require(
        count.isEmpty() || count.getAsLong() >= 0,
        DiagnosticCode.BAD_CONSTANT,
        "scalar is "
            + count.orElse(0)
            + ", but a shift count must be 0 to "
            + (check.tile(RoleName.SRC).element().bits() - 1));
  }

  /** One operand is a tile, the other a scalar; their order says what is divided by what. */
  static void divideScalar(Check check) {
    boolean tileFirst =
        check.type(RoleName.LHS) instanceof TileType
            && check.type(RoleName.RHS) instanceof ElementType;
    boolean tileLast =
        check.type(RoleName.LHS) instanceof ElementType
            && check.type(RoleName.RHS) instanceof TileType;
    if (!check.require(
        tileFirst || tileLast,
        DiagnosticCode.TYPE_MISMATCH,
        "needs a tile and a scalar, not "
            + check.type(RoleName.LHS).spelling()
            + " and "
            + check.type(RoleName.RHS).spelling())) {
      return;
    }
    elementwise(check, tileFirst ? RoleName.LHS : RoleName.RHS);
    TileOperands.scalar(
        check,
        tileFirst ? RoleName.RHS : RoleName.LHS,
        check.tile(tileFirst ? RoleName.LHS : RoleName.RHS).element());
  }

  static void splat(Check check) {
    if (check.tile(RoleName.DST).isCube()) {
      CubeMemoryRules.splat(check);
      return;
    }
    TileOperands.plain(check, RoleName.DST);
    ElementType element = check.tile(RoleName.DST).element();
    check.legalElement(element);
    TileOperands.scalar(check, RoleName.SCALAR, element);
  }

  /** Source and destination may differ in type, not in valid shape. */
  static void convert(Check check) {
    TileOperands.plain(check, RoleName.SRC, RoleName.DST);
    TileType src = check.tile(RoleName.SRC);
    TileType dst = check.tile(RoleName.DST);
    if (!check.legalPair(src.element(), dst.element())) {
      return;
    }
    if (isPacked(src) || isPacked(dst)) {
      pairs(check);
    } else {
      TileOperands.covers(check, RoleName.DST, RoleName.SRC);
    }
    roundingMode(check, src.element(), dst.element());
    if (check.has(RoleName.TMP)) {
      TileOperands.vec(check, RoleName.TMP);
    }
  }

  private static boolean isPacked(TileType tile) {
    return tile.element().kind() == ElementType.Kind.PACKED;
  }

  /** Each element of a packed tile holds two of the other one (spec/50, 1.3). */
  private static void pairs(Check check) {
    TileType dst = TileOperands.known(check, RoleName.DST);
    int columns = dst.validColumns();
    if (TileOperands.isKnown(columns)) {
      columns = isPacked(dst) ? 2 * columns : columns / 2;
    }
    TileOperands.covers(check, RoleName.SRC, dst.validRows(), columns, RoleName.DST);
    check.require(
        isPacked(dst) || !TileOperands.isKnown(columns) || dst.validColumns() % 2 == 0,
        DiagnosticCode.TILE_SHAPE_MISMATCH,
        "dst has "
            + dst.validColumns()
            + " valid columns, but must have an even number, two for each of the packed tile");
  }

  /** Floats of 8 and 4 bits do not round in every mode (spec/11, 5.4). */
  private static void roundingMode(Check check, ElementType from, ElementType to) {
    String mode = check.op().attributes().text(AttributeName.RMODE).orElse("RINT");
    String letters =
        to.bytes() > 1 || to.isInteger()
            ? ""
            : Conversions.find(from, to).map(Conversions.Pair::roundings).orElse("");
    List<String> legal =
        MODES.entrySet().stream()
            .filter(each -> letters.indexOf(each.getValue()) >= 0)
            .map(Map.Entry::getKey)
            .sorted()
            .toList();
    boolean nearest = mode.equals("RINT") || mode.equals("CAST_RINT") || mode.equals("NONE");
    check.require(
        letters.isEmpty() || nearest || legal.contains(mode),
        DiagnosticCode.BAD_ATTRIBUTE,
        "attribute rmode has the value "
            + mode
            + ", which "
            + from.spelling()
            + " -> "
            + to.spelling()
            + " does not have; legal: RINT, "
            + String.join(", ", legal));
  }

  /** The letters of the modes that some conversions lack. */
  private static final Map<String, String> MODES =
      Map.of("ROUND", "A", "FLOOR", "F", "CEIL", "C", "TRUNC", "Z", "ODD", "O");

  static void random(Check check) {
    TileOperands.plain(check, RoleName.DST);
    check.legalElement(check.tile(RoleName.DST).element());
    for (Value value : check.op().operands()) {
      if (value.type() instanceof ElementType element
          && !(element.isInteger() && element.bits() == 32)) {
        check.typeError("a key or counter", element, "i32");
      }
    }
    OptionalLong rounds =
        check
            .op()
            .attributes()
            .integer(AttributeName.ROUNDS)
            .map(OptionalLong::of)
            .orElse(OptionalLong.empty());
    check.require(
        rounds.isEmpty() || rounds.getAsLong() == 7 || rounds.getAsLong() == 10,
        DiagnosticCode.BAD_ATTRIBUTE,
        "attribute rounds has the value " + rounds.orElse(0) + "; legal: 7, 10");
  }

  static void index(Check check) {
    TileOperands.plain(check, RoleName.DST);
    ElementType element = check.tile(RoleName.DST).element();
    check.legalElement(element);
    TileOperands.scalar(check, RoleName.START, element);
    TileOperands.rows(check, RoleName.DST, 1, "");
    if (!check.has(RoleName.TMP) || TileOperands.vec(check, RoleName.TMP)) {
      TileScratch.advise(check);
    }
  }
}
