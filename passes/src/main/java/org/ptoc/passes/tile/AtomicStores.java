package org.ptoc.passes.tile;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.ptoc.ir.Attributes;
import org.ptoc.ir.Function;
import org.ptoc.ir.Module;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Reachability;
import org.ptoc.ir.Region;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.Combining;
import org.ptoc.ir.catalog.Op;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.catalog.PipeRule;
import org.ptoc.ir.catalog.Role;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.catalog.TypeSet;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.MemorySpace;
import org.ptoc.ir.type.PointerType;
import org.ptoc.ir.type.TensorViewType;
import org.ptoc.ir.type.TileType;
import org.ptoc.passes.Pass;
import org.ptoc.passes.PassContext;
import org.ptoc.passes.build.Constants;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.build.Rewriter;

/**
 * Atomic modes of stores. A {@code tstore} becomes a load, the operation and a store (spec/20,
 * 8.2), with a warning; a transfer of the program combines by itself, as CTRL says. The object
 * records the kernel, whose blocks run one after another.
 */
public final class AtomicStores implements Pass {
  private static final String NONE = "none";

  @Override
  public String name() {
    return "atomic-stores";
  }

  @Override
  public Function run(Function function, PassContext context) {
    // Stores of accumulators combine by themselves (spec/60, 2.8).
    return CubeCode.isIn(function) ? function : new Expansion(function, context).apply(function);
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
    return region.walk().anyMatch(op -> !mode(op).equals(NONE) || setsMode(op));
  }

  private static boolean calls(Region region) {
    return region.walk().anyMatch(op -> op.definition().form() == OperationForm.CALL);
  }

  private static String mode(Operation op) {
    OperationForm form = op.definition().form();
    return form == OperationForm.TILE_STORE || form == OperationForm.RANK_COPY
        ? op.attributes().text(AttributeName.ATOMIC).orElse(NONE)
        : NONE;
  }

  private static boolean setsMode(Operation op) {
    return op.definition().form() == OperationForm.ATOMIC_OPERATION
        && op.definition().combining().isPresent();
  }

  /** True if the form writes an operand other than scratch, which is in GM. */
  private static boolean writesGlobalMemory(Operation op) {
    List<Role> roles = op.definition().operands();
    return IntStream.range(0, roles.size())
        .filter(
            role -> op.definition().form().writes(role) && roles.get(role).name() != RoleName.TMP)
        .boxed()
        .flatMap(role -> op.group(role).stream())
        .anyMatch(
            value ->
                value.type() instanceof TensorViewType
                    || value.type() instanceof PointerType to && to.space() == MemorySpace.GM);
  }

  /**
   * True when nothing can be added to a program: it has flags of its own, or addresses that only
   * the run knows.
   */
  private static boolean isByHand(Region region, Constants constants) {
    for (Operation op : region.operations()) {
      OperationForm form = op.definition().form();
      boolean byHand =
          form.pipeRule() == PipeRule.ORDERS_PIPES
              || form == OperationForm.ASSIGN_TILE
              || form.hasOperand(RoleName.ADDR)
                  && op.optional(RoleName.ADDR)
                      .filter(address -> constants.integer(address).isEmpty())
                      .isPresent();
      if (byHand || op.regions().stream().anyMatch(inner -> isByHand(inner, constants))) {
        return true;
      }
    }
    return false;
  }

  /**
   * @param type the type that stores combine, when one was set
   */
  private record Mode(String operation, Optional<ElementType> type) {
    static final Mode PLAIN = new Mode(NONE, Optional.empty());
  }

  private static final class Expansion extends Rewriter {
    private final PassContext context;
    private final boolean placesItself;

    /** What {@code set_atomic_*} set last: the mode of stores that name none. */
    private Mode current = Mode.PLAIN;

    Expansion(Function function, PassContext context) {
      super(function);
      this.context = context;
      this.placesItself =
          function.body().filter(body -> isByHand(body, Constants.of(function))).isPresent();
    }

