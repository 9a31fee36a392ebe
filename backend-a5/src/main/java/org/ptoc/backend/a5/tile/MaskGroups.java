package org.ptoc.backend.a5.tile;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.Op;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.VectorRegisterType;
import org.ptoc.passes.build.IrBuilder;

/**
 * Runs of elements next to their packed mask bits. A group is what one predicate access covers: 128
 * elements in 16 bytes, or 256 8-bit elements in 32 bytes. 32-bit data takes two vectors for a
 * group.
 */
final class MaskGroups {
  private final ElementType element;
  private final int lanes;
  private final int size;

  MaskGroups(ElementType element) {
    this.element = element;
    this.lanes = VectorRegisterType.full(element).lanes();
    this.size = element.bits() == 8 ? 256 : 128;
  }

  /**
   * One group.
   *
   * @param offset first element, {@code index}
   * @param first active lanes of the first vector
   * @param second active lanes of the second; empty if the group has none, or none of its elements
   *     is there
   * @param partial true when lanes may lie outside the run
   */
  record Group(Value offset, Value first, Optional<Value> second, boolean partial) {}

  /** What happens for one group. */
  interface Iteration {
    /**
     * @param place what the group before handed on, such as a pointer to the mask bits
     * @return what the next one gets
     */
    List<Value> emit(IrBuilder builder, Group group, List<Value> place);
  }

  /** The same place one group further; it is a pointer to bytes. */
  List<Value> next(IrBuilder builder, List<Value> place) {
    Value bytes = place.getFirst();
    return List.of(builder.value(Op.ADDPTR, bytes.type(), bytes, builder.index(size / Byte.SIZE)));
  }

  /** True if a run of elements is known to be one group at most. */
  boolean isOne(IrBuilder builder, Value count) {
    OptionalLong known = builder.constantOf(count);
    return known.isPresent() && known.getAsLong() <= size;
  }

  /** Where the second vector of a group begins. */
  Value secondOffset(IrBuilder builder, Group group) {
    return builder.add(group.offset(), builder.index(lanes));
  }

  /**
   * Emits an iteration for each group of {@code count} elements; full groups run under the constant
   * full mask.
   */
  List<Value> forEach(IrBuilder builder, Value count, List<Value> start, Iteration iteration) {
    OptionalLong known = builder.constantOf(count);
    return known.isPresent()
        ? forEachStatic(builder, known.getAsLong(), start, iteration)
        : forEachDynamic(builder, count, start, iteration);
  }

  private List<Value> forEachStatic(
      IrBuilder builder, long count, List<Value> start, Iteration iteration) {
    long whole = count / size * size;
    List<Value> place = start;
    if (whole > 0) {
      Value all = Columns.pattern(builder, element, "PAT_ALL");
      Optional<Value> second = hasSecond(size) ? Optional.of(all) : Optional.empty();
      place =
          builder.loop(
              builder.index(0),
              builder.index(whole),
              builder.index(size),
              start,
              (body, offset, carried) ->
                  iteration.emit(body, new Group(offset, all, second, false), carried));
    }
    if (count == whole) {
      return place;
    }
    long rest = count - whole;
    Value first = Columns.prefix(builder, element, builder.index(rest));
    Optional<Value> second = Optional.empty();
    if (hasSecond(rest)) {
      second = Optional.of(Columns.prefix(builder, element, builder.index(rest - lanes)));
    }
    return iteration.emit(builder, new Group(builder.index(whole), first, second, true), place);
  }

  /**
   * Emits an iteration for each group, the last one first; each gets {@code bytes}, a pointer to
   * the mask bits of the run, moved to its own.
   */
  void forEachDownward(IrBuilder builder, Value count, Value bytes, Iteration iteration) {
    Value groups = builder.ceilDivide(count, size);
    Value last = builder.sub(groups, builder.index(1));
    builder.loop(
        builder.index(0),
        groups,
        builder.index(1),
        (body, done) -> {
          Value number = body.sub(last, done);
          Value offset = body.mul(number, body.index(size));
          Value place = body.mul(number, body.index(size / Byte.SIZE));
          Value moved = body.value(Op.ADDPTR, bytes.type(), bytes, place);
          List<Value> masks = masks(body, body.cast(body.sub(count, offset), ElementType.I32));
          iteration.emit(body, group(offset, masks), List.of(moved));
        });
  }

  /** The masks of the vectors of a group, and how many elements are left behind it. */
  private List<Value> masks(IrBuilder builder, Value count) {
    List<Value> masks = new ArrayList<>();
    Value left = count;
    for (int done = 0; done < size; done += lanes) {
      Operation below = Columns.lessThan(builder, element, left);
      masks.add(below.result(0));
      left = below.result(1);
    }
    masks.add(left);
    return masks;
  }

  private static Group group(Value offset, List<Value> masks) {
    Optional<Value> second = masks.size() > 2 ? Optional.of(masks.get(1)) : Optional.empty();
    return new Group(offset, masks.getFirst(), second, true);
  }

  private boolean hasSecond(long elements) {
    return elements > lanes;
  }

  private List<Value> forEachDynamic(
      IrBuilder builder, Value count, List<Value> start, Iteration iteration) {
    List<Value> carriedIn = new ArrayList<>(start);
    carriedIn.add(builder.cast(count, ElementType.I32));
    List<Value> end =
        builder.loop(
            builder.index(0),
            count,
            builder.index(size),
            carriedIn,
            (body, offset, carried) -> {
              List<Value> masks = masks(body, carried.getLast());
              Group group = group(offset, masks);
              List<Value> next =
                  new ArrayList<>(iteration.emit(body, group, carried.subList(0, start.size())));
              next.add(masks.getLast());
              return next;
            });
    return end.subList(0, start.size());
  }
}
