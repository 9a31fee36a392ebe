package org.ptoc.tile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.ptoc.emulator.Argument;
import org.ptoc.emulator.Emulator;
import org.ptoc.emulator.Engine;
import org.ptoc.emulator.KernelImage;
import org.ptoc.emulator.KernelLaunch;
import org.ptoc.emulator.ParameterKind;
import org.ptoc.emulator.RunResult;
import org.ptoc.emulator.machine.ExecutionListener;
import org.ptoc.emulator.machine.ExecutionRecord;
import org.ptoc.emulator.machine.ListenerGroup;
import org.ptoc.emulator.machine.Schedule;
import org.ptoc.ir.isa.AddressSpace;
import org.ptoc.ir.isa.ControlOperation;
import org.ptoc.ir.isa.FieldName;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.OperandRole;
import org.ptoc.ir.isa.Pipe;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.isa.Program;
import org.ptoc.ir.isa.ProgramDecoder;
import org.ptoc.ir.isa.Semantics;
import org.ptoc.ir.isa.WordFormat;
import org.ptoc.ir.object.SourcePosition;
import org.ptoc.passes.CompileOptions;
import org.ptoc.tools.referee.Coverage;
import org.ptoc.tools.referee.Evidence;
import org.ptoc.tools.referee.Proof;
import org.ptoc.tools.referee.Referee;
import org.ptoc.tools.referee.Verdict;
import org.ptoc.tools.watch.SynchronizationChecker;

/**
 * {@code --check sync} against a plain reference: random programs with the flags and barriers that
 * the compiler makes are clean, and when a barrier or a flag is taken out of the words, there is a
 * finding exactly when some two accesses to one byte are no longer ordered. The reference keeps,
 * for each pipe, the set of all accesses that are done, and compares all pairs.
 */
class SynchronizationRemovalTest {
  private static final boolean EXHAUSTIVE = Boolean.getBoolean("ptoc.test.exhaustive");
  private static final int PROGRAMS = EXHAUSTIVE ? 10_000 : 300;
  private static final int REMOVALS = 3;

  private static final List<Schedule> SCHEDULES =
      List.of(
          new Schedule(Schedule.Order.EAGER, 0),
          new Schedule(Schedule.Order.LAZY, 0),
          new Schedule(Schedule.Order.RANDOM, 1),
          new Schedule(Schedule.Order.RANDOM, 2));

  /** The word {@code nop}. */
  private static final long NOTHING = 5;

  @Test
  void exactlyWhatIsNotOrderedAnyMoreIsFound() {
    SplittableRandom random = new SplittableRandom(28);
    int harmful = 0;
    int harmless = 0;
    int redundant = 0;
    int changed = 0;
    for (int i = 0; i < PROGRAMS; i++) {
      Profile profile = i % 2 == 0 ? Profile.A5 : Profile.A2A3;
      String text = OrderTest.program(random);
      Toolchain.Compiled compiled =
          Toolchain.compile(text, "k", CompileOptions.defaults(), profile);
      long[] words = compiled.code().orElseThrow().object().words();
      long iterations = random.nextInt(1, 4);
      Watched whole = run(profile, compiled, words, iterations);
      assertThat(whole.findings).as("%s\n%s", profile, text).isEmpty();
      assertThat(whole.reference.isOrdered()).as("%s\n%s", profile, text).isTrue();
      List<Verdict> verdicts = judge(profile, compiled, words, iterations);
      assertThat(verdicts).as("%s\n%s", profile, text).noneMatch(Verdict.Missing.class::isInstance);
      List<byte[]> bytes = bytes(profile, compiled, words, iterations, Schedule.PROGRAM);
      assertThat(changes(profile, compiled, words, iterations, bytes))
          .as("%s\n%s", profile, text)
          .isFalse();
      List<TreeSet<Integer>> removable = whole.reference.removable();
      for (int r = 0; r < REMOVALS && !removable.isEmpty(); r++) {
        TreeSet<Integer> removed = removable.get(random.nextInt(removable.size()));
        long[] fewer = words.clone();
        removed.forEach(word -> fewer[word] = NOTHING);
        Watched watched = run(profile, compiled, fewer, iterations);
        assertThat(watched.findings.isEmpty())
            .as("%s without %s: %s\n%s", profile, removed, watched.findings, text)
            .isEqualTo(watched.reference.isOrdered());
        if (changes(profile, compiled, fewer, iterations, bytes)) {
          changed++;
          assertThat(watched.findings)
              .as("a schedule changes the bytes of %s without %s\n%s", profile, removed, text)
              .isNotEmpty();
        }
        boolean refuted =
            judge(profile, compiled, fewer, iterations).stream()
                .anyMatch(Verdict.Missing.class::isInstance);
        assertThat(refuted)
            .as("verdict on %s without %s\n%s", profile, removed, text)
            .isNotEqualTo(watched.reference.isOrdered());
        if (isRedundant(verdicts, removed)) {
          redundant++;
          assertThat(refuted).as("redundant %s of %s\n%s", removed, profile, text).isFalse();
        }
        if (watched.findings.isEmpty()) {
          harmless++;
        } else {
          harmful++;
        }
      }
    }
    assertThat(harmful).as("removals that matter").isGreaterThan(PROGRAMS / 2);
    assertThat(harmless).as("removals that do not").isPositive();
    assertThat(changed).as("removals that a schedule shows").isGreaterThan(PROGRAMS / 6);
    assertThat(redundant).as("removals that the verdict had allowed").isPositive();
  }

