package org.ptoc.passes.tile;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ptoc.ir.Function;
import org.ptoc.ir.Location;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Region;
import org.ptoc.ir.Value;
import org.ptoc.ir.object.IndexedExtent;

/**
 * The tiles that gathers read and scatters write, where their addresses are constants: the words
 * know no more than a base, and whether an index is right is a question of the tile (spec/50, 2.1
 * and 2.9).
 */
public final class IndexedExtents {
  private final Accesses accesses;
  private final List<IndexedExtent> extents = new ArrayList<>();

  private IndexedExtents(Accesses accesses) {
    this.accesses = accesses;
  }

  /** The extents of a function whose tiles have their places. */
  public static List<IndexedExtent> of(Function function) {
    IndexedExtents result = new IndexedExtents(new Accesses(function));
    function.body().ifPresent(result::visit);
    return result.extents.stream().distinct().toList();
  }

  private void visit(Region region) {
    for (Operation op : region.operations()) {
      accesses.define(op);
      op.regions().forEach(this::visit);
      switch (op.definition().form()) {
        case TILE_GATHER -> {
          if (op.optional("index").isPresent()) {
            add(op, op.operand("src"), false);
          }
        }
        case TILE_GATHER_BLOCKS -> add(op, op.operand("src"), false);
        case TILE_SCATTER -> {
          if (op.optional("index").isPresent()) {
            add(op, op.operand("dst"), true);
          }
        }
        default -> {
          /* no address from an index */
        }
      }
    }
  }

  private void add(Operation op, Value tile, boolean write) {
    Location location = op.location();
    Optional<long[]> bytes = accesses.bytes(tile);
    if (location.isKnown() && bytes.isPresent() && bytes.get()[1] <= Integer.MAX_VALUE) {
      extents.add(
          new IndexedExtent(
              location.line(), location.column(), write, bytes.get()[0], bytes.get()[1]));
    }
  }
}
