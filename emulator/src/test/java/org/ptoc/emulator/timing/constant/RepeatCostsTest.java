package org.ptoc.emulator.timing.constant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ptoc.emulator.timing.Kernels;
import org.ptoc.ir.cycles.ConstantRow;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.InstructionDefinition;
import org.ptoc.ir.isa.InstructionTable;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.isa.SchedulingClass;

class RepeatCostsTest {

  private static ConstantRow row(
      TimingModel model, String mnemonic, DataType type, DataType result) {
    InstructionDefinition definition =
        InstructionTable.of(Profile.A2A3).byMnemonic(mnemonic).orElseThrow();
    return TimingSet.of(Profile.A2A3, model).row(definition, type, result).orElseThrow();
  }

  private static long once(TimingModel model, String mnemonic, DataType type, long repeats) {
    RepeatCosts.Formula formula = RepeatCosts.Formula.valueOf(model.name());
    return new RepeatCosts(formula)
        .cycles(SchedulingClass.ADD, row(model, mnemonic, type, DataType.NONE), repeats, 0, false);
  }

  /** The worked values of spec/30, 3.1. */
  @ParameterizedTest
  @CsvSource({
    "vadd, FP32, 1, 35",
    "vadd, FP32, 2, 55",
    "vadd, FP32, 4, 95",
    "vadd, FP32, 64, 1295",
    "vadd, S16, 4, 93",
    "vexp, FP16, 1, 45",
    "vexp, FP32, 32, 661",
    "vaddrelu, FP32, 1, 42",
    "vaddrelu, FP32, 4, 102",
    "vcopy, FP32, 8, 126",
    "vbitsort, FP32, 1, 32",
    "vbitsort, FP32, 8, 186",
    // the column of the seed formula in 3.2
    "vadd, S32, 64, 1293",
    "vadd, FP16, 32, 655",
    "vmul, FP32, 64, 1296",
    "vmax, FP32, 64, 1293",
    "vexp, FP32, 64, 1301",
    "vsqrt, FP32, 64, 1302",
    "vmuls, FP32, 32, 624",
    "vabs, FP32, 64, 1231",
    "vshl, S32, 1, 33",
    "vadd, FP32, 0, 1",
  })
  void documentedFormula(String mnemonic, DataType type, long repeats, long cycles) {
    assertThat(once(TimingModel.DOCUMENTED, mnemonic, type, repeats)).isEqualTo(cycles);
  }

  /**
   * Lines of spec/30, 3.1, of words with a type for the result, and the worked values of the fused
   * conversion.
   */
  @ParameterizedTest
  @CsvSource({
    "vaddreluconv, FP32, FP16, 1, 42",
    "vaddreluconv, FP32, FP16, 4, 102",
    "vaddreluconv, FP16, S8, 4, 102",
    "vconv, FP32, FP16, 4, 90",
    "vconv, FP32, S32, 4, 90",
    "vconv, FP16, S32, 4, 90",
    "vconv, FP32, S16, 4, 88",
    "vconv, FP16, S16, 4, 88",
  })
  void documentedConversions(
      String mnemonic, DataType type, DataType result, long repeats, long cycles) {
    long got =
        new RepeatCosts(RepeatCosts.Formula.DOCUMENTED)
            .cycles(
                SchedulingClass.ADD,
                row(TimingModel.DOCUMENTED, mnemonic, type, result),
                repeats,
                0,
                false);
    assertThat(got).isEqualTo(cycles);
  }

