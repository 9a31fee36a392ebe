package org.ptoc.backend.a5.tile;

import java.util.List;
import java.util.function.Consumer;
import org.ptoc.ir.Value;
import org.ptoc.ir.overlap.WorkOrder;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.storage.TileHandle;
import org.ptoc.passes.tile.Carriers;

/**
 * Row and column expansion (spec/20, 7.3): one carrier element for each row, or one carrier row for
 * all rows.
 */
final class Expansion {
  private Expansion() {}

  /** {@code d[i, j] = s[i, 0]}. */
  static void rows(IrBuilder builder, TileHandle source, TileHandle destination, WorkOrder order) {
    inScope(
        builder,
        destination,
        body ->
            Columns.rows(
                body,
                destination.rows(),
                List.of(source, destination),
                order,
                (inner, row, pointers) -> {
                  Value element = Columns.broadcast(inner, source, pointers.get(0), inner.index(0));
                  Columns.forEach(
                      inner,
                      destination.element(),
                      destination.columns(),
                      (iteration, offset, mask, partial) ->
                          Columns.store(iteration, element, pointers.get(1), offset, mask));
                }));
  }

  /** {@code d[i, j] = s[0, j]}. */
  static void columns(
      IrBuilder builder, TileHandle source, TileHandle destination, WorkOrder order) {
    inScope(
        builder,
        destination,
        body -> {
          Value from = Columns.pointer(body, source);
          Columns.forEachTogether(
              body,
              destination.element(),
              destination.columns(),
              order,
              (iteration, offset, mask, partial) -> {
                Value vector = Columns.load(iteration, source, from, offset, partial);
                Columns.rowsOfColumns(
                    iteration,
                    destination.rows(),
                    List.of(destination),
                    order,
                    (inner, row, pointers) ->
                        Columns.store(inner, vector, pointers.getFirst(), offset, mask));
              });
        });
  }

  /**
   * {@code d[i, j] = a[i, j] op e[i]}.
   *
   * @param blockCarrier true when column j takes element j modulo a block of the carrier's row
   */
  static void rowsWith(
      IrBuilder builder,
      LaneRules.Rule rule,
      TileHandle first,
      TileHandle second,
      TileHandle destination,
      boolean blockCarrier,
      WorkOrder order) {
    Carriers.byRows(
        builder,
        first,
        second,
        destination,
        (body, data, carrier, carrierFirst) ->
            rowsWith(body, rule, data, carrier, carrierFirst, destination, blockCarrier, order));
  }

  private static void rowsWith(
      IrBuilder builder,
      LaneRules.Rule rule,
      TileHandle data,
      TileHandle carrier,
      boolean carrierFirst,
      TileHandle destination,
      boolean blockCarrier,
      WorkOrder order) {
    inScope(
        builder,
        destination,
        body ->
            Columns.rows(
                body,
                destination.rows(),
                List.of(data, carrier, destination),
                order,
                (inner, row, pointers) -> {
                  Value element =
                      blockCarrier
                          ? Columns.load(
                              inner, pointers.get(1), inner.index(0), carrier.element(), "BRC_BLK")
                          : Columns.broadcast(inner, carrier, pointers.get(1), inner.index(0));
                  Columns.forEach(
                      inner,
                      destination.element(),
                      destination.columns(),
                      order,
                      (iteration, offset, mask, partial) -> {
                        Value values =
                            Columns.load(iteration, data, pointers.get(0), offset, partial);
                        Columns.store(
                            iteration,
                            apply(
                                iteration, rule, values, element, carrierFirst, destination, mask),
                            pointers.get(2),
                            offset,
                            mask);
                      });
                }));
  }

  /** {@code d[i, j] = a[i, j] op e[j]}. */
  static void columnsWith(
      IrBuilder builder,
      LaneRules.Rule rule,
      TileHandle first,
      TileHandle second,
      TileHandle destination,
      WorkOrder order) {
    Carriers.byColumns(
        builder,
        first,
        second,
        destination,
        (body, data, carrier, carrierFirst) ->
            columnsWith(body, rule, data, carrier, carrierFirst, destination, order));
  }

  private static void columnsWith(
      IrBuilder builder,
      LaneRules.Rule rule,
      TileHandle data,
      TileHandle carrier,
      boolean carrierFirst,
      TileHandle destination,
      WorkOrder order) {
    if (order != WorkOrder.ANY) {
      rowsWithColumns(builder, rule, data, carrier, carrierFirst, destination, order);
      return;
    }
    inScope(
        builder,
        destination,
        body -> {
          Value from = Columns.pointer(body, carrier);
          Columns.forEachTogether(
              body,
              destination.element(),
              destination.columns(),
              order,
              (iteration, offset, mask, partial) -> {
                Value vector = Columns.load(iteration, carrier, from, offset, partial);
                Columns.rowsOfColumns(
                    iteration,
                    destination.rows(),
                    List.of(data, destination),
                    order,
                    (inner, row, pointers) -> {
                      Value values = Columns.load(inner, data, pointers.get(0), offset, partial);
                      Columns.store(
                          inner,
                          apply(inner, rule, values, vector, carrierFirst, destination, mask),
                          pointers.get(1),
                          offset,
                          mask);
                    });
              });
        });
  }

  /** The same row by row, for a destination that overlaps the data. */
  private static void rowsWithColumns(
      IrBuilder builder,
      LaneRules.Rule rule,
      TileHandle data,
      TileHandle carrier,
      boolean carrierFirst,
      TileHandle destination,
      WorkOrder order) {
    inScope(
        builder,
        destination,
        body -> {
          Value from = Columns.pointer(body, carrier);
          Columns.rows(
              body,
              destination.rows(),
              List.of(data, destination),
              order,
              (inner, row, pointers) ->
                  Columns.forEach(
                      inner,
                      destination.element(),
                      destination.columns(),
                      order,
                      (iteration, offset, mask, partial) -> {
                        Value vector = Columns.load(iteration, carrier, from, offset, partial);
                        Value values =
                            Columns.load(iteration, data, pointers.get(0), offset, partial);
                        Columns.store(
                            iteration,
                            apply(iteration, rule, values, vector, carrierFirst, destination, mask),
                            pointers.get(1),
                            offset,
                            mask);
                      }));
        });
  }

  private static Value apply(
      IrBuilder builder,
      LaneRules.Rule rule,
      Value values,
      Value carrier,
      boolean carrierFirst,
      TileHandle destination,
      Value mask) {
    Lanes lanes = new Lanes(builder, destination.element(), mask);
    return rule.emit(lanes, carrierFirst ? List.of(carrier, values) : List.of(values, carrier));
  }

  private static void inScope(IrBuilder builder, TileHandle destination, Consumer<IrBuilder> body) {
    if (!Elementwise.isEmpty(builder, destination)) {
      builder.vecscope(body);
    }
  }
}
