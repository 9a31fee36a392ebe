package org.ptoc.passes.codegen.select;

import java.util.Base64;
import java.util.Optional;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.Mnemonic;
import org.ptoc.ir.isa.OperandRole;
import org.ptoc.ir.isa.PrintRecord;
import org.ptoc.ir.type.ElementType;
import org.ptoc.passes.codegen.DataTypes;
import org.ptoc.passes.codegen.InstructionSelector;
import org.ptoc.passes.codegen.Selection;

/** Debug output: a record in the constant section, and words that hand over its values. */
final class PrintSelector implements InstructionSelector {
  @Override
  public boolean select(Operation op, Selection s) {
    return switch (op.definition().form()) {
      case PRINT -> {
        print(op, s);
        yield true;
      }
      case TRAP -> {
        s.emit(Mnemonic.TRAP).imm(OperandRole.TRAP, 0).append();
        yield true;
      }
      default -> false;
    };
  }

  private static void print(Operation op, Selection s) {
    byte[] record =
        op.attributes()
            .text(AttributeName.RECORD)
            .map(text -> Base64.getDecoder().decode(text))
            .orElseGet(() -> scalar(op).encode());
    for (Value value : op.operands()) {
      s.emit(Mnemonic.PRINT_VALUE).reg(OperandRole.X, s.use(value)).append();
    }
    if (op.operandCount() == 0 && op.attributes().text(AttributeName.RECORD).isEmpty()) {
      s.emit(Mnemonic.PRINT_VALUE).reg(OperandRole.X, s.constant(0)).append();
    }
    s.emit(Mnemonic.PRINT).reg(OperandRole.X, s.constant(s.code().data(record))).append();
  }

  private static PrintRecord scalar(Operation op) {
    Optional<Value> value = op.operands().stream().findFirst();
    DataType type =
        value
            .map(found -> (ElementType) found.type())
            .map(found -> found == ElementType.I1 ? DataType.U8 : DataTypes.ofParameter(found))
            .orElse(DataType.S64);
    return new PrintRecord(
        PrintRecord.Kind.SCALAR,
        type,
        PrintRecord.Style.WIDTH8_PRECISION4,
        PrintRecord.Layout.ND,
        0,
        0,
        0,
        0,
        op.attributes().text(AttributeName.FORMAT).orElse(""));
  }
}
