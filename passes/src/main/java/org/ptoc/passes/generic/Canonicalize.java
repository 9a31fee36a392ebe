package org.ptoc.passes.generic;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.ptoc.ir.Attribute;
import org.ptoc.ir.Function;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Region;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.Arithmetic;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.Effect;
import org.ptoc.ir.catalog.Op;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.PointerType;
import org.ptoc.passes.Pass;
import org.ptoc.passes.PassContext;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.build.Rewriter;
import org.ptoc.passes.build.ScalarFolder;

/**
 * Folds constants, known branches and loops that run at most once, and removes common
 * subexpressions of operations without effects. An expression is known in the region where it
 * stands and in the regions nested in it.
 */
public final class Canonicalize implements Pass {
  @Override
  public String name() {
    return "canonicalize";
  }

  @Override
  public Function run(Function function, PassContext context) {
    return new Folding(function).apply(function);
  }

  /**
   * Everything that makes two operations without effects compute the same: definition, operands by
   * identity, attributes, types of the results. The hash is computed once, because a key is looked
   * up in every scope around it.
   */
  private static final class Key {
    private final Operation op;
    private final int hash;

    Key(Operation op) {
      this.op = op;
      int sum = op.definition().name().hashCode();
      for (int i = 0; i < op.operandCount(); i++) {
        sum = 31 * sum + System.identityHashCode(op.operandAt(i));
      }
      this.hash = 31 * sum + op.attributes().hashCode();
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Key key && hash == key.hash && computesTheSame(key.op);
    }

    private boolean computesTheSame(Operation other) {
      if (op.definition() != other.definition()
          || op.operandCount() != other.operandCount()
          || op.results().size() != other.results().size()
          || !op.attributes().equals(other.attributes())) {
        return false;
      }
      for (int i = 0; i < op.operandCount(); i++) {
        if (op.operandAt(i) != other.operandAt(i)) {
          return false;
        }
      }
      for (int i = 0; i < op.results().size(); i++) {
        if (!op.result(i).type().equals(other.result(i).type())) {
          return false;
        }
      }
      return true;
    }

    @Override
    public int hashCode() {
      return hash;
    }
  }

  private static final class Folding extends Rewriter {
    private final Deque<Map<Key, Operation>> scopes = new ArrayDeque<>();

    /** The integer address behind pointers that were cast from one. */
    private final Map<Value, Value> addresses = new IdentityHashMap<>();

    /** Products of a value and a constant. */
    private final Map<Value, Product> products = new IdentityHashMap<>();

    /** A value times a constant. */
    private record Product(Value value, long factor) {}

    /** What the results of selections are chosen from. */
    private final Map<Value, Selection> selections = new IdentityHashMap<>();

    /** Two vectors and the mask of the lanes that come from the first. */
    private record Selection(Value set, Value clear, Value mask) {}

    private final IntegerRanges ranges;

    Folding(Function function) {
      super(function);
      ranges = new IntegerRanges(constants());
      scopes.push(new HashMap<>());
    }

    @Override
    protected boolean rewrite(Operation op, IrBuilder builder) {
      if (!op.regions().isEmpty()) {
        return rewriteRegions(op, builder);
      }
      if (op.definition().form().effect() != Effect.NONE) {
        return false;
      }
      Optional<Value> folded = fold(op, builder);
      if (folded.isPresent()) {
        replace(op.result(), folded.get());
        return true;
      }
      if (reuse(op)) {
        return true;
      }
      ranges.record(op);
      return false;
    }

    private boolean rewriteRegions(Operation op, IrBuilder builder) {
      if (op.definition().form() == OperationForm.IF
          && builder.constantOf(op.operandAt(0)).isPresent()) {
        inlineBranch(op, builder, builder.constantOf(op.operandAt(0)).getAsLong() != 0);
        return true;
      }
      if (op.definition().form() == OperationForm.FOR && runsAtMostOnce(op, builder)) {
        inlineLoop(op, builder);
        return true;
      }
      if (op.definition().form() == OperationForm.FOR) {
        ranges.enter(op);
      }
      List<Region> regions = new ArrayList<>();
      for (Region region : op.regions()) {
        scopes.push(new HashMap<>());
        regions.add(rewriteRegion(region));
        scopes.pop();
      }
      builder.append(op.withRegions(regions));
      return true;
    }

