package org.ptoc.tools.watch;

import java.util.Arrays;
import java.util.BitSet;
import org.ptoc.ir.isa.FieldName;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.OperandField;
import org.ptoc.ir.isa.OperandRole;
import org.ptoc.ir.isa.PredicatePattern;
import org.ptoc.ir.isa.RegisterClass;
import org.ptoc.ir.isa.Semantics;
import org.ptoc.ir.isa.UnitOperation;

/**
 * Which predicates have no lane that another one does not have, in front of each word of a scope,
 * however it runs: results of comparisons and logic have those of their mask, and of several {@code
 * plt} that count one register down each later one has those of the earlier ones. Some have all
 * lanes of a width.
 */
final class Inclusions implements ForwardFlow.Rule<Inclusions.State> {
  private static final int PREDICATES = RegisterClass.P.count();
  private static final int NO_COUNTER = -1;

  /** What holds in front of one word. */
  static final class State {
    /** For each predicate a set of those that have all its lanes. */
    private final int[] above = new int[PREDICATES];

    /** For each predicate the register from which it was counted and that holds the rest. */
    private final int[] counters = new int[PREDICATES];

    /** The width of its lanes, of those with a counter. */
    private final int[] widths = new int[PREDICATES];

    /** For each predicate the least width in bytes of which it has all lanes, or 0. */
    private final int[] full = new int[PREDICATES];

    private State() {
      Arrays.setAll(above, predicate -> 1 << predicate);
      Arrays.fill(counters, NO_COUNTER);
    }

    private State(State other) {
      System.arraycopy(other.above, 0, above, 0, PREDICATES);
      System.arraycopy(other.counters, 0, counters, 0, PREDICATES);
      System.arraycopy(other.widths, 0, widths, 0, PREDICATES);
      System.arraycopy(other.full, 0, full, 0, PREDICATES);
    }

    /** Keeps what holds in both. */
    private boolean meet(State other) {
      boolean changed = false;
      for (int i = 0; i < PREDICATES; i++) {
        changed |= (above[i] & ~other.above[i]) != 0;
        above[i] &= other.above[i];
        if (counters[i] != other.counters[i] || widths[i] != other.widths[i]) {
          changed |= counters[i] != NO_COUNTER;
          counters[i] = NO_COUNTER;
        }
        int both = full[i] == 0 || other.full[i] == 0 ? 0 : Math.max(full[i], other.full[i]);
        changed |= both != full[i];
        full[i] = both;
      }
      return changed;
    }

    private void write(int predicate, int includedIn) {
      for (int i = 0; i < PREDICATES; i++) {
        above[i] &= ~(1 << predicate);
      }
      above[predicate] = includedIn & ~(1 << predicate) | 1 << predicate;
      counters[predicate] = NO_COUNTER;
      full[predicate] = 0;
    }

    private void writeScalar(int register) {
      for (int i = 0; i < PREDICATES; i++) {
        if (counters[i] == register) {
          counters[i] = NO_COUNTER;
        }
      }
    }
  }

  private final VectorRegion region;
  private final BitSet full;
  private final ForwardFlow<State> flow;

  /**
   * @param full words that count and of which is known that they give predicates with all lanes
   */
  Inclusions(VectorRegion region, BitSet full) {
    this.region = region;
    this.full = full;
    this.flow = ForwardFlow.of(region, new State(), this);
  }

  @Override
  public State copy(State state) {
    return new State(state);
  }

  @Override
  public boolean join(State state, State other) {
    return state.meet(other);
  }

  @Override
  public void step(int word, State state) {
    Instruction instruction = region.program().at(word);
    int includedIn = includedIn(instruction, state);
    int counted = isCount(instruction) ? instruction.code(FieldName.XB) : NO_COUNTER;
    int width = counted == NO_COUNTER ? 0 : instruction.code(FieldName.GR);
    for (int i = 0; i < PREDICATES && counted != NO_COUNTER; i++) {
      if (state.counters[i] == counted && state.widths[i] == width) {
        includedIn |= state.above[i];
      }
    }
    for (OperandField operand : instruction.definition().operands()) {
      if (instruction.writes(operand)) {
        VectorRegion.register(instruction, operand, RegisterClass.P)
            .ifPresent(predicate -> state.write(predicate, 0));
        VectorRegion.register(instruction, operand, RegisterClass.X).ifPresent(state::writeScalar);
      }
    }
    int result = VectorRegion.register(instruction, OperandRole.PD, RegisterClass.P).orElse(-1);
    if (result >= 0) {
      state.write(result, includedIn);
      if (full.get(word) || isAll(instruction)) {
        state.full[result] = 1 << instruction.code(FieldName.GR);
      }
      if (counted != NO_COUNTER) {
        state.counters[result] = instruction.code(FieldName.XO);
        state.widths[result] = width;
      }
    }
  }

  private static boolean isAll(Instruction instruction) {
    return instruction.definition().semantics() instanceof Semantics.Unit(UnitOperation unit)
        && unit == UnitOperation.PREDICATE_PATTERN
        && instruction.code(FieldName.PAT) == PredicatePattern.ALL.code();
  }

  private static boolean isCount(Instruction instruction) {
    return instruction.definition().semantics() instanceof Semantics.Unit(UnitOperation unit)
        && unit == UnitOperation.PREDICATE_LESS_THAN;
  }

  /** The predicates that have all lanes of the result, as far as its operands tell. */
  private static int includedIn(Instruction instruction, State state) {
    int mask =
        VectorRegion.register(instruction, OperandRole.PG, RegisterClass.P)
            .map(predicate -> state.above[predicate])
            .orElse(0);
    if (instruction.definition().semantics() instanceof Semantics.Lanes lanes) {
      return lanes.isAboutTruth() && !VectorRegion.isSelection(instruction) ? mask : 0;
    }
    if (!(instruction.definition().semantics() instanceof Semantics.Unit(UnitOperation unit))) {
      return 0;
    }
    if (unit == UnitOperation.PREDICATE_AND) {
      return mask
          | state.above[instruction.code(FieldName.PA)]
          | state.above[instruction.code(FieldName.PB)];
    }
    return unit.predicates() == UnitOperation.PredicateSource.LOGIC ? mask : 0;
  }

  /** Whether a predicate has all lanes of a width in bytes, in front of a word. */
  boolean isFull(int word, int predicate, int width) {
    return flow.before(word)
        .filter(state -> state.full[predicate] != 0 && state.full[predicate] <= width)
        .isPresent();
  }

  /** Whether a predicate has no lane that another does not have, in front of a word. */
  boolean isIn(int word, int predicate, int other) {
    return flow.before(word)
        .filter(state -> (state.above[predicate] >> other & 1) != 0)
        .isPresent();
  }
}
