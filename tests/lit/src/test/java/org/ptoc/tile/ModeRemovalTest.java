package org.ptoc.tile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.ptoc.emulator.Argument;
import org.ptoc.emulator.Emulator;
import org.ptoc.emulator.Engine;
import org.ptoc.emulator.KernelImage;
import org.ptoc.emulator.KernelLaunch;
import org.ptoc.emulator.ParameterKind;
import org.ptoc.emulator.RunResult;
import org.ptoc.emulator.machine.ExecutionListener;
import org.ptoc.emulator.machine.ListenerGroup;
import org.ptoc.ir.catalog.OpDefinition;
import org.ptoc.ir.isa.Access;
import org.ptoc.ir.isa.ControlOperation;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.OperandField;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.isa.Program;
import org.ptoc.ir.isa.ProgramDecoder;
import org.ptoc.ir.isa.RegisterClass;
import org.ptoc.ir.isa.Semantics;
import org.ptoc.ir.isa.UnitOperation;
import org.ptoc.ir.object.KernelArgument;
import org.ptoc.ir.object.KernelObject;
import org.ptoc.ir.object.SourcePosition;
import org.ptoc.tools.watch.ModeChecker;
import org.ptoc.tools.watch.SynchronizationChecker;
import org.ptoc.tools.watch.UninitializedChecker;
import org.ptoc.tools.watch.UnusedChecker;

/**
 * Masks, modes and predicates that somebody forgot: programs of every tile operation, out of which
 * one word that sets a mask or a mode, or computes a predicate from data, is taken. Where that
 * changes a byte of the results and nothing traps, the checks have a finding. They have none about
 * the whole programs.
 */
class ModeRemovalTest {
  private static final boolean EXHAUSTIVE = Boolean.getBoolean("ptoc.test.exhaustive");

  /** Programs of each operation on each profile. */
  private static final int PROGRAMS = Integer.getInteger("ptoc.programs", EXHAUSTIVE ? 12 : 1);

  private static final long SEED = Long.getLong("ptoc.seed", 6);

  /** Of programs with more words, so many writes of the mask registers are tried. */
  private static final int WORDS = 40;

  /** Of what is not found a message names so many. */
  private static final int MOST_NAMED = 5;

  /** The word {@code nop}. */
  private static final long NOTHING = 5;

  record Image(Profile profile, KernelObject object, long[] words) implements KernelImage {
    @Override
    public String name() {
      return object.name();
    }

    @Override
    public List<ParameterKind> parameters() {
      return object.arguments().stream()
          .map(
              argument ->
                  argument.kind() == KernelArgument.Kind.SCALAR
                      ? ParameterKind.SCALAR
                      : ParameterKind.POINTER)
          .toList();
    }

    @Override
    public byte[] constants() {
      return object.rodata();
    }

    @Override
    public Optional<SourcePosition> line(int word) {
      return Optional.empty();
    }
  }

  /** What became of the words of one kind. */
  private static final class Count {
    private int removed;
    private int changed;
    private int found;
    private final List<String> missed = new ArrayList<>();

    @Override
    public String toString() {
      return found
          + " of "
          + changed
          + " that change results, "
          + removed
          + " in all; not "
          + missed;
    }
  }

  private record Watched(RunResult result, List<String> findings, BitSet executed) {}

  record Case(OpDefinition op, Dtype type, Dtype result) {}

  private final Map<String, Count> counts = new TreeMap<>();

  @Test
  void whatChangesResultsIsFound() {
    SplittableRandom random = new SplittableRandom(SEED);
    for (Profile profile : Profile.values()) {
      for (OpDefinition op : CatalogueProgram.operations()) {
        List<Case> legal = legal(op, profile);
        for (int i = 0; i < PROGRAMS && !legal.isEmpty(); i++) {
          remove(profile, legal.get(random.nextInt(legal.size())), random);
        }
      }
    }
    List<String> missed = new ArrayList<>();
    counts.forEach(
        (kind, count) -> {
          if (count.found < count.changed) {
            missed.add(kind + ": " + count);
          }
        });
    assertThat(missed).isEmpty();
    assertThat(counts.keySet())
        .contains("set pset", "set plt", "set MASK0", "set MASK1", "set CTRL");
    assertThat(counts.keySet()).contains("compute vcmp", "compute vcmps", "compute CMPMASK0");
  }

  static List<Case> legal(OpDefinition op, Profile profile) {
    List<Case> legal = new ArrayList<>();
    for (Dtype type : Dtype.values()) {
      for (Dtype result : Dtype.values()) {
        if (CatalogueProgram.isLegal(op, profile, type, result)) {
          legal.add(new Case(op, type, result));
        }
      }
    }
    return legal;
  }

