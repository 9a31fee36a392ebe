package org.ptoc.passes.build;

import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.ptoc.ir.Attribute;
import org.ptoc.ir.Function;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Region;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.OperationForm;

/** Which values of a function are compile-time constants. */
public final class Constants {
  private final Map<Value, Attribute> known = new IdentityHashMap<>();

  /** The constants that a function defines. */
  public static Constants of(Function function) {
    Constants constants = new Constants();
    function.body().ifPresent(constants::scan);
    return constants;
  }

  private void scan(Region region) {
    for (Operation op : region.all()) {
      if (op.definition().form() == OperationForm.CONSTANT) {
        op.attributes().get(AttributeName.VALUE).ifPresent(value -> known.put(op.result(), value));
      }
    }
  }

  /** Records a constant. */
  public void put(Value value, Attribute constant) {
    known.put(value, constant);
  }

  /** The constant of a value. */
  public Optional<Attribute> get(Value value) {
    return Optional.ofNullable(known.get(value));
  }

  /** The value of an integer or index constant, sign-extended. */
  public OptionalLong integer(Value value) {
    return known.get(value) instanceof Attribute.Int number
        ? OptionalLong.of(number.value())
        : OptionalLong.empty();
  }

  /** The bits of any constant: an integer sign-extended, a float as its pattern. */
  public OptionalLong bits(Value value) {
    return switch (known.get(value)) {
      case Attribute.Int number -> OptionalLong.of(number.value());
      case Attribute.Real number -> OptionalLong.of(number.bits());
      case null, default -> OptionalLong.empty();
    };
  }
}
