package org.ptoc.tile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.ptoc.emulator.Argument;
import org.ptoc.emulator.Emulator;
import org.ptoc.emulator.Engine;
import org.ptoc.emulator.KernelLaunch;
import org.ptoc.emulator.RunResult;
import org.ptoc.emulator.machine.ExecutionListener;
import org.ptoc.emulator.machine.ListenerGroup;
import org.ptoc.ir.catalog.OpDefinition;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.isa.Program;
import org.ptoc.ir.isa.ProgramDecoder;
import org.ptoc.ir.isa.Semantics;
import org.ptoc.ir.object.KernelObject;
import org.ptoc.passes.CodeSwitch;
import org.ptoc.passes.CompileOptions;
import org.ptoc.passes.codegen.emit.KernelCode;
import org.ptoc.tools.validate.TileMarks;
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
    assertThat(found.values().stream().mapToInt(Integer::intValue).sum()).isGreaterThan(200);
    assertThat(found.keySet())
        .contains("A5 pto.tcvt", "A2A3 pto.tcvt", "A5 pto.trowsum", "A2A3 pto.tsort32");
  }

  private void remove(Profile profile, ModeRemovalTest.Case each, SplittableRandom random) {
    Tile tile = Tile.fitting(each.type(), random.nextInt(1, 6), random.nextInt(1, 200));
    Tile domain = random.nextInt(3) == 0 ? tile.open() : tile;
    TileProgram built =
        new CatalogueProgram(each.op(), each.type(), each.result(), domain, random)
            .build()
            .on(profile);
    String source = built.autoSource();
    Optional<KernelObject> compiled = compile(source, profile, CompileOptions.defaults());
    if (compiled.isEmpty()) {
      return; // What it takes to be legal is the matter of other tests.
    }
    KernelObject object = compiled.get();
    List<Argument> arguments = built.autoArguments();
    KernelObject marked =
        compile(source, profile, CompileOptions.defaults().with(CodeSwitch.OPERATION_MARKS))
            .orElseThrow();
    Program twin = (Program) ProgramDecoder.decode(profile, marked.words());
    TileMarks marks = new TileMarks(twin, marked.positions(), Toolchain.target(profile).rewrites());
    run(profile, marked, marked.words(), arguments, marks.listener(0));
    Run whole = validated(profile, object, object.words(), arguments, marks);
    assertThat(whole.findings).as("%s %s", profile, built.title()).isEmpty();
    if (whole.compared == 0) {
      return;
    }
    Program program = (Program) ProgramDecoder.decode(profile, object.words());
    int line = 1 + lineOf(source, each.op().name() + " ");
    int step = EXHAUSTIVE ? 1 : 8;
    for (int word = random.nextInt(step); word < program.size(); word += step) {
      if (whole.executed.get(word)
          && object.positions().get(word).line() == line
          && !(program.at(word).definition().semantics() instanceof Semantics.Control)) {
        long[] fewer = object.words();
        fewer[word] = NOTHING;
        Run rest = validated(profile, object, fewer, arguments, marks);
        boolean trapped = !(rest.result instanceof RunResult.Completed);
        if (trapped || built.agree(buffers(whole), buffers(rest))) {
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

  private static int lineOf(String source, String part) {
    List<String> lines = source.lines().toList();
    return IntStream.range(0, lines.size())
        .filter(i -> lines.get(i).contains(part))
        .findFirst()
        .orElseThrow();
  }

  private static Optional<KernelObject> compile(
      String source, Profile profile, CompileOptions options) {
    return Toolchain.compile(source, "k", options, profile).code().map(KernelCode::object);
  }

  private static List<byte[]> buffers(Run run) {
    return ((RunResult.Completed) run.result).buffers();
  }

  private static Run validated(
      Profile profile,
      KernelObject object,
      long[] words,
      List<Argument> arguments,
      TileMarks marks) {
    List<String> findings = new ArrayList<>();
    BitSet executed = new BitSet();
    TileValidator validator =
        new TileValidator(
            object.positions(), marks, 0, (place, message, writer) -> findings.add(message));
    RunResult result =
        run(
            profile,
            object,
            words,
            arguments,
            new ListenerGroup(List.of(validator, (word, record) -> executed.set(word))));
    return new Run(result, findings, executed, validator.compared());
  }

  private static RunResult run(
      Profile profile,
      KernelObject object,
      long[] words,
      List<Argument> arguments,
      ExecutionListener listener) {
    return Emulator.run(
        KernelLaunch.of(new ModeRemovalTest.Image(profile, object, words), arguments)
            .withUnifiedBufferFill((byte) 0xA5)
            .withInstructionLimit(2_000_000)
            .withEngine(Engine.INTERPRET)
            .withListeners(core -> listener));
  }
}
