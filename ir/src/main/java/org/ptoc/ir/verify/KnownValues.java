package org.ptoc.ir.verify;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.ptoc.ir.Attribute;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.MultiTileType;
import org.ptoc.ir.type.PointerType;
import org.ptoc.ir.type.TileType;

/** Constants, and the byte addresses of pointers and tiles that follow from constants alone. */
final class KnownValues {
  private final Map<Value, Attribute> constants = new HashMap<>();
  private final Map<Value, Long> addresses = new HashMap<>();

  /** Layouts that the text gives to views of GM. */
  private final Map<Value, String> layouts = new HashMap<>();

  private final Set<Value> sortedValues = new HashSet<>();

  /** A sort wrote plain values to a pointer. */
  void noteSortedValues(Value pointer) {
    sortedValues.add(pointer);
  }

  /** A sort wrote records to a pointer. */
  void noteRecords(Value pointer) {
    sortedValues.remove(pointer);
  }

  /** Whether the last sort that wrote to this pointer wrote plain values. */
  boolean isSortedValues(Value pointer) {
    return sortedValues.contains(pointer);
  }

  /** The value of an integer or index constant. */
  OptionalLong integer(Value value) {
    return constants.get(value) instanceof Attribute.Int number
        ? OptionalLong.of(number.value())
        : OptionalLong.empty();
  }

  /** The value of a floating-point constant; NaN when it is not known. */
  double real(Value value) {
    if (constants.get(value) instanceof Attribute.Real number) {
      return switch (number.type()) {
        case F32 -> Float.intBitsToFloat((int) number.bits());
        case BF16 -> Float.intBitsToFloat((int) number.bits() << 16);
        case F16 -> Float.float16ToFloat((short) number.bits());
        default -> Double.NaN;
      };
    }
    return Double.NaN;
  }

  boolean isConstant(Value value) {
    return constants.containsKey(value);
  }

  /** The byte address of a pointer or tile in its memory. */
  OptionalLong address(Value value) {
    Long address = addresses.get(value);
    return address == null ? OptionalLong.empty() : OptionalLong.of(address);
  }

  /** Records what a well-formed operation makes known. */
  void record(Operation op) {
    switch (op.definition().form()) {
      case CONSTANT ->
          op.attributes().get("value").ifPresent(value -> constants.put(op.result(), value));
      case CAST_POINTER -> castPointer(op);
      case ADD_POINTER -> addPointer(op);
      case ALLOC_TILE, ALLOC_MULTI_TILE ->
          op.optional("addr").ifPresent(address -> place(op.result(), address));
      case ASSIGN_TILE -> place(op.result(), op.operand("addr"));
      case MULTI_TILE_GET -> slot(op);
      case MAKE_VIEW ->
          op.attributes().text("layout").ifPresent(layout -> layouts.put(op.result(), layout));
      case PARTITION ->
          layout(op.operand("view")).ifPresent(layout -> layouts.put(op.result(), layout));
      default -> {}
    }
  }

  /** The layout that the text gives to a view or the view it is a part of. */
  Optional<String> layout(Value view) {
    return Optional.ofNullable(layouts.get(view));
  }

  private void place(Value result, Value address) {
    integer(address).ifPresent(bytes -> addresses.put(result, bytes));
  }

  private void castPointer(Operation op) {
    Value input = op.operand("input");
    if (op.result().type() instanceof PointerType) {
      (input.type() instanceof ElementType ? integer(input) : address(input))
          .ifPresent(bytes -> addresses.put(op.result(), bytes));
    }
  }

  private void addPointer(Operation op) {
    OptionalLong base = address(op.operand("base"));
    OptionalLong offset = integer(op.operand("offset"));
    if (base.isPresent()
        && offset.isPresent()
        && op.result().type() instanceof PointerType pointer) {
      addresses.put(op.result(), base.getAsLong() + offset.getAsLong() * pointer.element().bytes());
    }
  }

  private void slot(Operation op) {
    OptionalLong base = address(op.operand("tiles"));
    OptionalLong slot = integer(op.operand("slot"));
    if (base.isPresent()
        && slot.isPresent()
        && op.operand("tiles").type() instanceof MultiTileType tiles
        && op.result().type() instanceof TileType) {
      addresses.put(op.result(), base.getAsLong() + slot.getAsLong() * tiles.slot().bytes());
    }
  }
}
