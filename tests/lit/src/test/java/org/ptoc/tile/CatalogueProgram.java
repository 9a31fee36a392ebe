package org.ptoc.tile;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import org.ptoc.ir.catalog.OpCatalog;
import org.ptoc.ir.catalog.OpDefinition;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.catalog.Trait;
import org.ptoc.ir.catalog.TypeSet;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.type.ElementType;
import org.ptoc.passes.CodeSwitch;
import org.ptoc.passes.CompileOptions;

/**
 * Programs for the tile operations of the op catalogue. What a program looks like follows from the
 * shape and the traits of the row, so that a new row is tried without a change here.
 */
final class CatalogueProgram {
  private static final CompileOptions ROWWISE_MASKS =
      CompileOptions.defaults().with(CodeSwitch.ROWWISE_SCALAR_MASK);
  private static final List<String> ROUNDINGS =
      List.of("NONE", "RINT", "ROUND", "FLOOR", "CEIL", "TRUNC", "ODD", "CAST_RINT");

  private final OpDefinition op;
  private final Dtype type;
  private final Dtype result;
  private final Tile domain;
  private final SplittableRandom random;

  /**
   * @param type element type of the sources
   * @param result element type of the destination where the row has pairs of types, else equal
   * @param domain the region that the operation works on
   */
  CatalogueProgram(
      OpDefinition op, Dtype type, Dtype result, Tile domain, SplittableRandom random) {
    this.op = op;
    this.type = type;
    this.result = result;
    this.domain = domain.as(type);
    this.random = random;
  }

  /** The tile operations that have element types. */
  static List<OpDefinition> operations() {
    return OpCatalog.all().stream()
        .filter(OpDefinition::isTileOperation)
        .filter(op -> !(op.types(Profile.A5) instanceof TypeSet.Untyped))
        .filter(CatalogueProgram::computesTiles)
        .toList();
  }

  /**
   * False for products, scalars of tiles, prints, and indices into global memory, which have tests
   * of their own.
   */
  private static boolean computesTiles(OpDefinition op) {
    return !op.form().isAboutCube()
        && switch (op.form()) {
          case TILE_SET_ELEMENT, TILE_GET_ELEMENT, TILE_PRINT -> false;
          case TILE_MEMORY_GATHER, TILE_MEMORY_SCATTER, TILE_PREFETCH -> false;
          default -> true;
        };
  }

  /** True when the row has a profile's operation for the types. */
  static boolean isLegal(OpDefinition op, Profile profile, Dtype type, Dtype result) {
    ElementType source = ElementType.bySpelling(type.spelling()).orElseThrow();
    ElementType target = ElementType.bySpelling(result.spelling()).orElseThrow();
    return switch (op.types(profile)) {
      case TypeSet.Pairs(List<TypeSet.Pair> pairs) ->
          pairs.contains(new TypeSet.Pair(source, target));
      case TypeSet set -> type == result && set.accepts(source);
    };
  }

  /** True when source and destination types of the row differ. */
  static boolean hasPairs(OpDefinition op) {
    return op.types(Profile.A5) instanceof TypeSet.Pairs
        || op.types(Profile.A2A3) instanceof TypeSet.Pairs;
  }