    private void inlineBranch(Operation op, IrBuilder builder, boolean taken) {
      int index = taken ? 0 : 1;
      if (index >= op.regions().size()) {
        return;
      }
      Region region = op.regions().get(index);
      List<Operation> body = region.operations();
      Operation yield = body.getLast();
      rewriteInto(Region.of(body.subList(0, body.size() - 1)), builder);
      for (int i = 0; i < op.results().size(); i++) {
        replace(op.result(i), current(yield.operandAt(i)));
      }
    }

    private static boolean runsAtMostOnce(Operation loop, IrBuilder builder) {
      OptionalLong lower = builder.constantOf(loop.operand(RoleName.LOWER));
      OptionalLong upper = builder.constantOf(loop.operand(RoleName.UPPER));
      OptionalLong step = builder.constantOf(loop.operand(RoleName.STEP));
      if (lower.isEmpty() || upper.isEmpty()) {
        return false;
      }
      long distance = upper.getAsLong() - lower.getAsLong();
      boolean never = upper.getAsLong() <= lower.getAsLong();
      return never || distance > 0 && step.isPresent() && distance <= step.getAsLong();
    }

    private void inlineLoop(Operation loop, IrBuilder builder) {
      List<Value> initial = loop.group(RoleName.INIT);
      long lower = builder.constantOf(loop.operand(RoleName.LOWER)).getAsLong();
      boolean runs = lower < builder.constantOf(loop.operand(RoleName.UPPER)).getAsLong();
      List<Value> results = runs ? inlinePass(loop, builder) : initial;
      for (int i = 0; i < results.size(); i++) {
        replace(loop.result(i), current(results.get(i)));
      }
    }

    /** Writes a body once; returns what it hands on. */
    private List<Value> inlinePass(Operation loop, IrBuilder builder) {
      List<Value> arguments = loop.region().arguments();
      replace(arguments.getFirst(), loop.operand(RoleName.LOWER));
      for (int i = 1; i < arguments.size(); i++) {
        replace(arguments.get(i), loop.group(RoleName.INIT).get(i - 1));
      }
      List<Operation> body = loop.region().operations();
      boolean yields = !body.isEmpty() && body.getLast().definition().form() == OperationForm.YIELD;
      rewriteInto(Region.of(yields ? body.subList(0, body.size() - 1) : body), builder);
      return yields ? body.getLast().operands() : List.of();
    }

    private boolean reuse(Operation op) {
      Key key = new Key(op);
      for (Map<Key, Operation> scope : scopes) {
        Operation known = scope.get(key);
        if (known != null) {
          for (int i = 0; i < op.results().size(); i++) {
            replace(op.result(i), known.result(i));
          }
          return true;
        }
      }
      scopes.peek().put(key, op);
      return false;
    }

    private Optional<Value> fold(Operation op, IrBuilder builder) {
      return switch (op.definition().form()) {
        case INTEGER_BINARY ->
            foldBinary(op, builder).or(() -> foldProduct(op, builder)).or(() -> ranges.choice(op));
        case INTEGER_COMPARE ->
            foldCompare(op, builder)
                .or(
                    () ->
                        ranges
                            .decide(op)
                            .map(holds -> builder.integer(holds ? 1 : 0, ElementType.I1)));
        case SELECT_SCALAR -> {
          OptionalLong condition = builder.constantOf(op.operandAt(0));
          yield condition.isPresent()
              ? Optional.of(op.operandAt(condition.getAsLong() != 0 ? 1 : 2))
              : op.operandAt(1) == op.operandAt(2)
                  ? Optional.of(op.operandAt(1))
                  : Optional.empty();
        }
        case SELECT -> foldSelection(op, builder);
        case SCALAR_CAST -> foldCast(op, builder);
        case CAST_POINTER -> foldPointerCast(op);
        case ADD_POINTER -> foldPointerSum(op, builder);
        default -> Optional.empty();
      };
    }

    /** A cast to an integer of a pointer that was made from one is that integer. */
    private Optional<Value> foldPointerCast(Operation op) {
      Value input = op.operandAt(0);
      if (input.type() == ElementType.I64) {
        addresses.put(op.result(), input);
        return Optional.empty();
      }
      Value address = addresses.get(input);
      if (address == null) {
        return Optional.empty();
      }
      if (op.result().type() == ElementType.I64) {
        return Optional.of(address);
      }
      addresses.put(op.result(), address);
      return Optional.empty();
    }

