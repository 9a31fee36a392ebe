package org.ptoc.passes.tile;

import java.util.List;
import java.util.Optional;
import org.ptoc.ir.Attributes;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.Op;
import org.ptoc.ir.type.ElementType;
import org.ptoc.passes.build.IrBuilder;

/**
 * The control register around a store that combines with what global memory holds (spec/60, 3.9):
 * bits 8:6 have the type, bits 10:9 the operation.
 */
public final class AtomicControl {
  private static final long FIELDS = 0x7C0;
  private static final int TYPE = 6;
  private static final int OPERATION = 9;

  private final IrBuilder builder;
  private final Optional<Long> bits;
  private Optional<Value> before = Optional.empty();

  public AtomicControl(IrBuilder builder, Operation op, ElementType element) {
    this(builder, op.attributes().text(AttributeName.ATOMIC), element);
  }

  /**
   * @param operation how values are combined; empty for stores that replace
   */
  public AtomicControl(IrBuilder builder, Optional<String> operation, ElementType element) {
    this.builder = builder;
    this.bits = operation.flatMap(name -> bits(name, element));
  }

  private static Optional<Long> bits(String name, ElementType element) {
    return switch (name) {
      case "add" -> Optional.of(type(element) << TYPE);
      case "max" -> Optional.of(type(element) << TYPE | 1L << OPERATION);
      case "min" -> Optional.of(type(element) << TYPE | 2L << OPERATION);
      default -> Optional.empty();
    };
  }

  /** True for elements that stores combine. */
  static boolean exists(ElementType element) {
    return code(element) != 0;
  }

  private static long type(ElementType element) {
    long code = code(element);
    if (code == 0) {
      throw new IllegalArgumentException("no atomic store of " + element.spelling());
    }
    return code;
  }

  private static int code(ElementType element) {
    return switch (element) {
      case F32 -> 1;
      case F16 -> 2;
      case I16, SI16 -> 3;
      case I32, SI32 -> 4;
      case I8, SI8 -> 5;
      case BF16 -> 6;
      default -> 0;
    };
  }

  /** Sets the fields for what follows. */
  public void begin() {
    if (bits.isPresent()) {
      Value old =
          builder
              .createGrouped(Op.GET_CTRL, List.of(), List.of(ElementType.I64), Attributes.EMPTY)
              .result();
      before = Optional.of(old);
      Value cleared = builder.and(old, builder.i64(~FIELDS));
      set(builder.or(cleared, builder.i64(bits.get())));
    }
  }

  /** Puts back what they were. */
  public void end() {
    before.ifPresent(this::set);
  }

  private void set(Value value) {
    builder.effect(Op.SET_CTRL, Attributes.EMPTY, value);
  }
}
