package org.ptoc.tile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.ptoc.emulator.Argument;
import org.ptoc.emulator.Emulator;
import org.ptoc.emulator.Engine;
import org.ptoc.emulator.KernelLaunch;
import org.ptoc.emulator.RunResult;
import org.ptoc.emulator.machine.ListenerGroup;
import org.ptoc.ir.catalog.OpDefinition;
import org.ptoc.ir.isa.ControlOperation;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.isa.Program;
import org.ptoc.ir.isa.ProgramDecoder;
import org.ptoc.ir.isa.Semantics;
import org.ptoc.ir.object.KernelObject;
import org.ptoc.passes.CodeSwitch;
import org.ptoc.passes.CompileOptions;
import org.ptoc.passes.recipe.Rewrite;
import org.ptoc.tools.validate.TileValidator;

/**
 * Programs of tile operations out of which one word is taken. Where that changes a byte of the
 * results the validator has a finding or the program traps; it has none about whole programs.
 */
class TileValidatorTest {
  private static final boolean EXHAUSTIVE = Boolean.getBoolean("ptoc.test.exhaustive");
  private static final int PROGRAMS = Integer.getInteger("ptoc.programs", EXHAUSTIVE ? 12 : 1);
  private static final long SEED = Long.getLong("ptoc.seed", 3);

  /** The word {@code nop}. */
  private static final long NOTHING = 5;

  private record Run(RunResult result, List<String> findings, BitSet executed, long compared) {}

  private final Map<String, Integer> found = new TreeMap<>();
  private final List<String> missed = new ArrayList<>();

  @Test
  void missingWordsAreFound() {
    SplittableRandom random = new SplittableRandom(SEED);
    for (Profile profile : Profile.values()) {
      for (OpDefinition op : CatalogueProgram.operations()) {
        List<ModeRemovalTest.Case> legal = ModeRemovalTest.legal(op, profile);
        for (int i = 0; i < PROGRAMS && !legal.isEmpty(); i++) {
          remove(profile, legal.get(random.nextInt(legal.size())), random);
        }
      }
    }
    assertThat(missed).isEmpty();
    assertThat(found.values().stream().mapToInt(Integer::intValue).sum()).isGreaterThan(500);
    assertThat(found.keySet())
        .contains("A5 pto.tadd", "A2A3 pto.trem", "A5 pto.trowsum", "A2A3 pto.tcolexpandmul");
  }

  private void remove(Profile profile, ModeRemovalTest.Case each, SplittableRandom random) {
    Tile tile = Tile.fitting(each.type(), random.nextInt(1, 6), random.nextInt(1, 200));
    Tile domain = random.nextInt(3) == 0 ? tile.open() : tile;
    TileProgram built =
        new CatalogueProgram(each.op(), each.type(), each.result(), domain, random)
            .build()
            .on(profile)
            .options(CompileOptions.defaults().with(CodeSwitch.OPERATION_MARKS));
    Toolchain.Compiled compiled = built.compileAuto();
    if (compiled.isRejected()) {
      return; // What it takes to be legal is the matter of other tests.
    }
    KernelObject object = compiled.code().orElseThrow().object();
    List<Argument> arguments = built.autoArguments();
    Run whole = run(profile, object, object.words(), arguments);
    assertThat(whole.findings).as("%s %s", profile, built.title()).isEmpty();
    Program program = (Program) ProgramDecoder.decode(profile, object.words());
    if (whole.compared == 0) {
      return;
    }
    int first = lastMark(program) + 1;
    int step = EXHAUSTIVE ? 1 : 4;
    for (int word = first + random.nextInt(step); word < program.size(); word += step) {
      if (word > first && isMarked(program, first, word)) {
        break;
      }
      if (whole.executed.get(word)
          && !(program.at(word).definition().semantics() instanceof Semantics.Control)) {
        long[] fewer = object.words();
        fewer[word] = NOTHING;
        Run rest = run(profile, object, fewer, arguments);
        boolean trapped = !(rest.result instanceof RunResult.Completed);
        if (trapped || isSame(whole.result, rest.result)) {
          continue;
        }
        if (rest.findings.isEmpty()) {
          missed.add(
              "%s %s, word %d: %s".formatted(profile, built.title(), word, program.at(word)));
        } else {
          found.merge(profile + " " + each.op().name(), 1, Integer::sum);
        }
      }
    }
  }

  /** The word that announces the last operation of which values are given. */
  private static int lastMark(Program program) {
    int last = -1;
    boolean given = false;
    for (int word = 0; word < program.size(); word++) {
      if (isControl(program.at(word), ControlOperation.PRINT_VALUE)) {
        given = true;
      } else if (isControl(program.at(word), ControlOperation.PRINT)) {
        last = given ? word : last;
        given = false;
      }
    }
    return last;
  }

  /** Whether another operation is announced between two words. */
  private static boolean isMarked(Program program, int from, int to) {
    return IntStream.rangeClosed(from, to)
        .anyMatch(word -> isControl(program.at(word), ControlOperation.PRINT));
  }

  private static boolean isControl(Instruction instruction, ControlOperation wanted) {
    return instruction.definition().semantics() instanceof Semantics.Control(var operation)
        && operation == wanted;
  }

  private static boolean isSame(RunResult one, RunResult other) {
    List<byte[]> first = ((RunResult.Completed) one).buffers();
    List<byte[]> second = ((RunResult.Completed) other).buffers();
    for (int i = 0; i < first.size(); i++) {
      if (!Arrays.equals(first.get(i), second.get(i))) {
        return false;
      }
    }
    return true;
  }

  private static Run run(
      Profile profile, KernelObject object, long[] words, List<Argument> arguments) {
    Program program = (Program) ProgramDecoder.decode(profile, words);
    List<String> findings = new ArrayList<>();
    List<Rewrite> rewrites = Toolchain.target(profile).rewrites();
    BitSet executed = new BitSet();
    TileValidator validator =
        new TileValidator(program, rewrites, (mark, message, writer) -> findings.add(message));
    RunResult result =
        Emulator.run(
            KernelLaunch.of(new ModeRemovalTest.Image(profile, object, words), arguments)
                .withUnifiedBufferFill((byte) 0xA5)
                .withInstructionLimit(2_000_000)
                .withEngine(Engine.INTERPRET)
                .withListeners(
                    core ->
                        new ListenerGroup(
                            List.of(validator, (word, record) -> executed.set(word)))));
    return new Run(result, findings, executed, validator.compared());
  }
}
