package org.ptoc.passes.tile;

import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BiFunction;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.Arithmetic;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.TileType;
import org.ptoc.passes.CodeSwitch;
import org.ptoc.passes.CompileOptions;
import org.ptoc.passes.build.Constants;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.storage.TileHandle;

/**
 * The order of work of {@code tsort32}, the same on every profile (spec/21, section 3): chunks of
 * at most 255 whole blocks, then a padded tail block; records and indices go through scratch memory
 * where the tiles have no room for a whole block.
 */
public final class SortPlan {
  private static final int BLOCK = 32;
  private static final int RECORD_BYTES = 8;
  private static final int BLOCK_RECORD_BYTES = BLOCK * RECORD_BYTES;
  private static final int BLOCK_INDEX_BYTES = BLOCK * 4;
  private static final int MAX_REPEAT = 255;

  /**
   * Scratch bytes of a sort with a tail: one block of records and one of indices, and a tmp when
   * the program gives none.
   */
  private static final long BOUNCE_BYTES = BLOCK_RECORD_BYTES + BLOCK_INDEX_BYTES;

  /**
   * What a profile does for each step. Addresses are bytes in UB ({@code i64}), counts are {@code
   * index}.
   */
  public interface Steps {
    /** Sorts {@code blocks} adjacent blocks, at most 255 and at least one. */
    void sort(IrBuilder builder, Value destination, Value source, Value indices, Value blocks);

    /**
     * Copies {@code count} values to scratch and fills the rest of the block with the padding
     * value.
     */
    void pad(IrBuilder builder, Value source, Value scratch, Value count);

    /**
     * Copies {@code count} indices to scratch and fills the rest of the block with the largest
     * index, so that padding loses every tie against a value with the score of the padding.
     */
    void padIndices(IrBuilder builder, Value source, Value scratch, Value count);

    /** Copies 32-bit words, at most 64. */
    void copy(IrBuilder builder, Value destination, Value source, Value words);

    /** Makes what follows wait for what came before, where the profile needs that. */
    void order(IrBuilder builder);
  }

  private final IrBuilder builder;
  private final TileHandle source;
  private final TileHandle indices;
  private final TileHandle destination;
  private final Optional<TileHandle> tmp;
  private final OptionalLong scratch;
  private final Steps steps;
  private final boolean wholeRows;
  private final int elementBytes;
  private final int recordElements;

  private SortPlan(PlacedOperands operands, Steps steps, boolean wholeRows) {
    this.builder = operands.builder();
    this.source = operands.tile(RoleName.SRC);
    this.indices = operands.tile(RoleName.IDX);
    this.destination = operands.tile(RoleName.DST);
    this.tmp =
        operands
            .op()
            .optional(RoleName.TMP)
            .map(operands::tileOf)
            .filter(tile -> tile.type().bytes() >= (long) BLOCK * source.elementBytes());
    this.scratch = operands.reserved();
    this.steps = steps;
    this.wholeRows = wholeRows;
    this.elementBytes = source.elementBytes();
    this.recordElements = RECORD_BYTES / elementBytes;
  }

  /**
   * The plan of an operation; its own tmp tile takes the padded tail when it is large enough.
   *
   * @param operands with the address of {@link #scratchBytes} bytes, when some are needed
   * @param steps what the profile does, for the tile that is sorted
   */
  public static SortPlan of(
      PlacedOperands operands, BiFunction<TileHandle, CompileOptions, Steps> steps) {
    CompileOptions options = operands.options();
    return new SortPlan(
        operands,
        steps.apply(operands.tile(RoleName.SRC), options),
        options.has(CodeSwitch.WHOLE_ROW_TAIL));
  }

  /**
   * How much scratch memory a {@code tsort32} needs, in bytes; 0 when its width is known to be a
   * multiple of 32. Rows that are sorted as a whole need room for all their indices.
   */
  public static long scratchBytes(Operation op, boolean wholeRows) {
    TileType type = (TileType) op.operand(RoleName.SRC).type();
    boolean open = type.validColumns() == TileType.DYNAMIC;
    if (!open && type.validColumns() % BLOCK == 0) {
      return 0;
    }
    long tail = BOUNCE_BYTES + (long) BLOCK * type.element().bytes();
    long blocks = blocks(open ? type.columns() : type.validColumns());
    boolean whole = wholeRows && blocks <= MAX_REPEAT && op.optional(RoleName.TMP).isPresent();
    return whole ? Math.max(tail, BLOCK_RECORD_BYTES + blocks * BLOCK_INDEX_BYTES) : tail;
  }