  TileProgram build() {
    return switch (op.form()) {
      case TILE_LOAD, TILE_STORE -> onto(domain).input(domain, mixed(domain)).moves();
      case TILE_UNARY -> onto(domain).input(domain, mixed(domain));
      case TILE_UNARY_SCRATCH -> {
        Tile block = Tile.of(type, 1, type.block());
        yield random.nextBoolean()
            ? onto(domain).input(domain, mixed(domain))
            : onto(domain).input(domain, mixed(domain)).input(block, mixed(block)).destroysLast();
      }
      case TILE_BINARY, TILE_BINARY_SCRATCH, TILE_SHIFT ->
          onto(domain).input(domain, mixed(domain)).input(other(), mixed(domain));
      case TILE_TERNARY ->
          onto(domain)
              .input(domain, mixed(domain))
              .input(other(), mixed(domain))
              .input(domain, mixed(domain));
      case TILE_SCALAR_TERNARY ->
          onto(domain)
              .input(domain, mixed(domain))
              .scalar(scalarType(), scalar())
              .input(other(), mixed(domain));
      case TILE_AXPY -> {
        Tile output = open(Tile.fitting(result, domain.rows(), domain.columns()));
        Tile sum = output.valid(domain.validRows(), domain.validColumns());
        yield onto(sum)
            .input(domain, mixed(domain))
            .scalar(scalarType(), scalar())
            .updates(sum, mixed(sum));
      }
      case TILE_TRIANGLE ->
          onto(domain)
              .scalar("i32", random.nextInt(-9, 100) & 0xFFFF_FFFFL)
              .with("upperOrLower = " + random.nextInt(2) + " : i32");
      case TILE_SCALAR, TILE_SCALAR_SCRATCH ->
          onto(domain).input(domain, mixed(domain)).scalar(scalarType(), scalar());
      case TILE_SHIFT_SCALAR ->
          onto(domain).input(domain, mixed(domain)).scalar("i16", random.nextInt(type.bits()));
      case TILE_DIVIDE_SCALAR ->
          random.nextBoolean()
              ? onto(domain).input(domain, mixed(domain)).scalar(scalarType(), scalar())
              : onto(domain).scalar(scalarType(), scalar()).input(domain, mixed(domain));
      case TILE_SPLAT -> onto(domain).scalar(scalarType(), scalar());
      case TILE_COMPARE, TILE_COMPARE_SCALAR -> comparison();
      case TILE_SELECT ->
          onto(domain)
              .input(mask(), mixed(mask()))
              .input(domain, mixed(domain))
              .input(other(), mixed(domain));
      case TILE_SELECT_SCALAR ->
          onto(domain)
              .input(mask(), mixed(mask()))
              .input(domain, mixed(domain))
              .scalar(scalarType(), scalar());
      case TILE_CONVERT -> conversion();
      case TILE_ROW_REDUCE -> rowReduction();
      case TILE_COLUMN_REDUCE -> onto(line()).input(domain, mixed(domain));
      case TILE_COLUMN_INDEX ->
          onto(index(line()))
              .input(domain, mixed(domain))
              .input(domain, mixed(domain))
              .destroysLast();
      case TILE_EXPAND -> {
        Tile carrier = op.has(Trait.ROW_CARRIER) ? carrier() : line();
        yield onto(domain).input(carrier, mixed(carrier));
      }
      case TILE_EXPAND_BINARY -> expansion();
      case TILE_QUANTIZE, TILE_DEQUANTIZE -> quantization();
      case TILE_PARTIAL -> partial();
      case TILE_PARTIAL_INDEX -> partialIndex();
      case TILE_FILL -> fill();
      case TILE_MOVE -> onto(domain).input(other(), mixed(domain));
      case TILE_EXTRACT, TILE_INSERT -> window();
      case TILE_GATHER -> gather();
      case TILE_HISTOGRAM -> histogram();
      case TILE_SCATTER -> scatter();
      case TILE_GATHER_BLOCKS -> gatherBlocks();
      case TILE_TRANSPOSE ->
          onto(open(Tile.fitting(result, domain.validColumns(), domain.validRows())))
              .input(domain, mixed(domain));
      case TILE_CONCAT -> concat();
      case TILE_CONCAT_COUNTED -> {
        Tile counts = Tile.fitting(Dtype.I32, domain.validRows(), 1);
        Grid bytes =
            Grid.of(counts)
                .fill((i, j) -> random.nextInt(domain.validColumns() + 1) * type.bytes());
        yield concat().input(counts, bytes).input(counts, bytes).onto(mixed(beside()));
      }
      case TILE_SORT -> sort();
      case TILE_MERGE -> random.nextBoolean() ? mergeBlocks() : mergeLists();
      case TILE_RANDOM -> random();
      case TILE_INDEX -> {
        Tile row = line();
        yield random.nextBoolean()
            ? onto(row).scalar(scalarType(), start())
            : onto(row).scalar(scalarType(), start()).withTrailing("descending = true");
      }
      default -> throw new IllegalArgumentException("no program for " + op.name());
    };
  }

