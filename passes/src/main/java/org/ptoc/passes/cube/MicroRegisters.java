package org.ptoc.passes.cube;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.ptoc.ir.Attribute;
import org.ptoc.ir.Attributes;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.Op;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.type.ElementType;
import org.ptoc.passes.build.IrBuilder;

/** Micro operations that write registers (spec/60, 3.9). */
final class MicroRegisters {
  /** Fields of CTRL that say what atomic stores do, and their values by the ends of names. */
  private static final long ATOMIC_TYPE = 7L << 6;

  private static final long ATOMIC_OPERATION = 3L << 9;
  private static final Map<String, Long> OPERATIONS =
      Map.of("add", 0L, "max", 1L << 9, "min", 2L << 9);
  private static final Map<String, Long> TYPES =
      Map.of(
          "f32", 1L << 6,
          "f16", 2L << 6,
          "s16", 3L << 6,
          "s32", 4L << 6,
          "s8", 5L << 6,
          "bf16", 6L << 6);

  private static final int LOW_BITS = 40;
  private static final int ROUND = 46;
  private static final int AWAY = 47;

  private final CubeWords words;
  private final IrBuilder builder;
  private final Operation op;

  MicroRegisters(CubeWords words, Operation op) {
    this.words = words;
    this.builder = words.builder();
    this.op = op;
  }

  void set() {
    words.set(op.definition().register(), op.operand(RoleName.VALUE));
  }

  void setParts() {
    Value high = builder.shl(op.operand(RoleName.HIGH), LOW_BITS);
    words.set(op.definition().register(), builder.or(high, op.operand(RoleName.LOW)));
  }

  /** How f32 factors are rounded from here on. */
  void rounding() {
    long bits = isSet(AttributeName.ENABLE) ? 1L << ROUND : 0;
    bits |= isSet(AttributeName.MODE) ? 1L << AWAY : 0;
    control(1L << ROUND | 1L << AWAY, bits);
  }

  /** What following atomic stores do; stores without a type replace. */
  void atomics() {
    String name = op.definition().shortName();
    String end = name.substring(name.lastIndexOf('_') + 1);
    Long operation = OPERATIONS.get(end);
    if (operation != null) {
      control(ATOMIC_OPERATION, operation);
    } else {
      control(ATOMIC_TYPE, TYPES.getOrDefault(end, 0L));
    }
  }

  /** Puts bits into a field of the control register. */
  private void control(long field, long bits) {
    Value old =
        builder
            .createGrouped(Op.GET_CTRL, List.of(), List.of(ElementType.I64), Attributes.EMPTY)
            .result();
    Value cleared = builder.and(old, builder.i64(~field));
    builder.effect(Op.SET_CTRL, Attributes.EMPTY, builder.or(cleared, builder.i64(bits)));
  }

  private boolean isSet(AttributeName name) {
    Attribute value = op.attributes().get(name).orElse(new Attribute.Flag(false));
    return switch (value) {
      case Attribute.Flag flag -> flag.value();
      case Attribute.Unit unit -> true;
      case Attribute.Int number -> number.value() != 0;
      case Attribute.Text text -> text.value().contains("away");
      case Attribute.Enumerated member -> member.member().toLowerCase(Locale.ROOT).contains("away");
      default -> false;
    };
  }
}
