package org.ptoc.passes.tile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ptoc.ir.object.IndexedExtent;
import org.ptoc.passes.synchronization.IndexedExtents;

/**
 * What an index may reach: the bytes of a tile in UB, or of a view behind parameter 0, times the
 * numbers of parameters. Tiles {@code t}, {@code i} and {@code d} lie at 0, 8192 and 16384.
 */
class IndexedExtentsTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          pto.tgather ins(%t, %i) outs(%d)                                  | read 0 to 2048
          pto.tgather ins(%d, %i) outs(%t)                                  | read 16384 to 18432
          pto.tgather ins(%t, {maskPattern = #pto.mask_pattern<P0101>} : T, "row") outs(%d) | -
          pto.tgatherb ins(%t, %i) outs(%d)                                 | read 0 to 2048
          pto.tscatter ins(%t, %i) outs(%d)                                 | write 16384 to 18432
          pto.tscatter ins(%t, {maskPattern = #pto.mask_pattern<P0101>} : T, "row") outs(%d) | -
          pto.tinsert ins(%t, %n, %c0) outs(%d)                             | write 16384 to 18432
          pto.tinsert ins(%t, %c0, %n) outs(%d)                             | write 16384 to 18432
          pto.tinsert ins(%t, %c0, %c1) outs(%d)                            | -
          pto.texp ins(%t) outs(%d)                                         | -
          scf.if %flag {; pto.tgather ins(%t, %i) outs(%d); }               | read 0 to 2048
          pto.tgather ins(%u, %i) outs(%d)                                  | -
          view v c8 c64 c64 c1; pto.mgather ins(%v, %i) outs(%d)            | read 0 + 0, 2048 bytes []
          view v c8 c64 c64 c1; pto.mscatter ins(%t, %i) outs(%v)           | write 0 + 0, 2048 bytes []
          view v c8 c64 c64 c1; row                                         | read 0 + 0, 2048 bytes []
          view v c8 c4 c64 c1; row                                          | read 0 + 0, 2048 bytes []
          view v c8 c4 c64 c1; pto.mgather ins(%v, %i) outs(%d)             | read 0 + 0, 128 bytes []
          view v c8 c4 c64 c2; row                                          | -
          view v n c64 c64 c1; pto.mgather ins(%v, %i) outs(%d)             | read 0 + 0, 256 bytes [1]
          view v n m c64 c1; pto.mgather ins(%v, %i) outs(%d)               | read 0 + 0, 4 bytes [1, 2]
          view v n m m c1; row                                              | read 0 + 0, 4 bytes [1, 2]
          %w = arith.index_cast %k : i64 to index; view v w c64 c64 c1; row | read 0 + 0, 256 bytes [3]
          %w = arith.addi %n, %c1 : index; view v w c64 c64 c1; row         | -
          view v c8 c64 c64 c1; part c2 c3; row                             | read 0 + 524, 1024 bytes []
          view v c8 c64 c64 c1; part c2 c3; pto.mgather ins(%v, %i) outs(%d) | read 0 + 0, 2048 bytes []
          view v c8 c64 c64 c1; part c2 c3; pto.mgather ins(%p, %i) outs(%d) | read 0 + 524, 128 bytes []
          view v c8 n n c1; part c0 c3; pto.mgather ins(%p, %i) outs(%d)    | read 0 + 12, 128 bytes []
          view v c8 n n c1; part c2 c3; pto.mgather ins(%p, %i) outs(%d)    | -
          view v c8 c64 c64 c1; part n c3; pto.mgather ins(%p, %i) outs(%d) | -
          view v c0 c64 c64 c1; row                                         | -
          """)
  void indicesReachATileOrAView(String program, String expected) {
    boolean part = program.contains("part");
    List<String> lines = new ArrayList<>();
    for (String tile : List.of("t 0", "i 8192", "d 16384")) {
      String[] words = tile.split(" ");
      lines.add("%%at_%s = arith.constant %s : i64".formatted((Object[]) words));
      lines.add("%%%1$s = pto.alloc_tile addr = %%at_%1$s : T".formatted(words[0]));
    }
    lines.add("%u = pto.alloc_tile addr = %k : T");
    for (String line : program.split("; ")) {
      String[] words = line.split(" ");
      lines.add(
          switch (words[0]) {
            case "view" ->
                "%%%s = pto.make_tensor_view %%x, shape = [%%%s, %%%s], strides = [%%%s, %%%s] : V"
                    .formatted(words[1], words[2], words[3], words[4], words[5]);
            case "part" ->
                "%%p = pto.partition_view %%v, offsets = [%%%s, %%%s], sizes = [%%c4, %%c8] : V -> P"
                    .formatted(words[1], words[2]);
            case "row" ->
                "pto.mgather ins(%"
                    + (part ? "p" : "v")
                    + ", %i) outs(%d) {coalesce = #pto<coalesce row>}";
            default -> line;
          });
    }
    lines.replaceAll(
        line ->
            line.replaceAll("\\bT\\b", "!pto.tile_buf<vec, 8x64xi32>")
                .replaceAll("\\bV\\b", "!pto.tensor_view<?x?xi32>")
                .replaceAll("\\bP\\b", "!pto.partition_tensor_view<?x?xi32>"));
    String parameters = "%x: !pto.ptr<i32>, %n: index, %m: index, %k: i64, %flag: i1";
    List<IndexedExtent> extents = IndexedExtents.of(TileText.function(parameters, lines));
    assertThat(
            extents.stream()
                .map(each -> (each.write() ? "write " : "read ") + describe(each.range()))
                .collect(Collectors.joining("; ")))
        .isEqualTo(expected.equals("-") ? "" : expected);
  }

  private static String describe(IndexedExtent.Range range) {
    return switch (range) {
      case IndexedExtent.Tile(long start, long end) -> start + " to " + end;
      case IndexedExtent.View(int argument, long start, long bytes, List<Integer> factors) ->
          argument + " + " + start + ", " + bytes + " bytes " + factors;
    };
  }
}
