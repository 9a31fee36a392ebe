package org.ptoc.emulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
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
import org.ptoc.ir.isa.Comparison;
import org.ptoc.ir.isa.ConversionPair;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.InstructionDefinition;
import org.ptoc.ir.isa.InstructionEncoder;
import org.ptoc.ir.isa.InstructionTable;
import org.ptoc.ir.isa.OperandRole;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.isa.Program;
import org.ptoc.ir.isa.ProgramDecoder;
import org.ptoc.ir.isa.RoundingMode;
import org.ptoc.ir.isa.Semantics;
import org.ptoc.ir.isa.WordFormat;

/**
 * Repeated A2/A3 words do the same compiled, interpreted at once, and interpreted repeat by repeat.
 */
class RepeatAgreementTest {
  private static final int PROGRAMS = Integer.getInteger("ptoc.programs", 12);

  /** Every element-wise word of every type, as the instruction table has them, in all modes. */
  private static List<Instruction> words() {
    List<Instruction> words = new ArrayList<>();
    for (InstructionDefinition row : InstructionTable.of(Profile.A2A3).definitions()) {
      boolean changesNoType =
          row.semantics() instanceof Semantics.Lanes && row.operand(OperandRole.RND).isEmpty();
      if (row.format() == WordFormat.U && changesNoType) {
        for (DataType type : row.types().singles()) {
          words.add(word(row, type, false));
          if (row.operand(OperandRole.ROUND).isPresent()) {
            words.add(word(row, type, true));
          }
          for (Comparison comparison : Comparison.values()) {
            if (row.operand(OperandRole.CMP).isPresent()
                && encoder(row, type).set(OperandRole.CMP, comparison.code()).encode()
                    instanceof Instruction word) {
              words.add(word);
            }
          }
        }
      }
    }
    return words;
  }

  /**
   * The words with sources and results of different types, alone or behind arithmetic, in all
   * modes.
   */
  private static List<Instruction> mixedWords() {
    List<Instruction> words = new ArrayList<>();
    for (InstructionDefinition row : InstructionTable.of(Profile.A2A3).definitions()) {
      boolean convert = row.operand(OperandRole.RND).isPresent();
      boolean mixed = row.semantics() instanceof Semantics.Lanes;
      if (row.format() == WordFormat.U && mixed) {
        for (ConversionPair pair : row.types().pairs()) {
          for (int mode = 0; mode < (convert ? 2 * RoundingMode.values().length : 1); mode++) {
            InstructionEncoder encoder =
                encoder(row, pair.source()).set(OperandRole.DT2, pair.result());
            if (convert) {
              encoder.set(OperandRole.RND, mode / 2).set(OperandRole.SAT, mode % 2);
            }
            if (encoder.encode() instanceof Instruction word) {
              words.add(word);
            }
          }
        }
        for (int mode = 0; convert && mode < RoundingMode.values().length; mode++) {
          if (encoder(row, DataType.FP32).set(OperandRole.RND, mode).encode()
              instanceof Instruction word) {
            words.add(word);
          }
        }
      }
    }
    return words;
  }

  private static Instruction word(InstructionDefinition row, DataType type, boolean rounds) {
    InstructionEncoder encoder = encoder(row, type);
    row.operand(OperandRole.ROUND).ifPresent(operand -> encoder.set(operand, rounds ? 1 : 0));
    if (!(encoder.encode() instanceof Instruction instruction)) {
      throw new AssertionError(row.mnemonic() + "." + type.spelling() + " cannot be encoded");
    }
    return instruction;
  }

  private static InstructionEncoder encoder(InstructionDefinition row, DataType type) {
    InstructionEncoder encoder =
        InstructionEncoder.of(Profile.A2A3, row).set(OperandRole.DT, type.code());
    row.operand(OperandRole.XD).ifPresent(operand -> encoder.set(operand, 12));
    row.operand(OperandRole.XN).ifPresent(operand -> encoder.set(operand, 10));
    row.operand(OperandRole.XM).ifPresent(operand -> encoder.set(operand, 11));
    row.operand(OperandRole.XT).ifPresent(operand -> encoder.set(operand, 15));
    return encoder;
  }

  @Test
  void wordsThatChangeTheTypeGiveTheSame() {
    List<Instruction> words = mixedWords();
    for (Instruction word : words) {
      boolean hasForm = false;
      for (int seed = 0; seed < Math.max(2, PROGRAMS / 3); seed++) {
        hasForm |= agree(word, seed).compiled;
      }
      assertThat(hasForm).as(word + " has a compiled form").isTrue();
    }
    assertThat(words.size()).isGreaterThan(100);
  }

  @Test
  void everyElementWiseWordGivesTheSame() {
    int completed = 0;
    int compiled = 0;
    List<Instruction> words = words();
    for (Instruction word : words) {
      boolean hasForm = false;
      for (int seed = 0; seed < PROGRAMS; seed++) {
        Outcome outcome = agree(word, seed);
        completed += outcome.completed ? 1 : 0;
        hasForm |= outcome.compiled;
        compiled += outcome.compiled ? 1 : 0;
      }
      // A bit of the mask stands for two lanes of 8 bits, which no lane loop has.
      boolean sharesBits =
          word.type().bytes() == 1 && word.definition().semantics() instanceof Semantics.Lanes;
      assertThat(hasForm).as(word + " has a compiled form").isEqualTo(!sharesBits);
    }
    assertThat(compiled).isGreaterThan(words.size() * PROGRAMS / 2);
    assertThat(words.size()).isGreaterThan(70);
    assertThat(completed).as("programs without a trap").isGreaterThan(words.size() * PROGRAMS / 10);
  }

