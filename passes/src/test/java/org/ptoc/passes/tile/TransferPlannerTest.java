package org.ptoc.passes.tile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.ptoc.ir.Function;
import org.ptoc.ir.diagnostic.Diagnostic;
import org.ptoc.ir.diagnostic.Diagnostics;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.isa.RuntimeRule;

/**
 * Bursts of loads and stores move each element of the valid region to its place, once, and nothing
 * else (spec/20, 1.3, 8.1 and 8.2): random views and tiles against a walk over the elements.
 */
class TransferPlannerTest {
  private static final int TILE_ADDRESS = 4096;
  private static final int VIEW_ADDRESS = 1 << 20;
  private static final int BOX_BYTES = 32;

  private enum Layout {
    ROWS(""),
    COLUMNS(", blayout=col_major"),
    BOXES(", blayout=col_major, slayout=row_major");

    private final String text;

    Layout(String text) {
      this.text = text;
    }
  }

  /** A view, its window, and the tile; what the run knows only are arguments. */
  private static final class Case {
    final Random random;
    final Layout layout;
    final int bytes;
    final int rank;
    final long[] sizes;
    final long[] offsets;
    final long[] strides = new long[5];
    final int validRows;
    final int validColumns;
    final int rows;
    final int columns;
    final List<String> lines = new ArrayList<>();
    final List<String> parameters = new ArrayList<>();
    final List<Long> arguments = new ArrayList<>();
    final boolean isOpen;

    Case(Random random, Layout layout) {
      this.random = random;
      this.layout = layout;
      bytes = 1 << random.nextInt(3);
      isOpen = random.nextInt(3) == 0;
      int boxColumns = BOX_BYTES / bytes;
      rank = layout == Layout.ROWS ? 1 + random.nextInt(5) : 2 + random.nextInt(4);
      sizes =
          IntStream.range(0, 5).mapToLong(i -> i < 5 - rank ? 1 : 1 + random.nextInt(3)).toArray();
      offsets =
          IntStream.range(0, 5).mapToLong(i -> i < 5 - rank ? 0 : random.nextInt(3)).toArray();
      if (layout == Layout.ROWS) {
        sizes[4] = 1 + random.nextInt(40);
      } else if (layout == Layout.COLUMNS) {
        sizes[3] = 1 + random.nextInt(40);
      } else {
        sizes[4] = boxColumns;
        sizes[3] = 1 + random.nextInt(20);
        offsets[4] = 0;
      }
      long allRows =
          switch (layout) {
            case ROWS -> sizes[0] * sizes[1] * sizes[2] * sizes[3];
            case COLUMNS -> sizes[3];
            case BOXES -> sizes[2] * sizes[3];
          };
      long allColumns =
          switch (layout) {
            case ROWS -> sizes[4];
            case COLUMNS -> sizes[0] * sizes[1] * sizes[2] * sizes[4];
            case BOXES -> sizes[0] * sizes[1] * boxColumns;
          };
      validRows = part(allRows);
      validColumns = part(allColumns);
      rows =
          layout == Layout.ROWS
              ? validRows + random.nextInt(2)
              : upTo(validRows, layout == Layout.BOXES ? 16 : boxColumns);
      columns =
          layout == Layout.COLUMNS
              ? validColumns + random.nextInt(2)
              : upTo(validColumns, boxColumns);
      int adjacent = layout == Layout.COLUMNS ? 3 : 4;
      long next = 1;
      for (int dimension :
          layout == Layout.COLUMNS ? new int[] {3, 4, 2, 1, 0} : new int[] {4, 3, 2, 1, 0}) {
        strides[dimension] = next;
        boolean gap = dimension != adjacent && random.nextBoolean();
        next *= sizes[dimension] + offsets[dimension];
        next += gap && dimension != adjacent ? 3 : 0;
      }
    }

    private int part(long all) {
      return random.nextBoolean() ? (int) all : 1 + random.nextInt((int) all);
    }

    private static int upTo(int count, int multiple) {
      return (count + multiple - 1) / multiple * multiple;
    }

    /** A number of the text, or of the run. */
    private String number(String name, long value) {
      if (random.nextInt(isOpen ? 2 : 1000) == 0) {
        parameters.add("%" + name + ": index");
        arguments.add(value);
      } else {
        lines.add("%" + name + " = arith.constant " + value + " : index");
      }
      return "%" + name;
    }

    private String numbers(String name, long[] values) {
      return IntStream.range(5 - rank, 5)
          .mapToObj(i -> number(name + i, values[i]))
          .collect(Collectors.joining(", ", "[", "]"));
    }

