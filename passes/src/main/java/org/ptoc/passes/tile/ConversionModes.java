package org.ptoc.passes.tile;

import org.ptoc.ir.Operation;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.isa.RoundingMode;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.TileType;

/**
 * How a tile conversion rounds and what it does beyond the range of its result (spec/20, 6.6).
 *
 * @param rounding never the default of a word
 * @param saturates true when values beyond the range become its end
 */
public record ConversionModes(RoundingMode rounding, boolean saturates) {

  /** The modes of an operation between two element types. */
  public static ConversionModes of(Operation op, ElementType from, ElementType to) {
    return new ConversionModes(
        rounding(op.attributes().text(AttributeName.RMODE).orElse("RINT"), from, to),
        op.attributes()
            .text(AttributeName.SAT_MODE)
            .map("ON"::equals)
            .orElse(saturatesByDefault(from, to)));
  }

  /**
   * Nearest even when nothing is said; {@code NONE} is the default of the conversion itself, which
   * truncates from float to integer (spec/50, 2.10).
   */
  private static RoundingMode rounding(String mode, ElementType from, ElementType to) {
    return switch (mode) {
      case "NONE" ->
          from.isFloat() && to.isInteger() ? RoundingMode.TOWARD_ZERO : RoundingMode.NEAREST_EVEN;
      case "ROUND" -> RoundingMode.NEAREST_AWAY;
      case "FLOOR" -> RoundingMode.DOWN;
      case "CEIL" -> RoundingMode.UP;
      case "TRUNC" -> RoundingMode.TOWARD_ZERO;
      case "ODD" -> RoundingMode.TO_ODD;
      default -> RoundingMode.NEAREST_EVEN;
    };
  }

  /**
   * True for a conversion without a saturation mode whose values can leave the range of the result:
   * releases of the public assembler differ in what it does.
   */
  public static boolean takesDefault(Operation op) {
    if (op.definition().form() != OperationForm.TILE_CONVERT
        || op.attributes().has(AttributeName.SAT_MODE)) {
      return false;
    }
    ElementType from = ((TileType) op.operand(RoleName.SRC).type()).element();
    ElementType to = ((TileType) op.operand(RoleName.DST).type()).element();
    return !saturatesByDefault(from, to) && (to.isInteger() || narrows(from, to));
  }

  /** Floats whose largest number is larger by more than rounding. */
  private static boolean narrows(ElementType from, ElementType to) {
    boolean isWide = from == ElementType.F32 || from == ElementType.BF16;
    return from.isFloat()
        && to.isFloat()
        && (isWide && to == ElementType.F16 || from.bits() > to.bits() && to.bits() <= Byte.SIZE);
  }

  /** Off for six pairs, on for every other pair into integers, off between floats. */
  private static boolean saturatesByDefault(ElementType from, ElementType to) {
    if (!to.isInteger()) {
      return false;
    }
    boolean off =
        from == ElementType.F16 && to.bits() <= 16
            || from == ElementType.F32 && to.bits() == 16
            || from.isInteger()
                && from.isSigned()
                && to.isSigned()
                && from.bits() == 2 * to.bits()
                && to.bits() >= 16;
    return !off;
  }
}
