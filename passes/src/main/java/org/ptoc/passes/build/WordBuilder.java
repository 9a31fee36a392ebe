package org.ptoc.passes.build;

import java.util.Optional;
import java.util.OptionalLong;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.Arithmetic;
import org.ptoc.ir.isa.BitField;
import org.ptoc.ir.isa.ConfigurationField;
import org.ptoc.ir.isa.ConfigurationWord;
import org.ptoc.ir.type.ElementType;

/**
 * Builds a configuration word from fields that may be known only at run time. Constant fields are
 * folded into one constant. A constant that does not fit makes {@link #overflow} true. Then, and
 * when a value that is known only at run time does not fit, the word is {@link
 * ConfigurationWord#IMPOSSIBLE}, which no instruction takes: a trap is better than a transfer of
 * some other length.
 */
public final class WordBuilder {
  private final IrBuilder builder;
  private final ConfigurationWord layout;
  private long constant;
  private Optional<Value> dynamic = Optional.empty();
  private Optional<Value> excess = Optional.empty();
  private boolean overflow;

  public WordBuilder(IrBuilder builder, ConfigurationWord layout) {
    this.builder = builder;
    this.layout = layout;
  }

  /** Sets a field to a constant. */
  public WordBuilder set(ConfigurationField field, long value) {
    BitField bits = layout.field(field);
    boolean fits = value >= 0 && (bits.width() == 64 || value < 1L << bits.width());
    overflow |= !fits;
    constant |= (fits ? value : value & (1L << bits.width()) - 1) << bits.lsb();
    return this;
  }

  /** Sets a field to a value of any integer type; narrow types are taken as unsigned. */
  public WordBuilder set(ConfigurationField field, Value value) {
    Value wide = builder.cast(value, ElementType.I64);
    OptionalLong known = builder.constantOf(wide);
    if (known.isPresent()) {
      return set(field, known.getAsLong());
    }
    BitField bits = layout.field(field);
    if (((ElementType) value.type()).bits() > bits.width()) {
      forbid(builder.divide(wide, 1L << bits.width()));
    }
    Value shifted = builder.shl(wide, bits.lsb());
    dynamic = Optional.of(dynamic.isPresent() ? builder.or(dynamic.get(), shifted) : shifted);
    return this;
  }

  /** An {@code i64} that must be zero at run time for the word to be possible. */
  public WordBuilder forbid(Value nonzero) {
    OptionalLong known = builder.constantOf(nonzero);
    if (known.isPresent()) {
      overflow |= known.getAsLong() != 0;
    } else {
      excess = Optional.of(excess.isPresent() ? builder.or(excess.get(), nonzero) : nonzero);
    }
    return this;
  }

  /** True when a constant did not fit its field. */
  public boolean overflow() {
    return overflow;
  }

  /** The word as an {@code i64}. */
  public Value word() {
    Value fixed = builder.i64(overflow ? ConfigurationWord.IMPOSSIBLE : constant);
    Value packed = dynamic.isPresent() ? builder.or(dynamic.get(), fixed) : fixed;
    if (overflow || excess.isEmpty()) {
      return packed;
    }
    Value beyond = builder.compare("ne", excess.get(), builder.i64(0));
    return builder.value(
        Arithmetic.SELECT,
        ElementType.I64,
        beyond,
        builder.i64(ConfigurationWord.IMPOSSIBLE),
        packed);
  }
}