  /**
   * A proof speaks of all counts: whatever is proved, of whole programs and of those with words
   * left out, no count shows anything wrong, neither to the checker, nor to the reference, nor in
   * bytes.
   */
  @Test
  void whatIsProvedHoldsForAllCounts() {
    whatIsProvedHolds(OrderTest::program, 29, EXHAUSTIVE ? 3_000 : 40);
  }

  /** The same where the count also says how many columns tiles and transfers have. */
  @Test
  void whatIsProvedHoldsForAllExtents() {
    whatIsProvedHolds(OrderTest::openProgram, 31, EXHAUSTIVE ? 1_000 : 20);
  }

  private static void whatIsProvedHolds(
      Function<SplittableRandom, String> source, long seed, int programs) {
    SplittableRandom random = new SplittableRandom(seed);
    int proved = 0;
    int provedWithout = 0;
    int doubted = 0;
    for (int i = 0; i < programs; i++) {
      Profile profile = i % 2 == 0 ? Profile.A5 : Profile.A2A3;
      String text = source.apply(random);
      Toolchain.Compiled compiled =
          Toolchain.compile(text, "k", CompileOptions.defaults(), profile);
      long[] words = compiled.code().orElseThrow().object().words();
      if (isProved(profile, compiled, words)) {
        proved++;
        assertInOrder(profile, compiled, words, text);
      }
      List<Integer> orders = new ArrayList<>();
      Program program = (Program) ProgramDecoder.decode(profile, words);
      for (int word = 0; word < words.length; word++) {
        if (program.at(word).definition().semantics() instanceof Semantics.Control(var operation)
            && operation.ordersPipes()) {
          orders.add(word);
        }
      }
      List<TreeSet<Integer>> removable = run(profile, compiled, words, 3).reference.removable();
      for (int r = 0; r < REMOVALS && !orders.isEmpty(); r++) {
        long[] fewer = words.clone();
        if (r == 0 || removable.isEmpty()) {
          fewer[orders.get(random.nextInt(orders.size()))] = NOTHING;
        } else {
          removable.get(random.nextInt(removable.size())).forEach(word -> fewer[word] = NOTHING);
        }
        if (isProved(profile, compiled, fewer)) {
          provedWithout++;
          assertInOrder(profile, compiled, fewer, text);
        } else {
          doubted++;
        }
      }
    }
    assertThat(proved).as("whole programs that are proved").isGreaterThan(programs / 3);
    assertThat(provedWithout).as("programs with fewer words that are proved").isPositive();
    assertThat(doubted).as("programs with fewer words that are not").isGreaterThan(programs);
  }

