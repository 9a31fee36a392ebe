package org.ptoc.passes.vmi;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.ptoc.ir.Attribute;
import org.ptoc.ir.Function;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Region;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.catalog.Scope;
import org.ptoc.ir.catalog.UnlistedAttribute;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.type.LogicalMaskType;
import org.ptoc.ir.type.LogicalVectorType;
import org.ptoc.passes.Pass;
import org.ptoc.passes.PassContext;
import org.ptoc.passes.build.Constants;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.synchronization.Synchronization;

/**
 * Rewrites operations on logical vectors into tile operations, for profiles without vector
 * registers (spec/80, section 8). Each logical vector becomes a tile of one row. Values that
 * control flow passes on are copied into tiles of their own; vecscopes around logical vectors
 * disappear.
 */
public final class VmiToTiles implements Pass {
  @Override
  public String name() {
    return "vmi-to-tiles";
  }

  @Override
  public Function run(Function function, PassContext context) {
    if (!VmiToVector.hasLogical(function)) {
      return function;
    }
    Region body = new Walk(function, context).region(function.body().orElseThrow());
    return function
        .withBody(body)
        .withAttributes(
            function.attributes().with(UnlistedAttribute.TILES_FROM_TOP, new Attribute.Flag(true)));
  }

  private static final class Walk {
    private final PassContext context;
    private final Constants constants;
    private final Alignment alignment;
    private final boolean isByHand;
    private boolean isInScope;
    private final Map<Value, Value> vectors = new IdentityHashMap<>();
    private final Map<Value, LogicalMask> masks = new IdentityHashMap<>();
    private final Map<Value, Value> scalars = new IdentityHashMap<>();

    Walk(Function function, PassContext context) {
      this.context = context;
      this.constants = Constants.of(function);
      this.alignment = new Alignment(function);
      this.isByHand = Synchronization.isByHand(function, context.options());
    }

    private TileCode code(IrBuilder builder) {
      return new TileCode(builder, isByHand);
    }

    private Value current(Value value) {
      Value replaced = scalars.get(value);
      return replaced == null ? value : current(replaced);
    }

    private static boolean isLogical(Value value) {
      return value.type() instanceof LogicalVectorType || value.type() instanceof LogicalMaskType;
    }

    private static List<Value> logical(List<Value> values) {
      return values.stream().filter(Walk::isLogical).toList();
    }

    private List<Value> plain(List<Value> values) {
      return values.stream().filter(value -> !isLogical(value)).map(this::current).toList();
    }

    Region region(Region region) {
      return region(region, List.of());
    }

    /**
     * @param homes the tiles that the logical values of the terminator go into
     */
    private Region region(Region region, List<Value> homes) {
      IrBuilder builder = new IrBuilder(constants);
      into(region, builder, homes);
      return new Region(plain(region.arguments()), builder.operations());
    }

    private void into(Region region, IrBuilder builder, List<Value> homes) {
      for (Operation op : region.operations()) {
        builder.at(op.location());
        operation(op, builder, homes);
      }
    }

    private void operation(Operation op, IrBuilder builder, List<Value> homes) {
      OperationForm form = op.definition().form();
      if (form.isLogical()) {
        TileCode code = code(builder);
        new TileStep(
                op.mapOperands(this::current), code, context.profile(), alignment, vectors, masks)
            .lower()
            .ifPresent(scalar -> scalars.put(op.results().getLast(), scalar));
        return;
      }
      switch (form) {
        case FOR -> loop(op, builder);
        case IF -> branch(op, builder);
        case WHILE -> repeat(op, builder);
        case YIELD, CONDITION -> end(op, builder, homes);
        case SELECT_SCALAR -> select(op, builder);
        case VECSCOPE, STRICT_VECSCOPE -> scope(op, builder);
        case MEMORY_BARRIER -> {
          if (isInScope) {
            copy(op, builder);
          } else {
            code(builder).follow();
          }
        }
        default -> copy(op, builder);
      }
    }

    private void copy(Operation op, IrBuilder builder) {
      List<Region> regions = op.regions().stream().map(this::region).toList();
      Operation mapped = op.mapOperands(this::current);
      new KnownTransfers(alignment)
          .of(mapped)
          .forEach(range -> code(builder).reserve(range.start(), range.bytes()));
      builder.append(regions.isEmpty() ? mapped : mapped.withRegions(regions));
    }

    // Vecscopes.

    /** Tile operations are legal outside of vecscopes alone. */
    private void scope(Operation op, IrBuilder builder) {
      if (!VmiToVector.hasLogical(op.region())) {
        isInScope = true;
        copy(op, builder);
        isInScope = false;
        return;
      }
      List<Value> arguments = op.region().arguments();
      for (int i = 0; i < arguments.size(); i++) {
        scalars.put(arguments.get(i), op.operandAt(i));
      }
      if (isAlone(op.region())) {
        into(op.region(), builder, List.of());
      }
    }

