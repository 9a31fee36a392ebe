package org.ptoc.backend.a2a3.tile;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.ptoc.ir.Value;
import org.ptoc.ir.isa.Comparison;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.Mnemonic;
import org.ptoc.ir.isa.OperandRole;
import org.ptoc.ir.isa.ReductionOrder;
import org.ptoc.ir.isa.RoundingMode;
import org.ptoc.ir.type.ElementType;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.codegen.DataTypes;
import org.ptoc.passes.storage.TileHandle;
import org.ptoc.passes.tile.Reduction;

/**
 * Row reductions (spec/20, 7.1). The vectors of a row are combined lane by lane into one vector per
 * row, for as many rows as the scratch holds at once; then the lanes are combined, by the reduction
 * instruction of floats or as a tree of even and odd lanes. Lanes outside the row hold the neutral
 * element. Sums and products of half precision are formed in single precision and rounded once.
 */
final class RowReduction {
  /** Accumulators, even and odd lanes, patterns, blocks of results. */
  static final int SLOTS = 5;

  /**
   * Accumulators, loaded data, bits, lane numbers, candidates, best numbers, results, blocks, one
   * vector of limits and one of neutral elements.
   */
  static final int INDEX_SLOTS = 10;

  /** Rows that are reduced together; a whole number of blocks of results. */
  static final int GROUP_ROWS = 16;

  private static final long NOWHERE = 0x7F80_0000L;

  private final TileHandle source;
  private final TileHandle destination;
  private final Scratch scratch;
  private final ElementType element;
  private final DataType type;
  private final int lanes;

  RowReduction(TileHandle source, TileHandle destination, Scratch scratch) {
    this.source = source;
    this.destination = destination;
    this.scratch = scratch;
    this.element = source.element();
    this.type = DataTypes.of(element);
    this.lanes = VectorUnit.REPEAT_BYTES / element.bytes();
  }

  /** What puts two vectors together. */
  static Mnemonic combine(Reduction reduction) {
    return switch (reduction) {
      case SUM -> Mnemonic.VADD;
      case PRODUCT -> Mnemonic.VMUL;
      case MAXIMUM -> Mnemonic.VMAX;
      case MINIMUM -> Mnemonic.VMIN;
    };
  }

  /** The word that reduces a repeat of floats; empty when there is none. */
  private static Optional<Mnemonic> reduceWord(Reduction reduction) {
    return switch (reduction) {
      case SUM -> Optional.of(Mnemonic.VCADD);
      case PRODUCT -> Optional.empty();
      case MAXIMUM -> Optional.of(Mnemonic.VCMAX);
      case MINIMUM -> Optional.of(Mnemonic.VCMIN);
    };
  }

  private interface Group {
    void emit(Code code, Value firstRow, RowValues.Rows rows);
  }

  /** A sum, product, maximum or minimum of each row. */
  void emit(IrBuilder builder, Reduction kind) {
    overGroups(builder, (code, first, rows) -> group(code, kind, first, rows));
  }

  private void overGroups(IrBuilder builder, Group group) {
    OptionalLong rows = builder.constantOf(source.rows());
    long physical = rows.orElse(source.type().rows());
    long together = scratch.slotBytes() / VectorUnit.REPEAT_BYTES;
    long size = Math.min(together >= GROUP_ROWS ? together / GROUP_ROWS * GROUP_ROWS : 1, physical);
    size = together >= physical ? physical : size;
    size = Math.min(size, VectorUnit.MAX_REPEAT / GROUP_ROWS * GROUP_ROWS);
    if (rows.isEmpty()) {
      overOpenRows(builder, size, group);
      return;
    }
    long whole = physical / size * size;
    over(builder, builder.index(whole), size, group);
    if (whole < physical) {
      group.emit(
          Code.following(builder),
          builder.index(whole),
          RowValues.Rows.of(builder, physical - whole));
    }
  }

  /** Rows of which there is one at least, and how many only the run knows. */
  private void overOpenRows(IrBuilder builder, long size, Group group) {
    if (size == 1) {
      over(builder, source.rows(), 1, group);
    } else if (size == source.type().rows()) {
      RowValues.Rows all = new RowValues.Rows(size, source.rows());
      group.emit(Code.following(builder), builder.index(0), all);
    } else {
      builder.loop(
          builder.index(0),
          source.rows(),
          builder.index(size),
          (body, first) -> {
            Value left = body.sub(source.rows(), first);
            Value count = body.minUnsigned(left, body.index(size));
            group.emit(Code.following(body), first, new RowValues.Rows(size, count));
          });
    }
  }

  private static void over(IrBuilder builder, Value rows, long size, Group group) {
    builder.loop(
        builder.index(0),
        rows,
        builder.index(size),
        (body, first) -> group.emit(Code.following(body), first, RowValues.Rows.of(body, size)));
  }

