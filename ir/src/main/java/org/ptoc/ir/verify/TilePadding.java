package org.ptoc.ir.verify;

import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.catalog.Role;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.isa.ProfileFeature;
import org.ptoc.ir.overlap.TileArea;
import org.ptoc.ir.type.TileType;

/**
 * Sources in the padding of a destination (spec/50, 3.3): legal, because valid extents count, but
 * some operations may change bytes of the tile outside its valid region (spec/20, section 3, rule
 * 5).
 */
final class TilePadding {
  private TilePadding() {}

  /** Warns of sources that the operation may change although its result leaves them alone. */
  static void sources(Check check) {
    if (!check.op().definition().isTileOperation() || !mayChangePadding(check)) {
      return;
    }
    Value target = check.value(RoleName.DST);
    TileArea valid = check.known().area(target);
    TileArea whole = whole(check, target);
    int role = 0;
    for (Role each : check.op().definition().operands()) {
      if (role < check.op().definition().form().inputRoles() && each.name() != RoleName.TMP) {
        for (Value source : check.op().group(role)) {
          if (isPlacedWith(check, source, target)
              && !check.known().area(source).meets(valid)
              && check.known().area(source).meets(whole)) {
            check.warning(
                DiagnosticCode.SUSPICIOUS_TILE,
                each.name()
                    + " lies in dst outside its valid region, where the operation may change"
                    + " bytes");
          }
        }
      }
      role++;
    }
  }

  private static boolean isPlacedWith(Check check, Value source, Value target) {
    return source.type() instanceof TileType type
        && type.location() == check.known().type(target).location()
        && check.known().hasAddress(source)
        && check.known().hasAddress(target);
  }

  /** Whole mask words, whole blocks of records, and bytes that share 16 bits with others. */
  private static boolean mayChangePadding(Check check) {
    OperationForm form = check.op().definition().form();
    if (form == OperationForm.TILE_SORT || form == OperationForm.TILE_MERGE) {
      return true;
    }
    return switch (check.op().definition().inPlace(check.profile())) {
      case MASK_BITS -> true;
      case ELEMENT_BY_ELEMENT ->
          !check.has(ProfileFeature.VECTOR_REGISTERS)
              && check.tile(RoleName.DST).element().bytes() == 1
              && check.tile(RoleName.DST).validColumns() % 2 != 0;
      case NO_SOURCE,
          ACCUMULATOR,
          APART,
          SAME_OR_APART,
          COMMON_REGION,
          WINDOW_OF_SOURCE,
          WINDOW_OF_DESTINATION,
          CHOICE,
          ROW_TO_ELEMENT,
          COLUMN_TO_ELEMENT,
          CARRIER,
          DATA_AND_CARRIER,
          DATA_AND_ROW_CARRIERS,
          PARTIAL,
          PADDED ->
          false;
    };
  }

  private static TileArea whole(Check check, Value tile) {
    TileType type = check.known().type(tile);
    TileArea area = check.known().area(tile);
    return type.baseLayout() == TileType.BaseLayout.ROW_MAJOR
        ? area.withExtents(type.rows(), type.columns())
        : area.withExtents(type.columns(), type.rows());
  }
}
