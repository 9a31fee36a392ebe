package org.ptoc.passes.tile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.ptoc.ir.Function;
import org.ptoc.ir.MaskPattern;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.diagnostic.Diagnostics;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.type.ElementType;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.storage.TileHandle;

/**
 * Copies between tiles, concatenations, scatters and triangles as they come to a profile (spec/50,
 * 2.1, 2.3, 2.5 and 2.9), done element by element on a memory: which element comes to which place.
 */
class TileCopyTest {
  private static final long SECOND = 8192;
  private static final long THIRD = 16_384;
  private static final long FOURTH = 24_576;
  private static final long TARGET = 32_768;

  /** Where a test notes the way of a copy and its phase. */
  private static final long NOTES = 500_000;

  /** A tile of a text: {@code ELEMENT ROWSxCOLUMNS VALIDxVALID}, and {@code col} for columns. */
  private record Tile(String name, long address, String[] words) {
    static Tile of(String name, long address, String text) {
      return new Tile(name, address, text.strip().split(" "));
    }

    private int number(int word, int part) {
      return Integer.parseInt(words[word].split("x")[part]);
    }

    int bytes() {
      return Integer.parseInt(words[0].replaceAll("\\D", "")) / Byte.SIZE;
    }

    boolean isColumns() {
      return words.length > 3;
    }

    int validRows() {
      return number(2, 0);
    }

    int validColumns() {
      return number(2, 1);
    }

    long at(long row, long column) {
      long element = isColumns() ? column * number(1, 0) + row : row * number(1, 1) + column;
      return address + element * bytes();
    }

    void write(Map<Long, Integer> memory, long row, long column, long value) {
      ScalarRun.store(memory, at(row, column), bytes(), value);
    }

    long read(Map<Long, Integer> memory, long row, long column) {
      return ScalarRun.load(memory, at(row, column), bytes());
    }

    void fill(Map<Long, Integer> memory, Random random) {
      for (int i = 0; i < number(1, 0) * number(1, 1) * bytes(); i++) {
        memory.put(address + i, random.nextInt(256));
      }
    }

    String type() {
      String layout = isColumns() ? ", blayout=col_major" : "";
      return "!pto.tile_buf<vec, %sx%s, valid=%s%s>"
          .formatted(words[1], words[0], words[2], layout);
    }

    List<String> lines() {
      return List.of(
          "%%at_%s = arith.constant %d : i64".formatted(name, address),
          "%%%1$s = pto.alloc_tile addr = %%at_%1$s : %2$s".formatted(name, type()));
    }
  }

  private static Function function(String statement, Tile... tiles) {
    List<String> lines = new ArrayList<>();
    for (Tile tile : tiles) {
      lines.addAll(tile.lines());
    }
    lines.addAll(List.of(statement.split("; ")));
    return TileText.function("%x: index, %y: index, %z: i32", lines);
  }

  private static Function lower(Function function, Consumer<PlacedOperands> own) {
    Diagnostics problems = new Diagnostics();
    Function lowered = ScalarRun.lower(function, Profile.A5, own, problems);
    assertThat(problems.all()).isEmpty();
    return lowered;
  }

  private static void copyElements(IrBuilder builder, TileCopy copy) {
    builder.loop(
        builder.index(0),
        copy.to().rows(),
        builder.index(1),
        (rows, row) -> {
          Value from = ScalarUnit.row(rows, copy.from(), row);
          Value to = ScalarUnit.row(rows, copy.to(), row);
          rows.loop(
              rows.index(0),
              copy.to().columns(),
              rows.index(1),
              (inner, column) ->
                  ScalarUnit.store(
                      inner,
                      ScalarUnit.load(inner, copy.from().element(), from, column),
                      to,
                      column));
        });
  }

  private static void note(IrBuilder builder, int place, Value number) {
    Value pointer = ScalarUnit.pointer(builder, ElementType.I64, builder.i64(NOTES));
    ScalarUnit.store(builder, number, pointer, builder.index(place));
  }

