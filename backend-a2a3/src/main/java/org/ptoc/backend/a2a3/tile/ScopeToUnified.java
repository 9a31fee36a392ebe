package org.ptoc.backend.a2a3.tile;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.ptoc.ir.Attribute;
import org.ptoc.ir.Attributes;
import org.ptoc.ir.Function;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Region;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.Op;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.Mnemonic;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.MaskType;
import org.ptoc.ir.type.PointerType;
import org.ptoc.passes.CodeSwitch;
import org.ptoc.passes.Pass;
import org.ptoc.passes.PassContext;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.build.Rewriter;
import org.ptoc.passes.placement.Placement;
import org.ptoc.passes.placement.UbScratch;

/**
 * Emulates vecscopes, which the profile does not have, on UB temporaries: elementwise operations,
 * loops and conditionals around them. What cannot be emulated is rejected by name. Buffer
 * identifiers become barriers of all pipes.
 */
public final class ScopeToUnified implements Pass {
  private final Placement.ScratchNeed scratchNeed;

  /**
   * @param scratchNeed what all operations need, so that one area serves vecscopes and tile
   *     operations
   */
  public ScopeToUnified(Placement.ScratchNeed scratchNeed) {
    this.scratchNeed = scratchNeed;
  }

  @Override
  public String name() {
    return "scope-to-unified";
  }

  @Override
  public Function run(Function function, PassContext context) {
    long bytes = UbScratch.reserve(function, scratchNeed.in(function, context.options()));
    OptionalLong base =
        bytes == 0 ? OptionalLong.of(0) : UbScratch.locate(function, bytes, Profile.A2A3);
    if (base.isEmpty()) {
      return function;
    }
    return new Lowering(function, context, base.getAsLong()).apply(function);
  }

  private static final class Lowering extends Rewriter {
    private final PassContext context;
    private final long base;
    private final ScopeRegisters registers;
    private final Map<Value, ScopeMask> masks = new IdentityHashMap<>();
    private final Map<Value, List<Operation>> users = new IdentityHashMap<>();

    /** Places of the values that the regions around carry. */
    private final Deque<List<Value>> carried = new ArrayDeque<>();

    private int depth;

    Lowering(Function function, PassContext context, long base) {
      super(function);
      this.context = context;
      this.base = base;
      this.registers = new ScopeRegisters(base);
      function.body().ifPresent(this::collectUsers);
    }

    private void collectUsers(Region region) {
      for (Operation op : region.all()) {
        op.operands()
            .forEach(value -> users.computeIfAbsent(value, key -> new ArrayList<>()).add(op));
      }
    }

    private void reject(Operation op, String why) {
      context
          .diagnostics()
          .report(DiagnosticCode.NOT_SUPPORTED, op.location(), op.name() + " " + why);
    }

    @Override
    protected boolean rewrite(Operation op, IrBuilder builder) {
      switch (op.definition().form()) {
        case VECSCOPE -> scope(op, builder);
        case STRICT_VECSCOPE -> {
          List<Value> arguments = op.region().arguments();
          for (int i = 0; i < arguments.size(); i++) {
            replace(arguments.get(i), op.operandAt(i));
          }
          scope(op, builder);
        }
        case BUFFER -> {
          if (op.definition().word() == Mnemonic.GET_BUF) {
            builder.effect(
                Op.BARRIER, Attributes.of(AttributeName.PIPE, new Attribute.Text("PIPE_ALL")));
          }
        }
        case CAST_POINTER -> {
          checkRange(op);
          return false;
        }
        default -> {
          return depth > 0 && inScope(op, builder);
        }
      }
      return true;
    }

    /** An address that the program chose must not lie in the temporaries. */
    private void checkRange(Operation op) {
      OptionalLong address = constants().integer(op.operandAt(0));
      boolean usesTemporaries = depth > 0 || base > 0;
      if (usesTemporaries
          && op.result().type() instanceof PointerType
          && address.isPresent()
          && address.getAsLong() >= base
          && address.getAsLong() < Profile.A2A3.allocatableBytes()) {
        context
            .diagnostics()
            .report(
                DiagnosticCode.OUT_OF_UB,
                op.location(),
                "address "
                    + address.getAsLong()
                    + " lies in the temporaries of the emulated vecscope, which begin at "
                    + base
                    + " on a2a3");
      }
    }

