package org.ptoc.passes.cube;

import java.util.List;
import org.ptoc.ir.Attributes;
import org.ptoc.ir.Function;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.Op;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.MemorySpace;
import org.ptoc.ir.type.TileType;
import org.ptoc.passes.Pass;
import org.ptoc.passes.PassContext;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.build.Rewriter;

/**
 * Loads of parameters from global memory go through a tile in L1 that the compiler adds: no word
 * moves them in one step (spec/60, 2.4).
 */
public final class ParameterLoads implements Pass {
  @Override
  public String name() {
    return "parameter-loads";
  }

  @Override
  public Function run(Function function, PassContext context) {
    return new Expansion(function).apply(function);
  }

  private static final class Expansion extends Rewriter {
    Expansion(Function function) {
      super(function);
    }

    @Override
    protected boolean rewrite(Operation op, IrBuilder builder) {
      boolean expands =
          op.definition().form() == OperationForm.TILE_LOAD
              && op.operand(RoleName.DST).type() instanceof TileType type
              && type.location() == MemorySpace.FB;
      if (expands) {
        Value tile = op.operand(RoleName.DST);
        Value copy = copyOf(tile, (TileType) tile.type(), builder);
        builder.createGrouped(
            op.definition(), List.of(op.group(0), List.of(copy)), List.of(), op.attributes());
        builder.createGrouped(
            Op.TMOV,
            List.of(List.of(copy), List.of(), List.of(), List.of(tile)),
            List.of(),
            Attributes.EMPTY);
      }
      return expands;
    }

    private static Value copyOf(Value tile, TileType type, IrBuilder builder) {
      List<Value> extents =
          type.hasStaticValid()
              ? List.of()
              : builder
                  .createGrouped(
                      Op.GET_VALIDSHAPE,
                      List.of(List.of(tile)),
                      List.of(ElementType.INDEX, ElementType.INDEX),
                      Attributes.EMPTY)
                  .results();
      boolean openRows = type.validRows() == TileType.DYNAMIC;
      boolean openColumns = type.validColumns() == TileType.DYNAMIC;
      return builder
          .createGrouped(
              Op.ALLOC_TILE,
              List.of(
                  List.of(),
                  openRows ? List.of(extents.get(0)) : List.of(),
                  openColumns ? List.of(extents.get(1)) : List.of()),
              List.of(type.in(MemorySpace.L1)),
              Attributes.EMPTY)
          .result();
    }
  }
}
