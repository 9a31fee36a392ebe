package org.ptoc.passes.build;

import java.util.Optional;
import java.util.OptionalLong;
import org.ptoc.ir.Value;
import org.ptoc.ir.isa.BitField;
import org.ptoc.ir.isa.ConfigurationWord;
import org.ptoc.ir.type.ElementType;

/**
 * Builds a configuration word from fields that may be known only at run time. Constant fields are folded into one constant.
 * A field value that does not fit makes {@link #overflow} true; its bits are then cut off.
 */
public final class WordBuilder {
  private final IrBuilder builder;
  private final ConfigurationWord layout;
  private long constant;
  private Optional<Value> dynamic = Optional.empty();
  private boolean overflow;

  public WordBuilder(IrBuilder builder, ConfigurationWord layout) {
    this.builder = builder;
    this.layout = layout;
  }

  /** Sets a field to a constant. */
  public WordBuilder set(String field, long value) {
    BitField bits = layout.field(field);
    boolean fits = value >= 0 && (bits.width() == 64 || value < 1L << bits.width());
    overflow |= !fits;
    constant |= (fits ? value : value & (1L << bits.width()) - 1) << bits.lsb();
    return this;
  }

  /** Sets a field to a value of any integer type; narrow types are taken as unsigned. */
  public WordBuilder set(String field, Value value) {
    Value wide = builder.cast(value, ElementType.I64);
    OptionalLong known = builder.constantOf(wide);
    if (known.isPresent()) {
      return set(field, known.getAsLong());
    }
    Value shifted = builder.shl(wide, layout.field(field).lsb());
    dynamic = Optional.of(dynamic.isPresent() ? builder.or(dynamic.get(), shifted) : shifted);
    return this;
  }

  /** True when a constant did not fit its field. */
  public boolean overflow() {
    return overflow;
  }

  /** The word as an {@code i64}. */
  public Value word() {
    Value fixed = builder.i64(constant);
    return dynamic.isPresent() ? builder.or(dynamic.get(), fixed) : fixed;
  }
}