  private TileProgram onto(Tile output) {
    return new TileProgram(op.shortName(), output);
  }

  private Grid mixed(Tile tile) {
    return Grid.mixed(tile, random);
  }

  private String scalarType() {
    return type.isFloat() ? type.spelling() : "i" + type.bits();
  }

  private long scalar() {
    return Grid.mixed(Tile.of(type, 1, 1), random).get(0, 0);
  }

  private long start() {
    return type.isFloat() ? type.pattern(random.nextInt(-9, 9)) : scalar();
  }

  private Tile open(Tile tile) {
    return domain.dynamic() ? tile.open() : tile;
  }

  /** The domain with another pitch. */
  private Tile other() {
    return domain.withColumns(domain.columns() + random.nextInt(2) * type.block());
  }

  /** One row as wide as the domain. */
  private Tile line() {
    return open(
        Tile.of(type, random.nextInt(1, 3), domain.columns()).valid(1, domain.validColumns()));
  }

  /** One value for each row: a column, or rows of one block. */
  private Tile carrier() {
    int block = type.block();
    if (random.nextInt(3) == 0) {
      int rows = (domain.rows() + block - 1) / block * block;
      return open(Tile.of(type, rows, 1).valid(domain.validRows(), 1).byColumns());
    }
    return open(
        Tile.of(type, domain.rows(), block)
            .valid(domain.validRows(), random.nextBoolean() ? 1 : block));
  }

  /** The result of an index reduction has 32-bit integers. */
  private Tile index(Tile tile) {
    if (!op.has(Trait.INDEX_RESULT)) {
      return tile;
    }
    Dtype words = random.nextBoolean() ? Dtype.I32 : Dtype.UI32;
    int columns = (tile.columns() + words.block() - 1) / words.block() * words.block();
    return tile.columnMajor() ? tile.as(words) : tile.as(words).withColumns(columns);
  }

  // Packed masks.

  private Tile mask() {
    return Tile.of(Dtype.I8, domain.rows(), (domain.columns() / 8 + 31) / 32 * 32);
  }

  /**
   * Bits behind the valid columns are zero on one profile and unspecified on the other; a
   * comparison with a scalar packs a contiguous source as one run on A5 unless it is told not to
   * (spec/20, 6.5).
   */
  private TileProgram comparison() {
    Tile bits = Tile.of(Dtype.UI8, domain.rows(), (domain.columns() / 8 + 63) / 32 * 32);
    Grid counted = Grid.of(bits);
    for (int i = 0; i < bits.rows(); i++) {
      for (int k = 0; k < bits.columns(); k++) {
        int valid = i < domain.validRows() ? Math.clamp(domain.validColumns() - 8 * k, 0, 8) : 0;
        counted.care(i, k, (1L << valid) - 1);
      }
    }
    boolean equality =
        op.has(Trait.EQUALITY_ONLY_FOR_INT32) && !type.isFloat() && type.bits() == 32;
    List<String> modes = equality ? List.of("eq") : List.of("eq", "ne", "lt", "le", "gt", "ge");
    Grid data = mixed(domain);
    TileProgram program = onto(bits).input(domain, data).options(ROWWISE_MASKS).counting(counted);
    if (op.form() == OperationForm.TILE_COMPARE) {
      Grid second = mixed(domain);
      program.input(
          other(),
          Grid.of(domain)
              .fill((i, j) -> random.nextInt(3) == 0 ? data.get(i, j) : second.get(i, j)));
    } else {
      program.scalar(scalarType(), data.rows() * data.columns() == 0 ? scalar() : data.get(0, 0));
    }
    return program.with("cmpMode = #pto<cmp " + modes.get(random.nextInt(modes.size())) + ">");
  }

