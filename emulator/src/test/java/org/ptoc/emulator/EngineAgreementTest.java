package org.ptoc.emulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.ptoc.emulator.machine.Core;
import org.ptoc.emulator.machine.ExecutionListener;
import org.ptoc.emulator.machine.ExecutionRecord;
import org.ptoc.emulator.timing.RunTimer;
import org.ptoc.emulator.timing.RunTiming;
import org.ptoc.emulator.timing.constant.TimingModel;
import org.ptoc.emulator.timing.constant.TimingOptions;
import org.ptoc.emulator.timing.pipe.BlockTiming;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.FieldName;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.InstructionDefinition;
import org.ptoc.ir.isa.InstructionEncoder;
import org.ptoc.ir.isa.InstructionTable;
import org.ptoc.ir.isa.OperandRole;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.isa.Program;
import org.ptoc.ir.isa.ProgramDecoder;
import org.ptoc.ir.isa.Semantics;
import org.ptoc.ir.isa.UnitOperation;
import org.ptoc.ir.isa.WordFormat;

/** Compiled loops and the interpreter do the same, bit by bit and trap by trap. */
class EngineAgreementTest {
  private static final List<Engine> COMPILED = List.of(Engine.JIT, Engine.VECTOR);
  private static final int PROGRAMS = Integer.getInteger("ptoc.programs", 300);
  private static final boolean EXHAUSTIVE = Boolean.getBoolean("ptoc.test.exhaustive");

  private int flattened;
  private final Map<VectorPlaces.Place, Integer> places = new EnumMap<>(VectorPlaces.Place.class);

  /** Enough programs without a trap had operands at the ends of the unified buffer, and so on. */
  private void assertPlaces(int programs, VectorPlaces.Place... wanted) {
    for (VectorPlaces.Place place : wanted) {
      assertThat(places.getOrDefault(place, 0))
          .as("%s of %s", place, places)
          .isGreaterThan(programs);
    }
  }

  @Test
  void randomLoopsGiveTheSameResultsAndTraps() {
    int completed = 0;
    for (int seed = 0; seed < PROGRAMS; seed++) {
      if (agrees(seed)) {
        completed++;
      }
    }
    assertThat(completed).as("programs without a trap").isGreaterThan(PROGRAMS / 10);
    assertPlaces(PROGRAMS / 150, VectorPlaces.Place.FIRST_BYTE, VectorPlaces.Place.LAST_BYTE);
  }

  /** Loops whose iterations may become one lane loop, and such that only look like it. */
  @Test
  void loopsThroughMemoryGiveTheSameResultsAndTraps() {
    int completed = 0;
    for (int seed = 0; seed < PROGRAMS; seed++) {
      Random random = new Random(seed);
      TestKernel kernel = StreamLoop.kernel(random);
      if (agrees(kernel, RandomLoop.data(random), "stream of seed " + seed)) {
        completed++;
      }
    }
    assertThat(completed).as("programs without a trap").isGreaterThan(PROGRAMS / 2);
    assertPlaces(PROGRAMS / 20, VectorPlaces.Place.values());
  }

  /** The same with lanes of several widths, which are several lane loops. */
  @Test
  void loopsOfSeveralWidthsGiveTheSameResultsAndTraps() {
    int completed = 0;
    for (int seed = 0; seed < PROGRAMS; seed++) {
      Random random = new Random(seed);
      TestKernel kernel = MixedLoop.kernel(random);
      if (agrees(kernel, RandomLoop.data(random), "mixed loop of seed " + seed)) {
        completed++;
      }
    }
    assertThat(completed).as("programs without a trap").isGreaterThan(PROGRAMS / 2);
    assertPlaces(
        PROGRAMS / 20,
        VectorPlaces.Place.FIRST_BYTE,
        VectorPlaces.Place.LAST_BYTE,
        VectorPlaces.Place.OVERLAPPING);
    // The fewer, the more of them begin or end with the memory and overlap there.
    assertThat(flattened).as("flat loops of several widths").isGreaterThan(PROGRAMS / 15);
  }

  /**
   * Every element-wise word, compare and select, of every type, under every kind of mask, merging
   * and not.
   */
  @Test
  void everyElementWiseWordGivesTheSame() {
    int words = 0;
    for (InstructionDefinition row : InstructionTable.of(Profile.A5).definitions()) {
      if (row.format() == WordFormat.V && row.semantics() instanceof Semantics.Lanes) {
        for (DataType type : row.types().singles()) {
          words += agree(row, type);
        }
      }
    }
    assertThat(words).isGreaterThan(500);
  }