  private void group(Code code, Reduction kind, Value first, RowValues.Rows rows) {
    if (element == ElementType.F16 && (kind == Reduction.SUM || kind == Reduction.PRODUCT)) {
      wideGroup(code, kind, first, rows);
      return;
    }
    IrBuilder builder = code.builder();
    Area total = vectors(builder, 0, element.bytes());
    code.scalar(
        Domain.of(builder, rows.most(), lanes), Mnemonic.VDUP, type, kind.neutral(element), total);
    overVectors(
        code,
        first,
        rows,
        lanes,
        (inner, domain, data) -> inner.run(domain, combine(kind), type, total, total, data));
    Area results = reduce(code, kind, element, rows.most(), total);
    RowValues.store(code, destination, first, rows, results, vectors(builder, 4, element.bytes()));
  }

  private void wideGroup(Code code, Reduction kind, Value first, RowValues.Rows rows) {
    IrBuilder builder = code.builder();
    int width = VectorUnit.REPEAT_BYTES / Float.BYTES;
    Area total = vectors(builder, 0, Float.BYTES);
    Area single = vectors(builder, 1, Float.BYTES);
    code.scalar(
        Domain.of(builder, rows.most(), width),
        Mnemonic.VDUP,
        DataType.FP32,
        kind.neutral(ElementType.F32),
        total);
    overVectors(
        code,
        first,
        rows,
        width,
        (inner, domain, data) -> {
          inner.convert(
              domain, type, DataType.FP32, RoundingMode.DEFAULT.code(), false, single, data);
          inner.run(domain, combine(kind), DataType.FP32, total, total, single);
        });
    Area results = reduce(code, kind, ElementType.F32, rows.most(), total);
    Area halves = scratch.row(builder, 3, element.bytes());
    code.convert(
        Domain.of(builder, 1, rows.most()),
        DataType.FP32,
        type,
        RoundingMode.NEAREST_EVEN.code(),
        false,
        halves,
        results);
    RowValues.store(code, destination, first, rows, halves, vectors(builder, 4, element.bytes()));
  }

  /** One vector for each row of the group. */
  private Area vectors(IrBuilder builder, int slot, int elementBytes) {
    return scratch.slot(builder, slot, elementBytes, VectorUnit.REPEAT_BYTES);
  }

  private interface VectorWork {
    void emit(Code code, Domain domain, Area data);
  }

  /** Visits the vectors of {@code width} columns of a group of rows; the last may be narrower. */
  private void overVectors(
      Code code, Value first, RowValues.Rows rows, int width, VectorWork work) {
    IrBuilder builder = code.builder();
    Area data = Area.of(source).from(builder, first, builder.index(0));
    OptionalLong columns = builder.constantOf(source.columns());
    if (columns.isEmpty() && source.type().columns() <= width) {
      work.emit(code, rows.domain(source.columns(), width), data);
      return;
    }
    Value tail =
        columns.isPresent()
            ? builder.index(columns.getAsLong() % width)
            : builder.remainder(source.columns(), width);
    Value whole = builder.sub(source.columns(), tail);
    builder.loop(
        builder.index(0),
        whole,
        builder.index(width),
        (body, column) ->
            work.emit(
                Code.following(body),
                rows.domain(body.index(width), width),
                data.from(body, body.index(0), column)));
    if (columns.isPresent()) {
      if (columns.getAsLong() % width != 0) {
        work.emit(code, rows.domain(tail, width), data.from(builder, builder.index(0), whole));
      }
      return;
    }
    builder.when(
        builder.compare("ne", tail, builder.index(0)),
        body ->
            work.emit(
                Code.following(body),
                rows.domain(tail, width),
                data.from(body, body.index(0), whole)));
  }

  /** The lanes of each vector as one element; results lie side by side. */
  private Area reduce(Code code, Reduction kind, ElementType reduced, long rows, Area total) {
    DataType word = DataTypes.of(reduced);
    int bytes = reduced.bytes();
    if (reduced.isFloat() && reduceWord(kind).isPresent()) {
      Area results = scratch.row(code.builder(), 1, bytes);
      reduceFloats(code, kind, word, rows, results, total);
      return results;
    }
    Area even = scratch.row(code.builder(), 1, bytes);
    Area odd = scratch.row(code.builder(), 2, bytes);
    Area pattern = scratch.row(code.builder(), 3, 2);
    Area flat = scratch.row(code.builder(), 0, bytes);
    for (long count = rows * (VectorUnit.REPEAT_BYTES / bytes); count > rows; count /= 2) {
      RowValues.squeeze(code, count, bytes, 0x5555, even, flat, pattern);
      RowValues.squeeze(code, count, bytes, 0xAAAA, odd, flat, pattern);
      code.run(Domain.of(code.builder(), 1, count / 2), combine(kind), word, flat, even, odd);
    }
    return flat;
  }

  /** One instruction reduces a repeat for each row; its result stride counts elements. */
  private static void reduceFloats(
      Code code, Reduction kind, DataType type, long rows, Area results, Area vectors) {
    VectorInstruction plain = VectorInstruction.of(reduceWord(kind).orElseThrow(), type);
    VectorInstruction instruction =
        kind == Reduction.SUM
            ? plain
            : plain.withField(OperandRole.REDUCTION, ReductionOrder.VALUE.code());
    instruction.emit(
        code.order().builder(),
        List.of(results, vectors),
        rows,
        new long[] {1, VectorUnit.DENSE_REPEAT_STRIDE});
  }

