package org.ptoc.backend.a5.tile;

import java.util.List;
import org.ptoc.ir.Attribute;
import org.ptoc.ir.Attributes;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.Op;
import org.ptoc.ir.type.AlignType;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.MemorySpace;
import org.ptoc.ir.type.PointerType;
import org.ptoc.passes.build.IrBuilder;

/**
 * How the packed bits of a run of groups go to a mask tile. What one store hands to the next is a
 * list of values.
 */
sealed interface MaskWriter {

  /** What the first store gets. */
  List<Value> start(IrBuilder builder, Value bytes);

  /** Stores the image of a group. */
  List<Value> store(IrBuilder builder, Value image, List<Value> place);

  void finish(IrBuilder builder, List<Value> place);

  /**
   * The writer of a run. A stream steps its address itself, so that a loop over groups holds no
   * word for that; a run of one group has no loop, and there is no stream of 8-bit lanes.
   */
  static MaskWriter of(ElementType element, boolean hasLoop) {
    return hasLoop && element.bits() != 8 ? new Stream() : new Stepped(element);
  }

  /** A store at a pointer, which is advanced beside it. */
  record Stepped(ElementType element) implements MaskWriter {
    @Override
    public List<Value> start(IrBuilder builder, Value bytes) {
      return List.of(bytes);
    }

    @Override
    public List<Value> store(IrBuilder builder, Value image, List<Value> place) {
      builder.createGrouped(
          Op.PSTS,
          List.of(List.of(image), place, List.of(builder.index(0))),
          List.of(),
          Attributes.of(
              AttributeName.DIST, new Attribute.Text(element.bits() == 8 ? "NORM" : "PK")));
      return new MaskGroups(element).next(builder, place);
    }

    @Override
    public void finish(IrBuilder builder, List<Value> place) {}
  }

  /** An unaligned stream: {@code pto.pstu} appends one bit for each of 128 lanes. */
  record Stream() implements MaskWriter {
    private static final PointerType POINTER = new PointerType(ElementType.UI16, MemorySpace.UB);

    @Override
    public List<Value> start(IrBuilder builder, Value bytes) {
      Value empty = builder.value(Op.INIT_ALIGN, AlignType.ALIGN, Attributes.EMPTY);
      return List.of(empty, builder.value(Op.CASTPTR, POINTER, bytes));
    }

    @Override
    public List<Value> store(IrBuilder builder, Value image, List<Value> place) {
      List<Value> operands = List.of(place.get(0), image, place.get(1));
      return builder
          .create(Op.PSTU, operands, List.of(AlignType.ALIGN, POINTER), Attributes.EMPTY)
          .results();
    }

    @Override
    public void finish(IrBuilder builder, List<Value> place) {
      List<Value> operands = List.of(place.get(0), place.get(1), builder.i32(0));
      builder.create(Op.VSTAS, operands, List.of(), Attributes.EMPTY);
    }
  }
}
