package org.ptoc.frontend.bind;

import java.util.List;
import java.util.Optional;
import org.ptoc.frontend.syntax.ResultSyntax;
import org.ptoc.ir.Attribute;
import org.ptoc.ir.Attributes;
import org.ptoc.ir.Location;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.OpCatalog;
import org.ptoc.ir.catalog.OpDefinition;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.TileType;

/**
 * Makes the tiles of forms that do not allocate one, and gives tiles the addresses that the text
 * names.
 */
final class TileAllocator {
  private static final int ADDRESS_ROLE = 0;

  private final Body body;

  TileAllocator(Body body) {
    this.body = body;
  }

  /**
   * A tile for a result, at the address bound to its name if there is one. Open extents come from
   * an operand.
   *
   * @param operands what the operation reads
   */
  Value allocate(TileType type, ResultSyntax result, List<Value> operands) throws Problem {
    List<Value> rows = List.of();
    List<Value> columns = List.of();
    if (!type.hasStaticValid()) {
      List<Value> extents = extentsOf(model(type, result, operands), result.location());
      rows = type.validRows() == TileType.DYNAMIC ? List.of(extents.get(0)) : List.of();
      columns = type.validColumns() == TileType.DYNAMIC ? List.of(extents.get(1)) : List.of();
    }
    Optional<Body.PendingTile> address = body.takePendingTile(result.name());
    List<Value> addresses =
        address.isPresent()
            ? List.of(address(address.get().address(), result.location()))
            : List.of();
    Value tile = new Value(type, result.name());
    OpDefinition allocation = OpCatalog.get("pto.alloc_tile");
    body.emit(
        Operation.create(
            allocation,
            List.of(addresses, rows, columns),
            List.of(tile),
            Attributes.EMPTY,
            List.of(),
            result.location()));
    body.define(result.name(), tile, result.location());
    return tile;
  }

  /** The operand whose valid region a result has where its type leaves it open. */
  private Value model(TileType type, ResultSyntax result, List<Value> operands) throws Problem {
    return operands.stream()
        .filter(
            operand ->
                body.placeholders().typeOf(operand) instanceof TileType tile
                    && hasExtentsOf(tile, type))
        .findFirst()
        .orElseThrow(
            () ->
                new Problem(
                    DiagnosticCode.BAD_TILE_TYPE,
                    result.location(),
                    "no operand tells the dynamic valid region of the result; allocate it with"
                        + " `pto.alloc_tile`, `valid_row` and `valid_col`"));
  }

  /**
   * True when every open extent of a result is an extent of a source with as many rows or columns.
   */
  private static boolean hasExtentsOf(TileType source, TileType result) {
    boolean rows = result.validRows() != TileType.DYNAMIC || source.rows() == result.rows();
    boolean columns =
        result.validColumns() != TileType.DYNAMIC || source.columns() == result.columns();
    return rows && columns;
  }

  private List<Value> extentsOf(Value tile, Location location) {
    TileType type = (TileType) body.placeholders().typeOf(tile);
    if (type.hasStaticValid()) {
      return List.of(extent(type.validRows(), location), extent(type.validColumns(), location));
    }
    List<Value> extents = List.of(new Value(ElementType.INDEX), new Value(ElementType.INDEX));
    body.emit(
        Operation.create(
            OpCatalog.get("pto.get_validshape"),
            List.of(List.of(tile)),
            extents,
            Attributes.EMPTY,
            List.of(),
            location));
    return extents;
  }

  private Value extent(int value, Location location) {
    return body.constant(new Attribute.Int(value, ElementType.INDEX), ElementType.INDEX, location);
  }

  private Value address(long address, Location location) {
    return body.constant(new Attribute.Int(address, ElementType.I64), ElementType.I64, location);
  }

  /**
   * {@code pto.tassign %name, @tile(address)}: an allocation of this region without an address gets
   * it; a name that has no tile yet will; any other tile is bound to the address from here on.
   */
  void assign(
      OpDefinition definition,
      String name,
      long address,
      Location nameLocation,
      Location location) {
    Optional<Names.Binding> binding = body.find(name);
    if (binding.isEmpty()) {
      body.addPendingTile(name, new Body.PendingTile(address, nameLocation));
      return;
    }
    if (!binding.get().known()) {
      return;
    }
    Value tile = binding.get().value();
    List<Operation> operations = body.operations();
    for (int i = operations.size() - 1; i >= 0; i--) {
      Operation operation = operations.get(i);
      if (operation.definition().form() == OperationForm.ALLOC_TILE && operation.result() == tile) {
        if (operation.group(ADDRESS_ROLE).isEmpty()) {
          addAddress(i, operation, address);
          return;
        }
        break;
      }
    }
    rebind(definition, tile, name, address, location);
  }

  private void addAddress(int index, Operation allocation, long address) {
    Value constant = new Value(ElementType.I64);
    Attribute value = new Attribute.Int(address, ElementType.I64);
    List<List<Value>> groups = allocation.groups();
    groups.set(ADDRESS_ROLE, List.of(constant));
    body.operations().set(index, allocation.withGroups(groups));
    body.operations().add(index, Body.constantOperation(value, constant, allocation.location()));
  }

  private void rebind(
      OpDefinition definition, Value tile, String name, long address, Location location) {
    Value moved = new Value(tile.type(), name);
    Value constant = address(address, location);
    body.emit(
        Operation.create(
            definition,
            List.of(List.of(tile), List.of(constant)),
            List.of(moved),
            Attributes.EMPTY,
            List.of(),
            location));
    body.rebind(name, moved, location);
  }
}