    /** A constant address moved by a constant is a constant address. */
    private Optional<Value> foldPointerSum(Operation op, IrBuilder builder) {
      Value base = addresses.get(op.operandAt(0));
      OptionalLong offset = builder.constantOf(op.operandAt(1));
      if (offset.isPresent() && offset.getAsLong() == 0) {
        return Optional.of(op.operandAt(0));
      }
      if (base == null || offset.isEmpty() || builder.constantOf(base).isEmpty()) {
        return Optional.empty();
      }
      PointerType type = (PointerType) op.result().type();
      long address =
          builder.constantOf(base).getAsLong() + offset.getAsLong() * type.element().bytes();
      Value constant = builder.i64(address);
      Value pointer = builder.value(Op.CASTPTR, type, constant);
      addresses.put(pointer, constant);
      return Optional.of(pointer);
    }

    private static Optional<Value> foldBinary(Operation op, IrBuilder builder) {
      return builder.folded(Arithmetic.of(op.definition()), op.operandAt(0), op.operandAt(1));
    }

    /** A product times a constant is one product; both wrap. */
    private Optional<Value> foldProduct(Operation op, IrBuilder builder) {
      OptionalLong factor = builder.constantOf(op.operandAt(1));
      if (Arithmetic.of(op.definition()) != Arithmetic.MULI || factor.isEmpty()) {
        return Optional.empty();
      }
      Product inner = products.get(op.operandAt(0));
      if (inner == null) {
        products.put(op.result(), new Product(op.operandAt(0), factor.getAsLong()));
        return Optional.empty();
      }
      ElementType type = (ElementType) op.result().type();
      long whole = factor.getAsLong() * inner.factor();
      Value product =
          builder.value(Arithmetic.MULI, type, inner.value(), builder.integer(whole, type));
      products.put(product, new Product(inner.value(), whole));
      return Optional.of(product);
    }

    /** A selection takes nothing from the other side of an earlier one by the same mask. */
    private Optional<Value> foldSelection(Operation op, IrBuilder builder) {
      Selection given = new Selection(op.operandAt(0), op.operandAt(1), op.operandAt(2));
      Selection set = selections.get(given.set);
      Selection clear = selections.get(given.clear);
      Selection found =
          new Selection(
              set != null && set.mask == given.mask ? set.set : given.set,
              clear != null && clear.mask == given.mask ? clear.clear : given.clear,
              given.mask);
      if (found.set == found.clear) {
        return Optional.of(found.set);
      }
      if (found.equals(given)) {
        selections.put(op.result(), given);
        return Optional.empty();
      }
      Value selected =
          builder.value(Op.VSEL, op.result().type(), found.set, found.clear, found.mask);
      selections.put(selected, found);
      return Optional.of(selected);
    }

    private static Optional<Value> foldCompare(Operation op, IrBuilder builder) {
      OptionalLong lhs = builder.constantOf(op.operandAt(0));
      OptionalLong rhs = builder.constantOf(op.operandAt(1));
      if (lhs.isEmpty() || rhs.isEmpty()) {
        return Optional.empty();
      }
      ElementType type = (ElementType) op.operandAt(0).type();
      String predicate = op.attributes().text(AttributeName.PREDICATE).orElseThrow();
      boolean holds = ScalarFolder.compare(predicate, type, lhs.getAsLong(), rhs.getAsLong());
      return Optional.of(builder.integer(holds ? 1 : 0, ElementType.I1));
    }

    private static Optional<Value> foldCast(Operation op, IrBuilder builder) {
      ElementType from = (ElementType) op.operandAt(0).type();
      ElementType to = (ElementType) op.result().type();
      Optional<Attribute> constant = builder.constants().get(op.operandAt(0));
      if (constant.isEmpty()) {
        return Optional.empty();
      }
      OptionalLong bits = builder.constants().bits(op.operandAt(0));
      long mask = from.bits() == 64 ? -1 : (1L << from.bits()) - 1;
      return switch (Arithmetic.of(op.definition())) {
        case INDEX_CAST, EXTSI, TRUNCI ->
            Optional.of(builder.integer(signedValue(bits.getAsLong(), from), to));
        case INDEX_CASTUI, EXTUI -> Optional.of(builder.integer(bits.getAsLong() & mask, to));
        case BITCAST ->
            Optional.of(
                builder.pattern(to.isFloat() ? bits.getAsLong() & mask : bits.getAsLong(), to));
        default -> Optional.empty();
      };
    }

    /**
     * An i1 counts as 1 when it is extended from an index cast, as all ones when it is
     * sign-extended.
     */
    private static long signedValue(long bits, ElementType from) {
      return from == ElementType.I1 ? -(bits & 1) : bits;
    }
  }
}
