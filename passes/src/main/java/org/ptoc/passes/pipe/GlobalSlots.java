package org.ptoc.passes.pipe;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.ptoc.ir.Attributes;
import org.ptoc.ir.Operation;
import org.ptoc.ir.PushEpilogue;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.Op;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.MemorySpace;
import org.ptoc.ir.type.PointerType;
import org.ptoc.ir.type.TensorViewType;
import org.ptoc.ir.type.TileType;
import org.ptoc.passes.build.IrBuilder;

/** Slots in GM: rows of the valid elements, one behind the other (spec/70, 3.3 and 3.4). */
final class GlobalSlots {
  private final Ring ring;
  private final IrBuilder builder;

  GlobalSlots(Ring ring, IrBuilder builder) {
    this.ring = ring;
    this.builder = builder;
  }

  /** Stores a tile, or the half of it that a vector core has, into the slot of an entry. */
  void store(
      Value tile,
      TileType type,
      Value entry,
      long split,
      Value core,
      Optional<EntryConversion> conversion) {
    long way = ring.isToVector() ? 0 : split; // The cube core has whole entries.
    ElementType element = conversion.map(asked -> asked.taken().element()).orElse(type.element());
    Value part = part(tile, type, element, entry, way, core);
    if (conversion.isPresent()) {
      conversion.get().emit(Op.TSTORE, tile, part, Attributes.EMPTY, builder);
    } else {
      builder.transfer(Op.TSTORE, tile, part);
    }
  }

  /** Loads a tile, or the half of it that a vector core has, from the slot of an entry. */
  void load(Value tile, TileType type, Value entry, long split, Value core) {
    long way = ring.isToVector() ? split : 0;
    builder.transfer(Op.TLOAD, part(tile, type, type.element(), entry, way, core), tile);
  }

  private Value part(
      Value tile, TileType type, ElementType element, Value entry, long split, Value core) {
    Value rows = extent(tile, type.validRows(), true);
    Value columns = extent(tile, type.validColumns(), false);
    Value pitch = columns;
    Value start = builder.index(0);
    if (split == 1 || split == 3) {
      // Of an odd number of rows the first half has one more.
      Value before = split == 3 ? builder.add(rows, core) : rows;
      start = builder.mul(core, builder.mul(before, columns));
    } else if (split == 2) {
      pitch = builder.mul(columns, builder.index(2));
      start = builder.mul(core, columns);
    } else if (split == 4) {
      // Twice the columns of the first half less one.
      Value wide = builder.add(builder.mul(columns, builder.index(2)), core);
      pitch = builder.sub(builder.add(wide, core), builder.index(1));
      start = builder.mul(core, builder.add(columns, core));
    }
    Value pointer = slot(element, entry, start);
    List<Value> shape = List.of(rows, columns);
    TensorViewType whole = new TensorViewType(false, dimensions(shape), element);
    boolean byColumns =
        PushEpilogue.of(ring.end().operation())
            .filter(epilogue -> epilogue.layout() == PushEpilogue.Layout.NZ2DN)
            .isPresent();
    List<Value> steps =
        byColumns ? List.of(builder.index(1), rows) : List.of(pitch, builder.index(1));
    Value view = make(whole, pointer, shape, steps);
    Value zero = builder.index(0);
    return builder
        .createGrouped(
            Op.PARTITION_VIEW,
            List.of(List.of(view), List.of(zero, zero), shape),
            List.of(new TensorViewType(true, whole.dimensions(), element)),
            Attributes.EMPTY)
        .result();
  }

  private Value extent(Value tile, int known, boolean rows) {
    if (known != TileType.DYNAMIC) {
      return builder.index(known);
    }
    Operation valid =
        builder.create(
            Op.GET_VALIDSHAPE,
            List.of(tile),
            List.of(ElementType.INDEX, ElementType.INDEX),
            Attributes.EMPTY);
    return valid.result(rows ? 0 : 1);
  }

  private List<Long> dimensions(List<Value> shape) {
    List<Long> dimensions = new ArrayList<>();
    for (Value extent : shape) {
      OptionalLong known = builder.constantOf(extent);
      dimensions.add(known.orElse(TensorViewType.DYNAMIC));
    }
    return dimensions;
  }

  private Value make(TensorViewType type, Value pointer, List<Value> shape, List<Value> strides) {
    return builder
        .createGrouped(
            Op.MAKE_TENSOR_VIEW,
            List.of(List.of(pointer), shape, strides),
            List.of(type),
            Attributes.EMPTY)
        .result();
  }

  /** The entry itself as a view, with the extents of its type (spec/70, 3.6). */
  Value view(TensorViewType type, Value entry, long split, Value core) {
    List<Value> shape = type.dimensions().stream().map(builder::index).toList();
    boolean beside = split == 2 && !ring.end().isCube();
    long[] strides = new long[shape.size()];
    long elements = 1;
    for (int i = strides.length - 1; i >= 0; i--) {
      strides[i] = elements;
      elements *= type.dimensions().get(i) * (beside && i == strides.length - 1 ? 2 : 1);
    }
    long half =
        beside ? type.dimensions().getLast() : split == 1 && !ring.end().isCube() ? elements : 0;
    Value start = builder.mul(core, builder.index(half));
    List<Value> steps = new ArrayList<>();
    for (long stride : strides) {
      steps.add(builder.index(stride));
    }
    return make(type, slot(type.element(), entry, start), shape, steps);
  }

  /**
   * A pointer to an element of the slot of an entry.
   *
   * @param start elements from the first of the slot, {@code index}
   */
  private Value slot(ElementType element, Value entry, Value start) {
    Operation opening = ring.end().operation();
    Optional<Value> pointer = opening.optional(RoleName.GM_SLOT_BUFFER);
    Value base =
        pointer.orElseGet(
            () -> {
              Value tensor = opening.operand(RoleName.GM_SLOT_TENSOR);
              ElementType type = ((TensorViewType) tensor.type()).element();
              return builder.value(Op.TENSOR_VIEW_ADDR, pointer(type), tensor);
            });
    Value bytes =
        builder.add(ring.offset(entry, ring.end().slots(), builder), builder.i64(ring.ringStart()));
    if (ring.isShared()) {
      Value block = builder.value(Op.GET_BLOCK_IDX, ElementType.I64);
      bytes = builder.add(bytes, builder.mul(block, builder.i64(ring.blockBytes())));
    }
    Value first =
        builder.value(
            Op.ADDPTR,
            pointer(ElementType.I8),
            cast(base, ElementType.I8),
            builder.cast(bytes, ElementType.INDEX));
    return builder.value(Op.ADDPTR, pointer(element), cast(first, element), start);
  }

  private static PointerType pointer(ElementType element) {
    return new PointerType(element, MemorySpace.GM);
  }

  private Value cast(Value pointer, ElementType element) {
    PointerType type = pointer(element);
    return pointer.type().equals(type) ? pointer : builder.value(Op.CASTPTR, type, pointer);
  }
}
