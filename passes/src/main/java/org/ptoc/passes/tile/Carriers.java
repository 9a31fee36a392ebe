package org.ptoc.passes.tile;

import java.util.OptionalLong;
import java.util.function.Function;
import org.ptoc.ir.Value;
import org.ptoc.ir.type.CarrierOrder;
import org.ptoc.ir.type.ElementType;
import org.ptoc.passes.build.Constants;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.storage.TileHandle;

/**
 * The code of an expansion for the order of its sources, or for both behind a condition where only
 * the run knows it.
 */
public final class Carriers {
  private Carriers() {}

  /** The code for one order. */
  public interface Code {
    /**
     * @param data the source that is read in the valid region of the destination
     * @param carrierFirst true when the carrier is the first operand of the operation
     */
    void emit(IrBuilder builder, TileHandle data, TileHandle carrier, boolean carrierFirst);
  }

  /** Expands by rows: the carrier holds one value for each row. */
  public static void byRows(
      IrBuilder builder, TileHandle first, TileHandle second, TileHandle destination, Code code) {
    Constants known = builder.constants();
    CarrierOrder order =
        CarrierOrder.ofRows(
            first.knownType(known), second.knownType(known), destination.knownType(known));
    emit(builder, order, TileHandle::columns, first, second, destination, code);
  }

  /** Expands by columns: the carrier is one row. */
  public static void byColumns(
      IrBuilder builder, TileHandle first, TileHandle second, TileHandle destination, Code code) {
    Constants known = builder.constants();
    CarrierOrder order =
        CarrierOrder.ofColumns(
            first.knownType(known), second.knownType(known), destination.knownType(known));
    emit(builder, order, TileHandle::rows, first, second, destination, code);
  }

  private static void emit(
      IrBuilder builder,
      CarrierOrder order,
      Function<TileHandle, Value> extent,
      TileHandle first,
      TileHandle second,
      TileHandle destination,
      Code code) {
    switch (order) {
      case CARRIER_SECOND -> code.emit(builder, first, second, false);
      case CARRIER_FIRST -> code.emit(builder, second, first, true);
      case KNOWN_AT_RUN_TIME -> {
        if (extent.apply(first) == extent.apply(destination)) {
          code.emit(builder, first, second, false);
          return;
        }
        Value needed = local(builder, extent.apply(destination));
        Value own = local(builder, extent.apply(first));
        Value misses = builder.compare("ne", own, needed);
        Value other = local(builder, extent.apply(second));
        Value fits = builder.compare("eq", other, needed);
        Value larger = builder.compare("ugt", other, own);
        Value exchanged = builder.and(misses, builder.or(fits, larger));
        builder.when(
            builder.compare("eq", exchanged, builder.integer(0, ElementType.I1)),
            inner -> code.emit(inner, first, second, false));
        builder.when(exchanged, inner -> code.emit(inner, second, first, true));
      }
    }
  }

  /** A constant of another block becomes one of this block, which the other may not dominate. */
  private static Value local(IrBuilder builder, Value extent) {
    OptionalLong known = builder.constantOf(extent);
    return known.isPresent() ? builder.index(known.getAsLong()) : extent;
  }
}
