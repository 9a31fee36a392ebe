package org.ptoc.backend.a5.tile;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.VectorRegisterType;
import org.ptoc.passes.build.IrBuilder;

/**
 * Runs of elements next to their packed mask bits. A group is what one predicate access covers: 128 elements in 16 bytes, or
 * 256 8-bit elements in 32 bytes. 32-bit data takes two vectors for a group.
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
   * @param bytes pointer to its mask bits
   * @param first active lanes of the first vector
   * @param second those of the second; empty where the group has none, or none of its elements is there
   * @param partial true when lanes may lie outside the run
   */
  record Group(Value offset, Value bytes, Value first, Optional<Value> second, boolean partial) {}

  /** What happens for one group. */
  interface Pass {
    void emit(IrBuilder builder, Group group);
  }

  /** Where the second vector of a group begins. */
  Value secondOffset(IrBuilder builder, Group group) {
    return builder.add(group.offset(), builder.index(lanes));
  }

  /** Emits a pass for each group of {@code count} elements; full groups run under the constant full mask. */
  void forEach(IrBuilder builder, Value count, Value bytes, Pass pass) {
    OptionalLong known = builder.constantOf(count);
    if (known.isPresent()) {
      forEachStatic(builder, known.getAsLong(), bytes, pass);
    } else {
      forEachDynamic(builder, count, bytes, pass);
    }
  }

  private void forEachStatic(IrBuilder builder, long count, Value bytes, Pass pass) {
    long whole = count / size * size;
    Value next = bytes;
    if (whole > 0) {
      Value all = Columns.pattern(builder, element, "PAT_ALL");
      next =
          builder.loop(
              builder.index(0),
              builder.index(whole),
              builder.index(size),
              List.of(bytes),
              (body, offset, carried) -> {
                Optional<Value> second = hasSecond(size) ? Optional.of(all) : Optional.empty();
                pass.emit(body, new Group(offset, carried.getFirst(), all, second, false));
                return List.of(advance(body, carried.getFirst()));
              })
              .getFirst();
    }
    if (count > whole) {
      long rest = count - whole;
      Value first = Columns.prefix(builder, element, builder.index(rest));
      Optional<Value> second = Optional.empty();
      if (hasSecond(rest)) {
        second = Optional.of(Columns.prefix(builder, element, builder.index(rest - lanes)));
      }
      pass.emit(builder, new Group(builder.index(whole), next, first, second, true));
    }
  }

  private boolean hasSecond(long elements) {
    return elements > lanes;
  }

  private void forEachDynamic(IrBuilder builder, Value count, Value bytes, Pass pass) {
    builder.loop(
        builder.index(0),
        count,
        builder.index(size),
        List.of(builder.cast(count, ElementType.I32), bytes),
        (body, offset, carried) -> {
          List<Value> masks = new ArrayList<>();
          Value left = carried.getFirst();
          for (int done = 0; done < size; done += lanes) {
            Operation below = Columns.lessThan(body, element, left);
            masks.add(below.result(0));
            left = below.result(1);
          }
          Optional<Value> second = masks.size() > 1 ? Optional.of(masks.getLast()) : Optional.empty();
          pass.emit(body, new Group(offset, carried.getLast(), masks.getFirst(), second, true));
          return List.of(left, advance(body, carried.getLast()));
        });
  }

  private Value advance(IrBuilder builder, Value bytes) {
    return builder.value("pto.addptr", bytes.type(), bytes, builder.index(size / Byte.SIZE));
  }
}
