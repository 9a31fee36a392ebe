package org.ptoc.passes.tile;

import java.util.OptionalLong;
import org.ptoc.ir.Value;
import org.ptoc.ir.type.CarrierOrder;
import org.ptoc.passes.build.Constants;
import org.ptoc.passes.build.IrBuilder;

/**
 * The code of an expansion for the order of its sources, or for both behind a condition where only
 * the run knows it.
 */
public final class Carriers {
  private Carriers() {}

  /** The code for one order. */
  public interface Code {
    /**
     * @param data the source with the valid shape of the destination
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
    emit(builder, order, first.columns(), destination.columns(), first, second, code);
  }

  /** Expands by columns: the carrier is one row. */
  public static void byColumns(
      IrBuilder builder, TileHandle first, TileHandle second, TileHandle destination, Code code) {
    Constants known = builder.constants();
    CarrierOrder order =
        CarrierOrder.ofColumns(
            first.knownType(known), second.knownType(known), destination.knownType(known));
    emit(builder, order, first.rows(), destination.rows(), first, second, code);
  }

  private static void emit(
      IrBuilder builder,
      CarrierOrder order,
      Value extent,
      Value needed,
      TileHandle first,
      TileHandle second,
      Code code) {
    switch (order) {
      case CARRIER_SECOND -> code.emit(builder, first, second, false);
      case CARRIER_FIRST -> code.emit(builder, second, first, true);
      case KNOWN_AT_RUN_TIME -> {
        if (extent == needed) {
          code.emit(builder, first, second, false);
          return;
        }
        Value here = local(builder, extent);
        Value there = local(builder, needed);
        builder.when(
            builder.compare("eq", here, there), inner -> code.emit(inner, first, second, false));
        builder.when(
            builder.compare("ne", here, there), inner -> code.emit(inner, second, first, true));
      }
    }
  }

  /** A constant of another block becomes one of this block, which the other may not dominate. */
  private static Value local(IrBuilder builder, Value extent) {
    OptionalLong known = builder.constantOf(extent);
    return known.isPresent() ? builder.index(known.getAsLong()) : extent;
  }
}
