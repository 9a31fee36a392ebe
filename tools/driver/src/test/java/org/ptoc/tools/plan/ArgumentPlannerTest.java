package org.ptoc.tools.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.ptoc.ir.Function;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.object.KernelObject;
import org.ptoc.passes.CompileOptions;
import org.ptoc.tools.toolchain.PtoToolchain;
import org.ptoc.tools.toolchain.Toolchain;

/** What is chosen for the parameters of small kernels. */
class ArgumentPlannerTest {
  private static final String CONSTANTS =
      """
        %c0 = arith.constant 0 : index
        %c1 = arith.constant 1 : index
        %c8 = arith.constant 8 : index
        %c16 = arith.constant 16 : index
        %c32 = arith.constant 32 : index
        %c64 = arith.constant 64 : index
      """;

  private static List<String> plan(String parameters, String body) {
    return plan(parameters, body, Map.of(), 1);
  }

  private static List<String> plan(
      String parameters, String body, Map<Integer, Long> given, int blocks) {
    String text = "func.func @k(" + parameters + ") {\n" + CONSTANTS + body + "  return\n}\n";
    Toolchain toolchain = new PtoToolchain();
    Toolchain.Source source = new Toolchain.Source("k.pto", text);
    Toolchain.Request request =
        new Toolchain.Request(
            Optional.of(Profile.A5),
            Optional.empty(),
            CompileOptions.defaults(),
            new Toolchain.Reports(List.of(), false, Optional.empty(), false, false, false));
    var compiled = toolchain.compile(source, request);
    assertThat(compiled.diagnostics()).filteredOn(each -> each.isError()).isEmpty();
    KernelObject kernel = compiled.value().orElseThrow().kernels().getFirst();
    List<Function> functions = toolchain.inlined(source, request, "k").value().orElseThrow();
    List<Integer> wanted = new ArrayList<>();
    for (int i = 0; i < kernel.arguments().size(); i++) {
      if (!given.containsKey(i) && kernel.arguments().get(i).launchValue().isEmpty()) {
        wanted.add(i);
      }
    }
    return ArgumentPlanner.plan(functions, kernel, given, wanted, blocks, 1).stream()
        .map(PlannedArgument::option)
        .toList();
  }

  @Test
  void buffers_are_as_large_as_their_views() {
    assertThat(
            plan(
                "%x: !pto.ptr<f32>, %y: !pto.ptr<bf16>, %z: !pto.ptr<i16>",
                """
                %v = pto.make_tensor_view %x, shape = [%c8, %c64], strides = [%c64, %c1] : !pto.tensor_view<8x64xf32>
                %w = pto.make_tensor_view %y, shape = [%c8, %c16], strides = [%c64, %c1] : !pto.tensor_view<8x16xbf16>
                %q = pto.addptr %z, %c32 : !pto.ptr<i16> -> !pto.ptr<i16>
                %u = pto.make_tensor_view %q, shape = [%c8], strides = [%c1] : !pto.tensor_view<8xi16>
                %p = pto.partition_view %v, offsets = [%c0, %c0], sizes = [%c8, %c64] : !pto.tensor_view<8x64xf32> -> !pto.partition_tensor_view<8x64xf32>
                %t = pto.alloc_tile : !pto.tile_buf<vec, 8x64xf32>
                pto.tload ins(%p : !pto.partition_tensor_view<8x64xf32>) outs(%t : !pto.tile_buf<vec, 8x64xf32>)
                """))
        .containsExactly(
            "x=rand:1000:f32:8x64", "y=rand:1001:bf16:464", "z=uniform:1002:0:8:i16:40");
  }

  private static final String TILES_OF_ROWS =
      """
      %v = pto.make_tensor_view %x, shape = [%n, %c64], strides = [%c64, %c1] : !pto.tensor_view<?x64xf32>
      scf.for %i = %c0 to %n step %c16 {
        %p = pto.partition_view %v, offsets = [%i, %c0], sizes = [%c16, %c64] : !pto.tensor_view<?x64xf32> -> !pto.partition_tensor_view<16x64xf32>
        %t = pto.alloc_tile : !pto.tile_buf<vec, 16x64xf32>
        pto.tload ins(%p : !pto.partition_tensor_view<16x64xf32>) outs(%t : !pto.tile_buf<vec, 16x64xf32>)
        pto.tstore ins(%t : !pto.tile_buf<vec, 16x64xf32>) outs(%p : !pto.partition_tensor_view<16x64xf32>)
      }
      """;

  @Test
  void sizes_are_multiples_of_the_step_of_their_loop() {
    assertThat(plan("%x: !pto.ptr<f32>, %n: index", TILES_OF_ROWS))
        .containsExactly("x=rand:1000:f32:16x64", "n=i64:16");
  }

  @Test
  void given_sizes_count() {
    assertThat(plan("%x: !pto.ptr<f32>, %n: index", TILES_OF_ROWS, Map.of(1, 160L), 1))
        .containsExactly("x=rand:1000:f32:160x64");
  }

