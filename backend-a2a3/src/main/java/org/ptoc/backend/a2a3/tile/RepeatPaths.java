package org.ptoc.backend.a2a3.tile;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import org.ptoc.ir.Value;
import org.ptoc.ir.type.ElementType;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.tile.TileHandle;

/**
 * Covers the valid region of elementwise operations with repeats: which path is taken depends on shapes only and never
 * changes the result (spec/21, section 7). Nothing outside the valid region is written.
 */
final class RepeatPaths {
  /** Bytes of data that the mask registers can select in one repeat of 8-bit elements: they have one bit for two. */
  private static final int MASKABLE_ELEMENT_BYTES = 2;

  private final IrBuilder builder;
  private final List<TileHandle> operands;
  private final int strideLimit;
  private final Instruction instruction;
  private final int lanes;
  private final int blockElements;
  private final boolean maskable;

  /** One instruction over all operands. */
  interface Instruction {
    /**
     * @param addresses byte addresses, destination first
     * @param repeat number of repeats, 0 in count mode
     * @param strides repeat strides in blocks, destination first
     */
    void emit(IrBuilder builder, List<Value> addresses, long repeat, long[] strides);
  }

  /**
   * @param operands tiles of one element type, destination first
   * @param strideLimit largest repeat stride that the configuration word can hold
   */
  RepeatPaths(IrBuilder builder, List<TileHandle> operands, int strideLimit, Instruction instruction) {
    this.builder = builder;
    this.operands = List.copyOf(operands);
    this.strideLimit = strideLimit;
    this.instruction = instruction;
    int elementBytes = operands.getFirst().elementBytes();
    this.lanes = VectorUnit.REPEAT_BYTES / elementBytes;
    this.blockElements = VectorUnit.BLOCK_BYTES / elementBytes;
    this.maskable = elementBytes >= MASKABLE_ELEMENT_BYTES;
  }

  void emit() {
    TileHandle destination = operands.getFirst();
    OptionalLong rows = builder.constantOf(destination.rows());
    OptionalLong columns = builder.constantOf(destination.columns());
    if (rows.isEmpty() || columns.isEmpty()) {
      countedRows(destination.rows(), destination.columns());
    } else if (rows.getAsLong() > 0 && columns.getAsLong() > 0) {
      emitStatic(rows.getAsLong(), columns.getAsLong());
    }
  }

  private void emitStatic(long rows, long columns) {
    boolean contiguous = rows == 1 || operands.stream().allMatch(tile -> tile.pitch() == columns);
    if (contiguous) {
      contiguous(rows, columns);
    } else if (!maskable && columns % lanes != 0) {
      countedRows(builder.index(rows), builder.index(columns));
    } else if (samePitch()) {
      strided(rows, columns);
    } else {
      wholeVectorsByRow(rows, columns / lanes);
      tails(rows, columns);
    }
  }

  private boolean samePitch() {
    return operands.stream().allMatch(tile -> tile.pitch() == operands.getFirst().pitch());
  }

  private void contiguous(long rows, long columns) {
    TileHandle destination = operands.getFirst();
    int pitch = destination.pitch();
    if (maskable && samePitch() && destination.type().rows() <= VectorUnit.MAX_REPEAT && pitch < lanes && rows > 1) {
      rowsUnderMask(rows, columns);
      return;
    }
    long count = rows * columns;
    boolean regular = count % lanes == 0 || count < lanes && maskable;
    if (regular && (count + lanes - 1) / lanes <= VectorUnit.MAX_REPEAT) {
      dense(addresses(0), count / lanes);
      if (count % lanes != 0) {
        List<Value> tail = addresses(count / lanes * lanes);
        VectorUnit.firstLanes(builder, count % lanes, () -> dense(tail, 1));
      }
      return;
    }
    VectorUnit.counted(builder, builder.i64(count), () -> dense(addresses(0), 0, true));
  }

  /** One repeat for each row under a mask of the valid columns. */
  private void rowsUnderMask(long rows, long columns) {
    VectorUnit.firstLanes(
        builder, columns, () -> instruction.emit(builder, addresses(0), rows, rowStrides()));
  }

