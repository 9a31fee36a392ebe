package org.ptoc.vector;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.ptoc.emulator.Argument;
import org.ptoc.ir.object.KernelObject;

/** Loops, choices and calls that carry vectors, masks, aligns and pointers (spec/00, 1.7 and 5). */
class ControlFlowTest {
  private static final String V = "!pto.vreg<64xf32>";
  private static final String M = "!pto.mask<b32>";
  private static final String P = "!pto.ptr<f32, ub>";

  private static float[] ramp() {
    return Kernel.ramp();
  }

  @Test
  void nestedLoopsCarryVectorsMasksAndPointers() {
    String body =
        """
            pto.vecscope {
              %all = pto.pset_b32 "PAT_ALL" : !pto.mask<b32>
              %low = pto.pset_b32 "PAT_VL8" : !pto.mask<b32>
              %start = pto.vlds %in_ub[%c0] : P -> V
              scf.for %i = %c0 to %c4 step %c1 iter_args(%dst = %out_ub) -> (P) {
                %acc, %mask = scf.for %j = %c0 to %c4 step %c1 iter_args(%a = %start, %m = %low) -> (V, M) {
                  %sum = pto.vadd %a, %start, %m : V, V, M -> V
                  %next = pto.vsel %sum, %a, %m : V, V, M -> V
                  %other = pto.pnot %m, %all : M, M -> M
                  scf.yield %next, %other : V, M
                }
                pto.vsts %acc, %dst[%c0], %all : V, P, M
                %after = pto.addptr %dst, %c64 : P -> P
                scf.yield %after : P
              }
            }
        """;
    float[] result =
        Kernel.onRamp(Kernel.floats("", typed(body).replace("scf.for %i", "%end = scf.for %i")));
    for (int i = 0; i < 256; i++) {
      assertThat(result[i]).isEqualTo(3 * ramp()[i % 64]);
    }
  }

  private static String typed(String body) {
    return body.replaceAll("\\bP\\b", P).replaceAll("\\bV\\b", V).replaceAll("\\bM\\b", M);
  }

  @Test
  void choiceGivesVectorsAndMasks() {
    String body =
        """
            pto.vecscope {
              %all = pto.pset_b32 "PAT_ALL" : M
              %half = pto.pset_b32 "PAT_H" : M
              scf.for %i = %c0 to %c256 step %c64 {
                %a = pto.vlds %in_ub[%i] : P -> V
                %n = arith.index_cast %i : index to i64
                %c = arith.cmpi slt, %n, %limit : i64
                %r, %m = scf.if %c -> (V, M) {
                  %t = pto.vadd %a, %a, %all : V, V, M -> V
                  scf.yield %t, %all : V, M
                } else {
                  %t = pto.vneg %a, %all : V, M -> V
                  scf.yield %t, %half : V, M
                }
                pto.vsts %r, %out_ub[%i], %m : V, P, M
              }
            }
        """;
    float[] result =
        Kernel.onRamp(Kernel.floats(", %limit: i64", typed(body)), new Argument.Scalar(128));
    for (int i = 0; i < 256; i++) {
      float expected = i < 128 ? 2 * ramp()[i] : i % 64 < 32 ? -ramp()[i] : 0;
      assertThat(result[i]).as("lane %d", i).isEqualTo(expected);
    }
  }

  @Test
  void whileLoopCarriesState() {
    String body =
        """
            pto.vecscope {
              %all = pto.pset_b32 "PAT_ALL" : M
              %first = pto.vlds %in_ub[%c0] : P -> V
              %last, %n = scf.while (%a = %first, %i = %zero) : (V, i64) -> (V, i64) {
                %c = arith.cmpi slt, %i, %limit : i64
                scf.condition(%c) %a, %i : V, i64
              } do {
              ^bb0(%b: V, %j: i64):
                %d = pto.vadd %b, %first, %all : V, V, M -> V
                %k = arith.addi %j, %one : i64
                scf.yield %d, %k : V, i64
              }
              pto.vsts %last, %out_ub[%c0], %all : V, P, M
            }
        """;
    for (int limit : new int[] {0, 1, 5}) {
      float[] result =
          Kernel.onRamp(Kernel.floats(", %limit: i64", typed(body)), new Argument.Scalar(limit));
      assertThat(result[7]).isEqualTo((1 + limit) * ramp()[7]);
      assertThat(result[64]).isZero();
    }
  }

