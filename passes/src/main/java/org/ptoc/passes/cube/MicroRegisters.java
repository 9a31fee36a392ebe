package org.ptoc.passes.cube;

import java.util.Locale;
import java.util.Map;
import org.ptoc.ir.Attribute;
import org.ptoc.ir.Attributes;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.isa.SpecialRegister;
import org.ptoc.ir.type.ElementType;
import org.ptoc.passes.build.IrBuilder;

/** Micro operations that write registers (spec/60, 3.9). */
final class MicroRegisters {
  /** Names that are not those of the instruction set. */
  private static final Map<String, SpecialRegister> NAMES =
      Map.of(
          "FIX_CLIP_RELU", SpecialRegister.CLIP_RELU,
          "STORE_ATOMIC_CFG", SpecialRegister.ST_ATOMIC_CFG);

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

  private SpecialRegister register() {
    String name = op.definition().shortName().substring("set_".length()).toUpperCase(Locale.ROOT);
    SpecialRegister other = NAMES.get(name);
    return other == null ? SpecialRegister.valueOf(name) : other;
  }

  void set() {
    words.set(register(), op.operand("value"));
  }

  void setParts() {
    Value high = builder.shl(op.operand("high"), LOW_BITS);
    words.set(register(), builder.or(high, op.operand("low")));
  }

  /** How f32 factors are rounded from here on. */
  void rounding() {
    long bits = isSet("enable") ? 1L << ROUND : 0;
    bits |= isSet("mode") ? 1L << AWAY : 0;
    Value old =
        builder
            .createGrouped(
                "pto.get_ctrl",
                java.util.List.of(),
                java.util.List.of(ElementType.I64),
                Attributes.EMPTY)
            .result();
    Value cleared = builder.and(old, builder.i64(~(1L << ROUND | 1L << AWAY)));
    builder.effect("pto.set_ctrl", Attributes.EMPTY, builder.or(cleared, builder.i64(bits)));
  }

  private boolean isSet(String name) {
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