  /**
   * A flag with another event, or two words that order pipes in each other's place: where the
   * program still comes to its end, and an access is out of order or a schedule changes a byte,
   * there is a finding.
   */
  @Test
  void renumberedAndSwappedWordsThatMatterAreFound() {
    SplittableRandom random = new SplittableRandom(30);
    int harmful = 0;
    int stuck = 0;
    for (int i = 0; i < PROGRAMS / 2; i++) {
      Profile profile = i % 2 == 0 ? Profile.A5 : Profile.A2A3;
      String text = OrderTest.program(random);
      Toolchain.Compiled compiled =
          Toolchain.compile(text, "k", CompileOptions.defaults(), profile);
      long[] words = compiled.code().orElseThrow().object().words();
      List<byte[]> bytes = bytes(profile, compiled, words, 3, Schedule.PROGRAM);
      for (int r = 0; r < REMOVALS; r++) {
        Optional<long[]> changed = changed(profile, words, random);
        if (changed.isEmpty()) {
          continue;
        }
        KernelLaunch launch = plain(profile, compiled, changed.get(), 3);
        if (!(Emulator.run(launch) instanceof RunResult.Completed)) {
          stuck++;
          continue;
        }
        Watched watched = run(profile, compiled, changed.get(), 3);
        boolean matters =
            !watched.reference.isOrdered()
                || SCHEDULES.stream()
                    .map(each -> launch.withUnifiedBufferFill((byte) 0x5a).withSchedule(each))
                    .anyMatch(each -> !isSame(Emulator.run(each), bytes));
        if (matters) {
          harmful++;
          assertThat(watched.findings).as("%s\n%s", profile, text).isNotEmpty();
        }
        if (!watched.reference.isOrdered()) {
          assertThat(judge(profile, compiled, changed.get(), 3))
              .as("verdict on %s\n%s", profile, text)
              .anyMatch(Verdict.Missing.class::isInstance);
        }
      }
    }
    assertThat(harmful).as("changes that matter").isGreaterThan(PROGRAMS / 20);
    assertThat(stuck).as("programs that wait for ever").isPositive();
  }

  private static boolean isSame(RunResult result, List<byte[]> bytes) {
    return result instanceof RunResult.Completed completed
        && Arrays.deepEquals(completed.buffers().toArray(), bytes.toArray());
  }

  /** Another event for a flag, or two ordering words exchanged; empty where there are too few. */
  private static Optional<long[]> changed(Profile profile, long[] words, SplittableRandom random) {
    Program program = (Program) ProgramDecoder.decode(profile, words);
    List<Integer> orders = new ArrayList<>();
    for (int word = 0; word < words.length; word++) {
      if (program.at(word).definition().semantics() instanceof Semantics.Control(var operation)
          && (operation == ControlOperation.SET_FLAG
              || operation == ControlOperation.WAIT_FLAG
              || operation == ControlOperation.BARRIER)) {
        orders.add(word);
      }
    }
    if (orders.size() < 2) {
      return Optional.empty();
    }
    long[] changed = words.clone();
    int first = orders.get(random.nextInt(orders.size()));
    Instruction instruction = program.at(first);
    boolean isFlag =
        instruction.definition().operand(OperandRole.EVENT).isPresent()
            && instruction.field(FieldName.DYN) == 0;
    if (isFlag && random.nextBoolean()) {
      long event = (instruction.field(FieldName.ID) + 1 + random.nextInt(7)) % 8;
      changed[first] =
          instruction
              .definition()
              .format()
              .field(FieldName.ID)
              .orElseThrow()
              .set(words[first], event);
    } else {
      int second = orders.get(random.nextInt(orders.size()));
      changed[first] = words[second];
      changed[second] = words[first];
    }
    return Optional.of(changed);
  }

  private static boolean isProved(Profile profile, Toolchain.Compiled compiled, long[] words) {
    Program program = (Program) ProgramDecoder.decode(profile, words);
    return Proof.attempt(program, compiled.code().orElseThrow().object()).isEmpty();
  }

  private static void assertInOrder(
      Profile profile, Toolchain.Compiled compiled, long[] words, String text) {
    for (long iterations : new long[] {-1, 0, 1, 2, 3, 4, 5, 7, 11, 23}) {
      Watched watched = run(profile, compiled, words, iterations);
      assertThat(watched.findings).as("%s, %d: %s", profile, iterations, text).isEmpty();
      assertThat(watched.reference.isOrdered())
          .as("%s, %d: %s", profile, iterations, text)
          .isTrue();
    }
    List<byte[]> bytes = bytes(profile, compiled, words, 9, Schedule.PROGRAM);
    assertThat(changes(profile, compiled, words, 9, bytes)).as("%s\n%s", profile, text).isFalse();
  }

