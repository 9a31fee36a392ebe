package org.ptoc.backend.a5.machine;

import java.util.List;
import org.ptoc.ir.Attribute;
import org.ptoc.ir.Attributes;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.Op;
import org.ptoc.ir.isa.OperandRole;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.MaskType;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.codegen.DataTypes;

/** Values that several forms need. */
final class FormValues {
  static final int BLOCK_BYTES = 32;

  private FormValues() {}

  /** The mask of a pattern token. */
  static Value pattern(IrBuilder builder, MaskType type, String token) {
    return builder.value(
        Op.pattern(type), type, Attributes.of(AttributeName.PATTERN, new Attribute.Text(token)));
  }

  /** The mask of the first {@code count} lanes. */
  static Value lessThan(IrBuilder builder, MaskType type, Value count) {
    return builder
        .create(Op.lessThan(type), List.of(count), List.of(type, ElementType.I32), Attributes.EMPTY)
        .result(0);
  }

  /** A pointer moved by bytes. */
  static Value advance(IrBuilder builder, Value pointer, Value bytes) {
    Value address = builder.value(Op.CASTPTR, ElementType.I64, pointer);
    return builder.value(Op.CASTPTR, pointer.type(), builder.add(address, bytes));
  }

  /** The data type field of a word. */
  static Attributes typed(ElementType element) {
    return IrBuilder.fields(OperandRole.DT.with(DataTypes.of(element).code()));
  }
}
