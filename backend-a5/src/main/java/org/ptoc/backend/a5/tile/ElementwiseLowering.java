package org.ptoc.backend.a5.tile;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.type.TileType;
import org.ptoc.passes.CodeSwitch;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.recipe.Recipe;
import org.ptoc.passes.storage.TileHandle;
import org.ptoc.passes.tile.OperationMark;
import org.ptoc.passes.tile.PlacedOperands;
import org.ptoc.passes.tile.TileUses;
import org.ptoc.passes.tile.TriangleRows;

/**
 * Elementwise operations, shifts, conversions and constant tiles (spec/20, 5.3, 6 and 8.4). Those
 * that work lane by lane wait for others that can share their loops.
 */
final class ElementwiseLowering {
  private final Function<Value, TileHandle> tiles;
  private final Fusion fusion = new Fusion();
  private final TileUses uses;
  private final TileUses.Progress progress;

  /**
   * @param tiles the placed tile of a value
   */
  ElementwiseLowering(org.ptoc.ir.Function function, Function<Value, TileHandle> tiles) {
    this.tiles = tiles;
    this.uses = TileUses.of(function);
    this.progress = uses.begin();
  }

  /**
   * Tiles become vectors, scalars are converted once; both reach the recipe in the order of the
   * operands, behind them the old content of a destination that counts.
   */
  void elementwise(PlacedOperands operands) {
    Operation op = operands.op();
    IrBuilder builder = operands.builder();
    TileHandle destination = operands.tile(RoleName.DST);
    if (isWidening(op)) {
      Axpy.widening(operands);
      return;
    }
    Recipe recipe = LaneRules.recipe(op, builder.constants());
    boolean isShift = op.definition().form() == OperationForm.TILE_SHIFT_SCALAR;
    List<Value> inputs = new ArrayList<>(operands.inputs());
    if (op.definition().operands().getLast().keepsContent()) {
      inputs.add(op.operand(RoleName.DST));
    }
    List<TileHandle> tiles = new ArrayList<>();
    List<Optional<Value>> scalars = new ArrayList<>();
    for (Value input : inputs) {
      if (input.type() instanceof TileType) {
        tiles.add(operands.tileOf(input));
        scalars.add(Optional.empty());
      } else {
        scalars.add(
            Optional.of(isShift ? input : ScalarOperand.of(builder, input, destination.element())));
      }
    }
    Elementwise.LaneWork work =
        (body, vectors, mask) -> {
          List<Value> values = new ArrayList<>();
          int next = 0;
          for (Optional<Value> scalar : scalars) {
            values.add(scalar.isPresent() ? scalar.get() : vectors.get(next++));
          }
          return RecipeEmitter.emit(recipe, new Lanes(body, destination.element(), mask), values);
        };
    enqueue(operands, tiles, destination, work);
  }

  static void triangle(PlacedOperands operands) {
    Triangle.emit(
        operands.builder(),
        operands.tile(RoleName.DST),
        TriangleRows.of(operands.op(), operands.builder()));
  }

  static void convert(PlacedOperands operands) {
    Conversion.emit(
            operands.builder(),
            operands.op(),
            operands.tile(RoleName.SRC),
            operands.tile(RoleName.DST),
            operands.order())
        .ifPresent(why -> operands.report(DiagnosticCode.ILLEGAL_ELEMENT_TYPE, why));
  }

  static void sequence(PlacedOperands operands) {
    Operation op = operands.op();
    TileHandle destination = operands.tile(RoleName.DST);
    boolean descending = op.attributes().flag(AttributeName.DESCENDING);
    Value start =
        ScalarOperand.of(operands.builder(), op.operand(RoleName.START), destination.element());
    new Sequence(destination, operands.builder()).emit(start, descending);
  }

  private static boolean isWidening(Operation op) {
    return op.definition().form() == OperationForm.TILE_AXPY
        && ((TileType) op.operand(RoleName.SRC).type()).element()
            != ((TileType) op.operand(RoleName.DST).type()).element();
  }

  /** True for operations that may wait for others. */
  static boolean waits(Operation op) {
    return op.definition().form().relation().isElementwise() && !isWidening(op);
  }

  /** An operation that ends the life of the tiles that it is the last to use. */
  void used(Operation op) {
    progress.iteration(op);
  }

  /** An elementwise operation waits for others that can share its loops. */
  private void enqueue(
      PlacedOperands operands,
      List<TileHandle> sources,
      TileHandle destination,
      Elementwise.LaneWork work) {
    Operation op = operands.op();
    IrBuilder builder = operands.builder();
    List<TileHandle> placed = sources.stream().map(tile -> canonical(tile, builder)).toList();
    Elementwise operation =
        new Elementwise(placed, canonical(destination, builder), work, op.location())
            .in(operands.order());
    if (!fusion.admits(operation, builder.constants())) {
      flush(builder);
    }
    fusion.add(op, operation);
    if (operands.options().has(CodeSwitch.OPERATION_MARKS)) {
      fusion.add(OperationMark.of(op, operands::tileOf, operands.options()));
    }
    progress.iteration(op);
    if (!operands.options().has(CodeSwitch.FUSE)) {
      flush(builder);
    }
  }

  /** Equal constant addresses become one value of the block. */
  private static TileHandle canonical(TileHandle tile, IrBuilder builder) {
    OptionalLong address = tile.staticAddress(builder.constants());
    return address.isPresent() ? tile.withAddress(builder.i64(address.getAsLong())) : tile;
  }

  /** Emits the operations that wait. */
  void flush(IrBuilder builder) {
    Set<Value> unread = uses.onlyWithin(fusion.operations());
    List<TileHandle> kept = new ArrayList<>();
    List<TileHandle> dropped = new ArrayList<>();
    for (Operation operation : fusion.operations()) {
      Value result = operation.operand(RoleName.DST);
      boolean isRead = !unread.contains(result) && !progress.isOver(result);
      (isRead ? kept : dropped).add(canonical(tiles.apply(result), builder));
    }
    fusion.emit(
        builder,
        tile ->
            dropped.stream().noneMatch(other -> Elementwise.isSamePlace(other, tile))
                || kept.stream().anyMatch(other -> Elementwise.isSamePlace(other, tile)));
  }
}
