package org.ptoc.tile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ptoc.emulator.Argument;
import org.ptoc.emulator.RunResult;
import org.ptoc.ir.isa.Profile;
import org.ptoc.passes.CompileOptions;

/** Hand-written transfers on A2/A3: every form moves the same rows, whole blocks or not. */
class HandWrittenTransferTest {
  /** Bytes from one row to the next in global memory. */
  private static final int ROW = 512;

  private static final String FRAME =
      """
      module {
        func.func @k(%in: !pto.ptr<f32, gm>, %out: !pto.ptr<f32, gm>) attributes {pto.entry} {
          %c0 = arith.constant 0 : i64
          %c1 = arith.constant 1 : i64
          %off = arith.constant false
          %n = arith.constant ROWS : i64
          %len = arith.constant LENGTH : i64
          %gm = arith.constant 512 : i64
          %ub = arith.constant 256 : i64
          %two = arith.constant 2 : i64
          %far = arith.constant 4096 : i64
          %p = pto.castptr %c0 : i64 -> !pto.ptr<f32, ub>
      BODY
          return
        }
      }
      """;

  private static String program(String body, int rows, int length) {
    return FRAME.replace("BODY", body).replace("ROWS", "" + rows).replace("LENGTH", "" + length);
  }

  @ParameterizedTest
  @CsvSource({
    "1, 64, false",
    "5, 64, false",
    "5, 100, false",
    "5, 4, false",
    "3, 64, true",
    "3, 36, true"
  })
  void rowsKeepTheirPlaces(int rows, int length, boolean old) {
    String types = "!pto.ptr<f32, gm>, !pto.ptr<f32, ub>";
    String back = "!pto.ptr<f32, ub>, !pto.ptr<f32, gm>";
    String in =
        old
            ? "pto.copy_gm_to_ubuf %in, %p, %c0, %n, %len, %c0, %c0, %off, %c0, %gm, %ub : "
                + types
                + ", i64, i64, i64, i64, i64, i1, i64, i64, i64"
            : "pto.mte_gm_ub %in, %p, %c0, %len nburst(%n, %gm, %ub) : "
                + types
                + ", i64, i64, i64, i64, i64";
    String out =
        old
            ? "pto.copy_ubuf_to_gm %p, %out, %c0, %n, %len, %c0, %gm, %ub : "
                + back
                + ", i64, i64, i64, i64, i64, i64"
            : "pto.mte_ub_gm %p, %out, %len nburst(%n, %ub, %gm) : "
                + back
                + ", i64, i64, i64, i64";
    String sync = "pto.barrier #pto.pipe<PIPE_ALL>";
    byte[] source = new byte[rows * ROW];
    new Random(length).nextBytes(source);
    RunResult result =
        Toolchain.run(
            compile(program(in + "\n" + sync + "\n" + out, rows, length)),
            List.of(new Argument.Buffer(source), new Argument.Buffer(new byte[rows * ROW])),
            (byte) 0xA5);
    byte[] expected = new byte[rows * ROW];
    for (int row = 0; row < rows; row++) {
      System.arraycopy(source, row * ROW, expected, row * ROW, length);
    }
    assertThat(result).isInstanceOf(RunResult.Completed.class);
    assertThat(((RunResult.Completed) result).buffers()).containsExactly(source, expected);
  }

  private static Toolchain.Compiled compile(String text) {
    return Toolchain.compile(text, "k", CompileOptions.defaults(), Profile.A2A3);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        """
        %i0 = arith.constant 0 : index
        %i2 = arith.constant 2 : index
        %i1 = arith.constant 1 : index
        scf.for %i = %i0 to %i2 step %i1 {
          pto.set_loop_size_outtoub %two, %c1 : i64, i64
        }
        pto.copy_gm_to_ubuf %in, %p, %c0, %n, %len, %c0, %c0, %off, %c0, %gm, %ub
          : !pto.ptr<f32, gm>, !pto.ptr<f32, ub>, i64, i64, i64, i64, i64, i1, i64, i64, i64
         | pto.copy_gm_to_ubuf reads loop registers\
        """,
        """
        pto.vecscope {
          %m = pto.pset_b32 "PAT_ALL" : !pto.mask<b32>
          %i = arith.constant 0 : index
          %a = pto.vlds %p[%i] {dist = "BRC_BLK"} : !pto.ptr<f32, ub> -> !pto.vreg<64xf32>
        } | pto.vlds with dist BRC_BLK cannot be emulated\
        """,
        """
        pto.vecscope {
          %i = arith.constant 64 : index
          %a, %q = pto.vlds %p[%i] {dist = "NORM"} : !pto.ptr<f32, ub> -> !pto.vreg<64xf32>, !pto.ptr<f32, ub>
        } | pto.vlds with an updated pointer cannot be emulated\
        """,
        """
        pto.vecscope {
          %all = pto.pset_b32 "PAT_ALL" : !pto.mask<b32>
          %i = arith.constant 0 : index
          %a = pto.vlds %p[%i] : !pto.ptr<f32, ub> -> !pto.vreg<64xf32>
          %q = pto.vsts %a, %p[%i], %all : !pto.vreg<64xf32>, !pto.ptr<f32, ub>, !pto.mask<b32> -> !pto.ptr<f32, ub>
        } | pto.vsts with an updated pointer cannot be emulated\
        """,
        """
        pto.vecscope {
          %all = pto.pset_b16 "PAT_ALL" : !pto.mask<b16>
          %i = arith.constant 0 : index
          %h = pto.castptr %p : !pto.ptr<f32, ub> -> !pto.ptr<f16, ub>
          %a = pto.vlds %h[%i] : !pto.ptr<f16, ub> -> !pto.vreg<128xf16>
          %m = pto.vcmp %a, %a, %all, "eq" : !pto.vreg<128xf16>, !pto.vreg<128xf16>, !pto.mask<b16> -> !pto.mask<b16>
          %w = pto.vcvt %a, %m {part = "EVEN"} : !pto.vreg<128xf16>, !pto.mask<b16> -> !pto.vreg<64xf32>
        } | pto.vcvt to wider elements under the result of a comparison cannot be emulated\
        """
      })
  void whatTheProfileLacksIsRejectedByName(String row) {
    String[] parts = row.split(" \\| ");
    Toolchain.Compiled compiled = compile(program(parts[0], 1, 64));
    assertThat(compiled.isRejected()).isTrue();
    assertThat(compiled.messages().toString()).contains(parts[1]).contains("profile a5 has it");
  }
}
