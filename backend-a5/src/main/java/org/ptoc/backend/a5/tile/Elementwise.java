package org.ptoc.backend.a5.tile;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.ptoc.ir.Attribute;
import org.ptoc.ir.Attributes;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.MaskType;
import org.ptoc.ir.type.MemorySpace;
import org.ptoc.ir.type.PointerType;
import org.ptoc.ir.type.VectorRegisterType;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.tile.TileHandle;

/**
 * The loop skeletons of elementwise operations (spec/21, 1.1): one loop over gap-free data, else a loop over rows around a
 * loop over vectors. Full vectors run under the constant full mask; what is left of a run is one more pass under a mask.
 */
final class Elementwise {
  private static final int BLOCK_BYTES = 32;

  private final List<TileHandle> sources;
  private final TileHandle destination;
  private final LaneWork work;

  /** What happens between the loads and the store. */
  interface LaneWork {
    /**
     * @param inputs one vector for each source
     * @param mask active lanes
     * @return the vector to store
     */
    Value emit(IrBuilder builder, List<Value> inputs, Value mask);
  }

  Elementwise(List<TileHandle> sources, TileHandle destination, LaneWork work) {
    this.sources = List.copyOf(sources);
    this.destination = destination;
    this.work = work;
  }

  /** Emits the vecscope; nothing when the valid region of the destination is known to be empty. */
  void emit(IrBuilder builder) {
    OptionalLong rows = builder.constantOf(destination.rows());
    OptionalLong columns = builder.constantOf(destination.columns());
    if (rows.isPresent() && rows.getAsLong() == 0 || columns.isPresent() && columns.getAsLong() == 0) {
      return;
    }
    boolean contiguous = destination.isContiguous(builder.constants());
    for (TileHandle source : sources) {
      contiguous &= source.isContiguous(builder.constants());
    }
    boolean flat = contiguous;
    builder.vecscope(body -> {
      List<Value> pointers = pointers(body);
      if (flat) {
        Value count = body.mul(destination.rows(), destination.columns());
        new Run(pointers, count).emit(body);
      } else {
        rows(body, pointers);
      }
    });
  }

  /** Addresses of the sources and then of the destination. */
  private List<Value> pointers(IrBuilder builder) {
    List<Value> pointers = new ArrayList<>();
    for (TileHandle tile : operands()) {
      pointers.add(builder.value("pto.castptr", pointerType(tile), tile.address()));
    }
    return pointers;
  }

  private List<TileHandle> operands() {
    List<TileHandle> operands = new ArrayList<>(sources);
    operands.add(destination);
    return operands;
  }

  static PointerType pointerType(TileHandle tile) {
    return new PointerType(tile.element(), MemorySpace.UB);
  }

  private void rows(IrBuilder builder, List<Value> pointers) {
    List<TileHandle> operands = operands();
    builder.loop(
        builder.index(0),
        destination.rows(),
        builder.index(1),
        pointers,
        (row, index, rowPointers) -> {
          new Run(rowPointers, destination.columns()).emit(row);
          List<Value> next = new ArrayList<>();
          for (int i = 0; i < operands.size(); i++) {
            Value pitch = row.index(operands.get(i).pitch());
            next.add(row.value("pto.addptr", pointerType(operands.get(i)), rowPointers.get(i), pitch));
          }
          return next;
        });
  }

  /** One gap-free run of elements. */
  private final class Run {
    private final List<Value> pointers;
    private final Value count;
    private final int lanes = VectorRegisterType.full(destination.element()).lanes();

    Run(List<Value> pointers, Value count) {
      this.pointers = pointers;
      this.count = count;
    }

    void emit(IrBuilder builder) {
      OptionalLong known = builder.constantOf(count);
      if (known.isPresent()) {
        emitStatic(builder, known.getAsLong());
      } else {
        emitDynamic(builder);
      }
    }

    private void emitStatic(IrBuilder builder, long elements) {
      long whole = elements / lanes * lanes;
      if (whole > 0) {
        Value mask = pattern(builder, destination.element(), "PAT_ALL");
        builder.loop(
            builder.index(0),
            builder.index(whole),
            builder.index(lanes),
            (body, offset) -> pass(body, offset, mask, false));
      }
      if (elements > whole) {
        Value mask = prefix(builder, destination.element(), elements - whole);
        pass(builder, builder.index(whole), mask, true);
      }
    }

