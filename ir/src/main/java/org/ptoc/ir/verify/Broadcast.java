package org.ptoc.ir.verify;

import java.util.Optional;
import org.ptoc.ir.Operation;
import org.ptoc.ir.catalog.OpCatalog;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.diagnostic.Fix;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.type.CarrierOrder;
import org.ptoc.ir.type.TileType;
import org.ptoc.ir.type.TileType.BaseLayout;

/**
 * The habit of other languages that an operand of one column or one row counts for all of them:
 * here the expansion of the same name does that ({@code tsub} and {@code trowexpandsub}, spec/20,
 * 7.3).
 */
public final class Broadcast {
  private static final String TILE = "pto.t";

  private Broadcast() {}

  /** The expansion that an elementwise operation was meant to be, where its operands fit it. */
  public static Optional<Fix> fix(Operation op, Profile profile) {
    return switch (op.definition().form()) {
      case TILE_BINARY, TILE_BINARY_SCRATCH ->
          either(op, "trowexpand", profile).or(() -> either(op, "tcolexpand", profile));
      default -> Optional.empty();
    };
  }

  private static Optional<Fix> either(Operation op, String kind, Profile profile) {
    TileType first = (TileType) op.operand(RoleName.SRC0).type();
    TileType second = (TileType) op.operand(RoleName.SRC1).type();
    TileType whole = (TileType) op.operand(RoleName.DST).type();
    boolean rows = kind.equals("trowexpand");
    boolean fits = spreads(second, first, whole, rows) || spreads(first, second, whole, rows);
    String name = "pto." + kind + op.name().substring(TILE.length());
    return fits
        ? OpCatalog.find(name)
            .filter(found -> found.form() == OperationForm.TILE_EXPAND_BINARY)
            .filter(found -> found.types(profile).accepts(whole.element()))
            .map(found -> new Fix.Replace(op.location(), op.name(), name))
        : Optional.empty();
  }

  /** One operand has a single column or row, and the other covers the destination. */
  private static boolean spreads(TileType carrier, TileType data, TileType whole, boolean rows) {
    if (!CarrierOrder.canCover(data, whole)) {
      return false;
    }
    return rows
        ? carrier.validColumns() == 1
            && whole.validColumns() != 1
            && CarrierOrder.canCarryRows(carrier)
            && !TileOperands.differ(carrier.validRows(), whole.validRows())
        : carrier.validRows() == 1
            && whole.validRows() != 1
            && carrier.baseLayout() == BaseLayout.ROW_MAJOR
            && !TileOperands.differ(carrier.validColumns(), whole.validColumns());
  }
}