  private void strided(long rows, long columns) {
    TileHandle destination = operands.getFirst();
    long vectors = destination.pitch() / lanes;
    long physicalRows = destination.type().rows();
    boolean strideFits = destination.pitch() / blockElements <= strideLimit;
    boolean narrow = destination.pitch() < lanes;
    if (narrow && physicalRows <= VectorUnit.MAX_REPEAT && strideFits) {
      rowsUnderMask(rows, columns);
    } else if (vectors > 1 && physicalRows * vectors < 4) {
      countedRows(builder.index(rows), builder.index(columns));
    } else if (physicalRows < vectors + 1) {
      if (columns % lanes != 0) {
        countedRows(builder.index(rows), builder.index(columns));
      } else {
        wholeVectorsByRow(rows, columns / lanes);
      }
    } else if (rows <= VectorUnit.MAX_REPEAT && strideFits) {
      columnVectors(rows, columns);
    } else {
      wholeVectorsByRow(rows, columns / lanes);
      tails(rows, columns);
    }
  }

  /** For each vector of columns one instruction that repeats over the rows. */
  private void columnVectors(long rows, long columns) {
    for (long vector = 0; vector < columns / lanes; vector++) {
      instruction.emit(builder, addresses(vector * lanes), rows, rowStrides());
    }
    if (columns % lanes != 0) {
      List<Value> tail = addresses(columns / lanes * lanes);
      VectorUnit.firstLanes(builder, columns % lanes, () -> instruction.emit(builder, tail, rows, rowStrides()));
    }
  }

  private void wholeVectorsByRow(long rows, long vectors) {
    if (vectors == 0) {
      return;
    }
    builder.loop(
        builder.index(0),
        builder.index(rows),
        builder.index(1),
        (body, row) -> {
          for (long done = 0; done < vectors; done += VectorUnit.MAX_REPEAT) {
            long repeat = Math.min(VectorUnit.MAX_REPEAT, vectors - done);
            List<Value> addresses = rowAddresses(body, row, done * lanes);
            instruction.emit(body, addresses, repeat, denseStrides());
          }
        });
  }

  /** What is left of each row: repeats over the rows where the strides fit, else one instruction for each row. */
  private void tails(long rows, long columns) {
    long tail = columns % lanes;
    if (tail == 0) {
      return;
    }
    long first = columns / lanes * lanes;
    long[] strides = rowStrides();
    boolean fits = Arrays.stream(strides).allMatch(stride -> stride <= strideLimit);
    VectorUnit.firstLanes(
        builder,
        tail,
        () -> {
          if (!fits) {
            builder.loop(
                builder.index(0),
                builder.index(rows),
                builder.index(1),
                (body, row) -> instruction.emit(body, rowAddresses(body, row, first), 1, denseStrides()));
            return;
          }
          for (long done = 0; done < rows; done += VectorUnit.MAX_REPEAT) {
            long repeat = Math.min(VectorUnit.MAX_REPEAT, rows - done);
            instruction.emit(builder, rowAddresses(builder, builder.index(done), first), repeat, strides);
          }
        });
  }

  /** One instruction for each row, with the number of columns as element count. */
  private void countedRows(Value rows, Value columns) {
    Value count = builder.cast(columns, ElementType.I64);
    VectorUnit.counted(
        builder,
        count,
        () ->
            builder.loop(
                builder.index(0),
                rows,
                builder.index(1),
                (body, row) -> instruction.emit(body, rowAddresses(body, row, 0), 0, denseStrides())));
  }

  private void dense(List<Value> addresses, long repeat) {
    dense(addresses, repeat, false);
  }

  private void dense(List<Value> addresses, long repeat, boolean counted) {
    if (repeat > 0 || counted) {
      instruction.emit(builder, addresses, repeat, denseStrides());
    }
  }

  private List<Value> addresses(long elements) {
    return rowAddresses(builder, builder.index(0), elements);
  }

  private List<Value> rowAddresses(IrBuilder target, Value row, long elements) {
    List<Value> addresses = new ArrayList<>();
    Value wide = target.cast(row, ElementType.I64);
    for (TileHandle tile : operands) {
      Value start = target.add(tile.address(), target.mul(wide, target.i64(tile.pitchBytes())));
      addresses.add(target.add(start, target.i64(elements * tile.elementBytes())));
    }
    return addresses;
  }

  private long[] denseStrides() {
    long[] strides = new long[operands.size()];
    Arrays.fill(strides, VectorUnit.DENSE_REPEAT_STRIDE);
    return strides;
  }

  private long[] rowStrides() {
    return operands.stream().mapToLong(tile -> tile.pitch() / blockElements).toArray();
  }
}
