package org.ptoc.backend.a5.tile;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.ptoc.ir.Function;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.Arithmetic;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.Combining;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.catalog.Trait;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.TileType;
import org.ptoc.ir.type.TileType.Padding;
import org.ptoc.passes.CodeSwitch;
import org.ptoc.passes.PassContext;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.tile.PaddingValues;
import org.ptoc.passes.tile.Reduction;
import org.ptoc.passes.tile.ScalarUnit;
import org.ptoc.passes.tile.SortPlan;
import org.ptoc.passes.tile.TileConcat;
import org.ptoc.passes.tile.TileCopy;
import org.ptoc.passes.tile.TileHandle;
import org.ptoc.passes.tile.TileUses;
import org.ptoc.passes.tile.TransferPlanner.Bursts;
import org.ptoc.passes.tile.TriangleRows;
import org.ptoc.passes.tile.VectorCoreLowering;

/** Dispatch by the form of the operation: each family has its class, this one picks operands. */
final class VectorLowering extends VectorCoreLowering {
  private final OptionalLong scratch;
  private final Fusion fusion = new Fusion();
  private final MaskLowering comparisons;
  private final TileUses uses;
  private final TileUses.Progress progress;

  VectorLowering(Function function, PassContext context, OptionalLong scratch) {
    super(function, context);
    this.scratch = scratch;
    this.comparisons = new MaskLowering(this::tile, context);
    this.uses = TileUses.of(function);
    this.progress = uses.begin();
  }

  @Override
  protected void lower(Operation op, IrBuilder builder) {
    super.lower(op, builder);
    if (!isElementwise(op)) {
      progress.iteration(op);
    }
  }

  @Override
  protected boolean lowerOwn(Operation op, IrBuilder builder) {
    switch (op.definition().form()) {
      case TILE_UNARY, TILE_UNARY_SCRATCH, TILE_BINARY, TILE_BINARY_SCRATCH, TILE_SHIFT ->
          elementwise(op, builder);
      case TILE_SCALAR, TILE_SCALAR_SCRATCH, TILE_SHIFT_SCALAR, TILE_DIVIDE_SCALAR ->
          elementwise(op, builder);
      case TILE_TERNARY, TILE_SCALAR_TERNARY -> elementwise(op, builder);
      case TILE_AXPY -> axpy(op, builder);
      case TILE_TRIANGLE ->
          Triangle.emit(builder, tile(op.operand(RoleName.DST)), TriangleRows.of(op, builder));
      case TILE_SPLAT -> splat(op, builder);
      case TILE_COMPARE, TILE_COMPARE_SCALAR -> comparisons.compare(op, builder);
      case TILE_SELECT -> comparisons.select(op, builder, order(op));
      case TILE_SELECT_SCALAR -> comparisons.selectScalar(op, builder, order(op));
      case TILE_CONVERT -> convert(op, builder);
      case TILE_ROW_REDUCE -> rowReduce(op, builder);
      case TILE_COLUMN_REDUCE, TILE_COLUMN_INDEX -> columnReduce(op, builder);
      case TILE_EXPAND -> expand(op, builder);
      case TILE_EXPAND_BINARY -> expandBinary(op, builder);
      case TILE_QUANTIZE -> quantization(op).quantize(builder);
      case TILE_DEQUANTIZE -> quantization(op).dequantize(builder);
      case TILE_PARTIAL -> partial(op, builder);
      case TILE_PARTIAL_INDEX -> partialIndex(op, builder);
      case TILE_FILL -> fill(op, builder);
      case TILE_MOVE, TILE_EXTRACT, TILE_INSERT -> copy(op, builder);
      case TILE_GATHER -> GatherLowering.gather(builder, op, this::tile);
      case TILE_HISTOGRAM ->
          new Histogram(
                  op,
                  tile(op.operand(RoleName.SRC)),
                  tile(op.operand(RoleName.SELECTOR)),
                  tile(op.operand(RoleName.DST)))
              .emit(builder);
      case TILE_SCATTER -> ScatterLowering.scatter(builder, op, this::tile);
      case TILE_GATHER_BLOCKS -> GatherLowering.blocks(builder, op, this::tile);
      case TILE_TRANSPOSE ->
          GatherLowering.transpose(
              builder, tile(op.operand(RoleName.SRC)), tile(op.operand(RoleName.DST)));
      case TILE_CONCAT -> new TileConcat(op, this::tile).whole(builder, Copies::apart);
      case TILE_CONCAT_COUNTED -> {
        ScalarUnit.barrier(builder);
        new TileConcat(op, this::tile).counted(builder, Copies::apart);
      }
      case TILE_SORT ->
          SortPlan.of(op, this::tile, builder, scratch, SortLowering::new, context().options())
              .emit();
      case TILE_MERGE -> new MergeLowering(this::tile, scratch, builder).emit(op);
      case TILE_INDEX -> index(op, builder);
      case TILE_RANDOM -> new RandomLowering(tile(op.operand(RoleName.DST)), builder).emit(op);
      default -> {
        return false;
      }
    }
    return true;
  }

