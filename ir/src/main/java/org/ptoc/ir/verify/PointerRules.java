package org.ptoc.ir.verify;

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
    boolean fromInteger = check.type("input") == ElementType.I64;
    boolean toInteger = check.type("result") == ElementType.I64;
    boolean pointers =
        check.type("input") instanceof PointerType && check.type("result") instanceof PointerType;
    if (pointers) {
      MemorySpace from = check.pointer("input").space();
      MemorySpace to = check.pointer("result").space();
      check.require(
          from == to,
          DiagnosticCode.WRONG_MEMORY_SPACE,
          "result points to "
              + to.spelling()
              + ", but must point to "
              + from.spelling()
              + " as the input does");
    } else if (!(fromInteger && check.type("result") instanceof PointerType)
        && !(toInteger && check.type("input") instanceof PointerType)) {
      check.error(
          DiagnosticCode.TYPE_MISMATCH,
          "does not cast "
              + check.type("input").spelling()
              + " to "
              + check.type("result").spelling()
              + "; legal: i64 to pointer, pointer to pointer, pointer to i64");
    }
  }

  static void addPointer(Check check) {
    check.oneType("base", "result");
  }

  static void loadScalar(Check check) {
    element(check, "source", "result");
  }

  static void storeScalar(Check check) {
    element(check, "dest", "value");
  }

  private static void element(Check check, String pointer, String scalar) {
    ElementType element = check.pointer(pointer).element();
    if (check.scalar(scalar) != element) {
      check.typeError(
          scalar, check.scalar(scalar), element.spelling() + ", the element type of " + pointer);
    }
  }

  static void tileAddress(Check check) {
    TileType tile = check.tile("tile");
    PointerType expected = new PointerType(tile.element(), tile.location());
    if (!check.type("result").equals(expected)) {
      check.typeError("result", check.type("result"), expected.spelling());
    }
  }
}
