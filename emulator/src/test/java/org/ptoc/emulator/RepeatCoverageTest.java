package org.ptoc.emulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.ptoc.ir.isa.Comparison;
import org.ptoc.ir.isa.ConfigurationField;
import org.ptoc.ir.isa.ConfigurationWord;
import org.ptoc.ir.isa.ConversionPair;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.InstructionDefinition;
import org.ptoc.ir.isa.InstructionEncoder;
import org.ptoc.ir.isa.InstructionTable;
import org.ptoc.ir.isa.OperandRole;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.isa.RoundingMode;
import org.ptoc.ir.isa.Semantics;
import org.ptoc.ir.isa.UnitOperation;
import org.ptoc.ir.isa.WordFormat;

/**
 * Every form of every A2/A3 word on the unified buffer is compiled, but for those whose lanes
 * depend on each other.
 */
class RepeatCoverageTest {
  /** Words that are no loop over lanes, each with what the log must tell of it. */
  private static final Map<UnitOperation, String> CROSS_LANE = new EnumMap<>(UnitOperation.class);

  static {
    String whole = "all lanes of a repeat become one result";
    String group = "all lanes of a block become one result";
    CROSS_LANE.put(UnitOperation.REDUCE_ADD, whole);
    CROSS_LANE.put(UnitOperation.REDUCE_MAXIMUM, whole);
    CROSS_LANE.put(UnitOperation.REDUCE_MINIMUM, whole);
    CROSS_LANE.put(UnitOperation.GROUP_ADD, group);
    CROSS_LANE.put(UnitOperation.GROUP_MAXIMUM, group);
    CROSS_LANE.put(UnitOperation.GROUP_MINIMUM, group);
    CROSS_LANE.put(UnitOperation.PAIR_ADD, "two neighbouring lanes become one result");
    CROSS_LANE.put(UnitOperation.GATHER_BYTE_OFFSETS, "its lanes come from addresses in memory");
    CROSS_LANE.put(UnitOperation.BROADCAST_TO_BLOCKS, "one element fills a block");
    CROSS_LANE.put(UnitOperation.REDUCE_BY_PATTERN, "the lanes that are kept move together");
    CROSS_LANE.put(UnitOperation.BIT_SORT, "it sorts");
    CROSS_LANE.put(UnitOperation.SORT_BLOCK, "it sorts");
    CROSS_LANE.put(UnitOperation.MERGE_SORT, "it merges lists");
    CROSS_LANE.put(UnitOperation.TRANSPOSE, "it moves lanes between rows");
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

  /** All legal words of a row that differ in more than registers. */
  private static List<Instruction> forms(InstructionDefinition row) {
    List<InstructionEncoder> encoders = new ArrayList<>();
    for (int mode = 0; mode < 2 * RoundingMode.values().length; mode++) {
      for (DataType type : row.types().singles()) {
        encoders.add(with(row, encoder(row, type), mode));
      }
      for (ConversionPair pair : row.types().pairs()) {
        encoders.add(
            with(row, encoder(row, pair.source()).set(OperandRole.DT2, pair.result()), mode));
      }
    }
    Set<Long> seen = new TreeSet<>();
    List<Instruction> forms = new ArrayList<>();
    for (InstructionEncoder encoder : encoders) {
      if (encoder.encode() instanceof Instruction form && seen.add(form.word())) {
        forms.add(form);
      }
    }
    return forms;
  }

  private static InstructionEncoder with(
      InstructionDefinition row, InstructionEncoder encoder, int mode) {
    row.operand(OperandRole.RND).ifPresent(operand -> encoder.set(OperandRole.RND, mode / 2));
    row.operand(OperandRole.SAT).ifPresent(operand -> encoder.set(OperandRole.SAT, mode % 2));
    row.operand(OperandRole.ROUND).ifPresent(operand -> encoder.set(operand, mode % 2));
    row.operand(OperandRole.CMP)
        .ifPresent(operand -> encoder.set(OperandRole.CMP, mode % Comparison.values().length));
    return encoder;
  }

  /**
   * Seven rows of blocks with a gap between them, so that no repeats are left to the interpreter
   * for being few.
   */
  private static String kernel(Instruction word) {
    boolean two = RandomRepeat.hasTwoSources(word);
    ConfigurationWord layout = two ? ConfigurationWord.BIN : ConfigurationWord.UNA;
    long strides = ConfigurationValues.set(layout, 0, ConfigurationField.REPEAT, 7);
    for (String operand :
        two ? List.of("destination", "first", "second") : List.of("destination", "first")) {
      strides =
          ConfigurationValues.set(
              layout,
              ConfigurationValues.set(layout, strides, ConfigurationField.of(operand + "Block"), 1),
              ConfigurationField.of(operand + "Repeat"),
              9);
    }
    return "const X10, 0\nconst X11, 16384\nconst X12, 32768\nconst X15, "
        + strides
        + "\n"
        + word
        + "\nend\n";
  }

  private static List<String> log(Instruction word) {
    TestKernel kernel = TestKernel.a2a3(kernel(word), new ParameterKind[0]);
    if (!(LoadedKernel.load(kernel, Engine.JIT)
        instanceof LoadedKernel.Loaded(LoadedKernel loaded))) {
      throw new AssertionError(word + " is no program");
    }
    // Sorts and the like have configurations of their own and trap; what stands in the log does not
    // depend on it.
    loaded.run(loaded.launch(List.of()));
    return loaded.engineLog();
  }

  private static void assertEnd(Instruction word, String end) {
    assertThat(log(word)).as(word.toString()).singleElement().asString().endsWith(end);
  }

  @Test
  void everyFormIsCompiledOrHasAReason() {
    Set<UnitOperation> interpreted = EnumSet.noneOf(UnitOperation.class);
    int compiled = 0;
    for (InstructionDefinition row : InstructionTable.of(Profile.A2A3).definitions()) {
      if (row.format() != WordFormat.U) {
        continue;
      }
      List<Instruction> forms = forms(row);
      assertThat(forms).as(row.mnemonic()).isNotEmpty();
      for (Instruction form : forms) {
        if (row.semantics() instanceof Semantics.Unit(UnitOperation operation)
            && CROSS_LANE.containsKey(operation)) {
          interpreted.add(operation);
          assertEnd(form, ": interpreted: " + CROSS_LANE.get(operation));
        } else if (form.type().bytes() == 1 && form.resultType().bytes() == 1) {
          assertEnd(form, ": interpreted: two lanes of 8 bits share a bit of the mask");
        } else {
          assertEnd(form, ": compiled, shared by all words of the operation");
          compiled++;
        }
      }
    }
    assertThat(interpreted)
        .as("reasons for words that do not exist")
        .isEqualTo(CROSS_LANE.keySet());
    assertThat(compiled).isGreaterThan(250);
  }
}
