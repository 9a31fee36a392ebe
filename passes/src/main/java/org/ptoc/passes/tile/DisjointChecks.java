package org.ptoc.passes.tile;

import java.util.ArrayList;
import java.util.List;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.catalog.Role;
import org.ptoc.ir.catalog.Trait;
import org.ptoc.ir.isa.RuntimeRule;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.TileType;
import org.ptoc.passes.build.IrBuilder;

/**
 * Traps when tiles share a byte that A2/A3 wants apart: destination, sources and scratch of the
 * operations that do not work in place (spec/20, section 4, R6). Windows of wider tiles may
 * interleave as long as no line of one touches a line of the other.
 */
final class DisjointChecks {
  /**
   * More than any distance between two bytes of UB, so that biased differences are not negative.
   */
  private static final long FAR = 1 << 20;

  private final TileLowering tiles;
  private final IrBuilder builder;
  private final Guard guard;

  /**
   * Storage as lines of equal distance.
   *
   * @param address of the first byte
   * @param count number of lines
   * @param width bytes of a line
   * @param pitch bytes from one line to the next
   */
  private record Lines(Value address, long count, long width, long pitch) {
    static Lines of(TileHandle tile) {
      TileType type = tile.type();
      if (tile.pitch() == type.pitch()) {
        return new Lines(tile.address(), 1, type.bytes(), type.bytes());
      }
      boolean rows = type.baseLayout() == TileType.BaseLayout.ROW_MAJOR;
      long along = rows ? type.columns() : type.rows();
      return new Lines(
          tile.address(),
          rows ? type.rows() : type.columns(),
          along * tile.elementBytes(),
          tile.pitchBytes());
    }

    boolean isOneRun() {
      return count == 1;
    }

    Lines single(Value at) {
      return new Lines(at, 1, width, width);
    }
  }

  DisjointChecks(TileLowering tiles, IrBuilder builder, Guard guard) {
    this.tiles = tiles;
    this.builder = builder;
    this.guard = guard;
  }

  /** Whether A2/A3 wants the destination of an operation apart from all sources. */
  boolean wantsApart(Operation op) {
    return op.definition().form() == OperationForm.TILE_SORT
        || op.definition().has(Trait.NOT_IN_PLACE_ON_A2A3);
  }

  /** Emits the checks of an operation of A2/A3. */
  void emit(Operation op) {
    boolean apart = wantsApart(op);
    boolean scratch =
        op.definition().form() == OperationForm.TILE_SORT
            || op.definition().has(Trait.DESTINATION_SCRATCH);
    if (!apart && !scratch) {
      return;
    }
    List<TileHandle> sources = sources(op);
    TileHandle destination = tiles.tile(op.operand("dst"));
    if (apart) {
      sources.forEach(source -> disjoint(destination, source));
    }
    if (scratch && op.optional("tmp").isPresent()) {
      TileHandle tmp = tiles.tile(op.operand("tmp"));
      disjoint(destination, tmp);
      sources.forEach(source -> disjoint(tmp, source));
    }
  }

  private List<TileHandle> sources(Operation op) {
    List<TileHandle> sources = new ArrayList<>();
    List<Role> roles = op.definition().operands();
    for (int role = 0; role < op.definition().form().inputRoles(); role++) {
      if (!roles.get(role).name().equals("tmp")) {
        for (Value value : op.group(role)) {
          if (value.type() instanceof TileType) {
            sources.add(tiles.tile(value));
          }
        }
      }
    }
    return sources;
  }

  /** Two tiles share no byte. Tiles that the compiler placed itself are not looked at. */
  private void disjoint(TileHandle first, TileHandle second) {
    boolean known =
        first.staticAddress(builder.constants()).isPresent()
            && second.staticAddress(builder.constants()).isPresent();
    if (!known || tiles.isPlacedByHand()) {
      disjoint(Lines.of(first), Lines.of(second));
    }
  }

  private void disjoint(Lines first, Lines second) {
    if (first.pitch() == second.pitch() || first.isOneRun() || second.isOneRun()) {
      apart(builder, first, second, first.isOneRun() ? second.pitch() : first.pitch());
      return;
    }
    builder.loop(
        builder.index(0),
        builder.index(first.count()),
        builder.index(1),
        (inner, line) -> {
          Value offset = inner.mul(inner.cast(line, ElementType.I64), inner.i64(first.pitch()));
          apart(inner, first.single(inner.add(first.address(), offset)), second, second.pitch());
        });
  }

  /**
   * Lines of one pitch. Line i of the first and line j of the second share a byte when (i - j) *
   * pitch lies strictly between distance - width of the first and distance + width of the second.
   * The greatest i - j below the upper bound decides.
   */
  private void apart(IrBuilder block, Lines first, Lines second, long pitch) {
    Guard inside = guard.in(block);
    long bias = (FAR + pitch - 1) / pitch;
    Value distance =
        block.add(
            block.sub(inside.local(second.address()), inside.local(first.address())),
            block.i64(bias * pitch));
    Value steps = block.divide(block.add(distance, block.i64(second.width() - 1)), pitch);
    Value greatest = block.minUnsigned(steps, block.i64(bias + first.count() - 1));
    Value reaches = inside.compare("sle", block.i64(bias - second.count() + 1), greatest);
    Value beyond =
        inside.compare(
            "slt",
            block.sub(distance, block.i64(first.width())),
            block.mul(greatest, block.i64(pitch)));
    inside.trapWhen(RuntimeRule.OVERLAP, inside.both(reaches, beyond));
  }
}