    /** False with an error for each operation that needs the vecscope. */
    private boolean isAlone(Region region) {
      boolean isAlone = true;
      for (Operation op : region.operations()) {
        OperationForm form = op.definition().form();
        boolean needsScope =
            op.definition().scope() == Scope.VECSCOPE
                && !form.isLogical()
                && form != OperationForm.MEMORY_BARRIER;
        if (needsScope) {
          context
              .diagnostics()
              .report(
                  DiagnosticCode.NOT_SUPPORTED,
                  op.location(),
                  op.name()
                      + " stands in one vecscope with logical vectors, which "
                      + context.profile().spelling()
                      + " keeps in tiles; give it a vecscope of its own");
        }
        isAlone &= !needsScope && op.regions().stream().allMatch(this::isAlone);
      }
      return isAlone;
    }

    // Control flow.

    /** New tiles for values that control flow passes on. */
    private List<Value> homes(List<Value> values, TileCode code) {
      return logical(values).stream()
          .map(
              value ->
                  code.tile(
                      value.type() instanceof LogicalMaskType mask
                          ? TileMasks.type(mask.lanes())
                          : TileStep.type(value)))
          .toList();
    }

    /** The logical values are in the tiles from here on. */
    private void define(List<Value> values, List<Value> homes) {
      List<Value> logical = logical(values);
      for (int i = 0; i < logical.size(); i++) {
        Value value = logical.get(i);
        if (value.type() instanceof LogicalMaskType mask) {
          masks.put(value, TileMasks.of(mask.lanes(), homes.get(i)));
        } else {
          vectors.put(value, homes.get(i));
        }
      }
    }

    private Value tile(Value value, TileCode code) {
      return value.type() instanceof LogicalMaskType
          ? new TileMasks(code).bits(Objects.requireNonNull(masks.get(value)))
          : Objects.requireNonNull(vectors.get(value));
    }

    /** Copies all values at once: one that lies in the home of another is copied before. */
    private void fill(List<Value> values, List<Value> homes, TileCode code) {
      List<Value> tiles = new ArrayList<>();
      Set<Value> written = new HashSet<>(homes);
      for (Value value : logical(values)) {
        Value tile = tile(value, code);
        boolean isHome = written.contains(tile) && tile != homes.get(tiles.size());
        tiles.add(isHome ? code.copyOf(tile) : tile);
      }
      for (int i = 0; i < tiles.size(); i++) {
        if (tiles.get(i) != homes.get(i)) {
          code.copy(tiles.get(i), homes.get(i));
        }
      }
    }

    private void end(Operation op, IrBuilder builder, List<Value> homes) {
      fill(op.groups().getLast(), homes, code(builder));
      builder.append(op.withGroups(op.groups().stream().map(this::plain).toList()));
    }

    private void append(Operation op, List<Region> regions, IrBuilder builder) {
      builder.append(
          Operation.create(
              op.definition(),
              op.groups().stream().map(this::plain).toList(),
              op.results().stream().filter(value -> !isLogical(value)).toList(),
              op.attributes(),
              regions,
              op.location()));
    }

    private void loop(Operation op, IrBuilder builder) {
      TileCode code = code(builder);
      List<Value> homes = homes(op.results(), code);
      fill(op.group(3), homes, code);
      define(op.region().arguments(), homes);
      append(op, List.of(region(op.region(), homes)), builder);
      define(op.results(), homes);
    }

    private void branch(Operation op, IrBuilder builder) {
      List<Value> homes = homes(op.results(), code(builder));
      append(op, op.regions().stream().map(region -> region(region, homes)).toList(), builder);
      define(op.results(), homes);
    }

    private void repeat(Operation op, IrBuilder builder) {
      TileCode code = code(builder);
      Region before = op.regions().get(0);
      Region after = op.regions().get(1);
      List<Value> entering = homes(before.arguments(), code);
      List<Value> leaving = homes(op.results(), code);
      fill(op.operands(), entering, code);
      define(before.arguments(), entering);
      Region first = region(before, leaving);
      define(after.arguments(), leaving);
      append(op, List.of(first, region(after, entering)), builder);
      define(op.results(), leaving);
    }

    private void select(Operation op, IrBuilder builder) {
      if (!isLogical(op.result())) {
        builder.append(op.mapOperands(this::current));
        return;
      }
      TileCode code = code(builder);
      List<Value> homes = homes(op.results(), code);
      fill(List.of(op.operandAt(2)), homes, code);
      Value chosen = tile(op.operandAt(1), code);
      builder.when(current(op.operandAt(0)), inner -> code(inner).copy(chosen, homes.getFirst()));
      define(op.results(), homes);
    }
  }
}
