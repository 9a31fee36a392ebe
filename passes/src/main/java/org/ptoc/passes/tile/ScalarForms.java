package org.ptoc.passes.tile;

import java.util.List;
import java.util.Optional;
import org.ptoc.ir.Attributes;
import org.ptoc.ir.Function;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.Arithmetic;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.Op;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.isa.Pipe;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.TileType;
import org.ptoc.passes.Pass;
import org.ptoc.passes.PassContext;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.build.Rewriter;

/**
 * Gives the scalar unit what it does on a device, in functions with flags of their own: those flags
 * are meant for the pipe of the device ({@link org.ptoc.ir.catalog.OpDefinition#devicePipe}). Other
 * functions keep the faster vector form.
 */
public final class ScalarForms implements Pass {
  @Override
  public String name() {
    return "scalar-forms";
  }

  @Override
  public Function run(Function function, PassContext context) {
    return Synchronization.isByHand(function, context.options())
        ? new Expansion(function).apply(function)
        : function;
  }

  private static final class Expansion extends Rewriter {
    Expansion(Function function) {
      super(function);
    }

    @Override
    protected boolean rewrite(Operation op, IrBuilder builder) {
      boolean isScalar =
          op.definition().form() == OperationForm.TILE_INDEX
              && op.definition()
                  .devicePipe(op.optional(RoleName.TMP).isPresent())
                  .equals(Optional.of(Pipe.S));
      if (isScalar) {
        sequence(op, builder);
      }
      return isScalar;
    }

    /** {@code d[0, k] = start + k}, or {@code start - k}, element by element. */
    private static void sequence(Operation op, IrBuilder builder) {
      Value destination = op.operand(RoleName.DST);
      TileType tile = (TileType) destination.type();
      boolean descends = op.attributes().flag(AttributeName.DESCENDING);
      Value start = op.operand(RoleName.START);
      builder.loop(
          builder.index(0),
          columns(builder, destination, tile),
          builder.index(1),
          (body, column) ->
              body.createGrouped(
                  Op.TSETVAL,
                  List.of(
                      List.of(column),
                      List.of(number(body, start, column, tile.element(), descends)),
                      List.of(destination)),
                  List.of(),
                  Attributes.EMPTY));
    }

    private static Value columns(IrBuilder builder, Value destination, TileType tile) {
      return tile.validColumns() == TileType.DYNAMIC
          ? builder
              .create(
                  Op.GET_VALIDSHAPE,
                  List.of(destination),
                  List.of(ElementType.INDEX, ElementType.INDEX),
                  Attributes.EMPTY)
              .result(1)
          : builder.index(tile.validColumns());
    }

    private static Value number(
        IrBuilder builder, Value start, Value column, ElementType element, boolean descends) {
      if (element.isFloat()) {
        Value number =
            builder.value(Arithmetic.UITOFP, element, builder.cast(column, ElementType.I32));
        return builder.value(descends ? Arithmetic.SUBF : Arithmetic.ADDF, element, start, number);
      }
      Value plain = builder.signless(start);
      Value number = builder.cast(column, (ElementType) plain.type());
      Value sum = descends ? builder.sub(plain, number) : builder.add(plain, number);
      return sum.type() == element
          ? sum
          : builder.value(Op.UNREALIZED_CONVERSION_CAST, element, sum);
    }
  }
}
