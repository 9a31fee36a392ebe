package org.ptoc.frontend.bind;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.ptoc.frontend.syntax.ItemSyntax;
import org.ptoc.frontend.syntax.ParameterSyntax;
import org.ptoc.frontend.syntax.RegionSyntax;
import org.ptoc.frontend.syntax.StatementSyntax;
import org.ptoc.frontend.syntax.TypeSyntax;
import org.ptoc.ir.Attributes;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Region;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.OpCatalog;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.Type;

/**
 * Binds a function of several blocks as nested conditionals (spec/50, F15): both paths of a
 * conditional branch continue up to the block where they meet, or to the end of the function. Code
 * after an early return is duplicated on each path that leads to it.
 */
final class BlockBinder {
  /** Maximum number of bound blocks with duplicates, as a multiple of the number of blocks. */
  private static final int MOST_REPETITIONS = 8;

  private static final int MAXIMUM_DEPTH = 100;

  private final Branches branches;
  private final List<Type> results;
  private int bound;

  private BlockBinder(Branches branches, List<Type> results) {
    this.branches = branches;
    this.results = results;
  }

  /**
   * @param results what the function returns
   */
  static void bind(Body body, RegionSyntax region, List<Type> results) {
    try {
      BlockBinder binder = new BlockBinder(Branches.of(region), results);
      List<Value> values = binder.way(body, 0, Branches.EXIT, 0);
      body.emit(
          Operation.create(
              OpCatalog.get("func.return"),
              List.of(values),
              List.of(),
              Attributes.EMPTY,
              List.of(),
              region.end()));
    } catch (Problem problem) {
      body.report(problem.diagnostic());
    }
  }

  /**
   * Binds a block and the blocks after it up to the one where this path ends.
   *
   * @return the values that the path passes on: arguments of the block where it ends, or results
   */
  private List<Value> way(Body body, int first, int end, int depth) throws Problem {
    int number = first;
    while (true) {
      RegionSyntax.Block block = branches.block(number);
      limit(block, depth);
      List<StatementSyntax> statements = block.statements();
      StatementSyntax last = statements.isEmpty() ? null : statements.getLast();
      if (last instanceof StatementSyntax.Operation operation && Branches.isBranch(operation)) {
        new RegionBinder(body).bind(statements.subList(0, statements.size() - 1));
        List<ItemSyntax.Successor> targets = targets(operation);
        int next;
        List<Value> values;
        if (targets.size() == 1) {
          next = branches.target(targets.getFirst());
          values = arguments(body, targets.getFirst(), next);
        } else {
          next = branches.meeting(number);
          values = decide(body, operation, targets, 0, next, depth);
        }
        if (next == end) {
          return values;
        }
        define(body, branches.block(next), values);
        number = next;
      } else {
        new RegionBinder(body).bind(statements);
        return returned(body, block);
      }
    }
  }

  private void limit(RegionSyntax.Block block, int depth) throws Problem {
    if (++bound > MOST_REPETITIONS * branches.count() || depth > MAXIMUM_DEPTH) {
      throw new Problem(
          DiagnosticCode.NOT_SUPPORTED,
          block.location(),
          "too many ways lead through the blocks of this function; write it with scf.if");
    }
  }

  /** The operands of the return that ends the block; it is not there any more. */
  private static List<Value> returned(Body body, RegionSyntax.Block block) throws Problem {
    List<Operation> operations = body.operations();
    if (operations.isEmpty() || operations.getLast().definition().form() != OperationForm.RETURN) {
      throw new Problem(
          DiagnosticCode.BAD_TERMINATOR,
          block.location(),
          "the block does not end in a branch or func.return");
    }
    return operations.removeLast().operands();
  }

  /** The blocks that a branch leads to; the one that is taken if no condition holds is last. */
  private static List<ItemSyntax.Successor> targets(StatementSyntax.Operation branch)
      throws Problem {
    boolean conditional = branch.name().equals(Branches.CONDITIONAL);
    List<ItemSyntax.Successor> targets = new ArrayList<>();
    for (ItemSyntax item : branch.items()) {
      if (item instanceof ItemSyntax.Successor successor) {
        targets.add(successor);
      }
    }
    if (branch.name().equals(Branches.SWITCH)) {
      RegionBinder.requireDistinct(
          branch.items().stream()
              .filter(ItemSyntax.Number.class::isInstance)
              .map(ItemSyntax.Number.class::cast)
              .toList());
      Collections.rotate(targets, -1);
      return targets;
    }
    boolean condition =
        !branch.items().isEmpty() && branch.items().getFirst() instanceof ItemSyntax.Operand;
    if (condition != conditional
        || targets.size() != (conditional ? 2 : 1)
        || branch.items().size() != (conditional ? 3 : 1)
        || !branch.results().isEmpty()) {
      throw new Problem(
          DiagnosticCode.BAD_OPERATION_SYNTAX,
          branch.location(),
          conditional
              ? "a conditional branch is written `cf.cond_br %c, ^a(%x : T), ^b`"
              : "a branch is written `cf.br ^a(%x : T)`");
    }
    return targets;
  }