  // Transfers.

  @Override
  protected void load(IrBuilder builder, Bursts bursts, TileHandle tile) {
    Transfers.load(builder, bursts, tile, context().options());
  }

  @Override
  protected void store(IrBuilder builder, Bursts bursts, TileHandle tile) {
    Transfers.store(builder, bursts, tile);
  }

  // Elementwise.

  /**
   * Tiles become vectors, scalars are converted once; both reach the rule in the order of the
   * operands.
   */
  private void elementwise(Operation op, IrBuilder builder) {
    TileHandle destination = tile(op.operand(RoleName.DST));
    LaneRules.Rule rule = LaneRules.of(op);
    boolean isShift = op.definition().form() == OperationForm.TILE_SHIFT_SCALAR;
    List<Value> inputs = inputs(op);
    List<TileHandle> tiles = new ArrayList<>();
    List<Optional<Value>> scalars = new ArrayList<>();
    for (Value input : inputs) {
      if (input.type() instanceof TileType) {
        tiles.add(tile(input));
        scalars.add(Optional.empty());
      } else {
        scalars.add(
            Optional.of(isShift ? input : ScalarOperand.of(builder, input, destination.element())));
      }
    }
    Elementwise.LaneWork work =
        (body, vectors, mask) -> {
          List<Value> operands = new ArrayList<>();
          int next = 0;
          for (Optional<Value> scalar : scalars) {
            operands.add(scalar.isPresent() ? scalar.get() : vectors.get(next++));
          }
          return rule.emit(new Lanes(body, destination.element(), mask), operands);
        };
    enqueue(op, tiles, destination, work, builder);
  }

  /** An elementwise operation waits for others that can share its loops. */
  private void enqueue(
      Operation op,
      List<TileHandle> sources,
      TileHandle destination,
      Elementwise.LaneWork work,
      IrBuilder builder) {
    List<TileHandle> placed = sources.stream().map(tile -> canonical(tile, builder)).toList();
    Elementwise operation =
        new Elementwise(placed, canonical(destination, builder), work, op.location()).in(order(op));
    if (!fusion.admits(op, operation, builder.constants())) {
      flush(builder);
    }
    fusion.add(op, operation);
    progress.iteration(op);
    if (!context().options().has(CodeSwitch.FUSE)) {
      flush(builder);
    }
  }

  /** Equal constant addresses become one value of the block. */
  private static TileHandle canonical(TileHandle tile, IrBuilder builder) {
    OptionalLong address = tile.staticAddress(builder.constants());
    return address.isPresent() ? tile.withAddress(builder.i64(address.getAsLong())) : tile;
  }

  private void flush(IrBuilder builder) {
    Set<Value> unread = uses.onlyWithin(fusion.operations());
    List<TileHandle> kept = new ArrayList<>();
    List<TileHandle> dropped = new ArrayList<>();
    for (Operation operation : fusion.operations()) {
      Value result = operation.operand(RoleName.DST);
      boolean isRead = !unread.contains(result) && !progress.isOver(result);
      (isRead ? kept : dropped).add(canonical(tile(result), builder));
    }
    fusion.emit(
        builder,
        tile ->
            dropped.stream().noneMatch(other -> Elementwise.isSamePlace(other, tile))
                || kept.stream().anyMatch(other -> Elementwise.isSamePlace(other, tile)));
  }