  /** Notes the phase, then the way: 1 for blocks, 2 for elements. */
  private static void emit(IrBuilder builder, TileCopy copy) {
    note(builder, 0, copy.phase());
    note(builder, 2, builder.i64(copy.writesPhase() ? 1 : 0));
    copy.emit(
        builder,
        new TileCopy.Ways() {
          @Override
          public void blocks(IrBuilder block) {
            note(block, 1, block.i64(1));
            copyElements(block, copy);
          }

          @Override
          public void elements(IrBuilder block) {
            note(block, 1, block.i64(2));
            copyElements(block, copy);
          }
        });
  }

  private static void own(PlacedOperands operands) {
    IrBuilder builder = operands.builder();
    Operation op = operands.op();
    switch (op.definition().form()) {
      case TILE_CONCAT -> new TileConcat(operands).whole(TileCopyTest::emit);
      case TILE_CONCAT_COUNTED -> new TileConcat(operands).counted(TileCopyTest::emit);
      case TILE_GATHER ->
          emit(
              builder,
              TileCopy.ofRows(
                  builder,
                  operands.tile(RoleName.DST),
                  operands.tile(RoleName.SRC),
                  MaskPattern.of(op).orElseThrow(),
                  false));
      default -> emit(builder, TileCopy.of(operands));
    }
  }

  private static long noted(Map<Long, Integer> memory, int place) {
    return ScalarRun.load(memory, NOTES + Long.BYTES * place, Long.BYTES);
  }

  private static Map<Long, Integer> withoutNotes(Map<Long, Integer> memory) {
    Map<Long, Integer> rest = new HashMap<>(memory);
    rest.keySet().removeIf(at -> at >= NOTES);
    return rest;
  }