  private static long blocks(long columns) {
    return (columns + BLOCK - 1) / BLOCK;
  }

  /** Emits the whole operation. */
  public void emit() {
    Constants constants = builder.constants();
    OptionalLong columns = constants.integer(source.columns());
    boolean whole = columns.isPresent() && columns.getAsLong() % BLOCK == 0;
    if (whole && isFusible()) {
      Value blocks = builder.divide(builder.mul(destination.rows(), source.columns()), BLOCK);
      wholeBlocks(
          builder, new Row(destination.address(), source.address(), indices.address()), blocks);
      return;
    }
    builder.loop(builder.index(0), destination.rows(), builder.index(1), this::row);
  }

  /** All rows of all tiles follow each other without gaps, so that the tile is one long row. */
  private boolean isFusible() {
    Constants constants = builder.constants();
    OptionalLong columns = constants.integer(source.columns());
    OptionalLong indexRows = constants.integer(indices.rows());
    OptionalLong rows = constants.integer(destination.rows());
    return columns.getAsLong() == source.pitch()
        && columns.getAsLong() == indices.pitch()
        && columns.getAsLong() * recordElements == destination.pitch()
        && indexRows.isPresent()
        && rows.isPresent()
        && indexRows.getAsLong() == rows.getAsLong();
  }

  /** Addresses of one row. */
  private record Row(Value destination, Value source, Value indices) {}

  private void row(IrBuilder inner, Value index) {
    Value row = inner.cast(index, ElementType.I64);
    Row addresses =
        new Row(
            inner.add(destination.address(), inner.mul(row, inner.i64(destination.pitchBytes()))),
            inner.add(source.address(), inner.mul(row, inner.i64(source.pitchBytes()))),
            inner.add(
                indices.address(),
                inner.mul(indexRow(inner, row), inner.i64(indices.pitchBytes()))));
    Value full = inner.divide(source.columns(), BLOCK);
    OptionalLong columns = inner.constantOf(source.columns());
    if (wholeRows && columns.isPresent() && fitsAsWhole(columns.getAsLong())) {
      wholeRow(inner, addresses, columns.getAsLong());
      return;
    }
    wholeBlocks(inner, addresses, full);
    Value tail = inner.remainder(source.columns(), BLOCK);
    OptionalLong knownTail = inner.constantOf(tail);
    if (knownTail.isPresent() && knownTail.getAsLong() == 0) {
      return;
    }
    if (knownTail.isPresent()) {
      tail(inner, addresses, full, tail);
    } else {
      inner.when(
          inner.compare("ne", tail, inner.index(0)), body -> tail(body, addresses, full, tail));
    }
  }

  /** True if tmp and records have room for the last block, and one word can sort all of them. */
  private boolean fitsAsWhole(long columns) {
    long blocks = blocks(columns);
    return columns % BLOCK != 0
        && blocks <= MAX_REPEAT
        && tmp.isPresent()
        && tmp.get().type().bytes() >= blocks * BLOCK * elementBytes
        && destination.pitchBytes() >= blocks * BLOCK_RECORD_BYTES;
  }

  /**
   * The other variant of spec/21, section 3. Indices are copied too: the indices of the padding
   * must be known, or it could come before real scores with its bits.
   */
  private void wholeRow(IrBuilder inner, Row row, long columns) {
    Value copy = tmp.orElseThrow().address();
    Value indexCopy = inner.i64(scratch.orElseThrow() + BLOCK_RECORD_BYTES);
    long full = columns / BLOCK;
    Value tail = inner.index(columns % BLOCK);
    int blockBytes = BLOCK * elementBytes;
    steps.order(inner);
    copyBlocks(inner, copy, row.source, full, blockBytes);
    copyBlocks(inner, indexCopy, row.indices, full, BLOCK_INDEX_BYTES);
    Value offset = inner.i64(full * blockBytes);
    steps.pad(inner, inner.add(row.source, offset), inner.add(copy, offset), tail);
    Value indexOffset = inner.i64(full * BLOCK_INDEX_BYTES);
    steps.padIndices(
        inner, inner.add(row.indices, indexOffset), inner.add(indexCopy, indexOffset), tail);
    steps.order(inner);
    steps.sort(inner, row.destination, copy, indexCopy, inner.index(full + 1));
    steps.order(inner);
  }

