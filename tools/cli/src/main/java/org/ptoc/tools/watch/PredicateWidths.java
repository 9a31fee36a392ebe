package org.ptoc.tools.watch;

import java.util.Arrays;
import java.util.Optional;
import org.ptoc.ir.isa.Access;
import org.ptoc.ir.isa.FieldName;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.OperandField;
import org.ptoc.ir.isa.OperandRole;
import org.ptoc.ir.isa.PredicateLoadDistribution;
import org.ptoc.ir.isa.RegisterClass;
import org.ptoc.ir.isa.Semantics;
import org.ptoc.ir.isa.UnitOperation;
import org.ptoc.tools.watch.SynchronizationChecker.Findings;

/**
 * Whether the predicates of a scope have the widths of the lanes that they are used for: a mask of
 * 32-bit lanes has a bit in every fourth place. Patterns and comparisons say how wide theirs are;
 * packing halves it, unpacking doubles it; a tile of bits, which is loaded, has one for each
 * element.
 *
 * <p>Unification: each word that writes a predicate is a node, and what is loaded is one more; the
 * width of a node is that of its root times a power of two.
 */
final class PredicateWidths {
  private static final int UNKNOWN = Integer.MIN_VALUE;

  private final VectorRegion region;
  private final PredicateUse use;
  private final int loaded;
  private final int[] parents;

  /** How many times wider than its parent a node is: a power of two. */
  private final int[] offsets;

  /** Logarithm of the width of a root. */
  private final int[] widths;

  PredicateWidths(VectorRegion region, PredicateUse use) {
    this.region = region;
    this.use = use;
    this.loaded = region.end() - region.first();
    this.parents = new int[loaded + 1];
    Arrays.setAll(parents, node -> node);
    this.offsets = new int[loaded + 1];
    this.widths = new int[loaded + 1];
    Arrays.fill(widths, UNKNOWN);
  }

  private record Place(int root, int offset) {}

  private Place place(int node) {
    int at = node;
    int offset = 0;
    while (parents[at] != at) {
      offset += offsets[at];
      at = parents[at];
    }
    return new Place(at, offset);
  }

  /** Says that a node is so many times wider than another; whether that is possible. */
  private boolean relate(int node, int other, int difference) {
    Place here = place(node);
    Place there = place(other);
    int step = there.offset + difference - here.offset;
    if (here.root == there.root) {
      return step == 0;
    }
    boolean agree =
        widths[here.root] == UNKNOWN
            || widths[there.root] == UNKNOWN
            || widths[here.root] == widths[there.root] + step;
    if (agree) {
      if (widths[there.root] == UNKNOWN && widths[here.root] != UNKNOWN) {
        widths[there.root] = widths[here.root] - step;
      }
      parents[here.root] = there.root;
      offsets[here.root] = step;
    }
    return agree;
  }

  private boolean fix(int node, int width) {
    Place place = place(node);
    if (widths[place.root] == UNKNOWN) {
      widths[place.root] = width - place.offset;
    }
    return widths[place.root] + place.offset == width;
  }

  void visit(Findings findings) {
    fix(loaded, 0);
    for (int word = region.first(); word < region.end(); word++) {
      defines(word);
    }
    for (int word = region.first(); word < region.end(); word++) {
      uses(word, findings);
    }
  }

  private static int log(int bytes) {
    return Integer.numberOfTrailingZeros(bytes);
  }

  private void defines(int word) {
    Instruction instruction = region.program().at(word);
    int node = word - region.first();
    if (VectorRegion.register(instruction, OperandRole.PD, RegisterClass.P).isEmpty()) {
      return;
    }
    switch (instruction.definition().semantics()) {
      case Semantics.Lanes _ -> fix(node, log(instruction.type().bytes()));
      case Semantics.Unit(UnitOperation unit) -> {
        if (unit.predicates() == UnitOperation.PredicateSource.SCALARS) {
          fix(node, instruction.code(FieldName.GR));
        } else if (unit == UnitOperation.PREDICATE_LOAD) {
          instruction
              .definition()
              .operand(OperandRole.PLOAD)
              .flatMap(how -> PredicateLoadDistribution.byCode(instruction.value(how)))
              .ifPresent(how -> relate(node, loaded, difference(how)));
        }
      }
      case Semantics.Scalar _, Semantics.Control _ -> {
        /* no predicate */
      }
    }
  }

  private static int difference(PredicateLoadDistribution how) {
    return switch (how) {
      case NORM -> 0;
      case US -> 1;
      case DS -> -1;
    };
  }

  private void uses(int word, Findings findings) {
    Instruction instruction = region.program().at(word);
    for (OperandField operand : instruction.definition().operands()) {
      Optional<Integer> predicate = VectorRegion.register(instruction, operand, RegisterClass.P);
      if (predicate.isPresent() && operand.access() != Access.WRITE) {
        for (int writer : use.writers(word, predicate.get())) {
          if (!agrees(instruction, word, writer)) {
            findings.found(
                word,
                "reads "
                    + RegisterClass.P.spelling(predicate.get())
                    + ", which is a predicate of lanes of another width",
                writer);
          }
        }
      }
    }
  }

  private boolean agrees(Instruction instruction, int word, int writer) {
    int node = word - region.first();
    int other = writer - region.first();
    return switch (instruction.definition().semantics()) {
      case Semantics.Lanes _ ->
          !VectorRegion.isLaneByLane(instruction) || fix(other, log(instruction.type().bytes()));
      case Semantics.Unit(UnitOperation unit) ->
          switch (unit.predicates()) {
            case LOGIC, CHOICE -> relate(node, other, 0);
            case ARRANGEMENT ->
                (unit != UnitOperation.PREDICATE_UNPACK || relate(node, other, 1))
                    && (unit != UnitOperation.PREDICATE_PACK || relate(node, other, -1));
            case NONE, SCALARS, DATA -> {
              int width = VectorRegion.storedWidth(instruction);
              yield width == 0 || fix(other, log(width));
            }
          };
      case Semantics.Scalar _, Semantics.Control _ -> true;
    };
  }
}
