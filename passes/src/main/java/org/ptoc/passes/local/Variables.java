package org.ptoc.passes.local;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.ptoc.ir.Value;
import org.ptoc.ir.isa.AddressSpace;
import org.ptoc.ir.isa.Mnemonic;
import org.ptoc.ir.isa.OperandRole;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.isa.ScalarWidth;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.EventArrayType;
import org.ptoc.ir.type.LocalArrayType;
import org.ptoc.ir.type.StructType;
import org.ptoc.ir.type.Type;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.codegen.Bank;

/** Where variables lie in LOCAL memory, and the words that reach them. */
final class Variables {
  private static final int ALIGNMENT = 8;

  private final Profile profile;
  private final Map<Value, Long> addresses = new IdentityHashMap<>();
  private long start = Bank.VARIABLES_END;

  Variables(Profile profile) {
    this.profile = profile;
  }

  /**
   * A scalar of a struct.
   *
   * @param offset bytes from the start of the struct
   */
  record Field(ElementType type, long offset) {}

  /** The lowest byte that is taken; negative when more is taken than there is. */
  long start() {
    return start;
  }

  /** Gives a variable memory of its own. */
  void place(Value variable) {
    start -= Math.ceilDiv(bytes(variable.type()), ALIGNMENT) * ALIGNMENT;
    addresses.put(variable, start);
  }

  /** Makes a name an alias of the memory of another. */
  void alias(Value name, Value other) {
    addresses.put(name, address(other));
  }

  long address(Value variable) {
    Long address = addresses.get(variable);
    if (address == null) {
      throw new IllegalStateException("variable without a definition: " + variable);
    }
    return address;
  }

  static long bytes(Type type) {
    return switch (type) {
      case LocalArrayType array -> array.elements() * array.element().bytes();
      case EventArrayType events -> (long) events.count() * Long.BYTES;
      case StructType struct -> {
        Field last = fields(struct).getLast();
        yield last.offset + last.type.bytes();
      }
      default -> 0;
    };
  }

  /** All scalars of a struct in order, at their natural alignment. */
  static List<Field> fields(StructType struct) {
    List<Field> fields = new ArrayList<>();
    collect(struct, fields);
    return fields;
  }

  private static void collect(StructType struct, List<Field> fields) {
    for (Type type : struct.fields()) {
      if (type instanceof StructType inner) {
        collect(inner, fields);
      } else {
        ElementType element = (ElementType) type;
        Field last = fields.isEmpty() ? new Field(ElementType.I8, -1) : fields.getLast();
        long end = last.offset + last.type.bytes();
        fields.add(new Field(element, Math.ceilDiv(end, element.bytes()) * (long) element.bytes()));
      }
    }
  }

  /** The scalar at the end of a path. */
  static Field field(StructType struct, List<Long> path) {
    int number = 0;
    Type at = struct;
    for (long step : path) {
      StructType inside = (StructType) at;
      for (int i = 0; i < step; i++) {
        number += count(inside.fields().get(i));
      }
      at = inside.fields().get((int) step);
    }
    return fields(struct).get(number);
  }

  private static int count(Type type) {
    return type instanceof StructType inner ? fields(inner).size() : 1;
  }

  /** Fresh contents. */
  void renew(IrBuilder builder, Value variable) {
    Value zero = builder.i64(0);
    builder.machine(
        profile,
        Mnemonic.RENEW,
        List.of(builder.i64(bytes(variable.type())), zero, zero),
        List.of(),
        IrBuilder.fields(OperandRole.IMM24.with(address(variable))));
  }

  Value load(IrBuilder builder, ElementType type, long address, Value bytes) {
    return builder
        .machine(
            profile,
            Mnemonic.LD,
            List.of(builder.i64(0), bytes),
            List.of(type),
            IrBuilder.fields(
                OperandRole.IMM24.with(address),
                OperandRole.SP.with(AddressSpace.LOCAL.code()),
                OperandRole.W.with(width(type).code()),
                OperandRole.SG.with(type.isFloat() || type == ElementType.I1 ? 0 : 1)))
        .result();
  }

  void store(IrBuilder builder, Value value, long address, Value bytes) {
    builder.machine(
        profile,
        Mnemonic.ST,
        List.of(value, builder.i64(0), bytes),
        List.of(),
        IrBuilder.fields(
            OperandRole.IMM24.with(address),
            OperandRole.SP.with(AddressSpace.LOCAL.code()),
            OperandRole.W.with(width((ElementType) value.type()).code())));
  }

  private static ScalarWidth width(ElementType type) {
    return switch (type) {
      case F16 -> ScalarWidth.F16;
      case BF16 -> ScalarWidth.BF16;
      case F32 -> ScalarWidth.F32;
      default ->
          switch (type.bytes()) {
            case 1 -> ScalarWidth.I8;
            case 2 -> ScalarWidth.I16;
            case 4 -> ScalarWidth.I32;
            default -> ScalarWidth.I64;
          };
    };
  }
}
