package org.ptoc.ir.verify;

import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.MemorySpace;
import org.ptoc.ir.type.TileType;

/** Scalars read from and written to tiles (spec/50, 2.6). */
final class TileElementRules {
  private TileElementRules() {}

  /**
   * The tile lies in UB, which alone the scalar unit reaches; a constant offset is one of an
   * element of its storage, of any layout.
   */
  static void element(Check check, RoleName role) {
    TileType tile = check.tile(role);
    if (!check.require(
        tile.location() == MemorySpace.UB,
        DiagnosticCode.TILE_CONSTRAINT,
        role
            + " is "
            + tile.spelling()
            + ", but must be in vec: the scalar unit reaches no other tile memory")) {
      return;
    }
    check.legalElement(tile.element());
    ElementType value = check.scalar(RoleName.VALUE);
    if (!value.agreesWith(tile.element())
        && !(tile.element().isInteger() && value == ElementType.signless(tile.element().bits()))) {
      check.typeError("value", value, tile.element().spelling() + ", the element type of " + role);
    }
    check.range(RoleName.OFFSET, 0, check.known().storageElements(check.value(role)) - 1);
  }
}
