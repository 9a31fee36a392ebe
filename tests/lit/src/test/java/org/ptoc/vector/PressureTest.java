package org.ptoc.vector;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.ptoc.emulator.Argument;
import org.ptoc.ir.object.KernelObject;

/** More live values than registers: 100 vectors and 40 masks (spec/40, 11). */
class PressureTest {
  private static final int VECTORS = 100;
  private static final int MASKS = 40;

  /** All values are defined before the first is used, and used in another order. */
  private static String kernel() {
    StringBuilder body =
        new StringBuilder(
            "    pto.vecscope {\n      %all = pto.pset_b32 \"PAT_ALL\" : !pto.mask<b32>\n");
    for (int i = 0; i < MASKS; i++) {
      body.append("      %n")
          .append(i)
          .append(" = arith.constant ")
          .append(i)
          .append(" : i32\n      %m")
          .append(i)
          .append(", %s")
          .append(i)
          .append(" = pto.plt_b32 %n")
          .append(i)
          .append(" : i32 -> !pto.mask<b32>, i32\n");
    }
    for (int i = 0; i < VECTORS; i++) {
      body.append("      %o")
          .append(i)
          .append(" = arith.constant ")
          .append(8 * (i % 24))
          .append(" : index\n      %v")
          .append(i)
          .append(" = pto.vlds %in_ub[%o")
          .append(i)
          .append("] : !pto.ptr<f32, ub> -> !pto.vreg<64xf32>\n");
    }
    String last = "%v0";
    for (int step = 0; step < VECTORS; step++) {
      int i = (37 * step + 11) % VECTORS;
      String next = "%t" + step;
      body.append("      ")
          .append(next)
          .append(" = pto.vmula ")
          .append(last)
          .append(", %v")
          .append(i)
          .append(", %v")
          .append((i + 1) % VECTORS)
          .append(", %m")
          .append(i % MASKS)
          .append(
              " : !pto.vreg<64xf32>, !pto.vreg<64xf32>, !pto.vreg<64xf32>, !pto.mask<b32> ->"
                  + " !pto.vreg<64xf32>\n");
      last = next;
    }
    return body.append("      pto.vsts ")
        .append(last)
        .append(
            ", %out_ub[%c0], %all : !pto.vreg<64xf32>, !pto.ptr<f32, ub>, !pto.mask<b32>\n    }\n")
        .toString();
  }

  @Test
  void hundredVectorsAndFortyMasksAreSpilled() {
    KernelObject kernel = A5.compile(Kernel.floats("", kernel())).object();
    float[] input = Kernel.ramp();
    float[] result =
        Kernel.floats(
            Kernel.run(
                    kernel,
                    1,
                    new Argument.Buffer(Kernel.bytes(input)),
                    new Argument.Buffer(new byte[1024]))
                .get(1));
    for (int lane = 0; lane < 64; lane++) {
      float expected = input[lane];
      for (int step = 0; step < VECTORS; step++) {
        int i = (37 * step + 11) % VECTORS;
        if (lane < i % MASKS) {
          float a = input[8 * (i % 24) + lane];
          float b = input[8 * ((i + 1) % VECTORS % 24) + lane];
          expected = Math.fma(a, b, expected);
        }
      }
      assertThat(result[lane]).as("lane %d", lane).isEqualTo(expected);
    }
  }

  /** The same pressure where every value crosses a loop. */
  @Test
  void valuesAcrossALoopAreSpilled() {
    String inner = kernel();
    int use = inner.indexOf("      %t0 =");
    int store = inner.indexOf("      pto.vsts");
    String looped =
        inner.substring(0, use)
            + "      %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%acc = %v0) ->"
            + " (!pto.vreg<64xf32>) {\n"
            + inner.substring(use, store).replace("pto.vmula %v0,", "pto.vmula %acc,")
            + "      scf.yield %t"
            + (VECTORS - 1)
            + " : !pto.vreg<64xf32>\n      }\n"
            + inner.substring(store).replace("pto.vsts %t" + (VECTORS - 1), "pto.vsts %r");
    float[] input = Kernel.ramp();
    float[] result = Kernel.onRamp(Kernel.floats("", looped));
    for (int lane = 0; lane < 64; lane++) {
      float expected = input[lane];
      for (int step = 0; step < 4 * VECTORS; step++) {
        int i = (37 * (step % VECTORS) + 11) % VECTORS;
        if (lane < i % MASKS) {
          expected =
              Math.fma(
                  input[8 * (i % 24) + lane], input[8 * ((i + 1) % VECTORS % 24) + lane], expected);
        }
      }
      assertThat(result[lane]).as("lane %d", lane).isEqualTo(expected);
    }
  }
}
