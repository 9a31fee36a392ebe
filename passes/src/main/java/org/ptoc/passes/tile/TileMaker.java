package org.ptoc.passes.tile;

import java.util.List;
import org.ptoc.ir.Attributes;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.Op;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.TileType;
import org.ptoc.passes.build.IrBuilder;

/** Tiles that passes add before placement: copies of others, and the same data seen by rows. */
final class TileMaker {
  private TileMaker() {}

  /** A new tile with the valid region and data of another. */
  static Value copyOf(Value source, IrBuilder builder) {
    Value copy = like(source, builder);
    move(source, copy, builder);
    return copy;
  }

  /** A new tile with the valid region of another. */
  static Value like(Value source, IrBuilder builder) {
    TileType type = (TileType) source.type();
    List<Value> shape = isDynamic(type) ? extents(source, builder) : List.of();
    return allocate(type, shape, builder);
  }

  /** Gives a tile the valid region and data of another. */
  static void copy(Value source, Value destination, IrBuilder builder) {
    resize(source, destination, builder);
    move(source, destination, builder);
  }

  /** Gives a tile the valid region of another. */
  static void resize(Value source, Value destination, IrBuilder builder) {
    if (isDynamic((TileType) destination.type())) {
      List<Value> shape = extents(source, builder);
      builder.createGrouped(
          Op.SET_VALIDSHAPE,
          List.of(List.of(destination), List.of(shape.get(0)), List.of(shape.get(1))),
          List.of(),
          Attributes.EMPTY);
    }
  }

  private static void move(Value source, Value destination, IrBuilder builder) {
    builder.transfer(Op.TMOV, byRows(source, builder), byRows(destination, builder));
  }

  /** A tile of columns seen as a tile of rows. */
  static Value byRows(Value tile, IrBuilder builder) {
    TileType type = (TileType) tile.type();
    if (type.baseLayout() == TileType.BaseLayout.ROW_MAJOR) {
      return tile;
    }
    TileType turned =
        type.withExtents(type.columns(), type.rows())
            .withValid(type.validColumns(), type.validRows())
            .withBaseLayout(TileType.BaseLayout.ROW_MAJOR);
    List<Value> shape = isDynamic(type) ? extents(tile, builder).reversed() : List.of();
    Value view = allocate(turned, shape, builder);
    builder.createGrouped(
        Op.TRESHAPE, List.of(List.of(tile), List.of(view)), List.of(), Attributes.EMPTY);
    return view;
  }

  /** A new tile of the type and valid region of another, over the data of the source. */
  static Value reshaped(Value source, Value model, IrBuilder builder) {
    Value view = like(model, builder);
    builder.createGrouped(
        Op.TRESHAPE, List.of(List.of(source), List.of(view)), List.of(), Attributes.EMPTY);
    return view;
  }

  private static Value allocate(TileType type, List<Value> shape, IrBuilder builder) {
    List<Value> rows = type.validRows() == TileType.DYNAMIC ? List.of(shape.get(0)) : List.of();
    List<Value> columns =
        type.validColumns() == TileType.DYNAMIC ? List.of(shape.get(1)) : List.of();
    return builder
        .createGrouped(
            Op.ALLOC_TILE,
            List.of(List.of(), rows, columns),
            List.of(type),
            TileUses.mark(Attributes.EMPTY, true))
        .result();
  }

  private static boolean isDynamic(TileType type) {
    return !type.hasStaticValid();
  }

  private static List<Value> extents(Value tile, IrBuilder builder) {
    return builder
        .createGrouped(
            Op.GET_VALIDSHAPE,
            List.of(List.of(tile)),
            List.of(ElementType.INDEX, ElementType.INDEX),
            Attributes.EMPTY)
        .results();
  }
}
