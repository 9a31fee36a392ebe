package org.ptoc.passes.tile;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.DeviceScratch;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.catalog.Role;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.catalog.Trait;
import org.ptoc.ir.isa.RuntimeRule;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.TileType;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.storage.Guard;
import org.ptoc.passes.storage.TileHandle;

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
   * @param count number of lines, {@code i64}
   * @param width bytes of a line, {@code i64}
   * @param pitch bytes from one line to the next
   */
  private record Lines(Value address, Value count, Value width, long pitch) {
    /** All that the type says, as scratch is used. */
    static Lines whole(IrBuilder builder, TileHandle tile) {
      TileType type = tile.type();
      if (tile.pitch() == type.pitch()) {
        return new Lines(tile.address(), builder.i64(1), builder.i64(type.bytes()), type.bytes());
      }
      return of(builder, tile, builder.index(type.rows()), builder.index(type.columns()));
    }

    /** The valid elements. */
    static Lines valid(IrBuilder builder, TileHandle tile) {
      return of(builder, tile, tile.rows(), tile.columns());
    }

    private static Lines of(IrBuilder builder, TileHandle tile, Value rows, Value columns) {
      boolean byRows = tile.type().baseLayout() == TileType.BaseLayout.ROW_MAJOR;
      Value along = builder.cast(byRows ? columns : rows, ElementType.I64);
      return new Lines(
          tile.address(),
          builder.cast(byRows ? rows : columns, ElementType.I64),
          builder.mul(along, builder.i64(tile.elementBytes())),
          tile.pitchBytes());
    }

    Lines single(IrBuilder builder, Value at) {
      return new Lines(at, builder.i64(1), width, pitch);
    }
  }

  DisjointChecks(TileLowering tiles, IrBuilder builder, Guard guard) {
    this.tiles = tiles;
    this.builder = builder;
    this.guard = guard;
  }

  /**
   * True if a profile with scratch tiles wants the destination of an operation apart from all
   * sources.
   */
  boolean wantsApart(Operation op) {
    return op.definition().form() == OperationForm.TILE_SORT
        || op.definition().has(Trait.NOT_IN_PLACE_BESIDE_SCRATCH);
  }

  /** Emits the checks of an operation of a profile with scratch tiles. */
  void emit(Operation op) {
    boolean apart = wantsApart(op);
    boolean scratch =
        op.definition().form() == OperationForm.TILE_SORT
            || op.definition().scratch().equals(Optional.of(DeviceScratch.DESTINATION));
    if (!apart && !scratch) {
      return;
    }
    List<TileHandle> sources = sources(op);
    TileHandle destination = tiles.tile(op.operand(RoleName.DST));
    if (apart) {
      boolean whole = op.definition().form() == OperationForm.TILE_SORT;
      sources.forEach(source -> disjoint(destination, source, whole));
    }
    if (scratch && op.optional(RoleName.TMP).isPresent()) {
      TileHandle tmp = tiles.tile(op.operand(RoleName.TMP));
      disjoint(destination, tmp, true);
      sources.forEach(source -> disjoint(tmp, source, true));
    }
  }

  private List<TileHandle> sources(Operation op) {
    List<TileHandle> sources = new ArrayList<>();
    List<Role> roles = op.definition().operands();
    for (int role = 0; role < op.definition().form().inputRoles(); role++) {
      if (roles.get(role).name() != RoleName.TMP) {
        for (Value value : op.group(role)) {
          if (value.type() instanceof TileType) {
            sources.add(tiles.tile(value));
          }
        }
      }
    }
    return sources;
  }

  /**
   * Two tiles share no byte. Tiles that the compiler placed itself are not checked.
   *
   * @param whole true to check all of both, false to check their valid parts (spec/50, 3.3)
   */
  private void disjoint(TileHandle first, TileHandle second, boolean whole) {
    boolean known =
        first.staticAddress(builder.constants()).isPresent()
            && second.staticAddress(builder.constants()).isPresent();
    if (known && !tiles.isPlacedByHand()) {
      return;
    }
    Regions regions = new Regions(builder, guard);
    if (whole) {
      regions.disjoint(Lines.whole(builder, first), Lines.whole(builder, second));
    } else {
      regions.apart(first, second);
    }
  }

  /** Comparisons of regions of bytes. */
  record Regions(IrBuilder builder, Guard guard) {
    /** The valid elements of two tiles share no byte. */
    void apart(TileHandle first, TileHandle second) {
      disjoint(Lines.valid(builder, first), Lines.valid(builder, second));
    }

    private void disjoint(Lines first, Lines second) {
      if (first.pitch() == second.pitch() || isOneRun(first) || isOneRun(second)) {
        apart(builder, first, second, isOneRun(first) ? second.pitch() : first.pitch());
        return;
      }
      builder.loop(
          builder.index(0),
          builder.cast(first.count(), ElementType.INDEX),
          builder.index(1),
          (inner, line) -> {
            Value offset = inner.mul(inner.cast(line, ElementType.I64), inner.i64(first.pitch()));
            Lines single = first.single(inner, inner.add(first.address(), offset));
            apart(inner, single, second, second.pitch());
          });
    }

    private boolean isOneRun(Lines lines) {
      return builder.constantOf(lines.count()).equals(OptionalLong.of(1));
    }

    /**
     * Lines of one pitch. Line i of the first and line j of the second share a byte when (i - j) *
     * pitch lies strictly between distance - width of the first and distance + width of the second.
     * The greatest i - j below the upper bound decides. Without lines or bytes nothing is shared.
     */
    private void apart(IrBuilder block, Lines first, Lines second, long pitch) {
      Guard inside = guard.in(block);
      long bias = (FAR + pitch - 1) / pitch;
      Value distance =
          block.add(
              block.sub(inside.local(second.address()), inside.local(first.address())),
              block.i64(bias * pitch));
      Value reach = block.sub(inside.local(second.width()), block.i64(1));
      Value steps = block.divide(block.add(distance, reach), pitch);
      Value lastOfFirst = block.sub(inside.local(first.count()), block.i64(1));
      Value greatest = block.minUnsigned(steps, block.add(block.i64(bias), lastOfFirst));
      Value lastOfSecond = block.sub(inside.local(second.count()), block.i64(1));
      Value reaches = inside.compare("sle", block.sub(block.i64(bias), lastOfSecond), greatest);
      Value beyond =
          inside.compare(
              "slt",
              block.sub(distance, inside.local(first.width())),
              block.mul(greatest, block.i64(pitch)));
      Value meets = inside.both(reaches, beyond);
      for (Value extent : List.of(first.count(), first.width(), second.count(), second.width())) {
        meets = inside.both(meets, inside.compare("slt", block.i64(0), extent));
      }
      inside.trapWhen(RuntimeRule.OVERLAP, meets);
    }
  }
}