  /**
   * The lines of the table of spec/30, 3.1: words, types, start-up, completion, cycles of a repeat
   * and between repeats.
   */
  @ParameterizedTest
  @CsvSource({
    "vadd vsub, FP16 FP32, 14, 19, 2, 18",
    "vadd vsub, S16 S32, 14, 17, 2, 18",
    "vmul, FP16 FP32, 14, 20, 2, 18",
    "vmul, S16 S32, 14, 18, 2, 18",
    "vmax vmin, FP16 FP32 S16 S32, 14, 17, 2, 18",
    "vdiv, FP32, 14, 20, 2, 18",
    "vdiv, FP16, 14, 20, 4, 18",
    "vand vor vxor vnot, U16 S16, 14, 17, 1, 18",
    "vshl vshr, U16 S16 U32 S32, 14, 17, 2, 18",
    "vadds, FP16 FP32, 14, 19, 1, 18",
    "vadds, S16 S32, 14, 17, 1, 18",
    "vmins vmaxs, FP16 FP32 S16 S32, 14, 17, 1, 18",
    "vmuls, FP16 FP32, 14, 20, 1, 18",
    "vmuls, S16 S32, 14, 18, 1, 18",
    "vabs, FP16 FP32, 14, 19, 1, 18",
    "vabs, S16, 14, 17, 1, 18",
    "vrelu vlrelu, FP16 FP32, 14, 19, 1, 18",
    "vrsqrt vrec, FP16 FP32, 14, 20, 1, 18",
    "vexp vln, FP32, 13, 26, 2, 18",
    "vexp vln, FP16, 13, 28, 4, 18",
    "vsqrt, FP32, 13, 27, 2, 18",
    "vsqrt, FP16, 13, 29, 4, 18",
    "vcadd vcmax vcmin vcgadd vcgmax vcgmin, FP32, 13, 19, 2, 18",
    "vcadd vcmax vcmin vcgadd vcgmax vcgmin, FP16, 13, 21, 2, 18",
    "vcmax vcmin, S16, 13, 17, 1, 18",
    "vsel, FP16 FP32, 14, 19, 1, 18",
    "vsel, S16 U16 S32 U32, 14, 17, 1, 18",
    "vdup, FP16 FP32 U16 U32, 14, 14, 1, 18",
    "vcopy, U16 U32, 13, 14, 1, 13",
    "vaddrelu vsubrelu vaxpy vmadd, FP16 FP32, 14, 26, 2, 18",
    "vbitsort, FP16 FP32, 14, 14, 4, 18",
    "vmrgsort4, FP16 FP32, 14, 26, 2, 18",
    "vbrcb vgather vreducev2 vcmpv vcmpvs, FP16 FP32, 14, 17, 2, 18",
  })
  void documentedTable(
      String mnemonics, String types, long startup, long completion, long repeat, long interval) {
    for (String mnemonic : mnemonics.split(" ")) {
      for (String type : types.split(" ")) {
        for (long repeats : new long[] {1, 2, 255}) {
          assertThat(once(TimingModel.DOCUMENTED, mnemonic, DataType.valueOf(type), repeats))
              .as("%s %s, %d repeats", mnemonic, type, repeats)
              .isEqualTo(startup + completion + repeats * repeat + (repeats - 1) * interval);
        }
      }
    }
  }

  @Test
  void documentedConversionCostsByResultType() {
    RepeatCosts costs = new RepeatCosts(RepeatCosts.Formula.DOCUMENTED);
    ConstantRow narrow = row(TimingModel.DOCUMENTED, "vconv", DataType.FP32, DataType.FP16);
    assertThat(costs.cycles(SchedulingClass.CONVERT, narrow, 4, 0, false)).isEqualTo(90);
    ConstantRow fused = row(TimingModel.DOCUMENTED, "vaddreluconv", DataType.FP32, DataType.FP16);
    assertThat(costs.cycles(SchedulingClass.ADD_RELU_CONVERT, fused, 4, 0, false)).isEqualTo(102);
  }

  /** Two comparisons have a line of their own; those with a scalar have not. */
  @ParameterizedTest
  @CsvSource({
    "'vcmpv.f32 X1, X2, X3, X4, GE', 46",
    "'vcmpv.f16 X1, X2, X3, X4, NE', 46",
    "'vcmpv.f32 X1, X2, X3, X4, LT', 16",
    "'vcmpvs.f32 X1, X2, X3, X4, GE', 16",
  })
  void calibratedComparisons(String text, long cycles) {
    ConstantRow row =
        TimingSet.of(Profile.A2A3, TimingModel.CALIBRATED)
            .row(Kernels.instruction(Profile.A2A3, text));
    assertThat(
            new RepeatCosts(RepeatCosts.Formula.CALIBRATED)
                .cycles(SchedulingClass.COMPARE, row, 5, 0, false))
        .isEqualTo(cycles);
  }

