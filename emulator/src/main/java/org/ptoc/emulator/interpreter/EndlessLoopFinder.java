package org.ptoc.emulator.interpreter;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.ptoc.emulator.machine.Core;
import org.ptoc.emulator.machine.CoreGroup;
import org.ptoc.emulator.machine.CubeMemory;
import org.ptoc.emulator.machine.EndlessLoop;
import org.ptoc.emulator.machine.GlobalMemory;
import org.ptoc.emulator.machine.MachineState;
import org.ptoc.emulator.machine.MachineTrap;
import org.ptoc.emulator.machine.StateVisitor;
import org.ptoc.emulator.unit.Predicates;
import org.ptoc.ir.isa.ControlOperation;
import org.ptoc.ir.isa.FieldName;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.OperandField;
import org.ptoc.ir.isa.OperandRole;
import org.ptoc.ir.isa.Program;
import org.ptoc.ir.isa.RegisterClass;
import org.ptoc.ir.isa.ScalarOperation;
import org.ptoc.ir.isa.Semantics;
import org.ptoc.ir.isa.SpecialRegister;
import org.ptoc.ir.isa.UnitOperation;
import org.ptoc.ir.isa.UnitOperation.Places;

/**
 * Finds loops that cannot end, as Brent's algorithm finds cycles: at distances that double it
 * remembers the state and compares it with what the next words leave, whenever the same word is
 * about to execute. What words compute but neither branches nor addresses follow from may change;
 * where branches or addresses follow from data in memory or vectors, all memory has to repeat.
 * Counters that only branches follow from may step past their bound ({@link CountedIteration}).
 *
 * <p>A program that would end or trap is never stopped.
 */
final class EndlessLoopFinder implements MachineState {
  private static final long FIRST_WINDOW = 4096;
  private static final int SHORTEST_WINDOW = 1024;

  /** Words that are executed between two windows, for each one that is observed. */
  private static final int SHARE = 16;

  private final Program program;
  private final Interpreter interpreter;
  private final Core core;

  /** How many words were issued; negative while some of them are not done. */
  private final LongSupplier issued;

  /** Words of the window, bodies of loops whole. */
  private final BitSet window = new BitSet();

  /** What decides in these words; empty after a new one came. */
  private Optional<Deciders> deciders = Optional.empty();

  /** Executed words from which on {@link #observe} wants to see them. */
  private long next = FIRST_WINDOW;

  private long left;
  private int anchor;
  private int interruptions;
  private long globalWrites;
  private State before = State.NONE;
  private boolean isCounted;
  private Optional<Data> data = Optional.empty();

  /**
   * @param issued how many words were issued that are executed later, or a negative number while
   *     some of them wait
   */
  EndlessLoopFinder(Program program, Interpreter interpreter, Core core, LongSupplier issued) {
    this.program = program;
    this.interpreter = interpreter;
    this.core = core;
    this.issued = issued;
  }

  /** True if the word that is about to execute should be observed. */
  boolean isDue() {
    return core.executed >= next && (core.group.isEmpty() || core.member().isOfWhole());
  }

  /**
   * Observes a word that is about to execute.
   *
   * @throws EndlessLoop if the state repeats
   * @throws MachineTrap if it repeats until another core writes memory, and no other can go on
   */
  void observe(int at) {
    boolean begins = left == 0;
    if (begins) {
      begin(at);
    }
    add(at);
    if (!begins && at == anchor && core.group.isEmpty() && (counts() || repeats())) {
      throw new EndlessLoop(window.nextSetBit(0), window.length() - 1);
    }
    boolean parks = !begins && at == anchor && core.group.isPresent() && repeatsAmongOthers();
    if (--left == 0) {
      next = 2 * core.executed;
    }
    if (parks) {
      core.member().parks();
    }
  }

  /** The search remembers copies, which do not change any more. */
  @Override
  public void visit(StateVisitor visitor) {
    Progress kept = visitor.value(new Progress((BitSet) window.clone(), deciders, before, data));
    window.clear();
    window.or(kept.window);
    deciders = kept.deciders;
    before = kept.before;
    data = kept.data;
    next = visitor.number(next);
    left = visitor.number(left);
    anchor = (int) visitor.number(anchor);
    interruptions = (int) visitor.number(interruptions);
    globalWrites = visitor.number(globalWrites);
    isCounted = visitor.truth(isCounted);
  }

  /** What is remembered. */
  private record Progress(
      BitSet window, Optional<Deciders> deciders, State before, Optional<Data> data) {}

