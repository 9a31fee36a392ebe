package org.ptoc.frontend.parser;

/** Generates a legal program of any length: vector kernels in a module, the way real files look. */
public final class LargeText {
  private static final String HEAD =
      """
      module attributes {pto.target_arch = "a5", pto.kernel_kind = #pto.kernel_kind<vector>} {
      """;

  private static final String KERNEL_HEAD =
      """
        func.func @kernel_%d(%%in: !pto.ptr<f32, gm>, %%out: !pto.ptr<f32, gm>) attributes {pto.aicore} {
          %%c0 = arith.constant 0 : index
          %%c64 = arith.constant 64 : index
          %%c1024 = arith.constant 1024 : index
          %%zero = arith.constant 0 : i64
          %%one = arith.constant 1 : i64
          %%bytes = arith.constant 4096 : i64
          %%n = arith.constant 1024 : i32
          %%ub = pto.castptr %%zero : i64 -> !pto.ptr<f32, ub>
          pto.mte_gm_ub %%in, %%ub, %%zero, %%bytes
            nburst(%%one, %%bytes, %%bytes)
            : !pto.ptr<f32, gm>, !pto.ptr<f32, ub>, i64, i64, i64, i64, i64
          pto.set_flag["PIPE_MTE2", "PIPE_V", "EVENT_ID0"]
          pto.wait_flag["PIPE_MTE2", "PIPE_V", "EVENT_ID0"]
          pto.vecscope {
            %%last = scf.for %%i = %%c0 to %%c1024 step %%c64 iter_args(%%left = %%n) -> (i32) {
              %%mask, %%next = pto.plt_b32 %%left : i32 -> !pto.mask<b32>, i32
              %%v0 = pto.vlds %%ub[%%i] {dist = "NORM"} : !pto.ptr<f32, ub> -> !pto.vreg<64xf32>
      """;

  private static final String KERNEL_TAIL =
      """
              pto.vsts %%v%d, %%ub[%%i], %%mask : !pto.vreg<64xf32>, !pto.ptr<f32, ub>, !pto.mask<b32>
              scf.yield %%next : i32
            }
          }
          pto.set_flag["PIPE_V", "PIPE_MTE3", "EVENT_ID0"]
          pto.wait_flag["PIPE_V", "PIPE_MTE3", "EVENT_ID0"]
          pto.mte_ub_gm %%ub, %%out, %%bytes
            nburst(%%one, %%bytes, %%bytes)
            : !pto.ptr<f32, ub>, !pto.ptr<f32, gm>, i64, i64, i64, i64
          pto.barrier #pto.pipe<PIPE_ALL>
          return
        }

      """;

  private LargeText() {}

  /** A program of about this many lines. */
  public static String ofLines(int lines) {
    StringBuilder text = new StringBuilder(lines * 80).append(HEAD);
    int perKernel = 1000;
    for (int kernel = 0; kernel < Math.max(1, lines / perKernel); kernel++) {
      text.append(KERNEL_HEAD.formatted(kernel));
      int body = Math.min(lines, perKernel) - 32;
      for (int i = 0; i < body; i++) {
        text.append("        %v")
            .append(i + 1)
            .append(" = pto.vadd %v")
            .append(i)
            .append(", %v")
            .append(i / 2);
        text.append(
            ", %mask : !pto.vreg<64xf32>, !pto.vreg<64xf32>, !pto.mask<b32> ->"
                + " !pto.vreg<64xf32>\n");
      }
      text.append(KERNEL_TAIL.formatted(Math.max(0, body)));
    }
    return text.append("}\n").toString();
  }
}
