package org.ptoc.ir.isa;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which registers a word reads and writes. */
class InstructionRegistersTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      value = {
        "set_flag V, MTE3, 0                   | -              | -",
        "wait_flag V, MTE3, 7                  | -              | -",
        "set_flag V, MTE3, X5                  | X5             | -",
        "get_buf V, 3, mode 0                  | -              | -",
        "get_buf V, X9, mode 1                 | X9             | -",
        "mov_x_spr X4, BLOCK_IDX               | -              | X4",
        "addi.i64 X1, X2, 3                    | X2             | X1",
        "plt.b32 P1, X8 -> X8                  | X8             | P1 X8",
        "vlds.f32 V1, [X2 + 64], NORM, POST    | X2 X31         | V1 X2",
        "vlds.f32 V1, [X2 + X3], NORM          | X2 X3          | V1",
        "vsts.f32 V1, [X2 + X3], P4, NORM_B32  | V1 X2 X3 P4    | -",
        "vadd.f32 V1, V2, V3, P0               | V2 V3 P0       | V1",
      })
  void areThoseThatTheWordNames(String text, String read, String written) {
    Instruction instruction =
        ((ParsedLine.Assembled) Assembler.parse(Profile.A5, text)).instruction();
    List<OperandField> operands = instruction.definition().operands();
    assertThat(
            operands.stream().filter(instruction::reads).map(each -> spelling(instruction, each)))
        .containsExactlyInAnyOrder(names(read));
    assertThat(
            operands.stream().filter(instruction::writes).map(each -> spelling(instruction, each)))
        .containsExactlyInAnyOrder(names(written));
  }

  private static String[] names(String text) {
    return text == null ? new String[0] : text.split(" ");
  }

  private static String spelling(Instruction instruction, OperandField operand) {
    return operand.registerClass().orElseThrow().name() + instruction.value(operand);
  }
}