  @Test
  void sizes_grow_until_windows_fit() {
    assertThat(
            plan(
                "%x: !pto.ptr<f32>, %n: index",
                """
                %v = pto.make_tensor_view %x, shape = [%n, %c64], strides = [%c64, %c1] : !pto.tensor_view<?x64xf32>
                %p = pto.partition_view %v, offsets = [%c64, %c0], sizes = [%c16, %c64] : !pto.tensor_view<?x64xf32> -> !pto.partition_tensor_view<16x64xf32>
                %t = pto.alloc_tile : !pto.tile_buf<vec, 16x64xf32>
                pto.tload ins(%p : !pto.partition_tensor_view<16x64xf32>) outs(%t : !pto.tile_buf<vec, 16x64xf32>)
                """))
        .containsExactly("x=rand:1000:f32:80x64", "n=i64:80");
  }

  @Test
  void valid_extents_shrink_until_they_fit() {
    assertThat(
            plan(
                "%x: !pto.ptr<f32>, %n: index",
                """
                %v = pto.make_tensor_view %x, shape = [%n, %c64], strides = [%c64, %c1] : !pto.tensor_view<?x64xf32>
                %p = pto.partition_view %v, offsets = [%c0, %c0], sizes = [%n, %c64] : !pto.tensor_view<?x64xf32> -> !pto.partition_tensor_view<?x64xf32>
                %t = pto.alloc_tile valid_row = %n : !pto.tile_buf<vec, 8x64xf32, valid=?x64>
                pto.tload ins(%p : !pto.partition_tensor_view<?x64xf32>) outs(%t : !pto.tile_buf<vec, 8x64xf32, valid=?x64>)
                """))
        .containsExactly("x=rand:1000:f32:8x64", "n=i64:8");
  }

  @Test
  void indices_from_a_table_stay_in_the_view() {
    assertThat(
            plan(
                "%x: !pto.ptr<f32>, %table: !pto.ptr<i32>",
                """
                %v = pto.make_tensor_view %x, shape = [%c64, %c64], strides = [%c64, %c1] : !pto.tensor_view<64x64xf32>
                scf.for %i = %c0 to %c8 step %c1 {
                  %e = pto.load_scalar %table[%i] : !pto.ptr<i32> -> i32
                  %r = arith.index_cast %e : i32 to index
                  %row = arith.muli %r, %c8 : index
                  %clamped = arith.maxsi %row, %c0 : index
                  %p = pto.partition_view %v, offsets = [%clamped, %c0], sizes = [%c16, %c64] : !pto.tensor_view<64x64xf32> -> !pto.partition_tensor_view<16x64xf32>
                  %t = pto.alloc_tile : !pto.tile_buf<vec, 16x64xf32>
                  pto.tload ins(%p : !pto.partition_tensor_view<16x64xf32>) outs(%t : !pto.tile_buf<vec, 16x64xf32>)
                }
                """))
        // 6 * 8 + 16 is the last row of 64.
        .containsExactly("x=rand:1000:f32:64x64", "table=uniform:1001:0:7:i32:8");
  }

  @Test
  void blocks_share_the_rows() {
    assertThat(
            plan(
                "%out: !pto.ptr<i32>, %__pypto_spmd_block_idx: i32",
                """
                %b = arith.index_cast %__pypto_spmd_block_idx : i32 to index
                pto.store_scalar %__pypto_spmd_block_idx, %out[%b] : !pto.ptr<i32>, i32
                """,
                Map.of(),
                24))
        .containsExactly("out=zeros:i32:24");
  }

  @Test
  void scalars_without_limits_have_defaults_of_their_type() {
    assertThat(plan("%i: i32, %l: i64, %h: f16, %f: f32, %b: i1", ""))
        .containsExactly("i=i32:16", "l=i64:16", "h=f16:0.5", "f=f32:0.5", "b=i1:1");
  }

  @Test
  void sources_that_are_valid_in_less_do_not_limit_numbers() {
    String tile = "!pto.tile_buf<vec, 64x64xf32, valid=?x?>";
    String body =
        "%a = pto.alloc_tile valid_row = %m valid_col = %c32 : "
            + tile
            + " %b = pto.alloc_tile valid_row = %c8 valid_col = %n : "
            + tile
            + " pto.tabs ins(%a : "
            + tile
            + ") outs(%b : "
            + tile
            + ")";
    assertThat(plan("%m: index, %n: index", body)).containsExactly("m=i64:16", "n=i64:16");
    assertThat(plan("%m: index, %n: index", body, Map.of(0, 8L), 1)).containsExactly("n=i64:16");
  }

  @Test
  void a_kernel_without_a_source_gets_defaults() {
    KernelObject kernel =
        new PtoToolchain()
            .compile(
                new Toolchain.Source("k.pto", "func.func @k(%x: !pto.ptr<f32>) { return }"),
                new Toolchain.Request(
                    Optional.of(Profile.A2A3),
                    Optional.empty(),
                    CompileOptions.defaults(),
                    new Toolchain.Reports(List.of(), false, Optional.empty(), false, false, false)))
            .value()
            .orElseThrow()
            .kernels()
            .getFirst();
    assertThat(ArgumentPlanner.plan(List.of(), kernel, Map.of(), List.of(0), 1, 3).getFirst())
        .isEqualTo(new PlannedArgument(0, "x", "rand:3000:f32:65536"));
  }
}