  /** {@code s}, {@code d}, the operation, how much is copied, and from where to where. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          i32 8x16 5x7       | i32 8x24 4x9       | pto.tmov ins(%s) outs(%d)              | 4 7  | 0 0  | 0 0
          i16 8x32 3x32      | i16 8x32 4x9       | pto.tmov ins(%s) outs(%d)              | 3 9  | 0 0  | 0 0
          f16 16x8 5x7 col   | f16 32x8 6x4 col   | pto.tmov ins(%s) outs(%d)              | 5 4  | 0 0  | 0 0
          i32 8x16 8x16      | i32 4x8 3x5        | pto.textract ins(%s, %x, %y) outs(%d)  | 3 5  | 2 0  | 0 0
          i32 8x16 8x16      | i32 4x8 3x5        | pto.textract ins(%s, %x, %y) outs(%d)  | 3 5  | 0 3  | 0 0
          f32 8x16 8x16      | f32 4x8 3x5        | pto.textract ins(%s, %x, %y) outs(%d)  | 3 5  | 2 8  | 0 0
          i8 8x96 8x96       | i8 4x32 3x5        | pto.textract ins(%s, %x, %y) outs(%d)  | 3 5  | 2 65 | 0 0
          i8 8x96 8x96       | i8 4x32 3x5        | pto.textract ins(%s, %x, %y) outs(%d)  | 3 5  | 2 64 | 0 0
          f16 64x8 64x8 col  | f16 32x8 20x3 col  | pto.textract ins(%s, %x, %y) outs(%d)  | 20 3 | 9 4  | 0 0
          f16 64x8 64x8 col  | f16 32x8 20x3 col  | pto.textract ins(%s, %x, %y) outs(%d)  | 20 3 | 32 4 | 0 0
          i32 4x8 3x5        | i32 8x16 8x16      | pto.tinsert ins(%s, %x, %y) outs(%d)   | 3 5  | 0 0  | 2 3
          i16 4x16 4x16      | i16 8x64 8x64      | pto.tinsert ins(%s, %x, %y) outs(%d)   | 4 16 | 0 0  | 4 16
          f32 8x4 6x2 col    | f32 24x8 24x8 col  | pto.tinsert ins(%s, %x, %y) outs(%d)   | 6 2  | 0 0  | 8 4
          f32 8x4 6x2 col    | f32 24x8 24x8 col  | pto.tinsert ins(%s, %x, %y) outs(%d)   | 6 2  | 0 0  | 11 6
          """)
  void eachElementOfTheWindowIsCopied(
      String source, String target, String statement, String size, String from, String to) {
    Tile s = Tile.of("s", 0, source);
    Tile d = Tile.of("d", TARGET, target);
    String[] start = (statement.contains("tinsert") ? to : from).split(" ");
    String constants =
        "%%p = arith.constant %s : index; %%q = arith.constant %s : index; "
            .formatted(start[0], start[1]);
    String known = constants + statement.replace("%x", "%p").replace("%y", "%q");
    for (String text : List.of(known, statement)) {
      Map<Long, Integer> memory = new HashMap<>();
      s.fill(memory, new Random(1));
      d.fill(memory, new Random(2));
      Map<Long, Integer> wanted = new HashMap<>(memory);
      for (int i = 0; i < Tile.of("", 0, "i8 0x0 " + size.replace(' ', 'x')).validRows(); i++) {
        for (int j = 0; j < Integer.parseInt(size.split(" ")[1]); j++) {
          d.write(
              wanted,
              add(to, 0, i),
              add(to, 1, j),
              s.read(memory, add(from, 0, i), add(from, 1, j)));
        }
      }
      ScalarRun run =
          ScalarRun.of(
              lower(function(text, s, d), TileCopyTest::own),
              memory,
              add(start[0], 0, 0),
              add(start[1], 0, 0));
      assertThat(withoutNotes(run.memory())).isEqualTo(wanted);
      long moved =
          statement.contains("tinsert")
              ? d.at(add(to, 0, 0), add(to, 1, 0))
              : s.at(add(from, 0, 0), add(from, 1, 0));
      assertThat(noted(run.memory(), 0)).as("phase").isEqualTo(moved % 32);
      assertThat(noted(run.memory(), 1)).as("way").isEqualTo(moved % 32 == 0 ? 1 : 2);
      assertThat(noted(run.memory(), 2) == 1).isEqualTo(statement.contains("tinsert"));
    }
  }

  private static long add(String numbers, int place, int more) {
    return Long.parseLong(numbers.split(" ")[place]) + more;
  }

  /** Whether something is left of a copy. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          pto.tmov ins(%s) outs(%s)                                                                                                     | false
          pto.tmov ins(%s) outs(%d)                                                                                                     | true
          %o = pto.alloc_tile addr = %at_s : !pto.tile_buf<vec, 8x16xf32>; pto.tmov ins(%s) outs(%o)                                     | false
          %k = arith.constant 0 : i64; %o = pto.alloc_tile addr = %k : !pto.tile_buf<vec, 8x16xf32>; pto.tmov ins(%s) outs(%o)            | false
          %k = arith.constant 512 : i64; %o = pto.alloc_tile addr = %k : !pto.tile_buf<vec, 8x16xf32>; pto.tmov ins(%s) outs(%o)          | true
          %k = arith.constant 0 : i64; %o = pto.alloc_tile addr = %k : !pto.tile_buf<vec, 8x24xf32, valid=8x16>; pto.tmov ins(%s) outs(%o) | true
          %o = pto.alloc_tile addr = %at_d : !pto.tile_buf<vec, 8x16xf32, valid=0x16>; pto.tmov ins(%s) outs(%o)                          | false
          %o = pto.alloc_tile addr = %at_d : !pto.tile_buf<vec, 8x16xf32, valid=8x0>; pto.tmov ins(%s) outs(%o)                           | false
          %o = pto.alloc_tile addr = %at_d : !pto.tile_buf<vec, 8x16xf32, valid=1x1>; pto.tmov ins(%s) outs(%o)                           | true
          %o = pto.alloc_tile addr = %at_d valid_row = %x valid_col = %y : !pto.tile_buf<vec, 8x16xf32, valid=?x?>; pto.tmov ins(%s) outs(%o) | true
          """)
  void aCopyOntoItselfOrOfNothingIsNoWork(String statement, boolean works) {
    Tile s = Tile.of("s", 0, "f32 8x16 8x16");
    Tile d = Tile.of("d", TARGET, "f32 8x16 8x16");
    List<Boolean> nothing = new ArrayList<>();
    ScalarRun.lower(
        function(statement, s, d),
        Profile.A5,
        operands -> nothing.add(TileCopy.of(operands).isNothing(operands.builder())),
        new Diagnostics());
    assertThat(nothing)
        .isEqualTo(works ? List.of(false) : nothing.isEmpty() ? nothing : List.of(true));
    Function lowered =
        ScalarRun.lower(
            function(statement, s, d), Profile.A5, TileCopyTest::own, new Diagnostics());
    assertThat(
            TileText.operations(lowered).stream()
                .anyMatch(op -> op.name().equals("pto.load_scalar")))
        .isEqualTo(works);
  }

  @ParameterizedTest
  @EnumSource(MaskPattern.class)
  void aPatternTakesRows(MaskPattern pattern) {
    Tile s = Tile.of("s", 0, "i16 8x32 8x20");
    Tile d = Tile.of("d", TARGET, "i16 8x48 %dx20".formatted(pattern.taken(8)));
    Map<Long, Integer> memory = new HashMap<>();
    s.fill(memory, new Random(1));
    Map<Long, Integer> wanted = new HashMap<>(memory);
    String bits = pattern.name().substring(1);
    int taken = 0;
    for (int row = 0; row < 8; row++) {
      if (bits.charAt(3 - row % 4) == '1') {
        for (int column = 0; column < 20; column++) {
          d.write(wanted, taken, column, s.read(memory, row, column));
        }
        taken++;
      }
    }
    String statement =
        "pto.tgather ins(%%s, {maskPattern = #pto.mask_pattern<%s>} : %s, \"col\") outs(%%d)"
            .formatted(pattern, s.type());
    Function lowered = lower(function(statement, s, d), TileCopyTest::own);
    assertThat(withoutNotes(ScalarRun.of(lowered, memory, 0, 0).memory())).isEqualTo(wanted);
    assertThat(noted(ScalarRun.of(lowered, memory, 0, 0).memory(), 2)).isZero();
  }

  /** Sources, destination, and for {@code tconcatidx} the counts in bytes, row by row. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          i32 4x16 2x5  | i32 4x8 2x3  | i32 4x24 2x8  |                    |                     |
          i16 4x16 2x16 | i16 4x16 2x3 | i16 4x32 2x19 |                    |                     |
          f32 4x16 2x16 | f32 4x8 2x8  | f32 4x24 2x24 | i32 4x8 2x8        | 8 63                | 12 4
          f32 4x16 2x16 | f32 4x8 2x8  | f32 4x16 2x10 | i32 4x8 2x8        | 400 20              | 8 400
          f32 4x16 2x16 | f32 4x8 2x8  | f32 4x24 2x24 | i32 4x8 2x8        | -4 0                | 0 -4
          i16 4x16 2x16 | i16 4x16 2x9 | i16 4x32 2x30 | i16 4x16 2x1       | 5 -1                | 2 3
          i8 4x32 2x32  | i8 4x32 2x32 | i8 4x64 2x60  | i8 4x32 2x1        | 5 -1                | 2 33
          i16 4x16 2x16 | i16 4x16 2x9 | i16 4x32 2x30 | i16 16x8 2x1 col   | 6 30                | 18 3
          """)
  void theSecondStandsBehindTheFirst(
      String first, String second, String target, String counts, String left, String right) {
    Tile a = Tile.of("a", 0, first);
    Tile b = Tile.of("b", SECOND, second);
    Tile d = Tile.of("d", TARGET, target);
    boolean counted = counts != null;
    Tile x = Tile.of("x", THIRD, counted ? counts : first);
    Tile y = Tile.of("y", FOURTH, counted ? counts : first);
    Map<Long, Integer> memory = new HashMap<>();
    Stream.of(a, b, d).forEach(tile -> tile.fill(memory, new Random(tile.address())));
    Map<Long, Integer> wanted = new HashMap<>(memory);
    for (int row = 0; row < 2; row++) {
      int[] columns = {a.validColumns(), b.validColumns()};
      if (counted) {
        x.write(memory, row, 0, add(left, row, 0));
        y.write(memory, row, 0, add(right, row, 0));
        long mask = (1L << 8 * x.bytes()) - 1;
        long n = Math.min((add(left, row, 0) & mask) / a.bytes(), d.validColumns());
        columns[0] = (int) Math.min(n, 0 + Integer.parseInt(first.split("[x ]")[2]));
        n = (add(right, row, 0) & mask) / a.bytes();
        n = Math.min(n, Integer.parseInt(second.split("[x ]")[2]));
        columns[1] = (int) Math.min(n, d.validColumns() - columns[0]);
      }
      for (int j = 0; j < columns[0] + columns[1]; j++) {
        boolean isFirst = j < columns[0];
        d.write(
            wanted, row, j, isFirst ? a.read(memory, row, j) : b.read(memory, row, j - columns[0]));
      }
    }
    Tile[] tiles = counted ? new Tile[] {a, b, x, y, d} : new Tile[] {a, b, d};
    String statement =
        counted
            ? "pto.tconcatidx ins(%a, %b, %x, %y) outs(%d)"
            : "pto.tconcat ins(%a, %b) outs(%d)";
    Function function =
        function(statement.replace("%x", "%x_").replace("%y", "%y_"), rename(tiles));
    Function lowered = lower(function, TileCopyTest::own);
    memory.forEach(wanted::putIfAbsent);
    assertThat(withoutNotes(ScalarRun.of(lowered, memory, 0, 0).memory())).isEqualTo(wanted);
    assertThat(accesses(lowered).getFirst())
        .isEqualTo(counted ? "pto.barrier" : "pto.store_scalar");
  }

  /** The parameters have the names of two tiles. */
  private static Tile[] rename(Tile[] tiles) {
    return Stream.of(tiles)
        .map(
            tile ->
                tile.name().matches("[xy]")
                    ? new Tile(tile.name() + "_", tile.address(), tile.words())
                    : tile)
        .toArray(Tile[]::new);
  }