  private void remove(Profile profile, Case each, SplittableRandom random) {
    Tile tile = Tile.fitting(each.type, random.nextInt(1, 6), random.nextInt(1, 200));
    Tile domain = random.nextInt(3) == 0 ? tile.open() : tile;
    TileProgram built =
        new CatalogueProgram(each.op, each.type, each.result, domain, random).build().on(profile);
    Toolchain.Compiled compiled = built.compileAuto();
    if (compiled.isRejected()) {
      return; // What it takes to be legal is the matter of other tests.
    }
    KernelObject object = compiled.code().orElseThrow().object();
    List<Argument> arguments = built.autoArguments();
    Watched whole = run(profile, object, object.words(), arguments);
    if (whole.findings.stream().anyMatch(finding -> finding.contains("not been written"))) {
      return; // A mask of which the tile has more than the comparison writes.
    }
    assertThat(whole.findings).as("%s %s", profile, built.title()).isEmpty();
    Program program = (Program) ProgramDecoder.decode(profile, object.words());
    int step = Math.max(1, program.size() / WORDS);
    for (int word = 0; word < program.size(); word++) {
      Optional<String> kind = kind(program.at(word));
      boolean tried =
          kind.filter(name -> name.startsWith("set MASK")).isEmpty() || word % step == 0;
      if (kind.isPresent() && whole.executed.get(word) && tried) {
        long[] fewer = object.words();
        fewer[word] = NOTHING;
        Watched rest = run(profile, object, fewer, arguments);
        count(
            counts.computeIfAbsent(kind.get(), _ -> new Count()),
            whole,
            rest,
            "%s %s, word %d: %s".formatted(profile, built.title(), word, program.at(word)));
      }
    }
  }

  private static void count(Count count, Watched whole, Watched rest, String what) {
    count.removed++;
    boolean same =
        rest.result instanceof RunResult.Completed && isSame(buffers(whole), buffers(rest));
    if (!same) {
      boolean trapped = !(rest.result instanceof RunResult.Completed);
      count.changed++;
      if (trapped || !rest.findings.isEmpty()) {
        count.found++;
      } else if (count.missed.size() < MOST_NAMED) {
        count.missed.add(what);
      }
    }
  }

  private static List<byte[]> buffers(Watched watched) {
    return ((RunResult.Completed) watched.result).buffers();
  }

  private static boolean isSame(List<byte[]> one, List<byte[]> other) {
    for (int i = 0; i < one.size(); i++) {
      if (!Arrays.equals(one.get(i), other.get(i))) {
        return false;
      }
    }
    return true;
  }

  /** What a word sets or computes; empty for words that have to do with neither mask nor mode. */
  private static Optional<String> kind(Instruction instruction) {
    return switch (instruction.definition().semantics()) {
      case Semantics.Control(ControlOperation operation) ->
          switch (operation) {
            case WRITE_SPECIAL, SET_SPECIAL_BIT, SET_SPECIAL_HIGH_BIT -> special(instruction);
            default -> Optional.empty();
          };
      case Semantics.Unit(UnitOperation unit) ->
          predicate(
              unit.predicates() == UnitOperation.PredicateSource.SCALARS ? "set " : "compute ",
              instruction);
      case Semantics.Lanes _ -> predicate("compute ", instruction);
      case Semantics.Scalar _ -> Optional.empty();
    };
  }

  private static Optional<String> predicate(String what, Instruction instruction) {
    return writesPredicate(instruction)
        ? Optional.of(what + instruction.definition().mnemonic())
        : Optional.empty();
  }

  /** Masks and modes of A2/A3; CMPMASK0 is the address of bits that the program computes. */
  private static Optional<String> special(Instruction instruction) {
    String text = instruction.toString();
    for (String register : List.of("CMPMASK0", "MASK0", "MASK1", "CTRL")) {
      if (text.contains(" " + register)) {
        return Optional.of((register.startsWith("CMP") ? "compute " : "set ") + register);
      }
    }
    return Optional.empty();
  }

  private static boolean writesPredicate(Instruction instruction) {
    for (OperandField operand : instruction.definition().operands()) {
      if (operand.registerClass().equals(Optional.of(RegisterClass.P))
          && operand.access() != Access.READ) {
        return true;
      }
    }
    return false;
  }

  private static Watched run(
      Profile profile, KernelObject object, long[] words, List<Argument> arguments) {
    Program program = (Program) ProgramDecoder.decode(profile, words);
    List<String> findings = new ArrayList<>();
    SynchronizationChecker.Findings sink =
        (word, message, other) -> findings.add(program.at(word) + " " + message);
    BitSet executed = new BitSet();
    List<ExecutionListener> listeners = new ArrayList<>();
    listeners.add(new SynchronizationChecker(program, sink));
    listeners.add(new UninitializedChecker(program, sink));
    listeners.add(new UnusedChecker(program, word -> object.positions().get(word).line(), sink));
    if (profile == Profile.A2A3) {
      listeners.add(new ModeChecker(program, word -> object.positions().get(word).line(), sink));
    }
    listeners.add((word, record) -> executed.set(word));
    RunResult result =
        Emulator.run(
            KernelLaunch.of(new Image(profile, object, words), arguments)
                .withUnifiedBufferFill((byte) 0xA5)
                .withInstructionLimit(2_000_000)
                .withEngine(Engine.INTERPRET)
                .withListeners(core -> new ListenerGroup(listeners)));
    return new Watched(result, findings, executed);
  }
}
