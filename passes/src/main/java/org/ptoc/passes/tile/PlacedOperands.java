package org.ptoc.passes.tile;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Function;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.Combining;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.catalog.Trait;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.overlap.WorkOrder;
import org.ptoc.passes.CompileOptions;
import org.ptoc.passes.PassContext;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.storage.Guard;
import org.ptoc.passes.storage.TileHandle;

/** What the lowering of one tile operation reaches, on every profile. */
public class PlacedOperands {
  private final Operation op;
  private final IrBuilder builder;
  private final Function<Value, TileHandle> tiles;
  private final PassContext context;
  private final OptionalLong reserved;
  private final WorkOrder order;

  /**
   * @param tiles the placed tile of a value
   * @param reserved address in UB of the scratch memory of the function, when it has some
   * @param order in which the operation must go through its elements
   */
  public PlacedOperands(
      Operation op,
      IrBuilder builder,
      Function<Value, TileHandle> tiles,
      PassContext context,
      OptionalLong reserved,
      WorkOrder order) {
    this.op = op;
    this.builder = builder;
    this.tiles = tiles;
    this.context = context;
    this.reserved = reserved;
    this.order = order;
  }

  /** The same for code of another block. */
  protected PlacedOperands(PlacedOperands other, IrBuilder block) {
    this(other.op, block, other.tiles, other.context, other.reserved, other.order);
  }

  /** The operation. */
  public final Operation op() {
    return op;
  }

  /** Where its code goes. */
  public final IrBuilder builder() {
    return builder;
  }

  public final CompileOptions options() {
    return context.options();
  }

  /** Traps where the operation breaks a rule. */
  Guard guard() {
    return new Guard(builder(), context.profile());
  }

  /** The address in UB of the scratch memory of the function, when it has some. */
  public final OptionalLong reserved() {
    return reserved;
  }

  /** In which order the operation must go through its elements. */
  public final WorkOrder order() {
    return order;
  }

  /** The placed tile of a role that the operation has. */
  public final TileHandle tile(RoleName role) {
    return tileOf(op.operand(role));
  }

  /** The inputs that take part in the computation: all but scratch tiles. */
  public final List<Value> inputs() {
    List<Value> inputs = new ArrayList<>();
    for (int role = 0; role < op.definition().form().inputRoles(); role++) {
      if (op.definition().operands().get(role).name() != RoleName.TMP) {
        inputs.addAll(op.group(role));
      }
    }
    return inputs;
  }

  /** The placed tile of a value. */
  public final TileHandle tileOf(Value value) {
    return tiles.apply(value);
  }

  /** True when the tile of a role is known to have no valid element. */
  public final boolean isEmpty(RoleName role) {
    return tile(role).isKnownEmpty(builder.constants());
  }

  /** True when an expansion has one value for each row, false when it has one for each column. */
  public final boolean carriesRows() {
    return op.definition().has(Trait.ROW_CARRIER);
  }

  /** True when a reduction gives the place of the extremum, not its value. */
  public final boolean hasIndexResult() {
    return op.definition().has(Trait.INDEX_RESULT);
  }

  /** True for what looks for the maximum. */
  public final boolean isMaximum() {
    return op.definition().combines() == Combining.MAXIMUM;
  }

  /** Reports what the operation cannot do. */
  public final void report(DiagnosticCode code, String why) {
    context.diagnostics().report(code, op.location(), op.name() + ": " + why);
  }
}
