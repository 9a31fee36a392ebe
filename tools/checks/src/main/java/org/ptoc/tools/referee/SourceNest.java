package org.ptoc.tools.referee;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.ptoc.ir.Location;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Region;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.object.SourcePosition;

/** The loops, branches and vecscopes around each operation in the source of a kernel. */
final class SourceNest {
  private final Map<SourcePosition, List<List<Statement>>> paths = new HashMap<>();

  /**
   * An operation and where it stands; a path of them leads from the body of the kernel inwards.
   *
   * @param index in the region
   */
  record Statement(Operation operation, Region region, int index) {
    private boolean isScope() {
      return operation.definition().form().isVecscope();
    }

    private boolean isLoop() {
      return operation.definition().form().regionRule().isLoop();
    }

    /** The operation in words: its line, or that of the construct. */
    String text() {
      String line = "line " + operation.location().line();
      return operation.regions().isEmpty() ? line : "the " + operation.name() + " of " + line;
    }
  }

  /**
   * The statements of the innermost region that holds two operations, each of which is or holds one
   * of them.
   *
   * @param loop the innermost loop around them
   */
  record Meeting(Statement first, Statement second, Optional<Statement> loop) {
    /** True if the second one comes in a later iteration. */
    boolean isCarried() {
      return first.index() >= second.index();
    }

    /** True if the region can take both ends of a pair. */
    boolean takesPair() {
      return !isCarried()
          || loop.isPresent()
              && (first.index() > second.index()
                  || first.operation().definition().form() != OperationForm.WHILE);
    }

    /** True if a third operation is in the same region, between the first and the second. */
    boolean holds(List<Statement> path) {
      Statement last = path.getLast();
      return last.region() == first.region()
          && first.index() < last.index()
          && (isCarried() || last.index() < second.index());
    }

    /**
     * True if an operation is in the region that holds the loop.
     *
     * @param side -1 for in front of it, 1 for behind it
     */
    boolean isAround(Optional<List<Statement>> path, int side) {
      return path.isPresent()
          && loop.isPresent()
          && path.get().getLast().region() == loop.get().region()
          && Integer.compare(path.get().getLast().index(), loop.get().index()) == side;
    }
  }

  private SourceNest() {}

  static SourceNest of(Optional<Region> body) {
    SourceNest nest = new SourceNest();
    body.ifPresent(region -> nest.add(region, List.of()));
    return nest;
  }

  /** True if anything is known of the source. */
  boolean isKnown() {
    return !paths.isEmpty();
  }

  private void add(Region region, List<Statement> around) {
    for (int i = 0; i < region.operations().size(); i++) {
      Operation operation = region.operations().get(i);
      List<Statement> path = new ArrayList<>(around);
      path.add(new Statement(operation, region, i));
      Location at = operation.location();
      if (at.isKnown()) {
        paths
            .computeIfAbsent(
                new SourcePosition(at.file(), at.line(), at.column()), _ -> new ArrayList<>())
            .add(path);
      }
      operation.regions().forEach(inner -> add(inner, path));
    }
  }

  /** The way to the only operation at a place. */
  Optional<List<Statement>> path(SourcePosition place) {
    List<List<Statement>> found = paths.getOrDefault(place, List.of());
    return found.size() == 1 ? Optional.of(found.getFirst()) : Optional.empty();
  }

  /** The innermost statement outside of vecscopes that is, or holds, the operation at a place. */
  Optional<Statement> outside(SourcePosition place) {
    return path(place)
        .map(path -> path.stream().filter(Statement::isScope).findFirst().orElse(path.getLast()));
  }

  /**
   * Where two operations meet.
   *
   * @param inScope whether the region may belong to a vecscope
   */
  Optional<Meeting> meeting(SourcePosition first, SourcePosition second, boolean inScope) {
    return path(first).flatMap(one -> path(second).map(other -> meeting(one, other, inScope)));
  }

  private static Meeting meeting(List<Statement> one, List<Statement> other, boolean inScope) {
    int depth = 0;
    while (depth + 1 < Math.min(one.size(), other.size())
        && one.get(depth + 1).region() == other.get(depth + 1).region()
        && (inScope || !one.get(depth).isScope())) {
      depth++;
    }
    return new Meeting(
        one.get(depth),
        other.get(depth),
        one.subList(0, depth).stream().filter(Statement::isLoop).reduce((_, inner) -> inner));
  }
}
