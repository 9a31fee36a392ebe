package org.ptoc.tools.watch;

import java.util.Arrays;
import org.ptoc.ir.isa.Access;
import org.ptoc.ir.isa.FieldName;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.OperandField;
import org.ptoc.ir.isa.OperandRole;
import org.ptoc.ir.isa.RegisterClass;
import org.ptoc.ir.isa.Semantics;
import org.ptoc.tools.watch.SynchronizationChecker.Findings;

/**
 * Selections by a predicate that has done its work: what it compared is gone from the registers,
 * what it has chosen is stored, and the lanes among which it chooses now were loaded after that. A
 * predicate that stands in front of a loop whose stores it has chosen for is another matter.
 *
 * <p>Forward; of ways that meet, what was compared is gone only if it is on all of them.
 */
final class SpentPredicates implements ForwardFlow.Rule<SpentPredicates.State> {
  private static final int VECTORS = RegisterClass.V.count();
  private static final int PREDICATES = RegisterClass.P.count();

  /** In place of a loop: different ones. */
  private static final int SEVERAL = -2;

  private final VectorRegion region;

  /** What holds in front of a word; sets of registers are bits of a number. */
  static final class State {
    /** For each predicate the vector registers that it was computed from and that still hold it. */
    private final int[] compared = new int[PREDICATES];

    /** For each vector register the predicates that have chosen among its lanes. */
    private final int[] chosenBy = new int[VECTORS];

    /** For each vector register the predicates whose choice was stored before it was loaded. */
    private final int[] loadedAfter = new int[VECTORS];

    /** For each predicate the loop in which it was computed, by number. */
    private final int[] home = new int[PREDICATES];

    /** Predicates that were computed from vectors. */
    private int computed;

    /** Predicates whose choice was stored. */
    private int stored;

    private State copy() {
      State copy = new State();
      System.arraycopy(compared, 0, copy.compared, 0, PREDICATES);
      System.arraycopy(chosenBy, 0, copy.chosenBy, 0, VECTORS);
      System.arraycopy(loadedAfter, 0, copy.loadedAfter, 0, VECTORS);
      System.arraycopy(home, 0, copy.home, 0, PREDICATES);
      copy.computed = computed;
      copy.stored = stored;
      return copy;
    }

    private boolean isSame(State other) {
      return Arrays.equals(compared, other.compared)
          && Arrays.equals(chosenBy, other.chosenBy)
          && Arrays.equals(loadedAfter, other.loadedAfter)
          && Arrays.equals(home, other.home)
          && computed == other.computed
          && stored == other.stored;
    }

    private void join(State other) {
      or(compared, other.compared);
      or(chosenBy, other.chosenBy);
      or(loadedAfter, other.loadedAfter);
      for (int i = 0; i < PREDICATES; i++) {
        home[i] = home[i] == other.home[i] ? home[i] : SEVERAL;
      }
      computed |= other.computed;
      stored |= other.stored;
    }

    private static void or(int[] sets, int[] more) {
      for (int i = 0; i < sets.length; i++) {
        sets[i] |= more[i];
      }
    }

    /** A predicate gets another value. */
    private void write(int predicate) {
      int others = ~(1 << predicate);
      for (int i = 0; i < VECTORS; i++) {
        chosenBy[i] &= others;
        loadedAfter[i] &= others;
      }
      computed &= others;
      stored &= others;
      compared[predicate] = 0;
    }
  }

  private SpentPredicates(VectorRegion region) {
    this.region = region;
  }

  @Override
  public State copy(State state) {
    return state.copy();
  }

  @Override
  public boolean join(State state, State other) {
    State known = state.copy();
    state.join(other);
    return !state.isSame(known);
  }

  /** Tells of all such selections of a scope. */
  static void visit(VectorRegion region, Findings findings) {
    ForwardFlow<State> flow = ForwardFlow.of(region, new State(), new SpentPredicates(region));
    for (int word = region.first(); word < region.end(); word++) {
      Instruction instruction = region.program().at(word);
      if (VectorRegion.isSelection(instruction)
          && flow.before(word).filter(state -> isSpent(instruction, state)).isPresent()) {
        findings.found(
            word,
            "selects by "
                + RegisterClass.P.spelling(instruction.code(FieldName.PG))
                + " among lanes that were loaded after its choice was stored",
            word);
      }
    }
  }

  private static boolean isSpent(Instruction selection, State state) {
    int predicate = selection.code(FieldName.PG);
    int loaded =
        state.loadedAfter[selection.code(FieldName.VA)]
            | state.loadedAfter[selection.code(FieldName.VB)];
    return (state.computed & loaded & 1 << predicate) != 0 && state.compared[predicate] == 0;
  }

  @Override
  public void step(int word, State state) {
    Instruction instruction = region.program().at(word);
    int loop = region.loopOf(word);
    int sources = read(instruction, RegisterClass.V);
    int predicates = read(instruction, RegisterClass.P);
    int chosen = union(sources, state.chosenBy);
    int loaded = union(sources, state.loadedAfter);
    if (VectorRegion.isSelection(instruction)) {
      chosen |= 1 << instruction.code(FieldName.PG);
    } else if (isLoad(instruction)) {
      loaded = state.stored;
    } else if (instruction.definition().operand(OperandRole.STORE).isPresent()) {
      state.stored |= chosen & of(state.home, loop);
    }
    boolean compares =
        instruction.definition().semantics() instanceof Semantics.Lanes && sources != 0;
    int origin = compares ? sources : union(predicates, state.compared);
    boolean isComputed = compares || (predicates & state.computed) != 0;
    for (OperandField operand : instruction.definition().operands()) {
      if (instruction.writes(operand)) {
        VectorRegion.register(instruction, operand, RegisterClass.P)
            .ifPresent(predicate -> write(state, predicate, origin, isComputed, loop));
      }
    }
    for (OperandField operand : instruction.definition().operands()) {
      int vector = VectorRegion.register(instruction, operand, RegisterClass.V).orElse(-1);
      if (vector >= 0 && instruction.writes(operand)) {
        state.chosenBy[vector] = chosen;
        state.loadedAfter[vector] = loaded;
        for (int i = 0; i < PREDICATES; i++) {
          state.compared[i] &= ~(1 << vector);
        }
      }
    }
  }

  /** The predicates that were computed in a loop. */
  private static int of(int[] homes, int loop) {
    int predicates = 0;
    for (int i = 0; i < PREDICATES; i++) {
      predicates |= homes[i] == loop ? 1 << i : 0;
    }
    return predicates;
  }

  private static void write(State state, int predicate, int origin, boolean isComputed, int loop) {
    state.write(predicate);
    state.home[predicate] = loop;
    if (isComputed) {
      state.computed |= 1 << predicate;
      state.compared[predicate] = origin;
    }
  }

  private static int union(int registers, int[] sets) {
    int union = 0;
    for (int i = 0; i < sets.length; i++) {
      union |= (registers >> i & 1) != 0 ? sets[i] : 0;
    }
    return union;
  }

  private static boolean isLoad(Instruction instruction) {
    return instruction.definition().operand(OperandRole.LOAD).isPresent();
  }

  private static int read(Instruction instruction, RegisterClass kind) {
    int registers = 0;
    for (OperandField operand : instruction.definition().operands()) {
      if (operand.access() != Access.WRITE) {
        registers |=
            VectorRegion.register(instruction, operand, kind).map(each -> 1 << each).orElse(0);
      }
    }
    return registers;
  }
}
