package org.ptoc.passes.tile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ptoc.ir.Function;
import org.ptoc.ir.Module;
import org.ptoc.ir.diagnostic.Diagnostic;
import org.ptoc.ir.diagnostic.Diagnostics;
import org.ptoc.ir.isa.Profile;

/** Stores that combine with what memory holds become a load, an operation and a store. */
class AtomicStoresTest {
  private static List<String> lines(String program, String type) {
    String element = type.split("[x,]")[2];
    List<String> lines = new ArrayList<>();
    lines.add(
        "%v = pto.make_tensor_view %x, shape = [%c8, %c64], strides = [%c64, %c1] :"
            + " !pto.tensor_view<8x64x"
            + element
            + ">");
    lines.add("%t = pto.alloc_tile : !pto.tile_buf<vec, " + type + ">");
    lines.add("%i = pto.alloc_tile : !pto.tile_buf<vec, 8x64xi32>");
    for (String statement : program.split("; ")) {
      String[] words = statement.split(" ");
      switch (words[0]) {
        case "store" ->
            lines.add(
                "pto.tstore ins(%t) outs(%v)"
                    + (words.length > 1 ? " {atomic = \"" + words[1] + "\"}" : ""));
        case "atomic" -> lines.add("pto.set_atomic_" + words[1]);
        default -> lines.add(statement);
      }
    }
    return lines;
  }

  private static Function function(String program, String type) {
    String pointer = "%x: !pto.ptr<" + type.split("[x,]")[2] + ">, %flag: i1, %at: i64";
    return TileText.function(pointer, lines(program, type));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          store                                                        | tstore
          store none                                                   | tstore
          store add                                                    | tload tadd tstore
          store max; store                                             | tload tmax tstore tstore
          atomic add; store; store                                     | tload tadd tstore tload tadd tstore
          atomic add; store min                                        | tload tmin tstore
          atomic add; atomic none; store                               | tstore
          atomic s32; store                                            | tstore
          atomic s32; atomic max; store                                | tload tmax tstore
          atomic max; atomic s32; store                                | tload tmax tstore
          atomic add; scf.if %flag {; store; }; store                  | tload tadd tstore tload tadd tstore
          scf.if %flag {; atomic add; store; atomic none; }; store     | tload tadd tstore tstore
          atomic min; scf.if %flag {; atomic add; store; atomic min; } else {; store; } | tload tadd tstore tload tmin tstore
          """)
  void storesCombineInTheModeThatIsSet(String program, String expected) {
    Function function = function(program, "8x64xi32");
    Diagnostics told = new Diagnostics();
    Function expanded = new AtomicStores().run(function, TileText.context(Profile.A5, told));
    assertThat(
            TileText.operations(expanded).stream()
                .map(op -> op.name().substring(op.name().indexOf('.') + 1))
                .filter(name -> name.matches("t(load|store|add|max|min)"))
                .collect(Collectors.joining(" ")))
        .isEqualTo(expected);
    boolean combines = expected.contains("tload");
    assertThat(told.errorCount()).isZero();
    assertThat(told.all().toString().contains("the blocks of the kernel run one after another"))
        .isEqualTo(combines);
    assertThat(AtomicStores.occurIn(function, TileText.context(Profile.A5, told).module()))
        .isEqualTo(program.matches(".*(store|atomic) (add|max|min).*"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          8x64xi32 | scf.if %flag {; atomic add; }                       | scf.if changes the atomic mode of stores and leaves it changed
          8x64xi32 | scf.for %j = %c0 to %c8 step %c1 {; atomic s32; }   | scf.for changes the atomic mode of stores and leaves it changed
          8x64xi32 | atomic f32; atomic add; store                       | combines f32, but stores i32
          8x64xi32 | atomic s16; atomic add; store                       | combines i16, but stores i32
          8x64xi32 | atomic f32; store add                               |
          8x64xi64 | store add                                           | has no i64 on a5
          8x64xi32, blayout=col_major, slayout=row_major | store add     | needs a tile without boxes
          8x64xi32 | pto.set_flag["PIPE_V", "PIPE_S", "EVENT_ID0"]; store add | needs memory for intermediate results and flags of its own
          8x64xi32 | %u = pto.alloc_tile addr = %at : !pto.tile_buf<vec, 8x64xi32>; store add | needs memory for intermediate results and flags of its own
          8x64xi32 | scf.if %flag {; pto.set_flag["PIPE_V", "PIPE_S", "EVENT_ID0"]; }; store add | needs memory for intermediate results and flags of its own
          8x64xi32 | pto.set_flag["PIPE_V", "PIPE_S", "EVENT_ID0"]; store |
          8x64xi32 | %k = arith.constant 4096 : i64; %u = pto.alloc_tile addr = %k : !pto.tile_buf<vec, 8x64xi32>; store add |
          8x64xi32 | atomic add; pto.mscatter ins(%t, %i) outs(%v)       | pto.mscatter with the atomic mode `add`; only pto.tstore and transfers from UB have it
          8x64xi32 | pto.mscatter ins(%t, %i) outs(%v)                   |
          8x64xi32 | atomic add; %u = pto.castptr %at : i64 -> !pto.ptr<i32, ub>; pto.copy_ubuf_to_gm %u, %x, %at, %at, %at, %at, %at, %at : !pto.ptr<i32, ub>, !pto.ptr<i32>, i64, i64, i64, i64, i64, i64 |
          8x64xi32 | atomic add; %s = arith.constant 3 : i32; pto.store_scalar %s, %x[%c0] : !pto.ptr<i32>, i32 |
          8x64xi32 | atomic add; pto.tprint ins(%t, %v) |
          """)
  void whatCannotCombineIsTold(String type, String program, String problem) {
    Diagnostics told = new Diagnostics();
    new AtomicStores().run(function(program, type), TileText.context(Profile.A5, told));
    assertThat(told.errorCount()).isEqualTo(problem == null ? 0 : 1);
    assertThat(told.all().stream().map(Diagnostic::message).collect(Collectors.joining()))
        .contains(problem == null ? "" : problem);
  }

