package org.ptoc.backend.a5.tile;

import java.util.ArrayList;
import java.util.List;
import org.ptoc.ir.Attribute;
import org.ptoc.ir.Attributes;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.MaskType;
import org.ptoc.ir.type.MemorySpace;
import org.ptoc.ir.type.PointerType;
import org.ptoc.ir.type.VectorRegisterType;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.tile.TileHandle;

/**
 * Comparison into packed mask tiles and selection by them (spec/20, 6.5). A group is what one predicate store covers: 128
 * elements in 16 bytes, or 256 8-bit elements in 32 bytes. 32-bit data takes two vectors for a group.
 */
final class Selection {
  private final ElementType element;
  private final int groupElements;

  Selection(ElementType element) {
    this.element = element;
    this.groupElements = element.bits() == 8 ? 256 : 128;
  }

  /** Compares two vectors, or a vector with a scalar. */
  interface Test {
    Value emit(Lanes lanes, List<Value> vectors);
  }

  /**
   * Emits a comparison.
   *
   * @param linear true when the bits of all rows follow each other, whatever the pitch of the mask tile
   */
  void compare(IrBuilder builder, List<TileHandle> sources, TileHandle maskTile, boolean linear, Test test) {
    TileHandle shape = sources.getFirst();
    if (Elementwise.isEmpty(builder, shape)) {
      return;
    }
    builder.vecscope(
        body -> {
          if (linear) {
            List<Value> pointers = sources.stream().map(tile -> Columns.pointer(body, tile)).toList();
            Value count = body.mul(shape.rows(), shape.columns());
            compareRun(body, sources, pointers, bytePointer(body, Columns.pointer(body, maskTile)), count, test);
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

  private static Value bytePointer(IrBuilder builder, Value pointer) {
    return builder.value("pto.castptr", new PointerType(ElementType.UI8, MemorySpace.UB), pointer);
  }

  private void compareRun(
      IrBuilder builder, List<TileHandle> sources, List<Value> pointers, Value bytes, Value count, Test test) {
    builder.loop(
        builder.index(0),
        count,
        builder.index(groupElements),
        List.of(builder.cast(count, ElementType.I32)),
        (body, offset, carried) -> {
          Operation first = Columns.lessThan(body, element, carried.getFirst());
          Value image = test(body, sources, pointers, offset, first.result(0), test);
          Value left = first.result(1);
          if (element.bits() == 32) {
            Operation second = Columns.lessThan(body, element, left);
            Value next = body.add(offset, body.index(VectorRegisterType.full(element).lanes()));
            image = join(body, image, test(body, sources, pointers, next, second.result(0), test));
            left = second.result(1);
          }
          Value byteOffset = body.divide(offset, 8);
          storeImage(body, image, bytes, byteOffset);
          return List.of(left);
        });
  }

  private Value test(
      IrBuilder builder, List<TileHandle> sources, List<Value> pointers, Value offset, Value mask, Test test) {
    List<Value> vectors = new ArrayList<>();
    for (int i = 0; i < sources.size(); i++) {
      vectors.add(Columns.load(builder, sources.get(i), pointers.get(i), offset, true));
    }
    return test.emit(new Lanes(builder, element, mask), vectors);
  }

  /** Two masks of 64 lanes as one of 128: lanes of two bits, of which the even ones carry the predicate. */
  private static Value join(IrBuilder builder, Value low, Value high) {
    Value first = builder.value("pto.pbitcast", MaskType.B16, low);
    Value second = builder.value("pto.pbitcast", MaskType.B16, high);
    return builder
        .create("pto.pdintlv_b16", List.of(first, second), List.of(MaskType.B16, MaskType.B16), Attributes.EMPTY)
        .result(0);
  }

  private void storeImage(IrBuilder builder, Value image, Value bytes, Value offset) {
    String dist = element.bits() == 8 ? "NORM" : "PK";
    builder.createGrouped(
        "pto.psts",
        List.of(List.of(image), List.of(bytes), List.of(offset)),
        List.of(),
        Attributes.of("dist", new Attribute.Text(dist)));
  }

  /** Combines the vectors that are loaded, chosen by a mask. */
  interface Choice {
    Value emit(Lanes lanes, List<Value> vectors, Value selector);
  }

  /** Emits a selection by a mask tile. */
  void select(
      IrBuilder builder, TileHandle maskTile, List<TileHandle> sources, TileHandle destination, Choice choice) {
    if (Elementwise.isEmpty(builder, destination)) {
      return;
    }
    List<TileHandle> tiles = new ArrayList<>(sources);
    tiles.add(destination);
    tiles.add(maskTile);
    builder.vecscope(
        body ->
            Columns.rows(
                body,
                destination.rows(),
                tiles,
                (inner, row, pointers) -> selectRow(inner, sources, destination, pointers, choice)));
  }

  private void selectRow(
      IrBuilder builder, List<TileHandle> sources, TileHandle destination, List<Value> pointers, Choice choice) {
    Value bytes = bytePointer(builder, pointers.getLast());
    Value to = pointers.get(sources.size());
    builder.loop(
        builder.index(0),
        destination.columns(),
        builder.index(groupElements),
        List.of(builder.cast(destination.columns(), ElementType.I32)),
        (body, offset, carried) -> {
          Value image = loadImage(body, bytes, body.divide(offset, 8));
          Operation first = Columns.lessThan(body, element, carried.getFirst());
          Value left = first.result(1);
          Value selector = element.bits() == 32 ? half(body, image, "LOWER") : image;
          choose(body, sources, pointers, to, offset, selector, first.result(0), choice);
          if (element.bits() == 32) {
            Operation second = Columns.lessThan(body, element, left);
            Value next = body.add(offset, body.index(VectorRegisterType.full(element).lanes()));
            choose(body, sources, pointers, to, next, half(body, image, "HIGHER"), second.result(0), choice);
            left = second.result(1);
          }
          return List.of(left);
        });
  }

  private void choose(
      IrBuilder builder,
      List<TileHandle> sources,
      List<Value> pointers,
      Value to,
      Value offset,
      Value selector,
      Value mask,
      Choice choice) {
    List<Value> vectors = new ArrayList<>();
    for (int i = 0; i < sources.size(); i++) {
      vectors.add(Columns.load(builder, sources.get(i), pointers.get(i), offset, true));
    }
    Value result = choice.emit(new Lanes(builder, element, mask), vectors, selector);
    Columns.store(builder, result, to, offset, mask);
  }

  /** The mask bits of a group; every bit is doubled, which is a mask of 16-bit lanes. */
  private Value loadImage(IrBuilder builder, Value bytes, Value offset) {
    boolean narrow = element.bits() == 8;
    return builder
        .createGrouped(
            "pto.plds",
            List.of(List.of(bytes), List.of(offset)),
            List.of(narrow ? MaskType.B8 : MaskType.B16),
            Attributes.of("dist", new Attribute.Text(narrow ? "NORM" : "US")))
        .result();
  }

  /** 64 of the 128 lanes, as a mask of 32-bit lanes. */
  private static Value half(IrBuilder builder, Value image, String part) {
    return builder
        .createGrouped(
            "pto.punpack",
            List.of(List.of(image)),
            List.of(MaskType.B32),
            Attributes.of("part", new Attribute.Text(part)))
        .result();
  }
}