  // Types and sizes that change.

  private TileProgram conversion() {
    Tile output =
        open(
            Tile.fitting(result, domain.rows(), domain.columns())
                .valid(domain.validRows(), domain.validColumns()));
    TileProgram program = onto(output).input(domain, mixed(domain));
    List<String> attributes = new ArrayList<>();
    if (random.nextInt(4) > 0) {
      attributes.add(
          "rmode = #pto<round_mode " + ROUNDINGS.get(random.nextInt(ROUNDINGS.size())) + ">");
    }
    if (random.nextInt(3) > 0) {
      attributes.add("sat_mode = \"" + (random.nextBoolean() ? "ON" : "OFF") + "\"");
    }
    return attributes.isEmpty() ? program : program.with(String.join(", ", attributes));
  }

  /**
   * The order of float sums and products is unspecified (spec/20, 7.1): the numbers are such that
   * every order is exact, besides infinities and not-a-numbers.
   */
  private TileProgram rowReduction() {
    boolean unordered =
        type.isFloat()
            && (op.semantics().startsWith("sum") || op.semantics().startsWith("product"));
    long[] exact = {type.pattern(1), type.pattern(-1), type.pattern(1), type.pattern(-1)};
    Grid special = mixed(domain);
    boolean rare = random.nextBoolean();
    Grid data =
        unordered
            ? Grid.of(domain)
                .fill(
                    (i, j) -> {
                      boolean extreme =
                          type.isNan(special.get(i, j)) || Double.isInfinite(special.real(i, j));
                      return rare && extreme && random.nextInt(8) == 0
                          ? special.get(i, j)
                          : exact[random.nextInt(exact.length)];
                    })
            : special;
    return onto(index(carrier().valid(domain.validRows(), 1))).input(domain, data);
  }

  private TileProgram expansion() {
    boolean byRows = op.has(Trait.ROW_CARRIER);
    Tile carrier = byRows ? carrier() : line();
    TileProgram program = onto(domain);
    if (random.nextBoolean()) {
      program.input(domain, mixed(domain)).input(carrier, mixed(carrier));
    } else {
      program.input(carrier, mixed(carrier)).input(domain, mixed(domain));
    }
    boolean block = byRows && !carrier.columnMajor() && carrier.validColumns() == type.block();
    return block && random.nextBoolean()
        ? program.withTrailing("src1Col = " + type.block() + " : i64")
        : program;
  }

  private TileProgram quantization() {
    Tile output = open(Tile.fitting(result, domain.rows(), domain.columns()));
    Tile carrier = new CatalogueProgram(op, Dtype.F32, Dtype.F32, domain, random).carrier();
    boolean quantizes = op.form() == OperationForm.TILE_QUANTIZE;
    TileProgram program =
        onto(output.valid(domain.validRows(), domain.validColumns()))
            .input(domain, mixed(domain))
            .input(carrier, mixed(carrier));
    if (!quantizes || !result.isSigned()) {
      program.input(carrier, mixed(carrier));
    }
    return quantizes
        ? program.withTrailing(
            "quant_type = #pto<quant_type INT8_" + (result.isSigned() ? "SYM>" : "ASYM>"))
        : program;
  }

  private Tile part() {
    return domain.valid(some(domain.validRows()), some(domain.validColumns()));
  }

  /** One to all; none of none. */
  private int some(int all) {
    return all == 0 ? 0 : random.nextInt(1, all + 1);
  }

  private TileProgram partial() {
    boolean covers = op.has(Trait.NEEDS_COVERING_SOURCE) || random.nextBoolean();
    Tile first = covers ? domain : part();
    Tile second = part();
    return random.nextBoolean()
        ? onto(domain).input(first, mixed(first)).input(second, mixed(second))
        : onto(domain).input(second, mixed(second)).input(first, mixed(first));
  }

