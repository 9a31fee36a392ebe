package org.ptoc.backend.a5.cost;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.ptoc.ir.Operation;
import org.ptoc.ir.catalog.Op;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.passes.build.Constants;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.build.LoopForm;

/**
 * Takes the form of the loops of a vecscope with the fewest estimated cycles, of equal ones the one
 * with the fewest words. A form that would spill registers or takes very many words is left out.
 */
public final class LoopChoice implements IrBuilder.FormChoice {
  private static final List<Integer> VECTORS = List.of(1, 2, 4, 8, 16, 32);
  private static final List<Integer> ROWS = List.of(1, 2, 4, 8);

  /** Vectors of all rows that are written out. */
  private static final int MOST_VECTORS = 32;

  private static final int MOST_WORDS = 256;
  private static final int LIVE_VECTORS = 30;
  private static final int LIVE_MASKS = 12;

  /** A gain that the estimate is too coarse for, as a part of the cycles. */
  private static final int UNCERTAIN_PART = 64;

  private final Constants constants;
  private final WordCosts costs = new WordCosts();

  public LoopChoice(Constants constants) {
    this.constants = constants;
  }

  /** A form and what it costs. */
  private record Estimate(IrBuilder emitted, long cycles, int words) {
    boolean isBetterThan(Estimate other) {
      return cycles < other.cycles || cycles == other.cycles && words < other.words;
    }
  }

  @Override
  public IrBuilder choose(Function<LoopForm, IrBuilder> emit) {
    IrBuilder masked = emit.apply(LoopForm.MASKED);
    if (!hasCountedLoop(masked.operations())) {
      return masked;
    }
    RegionBody body = RegionWords.of(masked.operations(), constants, costs);
    Estimate first = new Estimate(masked, RegionClock.cycles(body), body.count());
    Estimate best = new Estimate(masked, first.cycles - first.cycles / UNCERTAIN_PART, 0);
    Set<List<Long>> seen = new HashSet<>();
    seen.add(body.outline());
    for (int rows : ROWS) {
      boolean isNew = false;
      for (int vectors : VECTORS) {
        if (vectors * rows > MOST_VECTORS) {
          break;
        }
        IrBuilder emitted = emit.apply(new LoopForm(vectors, rows));
        RegionBody next = RegionWords.of(emitted.operations(), constants, costs);
        if (!seen.add(next.outline())) {
          break;
        }
        isNew = true;
        if (next.count() <= MOST_WORDS && next.fits(LIVE_VECTORS, LIVE_MASKS)) {
          Estimate found = new Estimate(emitted, RegionClock.cycles(next), next.count());
          best = found.isBetterThan(best) ? found : best;
        }
      }
      if (!isNew && rows > 1) {
        break;
      }
    }
    return best.emitted;
  }

  /** True if any form differs from another: of loops that the run counts all are the same. */
  private boolean hasCountedLoop(List<Operation> operations) {
    return operations.stream()
        .anyMatch(
            op ->
                op.definition() == Op.FOR.definition()
                    && (constants.integer(op.operand(RoleName.UPPER)).isPresent()
                        || hasCountedLoop(op.region().operations())));
  }
}