  /** Whether some schedule gives other bytes than the program in order. */
  private static boolean changes(
      Profile profile,
      Toolchain.Compiled compiled,
      long[] words,
      long iterations,
      List<byte[]> bytes) {
    return SCHEDULES.stream()
        .anyMatch(
            schedule -> {
              List<byte[]> other = bytes(profile, compiled, words, iterations, schedule);
              return !Arrays.deepEquals(bytes.toArray(), other.toArray());
            });
  }

  private static List<byte[]> bytes(
      Profile profile,
      Toolchain.Compiled compiled,
      long[] words,
      long iterations,
      Schedule schedule) {
    KernelLaunch launch =
        plain(profile, compiled, words, iterations)
            .withUnifiedBufferFill((byte) 0x5a)
            .withSchedule(schedule);
    return ((RunResult.Completed) Emulator.run(launch)).buffers();
  }

  private static boolean isRedundant(List<Verdict> verdicts, TreeSet<Integer> words) {
    return verdicts.stream()
        .filter(Verdict.Redundant.class::isInstance)
        .map(Verdict.Redundant.class::cast)
        .anyMatch(each -> each.words().equals(List.copyOf(words)));
  }

  private static List<Verdict> judge(
      Profile profile, Toolchain.Compiled compiled, long[] words, long iterations) {
    Program program = (Program) ProgramDecoder.decode(profile, words);
    Evidence evidence = new Evidence(program);
    launch(profile, compiled, words, iterations, evidence.listener());
    return Referee.judge(
        new Referee.Subject(program, compiled.code().orElseThrow().object(), Optional.empty()),
        evidence,
        new Coverage.Complete(),
        (_, listeners) -> launch(profile, compiled, words, iterations, listeners.get()));
  }

  private record Watched(List<String> findings, Reference reference) {}

  private static Watched run(
      Profile profile, Toolchain.Compiled compiled, long[] words, long iterations) {
    Program program = (Program) ProgramDecoder.decode(profile, words);
    List<String> findings = new ArrayList<>();
    Reference reference = new Reference(program);
    SynchronizationChecker checker =
        new SynchronizationChecker(
            program, (word, message, other) -> findings.add(word + " " + message + " " + other));
    launch(profile, compiled, words, iterations, new ListenerGroup(List.of(checker, reference)));
    return new Watched(findings, reference);
  }

  private static void launch(
      Profile profile,
      Toolchain.Compiled compiled,
      long[] words,
      long iterations,
      ExecutionListener listener) {
    KernelLaunch launch =
        plain(profile, compiled, words, iterations).withListeners(core -> listener);
    assertThat(Emulator.run(launch)).isInstanceOf(RunResult.Completed.class);
  }