  /** Barriers and accesses of the scalar unit to memory, in the order of the text. */
  private static List<String> accesses(Function lowered) {
    return TileText.operations(lowered).stream()
        .map(Operation::name)
        .filter(name -> name.matches("pto.(barrier|load_scalar|store_scalar)"))
        .toList();
  }

  /** In row-major order, while all other pipes stand still. */
  @ParameterizedTest
  @CsvSource({
    "i16 4x16 3x5, i16 4x16 3x5, i16 4x32 4x32",
    "i32 4x8 3x5, i32 4x16 2x4, i32 4x32 4x32",
    "i8 4x32 4x32, i16 4x32 3x9, i8 4x64 4x64"
  })
  void elementsGoWhereIndicesSay(String source, String indices, String target) {
    Tile s = Tile.of("s", 0, source);
    Tile i = Tile.of("i", SECOND, indices);
    Tile d = Tile.of("d", TARGET, target);
    Map<Long, Integer> memory = new HashMap<>();
    s.fill(memory, new Random(1));
    Random random = new Random(3);
    for (int row = 0; row < i.validRows(); row++) {
      for (int column = 0; column < i.validColumns(); column++) {
        i.write(memory, row, column, random.nextInt(100));
      }
    }
    Map<Long, Integer> wanted = new HashMap<>(memory);
    for (int row = 0; row < i.validRows(); row++) {
      for (int column = 0; column < i.validColumns(); column++) {
        d.write(wanted, 0, i.read(memory, row, column), s.read(memory, row, column));
      }
    }
    Function lowered =
        lower(
            function("pto.tscatter ins(%s, %i) outs(%d)", s, i, d),
            operands ->
                ScalarScatter.byIndex(
                    operands.builder(),
                    operands.tile(RoleName.SRC),
                    operands.tile(RoleName.INDEX),
                    operands.tile(RoleName.DST)));
    assertThat(ScalarRun.of(lowered, memory, 0, 0).memory()).isEqualTo(wanted);
    assertThat(accesses(lowered))
        .containsExactly(
            "pto.barrier", "pto.load_scalar", "pto.load_scalar", "pto.store_scalar", "pto.barrier");
  }

