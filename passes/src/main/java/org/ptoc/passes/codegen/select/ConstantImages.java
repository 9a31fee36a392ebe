package org.ptoc.passes.codegen.select;

import java.util.Optional;
import org.ptoc.ir.Attribute;
import org.ptoc.ir.Operation;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.Type;

/** What registers hold for the literals of {@code arith.constant}. */
final class ConstantImages {
  private ConstantImages() {}

  static Optional<ValueMap.Binding.Known> of(Operation constant) {
    Type type = constant.result().type();
    return switch (constant.attributes().get(AttributeName.VALUE).orElse(null)) {
      case Attribute.Int number -> Optional.of(of(number.value(), type));
      case Attribute.Real number -> Optional.of(of(number.bits(), type));
      case Attribute.Flag flag -> Optional.of(of(flag.value() ? 1 : 0, type));
      case null, default -> Optional.empty();
    };
  }

  /**
   * Float operations read only the low bits, so that the sign may fill the rest: then one word is
   * enough.
   */
  static ValueMap.Binding.Known of(long value, Type type) {
    if (type == ElementType.I1) {
      return new ValueMap.Binding.Known(value & 1, value & 1);
    }
    if (type instanceof ElementType element && element.isFloat()) {
      int unused = 64 - element.bits();
      return new ValueMap.Binding.Known(value << unused >>> unused, value << unused >> unused);
    }
    return new ValueMap.Binding.Known(value, value);
  }
}