  /**
   * The column number of the first maximum or minimum of each row: the extremum, then the smallest
   * number among the columns that hold it. All in single precision, where column numbers are exact.
   * A NaN, the only thing that does not equal itself, counts as the neutral element: no number is
   * worse.
   */
  void emitIndex(IrBuilder builder, boolean maximum) {
    overGroups(builder, (code, first, rows) -> indexGroup(code, maximum, first, rows));
  }

  private void indexGroup(Code code, boolean maximum, Value first, RowValues.Rows rows) {
    IrBuilder builder = code.builder();
    int width = VectorUnit.REPEAT_BYTES / Float.BYTES;
    Domain whole = Domain.of(builder, rows.most(), width);
    Reduction kind = Reduction.extremum(maximum);
    long neutral = kind.neutral(ElementType.F32);
    Area best = vectors(builder, 0, Float.BYTES);
    Area data = vectors(builder, 1, Float.BYTES);
    code.scalar(whole, Mnemonic.VDUP, DataType.FP32, neutral, best);
    code.scalar(
        Domain.of(builder, 1, width),
        Mnemonic.VDUP,
        DataType.FP32,
        neutral,
        neutralVector(builder));
    overVectors(
        code,
        first,
        rows,
        width,
        (inner, domain, from) -> {
          load(inner, whole, neutral, domain, data, from);
          inner.run(whole, combine(kind), DataType.FP32, best, best, data);
        });
    Area results = scratch.row(builder, 6, Float.BYTES);
    Area blocks = scratch.row(builder, 7, Float.BYTES);
    reduceFloats(code, kind, DataType.FP32, rows.most(), results, best);
    RowValues.broadcast(code, rows.most(), Float.BYTES, blocks, results);
    Area numbers =
        smallestNumber(
            code, first, rows, whole, neutral, Area.blocks(blocks.address(), Float.BYTES));
    reduceFloats(code, Reduction.MINIMUM, DataType.FP32, rows.most(), results, numbers);
    Domain all = Domain.of(builder, 1, rows.most());
    code.convert(
        all, DataType.FP32, DataType.S32, RoundingMode.NEAREST_EVEN.code(), true, results, results);
    RowValues.store(code, destination, first, rows, results, blocks);
  }

  private Area bits(IrBuilder builder) {
    return Area.dense(
        scratch.start(builder, 2), Float.BYTES, VectorUnit.REPEAT_BYTES / Float.BYTES / Byte.SIZE);
  }

  private Area neutralVector(IrBuilder builder) {
    return vectors(builder, 9, Float.BYTES).onlyFirstRow();
  }

  /**
   * Brings a vector of columns to single precision, the lanes beside it and what is not a number
   * neutral.
   */
  private void load(Code code, Domain whole, long neutral, Domain domain, Area to, Area from) {
    code.scalar(whole, Mnemonic.VDUP, DataType.FP32, neutral, to);
    if (element == ElementType.F32) {
      code.run(domain, Mnemonic.VCOPY, type, to, from);
    } else {
      code.convert(domain, type, DataType.FP32, RoundingMode.DEFAULT.code(), false, to, from);
    }
    Area bits = bits(code.builder());
    code.compare(whole, DataType.FP32, Comparison.EQ, bits, to, Optional.of(to), Optional.empty());
    code.select(whole, DataType.FP32, to, bits, to, neutralVector(code.builder()));
  }

  private Area smallestNumber(
      Code code, Value first, RowValues.Rows rows, Domain whole, long neutral, Area extremum) {
    IrBuilder builder = code.builder();
    int width = VectorUnit.REPEAT_BYTES / Float.BYTES;
    Area data = vectors(builder, 1, Float.BYTES);
    Area bits = bits(builder);
    Area numbers = vectors(builder, 3, Float.BYTES).onlyFirstRow();
    Area candidates = vectors(builder, 4, Float.BYTES);
    Area smallest = vectors(builder, 5, Float.BYTES);
    Area nowhere = vectors(builder, 8, Float.BYTES).onlyFirstRow();
    Domain one = Domain.of(builder, 1, width);
    Sequence.lanes(code, DataType.FP32, ElementType.F32, numbers, width);
    code.scalar(one, Mnemonic.VDUP, DataType.FP32, NOWHERE, nowhere);
    code.scalar(whole, Mnemonic.VDUP, DataType.FP32, NOWHERE, smallest);
    overVectors(
        code,
        first,
        rows,
        width,
        (inner, domain, from) -> {
          load(inner, whole, neutral, domain, data, from);
          inner.compare(
              whole,
              DataType.FP32,
              Comparison.EQ,
              bits,
              data,
              Optional.of(extremum),
              Optional.empty());
          inner.select(whole, DataType.FP32, candidates, bits, numbers, nowhere);
          inner.run(whole, Mnemonic.VMIN, DataType.FP32, smallest, smallest, candidates);
          inner.scalar(
              one, Mnemonic.VADDS, DataType.FP32, Float.floatToRawIntBits(width), numbers, numbers);
        });
    return smallest;
  }
}