  private void copyBlocks(IrBuilder inner, Value destination, Value from, long blocks, int bytes) {
    inner.loop(
        inner.index(0),
        inner.index(blocks),
        inner.index(1),
        (body, block) -> {
          Value offset = body.mul(body.cast(block, ElementType.I64), body.i64(bytes));
          steps.copy(
              body, body.add(destination, offset), body.add(from, offset), body.index(bytes / 4));
        });
  }

  /**
   * A broadcast index tile has one valid row; a dynamic row count decides when the program runs.
   */
  private Value indexRow(IrBuilder inner, Value row) {
    OptionalLong rows = inner.constantOf(indices.rows());
    if (rows.isPresent()) {
      return rows.getAsLong() == 1 ? inner.i64(0) : row;
    }
    Value single = inner.compare("eq", indices.rows(), inner.index(1));
    return inner.value(Arithmetic.SELECT, ElementType.I64, single, inner.i64(0), row);
  }

  private void wholeBlocks(IrBuilder inner, Row row, Value blocks) {
    OptionalLong known = inner.constantOf(blocks);
    if (known.isPresent()) {
      for (long done = 0; done < known.getAsLong(); done += MAX_REPEAT) {
        long chunk = Math.min(MAX_REPEAT, known.getAsLong() - done);
        chunk(inner, row, inner.index(done), inner.index(chunk));
      }
      return;
    }
    inner.loop(
        inner.index(0),
        blocks,
        inner.index(MAX_REPEAT),
        (body, done) ->
            chunk(
                body, row, done, body.minUnsigned(body.sub(blocks, done), body.index(MAX_REPEAT))));
  }

  private void chunk(IrBuilder inner, Row row, Value done, Value blocks) {
    Value first = inner.cast(done, ElementType.I64);
    steps.sort(
        inner,
        inner.add(row.destination, inner.mul(first, inner.i64(BLOCK_RECORD_BYTES))),
        inner.add(row.source, inner.mul(first, inner.i64((long) BLOCK * elementBytes))),
        inner.add(row.indices, inner.mul(first, inner.i64(BLOCK_INDEX_BYTES))),
        blocks);
  }

  private void tail(IrBuilder inner, Row row, Value full, Value tail) {
    Value first = inner.cast(full, ElementType.I64);
    Value tailSource =
        inner.add(row.source, inner.mul(first, inner.i64((long) BLOCK * elementBytes)));
    Value tailIndices = inner.add(row.indices, inner.mul(first, inner.i64(BLOCK_INDEX_BYTES)));
    Value tailRecords = inner.add(row.destination, inner.mul(first, inner.i64(BLOCK_RECORD_BYTES)));
    Value padded =
        tmp.isPresent() ? tmp.get().address() : inner.i64(scratch.orElseThrow() + BOUNCE_BYTES);
    steps.order(inner);
    steps.pad(inner, tailSource, padded, tail);
    Value sortIndices = inner.i64(scratch.orElseThrow() + BLOCK_RECORD_BYTES);
    steps.padIndices(inner, tailIndices, sortIndices, tail);
    steps.order(inner);
    if (hasRoom(full, destination.pitchBytes(), BLOCK_RECORD_BYTES)) {
      steps.sort(inner, tailRecords, padded, sortIndices, inner.index(1));
    } else {
      Value bounce = inner.i64(scratch.orElseThrow());
      steps.sort(inner, bounce, padded, sortIndices, inner.index(1));
      steps.order(inner);
      steps.copy(inner, tailRecords, bounce, inner.mul(tail, inner.index(2)));
    }
    steps.order(inner);
  }

  /** True when a row is known to hold a whole last block. */
  private boolean hasRoom(Value full, long pitchBytes, int blockBytes) {
    OptionalLong known = builder.constantOf(full);
    return known.isPresent() && (known.getAsLong() + 1) * blockBytes <= pitchBytes;
  }
}