  /**
   * True if the core repeats until another one writes memory: it neither signals nor writes GM
   * while no other core runs.
   */
  private boolean repeatsAmongOthers() {
    return core.member().interruptions() == interruptions
        && core.globalWrites == globalWrites
        && repeats()
        && window.stream().mapToObj(program::at).noneMatch(EndlessLoopFinder::concernsOthers);
  }

  private static boolean concernsOthers(Instruction word) {
    return word.definition().semantics() instanceof Semantics.Control(ControlOperation operation)
        && operation.concernsOtherCores();
  }

  private void begin(int at) {
    anchor = at;
    interruptions = core.group.map(CoreGroup.Member::interruptions).orElse(0);
    globalWrites = core.globalWrites;
    before = State.of(core);
    data = Optional.empty();
    window.clear();
    isCounted = false;
    left = Math.max(SHORTEST_WINDOW, core.executed / SHARE);
    next = 0;
  }

  /** Adds a word, and those that may execute with it in one step. */
  private void add(int at) {
    if (window.get(at)) {
      return;
    }
    deciders = Optional.empty();
    window.set(at);
    switch (program.at(at).definition().format()) {
      case R -> window.set(at, program.at(at).target(at) + 1);
      case B -> {
        if (program.at(at).definition().operand(OperandRole.IMM32).isPresent()) {
          window.set(Math.min(at, program.at(at).target(at)), at);
        }
      }
      case S, I, M, C, D, U, V, L, P, K, F -> {}
    }
  }

  /** Copies of a core are large: one in a window. */
  private boolean counts() {
    if (isCounted || !before.repeatsBesideRegisters(core)) {
      return false;
    }
    isCounted = true;
    return CountedIteration.isEndless(program, interpreter, core, anchor);
  }

  private boolean repeats() {
    if (deciders.isEmpty()) {
      deciders = Optional.of(Deciders.of(program, window));
    }
    if (!before.isIn(core, deciders.get())) {
      return false;
    }
    if (!deciders.get().data()) {
      return true;
    }
    if (issued.getAsLong() < 0) {
      return false;
    }
    if (data.isEmpty()) {
      before = State.of(core);
      data = Optional.of(Data.of(core, issued.getAsLong()));
      return false;
    }
    left = 1; // Copies are large: one of them in a window.
    return data.get().isIn(core, issued.getAsLong()) && deciders.get().comparable();
  }

  /**
   * What decides which words follow and whether they trap.
   *
   * @param slice registers, if they alone do
   * @param data whether data in memory or vectors does, too
   * @param comparable whether data can repeat: the clock does not
   */
  private record Deciders(ControlSlice slice, boolean data, boolean comparable) {
    static Deciders of(Program program, BitSet window) {
      List<Instruction> words = window.stream().mapToObj(program::at).toList();
      ControlSlice slice = new ControlSlice(words);
      boolean registers = true;
      for (int at : window.stream().toArray()) {
        if (skippedWords(program, at).isEmpty()) {
          registers &= addRoots(program.at(at), slice);
        }
      }
      registers &= slice.close();
      int size;
      do {
        size = slice.size();
        for (int at : window.stream().toArray()) {
          if (skippedWords(program, at).stream().anyMatch(slice::isWrittenBy)) {
            slice.addSources(program.at(at), RegisterClass.X);
          }
        }
        registers &= slice.close();
      } while (slice.size() > size);
      return new Deciders(slice, !registers, words.stream().noneMatch(Deciders::readsClock));
    }

    /** The words that a branch forward skips, if they only compute; none for other words. */
    private static List<Instruction> skippedWords(Program program, int at) {
      if (program.at(at).flow() != ControlOperation.Flow.BRANCH
          || program.at(at).target(at) <= at + 1) {
        return List.of();
      }
      List<Instruction> skipped = program.instructions().subList(at + 1, program.at(at).target(at));
      return skipped.stream().allMatch(Deciders::onlyComputes) ? skipped : List.of();
    }

    private static boolean onlyComputes(Instruction word) {
      return switch (word.definition().semantics()) {
        case Semantics.Scalar(ScalarOperation operation) -> !operation.mayTrap();
        case Semantics.Control(ControlOperation operation) ->
            operation == ControlOperation.NO_OPERATION;
        case Semantics.Lanes _, Semantics.Unit _ -> false;
      };
    }

    private static boolean readsClock(Instruction word) {
      return word.performs(ControlOperation.READ_SPECIAL)
          && word.code(FieldName.SPR) == SpecialRegister.CLOCK.code();
    }

    boolean scalar(int register) {
      return data || slice.contains(register);
    }

    boolean predicate(int register) {
      return data || slice.contains(ControlSlice.SCALARS + register);
    }

    boolean special(int register) {
      return data || !changesByItself(register);
    }
  }

