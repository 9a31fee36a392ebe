package org.ptoc.passes.placement;

import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.ptoc.ir.Function;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Region;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.MemoryLimits;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.type.MemorySpace;
import org.ptoc.ir.type.TileType;
import org.ptoc.ir.type.TileType.BaseLayout;
import org.ptoc.passes.PassContext;
import org.ptoc.passes.build.Constants;
import org.ptoc.passes.storage.TileGroups;
import org.ptoc.passes.tile.TileLowering;

/**
 * Where scales lie: the machine finds them at a sixteenth of the address of the matrix that they
 * belong to, so that a tile of scales has its address from that matrix for its whole life (spec/60,
 * 1.4 and 2.9). {@code tget_scale_addr} names the matrix, and so does a product of both.
 */
final class ScaleAddresses {
  private final Map<Value, Operation> allocations = new IdentityHashMap<>();
  private final Map<Value, Long> matrices;
  private final Map<Value, Long> scales = new IdentityHashMap<>();
  private final Map<Value, Window> windows = new IdentityHashMap<>();
  private final Constants constants;
  private final TileGroups groups;
  private final PassContext context;

  /**
   * A window of a matrix.
   *
   * @param whole the type of the matrix, laid out as the machine has it
   * @param address its first byte; empty where only the run knows it
   */
  private record Window(TileType whole, Optional<Long> address) {}

  private ScaleAddresses(Function function, Map<Value, Long> matrices, PassContext context) {
    this.matrices = new IdentityHashMap<>();
    this.groups = TileGroups.of(function);
    this.constants = Constants.of(function);
    this.context = context;
    matrices.forEach((tile, address) -> this.matrices.put(groups.representative(tile), address));
  }

  /**
   * The addresses of tiles of scales.
   *
   * @param matrices the addresses of the other tiles
   */
  static Map<Value, Long> of(Function function, Map<Value, Long> matrices, PassContext context) {
    ScaleAddresses found = new ScaleAddresses(function, matrices, context);
    function.body().ifPresent(found::scan);
    return found.scales;
  }

  private void scan(Region region) {
    for (Operation op : region.all()) {
      if (TileLowering.isAllocation(op)) {
        allocations.put(groups.representative(op.result()), op);
      }
      OperationForm form = op.definition().form();
      if (form == OperationForm.SUBVIEW) {
        window(op);
      } else if (form == OperationForm.TILE_SCALE_ADDRESS) {
        bind(op, RoleName.SRC, RoleName.DST);
      } else if (form.hasOperand(RoleName.LHS_SCALE)) {
        bind(op, RoleName.LHS, RoleName.LHS_SCALE);
        bind(op, RoleName.RHS, RoleName.RHS_SCALE);
      }
    }
  }

  private void window(Operation op) {
    Value parent = op.operand(RoleName.TILE);
    TileType type = (TileType) parent.type();
    if (type.location() != MemorySpace.L0A && type.location() != MemorySpace.L0B) {
      return;
    }
    TileType whole =
        windows.containsKey(parent)
            ? windows.get(parent).whole()
            : type.stored(BaseLayout.COLUMN_MAJOR);
    OptionalLong row = constants.integer(op.group(RoleName.OFFSETS).getFirst());
    OptionalLong column = constants.integer(op.group(RoleName.OFFSETS).getLast());
    boolean known = row.isPresent() && column.isPresent();
    windows.put(
        op.result(),
        new Window(
            whole,
            address(parent)
                .filter(at -> known)
                .map(
                    at ->
                        at
                            + whole
                                .layout()
                                .offset((int) row.getAsLong(), (int) column.getAsLong()))));
  }

  private Optional<Long> address(Value matrix) {
    return windows.containsKey(matrix)
        ? windows.get(matrix).address()
        : Optional.ofNullable(matrices.get(groups.representative(matrix)));
  }

  private void bind(Operation op, RoleName matrix, RoleName scale) {
    Optional<Long> address = address(op.operand(matrix));
    if (address.isEmpty() && windows.containsKey(op.operand(matrix))) {
      report(
          op,
          matrix
              + " is a window at a place that only the run knows, which its scales would have to"
              + " follow; give it constant offsets, or a tile of its own");
    }
    Operation allocation = allocations.get(groups.representative(op.operand(scale)));
    if (address.isEmpty() || allocation == null) {
      return;
    }
    long place = address.get() / MemoryLimits.SCALE_RATIO;
    Long before = scales.put(allocation.result(), place);
    if (before != null && before != place) {
      report(
          op,
          scale
              + " holds the scales of a matrix at "
              + before * MemoryLimits.SCALE_RATIO
              + ", but this one lies at "
              + address.get()
              + "; each matrix needs a tile of scales of its own");
    }
  }

  private void report(Operation op, String what) {
    context
        .diagnostics()
        .report(DiagnosticCode.TILE_CONSTRAINT, op.location(), op.name() + ": " + what);
  }
}
