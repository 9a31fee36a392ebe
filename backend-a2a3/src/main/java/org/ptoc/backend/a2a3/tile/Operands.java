package org.ptoc.backend.a2a3.tile;

import java.util.List;
import java.util.Optional;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.storage.TileHandle;
import org.ptoc.passes.tile.PlacedOperands;

/** Operands whose lowering works in areas of UB and in scratch memory. */
final class Operands extends PlacedOperands {
  /** More elements than UB holds. */
  static final long LARGEST_TILE = 1 << 20;

  private final Setting setting;

  Operands(PlacedOperands operands, Setting setting) {
    super(operands, operands.builder());
    this.setting = setting;
  }

  private Operands(Operands other, IrBuilder block) {
    super(other, block);
    this.setting = other.setting;
  }

  /** The same for code of another block. */
  Operands in(IrBuilder block) {
    return new Operands(this, block);
  }

  Setting setting() {
    return setting;
  }

  /** The valid elements of a tile, in the order that the operation needs. */
  Domain domain(TileHandle tile) {
    return Domain.of(tile).in(order());
  }

  /** The whole tile of a role. */
  Area area(RoleName role) {
    return Area.of(tile(role));
  }

  /** The memory of {@link ScratchPlan} for an operation that needs some. */
  Optional<Scratch> scratch() {
    ScratchPlan plan = ScratchPlan.of(op(), setting);
    if (plan.slots() == 0) {
      return Optional.empty();
    }
    return plan.inTmp(op(), setting)
        .map(own -> new Scratch(tile(RoleName.TMP).address(), own.slots(), own.slotBytes()))
        .or(
            () ->
                Optional.of(
                    new Scratch(
                        builder().i64(reserved().orElseThrow()), plan.slots(), plan.slotBytes())));
  }

  /** The same, or memory of no size for code that turns out not to use it. */
  Scratch neededScratch() {
    return scratch().orElse(new Scratch(builder().i64(0), Expansion.SLOTS, 0));
  }

  /** Emits one piece of an operation. */
  interface Piece {
    void emit(Code code, Domain domain, List<Area> areas, long pitch);
  }

  /** The whole domain at once, or in pieces when intermediate results need scratch. */
  void inPieces(Domain domain, List<Area> areas, Optional<Scratch> scratch, Piece piece) {
    long bytes = scratch.map(Scratch::slotBytes).orElse(0L);
    inPieces(domain, areas, scratch, bytes / Integer.BYTES, piece);
  }

  /**
   * @param capacity elements of the tile that a slot has room for
   */
  void inPieces(
      Domain domain, List<Area> areas, Optional<Scratch> scratch, long capacity, Piece piece) {
    if (scratch.isEmpty()) {
      piece.emit(Code.ofTiles(builder()), domain, areas, 0);
      return;
    }
    Strips.over(
        builder(),
        domain,
        areas,
        capacity,
        (body, part, column, at, pitch) -> piece.emit(Code.following(body), part, at, pitch));
  }
}