  private static boolean changesByItself(int special) {
    return SpecialRegister.byCode(special).filter(SpecialRegister::changesByItself).isPresent();
  }

  /** Adds what decides which word follows and whether it traps; false when that is data. */
  static boolean addRoots(Instruction word, ControlSlice slice) {
    return switch (word.definition().semantics()) {
      case Semantics.Scalar(ScalarOperation operation) -> {
        if (operation.accessesMemory()) {
          word.definition().operands().stream()
              .filter(word::reads)
              .filter(operand -> operation != ScalarOperation.STORE || !isData(operand))
              .forEach(operand -> slice.add(operand, word));
        } else if (operation.mayTrap()) {
          slice.addSources(word, RegisterClass.X);
        }
        yield true;
      }
      case Semantics.Control(ControlOperation operation) -> {
        if (operation != ControlOperation.PRINT_VALUE) {
          slice.addSources(word, RegisterClass.X);
        }
        yield true;
      }
      case Semantics.Lanes _ -> {
        word.definition().operands().stream()
            .filter(word::reads)
            .filter(operand -> operand.registerClass().get() == RegisterClass.X)
            .filter(operand -> operand.role() != OperandRole.XS)
            .forEach(operand -> slice.add(operand, word));
        yield true;
      }
      case Semantics.Unit(UnitOperation operation) -> {
        slice.addSources(word, RegisterClass.X);
        if (operation.places() == Places.MASKS) {
          slice.addSources(word, RegisterClass.P);
        }
        yield operation.places() != Places.LANES && operation.places() != Places.COUNT;
      }
    };
  }

  /** The register that a scalar store writes to memory. */
  private static boolean isData(OperandField operand) {
    return operand.role() == OperandRole.XD;
  }

  /** Registers, loops and signals. */
  private record State(
      long[] x, long[] special, long[] predicates, long[] align, long[] loops, int[] signals) {
    static final State NONE =
        new State(new long[0], new long[0], new long[0], new long[0], new long[0], new int[0]);

    static State of(Core core) {
      return new State(
          core.x.clone(),
          core.special.clone(),
          core.predicates.clone(),
          core.align.clone(),
          core.loops(),
          core.signals());
    }

    /** True if a loop that leads from here to the state of {@code core} comes there again. */
    boolean isIn(Core core, Deciders deciders) {
      for (int i = 0; i < x.length; i++) {
        if (x[i] != core.x[i] && deciders.scalar(i)) {
          return false;
        }
      }
      for (int i = 0; i < RegisterClass.P.count() * Predicates.WORDS; i++) {
        if (predicates[i] != core.predicates[i] && deciders.predicate(i / Predicates.WORDS)) {
          return false;
        }
      }
      for (int i = 0; i < special.length; i++) {
        if (special[i] != core.special[i] && deciders.special(i)) {
          return false;
        }
      }
      return repeatsBesideRegisters(core);
    }

    /** True if the rest repeats; special registers that change by themselves may change. */
    boolean repeatsBesideRegisters(Core core) {
      for (int i = 0; i < special.length; i++) {
        if (special[i] != core.special[i] && !changesByItself(i)) {
          return false;
        }
      }
      return Arrays.equals(align, core.align)
          && Arrays.equals(loops, core.loops())
          && hasNoMoreSignals(core.signals());
    }

    /** Additional signals end no loop; fewer signals do. */
    private boolean hasNoMoreSignals(int[] now) {
      for (int i = 0; i < now.length; i++) {
        if (now[i] < signals[i]) {
          return false;
        }
      }
      return true;
    }
  }

  /**
   * What a core computes with. Of the memories of a cube core there is no copy: scalars follow from
   * them through global memory alone, which such a core may not write then.
   *
   * @param trial a copy of its memory and its registers
   * @param global a copy of global memory, if it is small
   * @param globalWrites its writes to global memory when the copy was made
   * @param issued words that were issued by then
   */
  private record Data(
      Core trial, Optional<GlobalMemory.Copy> global, long globalWrites, long issued) {
    private static final long MOST_GLOBAL = 1 << 24;

    static Data of(Core core, long issued) {
      return new Data(core.trial(), core.global.copy(MOST_GLOBAL), core.globalWrites, issued);
    }

    boolean isIn(Core core, long now) {
      return issued == now
          && (globalWrites == core.globalWrites
              || core.cube == CubeMemory.NONE && global.filter(core.global::isSame).isPresent())
          && trial.squeezedBytes == core.squeezedBytes
          && Arrays.equals(trial.vectors, core.vectors)
          && Arrays.equals(trial.ub, 0, core.ub.length, core.ub, 0, core.ub.length)
          && Arrays.equals(trial.local, core.local);
    }
  }
}
