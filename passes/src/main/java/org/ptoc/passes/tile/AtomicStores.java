package org.ptoc.passes.tile;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.ptoc.ir.Attributes;
import org.ptoc.ir.Function;
import org.ptoc.ir.Module;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Reachability;
import org.ptoc.ir.Region;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.OpCatalog;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.catalog.TypeSet;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.type.TileType;
import org.ptoc.passes.Pass;
import org.ptoc.passes.PassContext;
import org.ptoc.passes.build.Constants;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.build.Rewriter;

/**
 * Atomic modes of {@code tstore} (spec/20, 8.2). No transfer combines with what memory holds, so
 * that the store becomes a load, the operation and a store. The object says so: blocks of such a
 * kernel run one after another, and a warning tells.
 */
public final class AtomicStores implements Pass {
  private static final String NONE = "none";

  @Override
  public String name() {
    return "atomic-stores";
  }

  @Override
  public Function run(Function function, PassContext context) {
    return new Expansion(function, context).apply(function);
  }

  /** True when a function, or one that it calls, stores with an atomic mode. */
  public static boolean occurIn(Function function, Module module) {
    if (function.body().filter(AtomicStores::occurIn).isPresent()) {
      return true;
    }
    if (function.body().filter(AtomicStores::calls).isEmpty()) {
      return false;
    }
    Set<String> reached = Reachability.of(module).from(function.name());
    return module.functions().stream()
        .filter(each -> reached.contains(each.name()))
        .flatMap(each -> each.body().stream())
        .anyMatch(AtomicStores::occurIn);
  }

  private static boolean occurIn(Region region) {
    return region.operations().stream()
        .anyMatch(
            op -> !mode(op).equals(NONE) || op.regions().stream().anyMatch(AtomicStores::occurIn));
  }

  private static boolean calls(Region region) {
    return region.operations().stream()
        .anyMatch(
            op ->
                op.definition().form() == OperationForm.CALL
                    || op.regions().stream().anyMatch(AtomicStores::calls));
  }

  private static String mode(Operation op) {
    return op.definition().form() == OperationForm.TILE_STORE
        ? op.attributes().text("atomic").orElse(NONE)
        : NONE;
  }

  /**
   * True when nothing can be added to a program: it has flags of its own, or addresses that only
   * the run knows.
   */
  private static boolean isByHand(Region region, Constants constants) {
    for (Operation op : region.operations()) {
      boolean byHand =
          switch (op.definition().form()) {
            case ALLOC_TILE, ALLOC_MULTI_TILE ->
                !op.group("addr").isEmpty() && constants.integer(op.operand("addr")).isEmpty();
            case ASSIGN_TILE, FLAG, BUFFER, EVENT_PAIR -> true;
            default -> false;
          };
      if (byHand || op.regions().stream().anyMatch(inner -> isByHand(inner, constants))) {
        return true;
      }
    }
    return false;
  }

  private static final class Expansion extends Rewriter {
    private final PassContext context;
    private final boolean placesItself;

    Expansion(Function function, PassContext context) {
      super(function);
      this.context = context;
      this.placesItself =
          function.body().filter(body -> isByHand(body, Constants.of(function))).isPresent();
    }

    @Override
    protected boolean rewrite(Operation op, IrBuilder builder) {
      String mode = mode(op);
      if (mode.equals(NONE)) {
        return false;
      }
      Optional<String> problem = problem(op, mode);
      if (problem.isPresent()) {
        report(
            DiagnosticCode.NOT_SUPPORTED,
            op,
            "pto.tstore with `atomic = " + mode + "` " + problem.get());
        return true;
      }
      report(
          DiagnosticCode.SUSPICIOUS_TILE,
          op,
          "an atomic store is compiled as load, "
              + mode
              + " and store: the blocks of the kernel run one after another");
      combine(op, mode, builder);
      return true;
    }

    private void report(DiagnosticCode code, Operation op, String message) {
      context.diagnostics().report(code, op.location(), message);
    }

    private Optional<String> problem(Operation op, String mode) {
      TileType type = (TileType) op.operand("src").type();
      TypeSet types = OpCatalog.get("pto.t" + mode).types(context.profile());
      if (!types.accepts(type.element())) {
        return Optional.of(
            "has no " + type.element().spelling() + " on " + context.profile().spelling());
      }
      if (type.boxLayout() != TileType.BoxLayout.NONE) {
        return Optional.of("needs a tile without boxes");
      }
      return placesItself
          ? Optional.of(
              "needs memory for intermediate results and flags of its own, so a program without"
                  + " flags and without addresses that only the run knows")
          : Optional.empty();
    }

    private static void combine(Operation op, String mode, IrBuilder builder) {
      Value source = op.operand("src");
      Value view = op.operand("dst");
      Value memory = TileMaker.like(source, builder);
      builder.createGrouped(
          "pto.tload", List.of(List.of(view), List.of(memory)), List.of(), Attributes.EMPTY);
      Value result = TileMaker.byRows(memory, builder);
      List<Value> operands = List.of(TileMaker.byRows(source, builder), result, result);
      builder.create("pto.t" + mode, operands, List.of(), Attributes.EMPTY);
      builder.createGrouped(
          "pto.tstore", List.of(List.of(memory), List.of(view)), List.of(), Attributes.EMPTY);
    }
  }
}