    private void scope(Operation op, IrBuilder builder) {
      depth++;
      registers.enter(op.region());
      rewriteInto(op.region(), builder);
      depth--;
      masks.clear();
    }

    private boolean inScope(Operation op, IrBuilder builder) {
      OperationForm form = op.definition().form();
      switch (form) {
        case FOR, IF -> {
          return structure(op, builder);
        }
        case YIELD -> {
          return leave(op, builder);
        }
        case MEMORY_BARRIER -> VectorUnit.barrier(builder);
        case PATTERN_B8, PATTERN_B16, PATTERN_B32 -> pattern(op, builder);
        case LESS_THAN_B8, LESS_THAN_B16, LESS_THAN_B32 -> lessThan(op, builder);
        default -> {
          return vector(op, builder);
        }
      }
      return true;
    }

    private boolean vector(Operation op, IrBuilder builder) {
      boolean touches =
          op.results().stream().anyMatch(Lowering::isScopeValue)
              || op.operands().stream().anyMatch(Lowering::isScopeValue);
      if (!touches) {
        return false;
      }
      boolean known = op.operands().stream().allMatch(this::isKnown);
      if (known && !emit(op, builder)) {
        String form = form(op).map(each -> each + " ").orElse("");
        reject(
            op,
            form + "cannot be emulated on a2a3, which has no vector registers; profile a5 has it");
      }
      return true;
    }

    /** The form of an operation that cannot be emulated while others of it can. */
    private Optional<String> form(Operation op) {
      return switch (op.definition().form()) {
        case LOAD, STORE ->
            op.results().stream().anyMatch(value -> value.type() instanceof PointerType)
                ? Optional.of("with an updated pointer")
                : distribution(op);
        case CONVERT ->
            widens(op)
                    && op.optional(RoleName.MASK)
                        .map(masks::get)
                        .flatMap(ScopeMask::bits)
                        .isPresent()
                ? Optional.of("to wider elements under the result of a comparison")
                : Optional.empty();
        default -> distribution(op);
      };
    }

    private static Optional<String> distribution(Operation op) {
      return op.attributes().text(AttributeName.DIST).map(dist -> "with dist " + dist);
    }

    private static boolean widens(Operation op) {
      int result = ScopeCode.register(op.result()).element().bits();
      return result <= 32
          && ScopeCode.register(op.operand(RoleName.INPUT)).element().bits() < result;
    }

    private static boolean isScopeValue(Value value) {
      return ScopeRegisters.isVector(value) || value.type() instanceof MaskType;
    }

    private boolean isKnown(Value value) {
      return ScopeRegisters.isVector(value)
          ? registers.find(value).isPresent()
          : !(value.type() instanceof MaskType) || masks.containsKey(value);
    }

    private boolean emit(Operation op, IrBuilder builder) {
      ScopeOperations operations =
          new ScopeOperations(
              op, builder, registers, masks, !context.options().has(CodeSwitch.BORROW));
      return switch (op.definition().form()) {
        case LOAD -> operations.load();
        case STORE -> operations.store();
        default -> operations.emit(!sameMaskOnly(op));
      };
    }

    /**
     * True when every use of the result has the mask of the operation, so that its inactive lanes
     * are never read.
     */
    private boolean sameMaskOnly(Operation op) {
      if (!op.definition().form().hasOperand(RoleName.MASK)
          || op.optional(RoleName.MASK).isEmpty()
          || op.results().size() != 1) {
        return false;
      }
      Value mask = op.operand(RoleName.MASK);
      return users.getOrDefault(op.result(), List.of()).stream()
          .allMatch(user -> ScopeOperations.staysInactive(user, mask));
    }

    // Masks.

    private static int lanes(Value mask) {
      return ((MaskType) mask.type()).lanes();
    }

    private void pattern(Operation op, IrBuilder builder) {
      int lanes = lanes(op.result());
      String pattern = op.attributes().text(AttributeName.PATTERN).orElse("PAT_ALL");
      OptionalLong count =
          switch (pattern) {
            case "PAT_ALL" -> OptionalLong.of(lanes);
            case "PAT_ALLF" -> OptionalLong.of(0);
            default ->
                pattern.startsWith("PAT_VL")
                    ? OptionalLong.of(Long.parseLong(pattern.substring("PAT_VL".length())))
                    : OptionalLong.empty();
          };
      if (count.isEmpty()) {
        reject(op, "with " + pattern + " cannot be emulated on a2a3; profile a5 has it");
        return;
      }
      masks.put(
          op.result(), ScopeMask.first(builder.index(Math.min(count.getAsLong(), lanes)), lanes));
    }

