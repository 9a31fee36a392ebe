package org.ptoc.backend.a5.cost;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import org.ptoc.ir.Operation;
import org.ptoc.ir.catalog.Op;
import org.ptoc.ir.diagnostic.Diagnostic;
import org.ptoc.ir.diagnostic.DiagnosticCode;
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
  private final Consumer<Diagnostic> remarks;
  private final WordCosts costs = new WordCosts();

  /** What was chosen for vecscopes of the same words, by their masked form. */
  private final Map<List<Object>, Choice> known = new HashMap<>();

  /**
   * @param remarks takes a note on the forms of each vecscope, their cycles and the choice
   */
  public LoopChoice(Constants constants, Consumer<Diagnostic> remarks) {
    this.constants = constants;
    this.remarks = remarks;
  }

  /** A form, and all candidates in words. */
  private record Choice(LoopForm form, String candidates) {}

  private record Candidate(LoopForm form, IrBuilder emitted, RegionBody body, long cycles) {
    boolean isBetterThan(Candidate other) {
      return cycles < other.cycles || cycles == other.cycles && body.count() < other.body.count();
    }

    @Override
    public String toString() {
      String name =
          form.equals(LoopForm.MASKED)
              ? "masked"
              : form.vectors() + (form.rows() > 1 ? " x " + form.rows() + " rows" : "");
      return name + ": " + cycles;
    }
  }

  @Override
  public IrBuilder choose(Function<LoopForm, IrBuilder> emit) {
    IrBuilder masked = emit.apply(LoopForm.MASKED);
    if (!hasLoop(masked.operations())) {
      return masked;
    }
    RegionBody body = RegionWords.of(masked.operations(), constants, costs);
    Choice same = known.get(body.outline());
    if (same != null) {
      remark(masked, same);
      return same.form.equals(LoopForm.MASKED) ? masked : emit.apply(same.form);
    }
    List<Candidate> candidates = candidates(masked, emit);
    Candidate first = candidates.getFirst();
    Candidate best = first;
    for (Candidate each : candidates) {
      if (each.isBetterThan(best) && each.cycles < first.cycles - first.cycles / UNCERTAIN_PART) {
        best = each;
      }
    }
    Choice choice =
        new Choice(
            best.form,
            String.join(", ", candidates.stream().map(Candidate::toString).toList())
                + "; taken: "
                + best);
    known.put(body.outline(), choice);
    remark(masked, choice);
    return best.emitted;
  }

  private void remark(IrBuilder emitted, Choice choice) {
    remarks.accept(
        Diagnostic.of(
            DiagnosticCode.LOOP_FORM,
            emitted.location(),
            "cycles by vectors of a row at a time: " + choice.candidates));
  }

  /** The forms that differ, the masked one first. */
  private List<Candidate> candidates(IrBuilder masked, Function<LoopForm, IrBuilder> emit) {
    List<Candidate> found = new ArrayList<>();
    Set<List<Object>> seen = new HashSet<>();
    add(LoopForm.MASKED, masked, seen, found);
    for (int rows : ROWS) {
      boolean isNew = rows == 1;
      for (int vectors : VECTORS) {
        LoopForm form = new LoopForm(vectors, rows);
        if (vectors * rows > MOST_VECTORS || !add(form, emit.apply(form), seen, found)) {
          break;
        }
        isNew = true;
      }
      if (!isNew) {
        break;
      }
    }
    return found;
  }

  /** False if the form is one of those before. */
  private boolean add(
      LoopForm form, IrBuilder emitted, Set<List<Object>> seen, List<Candidate> candidates) {
    RegionBody body = RegionWords.of(emitted.operations(), constants, costs);
    if (!seen.add(body.outline())) {
      return false;
    }
    if (candidates.isEmpty() || body.count() <= MOST_WORDS && body.fits(LIVE_VECTORS, LIVE_MASKS)) {
      candidates.add(new Candidate(form, emitted, body, RegionClock.cycles(body)));
    }
    return true;
  }

  private static boolean hasLoop(List<Operation> operations) {
    return operations.stream().anyMatch(op -> op.definition() == Op.FOR.definition());
  }
}
