package org.ptoc.passes.vmi;

import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BiConsumer;
import org.ptoc.ir.Attribute;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.Arithmetic;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.LogicalMaskType;
import org.ptoc.passes.build.IrBuilder;

/** Operations whose masks do not depend on vectors (spec/80, section 3). */
record MaskProducers(Operation op, IrBuilder builder, BiConsumer<Value, LogicalMask> define) {
  /**
   * Defines the mask of the operation.
   *
   * @return the value that replaces a scalar result
   */
  Optional<Value> produce() {
    switch (op.definition().form()) {
      case LOGICAL_PREFIX -> prefix();
      case LOGICAL_PATTERN -> pattern();
      case LOGICAL_CONSTANT_MASK -> constant();
      case LOGICAL_LESS_THAN -> {
        return Optional.of(lessThan());
      }
      default -> throw new IllegalStateException("makes no mask: " + op.name());
    }
    return Optional.empty();
  }

  private int lanes() {
    return ((LogicalMaskType) op.result(0).type()).lanes();
  }

  /** The mask of the lanes below a number. */
  private static LogicalMask below(int lanes, Value count, OptionalLong known) {
    return known.isPresent()
        ? LogicalMask.prefix(lanes, known.getAsLong())
        : new LogicalMask.Prefix(lanes, count);
  }

  private void prefix() {
    int lanes = lanes();
    Optional<Long> size = op.attributes().integer(AttributeName.GROUP_SIZE);
    int bound = size.map(Long::intValue).orElse(lanes);
    Value count = count(op.operand(RoleName.COUNT), bound);
    define.accept(
        op.result(0),
        size.isPresent()
            ? new LogicalMask.Groups(lanes, bound, count)
            : below(lanes, count, builder.constantOf(count)));
  }

  private void pattern() {
    int lanes = lanes();
    int size = lanes / op.attributes().integer(AttributeName.GROUP).orElse(1L).intValue();
    String name = op.attributes().text(AttributeName.PATTERN).orElseThrow();
    BitSet bits = new BitSet(lanes);
    for (int i = 0; i < lanes; i++) {
      bits.set(i, isSet(name, i % size, size));
    }
    define.accept(op.result(0), new LogicalMask.Constant(lanes, bits));
  }

  private static boolean isSet(String pattern, int lane, int lanes) {
    return switch (pattern) {
      case "PAT_ALL" -> true;
      case "PAT_ALLF" -> false;
      case "PAT_H" -> lane < lanes / 2;
      case "PAT_Q" -> lane < lanes / 4;
      case "PAT_M3" -> lane % 3 == 0;
      case "PAT_M4" -> lane % 4 == 0;
      default -> lane < Integer.parseInt(pattern.substring("PAT_VL".length()));
    };
  }

  private Value lessThan() {
    Value number = op.operand(RoleName.SCALAR);
    Value count = count(number, lanes());
    define.accept(op.result(0), below(lanes(), count, builder.constantOf(count)));
    return builder.sub(builder.cast(number, ElementType.I32), count);
  }

  private void constant() {
    int lanes = lanes();
    List<Attribute> elements =
        ((Attribute.Array) op.attributes().get(AttributeName.VALUE).orElseThrow()).elements();
    BitSet bits = new BitSet(lanes);
    for (int i = 0; i < lanes; i++) {
      Attribute one = elements.get(elements.size() == 1 ? 0 : i);
      bits.set(i, one instanceof Attribute.Int number && number.value() != 0);
    }
    define.accept(op.result(0), new LogicalMask.Constant(lanes, bits));
  }

  /** A number of lanes as an {@code i32} from 0 to the number that there are. */
  private Value count(Value number, int lanes) {
    Value wide = builder.extendSigned(number, ElementType.INDEX);
    Value positive = builder.maxSigned(wide, builder.index(0));
    OptionalLong known = builder.constantOf(positive);
    Value bounded =
        known.isPresent()
            ? builder.index(Math.min(known.getAsLong(), lanes))
            : builder.value(Arithmetic.MINUI, ElementType.INDEX, positive, builder.index(lanes));
    return builder.cast(bounded, ElementType.I32);
  }
}
