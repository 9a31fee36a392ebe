package org.ptoc.ir.verify;

import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.isa.PrintFormat;
import org.ptoc.ir.isa.PrintRecord;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.TensorViewType;
import org.ptoc.ir.type.TileType;
import org.ptoc.ir.type.Type;

/** Debug output (spec/50, section 6). */
final class PrintRules {
  private PrintRules() {}

  /** A tile in UB or a view of GM; the scratch, a view, is what other memories would need. */
  static void tile(Check check) {
    switch (check.type(RoleName.SRC)) {
      case TileType tile -> {
        TileOperands.vec(check, RoleName.SRC);
        check.legalElement(tile.element());
      }
      case TensorViewType view -> check.legalElement(view.element());
      case Type other -> check.typeError("src", other, "a tile in vec or a view of GM");
    }
    check.require(
        !check.has(RoleName.TMP) || check.type(RoleName.SRC) instanceof TileType,
        DiagnosticCode.WRONG_OPERAND_COUNT,
        "takes a scratch view for a tile only: a view of GM is printed from where it lies");
    if (check.has(RoleName.TMP) && !(check.type(RoleName.TMP) instanceof TensorViewType)) {
      check.typeError("tmp", check.type(RoleName.TMP), "a view of GM");
    }
  }

  /** A format with at most one conversion, and the scalar that fits it. */
  static void scalar(Check check) {
    Optional<String> record = check.op().attributes().text(AttributeName.RECORD);
    if (record.isPresent()) {
      record(check, record.get());
      return;
    }
    List<Value> values = check.op().group(RoleName.VALUES);
    Optional<String> text = check.op().attributes().text(AttributeName.FORMAT);
    if (!check.require(text.isPresent(), DiagnosticCode.BAD_ATTRIBUTE, "needs a format, a string")
        || !check.require(
            values.size() <= 1,
            DiagnosticCode.WRONG_OPERAND_COUNT,
            "prints one scalar, not " + values.size())) {
      return;
    }
    PrintFormat.Parsed parsed = PrintFormat.parse(text.get());
    check.require(
        parsed.format().isPresent(),
        DiagnosticCode.BAD_ATTRIBUTE,
        "format \"" + text.get() + "\" " + parsed.problem());
    Optional<PrintFormat.Conversion> conversion = parsed.format().flatMap(PrintFormat::conversion);
    if (values.isEmpty()) {
      check.require(
          conversion.isEmpty(),
          DiagnosticCode.WRONG_OPERAND_COUNT,
          "has a conversion in its format, but no scalar");
      return;
    }
    if (!(values.getFirst().type() instanceof ElementType type)
        || !(type == ElementType.INDEX || type.isInteger() || type.isFloat())
        || type.isFloat() && type.bits() < 16) {
      check.typeError("the value", values.getFirst().type(), "an integer, index, f16, bf16 or f32");
      return;
    }
    conversion.ifPresent(
        found ->
            check.require(
                found.isInteger() != type.isFloat(),
                DiagnosticCode.TYPE_MISMATCH,
                "prints "
                    + type.spelling()
                    + " by %"
                    + found.letter()
                    + "; integers take d i u x X o c, floats f e g"));
  }

  private static void record(Check check, String text) {
    Optional<PrintRecord> record = Optional.empty();
    try {
      record = PrintRecord.decode(Base64.getDecoder().decode(text), 0);
    } catch (IllegalArgumentException notBase64) {
      // No record, which is reported below.
    }
    int values = check.op().group(RoleName.VALUES).size();
    check.require(
        record.isPresent() && record.get().kind().operands() == values,
        DiagnosticCode.BAD_ATTRIBUTE,
        "has a record that is none for " + values + " values");
  }
}