    Function function(boolean loads) {
      String type = "i" + 8 * bytes;
      String dims = "?x".repeat(rank) + type + ">";
      parameters.add("%x: !pto.ptr<" + type + ">");
      arguments.add((long) VIEW_ADDRESS);
      long[] whole = IntStream.range(0, 5).mapToLong(i -> sizes[i] + offsets[i]).toArray();
      lines.add("%at = arith.constant " + TILE_ADDRESS + " : i64");
      lines.add(
          "%%v = pto.make_tensor_view %%x, shape = %s, strides = %s : !pto.tensor_view<%s"
              .formatted(numbers("w", whole), strideNumbers(), dims));
      lines.add(
          "%%p = pto.partition_view %%v, offsets = %s, sizes = %s : !pto.tensor_view<%s -> !pto.partition_tensor_view<%s"
              .formatted(numbers("o", offsets), numbers("s", sizes), dims, dims));
      lines.add(tile(type));
      lines.add(loads ? "pto.tload ins(%p) outs(%t)" : "pto.tstore ins(%t) outs(%p)");
      return TileText.function(String.join(", ", parameters), lines);
    }

    /** The adjacent dimension is one that the text knows. */
    private String strideNumbers() {
      return numbers("d", strides);
    }

    private String tile(String type) {
      String shape = rows + "x" + columns + "x" + type;
      if (!isOpen || random.nextInt(3) == 0) {
        return "%%t = pto.alloc_tile addr = %%at : !pto.tile_buf<vec, %s, valid=%dx%d%s>"
            .formatted(shape, validRows, validColumns, layout.text);
      }
      return "%%t = pto.alloc_tile addr = %%at valid_row = %s valid_col = %s : !pto.tile_buf<vec, %s, valid=?x?%s>"
          .formatted(number("m", validRows), number("n", validColumns), shape, layout.text);
    }

    /** For each byte of the tile that is moved, the byte of global memory. */
    Map<Long, Long> expected() {
      Map<Long, Long> bytesOfTile = new HashMap<>();
      for (int r = 0; r < validRows; r++) {
        for (int c = 0; c < validColumns; c++) {
          for (int b = 0; b < bytes; b++) {
            bytesOfTile.put(
                TILE_ADDRESS + inTile(r, c) * bytes + b, VIEW_ADDRESS + inView(r, c) * bytes + b);
          }
        }
      }
      return bytesOfTile;
    }

    private long inTile(long r, long c) {
      int box = BOX_BYTES / bytes;
      return switch (layout) {
        case ROWS -> r * columns + c;
        case COLUMNS -> c * rows + r;
        case BOXES -> (c / box * rows + r) * box + c % box;
      };
    }

    private long inView(long r, long c) {
      int box = BOX_BYTES / bytes;
      long[] at =
          switch (layout) {
            case ROWS -> at(new int[] {3, 2, 1, 0}, r, 4, c);
            case COLUMNS -> at(new int[] {4, 2, 1, 0}, c, 3, r);
            case BOXES -> {
              long[] place = at(new int[] {3, 2}, r, 4, c % box);
              long[] column = at(new int[] {1, 0}, c / box, 4, 0);
              place[0] = column[0];
              place[1] = column[1];
              yield place;
            }
          };
      long element = 0;
      for (int i = 0; i < 5; i++) {
        element += (at[i] + offsets[i]) * strides[i];
      }
      return element;
    }

    private long[] at(int[] dimensions, long number, int line, long inLine) {
      long[] place = new long[5];
      long rest = number;
      for (int dimension : dimensions) {
        place[dimension] = rest % sizes[dimension];
        rest /= sizes[dimension];
      }
      place[line] = inLine;
      return place;
    }
  }

  @ParameterizedTest
  @EnumSource(Layout.class)
  void eachElementMovesOnce(Layout layout) {
    for (int seed = 0; seed < 150; seed++) {
      Case each = new Case(new Random(seed), layout);
      Diagnostics problems = new Diagnostics();
      Function function = each.function(seed % 2 == 0);
      Function lowered = ScalarRun.lower(function, Profile.A5, false, problems);
      assertThat(problems.all()).as("seed " + seed + "\n" + each.lines).isEmpty();
      Map<Long, Long> moved = new HashMap<>();
      ScalarRun run =
          ScalarRun.of(lowered, each.arguments.stream().mapToLong(Long::longValue).toArray());
      assertThat(run.trap()).isEmpty();
      for (ScalarRun.Move move : run.moves()) {
        for (long i = 0; i < move.bytes(); i++) {
          assertThat(moved.put(move.tile() + i, move.view() + i)).as("moved twice").isNull();
        }
      }
      assertThat(moved)
          .as("seed " + seed + "\n" + String.join("\n", each.lines))
          .isEqualTo(each.expected());
    }
  }

