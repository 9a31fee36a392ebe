package org.ptoc.backend.a5.machine;

import java.util.List;
import java.util.Optional;
import org.ptoc.backend.a5.tile.LaneRules;
import org.ptoc.backend.a5.tile.Lanes;
import org.ptoc.ir.Function;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.Op;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.VectorRegisterType;
import org.ptoc.passes.Pass;
import org.ptoc.passes.PassContext;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.build.Rewriter;

/**
 * Rewrites the vector operations that have no word of their own into ones that have: lane counts
 * become masks, short vectors become block loads and narrowed masks, offsets in other units become
 * bytes.
 *
 * <p>Each form emits what an operation becomes and returns the values for its results, in their
 * order; nothing where the operation has a word as it stands.
 */
public final class VectorForms implements Pass {
  @Override
  public String name() {
    return "vector-forms";
  }

  @Override
  public Function run(Function function, PassContext context) {
    return new Forms(function, context).apply(function);
  }

  private static final class Forms extends Rewriter {
    private final PassContext context;

    Forms(Function function, PassContext context) {
      super(function);
      this.context = context;
    }

    @Override
    protected boolean rewrite(Operation op, IrBuilder builder) {
      Optional<List<Value>> results = form(op, builder);
      results.ifPresent(
          values -> {
            for (int i = 0; i < values.size(); i++) {
              replace(op.result(i), values.get(i));
            }
          });
      return results.isPresent();
    }

    private Optional<List<Value>> form(Operation op, IrBuilder builder) {
      return switch (op.definition().form()) {
        case BINARY -> divide(op, builder);
        case LOAD -> ShortVectors.load(op, builder);
        case STORE -> ShortVectors.store(op, builder);
        case STORE_DUAL -> AddressForms.dualStore(op, builder);
        case GATHER, SCATTER -> AddressForms.countToMask(op, builder);
        case LOAD_BLOCKS -> Optional.of(AddressForms.loadBlocks(op, builder));
        case STORE_BLOCKS -> Optional.of(AddressForms.storeBlocks(op, builder));
        case FLUSH_ALIGN -> Optional.of(StreamForms.flush(op, builder));
        case CLEAR_SPECIAL -> Optional.of(StreamForms.clearSpecial(builder));
        case STORE_SPECIAL -> Optional.of(StreamForms.storeSpecial(op, builder));
        case MASK_LOAD -> Optional.of(MaskForms.load(op, builder));
        case MASK_LOAD_IMMEDIATE -> Optional.of(MaskForms.loadImmediate(op, builder));
        case MASK_STORE -> Optional.of(MaskForms.store(op, builder));
        case MASK_STORE_IMMEDIATE -> Optional.of(MaskForms.storeImmediate(op, builder));
        case PACK -> RearrangementForms.packPair(op, builder);
        case UNPACK -> RearrangementForms.unpackDynamic(op, builder);
        case PREFIX_COUNT -> RearrangementForms.prefixCount(op, builder);
        case EXTREMUM_WITH_MASK -> Optional.of(RearrangementForms.extremumWithMask(op, builder));
        case SLIDE -> Optional.of(RearrangementForms.slide(op, builder));
        case HISTOGRAM -> Optional.of(List.of(HistogramForm.counts(op, builder)));
        case LANE_SHIFT -> Optional.of(reject(op));
        default -> Optional.empty();
      };
    }

    /** The profile divides floats only. */
    private static Optional<List<Value>> divide(Operation op, IrBuilder builder) {
      ElementType element = ((VectorRegisterType) op.result().type()).element();
      if (!op.definition().is(Op.VDIV) || element.isFloat()) {
        return Optional.empty();
      }
      Lanes lanes = new Lanes(builder, element, op.operand(RoleName.MASK));
      return Optional.of(
          List.of(LaneRules.divide(lanes, op.operand(RoleName.LHS), op.operand(RoleName.RHS))));
    }

    private List<Value> reject(Operation op) {
      context
          .diagnostics()
          .report(
              DiagnosticCode.NOT_SUPPORTED,
              op.location(),
              op.name() + " is not implemented: no document defines its result exactly");
      return List.of();
    }
  }
}
