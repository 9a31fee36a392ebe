package org.ptoc.tile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
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
import org.ptoc.ir.isa.ControlOperation;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.InstructionDecoder;
import org.ptoc.ir.isa.OperandField;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.isa.Program;
import org.ptoc.ir.isa.ProgramDecoder;
import org.ptoc.ir.isa.RegisterClass;
import org.ptoc.ir.isa.Semantics;
import org.ptoc.ir.object.KernelArgument;
import org.ptoc.ir.object.KernelObject;
import org.ptoc.ir.object.SourcePosition;
import org.ptoc.passes.CodeSwitch;
import org.ptoc.passes.CompileOptions;
import org.ptoc.passes.codegen.emit.KernelCode;
import org.ptoc.tools.validate.TileMarks;
import org.ptoc.tools.validate.TileValidator;

/**
 * Programs of tile operations in which one word is left out, or one operand of a word is another
 * one: a register, a predicate, a mode, a number. Where that changes a byte of the results the
 * validator has a finding or the program traps; it has none about whole programs.
 */
class TileValidatorTest {
  private static final boolean EXHAUSTIVE = Boolean.getBoolean("ptoc.test.exhaustive");
  private static final int PROGRAMS = Integer.getInteger("ptoc.programs", EXHAUSTIVE ? 12 : 2);
  private static final long SEED = Long.getLong("ptoc.seed", 3);

  /** The word {@code nop}. */
  private static final long NOTHING = 5;

  private record Image(Profile profile, KernelObject object, long[] words) implements KernelImage {
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

  private record Case(OpDefinition op, Dtype type, Dtype result) {}

  /**
   * A word in the place of another one.
   *
   * @param what the role of the operand that is another one, or that the word is left out
   */
  private record Mutant(String what, long word) {}

  /**
   * A run under the validator.
   *
   * @param lines of the operations that were compared
   */
  private record Run(RunResult result, List<String> findings, BitSet executed, BitSet lines) {}

  private final Map<String, Integer> found = new TreeMap<>();
  private final List<String> missed = new ArrayList<>();

  @Test
  void wrongWordsAreFound() {
    for (Profile profile : Profile.values()) {
      for (OpDefinition op : CatalogueProgram.operations()) {
        // What is tried of an operation does not depend on which others there are.
        SplittableRandom random = new SplittableRandom(SEED + op.name().hashCode());
        List<Case> legal = legal(op, profile);
        for (int i = 0; i < PROGRAMS && !legal.isEmpty(); i++) {
          change(profile, legal.get(random.nextInt(legal.size())), random);
        }
      }
    }
    assertThat(missed).isEmpty();
    assertThat(found.values().stream().mapToInt(Integer::intValue).sum()).isGreaterThan(400);
    assertThat(found.keySet())
        .contains("A5 pto.tcvt", "A2A3 pto.tcvt", "A5 pto.trowsum", "A2A3 pto.tsort32");
    assertThat(found.keySet()).contains("left out", "pg", "vd", "xs");
  }

  /** However many marks are kept, what follows them is not taken for a wrong result. */
  @Test
  void operationsAfterTheLastMarkAreNotCompared() {
    String source =
        """
        !T = !pto.tile_buf<vec, 1x64xf32>
        !V = !pto.tensor_view<1x64xf32>
        func.func @k(%a: !pto.ptr<f32>) attributes {pto.entry} {
          %c0 = arith.constant 0 : index
          %c1 = arith.constant 1 : index
          %c4 = arith.constant 4 : index
          %c64 = arith.constant 64 : index
          %f = arith.constant 1.0 : f32
          %v = pto.make_tensor_view %a, shape = [%c1, %c64], strides = [%c64, %c1] : !V
          %t = pto.alloc_tile : !T
          pto.tload ins(%v) outs(%t)
          scf.for %i = %c0 to %c4 step %c1 {
            pto.tadds ins(%t, %f) outs(%t)
            pto.tstore ins(%t) outs(%v)
          }
          return
        }
        """;
    for (Profile profile : Profile.values()) {
      KernelObject object = compile(source, profile, CompileOptions.defaults()).orElseThrow();
      KernelObject marked =
          compile(source, profile, CompileOptions.defaults().with(CodeSwitch.OPERATION_MARKS))
              .orElseThrow();
      List<Argument> arguments = List.of(new Argument.Buffer(new byte[256]));
      Program twin = (Program) ProgramDecoder.decode(profile, marked.words());
      for (int most = 1; most < 12; most++) {
        TileMarks marks =
            new TileMarks(twin, marked.positions(), Toolchain.target(profile).rewrites(), most);
        run(profile, marked, marked.words(), arguments, marks.listener(0));
        Run run = validated(profile, object, object.words(), arguments, marks);
        assertThat(run.findings).as("%s, %s marks", profile, most).isEmpty();
        assertThat(run.lines.cardinality())
            .as("%s, %s marks", profile, most)
            .isEqualTo(most == 1 ? 0 : most == 2 ? 1 : 2);
      }
    }
  }

