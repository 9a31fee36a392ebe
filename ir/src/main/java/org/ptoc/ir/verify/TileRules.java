package org.ptoc.ir.verify;

import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.Conversions;
import org.ptoc.ir.catalog.Trait;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.TileType;

/** Elementwise tile operations (spec/20, 5.3, 6.1 to 6.4 and 6.6, 8.4). */
final class TileRules {
  private TileRules() {}

  static void unary(Check check) {
    elementwise(check, "src");
  }

  /** A block of scratch; only A2/A3 writes to it (spec/50, 2.4). */
  static void unaryWithScratch(Check check) {
    elementwise(check, "src");
    if (check.has("tmp") && TileScratch.present(check)) {
      TileScratch.room(check, TileScratch.BLOCK, "one block");
      TileOperands.disjoint(check, "tmp", "dst", "src");
    }
  }

  static void binary(Check check) {
    elementwise(check, "src0", "src1");
  }

  /** All operands are plain tiles of one legal element type and one valid shape. */
  private static void elementwise(Check check, String... sources) {
    TileOperands.plain(check, sources);
    TileOperands.plain(check, "dst");
    check.legalElement(check.tile(sources[0]).element());
    for (int i = 1; i < sources.length; i++) {
      TileOperands.sameElement(check, sources[0], sources[i]);
    }
    TileOperands.sameElement(check, sources[0], "dst");
    TileOperands.sameValid(check, "dst", sources);
  }

  static void binaryWithScratch(Check check) {
    elementwise(check, "src0", "src1");
    TileScratch.check(check, "src0");
  }

  static void scalar(Check check) {
    elementwise(check, "src");
    ElementType element = check.tile("src").element();
    boolean single =
        check.has(Trait.SINGLE_PRECISION_SCALAR) && check.scalar("scalar") == ElementType.F32;
    if (!single) {
      TileOperands.scalar(check, "scalar", element);
    }
  }

  static void scalarWithScratch(Check check) {
    scalar(check);
    TileScratch.check(check, "src");
  }

  static void ternary(Check check) {
    elementwise(check, "src0", "src1", "src2");
  }

  static void scalarTernary(Check check) {
    elementwise(check, "src0", "src1");
    TileOperands.scalar(check, "scalar", check.tile("src0").element());
  }

  /** The scalar has the type of the source, whose products the destination accumulates. */
  static void axpy(Check check) {
    TileOperands.plain(check, "src", "dst");
    ElementType element = check.tile("src").element();
    check.legalPair(element, check.tile("dst").element());
    TileOperands.sameValid(check, "dst", "src");
    TileOperands.scalar(check, "scalar", element);
  }

  static void triangle(Check check) {
    TileOperands.plain(check, "dst");
    check.legalElement(check.tile("dst").element());
    ElementType diagonal = check.scalar("diagonal");
    if (diagonal != ElementType.I32) {
      check.typeError("diagonal", diagonal, "i32");
    }
  }

  /** The count is an integer of any width and not negative. */
  static void shiftScalar(Check check) {
    elementwise(check, "src");
    ElementType scalar = check.scalar("scalar");
    if (!scalar.isInteger() && scalar != ElementType.INDEX) {
      check.typeError("scalar", scalar, "an integer of any width");
    }
    OptionalLong count = check.constant("scalar");
    check.require(
        count.isEmpty() || count.getAsLong() >= 0,
        DiagnosticCode.BAD_CONSTANT,
        "scalar is "
            + count.orElse(0)
            + ", but a shift count must be 0 to "
            + (check.tile("src").element().bits() - 1));
  }

  /** One operand is a tile, the other a scalar; their order says what is divided by what. */
  static void divideScalar(Check check) {
    boolean tileFirst =
        check.type("lhs") instanceof TileType && check.type("rhs") instanceof ElementType;
    boolean tileLast =
        check.type("lhs") instanceof ElementType && check.type("rhs") instanceof TileType;
    if (!check.require(
        tileFirst || tileLast,
        DiagnosticCode.TYPE_MISMATCH,
        "needs a tile and a scalar, not "
            + check.type("lhs").spelling()
            + " and "
            + check.type("rhs").spelling())) {
      return;
    }
    elementwise(check, tileFirst ? "lhs" : "rhs");
    TileOperands.scalar(
        check, tileFirst ? "rhs" : "lhs", check.tile(tileFirst ? "lhs" : "rhs").element());
  }

  static void splat(Check check) {
    if (check.tile("dst").isCube()) {
      CubeMemoryRules.splat(check);
      return;
    }
    TileOperands.plain(check, "dst");
    ElementType element = check.tile("dst").element();
    check.legalElement(element);
    TileOperands.scalar(check, "scalar", element);
  }

  /** Source and destination may differ in type, not in valid shape. */
  static void convert(Check check) {
    TileOperands.plain(check, "src", "dst");
    TileType src = check.tile("src");
    TileType dst = check.tile("dst");
    if (!check.legalPair(src.element(), dst.element())) {
      return;
    }
    if (isPacked(src) || isPacked(dst)) {
      pairs(check, src, dst);
    } else {
      TileOperands.sameValid(check, "dst", "src");
    }
    roundingMode(check, src.element(), dst.element());
    if (check.has("tmp")) {
      TileOperands.vec(check, "tmp");
    }
  }

  private static boolean isPacked(TileType tile) {
    return tile.element().kind() == ElementType.Kind.PACKED;
  }

  /** Each element of a packed tile holds two of the other one (spec/50, 1.3). */
  private static void pairs(Check check, TileType src, TileType dst) {
    String wide = isPacked(src) ? "dst" : "src";
    TileType packed = isPacked(src) ? src : dst;
    TileOperands.rows(check, wide, packed.validRows(), " as the packed tile has");
    if (packed.validColumns() != TileType.DYNAMIC) {
      TileOperands.columns(
          check, wide, 2 * packed.validColumns(), ", two for each of the packed tile");
    }
  }

  /** Floats of 8 and 4 bits do not round in every mode (spec/11, 5.4). */
  private static void roundingMode(Check check, ElementType from, ElementType to) {
    String mode = check.op().attributes().text("rmode").orElse("RINT");
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
    TileOperands.plain(check, "dst");
    check.legalElement(check.tile("dst").element());
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
            .integer("rounds")
            .map(OptionalLong::of)
            .orElse(OptionalLong.empty());
    check.require(
        rounds.isEmpty() || rounds.getAsLong() == 7 || rounds.getAsLong() == 10,
        DiagnosticCode.BAD_ATTRIBUTE,
        "attribute rounds has the value " + rounds.orElse(0) + "; legal: 7, 10");
  }

  static void index(Check check) {
    TileOperands.plain(check, "dst");
    ElementType element = check.tile("dst").element();
    check.legalElement(element);
    TileOperands.scalar(check, "start", element);
    TileOperands.rows(check, "dst", 1, "");
    if (check.has("tmp")) {
      TileOperands.vec(check, "tmp");
    }
  }
}
