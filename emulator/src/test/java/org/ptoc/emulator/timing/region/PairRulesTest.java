package org.ptoc.emulator.timing.region;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ptoc.emulator.timing.Kernels;
import org.ptoc.emulator.timing.constant.TimingModel;
import org.ptoc.emulator.timing.constant.TimingSet;
import org.ptoc.emulator.timing.trace.MicroOperation;
import org.ptoc.ir.cycles.Forwarding;
import org.ptoc.ir.cycles.InitiationIntervals;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.InstructionTable;
import org.ptoc.ir.isa.Profile;

/**
 * Forwarding distances and initiation intervals of spec/30, 8.6 and 8.7, with the calibrated
 * latencies.
 */
class PairRulesTest {

  private static MicroOperation operation(String name) {
    int dot = name.indexOf('.');
    String operands =
        switch (name.substring(0, dot)) {
          case "vlds" -> " V1, [X2], NORM";
          case "vsts" -> " V1, [X2], NORM_B32";
          case "vcmp" -> " P1, V1, V2, EQ";
          case "vgather2", "vgatherb" -> " V1, [X2], V3";
          case "vdup", "vbr" -> " V1, X2";
          case "vcvt" -> " V1, V2, EVEN";
          case "vadd", "vsub", "vmul", "vmax", "vmin", "vand", "vdiv", "vsel" -> " V1, V2, V3";
          case "vadds", "vmins", "vmuls", "vshls" -> " V1, V2, X3";
          default -> " V1, V2";
        };
    Instruction instruction = Kernels.instruction(Profile.A5, name + operands);
    return new MicroOperation(
        instruction, TimingSet.of(Profile.A5, TimingModel.CALIBRATED).row(instruction));
  }

  @ParameterizedTest
  @CsvSource({
    // short ALU: lat - 3, - 2, - 2, - 4
    "vadd.f32, vexp.f32, 4",
    "vadd.f32, vsts.f32, 5",
    "vadd.f32, vsel.f32, 5",
    "vadd.f32, vmul.f32, 3",
    "vmul.f32, vabs.f32, 5",
    "vbr.f32, vadd.f32, 2",
    "vcvt.f32.f16, vadd.f16, 3",
    // long producers: lat - 3, stores - 2
    "vexp.f32, vadd.f32, 13",
    "vexp.f32, vsts.f32, 14",
    "vcmax.f32, vsel.f32, 13",
    "vcgmax.f32, vsel.f32, 12",
    "vcgmax.f32, vadd.f32, 10",
    // loads
    "vlds.f32, vadd.f32, 6",
    "vlds.f32, vdup.f32, 2",
    "vlds.f32, vsts.f32, 6",
    // gathers are no plain loads: lat - 3, stores - 2
    "vgather2.f32, vadd.f32, 25",
    "vgather2.f32, vsts.f32, 26",
    "vgatherb.f32, vadd.f32, 18",
    // vdup
    "vdup.f32, vadd.f32, 8",
    "vdup.f32, vsts.f32, 4",
    // masks
    "vcmp.f32, vadd.f32, 4",
    "vcmp.f32, vsel.f32, 2",
    // exceptions of 16-bit floats
    "vexp.f16, vmuls.f16, 13",
    "vexp.f32, vmuls.f32, 13",
    "vexp.f16, vadd.f16, 18",
    "vcmin.f16, vmuls.f16, 13",
    "vcadd.f16, vdup.f16, 19",
    "vdiv.f16, vsub.f16, 14",
    "vdiv.f16, vadd.f16, 19",
    "vmins.f16, vcadd.f16, 3",
    // not in the table: lat - 3
    "vrelu.f32, vadd.f32, 2",
  })
  void forwarding(String producer, String consumer, int distance) {
    assertThat(Forwarding.distance(operation(producer).cost(), operation(consumer).cost()))
        .isEqualTo(distance);
  }

  @ParameterizedTest
  @CsvSource({
    "vadd.f32, vadd.f32, 1",
    "vmul.f32, vadd.f32, 2",
    "vadd.f32, vmul.f32, 1",
    "vadd.f32, vmax.f32, 2",
    "vadd.f32, vdup.f32, 1",
    "vdup.f32, vadd.f32, 1",
    "vexp.f32, vexp.f32, 4",
    "vexp.f16, vexp.f16, 8",
    "vexp.f32, vdiv.f32, 6",
    "vexp.f16, vdiv.f16, 10",
    "vexp.f32, vbr.f32, 1",
    "vexp.f16, vbr.f16, 2",
    "vsqrt.f32, vsqrt.f32, 4",
    "vln.f32, vexp.f32, 4",
    "vdiv.f32, vdiv.f32, 4",
    "vdiv.f32, vexp.f32, 5",
    "vdiv.f16, vexp.f16, 9",
    "vcmax.f32, vadd.f32, 4",
    "vcmax.f16, vadd.f16, 3",
    "vcmin.f32, vmax.f32, 5",
    "vcmax.f32, vcmax.f32, 1",
    "vcmax.f16, vcmin.f16, 2",
    "vcadd.f16, vmax.f16, 7",
    "vcadd.f16, vcmax.f16, 8",
    "vcadd.f16, vadds.f16, 9",
    "vcadd.f32, vadd.f32, 1",
    "vcgmax.f32, vadd.f32, 4",
    "vcgmax.f32, vmax.f32, 5",
    "vcgmax.f16, vmax.f16, 3",
    "vcgmax.f16, vcgmax.f16, 2",
    "vadd.f32, vcmp.f32, 3",
    "vmul.f32, vcmp.f32, 2",
    "vmul.i32, vshls.i32, 3",
    "vmax.f32, vcmp.f32, 2",
    "vand.i32, vcmp.i32, 2",
    "vsel.f32, vmul.f32, 2",
    "vadds.f32, vcgmax.f32, 2",
    "vcvt.f32.i32, vadd.f32, 2",
    "vcvt.f32.i32, vmins.f32, 3",
    "vcvt.f32.i32, vcvt.f32.i32, 2",
    "vcvt.f32.f16, vcvt.f32.f16, 1",
  })
  void intervals(String previous, String current, int interval) {
    assertThat(InitiationIntervals.interval(operation(previous).cost(), operation(current).cost()))
        .isEqualTo(interval);
  }

  @Test
  void pairsNameInstructionsThatExist() {
    List<String> mnemonics = new ArrayList<>(InitiationIntervals.mnemonics());
    mnemonics.addAll(Forwarding.mnemonics());
    for (String mnemonic : mnemonics) {
      assertThat(InstructionTable.of(Profile.A5).byMnemonic(mnemonic)).as(mnemonic).isPresent();
    }
  }
}
