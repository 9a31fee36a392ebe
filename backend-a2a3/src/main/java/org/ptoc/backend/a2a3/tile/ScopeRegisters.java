package org.ptoc.backend.a2a3.tile;

import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Region;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.type.MaskType;
import org.ptoc.ir.type.VectorRegisterType;
import org.ptoc.passes.build.IrBuilder;

/**
 * Vector registers and compare masks of a vecscope as slots of 256 bytes in UB, one for each value.
 */
final class ScopeRegisters {
  /** Slots for results before they are masked, for constants and for single blocks. */
  static final int TEMPORARIES = 3;

  private final long base;
  private final Map<Value, Area> places = new IdentityHashMap<>();
  private int taken;
  private int reserved;

  ScopeRegisters(long base) {
    this.base = base;
  }

  /** Memory that the values of a vecscope take. */
  static long bytes(Operation scope) {
    int slots = slots(scope.region());
    return slots == 0 ? 0 : (long) (slots + temporaries(scope.region())) * VectorUnit.REPEAT_BYTES;
  }

  /** Some operations need more than the common ones. */
  private static int temporaries(Region region) {
    return region
        .walk()
        .mapToInt(
            op ->
                switch (op.definition().form()) {
                  case CARRY, CARRY_CHAIN, WIDE_MULTIPLY ->
                      TEMPORARIES + ScopeArithmetic.TEMPORARIES;
                  case CONVERT -> TEMPORARIES + ScopeConversions.TEMPORARIES;
                  default -> TEMPORARIES;
                })
        .max()
        .orElse(TEMPORARIES);
  }

  /** Arguments of loops are where the results are. */
  private static int slots(Region region) {
    int slots = 0;
    for (Operation op : region.all()) {
      slots += (int) op.results().stream().filter(ScopeRegisters::needsSlot).count();
      slots += op.definition().form() == OperationForm.YIELD ? leaving(op).size() : 0;
    }
    return slots;
  }

  /**
   * Vectors that leave a region through slots of their own, as the place of each may still be read
   * for another.
   */
  static List<Value> leaving(Operation yield) {
    List<Value> vectors = yield.operands().stream().filter(ScopeRegisters::isVector).toList();
    return vectors.size() > 1 ? vectors : List.of();
  }

  static boolean isVector(Value value) {
    return value.type() instanceof VectorRegisterType;
  }

  private static boolean needsSlot(Value value) {
    return isVector(value) || value.type() instanceof MaskType;
  }

  /** All slots are free for another vecscope. */
  void enter(Region region) {
    places.clear();
    reserved = temporaries(region);
    taken = reserved;
  }

  /** A new slot for a value. */
  Area define(IrBuilder builder, Value value) {
    int bytes =
        value.type() instanceof VectorRegisterType register ? register.element().bytes() : 1;
    Area place = slot(builder, taken++, bytes);
    places.put(value, place);
    return place;
  }

  /** Lets a value be where another one is. */
  void share(Value value, Area place) {
    places.put(value, place);
  }

  /** Where a value is; empty when the operation that gives it was rejected. */
  Optional<Area> find(Value value) {
    return Optional.ofNullable(places.get(value));
  }

  /**
   * A temporary area of the operation.
   *
   * @throws IllegalStateException when the form of the operation has not asked for this area
   */
  Area temporary(IrBuilder builder, int number, int elementBytes) {
    if (number >= reserved) {
      throw new IllegalStateException(number + " temporaries, but " + reserved + " are reserved");
    }
    return slot(builder, number, elementBytes);
  }

  private Area slot(IrBuilder builder, int number, int elementBytes) {
    long address = base + (long) number * VectorUnit.REPEAT_BYTES;
    return Area.dense(builder.i64(address), elementBytes, VectorUnit.REPEAT_BYTES);
  }
}