  @ParameterizedTest
  @EnumSource(MaskPattern.class)
  void columnsGoWhereAPatternSays(MaskPattern pattern) {
    Tile s = Tile.of("s", 0, "i16 4x32 3x%d".formatted(pattern.taken(24)));
    Tile d = Tile.of("d", TARGET, "i16 4x48 3x24");
    Map<Long, Integer> memory = new HashMap<>();
    s.fill(memory, new Random(1));
    Map<Long, Integer> wanted = new HashMap<>(memory);
    String bits = pattern.name().substring(1);
    for (int row = 0; row < 3; row++) {
      int next = 0;
      for (int column = 0; column < 24; column++) {
        if (bits.charAt(3 - column % 4) == '1') {
          d.write(wanted, row, column, s.read(memory, row, next++));
        }
      }
    }
    String statement =
        "pto.tscatter ins(%%s, {maskPattern = #pto.mask_pattern<%s>} : %s, \"row\") outs(%%d)"
            .formatted(pattern, s.type());
    Function lowered =
        lower(
            function(statement, s, d),
            operands ->
                ScalarScatter.columns(
                    operands.builder(),
                    operands.tile(RoleName.SRC),
                    operands.tile(RoleName.DST),
                    pattern));
    assertThat(ScalarRun.of(lowered, memory, 0, 0).memory()).isEqualTo(wanted);
    assertThat(accesses(lowered)).startsWith("pto.barrier").endsWith("pto.barrier");
  }