    private void emitDynamic(IrBuilder builder) {
      Value remaining = builder.cast(count, ElementType.I32);
      builder.loop(
          builder.index(0),
          count,
          builder.index(lanes),
          List.of(remaining),
          (body, offset, carried) -> {
            Operation plt = lessThan(body, destination.element(), carried.getFirst());
            pass(body, offset, plt.result(0), true);
            return List.of(plt.result(1));
          });
    }

    private void pass(IrBuilder builder, Value offset, Value mask, boolean partial) {
      List<Value> inputs = new ArrayList<>();
      for (int i = 0; i < sources.size(); i++) {
        inputs.add(load(builder, sources.get(i), pointers.get(i), offset, partial));
      }
      Value result = work.emit(builder, inputs, mask);
      store(builder, result, pointers.getLast(), offset, mask);
    }
  }

  /** Loads a vector; the last vector of a tile near the end of UB is loaded block by block, because loads are not masked. */
  private static Value load(IrBuilder builder, TileHandle tile, Value pointer, Value offset, boolean partial) {
    VectorRegisterType type = VectorRegisterType.full(tile.element());
    if (partial && mayReadPastEnd(builder, tile)) {
      return loadBlocks(builder, tile, pointer, offset, type);
    }
    return builder
        .createGrouped(
            "pto.vlds", List.of(List.of(pointer), List.of(offset)), List.of(type), Attributes.EMPTY)
        .result();
  }

  private static boolean mayReadPastEnd(IrBuilder builder, TileHandle tile) {
    OptionalLong address = builder.constantOf(tile.address());
    long end = Profile.A5.unifiedBufferBytes() - VectorRegisterType.REGISTER_BYTES;
    return address.isEmpty() || address.getAsLong() + tile.type().bytes() > end;
  }

  /** Reads only the blocks that lie inside the physical row. */
  private static Value loadBlocks(
      IrBuilder builder, TileHandle tile, Value pointer, Value offset, VectorRegisterType type) {
    Value address = builder.value("pto.addptr", pointerType(tile), pointer, offset);
    Value bytes = builder.value("pto.castptr", ElementType.I64, address);
    Value end = builder.add(tile.address(), builder.i64(tile.type().bytes()));
    Value blocks = builder.divide(builder.sub(end, bytes), BLOCK_BYTES);
    Value mask = lessThan(builder, ElementType.I32, builder.cast(blocks, ElementType.I32)).result(0);
    Value one = builder.integer(1, ElementType.I16);
    Value zero = builder.integer(0, ElementType.I16);
    return builder
        .createGrouped(
            "pto.vsldb",
            List.of(List.of(address), List.of(one), List.of(zero), List.of(mask)),
            List.of(type),
            Attributes.EMPTY)
        .result();
  }

  private static void store(IrBuilder builder, Value vector, Value pointer, Value offset, Value mask) {
    builder.createGrouped(
        "pto.vsts",
        List.of(List.of(vector), List.of(pointer), List.of(offset), List.of(mask)),
        List.of(),
        Attributes.EMPTY);
  }

  /** A mask from a pattern token, in the granularity of an element type. */
  static Value pattern(IrBuilder builder, ElementType element, String token) {
    MaskType mask = MaskType.of(element);
    return builder.value(
        "pto.pset_" + mask.granularity(), mask, Attributes.of("pattern", new Attribute.Text(token)));
  }

  /** The mask of the first {@code count} lanes. */
  static Value prefix(IrBuilder builder, ElementType element, long count) {
    boolean hasToken = Long.bitCount(count) == 1 || count == 3;
    return hasToken
        ? pattern(builder, element, "PAT_VL" + count)
        : lessThan(builder, element, builder.i32(count)).result(0);
  }

  /** {@code plt}: a mask of the lanes below a count, and the count that is left. */
  static Operation lessThan(IrBuilder builder, ElementType element, Value count) {
    MaskType mask = MaskType.of(element);
    return builder.create(
        "pto.plt_" + mask.granularity(), List.of(count), List.of(mask, ElementType.I32), Attributes.EMPTY);
  }
}
