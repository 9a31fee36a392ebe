package org.ptoc.passes.compile;

import java.util.List;
import java.util.Optional;
import org.ptoc.ir.Attribute;
import org.ptoc.ir.Attributes;
import org.ptoc.ir.Function;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Region;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.Arithmetic;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.Op;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.isa.Pipe;
import org.ptoc.ir.isa.ProfileFeature;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.TileType;
import org.ptoc.ir.verify.ScratchSize;
import org.ptoc.passes.CodeSwitch;
import org.ptoc.passes.CompileOptions;
import org.ptoc.passes.Pass;
import org.ptoc.passes.PassContext;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.build.Rewriter;
import org.ptoc.passes.synchronization.Synchronization;
import org.ptoc.passes.tile.ConversionModes;

/**
 * Selects the forms that a program was written for. In functions with their own flags, operations
 * run on the pipe of a device ({@link org.ptoc.ir.catalog.OpDefinition#devicePipe}), which the
 * flags name. Defaults that differ between releases of the public assembler follow the assumed
 * release ({@link org.ptoc.passes.PtoasRelease}).
 */
public final class DeviceForms implements Pass {
  @Override
  public String name() {
    return "device-forms";
  }

  @Override
  public Function run(Function function, PassContext context) {
    CompileOptions options = context.options();
    boolean scalar =
        !options.has(CodeSwitch.VECTOR_SEQUENCES) && Synchronization.isByHand(function, options);
    boolean saturates = options.has(CodeSwitch.SATURATED_CONVERSIONS);
    if (options.has(CodeSwitch.REQUIRED_SCRATCH) && function.body().isPresent()) {
      Region body = function.body().get();
      if (context.profile().has(ProfileFeature.SCRATCH_TILES)
          && Synchronization.contains(body, DeviceForms::isPlaced)) {
        requireScratch(body, context);
      }
    }
    return scalar || saturates
        ? new Expansion(function, scalar, saturates).apply(function)
        : function;
  }

  private static boolean isPlaced(Operation op) {
    return op.definition().form().hasOperand(RoleName.ADDR)
        && op.optional(RoleName.ADDR).isPresent();
  }

  /** Warns where a program with addresses lacks a scratch tile of A2/A3. */
  private static void requireScratch(Region region, PassContext context) {
    for (Operation op : region.all()) {
      Optional<ScratchSize> size = ScratchSize.of(op, context.profile());
      if (size.isPresent() && op.optional(RoleName.TMP).isEmpty()) {
        context
            .diagnostics()
            .report(
                DiagnosticCode.DEVICE_SCRATCH,
                op.location(),
                op.name()
                    + ": there is no tmp, but ptoas 0.63 requires one of "
                    + size.get().bytes()
                    + " bytes for "
                    + size.get().purpose()
                    + " in programs with addresses");
      }
    }
  }

  private static final class Expansion extends Rewriter {
    private final boolean scalar;
    private final boolean saturates;

    Expansion(Function function, boolean scalar, boolean saturates) {
      super(function);
      this.scalar = scalar;
      this.saturates = saturates;
    }

    @Override
    protected boolean rewrite(Operation op, IrBuilder builder) {
      if (saturates && ConversionModes.takesDefault(op)) {
        builder.append(
            op.withAttributes(
                op.attributes().with(AttributeName.SAT_MODE, new Attribute.Text("ON"))));
        return true;
      }
      boolean isScalar =
          scalar
              && op.definition().form() == OperationForm.TILE_INDEX
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
