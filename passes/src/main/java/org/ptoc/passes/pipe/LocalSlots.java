package org.ptoc.passes.pipe;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ptoc.ir.Attribute;
import org.ptoc.ir.Attributes;
import org.ptoc.ir.CorePipe;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.Op;
import org.ptoc.ir.catalog.Role;
import org.ptoc.ir.type.MemorySpace;
import org.ptoc.ir.type.TileType;
import org.ptoc.passes.build.IrBuilder;

/** Slots in the memory of the other core, which A5 writes directly (spec/70, 3.4). */
final class LocalSlots {
  private final Ring ring;
  private final IrBuilder builder;

  LocalSlots(Ring ring, IrBuilder builder) {
    this.ring = ring;
    this.builder = builder;
  }

  /**
   * Moves a tile into the slot of an entry.
   *
   * @param split 0 whole, 1 rows, 2 columns
   * @param core the vector core whose half it is, {@code index}
   */
  void store(
      Value source,
      TileType type,
      Value entry,
      long split,
      Value core,
      Optional<EntryConversion> conversion) {
    Value address =
        builder.add(
            ring.local().orElseGet(() -> builder.i64(0)),
            ring.offset(entry, ring.end().slots(), builder));
    if (conversion.isPresent()) {
      Value slot = slot(conversion.get().taken().withKnownValid(), address);
      conversion.get().emit(Op.TMOV, source, slot, mode("single_mode_vec0"), builder);
    } else if (ring.isToVector()) {
      toVector(source, type, address, split);
    } else {
      toCube(source, type, address, split, core);
    }
  }

  /** Rows without boxes. */
  private void toVector(Value source, TileType type, Value address, long split) {
    TileType part = CorePipe.whole(type, CorePipe.TO_VECTOR, split);
    TileType rows =
        TileType.plain(MemorySpace.UB, part.rows(), part.columns(), part.element())
            .withValid(part.validRows(), part.validColumns());
    String mode =
        split == 0 ? "single_mode_vec0" : split == 1 ? "dual_mode_split_m" : "dual_mode_split_n";
    move(
        Op.TMOV,
        source,
        slot(ring.pipe().slotTile(rows, CorePipe.TO_VECTOR).orElse(rows), address),
        builder.index(0),
        builder.index(0),
        mode(mode));
  }

  /** The matrix of all cores; each inserts its half. */
  private void toCube(Value source, TileType type, Value address, long split, Value core) {
    TileType whole = CorePipe.whole(type, CorePipe.TO_CUBE, split).in(MemorySpace.L1);
    Value slot = slot(ring.pipe().slotTile(whole, CorePipe.TO_CUBE).orElse(whole), address);
    if (split == 0) {
      move(Op.TMOV, source, slot, core, core, Attributes.EMPTY);
    } else {
      TileType half = type.withKnownValid();
      Value zero = builder.index(0);
      Value row = split == 1 ? builder.mul(core, builder.index(half.validRows())) : zero;
      Value column = split == 2 ? builder.mul(core, builder.index(half.validColumns())) : zero;
      move(Op.TINSERT, source, slot, row, column, Attributes.EMPTY);
    }
  }

  private static Attributes mode(String word) {
    return Attributes.of(
        AttributeName.ACC_TO_VEC_MODE, new Attribute.Enumerated("acc_to_vec_mode", word));
  }

  private Value slot(TileType type, Value address) {
    return builder
        .createGrouped(
            Op.ALLOC_TILE,
            List.of(List.of(address)),
            List.of(type),
            Attributes.of(AttributeName.PLACED, new Attribute.Flag(true)))
        .result();
  }

  private void move(
      Op operation, Value source, Value slot, Value row, Value column, Attributes attributes) {
    List<List<Value>> groups = new ArrayList<>();
    for (Role role : operation.definition().operands()) {
      groups.add(
          switch (role.name()) {
            case SRC -> List.of(source);
            case DST -> List.of(slot);
            case ROW -> List.of(row);
            case COL -> List.of(column);
            default -> List.of();
          });
    }
    builder.createGrouped(operation, groups, List.of(), attributes);
  }
}
