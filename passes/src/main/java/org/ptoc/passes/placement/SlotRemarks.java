package org.ptoc.passes.placement;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ptoc.ir.Function;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Region;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.diagnostic.Diagnostic;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.type.MultiTileType;
import org.ptoc.passes.build.Constants;
import org.ptoc.passes.storage.Definitions;
import org.ptoc.passes.storage.Slots;
import org.ptoc.passes.synchronization.Accesses;

/**
 * Reports slots of multi-tiles that {@link Accesses} treats as all slots, so that work on them
 * waits for work on any other.
 */
public final class SlotRemarks {
  private final Constants constants;
  private final Slots slots;
  private final List<Diagnostic> found = new ArrayList<>();

  private SlotRemarks(Function function) {
    this.constants = Constants.of(function);
    this.slots = new Slots(new Definitions(function), constants);
  }

  /** A remark for each choice of a slot that is not followed, with the reason. */
  public static List<Diagnostic> of(Function placed) {
    SlotRemarks remarks = new SlotRemarks(placed);
    placed.body().ifPresent(remarks::scan);
    return remarks.found;
  }

  private void scan(Region region) {
    for (Operation op : region.all()) {
      if (op.definition().form().hasOperand(RoleName.SLOT)
          && op.operand(RoleName.TILES).type() instanceof MultiTileType type) {
        look(op, type.count());
      }
    }
  }

  private void look(Operation op, int count) {
    Value slot = op.operand(RoleName.SLOT);
    if (constants.integer(slot).isPresent() || slots.turn(slot, count).isPresent()) {
      return;
    }
    Optional<Value> lost = slots.lost(slot, count);
    found.add(
        Diagnostic.of(
            DiagnosticCode.UNFOLLOWED_SLOT,
            op.location(),
            op.name()
                + ": which of the "
                + count
                + " slots it is cannot be followed, so that work on it waits for work on all of"
                + " them: "
                + slots.reason(lost.orElse(slot), count)));
  }
}
