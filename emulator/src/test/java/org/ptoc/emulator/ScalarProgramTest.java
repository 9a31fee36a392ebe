package org.ptoc.emulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ptoc.ir.isa.TrapCode;

/** Scalar words: X1 and X2 are arguments, X5 is the result (spec/40, 7.1 and section 8). */
class ScalarProgramTest {

  @ParameterizedTest
  @CsvSource({
    "add.i64 X5 X1 X2, 5, -7, -2",
    "add.i8 X5 X1 X2, 127, 1, -128",
    "add.i1 X5 X1 X2, 1, 1, 0",
    "sub.i32 X5 X1 X2, -2147483648, 1, 2147483647",
    "mul.i16 X5 X1 X2, 300, 300, 24464",
    "div.i32.s X5 X1 X2, -7, 2, -3",
    "div.i32 X5 X1 X2, -7, 2, 2147483644",
    "rem.i32.s X5 X1 X2, -7, 3, -1",
    "rem.i64 X5 X1 X2, -1, 10, 5",
    "ceildiv.i64.s X5 X1 X2, 7, 2, 4",
    "ceildiv.i64.s X5 X1 X2, -7, 2, -3",
    "ceildiv.i64 X5 X1 X2, 7, 2, 4",
    "floordiv.i64 X5 X1 X2, -7, 2, -4",
    "and.i64 X5 X1 X2, 12, 10, 8",
    "or.i64 X5 X1 X2, 12, 10, 14",
    "xor.i1 X5 X1 X2, 1, 1, 0",
    "shl.i32 X5 X1 X2, 1, 31, -2147483648",
    "shl.i32 X5 X1 X2, 1, 32, 0",
    "shr.i32 X5 X1 X2, -8, 1, 2147483644",
    "shr.i32.s X5 X1 X2, -8, 1, -4",
    "shr.i32.s X5 X1 X2, -8, 40, -1",
    "shr.i32 X5 X1 X2, -8, 40, 0",
    "max.i32.s X5 X1 X2, -1, 1, 1",
    "max.i32 X5 X1 X2, -1, 1, -1",
    "min.i8 X5 X1 X2, -1, 1, 1",
    "cmp.i32 X5 X1 X2 slt, -1, 1, 1",
    "cmp.i32 X5 X1 X2 ult, -1, 1, 0",
    "cmp.i8 X5 X1 X2 eq, 256, 0, 1",
    "cmp.f32 X5 X1 X2 olt, 1065353216, 1073741824, 1",
    "cmp.f32 X5 X1 X2 oeq, 2143289344, 2143289344, 0",
    "cmp.f32 X5 X1 X2 one, 2143289344, 0, 0",
    "cmp.f32 X5 X1 X2 oeq, 0, 2147483648, 1",
    "add.f32 X5 X1 X2, 1065353216, 1073741824, 1077936128",
    "div.f32 X5 X1 X2, 0, 0, 2143289344",
    "add.f16 X5 X1 X2, 15360, 15360, 16384",
    "neg.f32 X5 X1, 1065353216, 0, 3212836864",
    "neg.i32 X5 X1, -2147483648, 0, -2147483648",
    "ext.i8 X5 X1, 255, 0, 255",
    "ext.i8.s X5 X1, 255, 0, -1",
    "ext.i1.s X5 X1, 1, 0, -1",
    "cvt.i32.f32 X5 X1, 16777217, 0, 1266679808",
    "cvt.f32.i32 X5 X1, 3217031168, 0, -1",
    "cvt.f32.i32 X5 X1, 2139095040, 0, 2147483647",
    "cvt.f32.i32 X5 X1, 2143289344, 0, 0",
    "cvt.f32.f16 X5 X1, 1065353216, 0, 15360",
    "cvt.f16.f32 X5 X1, 15360, 0, 1065353216",
    "sbitset X5 X1 X2 1, 0, 40, 1099511627776",
    "sbitset X5 X1 X2 0, -1, 63, 9223372036854775807",
    "select X5 X1 X2 XZR, 3, 9, 9",
    "select X5 XZR X1 X2, 3, 9, 9",
    "addi.i32 X5 X1 -1, -2147483648, 0, 2147483647",
    "shrui.i32 X5 X1 4, -1, 0, 268435455",
    "shrsi.i32 X5 X1 4, -16, 0, -1",
    "cmpi.i64 X5 X1 sge 3, 3, 0, 1",
    "movi X5 -1, 0, 0, -1",
    "movhi X5 X1 1, -1, 0, 8589934591",
    "mov X5 X2, 1, 77, 77",
  })
  void computes(String instruction, long a, long b, long expected) {
    String[] parts = instruction.split(" ", 2);
    String text = parts[0] + " " + parts[1].replace(" ", ", ") + "\nst.i64 X5, [X0], GM\nend";
    TestKernel kernel =
        TestKernel.a5(text, ParameterKind.POINTER, ParameterKind.SCALAR, ParameterKind.SCALAR);
    RunResult result =
        Emulator.run(
            KernelLaunch.of(
                kernel,
                List.of(
                    new Argument.Buffer(new byte[8]),
                    new Argument.Scalar(a),
                    new Argument.Scalar(b))));
    assertThat(longs(result)[0]).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "div.i32.s, 7, 0",
    "div.i64, 7, 0",
    "rem.i32.s, 7, 0",
    "rem.i8, 7, 256",
    "ceildiv.i64.s, 7, 0",
    "floordiv.i64, 7, 0",
    "div.i8.s, -128, -1",
    "rem.i64.s, -9223372036854775808, -1",
    "floordiv.i32, -2147483648, -1",
  })
  void divisionsWithoutResultTrap(String mnemonic, long a, long b) {
    TestKernel kernel =
        TestKernel.a5(mnemonic + " X5, X0, X1\nend", ParameterKind.SCALAR, ParameterKind.SCALAR);
    RunResult result =
        Emulator.run(
            KernelLaunch.of(kernel, List.of(new Argument.Scalar(a), new Argument.Scalar(b))));
    assertThat(result)
        .isInstanceOfSatisfying(
            RunResult.Trapped.class,
            trapped -> assertThat(trapped.trap().code()).isEqualTo(TrapCode.ARITHMETIC));
  }

  private static long[] longs(RunResult result) {
    assertThat(result).isInstanceOf(RunResult.Completed.class);
    byte[] bytes = ((RunResult.Completed) result).buffers().get(0);
    long[] values = new long[bytes.length / 8];
    ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).asLongBuffer().get(values);
    return values;
  }

  @Test
  void memoriesHoldWhatTheyAreTold() {
    String text =
        """
        movi X1, -2
        st.i16 X1, [XZR + 6], UB
        ld.i16 X2, [XZR + 6], UB
        st.i64 X2, [X0], GM
        ld.i16.s X2, [XZR + 6], UB
        st.i64 X2, [X0 + 8], GM
        st.i32 X1, [XZR + 65532], LOCAL
        ld.i8 X2, [XZR + 65533], LOCAL
        st.i64 X2, [X0 + 16], GM
        ldp.i64 X3, 0
        sub.i64 X2, X3, X0
        st.i64 X2, [X0 + 24], GM
        ldc.i32 X2, 0
        st.i64 X2, [X0 + 32], GM
        movi XZR, 5
        st.i64 XZR, [X0 + 40], GM
        end
        """;
    TestKernel kernel = TestKernel.a5(text, ParameterKind.POINTER);
    RunResult result =
        Emulator.run(KernelLaunch.of(kernel, List.of(new Argument.Buffer(new byte[48]))));
    assertThat(longs(result)).containsExactly(0xFFFE, -2, 0xFF, 0, 0x04030201, 0);
  }

  @Test
  void slackBehindABufferIsLegalAndNotReturned() {
    String text =
        "movi X1, 7\n"
            + "st.i64 X1, [X0 + 65528], GM\n"
            + "ld.i64 X2, [X0 + 65528], GM\n"
            + "st.i64 X2, [X0], GM\n"
            + "end";
    TestKernel kernel = TestKernel.a5(text, ParameterKind.POINTER);
    RunResult result =
        Emulator.run(KernelLaunch.of(kernel, List.of(new Argument.Buffer(new byte[8]))));
    assertThat(longs(result)).containsExactly(7);
  }

  @Test
  void branchesAndCalls() {
    String text =
        """
        movi X1, 5
        movi X5, 0
        add.i64 X5, X5, X1
        addi.i64 X1, X1, -1
        brnz X1, -2
        call 3
        st.i64 X5, [X0], GM
        end
        muli.i64 X5, X5, 10
        ret X30
        """;
    TestKernel kernel = TestKernel.a5(text, ParameterKind.POINTER);
    RunResult result =
        Emulator.run(KernelLaunch.of(kernel, List.of(new Argument.Buffer(new byte[8]))));
    assertThat(longs(result)).containsExactly(150);
  }

  @Test
  void unifiedBufferStartsWithTheFillPattern() {
    TestKernel kernel =
        TestKernel.a5("ld.i64 X1, [XZR], UB\nst.i64 X1, [X0], GM\nend", ParameterKind.POINTER);
    KernelLaunch launch = KernelLaunch.of(kernel, List.of(new Argument.Buffer(new byte[8])));
    assertThat(longs(Emulator.run(launch))).containsExactly(0);
    assertThat(longs(Emulator.run(launch.withUnifiedBufferFill((byte) 0xA5))))
        .containsExactly(0xA5A5A5A5A5A5A5A5L);
  }
}