    /** The bound is unsigned: a set highest bit makes all lanes active. */
    private void lessThan(Operation op, IrBuilder builder) {
      int lanes = lanes(op.result(0));
      Value bound = op.operand(RoleName.SCALAR);
      Value active = builder.minUnsigned(bound, builder.i32(lanes));
      masks.put(op.result(0), ScopeMask.first(builder.cast(active, ElementType.INDEX), lanes));
      replace(op.result(1), builder.sub(bound, active));
    }

    // Structure.

    /** A loop or conditional keeps its vectors in places of their own. */
    private boolean structure(Operation op, IrBuilder builder) {
      boolean carriesMask =
          op.results().stream().anyMatch(value -> value.type() instanceof MaskType);
      if (carriesMask) {
        reject(op, "with a mask among its results cannot be emulated on a2a3; profile a5 has it");
        return true;
      }
      if (op.results().stream().noneMatch(ScopeRegisters::isVector)) {
        carried.push(List.of());
        Operation rewritten =
            op.withRegions(op.regions().stream().map(this::rewriteRegion).toList());
        carried.pop();
        builder.append(rewritten);
        return true;
      }
      List<Value> vectors = op.results().stream().filter(ScopeRegisters::isVector).toList();
      vectors.forEach(value -> registers.define(builder, value));
      List<List<Value>> groups = new ArrayList<>(op.groups());
      if (op.definition().form() == OperationForm.FOR) {
        enterLoop(op, builder);
        groups.set(
            3, op.group(3).stream().filter(value -> !ScopeRegisters.isVector(value)).toList());
      }
      carried.push(vectors);
      List<Region> regions = op.regions().stream().map(this::withoutVectors).toList();
      carried.pop();
      List<Value> results =
          op.results().stream().filter(value -> !ScopeRegisters.isVector(value)).toList();
      builder.append(
          Operation.create(
              op.definition(), groups, results, op.attributes(), regions, op.location()));
      return true;
    }

    private void enterLoop(Operation op, IrBuilder builder) {
      List<Value> initial = op.group(3);
      for (int i = 0; i < initial.size(); i++) {
        if (ScopeRegisters.isVector(initial.get(i))) {
          Area place = registers.find(op.result(i)).orElseThrow();
          registers.share(op.region().arguments().get(i + 1), place);
          registers.find(initial.get(i)).ifPresent(from -> copy(builder, place, from));
        }
      }
    }

    private Region withoutVectors(Region region) {
      Region rewritten = rewriteRegion(region);
      return new Region(
          rewritten.arguments().stream().filter(value -> !ScopeRegisters.isVector(value)).toList(),
          rewritten.operations());
    }

    /** Vectors go to their places, through new ones where a place is still to be read. */
    private boolean leave(Operation op, IrBuilder builder) {
      List<Value> places = carried.isEmpty() ? List.of() : carried.peek();
      List<Value> vectors = op.operands().stream().filter(ScopeRegisters::isVector).toList();
      if (places.isEmpty()) {
        return false;
      }
      List<Area> sources = new ArrayList<>();
      for (Value vector : vectors) {
        Area from = registers.find(vector).orElse(registers.temporary(builder, 0, 1));
        Area held =
            ScopeRegisters.leaving(op).isEmpty()
                ? from
                : registers.define(builder, new Value(vector.type()));
        if (held != from) {
          copy(builder, held, from);
        }
        sources.add(held);
      }
      for (int i = 0; i < sources.size(); i++) {
        copy(builder, registers.find(places.get(i)).orElseThrow(), sources.get(i));
      }
      List<Value> rest =
          op.operands().stream().filter(value -> !ScopeRegisters.isVector(value)).toList();
      builder.append(op.withGroups(List.of(rest)));
      return true;
    }

    private static void copy(IrBuilder builder, Area to, Area from) {
      Domain halves = Domain.of(builder, 1, VectorUnit.REPEAT_BYTES / 2);
      Code.following(builder).run(halves, Mnemonic.VCOPY, DataType.U16, to.as(2), from.as(2));
    }
  }
}
