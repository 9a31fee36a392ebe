package org.ptoc.ir.verify;

import java.util.List;
import java.util.OptionalLong;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.EventArrayType;
import org.ptoc.ir.type.LocalArrayType;
import org.ptoc.ir.type.StructType;
import org.ptoc.ir.type.Type;

/** Local arrays, structs and arrays of events (spec/50, 2.7 and 2.8). */
final class LocalMemoryRules {
  private static final int EVENTS = 8;

  private LocalMemoryRules() {}

  /** The operation says what it declares. */
  static void declare(Check check) {
    Type type = check.type(RoleName.MEMORY);
    boolean fits =
        switch (check.op().definition().shortName()) {
          case "declare_local_array" -> type instanceof LocalArrayType;
          case "declare_struct" -> type instanceof StructType;
          default -> type instanceof EventArrayType;
        };
    check.require(
        fits,
        DiagnosticCode.TYPE_MISMATCH,
        "declares "
            + type.spelling()
            + "; its type is "
            + switch (check.op().definition().shortName()) {
              case "declare_local_array" -> "!pto.local_array<4xi32>";
              case "declare_struct" -> "!pto.struct<f32, i8>";
              default -> "!pto.eventid_array<4>";
            }
            + " or another of that kind");
  }

  /** One index for each dimension, constant ones inside; values of the element type. */
  static void array(Check check) {
    LocalArrayType array = (LocalArrayType) check.type(RoleName.ARRAY);
    List<Value> indices = check.op().group(RoleName.INDICES);
    if (check.require(
        indices.size() == array.extents().size(),
        DiagnosticCode.WRONG_OPERAND_COUNT,
        "has "
            + indices.size()
            + (indices.size() == 1 ? " index" : " indices")
            + ", but "
            + array.spelling()
            + " needs "
            + array.extents().size())) {
      for (int i = 0; i < indices.size(); i++) {
        inside(check, indices.get(i), array.extents().get(i));
      }
    }
    value(check, array.element(), array.spelling());
  }

  private static void inside(Check check, Value index, int extent) {
    OptionalLong known = check.known().integer(index);
    check.require(
        known.isEmpty() || known.getAsLong() >= 0 && known.getAsLong() < extent,
        DiagnosticCode.BAD_CONSTANT,
        "index is " + known.orElse(0) + ", but must be 0 to " + (extent - 1));
  }

  private static void value(Check check, ElementType expected, String of) {
    ElementType value = check.scalar(RoleName.VALUE);
    if (value != expected) {
      check.typeError("value", value, expected.spelling() + ", as " + of + " has");
    }
  }

  /** The path is constant and ends at a scalar. */
  static void struct(Check check) {
    Type at = check.type(RoleName.STRUCT);
    for (Value step : check.op().group(RoleName.PATH)) {
      OptionalLong known = check.known().integer(step);
      if (!check.require(
          known.isPresent(), DiagnosticCode.NEEDS_CONSTANT, "numbers of fields are constants")) {
        return;
      }
      if (!(at instanceof StructType struct)
          || known.getAsLong() < 0
          || known.getAsLong() >= struct.fields().size()) {
        check.error(
            DiagnosticCode.BAD_CONSTANT, at.spelling() + " has no field " + known.getAsLong());
        return;
      }
      at = struct.fields().get((int) known.getAsLong());
    }
    if (at instanceof ElementType field) {
      value(check, field, "the field");
    } else {
      check.error(
          DiagnosticCode.TYPE_MISMATCH,
          "the path ends at " + at.spelling() + ", but must end at a scalar");
    }
  }

  /** Events are numbers, 0 to 7. */
  static void events(Check check) {
    inside(
        check, check.value(RoleName.INDEX), ((EventArrayType) check.type(RoleName.ARRAY)).count());
    ElementType event = check.scalar(RoleName.EVENT);
    if (event != ElementType.INDEX && !event.isInteger()) {
      check.typeError("event", event, "an index or integer");
    }
    check.range(RoleName.EVENT, 0, EVENTS - 1);
  }
}