    @Override
    protected boolean rewrite(Operation op, IrBuilder builder) {
      return switch (op.definition().form()) {
        case ATOMIC_OPERATION -> {
          current =
              op.definition()
                  .combining()
                  .map(how -> new Mode(how.word(), current.type))
                  .orElse(Mode.PLAIN);
          yield true;
        }
        case ATOMIC_TYPE -> {
          current = new Mode(current.operation, Optional.of(op.definition().element()));
          yield true;
        }
        case TILE_STORE -> store(op, builder);
        case TRANSFER_OUT, COPY_OUT -> transfer(op, builder);
        case STORE_SCALAR -> false; // The mode is that of transfers.
        default ->
            writesGlobalMemory(op)
                ? otherTransfer(op)
                : !op.regions().isEmpty() && nested(op, builder);
      };
    }

    /** Every region begins with the mode before the operation, and must leave it so. */
    private boolean nested(Operation op, IrBuilder builder) {
      Mode before = current;
      List<Region> regions = new ArrayList<>();
      for (Region region : op.regions()) {
        current = before;
        regions.add(rewriteRegion(region));
        if (!current.equals(before)) {
          report(
              DiagnosticCode.NOT_SUPPORTED,
              op,
              op.name()
                  + " changes the atomic mode of stores and leaves it changed; set the mode before"
                  + " it, or set it back inside");
        }
      }
      current = before;
      builder.append(op.withRegions(regions));
      return true;
    }

    /** The word combines by itself; its control register has the mode meanwhile. */
    private boolean transfer(Operation op, IrBuilder builder) {
      ElementType stored = ((PointerType) op.operand(RoleName.DEST).type()).element();
      if (current.operation.equals(NONE) || !writesGlobalMemory(op)) {
        return false;
      }
      ElementType combined = current.type.orElse(stored);
      if (combined.bits() != stored.bits() || !AtomicControl.exists(combined)) {
        report(
            DiagnosticCode.NOT_SUPPORTED,
            op,
            op.name()
                + " combines "
                + combined.spelling()
                + " and stores "
                + stored.spelling()
                + "; legal: set_atomic_f32, _f16, _bf16, _s32, _s16 or _s8 of the width that is"
                + " stored");
        return true;
      }
      AtomicControl control = new AtomicControl(builder, Optional.of(current.operation), combined);
      control.begin();
      builder.append(op);
      control.end();
      return true;
    }

    private boolean otherTransfer(Operation op) {
      if (current.operation.equals(NONE)) {
        return false;
      }
      report(
          DiagnosticCode.NOT_SUPPORTED,
          op,
          op.name()
              + " with the atomic mode `"
              + current.operation
              + "`; only pto.tstore and"
              + " transfers from UB have it");
      return true;
    }

    private boolean store(Operation op, IrBuilder builder) {
      String named = mode(op);
      String mode = named.equals(NONE) ? current.operation : named;
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
      TileType type = (TileType) op.operand(RoleName.SRC).type();
      Optional<ElementType> set = mode(op).equals(NONE) ? current.type : Optional.empty();
      if (set.filter(
              known ->
                  known.bits() != type.element().bits()
                      || known != type.element() && known.isFloat())
          .isPresent()) {
        return Optional.of(
            "combines " + set.get().spelling() + ", but stores " + type.element().spelling());
      }
      TypeSet types = tile(mode).definition().types(context.profile());
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

    /** The operation on two tiles that a mode makes of memory and tile. */
    private static Op tile(String mode) {
      return Combining.named(mode).tile().orElseThrow();
    }

    private static void combine(Operation op, String mode, IrBuilder builder) {
      Value source = op.operand(RoleName.SRC);
      Value view = op.operand(RoleName.DST);
      Value memory = TileMaker.like(source, builder);
      builder.transfer(Op.TLOAD, view, memory);
      Value result = TileMaker.byRows(memory, builder);
      List<Value> operands = List.of(TileMaker.byRows(source, builder), result, result);
      builder.create(tile(mode), operands, List.of(), Attributes.EMPTY);
      builder.transfer(Op.TSTORE, memory, view);
    }
  }
}