  private static List<Case> legal(OpDefinition op, Profile profile) {
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

  private void change(Profile profile, Case each, SplittableRandom random) {
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
    Program program = (Program) ProgramDecoder.decode(profile, object.words());
    BitSet elsewhere = scalars(program, object, whole.lines);
    int step = EXHAUSTIVE ? 1 : 8;
    for (int word = random.nextInt(step); word < program.size(); word += step) {
      if (whole.executed.get(word)
          && whole.lines.get(object.positions().get(word).line())
          && isData(program.at(word), elsewhere)) {
        for (Mutant mutant : mutants(profile, program.at(word), elsewhere, random)) {
          long[] words = object.words();
          words[word] = mutant.word;
          if (!(ProgramDecoder.decode(profile, words) instanceof Program)) {
            continue; // A predicate of a region that nothing sets, for example.
          }
          Run rest = validated(profile, object, words, arguments, marks);
          boolean trapped = !(rest.result instanceof RunResult.Completed);
          if (trapped || built.agree(buffers(whole), buffers(rest))) {
            continue;
          }
          if (rest.findings.isEmpty()) {
            missed.add(
                "%s %s, word %d, %s: %s"
                    .formatted(profile, built.title(), word, mutant.what, program.at(word)));
          } else {
            found.merge(profile + " " + each.op().name(), 1, Integer::sum);
            found.merge(mutant.what, 1, Integer::sum);
          }
        }
      }
    }
  }

  /** The scalar registers that words of other lines read: stores, which are not compared. */
  private static BitSet scalars(Program program, KernelObject object, BitSet lines) {
    BitSet scalars = new BitSet();
    for (int word = 0; word < program.size(); word++) {
      for (OperandField operand : program.at(word).definition().operands()) {
        if (!lines.get(object.positions().get(word).line()) && isScalar(operand)) {
          scalars.set((int) program.at(word).value(operand));
        }
      }
    }
    return scalars;
  }

  private static boolean isScalar(OperandField operand) {
    return operand.registerClass().equals(Optional.of(RegisterClass.X));
  }

  /** Whether a word computes, moves data, or sets a mask or mode, for this operation alone. */
  private static boolean isData(Instruction instruction, BitSet elsewhere) {
    return switch (instruction.definition().semantics()) {
      case Semantics.Control(ControlOperation operation) ->
          operation == ControlOperation.WRITE_SPECIAL
              || operation == ControlOperation.SET_SPECIAL_BIT
              || operation == ControlOperation.SET_SPECIAL_HIGH_BIT;
      case Semantics.Scalar _ ->
          instruction.definition().operands().stream()
              .filter(operand -> isScalar(operand) && instruction.writes(operand))
              .noneMatch(operand -> elsewhere.get((int) instruction.value(operand)));
      case Semantics.Unit _, Semantics.Lanes _ -> true;
    };
  }

  /**
   * The word left out, and with one operand that is drawn changed by one. Another special register,
   * or bit of one, would be one of transfers.
   */
  private static List<Mutant> mutants(
      Profile profile, Instruction instruction, BitSet elsewhere, SplittableRandom random) {
    List<Mutant> mutants = new ArrayList<>();
    mutants.add(new Mutant("left out", NOTHING));
    boolean isControl = instruction.definition().semantics() instanceof Semantics.Control;
    List<OperandField> operands =
        instruction.definition().operands().stream()
            .filter(operand -> !isControl || operand.isRegister())
            .toList();
    if (!operands.isEmpty()) {
      OperandField operand = operands.get(random.nextInt(operands.size()));
      long other = instruction.value(operand) + (random.nextBoolean() ? 1 : -1);
      long word = operand.field().set(instruction.word(), other);
      boolean isTaken =
          isScalar(operand)
              && instruction.writes(operand)
              && other >= 0
              && elsewhere.get((int) other);
      if (!isTaken
          && operand.field().fits(other)
          && InstructionDecoder.decode(profile, word) instanceof Instruction) {
        mutants.add(new Mutant(operand.role().toString(), word));
      }
    }
    return mutants;
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
    BitSet lines = new BitSet();
    validator.compared().forEach(place -> lines.set(place.line()));
    return new Run(result, findings, executed, lines);
  }

  private static RunResult run(
      Profile profile,
      KernelObject object,
      long[] words,
      List<Argument> arguments,
      ExecutionListener listener) {
    return Emulator.run(
        KernelLaunch.of(new Image(profile, object, words), arguments)
            .withUnifiedBufferFill((byte) 0xA5)
            .withInstructionLimit(2_000_000)
            .withEngine(Engine.INTERPRET)
            .withListeners(core -> listener));
  }
}