  @Override
  protected void beforeEffect(Operation op, IrBuilder builder) {
    if (!isElementwise(op)) {
      flush(builder);
    }
  }

  @Override
  protected void finish(IrBuilder builder) {
    flush(builder);
  }

  @Override
  protected void used(Operation op) {
    progress.iteration(op);
  }

  private static boolean isElementwise(Operation op) {
    return switch (op.definition().form()) {
      case TILE_UNARY, TILE_UNARY_SCRATCH, TILE_BINARY, TILE_BINARY_SCRATCH, TILE_SHIFT -> true;
      case TILE_SPLAT, TILE_TERNARY, TILE_SCALAR_TERNARY -> true;
      case TILE_AXPY -> !isWidening(op);
      case TILE_SCALAR, TILE_SCALAR_SCRATCH, TILE_SHIFT_SCALAR, TILE_DIVIDE_SCALAR -> true;
      default -> false;
    };
  }

  /** The inputs that take part in the computation: all but scratch tiles. */
  private static List<Value> inputs(Operation op) {
    List<Value> inputs = new ArrayList<>();
    for (int role = 0; role < op.definition().form().inputRoles(); role++) {
      if (op.definition().operands().get(role).name() != RoleName.TMP) {
        inputs.addAll(op.group(role));
      }
    }
    return inputs;
  }

  private static boolean isWidening(Operation op) {
    return ((TileType) op.operand(RoleName.SRC).type()).element()
        != ((TileType) op.operand(RoleName.DST).type()).element();
  }

  /** The destination is the second source. */
  private void axpy(Operation op, IrBuilder builder) {
    TileHandle source = tile(op.operand(RoleName.SRC));
    TileHandle destination = tile(op.operand(RoleName.DST));
    Value scalar = ScalarOperand.of(builder, op.operand(RoleName.SCALAR), source.element());
    if (isWidening(op)) {
      Value wide = builder.value(Arithmetic.EXTF, ElementType.F32, scalar);
      Axpy.widening(builder, source, wide, destination);
      return;
    }
    enqueue(
        op,
        List.of(source, destination),
        destination,
        (body, in, mask) ->
            Axpy.accumulate(
                new Lanes(body, destination.element(), mask), in.get(0), scalar, in.get(1)),
        builder);
  }

  private void splat(Operation op, IrBuilder builder) {
    TileHandle destination = tile(op.operand(RoleName.DST));
    Value scalar = ScalarOperand.of(builder, op.operand(RoleName.SCALAR), destination.element());
    enqueue(
        op,
        List.of(),
        destination,
        (body, vectors, mask) -> new Lanes(body, destination.element(), mask).splat(scalar),
        builder);
  }

  private void convert(Operation op, IrBuilder builder) {
    Conversion.emit(
            builder, op, tile(op.operand(RoleName.SRC)), tile(op.operand(RoleName.DST)), order(op))
        .ifPresent(why -> report(DiagnosticCode.ILLEGAL_ELEMENT_TYPE, op, why));
  }

  // Reductions and expansions.

  private void rowReduce(Operation op, IrBuilder builder) {
    RowReduction reduction =
        new RowReduction(tile(op.operand(RoleName.SRC)), tile(op.operand(RoleName.DST)));
    if (op.definition().has(Trait.INDEX_RESULT)) {
      reduction.emitIndex(builder, op.definition().combines() == Combining.MAXIMUM);
    } else {
      reduction.emit(builder, Reduction.of(op));
    }
  }

  private void columnReduce(Operation op, IrBuilder builder) {
    ColumnReduction reduction =
        new ColumnReduction(tile(op.operand(RoleName.SRC)), tile(op.operand(RoleName.DST)));
    if (op.definition().has(Trait.INDEX_RESULT)) {
      reduction.emitIndex(builder, op.definition().combines() == Combining.MAXIMUM);
    } else {
      reduction.emit(builder, Reduction.of(op));
    }
  }

  private void expand(Operation op, IrBuilder builder) {
    TileHandle source = tile(op.operand(RoleName.SRC));
    TileHandle destination = tile(op.operand(RoleName.DST));
    if (Elementwise.isEmpty(builder, source)) {
      return;
    }
    if (op.definition().has(Trait.ROW_CARRIER)) {
      Expansion.rows(builder, source, destination);
    } else {
      Expansion.columns(builder, source, destination);
    }
  }