  /** Ones stand from the diagonal on, or up to it. */
  @ParameterizedTest
  @CsvSource({"f32, 0x3F800000", "f16, 0x3C00", "bf16, 0x3F80", "i32, 1", "i16, 1"})
  void aTriangleEndsAtTheDiagonal(String element, String one) {
    Tile d = Tile.of("d", TARGET, element + " 8x32 5x9");
    for (int upper = 0; upper < 2; upper++) {
      String statement = "pto.ttri ins(%z : i32) outs(%d) {upperOrLower = " + upper + " : i32}";
      Function lowered = lower(function(statement, d), TileCopyTest::triangle);
      for (int diagonal = -7; diagonal < 12; diagonal++) {
        Map<Long, Integer> wanted = new HashMap<>();
        for (int i = 0; i < 5; i++) {
          for (int j = 0; j < 9; j++) {
            boolean isOne = upper == 1 ? j - i >= diagonal : j - i <= diagonal;
            d.write(wanted, i, j, isOne ? Long.decode(one) : 0);
          }
        }
        assertThat(ScalarRun.of(lowered, 0, 0, diagonal).memory()).isEqualTo(wanted);
      }
    }
  }

  private static void triangle(PlacedOperands operands) {
    IrBuilder builder = operands.builder();
    TileHandle target = operands.tile(RoleName.DST).asRows(builder);
    TriangleRows rows = TriangleRows.of(operands.op(), builder);
    ElementType bits = target.element();
    ElementType element = operands.tile(RoleName.DST).element();
    builder.loop(
        builder.index(0),
        target.rows(),
        builder.index(1),
        (body, row) -> {
          Value pointer = ScalarUnit.row(body, target, row);
          Value change = rows.firstColumns(body, row, target.columns());
          Value first = body.integer(rows.firstBits(element), bits);
          Value last = body.integer(rows.lastBits(element), bits);
          body.loop(
              body.index(0),
              change,
              body.index(1),
              (inner, column) -> ScalarUnit.store(inner, first, pointer, column));
          body.loop(
              change,
              target.columns(),
              body.index(1),
              (inner, column) -> ScalarUnit.store(inner, last, pointer, column));
        });
  }

