package org.ptoc.backend.a5.tile;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Function;
import org.ptoc.ir.Attribute;
import org.ptoc.ir.Attributes;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.Op;
import org.ptoc.ir.overlap.WorkOrder;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.MaskType;
import org.ptoc.ir.type.MemorySpace;
import org.ptoc.ir.type.PointerType;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.storage.TileHandle;

/** Comparison into packed mask tiles and selection by them (spec/20, 6.5), group by group. */
final class TileSelection {
  private final ElementType element;
  private final MaskGroups groups;

  TileSelection(ElementType element) {
    this.element = element;
    this.groups = new MaskGroups(element);
  }

  /** Compares two vectors, or a vector with a scalar. */
  interface Test {
    Value emit(Lanes lanes, List<Value> vectors);
  }

  /**
   * Emits a comparison.
   *
   * @param linear true when the bits of all rows follow each other, whatever the pitch of the mask
   *     tile
   */
  void compare(
      IrBuilder builder, List<TileHandle> sources, TileHandle maskTile, boolean linear, Test test) {
    TileHandle shape = sources.getFirst();
    if (Elementwise.isEmpty(builder, shape)) {
      return;
    }
    builder.vecscope(
        body -> {
          if (linear || isOneRun(body, shape, sources, maskTile)) {
            List<Value> pointers =
                sources.stream().map(tile -> Columns.pointer(body, tile)).toList();
            Value count = body.mul(shape.rows(), shape.columns());
            compareRun(
                body,
                sources,
                pointers,
                bytePointer(body, Columns.pointer(body, maskTile)),
                count,
                test);
          } else {
            List<TileHandle> tiles = new ArrayList<>(sources);
            tiles.add(maskTile);
            Columns.rows(
                body,
                shape.rows(),
                tiles,
                (inner, row, pointers) ->
                    compareRun(
                        inner,
                        sources,
                        pointers.subList(0, sources.size()),
                        bytePointer(inner, pointers.getLast()),
                        shape.columns(),
                        test));
          }
        });
  }

  /**
   * True if rows follow each other without a gap in the data and in the mask, which makes both
   * layouts of bits one.
   */
  private static boolean isOneRun(
      IrBuilder builder, TileHandle shape, List<TileHandle> data, TileHandle maskTile) {
    OptionalLong rows = shape.staticRows(builder.constants());
    OptionalLong columns = shape.staticColumns(builder.constants());
    boolean oneRow = shape.type().rows() == 1 || rows.isPresent() && rows.getAsLong() == 1;
    boolean gapless =
        columns.isPresent() && columns.getAsLong() == maskTile.pitchBytes() * Byte.SIZE;
    return (oneRow || gapless)
        && data.stream().allMatch(tile -> tile.isContiguous(builder.constants()));
  }

  private static Value bytePointer(IrBuilder builder, Value pointer) {
    return builder.value(Op.CASTPTR, new PointerType(ElementType.UI8, MemorySpace.UB), pointer);
  }

  private void compareRun(
      IrBuilder builder,
      List<TileHandle> sources,
      List<Value> pointers,
      Value bytes,
      Value count,
      Test test) {
    MaskWriter writer = MaskWriter.of(element, !groups.isOne(builder, count));
    List<Value> end =
        groups.forEach(
            builder,
            count,
            writer.start(builder, bytes),
            (body, group, place) -> {
              Value image =
                  test(body, sources, pointers, group, group.first(), group.offset(), test);
              if (element.bits() == 32) {
                Value second =
                    group.second().isPresent()
                        ? test(
                            body,
                            sources,
                            pointers,
                            group,
                            group.second().get(),
                            groups.secondOffset(body, group),
                            test)
                        : Columns.pattern(body, element, "PAT_ALLF");
                image = join(body, image, second);
              }
              return writer.store(body, image, place);
            });
    writer.finish(builder, end);
  }

  private Value test(
      IrBuilder builder,
      List<TileHandle> sources,
      List<Value> pointers,
      MaskGroups.Group group,
      Value mask,
      Value offset,
      Test test) {
    return test.emit(
        new Lanes(builder, element, mask),
        load(builder, sources, pointers, offset, group.partial()));
  }

  private static List<Value> load(
      IrBuilder builder,
      List<TileHandle> sources,
      List<Value> pointers,
      Value offset,
      boolean partial) {
    List<Value> vectors = new ArrayList<>();
    for (int i = 0; i < sources.size(); i++) {
      vectors.add(Columns.load(builder, sources.get(i), pointers.get(i), offset, partial));
    }
    return vectors;
  }