  private static Function transfer(String sizes, String strides, String tile, boolean loads) {
    String extents = "[%" + sizes.replace(" ", ", %") + "]";
    String dims = "?x".repeat(sizes.split(" ").length) + "f32>";
    return TileText.function(
        "%n: index, %x: !pto.ptr<f32>",
        List.of(
            "%at = arith.constant " + TILE_ADDRESS + " : i64",
            "%v = pto.make_tensor_view %x, shape = "
                + extents
                + ", strides = [%"
                + strides.replace(" ", ", %")
                + "] : !pto.tensor_view<"
                + dims,
            "%t = pto.alloc_tile addr = %at : !pto.tile_buf<vec, " + tile + ">",
            loads ? "pto.tload ins(%v) outs(%t)" : "pto.tstore ins(%t) outs(%v)"));
  }

  /** Sizes and strides of a view, a tile, and why nothing can be moved between them. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          c8 c64 | c64 c1 | 8x64xf32                                                    |
          c8 c64 | c64 c2 | 8x64xf32                                                    | the columns of a row-major tile must be adjacent in global memory, but the stride of that dimension of the view is 2
          c8 c64 | c1 c8  | 8x64xf32                                                    | is 8; the stride of the other is 1, as a tile with blayout=col_major needs it
          c8 c64 | c64 c1 | 8x64xf32, blayout=col_major                                 | the rows of a column-major tile must be adjacent in global memory, but the stride of that dimension of the view is 64; the stride of the other is 1, as a tile with blayout=row_major needs it
          c8 c64 | c2 c8  | 8x64xf32, valid=8x1                                         |
          c0 c64 | c64 c1 | 8x64xf32                                                    | the view is empty, but the tile is not
          c0 c64 | c64 c1 | 8x64xf32, valid=0x64                                        |
          c8 c0  | c64 c1 | 8x64xf32, valid=8x0                                         |
          c8 c64 | c64 c1 | 8x12xf32                                                    | rows of 48 bytes can only be moved as one contiguous run
          c8 c64 | c64 c1 | 8x12xf32, valid=1x5                                         |
          c2 c4  | c4 c1  | 2x4xf32                                                     |
          c2 c4  | c8 c1  | 2x4xf32                                                     | rows of 16 bytes can only be moved as one contiguous run
          c8 c64 | c64 c1 | 16x8xf32, slayout=row_major                                 | only the NZ layout with boxes of 32 bytes can be moved
          c8 c4  | c4 c1  | 16x8xf32, blayout=col_major, slayout=row_major              | only the NZ layout with boxes of 32 bytes can be moved
          c8 c8  | c8 c2  | 16x8xf32, blayout=col_major, slayout=row_major              | only the NZ layout with boxes of 32 bytes can be moved
          """)
  void whatCannotBeMovedIsTold(String sizes, String strides, String tile, String problem) {
    for (boolean loads : List.of(true, false)) {
      Diagnostics problems = new Diagnostics();
      ScalarRun.lower(transfer(sizes, strides, tile, loads), Profile.A5, false, problems);
      String told = problems.all().stream().map(Diagnostic::message).collect(Collectors.joining());
      assertThat(told).contains(problem == null ? "" : problem);
      assertThat(told.isEmpty()).isEqualTo(problem == null);
    }
  }

  /** A tile of one line takes a view that lies the other way (spec/20, 8.2). */
  @ParameterizedTest
  @CsvSource({
    "'8 1', '1x8xf32'",
    "'1 8', '1x8xf32'",
    "'1 8', '8x1xf32, blayout=col_major'",
    "'8 1', '8x1xf32, blayout=col_major'"
  })
  void aLineMayLieAcross(String sizes, String tile) {
    String[] size = sizes.split(" ");
    String strides = size[0].equals("1") ? "c8 c1" : "c1 c8";
    Function function = transfer("c" + size[0] + " c" + size[1], strides, tile, true);
    Function lowered = ScalarRun.lower(function, Profile.A5, false, new Diagnostics());
    assertThat(ScalarRun.of(lowered, 0, VIEW_ADDRESS).moves())
        .containsExactly(new ScalarRun.Move(VIEW_ADDRESS, TILE_ADDRESS, 32));
  }

  /** A stride of the run must be one where a line has more than one element (R7). */
  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          c64 n, '8x64xf32',                         1, false
          c64 n, '8x64xf32',                         2, true
          c64 n, '8x64xf32, valid=8x1',              2, false
          n c64, '8x64xf32, blayout=col_major',      1, false
          n c64, '8x64xf32, blayout=col_major',      2, true
          n c1,  '8x64xf32',                        70, false
          """)
  void aStrideOfTheRunIsLookedAt(String strides, String tile, long stride, boolean traps) {
    Function function = transfer("c8 c64", strides, tile, true);
    Function lowered = ScalarRun.lower(function, Profile.A5, false, new Diagnostics());
    assertThat(ScalarRun.of(lowered, stride, VIEW_ADDRESS).trap())
        .isEqualTo(traps ? Optional.of(RuntimeRule.STRIDE) : Optional.empty());
  }
}