  /**
   * Which source of an expansion is the carrier; with extents of the run, at two of them: of
   * sources of one extent the second.
   */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          trowexpandsub | 8x16xf32             | 8x8xf32, valid=8x1   | 8x16xf32            | second
          trowexpandsub | 8x8xf32, valid=8x1   | 8x16xf32             | 8x16xf32            | first
          trowexpandsub | 8x8xf32, valid=8x?   | 8x8xf32              | 8x8xf32             | first where y is not 8
          trowexpandsub | 8x8xf32, valid=8x?   | 8x8xf32, valid=8x?   | 8x8xf32             | second
          trowexpandsub | 8x8xf32, valid=8x?   | 8x8xf32, valid=8x?   | 8x8xf32, valid=8x?  | second
          tcolexpandsub | 8x16xf32             | 1x16xf32             | 8x16xf32            | second
          tcolexpandsub | 1x16xf32             | 8x16xf32             | 8x16xf32            | first
          tcolexpandsub | 8x16xf32, valid=?x16 | 8x16xf32, valid=?x16 | 8x16xf32            | second
          """)
  void theCarrierOfAnExpansionIsFound(
      String name, String first, String second, String target, String carrier) {
    List<String> lines = new ArrayList<>();
    List<String> types = List.of(first, second, target);
    for (int i = 0; i < 3; i++) {
      lines.add("%%at_t%d = arith.constant %d : i64".formatted(i, i * SECOND));
      lines.add(
          "%%t%d = pto.alloc_tile addr = %%at_t%d%s%s : !pto.tile_buf<vec, %s>"
              .formatted(
                  i,
                  i,
                  types.get(i).contains("=?") ? " valid_row = %x" : "",
                  types.get(i).contains("x?") ? " valid_col = %y" : "",
                  types.get(i)));
    }
    lines.add("pto." + name + " ins(%t0, %t1) outs(%t2)");
    Function function = function(String.join("; ", lines));
    Function lowered = lower(function, TileCopyTest::expansion);
    assertThat(carrier(lowered, 8, 8)).isEqualTo(carrier.equals("first") ? 0 : SECOND);
    assertThat(carrier(lowered, 1, 1)).isEqualTo(carrier.equals("second") ? SECOND : 0);
  }

  private static long carrier(Function lowered, long rows, long columns) {
    Map<Long, Integer> memory = ScalarRun.of(lowered, rows, columns, 0).memory();
    assertThat(noted(memory, 0)).isEqualTo(SECOND - noted(memory, 1));
    assertThat(noted(memory, 2)).isEqualTo(noted(memory, 1) == 0 ? 1 : 0);
    return noted(memory, 1);
  }

  private static void expansion(PlacedOperands operands) {
    Carriers.Code code =
        (builder, data, carrier, carrierFirst) -> {
          note(builder, 0, data.address());
          note(builder, 1, carrier.address());
          note(builder, 2, builder.i64(carrierFirst ? 1 : 0));
        };
    TileHandle first = operands.tile(RoleName.SRC0);
    TileHandle second = operands.tile(RoleName.SRC1);
    TileHandle target = operands.tile(RoleName.DST);
    if (operands.carriesRows()) {
      Carriers.byRows(operands.builder(), first, second, target, code);
    } else {
      Carriers.byColumns(operands.builder(), first, second, target, code);
    }
  }
}