  private TileProgram partialIndex() {
    Tile first = part();
    Tile second = part();
    Tile numbers = numbers(domain);
    boolean values = type == result && random.nextBoolean();
    return onto(values ? domain : numbers)
        .input(first, mixed(first))
        .input(second, mixed(second))
        .input(numbers(first), mixed(numbers(first)))
        .input(numbers(second), mixed(numbers(second)))
        .unread(values ? numbers : domain, !values);
  }

  /** 32-bit integers of the same extents. */
  private Tile numbers(Tile tile) {
    return open(
        Tile.fitting(Dtype.UI32, tile.rows(), tile.columns())
            .valid(tile.validRows(), tile.validColumns()));
  }

  private TileProgram fill() {
    Tile source = part();
    Tile grown =
        Tile.of(
            type,
            domain.rows() + random.nextInt(3),
            domain.columns() + random.nextInt(3) * type.block());
    int rows = random.nextInt(domain.validRows(), grown.rows() + 1);
    int columns = random.nextInt(domain.validColumns(), grown.columns() + 1);
    Tile larger = open(grown.valid(rows, columns));
    Tile output = op.has(Trait.GROWS) ? larger : domain;
    return onto(output.padded(List.of("zero", "max", "min").get(random.nextInt(3))))
        .input(source, mixed(source));
  }

  private TileProgram gather() {
    Tile indices = open(Tile.fitting(Dtype.I32, domain.validRows(), domain.validColumns()));
    Grid numbers =
        Grid.of(indices)
            .fill(
                (i, j) ->
                    (long) random.nextInt(domain.validRows()) * domain.pitch()
                        + random.nextInt(domain.validColumns()));
    return onto(domain).input(domain, mixed(domain)).input(indices, numbers);
  }

  private TileProgram histogram() {
    Tile selector = Tile.of(Dtype.UI8, domain.rows(), 32).valid(domain.validRows(), 3);
    int counted = random.nextInt(Math.min(Integer.BYTES, type.bytes()));
    return onto(Tile.of(result, domain.rows(), 256).valid(domain.validRows(), 256))
        .input(domain, mixed(domain))
        .input(selector, mixed(selector))
        .withTrailing("byte = " + counted + " : i32");
  }

  private TileProgram scatter() {
    Tile indices = open(Tile.fitting(Dtype.I32, domain.validRows(), domain.validColumns()));
    Grid numbers =
        Grid.of(indices)
            .fill(
                (i, j) ->
                    (long) random.nextInt(domain.validRows()) * domain.pitch()
                        + random.nextInt(domain.validColumns()));
    return onto(domain).input(domain, mixed(domain)).input(indices, numbers).onto(mixed(domain));
  }

  private TileProgram gatherBlocks() {
    int blocks = (domain.validColumns() + type.block() - 1) / type.block();
    Tile whole = domain.valid(domain.rows(), domain.columns());
    Tile offsets = open(Tile.fitting(Dtype.UI32, domain.validRows(), blocks));
    int all = domain.rows() * domain.columns() / type.block();
    return onto(domain)
        .input(whole, mixed(whole))
        .input(offsets, Grid.of(offsets).fill((i, j) -> 32L * random.nextInt(all)));
  }

  /** Room for the domain twice, side by side. */
  private Tile beside() {
    return open(Tile.fitting(type, domain.validRows(), 2 * domain.validColumns()));
  }

  private TileProgram concat() {
    return onto(beside()).input(domain, mixed(domain)).input(other(), mixed(domain));
  }

  /** A part of the domain at any place. */
  private TileProgram window() {
    int rows = some(domain.validRows());
    int columns = some(domain.validColumns());
    Tile part = open(Tile.fitting(type, rows, columns));
    boolean extracts = op.form() == OperationForm.TILE_EXTRACT;
    TileProgram program =
        extracts
            ? onto(part).input(domain, mixed(domain))
            : onto(domain).input(part, mixed(part)).onto(mixed(domain));
    return program
        .constant("index", random.nextInt(domain.validRows() - rows + 1))
        .constant("index", random.nextInt(domain.validColumns() - columns + 1));
  }

