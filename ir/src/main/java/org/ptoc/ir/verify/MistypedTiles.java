package org.ptoc.ir.verify;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.ptoc.ir.Function;
import org.ptoc.ir.Location;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Region;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.diagnostic.Diagnostic;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.diagnostic.Fix;
import org.ptoc.ir.type.TileType;
import org.ptoc.ir.verify.ShortRows.Site;

/**
 * Finds allocations with a wrong type behind the errors of the operations that use them, so that
 * one mistake is one error, at its place. A tile is to blame when the operations that fail are
 * right with another type of that one tile: the rules are asked, no list of them is kept here.
 */
final class MistypedTiles {
  /** Most operations that an error names. */
  private static final int SHOWN = 3;

  /** Most types that are tried for one tile. */
  private static final int TRIED = 12;

  /** Another type of a tile, and the findings that it removes. */
  private record Retyped(Operation allocation, TileType type, List<Diagnostic> removed) {
    /** How many findings it answers; the warnings about the tile itself count as one. */
    long weight() {
      long errors = removed.stream().filter(Diagnostic::isError).count();
      return errors < removed.size() ? errors + 1 : errors;
    }
  }

  private final Check check;
  private final List<Site> failures = new ArrayList<>();

  MistypedTiles(Check check) {
    this.check = check;
  }

  /** Remembers what a rule found. */
  void failed(Operation op, Region region, List<Diagnostic> found) {
    failures.add(new Site(op, region, found));
  }

  /**
   * The findings of a function, those about a mistyped tile as one.
   *
   * @param found all of them, in order
   */
  List<Diagnostic> explain(Function function, List<Diagnostic> found) {
    if (failures.isEmpty() || function.body().isEmpty()) {
      return found;
    }
    List<Diagnostic> left = new ArrayList<>(found);
    removeThatFollow(left);
    ShortRows.explain(check, function.body().get(), failures, left);
    Map<Value, List<Site>> uses = new IdentityHashMap<>();
    collect(function.body().get(), left, suspects(), uses);
    for (Optional<Retyped> worst = worst(uses); worst.isPresent(); worst = worst(uses)) {
      replace(left, worst.get());
      Set<Diagnostic> gone = identities(worst.get().removed());
      failures.removeIf(failed -> failed.found().stream().anyMatch(gone::contains));
      uses.remove(worst.get().allocation().result());
    }
    return left;
  }

  /** Removes errors at uses of a tile whose own type is already wrong. */
  private void removeThatFollow(List<Diagnostic> left) {
    Set<Value> wrong = Collections.newSetFromMap(new IdentityHashMap<>());
    for (Site failed : failures) {
      if (failed.op().definition().form() == OperationForm.ALLOC_TILE) {
        wrong.addAll(failed.op().results());
      }
    }
    Set<Diagnostic> gone = identities(List.of());
    for (Site failed : failures) {
      if (failed.op().operands().stream().anyMatch(wrong::contains)) {
        gone.addAll(failed.found());
      }
    }
    left.removeIf(gone::contains);
    failures.removeIf(failed -> failed.op().operands().stream().anyMatch(wrong::contains));
  }

  /** The tiles of operations that fail. */
  private Set<Value> suspects() {
    Set<Value> suspects = Collections.newSetFromMap(new IdentityHashMap<>());
    for (Site failed : failures) {
      for (Value operand : failed.op().operands()) {
        if (operand.type() instanceof TileType) {
          suspects.add(operand);
        }
      }
    }
    return suspects;
  }

  /** All that makes and uses the tiles, with what is reported about it; the allocation first. */
  private static void collect(
      Region region, List<Diagnostic> left, Set<Value> suspects, Map<Value, List<Site>> uses) {
    if (suspects.isEmpty()) {
      return;
    }
    for (Operation op : region.operations()) {
      if (op.definition().form() == OperationForm.ALLOC_TILE && suspects.contains(op.result())) {
        List<Site> own = new ArrayList<>();
        own.add(new Site(op, region, at(op, left)));
        uses.put(op.result(), own);
      }
      op.operands().stream()
          .distinct()
          .map(uses::get)
          .filter(list -> list != null)
          .forEach(list -> list.add(new Site(op, region, List.of())));
      op.regions().forEach(inner -> collect(inner, left, suspects, uses));
    }
  }

  /** What is found at an operation. */
  static List<Diagnostic> at(Operation op, List<Diagnostic> found) {
    return found.stream()
        .filter(each -> each.location().equals(op.location()))
        .filter(each -> each.message().startsWith(op.name() + ": "))
        .toList();
  }

  /** The tile whose other type removes most findings, when it is one and removes more than one. */
  private Optional<Retyped> worst(Map<Value, List<Site>> uses) {
    Optional<Retyped> worst = Optional.empty();
    boolean tie = false;
    for (List<Site> own : uses.values()) {
      Optional<Retyped> found = retyped(own);
      if (found.isPresent()) {
        long more = found.get().weight() - worst.map(Retyped::weight).orElse(1L);
        tie = more == 0 && worst.isPresent() || more < 0 && tie;
        worst = more > 0 ? found : worst;
      }
    }
    return tie ? Optional.empty() : worst;
  }

