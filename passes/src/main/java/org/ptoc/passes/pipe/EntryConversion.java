package org.ptoc.passes.pipe;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ptoc.ir.Attribute;
import org.ptoc.ir.Attributes;
import org.ptoc.ir.PushEpilogue;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.Arithmetic;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.Op;
import org.ptoc.ir.catalog.Role;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.TileType;
import org.ptoc.passes.build.IrBuilder;

/**
 * The conversion of accumulators that go into a pipe (spec/70, 3.4).
 *
 * @param taken the tile that is popped
 * @param parameter its scale, an {@code f32}, or the tile of one for each column
 */
record EntryConversion(PushEpilogue epilogue, TileType taken, Optional<Value> parameter) {
  /** A parameter of signed results of 8 bits has this bit (spec/60, 1.6). */
  private static final long SIGNED = 1L << 46;

  /** Appends a move or store that converts. */
  void emit(Op operation, Value source, Value destination, Attributes more, IrBuilder builder) {
    List<List<Value>> groups = new ArrayList<>();
    for (Role role : operation.definition().operands()) {
      groups.add(
          switch (role.name()) {
            case SRC -> List.of(source);
            case DST -> List.of(destination);
            case FP ->
                parameter.filter(value -> value.type() instanceof TileType).stream().toList();
            case QUANT ->
                parameter.filter(value -> value.type() instanceof ElementType).stream()
                    .map(value -> word(value, builder))
                    .toList();
            default -> List.of();
          });
    }
    Attributes attributes =
        epilogue.relu()
            ? more.with(
                AttributeName.RELU_PRE_MODE,
                new Attribute.Enumerated("relu_pre_mode", "normal_relu"))
            : more;
    builder.createGrouped(operation, groups, List.of(), attributes);
  }

  private Value word(Value scale, IrBuilder builder) {
    Value bits = builder.value(Arithmetic.BITCAST, ElementType.I32, scale);
    boolean signed = taken.element() == ElementType.SI8 || taken.element() == ElementType.I8;
    return builder.or(builder.cast(bits, ElementType.I64), builder.i64(signed ? SIGNED : 0));
  }
}
