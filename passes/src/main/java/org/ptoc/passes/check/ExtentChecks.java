package org.ptoc.passes.check;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.ptoc.ir.Function;
import org.ptoc.ir.Location;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Region;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.diagnostic.Diagnostics;
import org.ptoc.ir.isa.RuntimeRule;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.TensorViewType;
import org.ptoc.ir.type.TileType;
import org.ptoc.ir.type.Type;
import org.ptoc.passes.CompileOptions;
import org.ptoc.passes.PassContext;
import org.ptoc.passes.PassManager;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.generic.Canonicalize;
import org.ptoc.passes.generic.Inline;
import org.ptoc.passes.generic.PlainForms;
import org.ptoc.passes.generic.Sections;
import org.ptoc.passes.local.LocalMemory;
import org.ptoc.passes.pipe.PipeLowering;
import org.ptoc.passes.rank.RankLowering;
import org.ptoc.passes.storage.CarriedViews;
import org.ptoc.passes.storage.Guard;
import org.ptoc.passes.tile.ReshapedTiles;
import org.ptoc.passes.tile.TileLowering;

/**
 * The rules of valid extents that types leave open (spec/20, section 4, R1, and sizes of R5), apart
 * from the work: what constants decide is known here, of all rules, the rest becomes a program of
 * scalars that can run in front of the kernel, which then need not carry the checks and takes the
 * cycles that it takes without them.
 */
public final class ExtentChecks {
  private final Map<Location, Finding> broken = new LinkedHashMap<>();
  private final Map<Location, Finding> open = new LinkedHashMap<>();
  private final Map<Location, Finding> doubtful = new LinkedHashMap<>();

  private ExtentChecks() {}

  /**
   * An operation whose extents constants or the run decide.
   *
   * @param rule the rule that constants break; for open extents that of valid regions
   * @param extents the extents of its operands, {@code dst ?x64, src1 16x1}
   */
  public record Finding(Operation operation, RuntimeRule rule, String extents) {
    /** Where the operation stands. */
    public Location location() {
      return operation.location();
    }
  }

  /**
   * What was found out about a kernel.
   *
   * @param broken operations whose operands cannot fit
   * @param open operations that compare extents which only the run knows
   * @param doubtful operations that constants make legal but doubtful
   * @param program the kernel without its work: it traps where an extent is wrong; empty when
   *     nothing is left to check, or when extents depend on what the kernel computes
   */
  public record Result(
      List<Finding> broken,
      List<Finding> open,
      List<Finding> doubtful,
      Optional<Function> program) {
    private static final Result NOTHING =
        new Result(List.of(), List.of(), List.of(), Optional.empty());

    public Result {
      broken = List.copyOf(broken);
      open = List.copyOf(open);
      doubtful = List.copyOf(doubtful);
    }
  }

  /** Looks through a verified kernel; what other passes say about it is left to the compiler. */
  public static Result of(Function function, PassContext context) {
    if (function.body().filter(ExtentChecks::mayBeWrong).isEmpty()) {
      return Result.NOTHING;
    }
    PassContext own = unheard(context);
    return flat(function, own)
        .map(flat -> new ExtentChecks().look(flat, own))
        .orElse(Result.NOTHING);
  }

  /** A context of the same kernel whose diagnostics are not reported. */
  static PassContext unheard(PassContext context) {
    return new PassContext(
        context.profile(), context.module(), CompileOptions.defaults(), new Diagnostics());
  }

  /** A kernel with calls inlined and constants folded; empty where it has errors. */
  static Optional<Function> flat(Function function, PassContext context) {
    Function flat =
        new PassManager(
                List.of(
                    new Inline(),
                    new Sections(),
                    new PlainForms(),
                    new PipeLowering(),
                    new RankLowering(),
                    new LocalMemory(),
                    new ReshapedTiles(),
                    new CarriedViews(),
                    new Canonicalize()),
                PassManager.Observer.NONE)
            .run(function, context);
    return context.diagnostics().hasErrors() ? Optional.empty() : Optional.of(flat);
  }