  // Records.

  private TileProgram sort() {
    boolean shared = random.nextBoolean();
    int columns = domain.validColumns() * Records.columns(type);
    int validRows = shared ? 1 : domain.validRows();
    Tile indices = Tile.fitting(Dtype.UI32, shared ? 1 : domain.rows(), domain.validColumns());
    Tile output = Tile.fitting(type, domain.rows(), columns);
    return onto(open(output.valid(domain.validRows(), columns)))
        .input(domain, type.isFloat() ? SortMergeTest.scores(domain, random) : mixed(domain))
        .input(open(indices.valid(validRows, domain.validColumns())), indices(validRows));
  }

  private Grid indices(int rows) {
    return new Grid(Dtype.UI32, rows, domain.validColumns())
        .fill((i, j) -> random.nextInt(4) == 0 ? random.nextInt() : 1000 - j);
  }

  private List<Records.Entry> records(int length) {
    List<Records.Entry> entries = new ArrayList<>();
    for (int i = 0; i < length; i++) {
      long score =
          random.nextInt(2) == 0
              ? type.pattern(random.nextInt(-9, 9))
              : Grid.moderate(type, random);
      entries.add(new Records.Entry(score, random.nextInt() & 0xFFFFFFFFL));
    }
    return Records.sorted(type, entries);
  }

  /**
   * Integers have no records; what they are in the tile does not matter, because the operation is
   * rejected.
   */
  private static void write(Grid grid, int at, List<Records.Entry> entries) {
    for (int i = 0; i < (grid.type().isFloat() ? entries.size() : 0); i++) {
      Records.put(grid, 0, at + i, entries.get(i));
    }
  }

  private TileProgram mergeBlocks() {
    int block = 64 * random.nextInt(1, 5);
    int groups = random.nextInt(1, 6);
    Tile row = open(Tile.of(type, 1, 4 * block * groups));
    Grid data = Grid.of(row);
    int records = block / Records.columns(type);
    for (int i = 0; i < 4 * groups; i++) {
      write(data, i * records, records(records));
    }
    return onto(row).input(row, data).constant("i32", block);
  }

  /**
   * Records behind those that were merged when a list was exhausted are unspecified (spec/20, 5.2).
   */
  private TileProgram mergeLists() {
    int width = Records.columns(type);
    boolean exhausted = random.nextBoolean();
    List<List<Records.Entry>> lists = new ArrayList<>();
    List<Tile> tiles = new ArrayList<>();
    int lengths = random.nextInt(2, 5);
    int total = 0;
    for (int i = 0; i < lengths; i++) {
      lists.add(records(random.nextInt(1, 150)));
    }
    if (lists.getLast().size() > lists.getFirst().size()) {
      Collections.swap(lists, 0, lengths - 1); // A last tile with room for the others is scratch.
    }
    for (List<Records.Entry> list : lists) {
      tiles.add(open(Tile.fitting(type, 1, list.size() * width)));
      total += list.size();
    }
    Tile output = open(Tile.fitting(type, 1, total * width));
    TileProgram program = onto(output);
    for (int i = 0; i < tiles.size(); i++) {
      Grid data = Grid.of(tiles.get(i));
      write(data, 0, lists.get(i));
      program.input(tiles.get(i), data);
    }
    Grid counted = Grid.of(output);
    int merged = Records.merged(type, lists, exhausted, new int[lists.size()]).size();
    for (int j = merged * width; j < total * width; j++) {
      counted.release(0, j);
    }
    return program
        .with("exhausted = " + exhausted)
        .also("%counts", "vector<4xi16>")
        .counting(counted);
  }

  private TileProgram random() {
    TileProgram program = onto(domain);
    for (int i = 0; i < 6; i++) {
      program.scalar("i32", random.nextInt() & 0xFFFFFFFFL);
    }
    return program;
  }
}
