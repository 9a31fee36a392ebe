package org.ptoc.passes.build;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.ptoc.ir.Function;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Region;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.RoleName;

/**
 * Removes handles that loops and branches carry: a handle that is the same on every path becomes
 * the value in front of the loop or branch. Handles that differ stay.
 */
public final class CarriedHandles extends Rewriter {
  private final Predicate<Value> isHandle;
  private final Predicate<Value> isEmpty;
  private boolean isDone = true;

  private CarriedHandles(Function function, Predicate<Value> isHandle, Predicate<Value> isEmpty) {
    super(function);
    this.isHandle = isHandle;
    this.isEmpty = isEmpty;
  }

  /**
   * The function with fewer carried handles.
   *
   * @param isHandle the values to take out where they are the same on every path
   * @param isEmpty the handles that mean nothing: they are taken out whatever the paths are, and
   *     their uses are left without a definition
   */
  public static Function removed(
      Function function, Predicate<Value> isHandle, Predicate<Value> isEmpty) {
    CarriedHandles step = new CarriedHandles(function, isHandle, isEmpty);
    Function next = step.apply(function);
    return step.isDone ? next : removed(next, isHandle, isEmpty);
  }

  @Override
  protected boolean rewrite(Operation op, IrBuilder builder) {
    return switch (op.definition().form().regionRule()) {
      case COUNTED_LOOP -> loop(op, builder);
      case CONDITIONAL_LOOP -> conditionalLoop(op, builder);
      case BRANCHES -> branches(op, builder);
      case NONE, ONCE -> false;
    };
  }

  private boolean loop(Operation op, IrBuilder builder) {
    Region body = op.region();
    List<Value> initial = op.group(RoleName.INIT);
    List<Value> next = end(body);
    List<Integer> kept = new ArrayList<>();
    for (int i = 0; i < initial.size(); i++) {
      Value argument = body.arguments().get(i + 1);
      if (!isTakenOut(argument, initial.get(i), next.get(i))) {
        kept.add(i);
        continue;
      }
      replace(argument, initial.get(i));
      replace(op.result(i), initial.get(i));
    }
    List<Value> arguments = new ArrayList<>(body.arguments().subList(0, 1));
    arguments.addAll(choose(body.arguments().subList(1, body.arguments().size()), kept));
    return write(op, initial, kept, kept, List.of(ending(body, arguments, kept)), builder);
  }

  /** What the first region hands on is what the second one and the results get. */
  private boolean conditionalLoop(Operation op, IrBuilder builder) {
    Region before = op.regions().getFirst();
    Region after = op.regions().getLast();
    List<Value> initial = op.group(RoleName.INIT);
    List<Value> forwarded = end(before);
    List<Value> next = end(after);
    List<Integer> kept = new ArrayList<>();
    for (int i = 0; i < initial.size(); i++) {
      int passed = after.arguments().indexOf(next.get(i));
      Value comes = passed < 0 ? next.get(i) : forwarded.get(passed);
      if (isTakenOut(before.arguments().get(i), initial.get(i), comes)) {
        replace(before.arguments().get(i), initial.get(i));
      } else {
        kept.add(i);
      }
    }
    List<Integer> keptResults = new ArrayList<>();
    for (int i = 0; i < forwarded.size(); i++) {
      Value value = forwarded.get(i);
      int carried = before.arguments().indexOf(value);
      if (carried >= 0 && !kept.contains(carried) || isEmpty.test(value)) {
        replace(after.arguments().get(i), value);
        replace(op.result(i), value);
      } else {
        keptResults.add(i);
      }
    }
    return write(
        op,
        initial,
        kept,
        keptResults,
        List.of(
            ending(before, choose(before.arguments(), kept), keptResults),
            ending(after, choose(after.arguments(), keptResults), kept)),
        builder);
  }

  private boolean branches(Operation op, IrBuilder builder) {
    List<Integer> kept = new ArrayList<>();
    for (int i = 0; i < op.results().size(); i++) {
      Value first = end(op.regions().getFirst()).get(i);
      if (isTakenOut(op.result(i), first, end(op.regions().getLast()).get(i))) {
        replace(op.result(i), first);
      } else {
        kept.add(i);
      }
    }
    List<Region> regions =
        op.regions().stream().map(region -> ending(region, region.arguments(), kept)).toList();
    return write(op, List.of(), List.of(), kept, regions, builder);
  }

  private boolean isTakenOut(Value carried, Value start, Value next) {
    return isEmpty.test(carried)
        || isHandle.test(carried) && (next == carried || current(next) == current(start));
  }

  /** Writes an operation with the values that are kept; false if that are all of them. */
  private boolean write(
      Operation op,
      List<Value> initial,
      List<Integer> kept,
      List<Integer> keptResults,
      List<Region> regions,
      IrBuilder builder) {
    if (kept.size() == initial.size() && keptResults.size() == op.results().size()) {
      return false;
    }
    isDone = false;
    List<List<Value>> groups = new ArrayList<>(op.groups());
    if (!initial.isEmpty()) {
      groups.set(groups.size() - 1, choose(initial, kept));
    }
    builder.append(
        Operation.create(
            op.definition(),
            groups,
            choose(op.results(), keptResults),
            op.attributes(),
            regions.stream().map(this::rewriteRegion).toList(),
            op.location()));
    return true;
  }

  private static List<Value> choose(List<Value> values, List<Integer> kept) {
    return kept.stream().map(values::get).toList();
  }

  /** The values that a region ends with. */
  private static List<Value> end(Region region) {
    return region.operations().isEmpty()
        ? List.of()
        : region.operations().getLast().group(RoleName.VALUES);
  }

  private static Region ending(Region region, List<Value> arguments, List<Integer> kept) {
    if (end(region).size() == kept.size()) {
      return new Region(arguments, region.operations());
    }
    List<Operation> operations = new ArrayList<>(region.operations());
    Operation last = operations.removeLast();
    List<List<Value>> groups = new ArrayList<>(last.groups());
    groups.set(groups.size() - 1, choose(end(region), kept));
    operations.add(last.withGroups(groups));
    return new Region(arguments, operations);
  }
}
