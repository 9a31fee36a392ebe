package org.ptoc.passes.synchronization;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.ptoc.ir.Function;
import org.ptoc.ir.Location;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Region;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.object.IndexedExtent;
import org.ptoc.ir.type.TensorViewType;
import org.ptoc.passes.storage.KnownViews;
import org.ptoc.passes.tile.MemoryGather;

/**
 * The tiles that gathers read and that scatters and insertions at offsets of the run write, where
 * their addresses are constants, and the views of GM, where constants and parameters say where they
 * lie and how large they are: the words know no more than a base, and whether an index is right is
 * a question of the tile or view (spec/50, 2.1 and 2.9).
 */
public final class IndexedExtents {
  private final Accesses accesses;
  private final KnownViews views;
  private final List<IndexedExtent> extents = new ArrayList<>();

  /** Places with an operation whose tile may lie anywhere: their words cannot be assigned to it. */
  private final Set<List<Integer>> open = new HashSet<>();

  private IndexedExtents(Function function) {
    this.accesses = new Accesses(function);
    this.views = new KnownViews(function, accesses.constants());
  }

  /** The extents of a function whose tiles have their places. */
  public static List<IndexedExtent> of(Function function) {
    IndexedExtents result = new IndexedExtents(function);
    function.body().ifPresent(result::visit);
    return result.extents.stream()
        .filter(each -> !result.open.contains(List.of(each.line(), each.column())))
        .distinct()
        .toList();
  }

  private void visit(Region region) {
    for (Operation op : region.operations()) {
      accesses.define(op);
      views.define(op);
      op.regions().forEach(this::visit);
      op.definition()
          .form()
          .relation()
          .indexed()
          .filter(role -> isIndexed(op))
          .ifPresent(role -> add(op, role));
    }
  }

  /** A pattern may replace an index, and constants may replace offsets. */
  private boolean isIndexed(Operation op) {
    OperationForm form = op.definition().form();
    return form.hasOperand(RoleName.ROW)
        ? isOfRun(op.operand(RoleName.ROW)) || isOfRun(op.operand(RoleName.COL))
        : !form.hasOperand(RoleName.INDEX) || op.optional(RoleName.INDEX).isPresent();
  }

  private boolean isOfRun(Value offset) {
    return accesses.constants().integer(offset).isEmpty();
  }

  private void add(Operation op, RoleName indexed) {
    Value place = op.operand(indexed);
    boolean write = op.definition().form().writes(op.definition().operandIndex(indexed));
    if (place.type() instanceof TensorViewType) {
      addView(op, place, write);
    } else {
      addTile(op, place, write);
    }
  }

  private void addTile(Operation op, Value tile, boolean write) {
    Optional<long[]> known = accesses.bytes(tile).filter(each -> each[1] <= Integer.MAX_VALUE);
    known.ifPresent(bytes -> add(op, write, new IndexedExtent.Tile(bytes[0], bytes[1])));
    if (known.isEmpty()) {
      open.add(List.of(op.location().line(), op.location().column()));
    }
  }

  private void addView(Operation op, Value view, boolean write) {
    boolean rows = MemoryGather.isByRows(op);
    views.find(view).flatMap(each -> each.range(rows)).ifPresent(range -> add(op, write, range));
  }

  private void add(Operation op, boolean write, IndexedExtent.Range range) {
    Location location = op.location();
    if (location.isKnown()) {
      extents.add(new IndexedExtent(location.line(), location.column(), write, range));
    }
  }
}