  private Optional<Retyped> retyped(List<Site> uses) {
    Operation allocation = uses.getFirst().op();
    Value tile = allocation.result();
    List<Site> failing =
        failures.stream().filter(each -> each.op().operands().contains(tile)).toList();
    boolean doubted = hasFix(uses.getFirst());
    boolean answered =
        Stream.concat(failing.stream(), uses.stream().skip(1)).anyMatch(MistypedTiles::hasFix);
    if (answered || failing.size() < (doubted ? 1 : 2)) {
      // One operation alone does not tell which of its tiles is wrong, unless there is a warning.
      return Optional.empty();
    }
    Set<TileType> types =
        doubted ? Set.of(turned((TileType) tile.type())) : candidates(tile, failing);
    return types.stream()
        .limit(TRIED)
        .flatMap(type -> attempt(uses, failing, type).stream())
        .findFirst();
  }

  private static boolean hasFix(Site failed) {
    return failed.found().stream().anyMatch(each -> !each.fixes().isEmpty());
  }

  /** The type with its elements in the other order, which is what the warnings of tiles advise. */
  private static TileType turned(TileType type) {
    return type.withBaseLayout(
        type.baseLayout() == TileType.BaseLayout.ROW_MAJOR
            ? TileType.BaseLayout.COLUMN_MAJOR
            : TileType.BaseLayout.ROW_MAJOR);
  }

  /** Types that the tile could have for the sake of the tiles beside it, the nearest first. */
  private static Set<TileType> candidates(Value tile, List<Site> failing) {
    TileType own = (TileType) tile.type();
    Set<TileType> beside = new LinkedHashSet<>();
    for (Site failed : failing) {
      for (Value operand : failed.op().operands()) {
        if (operand != tile && operand.type() instanceof TileType type) {
          beside.add(type);
        }
      }
    }
    Set<TileType> candidates = new LinkedHashSet<>();
    beside.forEach(type -> candidates.add(own.withElement(type.element())));
    beside.forEach(type -> candidates.add(type.withElement(own.element()).in(own.location())));
    candidates.addAll(beside);
    candidates.remove(own);
    return candidates;
  }

  /** What another type would do; empty when it leaves an error or makes one. */
  private Optional<Retyped> attempt(List<Site> uses, List<Site> failing, TileType type) {
    Site allocation = uses.getFirst();
    Value tile = allocation.op().result();
    Value other = new Value(type, tile.name());
    Operation made =
        Operation.create(
            allocation.op().definition(),
            allocation.op().groups(),
            List.of(other),
            allocation.op().attributes(),
            List.of(),
            allocation.op().location());
    List<Diagnostic> removed = new ArrayList<>(allocation.found());
    for (Diagnostic still : check.attempt(made, allocation.region())) {
      if (still.isError()) {
        return Optional.empty();
      }
      removed.remove(still);
    }
    check.known().record(made);
    for (Site use : uses.subList(1, uses.size())) {
      Operation changed = use.op().mapOperands(operand -> operand == tile ? other : operand);
      if (check.attempt(changed, use.region()).stream().anyMatch(Diagnostic::isError)) {
        return Optional.empty();
      }
    }
    failing.forEach(each -> removed.addAll(each.found()));
    return Optional.of(new Retyped(allocation.op(), type, removed));
  }

  /** One error at the allocation in place of those that its type makes. */
  private static void replace(List<Diagnostic> left, Retyped wrong) {
    Operation allocation = wrong.allocation();
    Value tile = allocation.result();
    Set<Diagnostic> gone = identities(wrong.removed());
    int first = 0;
    while (!gone.contains(left.get(first))) {
      first++;
    }
    DiagnosticCode code =
        wrong.removed().stream().filter(Diagnostic::isError).findFirst().orElseThrow().code();
    Diagnostic one =
        Diagnostic.of(
            code,
            allocation.location(),
            allocation.name()
                + ": `%"
                + tile.name()
                + "` is "
                + tile.type().spelling()
                + ", but what uses it wants "
                + wrong.type().spelling());
    Set<Location> shown = new HashSet<>();
    for (Diagnostic each : wrong.removed()) {
      if (each.isError() && shown.size() < SHOWN && shown.add(each.location())) {
        one = one.withNote(each.location(), each.message());
      }
    }
    left.set(first, one.withFix(new Fix.SetType(allocation.location(), wrong.type().spelling())));
    left.removeIf(gone::contains);
  }

  /** Equal findings of two operations are two. */
  private static Set<Diagnostic> identities(List<Diagnostic> found) {
    Set<Diagnostic> set = Collections.newSetFromMap(new IdentityHashMap<>());
    set.addAll(found);
    return set;
  }
}