  private void expandBinary(Operation op, IrBuilder builder) {
    TileHandle first = tile(op.operand(RoleName.SRC0));
    TileHandle second = tile(op.operand(RoleName.SRC1));
    TileHandle destination = tile(op.operand(RoleName.DST));
    if (Elementwise.isEmpty(builder, first) || Elementwise.isEmpty(builder, second)) {
      return;
    }
    LaneRules.Rule rule = LaneRules.of(op.definition().combines());
    if (op.definition().has(Trait.ROW_CARRIER)) {
      long blockColumns = 32 / destination.elementBytes();
      boolean block =
          context().options().has(CodeSwitch.BLOCK_CARRIER)
              || op.attributes()
                  .integer(AttributeName.SRC1_COL)
                  .filter(columns -> columns == blockColumns)
                  .isPresent();
      Expansion.rowsWith(builder, rule, first, second, destination, block, order(op));
    } else {
      Expansion.columnsWith(builder, rule, first, second, destination, order(op));
    }
  }

  private Quantization quantization(Operation op) {
    return new Quantization(
        tile(op.operand(RoleName.SRC)),
        tile(op.operand(RoleName.SCALE)),
        op.optional(RoleName.OFFSET).map(this::tileOf),
        tile(op.operand(RoleName.DST)),
        order(op));
  }

  // Overlays.

  private void partial(Operation op, IrBuilder builder) {
    LaneRules.Rule rule = LaneRules.of(op.definition().combines());
    new Overlay(
            List.of(values(op)),
            (lanes, first, second) ->
                List.of(rule.emit(lanes, List.of(first.getFirst(), second.getFirst()))),
            order(op))
        .emit(builder);
  }

  private void partialIndex(Operation op, IrBuilder builder) {
    Overlay.Plane values = values(op);
    Overlay.Plane indices =
        new Overlay.Plane(
            List.of(tile(op.operand(RoleName.INDEX0)), tile(op.operand(RoleName.INDEX1))),
            tile(op.operand(RoleName.INDEX)),
            0);
    boolean maximum = op.definition().combines() == Combining.MAXIMUM;
    new Overlay(
            List.of(values, indices),
            PartialIndex.of(values.destination().element(), maximum),
            order(op))
        .emit(builder);
  }

  private Overlay.Plane values(Operation op) {
    TileHandle destination = tile(op.operand(RoleName.DST));
    Padding uncovered = op.definition().combines() == Combining.MAXIMUM ? Padding.MIN : Padding.MAX;
    return new Overlay.Plane(
        List.of(tile(op.operand(RoleName.SRC0)), tile(op.operand(RoleName.SRC1))),
        destination,
        PaddingValues.finite(uncovered, destination.element()));
  }

  private void copy(Operation op, IrBuilder builder) {
    TileHandle destination = tile(op.operand(RoleName.DST));
    if (destination.type().boxLayout() == TileType.BoxLayout.NONE) {
      Copies.emit(builder, TileCopy.of(op, builder, this::tile), order(op));
    } else {
      BoxCopy.emit(builder, tile(op.operand(RoleName.SRC)), destination);
    }
  }

  private void fill(Operation op, IrBuilder builder) {
    TileHandle destination = tile(op.operand(RoleName.DST));
    Padding padding = destination.type().padding();
    long value = PaddingValues.of(padding, destination.element(), context().options());
    new Overlay(
            List.of(new Overlay.Plane(List.of(tile(op.operand(RoleName.SRC))), destination, value)),
            (lanes, first, second) -> first,
            order(op))
        .emit(builder);
  }

  // Sorting and generation.

  private TileHandle tileOf(Value value) {
    return tile(value);
  }

  private void index(Operation op, IrBuilder builder) {
    TileHandle destination = tile(op.operand(RoleName.DST));
    boolean descending = op.attributes().flag(AttributeName.DESCENDING);
    Value start = ScalarOperand.of(builder, op.operand(RoleName.START), destination.element());
    new Sequence(destination, builder).emit(start, descending);
  }
}
