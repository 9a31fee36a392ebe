package org.ptoc.ir.verify;

import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.catalog.Trait;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.MemorySpace;
import org.ptoc.ir.type.PointerType;
import org.ptoc.ir.type.TileType;

/** Pointers and scalar memory (spec/00, 4.1). */
final class PointerRules {
  private PointerRules() {}

  /** Integer to pointer, pointer to pointer of the same memory, pointer to integer. */
  static void castPointer(Check check) {
    boolean fromInteger = check.type(RoleName.INPUT) == ElementType.I64;
    boolean toInteger = check.type(RoleName.RESULT) == ElementType.I64;
    boolean pointers =
        check.type(RoleName.INPUT) instanceof PointerType
            && check.type(RoleName.RESULT) instanceof PointerType;
    if (pointers) {
      MemorySpace from = check.pointer(RoleName.INPUT).space();
      MemorySpace to = check.pointer(RoleName.RESULT).space();
      check.require(
          from == to,
          DiagnosticCode.WRONG_MEMORY_SPACE,
          "result points to "
              + to.spelling()
              + ", but must point to "
              + from.spelling()
              + " as the input does");
    } else if (!(fromInteger && check.type(RoleName.RESULT) instanceof PointerType)
        && !(toInteger && check.type(RoleName.INPUT) instanceof PointerType)) {
      check.error(
          DiagnosticCode.TYPE_MISMATCH,
          "does not cast "
              + check.type(RoleName.INPUT).spelling()
              + " to "
              + check.type(RoleName.RESULT).spelling()
              + "; legal: i64 to pointer, pointer to pointer, pointer to i64");
    }
  }

  static void addPointer(Check check) {
    check.oneType(RoleName.BASE, RoleName.RESULT);
  }

  static void loadScalar(Check check) {
    element(check, RoleName.SOURCE, RoleName.RESULT);
  }

  static void storeScalar(Check check) {
    element(check, RoleName.DEST, RoleName.VALUE);
  }

  private static void element(Check check, RoleName pointer, RoleName scalar) {
    MemorySpace space = check.pointer(pointer).space();
    check.require(
        space == MemorySpace.GM || !check.has(Trait.GLOBAL_MEMORY),
        DiagnosticCode.WRONG_MEMORY_SPACE,
        pointer + " points to " + space.spelling() + ", but must point to gm");
    ElementType element = check.pointer(pointer).element();
    if (check.scalar(scalar) != element) {
      check.typeError(
          scalar, check.scalar(scalar), element.spelling() + ", the element type of " + pointer);
    }
  }

  static void tileAddress(Check check) {
    TileType tile = check.tile(RoleName.TILE);
    PointerType expected = new PointerType(tile.element(), tile.location());
    if (!check.type(RoleName.RESULT).equals(expected)) {
      check.typeError("result", check.type(RoleName.RESULT), expected.spelling());
    }
  }
}