  /** False where the verifier has seen all extents and offsets. */
  private static boolean mayBeWrong(Region body) {
    return mayBeWrong(body, new HashSet<>());
  }

  private static boolean mayBeWrong(Region region, Set<Value> constants) {
    for (Operation op : region.operations()) {
      if (op.definition().form() == OperationForm.CONSTANT) {
        constants.add(op.result());
      } else if (op.definition().form() == OperationForm.CALL
          || op.results().stream().anyMatch(value -> isOpen(value.type()))
          || hasPlace(op) && !constants.containsAll(numbers(op))
          || op.regions().stream().anyMatch(inner -> mayBeWrong(inner, constants))) {
        return true;
      }
    }
    return false;
  }

  /** True of windows, slots and elements, and of tiles with addresses. */
  private static boolean hasPlace(Operation op) {
    return op.definition().form().isAboutTiles()
        || op.results().stream()
            .anyMatch(
                value ->
                    value.type() instanceof TileType || value.type() instanceof TensorViewType);
  }

  private static List<Value> numbers(Operation op) {
    return op.operands().stream()
        .filter(value -> value.type() instanceof ElementType type && !type.isFloat())
        .toList();
  }

  private static boolean isOpen(Type type) {
    return switch (type) {
      case TileType tile ->
          tile.validRows() != tile.rows() || tile.validColumns() != tile.columns();
      case TensorViewType view -> view.dimensions().contains(TensorViewType.DYNAMIC);
      default -> false;
    };
  }

  private Result look(Function flat, PassContext context) {
    return CheckProgram.of(flat, context, carried -> new Walk(carried, context))
        .map(swept -> result(swept, flat))
        .orElse(Result.NOTHING);
  }

  private Result result(Function swept, Function flat) {
    open.keySet().retainAll(CheckProgram.traps(swept, rule -> rule != RuntimeRule.EMPTY_REGION));
    Optional<Function> program =
        CheckProgram.traps(swept, rule -> true).isEmpty()
                || !CheckProgram.isIndependent(swept, flat)
            ? Optional.empty()
            : Optional.of(swept);
    return new Result(
        new ArrayList<>(broken.values()),
        new ArrayList<>(open.values()),
        new ArrayList<>(doubtful.values()),
        program);
  }

  /** Keeps scalars, control flow and checks. */
  private final class Walk extends TileLowering {
    Walk(Function function, PassContext context) {
      super(function, context);
    }

    @Override
    protected boolean looksOnly() {
      return true;
    }

    @Override
    protected Guard guard(Operation op, IrBuilder builder) {
      return Guard.ofExtents(
          builder,
          context().profile(),
          new Guard.Extents() {
            @Override
            public void broken(RuntimeRule rule) {
              (rule.isDoubt() ? doubtful : broken).putIfAbsent(op.location(), finding(op, rule));
            }

            @Override
            public void open() {
              open.putIfAbsent(op.location(), finding(op, RuntimeRule.VALID_REGION));
            }
          });
    }

    private Finding finding(Operation op, RuntimeRule rule) {
      return new Finding(op, rule, extents(op));
    }

    @Override
    protected void lower(Operation operation, IrBuilder builder) {
      throw new IllegalStateException("work is left out: " + operation);
    }

    @Override
    protected boolean lowerOther(Operation op, IrBuilder builder) {
      return isWork(op);
    }
  }

  /** What has no result and steers nothing is work. */
  static boolean isWork(Operation op) {
    OperationForm form = op.definition().form();
    return op.results().isEmpty()
        && switch (form.effect()) {
          case CONTROL, END -> false;
          case NONE, READ, WRITE -> form != OperationForm.TRAP && form != OperationForm.MACHINE;
        };
  }
}
