package org.ptoc.tile;

import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** One text gives equal results on both profiles, for every operation and element type that both have. */
class ProfilesAgreeTest {
  private static final int ROUNDS = Integer.getInteger("ptoc.seeds", 3);

  private enum Form {
    UNARY,
    BINARY,
    SCALAR,
    DIVIDE_SCALAR,
    SPLAT,
    ROW_REDUCE,
    COLUMN_REDUCE,
    ROW_EXPAND,
    COLUMN_EXPAND,
    PART
  }

  private record Row(Form form, String names, String types) {}

  private static final String BASE = "i16 i32 f16 f32";
  private static final String FLOATS = "f16 f32";
  private static final String INTEGERS = "i8 ui8 i16 ui16 i32 ui32";

  private static final List<Row> ROWS =
      List.of(
          new Row(Form.BINARY, "tadd tsub tmul tmax tmin tfmod", BASE), new Row(Form.BINARY, "tdiv", FLOATS),
          new Row(Form.BINARY, "tand tor txor tshl tshr", INTEGERS), new Row(Form.BINARY, "trem", "i32 f32"),
          new Row(Form.SCALAR, "tadds tsubs tmuls tmaxs tmins tfmods", BASE), new Row(Form.SCALAR, "tands tors txors", INTEGERS),
          new Row(Form.SCALAR, "trems", "i32 f32"), new Row(Form.DIVIDE_SCALAR, "tdivs", BASE),
          new Row(Form.UNARY, "tneg", BASE), new Row(Form.UNARY, "tabs texp tlog tsqrt trsqrt trecip", FLOATS),
          new Row(Form.UNARY, "trelu", "i32 f16 f32"), new Row(Form.UNARY, "tnot", INTEGERS),
          new Row(Form.SPLAT, "texpands", "i8 i16 ui16 i32 ui32 f16 bf16 f32"),
          new Row(Form.ROW_REDUCE, "trowmax trowmin", BASE), new Row(Form.ROW_REDUCE, "trowsum trowprod", "i16 i32"),
          new Row(Form.COLUMN_REDUCE, "tcolsum tcolprod tcolmax tcolmin", BASE),
          new Row(Form.ROW_EXPAND, "trowexpandadd trowexpandsub trowexpandmul trowexpandmax trowexpandmin", BASE),
          new Row(Form.ROW_EXPAND, "trowexpanddiv", FLOATS), new Row(Form.ROW_EXPAND, "trowexpand", "i8 ui8 i16 i32 f16 bf16 f32"),
          new Row(Form.COLUMN_EXPAND, "tcolexpandadd tcolexpandsub tcolexpandmul tcolexpandmax tcolexpandmin", BASE),
          new Row(Form.COLUMN_EXPAND, "tcolexpanddiv", FLOATS),
          new Row(Form.PART, "tpartadd tpartmul tpartmax tpartmin", BASE));

  @TestFactory
  Stream<DynamicTest> everyCommonOperation() {
    return ROWS.stream()
        .flatMap(
            row ->
                Stream.of(row.names.split(" "))
                    .flatMap(
                        name ->
                            Dtype.list(row.types).stream()
                                .map(type -> DynamicTest.dynamicTest(name + " " + type, () -> agree(row.form, name, type)))));
  }

  private static void agree(Form form, String name, Dtype type) {
    SplittableRandom random = new SplittableRandom(name.hashCode() * 31L + type.ordinal());
    Sweep sweep = new Sweep();
    for (int round = 0; round < ROUNDS; round++) {
      int columns = random.nextInt(1, 400);
      Tile tile = Tile.fitting(type, random.nextInt(1, 30), columns);
      Tile shape = random.nextBoolean() ? tile : tile.withColumns(tile.columns() + type.block()).valid(random.nextInt(1, tile.rows() + 1), columns);
      sweep.add(program(form, name, random.nextInt(3) == 0 ? shape.open() : shape, random).match(Match.VALUES).agree());
    }
    sweep.finish();
  }

  private static TileProgram program(Form form, String name, Tile shape, SplittableRandom random) {
    Dtype type = shape.type();
    Grid a = Grid.mixed(shape, random);
    Tile column = Tile.of(type, shape.rows(), type.block()).valid(shape.validRows(), 1);
    Tile line = Tile.of(type, 1, shape.columns()).valid(1, shape.validColumns());
    Tile carried = shape.dynamic() ? column.open() : column;
    Tile row = shape.dynamic() ? line.open() : line;
    return switch (form) {
      case UNARY -> new TileProgram(name, shape).input(shape, a);
      case BINARY -> new TileProgram(name, shape).input(shape, a).input(shape, Grid.mixed(shape, random));
      case SCALAR -> new TileProgram(name, shape).input(shape, a).scalar(scalarType(type), scalar(type, random));
      case DIVIDE_SCALAR -> random.nextBoolean()
          ? new TileProgram(name, shape).input(shape, a).scalar(scalarType(type), scalar(type, random))
          : new TileProgram(name, shape).scalar(scalarType(type), scalar(type, random)).input(shape, a);
      case SPLAT -> new TileProgram(name, shape).scalar(scalarType(type), scalar(type, random));
      case ROW_REDUCE -> new TileProgram(name, carried).input(shape, a);
      case COLUMN_REDUCE -> new TileProgram(name, row).input(shape, a);
      case ROW_EXPAND -> name.equals("trowexpand")
          ? new TileProgram(name, shape).input(carried, Grid.mixed(carried, random))
          : new TileProgram(name, shape).input(shape, a).input(carried, Grid.mixed(carried, random));
      case COLUMN_EXPAND -> new TileProgram(name, shape).input(shape, a).input(row, Grid.mixed(row, random));
      case PART -> {
        Tile part = shape.valid(random.nextInt(1, shape.validRows() + 1), random.nextInt(1, shape.validColumns() + 1));
        yield new TileProgram(name, shape).input(shape, a).input(part, Grid.mixed(part, random));
      }
    };
  }

  private static String scalarType(Dtype type) {
    return type.isFloat() ? type.spelling() : "i" + type.bits();
  }

  private static long scalar(Dtype type, SplittableRandom random) {
    return Grid.mixed(Tile.of(type, 1, 1), random).get(0, 0);
  }
}