  /**
   * The other words of lane loops, in all distributions and parts, under masks that are full, count
   * down, come of compares, have gaps, are empty, and are prefixes from in front of the loop.
   */
  @Test
  void everyOtherFormGivesTheSame() {
    int words = 0;
    for (int mask : new int[] {15, 1, 2, 4, 5, 6, 7}) {
      List<LaneForms.Form> forms = new ArrayList<>(LaneForms.all(mask, false));
      forms.addAll(LaneForms.all(mask, true));
      for (LaneForms.Form form : forms) {
        Instruction word = form.word();
        boolean masked = word.definition().operandInField(FieldName.PG).isPresent();
        if (isOfLaneLoops(word) && (masked || mask == 15)) {
          TestKernel kernel =
              WordLoop.around(word.word(), form.lanes(), 14 * 256 / form.lanes().bytes() + 5);
          agrees(
              kernel,
              RandomLoop.data(new Random(words)),
              word + " in " + form.lanes(),
              isTimed(words));
          words++;
        }
      }
    }
    assertThat(words).isGreaterThan(300);
  }

  /**
   * Words that fuse and are no row of the other test, with one type for each distribution and one
   * rounding.
   */
  private static boolean isOfLaneLoops(Instruction word) {
    return switch (word.definition().semantics()) {
      case Semantics.Lanes lanes ->
          word.definition().operand(OperandRole.SAT).isEmpty()
              && word.field(FieldName.M3) == 0
              && (lanes.results().size() > 1
                  || word.definition().operandInField(FieldName.DT2).isPresent());
      case Semantics.Unit(UnitOperation operation) -> isOfLaneLoops(word, operation);
      case Semantics.Scalar _, Semantics.Control _ -> false;
    };
  }

  private static boolean isOfLaneLoops(Instruction word, UnitOperation operation) {
    return switch (operation) {
      case LOAD, LOAD_PAIR, STORE, STORE_PAIR -> word.type() == DataType.U16;
      case LOAD_UNALIGNED,
          PREDICATE_AND,
          PREDICATE_OR,
          PREDICATE_XOR,
          PREDICATE_NOT,
          PREDICATE_SELECT,
          PREDICATE_MOVE,
          PREDICATE_PATTERN ->
          true;
      default -> false;
    };
  }

  /**
   * In all variants under the full mask, in one variant under the others; exhaustively in all under
   * all but the last.
   */
  private int agree(InstructionDefinition row, DataType type) {
    int words = 0;
    for (int mask : new int[] {15, 1, 2, 4}) {
      int variants = mask == 4 ? 1 : row.operandInField(FieldName.M3).isPresent() ? 6 : 2;
      int first = mask == 15 || EXHAUSTIVE ? 0 : (mask + type.ordinal()) % variants;
      int end = mask == 15 || EXHAUSTIVE ? variants : first + 1;
      for (int variant = first; variant < end; variant++) {
        InstructionEncoder encoder =
            InstructionEncoder.of(Profile.A5, row).set(OperandRole.DT, type.code());
        setIfPresent(encoder, row, FieldName.VD, 2);
        setIfPresent(encoder, row, FieldName.PD, 3);
        setIfPresent(encoder, row, FieldName.VA, 0);
        setIfPresent(encoder, row, FieldName.VB, row.operand(OperandRole.XB).isPresent() ? 2 : 1);
        setIfPresent(encoder, row, FieldName.VC, 2);
        setIfPresent(encoder, row, FieldName.PG, mask);
        setIfPresent(encoder, row, FieldName.MRG, variant % 2);
        setIfPresent(encoder, row, FieldName.M3, variant);
        if (encoder.encode() instanceof Instruction instruction
            && !(type.bytes() == 8 && mask == 2)) {
          TestKernel kernel =
              WordLoop.around(instruction.word(), type, 14 * 256 / type.bytes() + 5);
          agrees(
              kernel, RandomLoop.data(new Random(words)), instruction.toString(), isTimed(words));
          words++;
        }
      }
    }
    return words;
  }

  private static void setIfPresent(
      InstructionEncoder encoder, InstructionDefinition row, FieldName field, long value) {
    row.operandInField(field).ifPresent(operand -> encoder.set(operand, value));
  }

  private boolean agrees(int seed) {
    Random random = new Random(seed);
    TestKernel kernel = RandomLoop.kernel(random);
    return agrees(kernel, RandomLoop.data(random), "seed " + seed);
  }

  /**
   * What listeners hear and cycles cost depends on the kind of the words, not on what their lanes
   * do.
   */
  private static boolean isTimed(int word) {
    return word % 8 == 0 || EXHAUSTIVE;
  }

  private boolean agrees(TestKernel kernel, byte[] data, String what) {
    return agrees(kernel, data, what, true);
  }

