package org.ptoc.emulator.timing.constant;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.ptoc.ir.cycles.ConstantTable;
import org.ptoc.ir.isa.ConversionPair;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.InstructionDefinition;
import org.ptoc.ir.isa.InstructionTable;
import org.ptoc.ir.isa.Profile;

class TimingSetTest {

  @TestFactory
  List<DynamicTest> everyLegalInstructionAndTypeHasCyclesInEverySet() {
    List<DynamicTest> tests = new ArrayList<>();
    for (Profile profile : Profile.values()) {
      for (TimingModel model : TimingModel.values()) {
        if (model.isIn(profile)) {
          tests.add(
              DynamicTest.dynamicTest(
                  profile + " " + model, () -> assertThat(missing(profile, model)).isEmpty()));
        }
      }
    }
    return tests;
  }

  private static List<String> missing(Profile profile, TimingModel model) {
    TimingSet set = TimingSet.of(profile, model);
    List<String> missing = new ArrayList<>();
    for (InstructionDefinition definition : InstructionTable.of(profile).definitions()) {
      if (definition.types().singles().isEmpty() && definition.types().pairs().isEmpty()) {
        check(set, definition, DataType.NONE, DataType.NONE, missing);
      }
      for (DataType type : definition.types().singles()) {
        check(set, definition, type, DataType.NONE, missing);
      }
      for (ConversionPair pair : definition.types().pairs()) {
        check(set, definition, pair.source(), pair.result(), missing);
      }
    }
    return missing;
  }

  private static void check(
      TimingSet set,
      InstructionDefinition definition,
      DataType type,
      DataType result,
      List<String> missing) {
    if (set.explain(definition, type, result).isEmpty()) {
      missing.add(definition + " " + type + " " + result);
    }
  }

  @Test
  void rowsOfSingleInstructionsNameInstructionsThatExist() {
    for (ConstantTable table : List.of(RepeatTables.calibrated(), RepeatTables.documented())) {
      for (String mnemonic : table.mnemonics()) {
        assertThat(InstructionTable.of(Profile.A2A3).byMnemonic(mnemonic)).as(mnemonic).isPresent();
      }
    }
  }

  private static String explain(
      Profile profile, TimingModel model, String mnemonic, DataType type) {
    InstructionDefinition definition =
        InstructionTable.of(profile).byMnemonic(mnemonic).orElseThrow();
    return TimingSet.of(profile, model).explain(definition, type, DataType.NONE).toString();
  }

  @Test
  void explainsValuesWithTheirSources() {
    assertThat(explain(Profile.A2A3, TimingModel.DOCUMENTED, "vadd", DataType.FP32))
        .isEqualTo("[startup 14 [S], completion 19 [S], per repeat 2 [S], interval 18 [S]]");
    assertThat(explain(Profile.A2A3, TimingModel.DOCUMENTED, "vshl", DataType.S16))
        .isEqualTo("[startup 14 [S], completion 17 [S], per repeat 2 [S], interval 18 [S]]");
    assertThat(explain(Profile.A2A3, TimingModel.DOCUMENTED, "vdiv", DataType.FP16))
        .contains("completion 20 [P] assumed");
    assertThat(explain(Profile.A5, TimingModel.DOCUMENTED, "vmax", DataType.FP32))
        .startsWith("[latency 7 [S]");
    assertThat(explain(Profile.A5, TimingModel.CALIBRATED, "vmax", DataType.FP32))
        .startsWith("[latency 6 [C]");
    assertThat(explain(Profile.A5, TimingModel.DOCUMENTED, "vadd", DataType.BF16))
        .contains("latency 7 [S] assumed");
  }

  @Test
  void readingsOfConflictsAreExplained() {
    InstructionDefinition shift =
        InstructionTable.of(Profile.A2A3).byMnemonic("vshl").orElseThrow();
    assertThat(
            TimingSet.of(Profile.A2A3, TimingModel.DOCUMENTED)
                .remark(shift, DataType.S32, DataType.NONE))
        .contains("tshl");
  }

  /**
   * Latency table of spec/30, section 7: calibrated values, and the documented ones where a seed or
   * the manual differs.
   */
  @TestFactory
  List<DynamicTest> latenciesOfTheA5Table() {
    String rows =
        """
        vadd f32 7 7
        vadd i8 7 7
        vsub f16 7 7
        vmul f32 8 8
        vmul i16 8 8
        vdiv f32 17 17
        vdiv f16 22 22
        vmax f16 6 7
        vmin i32 6 7
        vand i16 6 7
        vxor i8 6 7
        vshl i32 6 7
        vshr i16 6 7
        vshls i16 6 6
        vmaxs f32 6 6
        vaddc i32 7 7
        vsubc i32 7 7
        vabs f16 5 5
        vrelu f32 5 5
        vnot i16 5 5
        vneg f32 8 8
        vmuls f16 8 8
        vexp f32 16 16
        vexp f16 21 21
        vln f32 18 18
        vsqrt f16 22 22
        vrsqrt f32 13 13
        vrec f32 17 17
        vcadd f32 22 19
        vcadd f16 24 21
        vcmax f32 16 19
        vcmin f16 17 21
        vcmax i32 19 19
        vcgadd f32 13 19
        vcgmax f16 14 21
        vcpadd f32 19 19
        vcmp f32 6 6
        vsel i32 6 6
        vdup f32 6 6
        vlrelu f32 8 8
        vaddrelu f16 8 8
        vaxpy f32 9 9
        vmula i32 9 9
        vmull i32 12 12
        vexpdif f32 23 23
        vlds f32 9 9
        vgather2 f32 28 28
        vgatherb f32 21 21
        vscatter f16 17 17
        """;
    List<DynamicTest> tests = new ArrayList<>();
    for (String row : rows.split("\n")) {
      String[] cells = row.split(" ");
      DataType type =
          List.of(DataType.values()).stream()
              .filter(t -> t.spelling().equals(cells[1]))
              .findFirst()
              .orElseThrow();
      tests.add(
          DynamicTest.dynamicTest(
              row,
              () -> {
                assertThat(latency(TimingModel.CALIBRATED, cells[0], type))
                    .isEqualTo(Integer.parseInt(cells[2]));
                assertThat(latency(TimingModel.DOCUMENTED, cells[0], type))
                    .isEqualTo(Integer.parseInt(cells[3]));
              }));
    }
    return tests;
  }

  private static int latency(TimingModel model, String mnemonic, DataType type) {
    InstructionDefinition definition =
        InstructionTable.of(Profile.A5).byMnemonic(mnemonic).orElseThrow();
    return TimingSet.of(Profile.A5, model).explain(definition, type, DataType.NONE).get(0).value();
  }

  @Test
  void conversionLatencyDependsOnThePair() {
    InstructionDefinition convert =
        InstructionTable.of(Profile.A5).byMnemonic("vcvt").orElseThrow();
    TimingSet set = TimingSet.of(Profile.A5, TimingModel.CALIBRATED);
    assertThat(set.explain(convert, DataType.FP32, DataType.FP16).get(0).value()).isEqualTo(7);
    assertThat(set.explain(convert, DataType.FP32, DataType.S32).get(0).value()).isEqualTo(8);
    assertThat(set.explain(convert, DataType.S8, DataType.FP16).get(0).isAssumed()).isTrue();
  }
}