  @Test
  void loopsCarryAlignStreams() {
    String body =
        """
            pto.vecscope {
              %al = pto.init_align : !pto.align
              %n = arith.constant 5 : i32
              %none = arith.constant 0 : i32
              %p = pto.addptr %out_ub, %c1 : P -> P
              %end, %q = scf.for %i = %c0 to %c256 step %c64 iter_args(%a = %al, %d = %p) -> (!pto.align, P) {
                %v = pto.vlds %in_ub[%i] : P -> V
                %b, %e = pto.vstus %a, %n, %v, %d : !pto.align, i32, V, P -> !pto.align, P
                scf.yield %b, %e : !pto.align, P
              }
              pto.vstas %end, %q, %none : !pto.align, P, i32
            }
        """;
    float[] result = Kernel.onRamp(Kernel.floats("", typed(body)));
    for (int i = 0; i < 20; i++) {
      assertThat(result[1 + i]).isEqualTo(ramp()[i / 5 * 64 + i % 5]);
    }
    assertThat(result[21]).isZero();
  }

  @Test
  void loopWithoutIterationsGivesTheInitialValues() {
    String body =
        """
            pto.vecscope {
              %all = pto.pset_b32 "PAT_ALL" : M
              %a = pto.vlds %in_ub[%c0] : P -> V
              %r = scf.for %i = %c64 to %c4 step %c1 iter_args(%v = %a) -> (V) {
                %w = pto.vneg %v, %all : V, M -> V
                scf.yield %w : V
              }
              pto.vsts %r, %out_ub[%c0], %all : V, P, M
            }
        """;
    assertThat(Kernel.onRamp(Kernel.floats("", typed(body)))[3]).isEqualTo(ramp()[3]);
  }

  @Test
  void blocksSeeTheirNumbers() {
    String text =
        """
        module attributes {pto.target_arch = "a5", pto.kernel_kind = #pto.kernel_kind<vector>} {
          func.func @kernel(%out: !pto.ptr<i64, gm>) attributes {pto.aicore} {
            %c1 = arith.constant 1 : index
            %four = arith.constant 4 : i64
            %block = pto.get_block_idx
            %blocks = pto.get_block_num : i64
            %sub = pto.get_subblock_idx
            %subs = pto.get_subblock_num
            %first = arith.muli %block, %four : i64
            %i = arith.index_cast %first : i64 to index
            %j = arith.addi %i, %c1 : index
            %k = arith.addi %j, %c1 : index
            %l = arith.addi %k, %c1 : index
            pto.store_scalar %block, %out[%i] : !pto.ptr<i64, gm>, i64
            pto.store_scalar %blocks, %out[%j] : !pto.ptr<i64, gm>, i64
            pto.store_scalar %sub, %out[%k] : !pto.ptr<i64, gm>, i64
            pto.store_scalar %subs, %out[%l] : !pto.ptr<i64, gm>, i64
            return
          }
        }
        """;
    KernelObject kernel = A5.compile(text).object();
    byte[] result = Kernel.run(kernel, 3, new Argument.Buffer(new byte[96])).getFirst();
    for (int block = 0; block < 3; block++) {
      assertThat(
              List.of(
                  word(result, block, 0),
                  word(result, block, 1),
                  word(result, block, 2),
                  word(result, block, 3)))
          .containsExactly((long) block, 3L, 0L, 1L);
    }
  }

  private static long word(byte[] data, int block, int number) {
    return Lanes.get(data, 8 * (4 * block + number), 8);
  }

  @Test
  void callsAreInlinedWithTheirVecscopes() {
    String text =
        Kernel.floats(
            "",
            typed(
                """
                    %end = scf.for %i = %c0 to %c4 step %c1 iter_args(%offset = %c0) -> (index) {
                      %next = func.call @square(%in_ub, %out_ub, %offset) : (P, P, index) -> index
                      scf.yield %next : index
                    }
                """));
    String callee =
        typed(
            """
              func.func private @square(%from: P, %to: P, %offset: index) -> index {
                %lanes = arith.constant 64 : index
                pto.vecscope {
                  %m = pto.pset_b32 "PAT_ALL" : M
                  %x = pto.vlds %from[%offset] : P -> V
                  %y = pto.vmul %x, %x, %m : V, V, M -> V
                  pto.vsts %y, %to[%offset], %m : V, P, M
                }
                %next = arith.addi %offset, %lanes : index
                return %next : index
              }
            }
            """);
    float[] result = Kernel.onRamp(text.substring(0, text.lastIndexOf('}')) + callee);
    for (int i = 0; i < 256; i++) {
      assertThat(result[i]).isEqualTo(ramp()[i] * ramp()[i]);
    }
  }
}