  /**
   * Two masks of 64 lanes as one of 128: lanes of two bits, of which the even ones carry the
   * predicate.
   */
  private static Value join(IrBuilder builder, Value low, Value high) {
    Value first = builder.value(Op.PBITCAST, MaskType.B16, low);
    Value second = builder.value(Op.PBITCAST, MaskType.B16, high);
    return builder
        .create(
            Op.PDINTLV_B16,
            List.of(first, second),
            List.of(MaskType.B16, MaskType.B16),
            Attributes.EMPTY)
        .result(0);
  }

  /** Combines the vectors that are loaded, chosen by a mask. */
  interface Choice {
    Value emit(Lanes lanes, List<Value> vectors, Value selector);
  }

  /** Emits a selection by a mask tile. */
  void select(
      IrBuilder builder,
      TileHandle maskTile,
      List<TileHandle> sources,
      TileHandle destination,
      WorkOrder order,
      Choice choice) {
    if (Elementwise.isEmpty(builder, destination)) {
      return;
    }
    List<TileHandle> data = new ArrayList<>(sources);
    data.add(destination);
    List<TileHandle> tiles = new ArrayList<>(data);
    tiles.add(maskTile);
    builder.vecscope(
        body -> {
          if (isOneRun(body, destination, data, maskTile)) {
            List<Value> pointers = tiles.stream().map(tile -> Columns.pointer(body, tile)).toList();
            selectRun(
                body,
                sources,
                pointers,
                body.mul(destination.rows(), destination.columns()),
                order,
                choice);
          } else {
            Columns.rows(
                body,
                destination.rows(),
                tiles,
                order,
                (inner, row, pointers) ->
                    selectRun(inner, sources, pointers, destination.columns(), order, choice));
          }
        });
  }

  /**
   * @param pointers to the sources, the destination and the mask
   */
  private void selectRun(
      IrBuilder builder,
      List<TileHandle> sources,
      List<Value> pointers,
      Value count,
      WorkOrder order,
      Choice choice) {
    Value bytes = bytePointer(builder, pointers.getLast());
    boolean downward = order == WorkOrder.DESCENDING;
    MaskGroups.Iteration iteration =
        (body, group, place) -> {
          Value image = loadImage(body, place);
          Vectors vectors = new Vectors(sources, pointers, group.partial(), choice);
          if (downward) {
            second(body, group, image, vectors);
          }
          Value low = element.bits() == 32 ? half(body, image, "LOWER") : image;
          vectors.select(body, group.offset(), group.first(), inner -> low);
          if (!downward) {
            second(body, group, image, vectors);
          }
          return groups.next(body, place);
        };
    if (downward) {
      groups.forEachDownward(builder, count, bytes, iteration);
    } else {
      groups.forEach(builder, count, List.of(bytes), iteration);
    }
  }

  private void second(IrBuilder builder, MaskGroups.Group group, Value image, Vectors vectors) {
    if (group.second().isPresent()) {
      vectors.select(
          builder,
          groups.secondOffset(builder, group),
          group.second().get(),
          inner -> half(inner, image, "HIGHER"));
    }
  }

  /** The vectors of a run of elements. */
  private final class Vectors {
    private final List<TileHandle> sources;
    private final List<Value> pointers;
    private final boolean partial;
    private final Choice choice;

    Vectors(List<TileHandle> sources, List<Value> pointers, boolean partial, Choice choice) {
      this.sources = sources;
      this.pointers = pointers;
      this.partial = partial;
      this.choice = choice;
    }

    /** Loads, chooses and stores the vector at an offset. */
    void select(IrBuilder builder, Value offset, Value mask, Function<IrBuilder, Value> selector) {
      List<Value> vectors = load(builder, sources, pointers, offset, partial);
      Lanes lanes = new Lanes(builder, element, mask);
      Value chosen = choice.emit(lanes, vectors, selector.apply(builder));
      Columns.store(builder, chosen, pointers.get(sources.size()), offset, mask);
    }
  }

  /** The mask bits of a group; every bit is doubled, which is a mask of 16-bit lanes. */
  private Value loadImage(IrBuilder builder, List<Value> place) {
    boolean narrow = element.bits() == 8;
    return builder
        .createGrouped(
            Op.PLDS,
            List.of(place, List.of(builder.index(0))),
            List.of(narrow ? MaskType.B8 : MaskType.B16),
            Attributes.of(AttributeName.DIST, new Attribute.Text(narrow ? "NORM" : "US")))
        .result();
  }

  /** 64 of the 128 lanes, as a mask of 32-bit lanes. */
  private static Value half(IrBuilder builder, Value image, String part) {
    return builder
        .createGrouped(
            Op.PUNPACK,
            List.of(List.of(image)),
            List.of(MaskType.B32),
            Attributes.of(AttributeName.PART, new Attribute.Text(part)))
        .result();
  }
}