  /** What the interpreter does at once it also does repeat by repeat, up to the one that traps. */
  @Test
  void repeatsAreLikeWordsOfOneRepeat() {
    List<Instruction> words = new ArrayList<>(words());
    words.addAll(mixedWords());
    for (Instruction word : words) {
      for (int seed = 0; seed < PROGRAMS / 4; seed++) {
        long mixed = seed(seed, word);
        byte[] data = data(new Random(mixed));
        TestKernel whole = RandomRepeat.kernel(new Random(mixed), word);
        TestKernel split = RandomRepeat.splitKernel(new Random(mixed), word);
        assertThat(memory(whole, data))
            .as("seed " + seed + "\n" + text(whole))
            .isEqualTo(memory(split, data));
      }
    }
  }

  private static long seed(int number, Instruction word) {
    return number * 1_000_003L + word.word();
  }

  /** A digest of the unified buffer at the end or at the trap. */
  private static String memory(TestKernel kernel, byte[] data) {
    Events events = new Events();
    load(kernel, Engine.INTERPRET).run(launch(kernel, data).withListeners(block -> events));
    return digest(events.core.orElseThrow().ub);
  }

  private static byte[] data(Random random) {
    byte[] data = new byte[RandomRepeat.DATA_BYTES];
    for (int i = 0; i < data.length; i += RandomLoop.DATA_BYTES) {
      System.arraycopy(RandomLoop.data(random), 0, data, i, RandomLoop.DATA_BYTES);
    }
    return data;
  }

  private static KernelLaunch launch(TestKernel kernel, byte[] data) {
    byte[] output = new byte[RandomRepeat.MEMORY_BYTES];
    return KernelLaunch.of(kernel, List.of(new Argument.Buffer(data), new Argument.Buffer(output)))
        .withUnifiedBufferFill((byte) 0x5A);
  }

  private record Outcome(boolean completed, boolean compiled) {}

  private static Outcome agree(Instruction word, int seed) {
    Random random = new Random(seed(seed, word));
    TestKernel kernel = RandomRepeat.kernel(random, word);
    KernelLaunch launch = launch(kernel, data(random));
    String name = "seed " + seed + "\n" + text(kernel);
    LoadedKernel interpreted = load(kernel, Engine.INTERPRET);
    LoadedKernel compiled = load(kernel, Engine.JIT);
    RunResult expected = interpreted.run(launch);
    assertThat(text(compiled.run(launch))).as(name).isEqualTo(text(expected));
    Events wanted = new Events();
    Events events = new Events();
    interpreted.run(launch.withListeners(block -> wanted));
    compiled.run(launch.withListeners(block -> events));
    assertThat(events.text.toString()).as(name).isEqualTo(wanted.text.toString());
    assertThat(cycles(compiled, launch)).as(name).isEqualTo(cycles(interpreted, launch));
    List<String> log = compiled.engineLog();
    assertThat(log).noneMatch(line -> line.contains("cannot be compiled"));
    return new Outcome(
        expected instanceof RunResult.Completed,
        log.stream().anyMatch(line -> line.contains("compiled, shared")));
  }

  private static List<List<BlockTiming>> cycles(LoadedKernel kernel, KernelLaunch launch) {
    if (!(ProgramDecoder.decode(launch.kernel().profile(), launch.kernel().words())
        instanceof Program program)) {
      throw new AssertionError("not a program");
    }
    RunTimer timer = RunTimer.of(program, TimingOptions.of(TimingModel.DOCUMENTED));
    boolean completed = kernel.run(launch.withListeners(timer)) instanceof RunResult.Completed;
    return completed ? timer.results().stream().map(RunTiming::blocks).toList() : List.of();
  }

  private static LoadedKernel load(TestKernel kernel, Engine engine) {
    if (!(LoadedKernel.load(kernel, engine) instanceof LoadedKernel.Loaded(LoadedKernel loaded))) {
      throw new AssertionError("not a program: " + text(kernel));
    }
    return loaded;
  }

  /**
   * Everything that a listener hears, and the unified buffer behind the last word or the one that
   * trapped.
   */
  private static final class Events implements ExecutionListener {
    private final StringBuilder text = new StringBuilder();
    private Optional<Core> core = Optional.empty();

    @Override
    public void started(Core state) {
      core = Optional.of(state);
    }

    @Override
    public void executed(int word, ExecutionRecord record) {
      text.append(word)
          .append(' ')
          .append(record.repeats())
          .append(' ')
          .append(record.number())
          .append(' ');
      text.append(record.doubt())
          .append(record.doubtfulValue())
          .append(' ')
          .append(record.doubtfulLane());
      for (int i = 0; i < record.ranges(); i++) {
        text.append(record.isWrite(i) ? " w " : " r ")
            .append(record.space(i))
            .append(record.address(i));
        text.append('+').append(record.length(i));
      }
      text.append('\n');
    }

    @Override
    public void trapped(int word) {
      text.append("trap at ").append(word);
      finished();
    }

    @Override
    public void finished() {
      text.append(digest(core.orElseThrow().ub));
    }
  }

  private static String text(RunResult result) {
    return switch (result) {
      case RunResult.Completed(List<byte[]> buffers, long instructions, var _) ->
          instructions + digest(buffers.get(1));
      case RunResult.Trapped(Trap trap, List<byte[]> buffers, var slack) ->
          trap.toString() + slack + digest(buffers.get(1));
      default -> result.toString();
    };
  }

  private static String digest(byte[] bytes) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < bytes.length; i += 1024) {
      text.append(i % 8192 == 0 ? "\n" + i + ":" : " ");
      text.append(Integer.toHexString(Arrays.hashCode(Arrays.copyOfRange(bytes, i, i + 1024))));
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