  private static KernelLaunch plain(
      Profile profile, Toolchain.Compiled compiled, long[] words, long iterations) {
    List<Argument> arguments = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      byte[] contents = new byte[1024];
      new SplittableRandom(i).nextBytes(contents);
      arguments.add(new Argument.Buffer(contents));
    }
    arguments.add(new Argument.Scalar(iterations));
    return KernelLaunch.of(
            new Image(profile, words, compiled.code().orElseThrow().object().rodata()), arguments)
        .withEngine(Engine.INTERPRET);
  }

  private record Image(Profile profile, long[] words, byte[] constants) implements KernelImage {
    @Override
    public String name() {
      return "k";
    }

    @Override
    public List<ParameterKind> parameters() {
      return List.of(
          ParameterKind.POINTER,
          ParameterKind.POINTER,
          ParameterKind.POINTER,
          ParameterKind.SCALAR);
    }

    @Override
    public Optional<SourcePosition> line(int word) {
      return Optional.empty();
    }
  }

  /** Sets of accesses instead of clocks, pairs instead of shadows. */
  private static final class Reference implements ExecutionListener {
    private final Program program;
    private final List<Access> accesses = new ArrayList<>();
    private final Map<Pipe, BitSet> known = new EnumMap<>(Pipe.class);
    private final Map<Pipe, BitSet> issued = new EnumMap<>(Pipe.class);
    private final Map<String, Deque<Signal>> flags = new HashMap<>();
    private final List<TreeSet<Integer>> groups = new ArrayList<>();
    private boolean ordered = true;

    private record Piece(AddressSpace space, long from, long end, boolean write) {}

    private record Access(Pipe pipe, List<Piece> pieces) {
      /**
       * Whether the bytes of two accesses must stay in order, and not on one pipe that reads first.
       */
      boolean conflicts(Access later) {
        for (Piece a : pieces) {
          for (Piece b : later.pieces) {
            boolean matters = pipe == later.pipe ? a.write : a.write || b.write;
            if (matters && a.space == b.space && a.from < b.end && b.from < a.end) {
              return true;
            }
          }
        }
        return false;
      }
    }

    private record Signal(int word, BitSet done) {}

    Reference(Program program) {
      this.program = program;
      for (Pipe pipe : Pipe.values()) {
        known.put(pipe, new BitSet());
        issued.put(pipe, new BitSet());
      }
    }

    boolean isOrdered() {
      return ordered;
    }

    /** Barriers, and flags with all words that set or await one of them. */
    List<TreeSet<Integer>> removable() {
      return groups;
    }

    @Override
    public boolean wantsPieces() {
      return true;
    }

    @Override
    public void executed(int word, ExecutionRecord record) {
      Instruction instruction = program.at(word);
      if (instruction.definition().semantics()
          instanceof Semantics.Control(ControlOperation operation)) {
        control(word, operation, instruction, record);
        return;
      }
      List<Piece> pieces = new ArrayList<>();
      record
          .pieces()
          .visit(
              (space, at, length, write) -> {
                if (space == AddressSpace.UB || space == AddressSpace.GM) {
                  pieces.add(new Piece(space, at, at + length, write));
                }
              });
      if (!pieces.isEmpty()) {
        access(new Access(instruction.definition().pipe(), pieces));
      }
    }

    private void access(Access access) {
      BitSet done = (BitSet) of(known, access.pipe()).clone();
      done.or(of(issued, Pipe.S));
      if (access.pipe() == Pipe.V && program.profile() == Profile.A5) {
        done.or(of(issued, Pipe.V));
      }
      for (int i = done.nextClearBit(0); i < accesses.size(); i = done.nextClearBit(i + 1)) {
        ordered &= !accesses.get(i).conflicts(access);
      }
      of(issued, access.pipe()).set(accesses.size());
      accesses.add(access);
    }

    private void control(
        int word, ControlOperation operation, Instruction instruction, ExecutionRecord record) {
      if (instruction.definition().format() != WordFormat.C) {
        return;
      }
      Pipe first = Pipe.byCode(instruction.field(FieldName.P1)).orElse(Pipe.ALL);
      Pipe second = Pipe.byCode(instruction.field(FieldName.P2)).orElse(Pipe.ALL);
      String flag = first + " " + second + " " + record.number();
      if (operation == ControlOperation.SET_FLAG) {
        BitSet done = (BitSet) of(known, first).clone();
        done.or(of(issued, first));
        flags.computeIfAbsent(flag, _ -> new ArrayDeque<>()).add(new Signal(word, done));
      } else if (operation == ControlOperation.WAIT_FLAG) {
        Signal signal = flags.getOrDefault(flag, new ArrayDeque<>()).remove();
        for (Pipe pipe : second == Pipe.S ? List.of(Pipe.values()) : List.of(second)) {
          of(known, pipe).or(signal.done());
        }
        join(word, signal.word());
      } else if (operation == ControlOperation.BARRIER) {
        for (Pipe pipe : Pipe.values()) {
          for (Pipe other : Pipe.values()) {
            if (first == Pipe.ALL || first == pipe && first == other) {
              of(known, pipe).or(of(issued, other));
            }
          }
        }
        join(word, word);
      }
    }

    private static BitSet of(Map<Pipe, BitSet> sets, Pipe pipe) {
      return sets.computeIfAbsent(pipe, _ -> new BitSet());
    }

    /** Puts two words into one group. */
    private void join(int word, int other) {
      TreeSet<Integer> joined = new TreeSet<>(List.of(word));
      joined.add(other);
      groups.removeIf(
          group -> {
            boolean meets = group.contains(word) || group.contains(other);
            if (meets) {
              joined.addAll(group);
            }
            return meets;
          });
      groups.add(joined);
    }
  }
}