  /** The column of the group reading in 3.2. */
  @ParameterizedTest
  @CsvSource({
    "vadd, FP32, 64, 161",
    "vadd, S32, 64, 159",
    "vadd, FP16, 32, 97",
    "vmul, FP32, 64, 162",
    "vmax, FP32, 64, 159",
    "vexp, FP32, 64, 167",
    "vsqrt, FP32, 64, 168",
    "vmuls, FP32, 32, 66",
    "vabs, FP32, 64, 97",
  })
  void groupedFirstInstruction(String mnemonic, DataType type, long repeats, long cycles) {
    assertThat(once(TimingModel.GROUPED, mnemonic, type, repeats)).isEqualTo(cycles);
  }

  @Test
  void groupedPaysTheIntervalOncePerLaterGroup() {
    RepeatCosts costs = new RepeatCosts(RepeatCosts.Formula.GROUPED);
    ConstantRow add = row(TimingModel.GROUPED, "vadd", DataType.FP32, DataType.NONE);
    costs.closeGroup();
    assertThat(costs.cycles(SchedulingClass.ADD, add, 4, 0, false)).isEqualTo(14 + 19 + 8);
    assertThat(costs.cycles(SchedulingClass.ADD, add, 4, 0, false)).isEqualTo(8);
    costs.closeGroup();
    costs.closeGroup();
    assertThat(costs.cycles(SchedulingClass.ADD, add, 4, 0, false)).isEqualTo(14 + 19 + 8 + 18);
  }

  /** Measured tile kernels of 3.2; the target of section 14 is 10 percent. */
  @ParameterizedTest
  @CsvSource({
    "vadd, FP32, 64, 160",
    "vadd, S32, 64, 151",
    "vadd, FP16, 32, 92",
    "vmul, FP32, 64, 168",
    "vmax, FP32, 64, 151",
    "vexp, FP32, 64, 159",
    "vexp, FP16, 32, 95",
    "vsqrt, FP32, 64, 160",
    "vmuls, FP32, 32, 58",
    "vcadd, FP32, 64, 492",
    "vcmax, FP32, 64, 480",
  })
  void calibratedLinesMeetMeasurements(
      String mnemonic, DataType type, long repeats, double measured) {
    double cycles = once(TimingModel.CALIBRATED, mnemonic, type, repeats);
    assertThat(cycles).isCloseTo(measured, within(0.10 * measured));
  }

  @Test
  void calibratedPaysHeadAndTailOncePerGroupAndTheMaskEachTime() {
    RepeatCosts costs = new RepeatCosts(RepeatCosts.Formula.CALIBRATED);
    ConstantRow add = row(TimingModel.CALIBRATED, "vadd", DataType.FP32, DataType.NONE);
    ConstantRow exp = row(TimingModel.CALIBRATED, "vexp", DataType.FP32, DataType.NONE);
    assertThat(costs.cycles(SchedulingClass.ADD, add, 4, 0, false)).isEqualTo(10 + 8 + 14);
    assertThat(costs.cycles(SchedulingClass.ADD, add, 4, 0, true)).isEqualTo(8 + 16);
    assertThat(costs.cycles(SchedulingClass.EXP, exp, 4, 0, true)).isEqualTo(8);
    costs.closeGroup();
    assertThat(costs.cycles(SchedulingClass.EXP, exp, 4, 0, false)).isEqualTo(13 + 8 + 18);
  }

  @Test
  void calibratedMergeCostsByRecords() {
    ConstantRow merge = row(TimingModel.CALIBRATED, "vmrgsort4", DataType.FP32, DataType.NONE);
    assertThat(merge(merge, 1, 128)).isEqualTo(98);
    assertThat(merge(merge, 3, 384)).isEqualTo(20 + 3 * 78);
    assertThat(merge(merge, 1, 256)).isEqualTo(20 + 157);
  }

  private static long merge(ConstantRow row, long repeats, long records) {
    return new RepeatCosts(RepeatCosts.Formula.CALIBRATED)
        .cycles(SchedulingClass.MERGE_SORT, row, repeats, records, false);
  }
}