  /**
   * @param timed also compares what listeners hear and the cycles of three models
   */
  private boolean agrees(TestKernel kernel, byte[] data, String what, boolean timed) {
    KernelLaunch launch =
        KernelLaunch.of(
                kernel, List.of(new Argument.Buffer(data), new Argument.Buffer(new byte[65_536])))
            .withUnifiedBufferFill((byte) 0x5A);
    boolean completed = false;
    for (boolean observed : timed ? new boolean[] {false, true} : new boolean[] {false}) {
      Events wanted = new Events();
      RunResult expected =
          run(observed ? launch.withListeners(block -> wanted) : launch, Engine.INTERPRET);
      for (Engine engine : COMPILED) {
        Events events = new Events();
        RunResult actual = run(observed ? launch.withListeners(block -> events) : launch, engine);
        String name = what + " by " + engine + ", observed: " + observed + "\n" + text(kernel);
        assertThat(text(actual)).as(name).isEqualTo(text(expected));
        assertThat(events.text.toString()).as(name).isEqualTo(wanted.text.toString());
      }
      completed = expected instanceof RunResult.Completed;
      if (observed && completed) {
        wanted.places.seen().forEach(place -> places.merge(place, 1, Integer::sum));
      }
    }
    if (completed && timed) { // Nobody sees the cycles of a run that traps.
      String name = "cycles of " + what + "\n" + text(kernel);
      List<List<BlockTiming>> wanted = timed(launch, Engine.INTERPRET, false);
      assertThat(timed(launch, Engine.INTERPRET, true)).as(name).isEqualTo(wanted);
      assertThat(timed(launch, Engine.JIT, false)).as(name).isEqualTo(wanted);
      for (Engine engine : COMPILED) {
        assertThat(timed(launch, engine, true)).as(name).isEqualTo(wanted);
      }
    }
    return completed;
  }

  /**
   * What three models make of a run; {@code whole} allows to tell them of many iterations at once.
   */
  private List<List<BlockTiming>> timed(KernelLaunch launch, Engine engine, boolean whole) {
    if (!(ProgramDecoder.decode(launch.kernel().profile(), launch.kernel().words())
        instanceof Program program)) {
      throw new AssertionError("not a program");
    }
    RunTimer timer =
        RunTimer.of(
            program,
            TimingOptions.of(TimingModel.DOCUMENTED),
            TimingOptions.of(TimingModel.SCOREBOARD),
            TimingOptions.of(TimingModel.NONE));
    run(launch.withListeners(whole ? timer : block -> timer.apply(block)::executed), engine);
    return timer.results().stream().map(RunTiming::blocks).toList();
  }

  private RunResult run(KernelLaunch launch, Engine engine) {
    if (!(LoadedKernel.load(launch.kernel(), engine)
        instanceof LoadedKernel.Loaded(LoadedKernel kernel))) {
      throw new AssertionError("not a program");
    }
    RunResult result = kernel.run(launch);
    flattened += kernel.engineLog().stream().filter(line -> line.contains("flattened to ")).count();
    assertThat(kernel.engineLog()).noneMatch(line -> line.contains("cannot be compiled"));
    return result;
  }

  /** Everything that a listener hears, and a digest of the unified buffer at the end. */
  private static final class Events implements ExecutionListener {
    private final StringBuilder text = new StringBuilder();
    private final VectorPlaces places = new VectorPlaces();
    private Optional<Core> core = Optional.empty();

    @Override
    public void started(Core state) {
      core = Optional.of(state);
    }

    @Override
    public void finished() {
      text.append(Arrays.hashCode(core.orElseThrow().ub));
    }

    @Override
    public void executed(int word, ExecutionRecord record) {
      places.executed(word, record);
      text.append(word)
          .append(' ')
          .append(record.repeats())
          .append(' ')
          .append(record.bytes())
          .append(' ');
      text.append(record.number());
      for (int i = 0; i < record.ranges(); i++) {
        text.append(record.isWrite(i) ? " w " : " r ")
            .append(record.space(i))
            .append(record.address(i));
        text.append('+').append(record.length(i));
      }
      text.append('\n');
    }
  }

  private static String text(RunResult result) {
    return switch (result) {
      case RunResult.Completed(List<byte[]> buffers, long instructions, var _) ->
          instructions + digest(buffers);
      case RunResult.Trapped(Trap trap, List<byte[]> buffers, var slack) ->
          trap.toString() + slack + digest(buffers);
      default -> result.toString();
    };
  }

  private static String digest(List<byte[]> buffers) {
    StringBuilder text = new StringBuilder();
    byte[] output = buffers.get(1);
    for (int i = 0; i < output.length; i += 32) {
      int hash = 1;
      for (int k = 0; k < 32; k++) {
        hash = 31 * hash + output[i + k];
      }
      text.append(i % 256 == 0 ? "\n" + i + ":" : " ").append(Integer.toHexString(hash));
    }
    return text.toString();
  }

  private static String text(TestKernel kernel) {
    StringBuilder text = new StringBuilder();
    if (ProgramDecoder.decode(kernel.profile(), kernel.words()) instanceof Program program) {
      for (int i = 0; i < program.size(); i++) {
        text.append(i).append(' ').append(program.at(i)).append('\n');
      }
    }
    return text.toString();
  }
}