  /** What a kernel does itself, and what {@code @f} does, which it calls or not. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          STORE {atomicType = #pto<atomic_type atomic_add>}                | -                         | true
          STORE                                                            | -                         | false
          STORE {atomicType = #pto<atomic_type atomic_none>}               | -                         | false
          pto.set_atomic_add                                               | -                         | true
          pto.set_atomic_none                                              | -                         | false
          scf.if %flag {; STORE {atomicType = #pto<atomic_type atomic_max>}; } | -                     | true
          CALL                                                             | pto.set_atomic_add        | true
          scf.if %flag {; CALL; }                                          | pto.set_atomic_add        | true
          CALL                                                             | pto.barrier <PIPE_ALL>    | false
          pto.barrier <PIPE_ALL>                                           | pto.set_atomic_add        | false
          """)
  void storesThatCombineAreFoundInWhatAKernelCalls(String own, String called, boolean expected) {
    String body =
        own.replace("; ", "\n")
            .replace("STORE", "pto.tstore ins(%t) outs(%v)")
            .replace("CALL", "func.call @f() : () -> ()");
    String text =
        """
        func.func @k(%x: !pto.ptr<f32>, %flag: i1) {
          %c1 = arith.constant 1 : index
          %c8 = arith.constant 8 : index
          %v = pto.make_tensor_view %x, shape = [%c1, %c8], strides = [%c8, %c1] : !pto.tensor_view<1x8xf32>
          %t = pto.alloc_tile : !pto.tile_buf<vec, 1x8xf32>
          BODY
          return
        }
        func.func @f() {
          CALLED
          return
        }
        """;
    Module module =
        TileText.module(
            text.replace("BODY", body).replace("CALLED", called.equals("-") ? "" : called));
    assertThat(AtomicStores.occurIn(module.functions().getFirst(), module)).isEqualTo(expected);
  }
}