  /** The condition under which a branch leads to one of its targets but the last. */
  private static Value condition(Body body, StatementSyntax.Operation branch, int target)
      throws Problem {
    ItemSyntax.Operand operand = (ItemSyntax.Operand) branch.items().getFirst();
    Names.Binding found = body.resolve(operand.value());
    Value value = found.value();
    if (branch.items().get(1) instanceof ItemSyntax.TypeName written) {
      SignatureChecker.check(body, Use.of(operand.location(), found), written.type());
      if (!(written.type().type().orElse(ElementType.I32) instanceof ElementType type)
          || !type.isInteger()) {
        throw new Problem(
            DiagnosticCode.TYPE_MISMATCH,
            written.location(),
            "the number that chooses is an integer");
      }
      return body.isEqual(value, type, (ItemSyntax.Number) branch.items().get(3 + 2 * target));
    }
    if (found.known() && value.type() != ElementType.I1) {
      throw new Problem(
          DiagnosticCode.TYPE_MISMATCH,
          operand.location(),
          "the condition is an i1, not " + value.type().spelling());
    }
    return value;
  }

  /**
   * Binds the paths over a target and those after it up to the block where they meet; returns the
   * values that they pass on.
   */
  private List<Value> decide(
      Body body,
      StatementSyntax.Operation branch,
      List<ItemSyntax.Successor> targets,
      int target,
      int meeting,
      int depth)
      throws Problem {
    Value condition = condition(body, branch, target);
    Region taken = path(body.inner(), branch, targets.get(target), meeting, depth);
    Body inner = body.inner();
    Region other =
        target + 2 == targets.size()
            ? path(inner, branch, targets.getLast(), meeting, depth)
            : inner.yielding(
                decide(inner, branch, targets, target + 1, meeting, depth), branch.location());
    List<Type> types =
        meeting == Branches.EXIT
            ? results
            : branches.block(meeting).arguments().stream().map(BlockBinder::type).toList();
    return body.decide(condition, types, List.of(taken, other), branch.location());
  }

  /** The path over one block up to the block where all meet. */
  private Region path(
      Body inner,
      StatementSyntax.Operation branch,
      ItemSyntax.Successor successor,
      int meeting,
      int depth)
      throws Problem {
    int target = branches.target(successor);
    List<Value> values = arguments(inner, successor, target);
    if (target != meeting) {
      define(inner, branches.block(target), values);
      values = way(inner, target, meeting, depth + 1);
    }
    return inner.yielding(values, branch.location());
  }

  private static Type type(ParameterSyntax parameter) {
    return parameter.type().type().orElse(ElementType.I64);
  }

  /** The values that a branch passes to its block, checked against the arguments of the block. */
  private List<Value> arguments(Body body, ItemSyntax.Successor successor, int target)
      throws Problem {
    List<ParameterSyntax> wanted = branches.block(target).arguments();
    if (successor.arguments().size() != wanted.size()
        || successor.types().size() != wanted.size()) {
      throw new Problem(
          DiagnosticCode.WRONG_OPERAND_COUNT,
          successor.location(),
          "`^"
              + successor.label()
              + "` has "
              + wanted.size()
              + " arguments; a branch to it hands on as many values with their types");
    }
    List<Value> values = new ArrayList<>();
    for (int i = 0; i < wanted.size(); i++) {
      if (!(successor.arguments().get(i) instanceof ItemSyntax.Operand operand)) {
        throw new Problem(
            DiagnosticCode.BAD_OPERATION_SYNTAX,
            successor.arguments().get(i).location(),
            "expected a value name such as `%x`");
      }
      TypeSyntax written = successor.types().get(i);
      Use use = Use.of(operand.location(), body.resolve(operand.value()));
      SignatureChecker.check(body, use, written);
      Optional<Type> type = wanted.get(i).type().type();
      if (written.type().isPresent() && type.isPresent() && !written.type().equals(type)) {
        throw new Problem(
            DiagnosticCode.TYPE_DISAGREES,
            written.location(),
            "argument "
                + (i + 1)
                + " of `^"
                + successor.label()
                + "` is "
                + type.get().spelling()
                + ", not "
                + written.type().get().spelling());
      }
      values.add(body.value(use, ElementType.I64));
    }
    return values;
  }

  private static void define(Body body, RegionSyntax.Block block, List<Value> values) {
    for (int i = 0; i < values.size(); i++) {
      ParameterSyntax parameter = block.arguments().get(i);
      Value value = values.get(i);
      parameter.name().ifPresent(name -> body.define(name.name(), value, name.location()));
    }
  }
}
