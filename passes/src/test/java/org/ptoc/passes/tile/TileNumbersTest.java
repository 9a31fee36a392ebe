package org.ptoc.passes.tile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ptoc.ir.Function;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.isa.RoundingMode;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.TileType;
import org.ptoc.ir.type.TileType.Padding;
import org.ptoc.passes.CodeSwitch;
import org.ptoc.passes.CompileOptions;
import org.ptoc.passes.build.Constants;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.storage.TileHandle;

/** Numbers that follow from the types of tiles: padding, modes of conversions, distances. */
class TileNumbersTest {
  /** spec/20, 8.3. */
  @ParameterizedTest
  @CsvSource({
    "I8, 7F, -80",
    "UI8, FF, 0",
    "I16, 7FFF, -8000",
    "UI16, FFFF, 0",
    "I32, 7FFFFFFF, -80000000",
    "UI32, FFFFFFFF, 0",
    "F16, 7BFF, FBFF",
    "BF16, 7F7F, FF7F",
    "F32, 7F7FFFFF, FF7FFFFF"
  })
  void paddingIsTheEndOfTheRange(ElementType element, String largest, String least) {
    CompileOptions options = CompileOptions.defaults();
    assertThat(PaddingValues.of(Padding.MAX, element, options))
        .isEqualTo(Long.parseLong(largest, 16));
    assertThat(PaddingValues.of(Padding.MIN, element, options))
        .isEqualTo(Long.parseLong(least, 16));
    for (Padding nothing : List.of(Padding.NULL, Padding.ZERO)) {
      assertThat(PaddingValues.finite(nothing, element)).isZero();
      assertThat(PaddingValues.infinite(nothing, element)).isZero();
    }
    if (!element.isFloat()) {
      assertThat(PaddingValues.infinite(Padding.MAX, element))
          .isEqualTo(PaddingValues.finite(Padding.MAX, element));
    }
  }

  @ParameterizedTest
  @CsvSource({"F16, 7C00, FC00", "BF16, 7F80, FF80", "F32, 7F800000, FF800000"})
  void paddingIsInfiniteWhenAsked(ElementType element, String above, String below) {
    CompileOptions infinite = CompileOptions.defaults().with(CodeSwitch.INFINITE_PADDING);
    assertThat(PaddingValues.of(Padding.MAX, element, infinite))
        .isEqualTo(Long.parseLong(above, 16));
    assertThat(PaddingValues.of(Padding.MIN, element, infinite))
        .isEqualTo(Long.parseLong(below, 16));
  }

  /** spec/20, 6.6. */
  @ParameterizedTest
  @CsvSource({
    "NONE,  F32, I32, TOWARD_ZERO",
    "NONE,  F32, F16, NEAREST_EVEN",
    "NONE,  I32, F32, NEAREST_EVEN",
    "RINT,  F32, I32, NEAREST_EVEN",
    "ROUND, F32, I32, NEAREST_AWAY",
    "FLOOR, F32, I32, DOWN",
    "CEIL,  F32, I32, UP",
    "TRUNC, F32, I32, TOWARD_ZERO",
    "ODD,   F32, F16, TO_ODD"
  })
  void conversionsRoundAsTheyAreTold(
      String mode, ElementType from, ElementType to, RoundingMode expected) {
    Operation op = conversion("{rmode = #pto<round_mode " + mode + ">}");
    assertThat(ConversionModes.of(op, from, to).rounding()).isEqualTo(expected);
  }

  /** Off for six pairs of types, on for all others into integers, off between floats. */
  @ParameterizedTest
  @CsvSource({
    "F16, I16, false", "F16, I8, false", "F16, UI8, false", "F32, I16, false", "I32, I16, false",
    "I64, I32, false", "F16, I32, true", "F32, I32, true", "F32, UI8, true", "I16, I8, true",
    "I32, UI16, true", "UI32, I16, true", "UI32, UI16, true", "I64, I16, true", "F32, F16, false",
    "I32, F32, false"
  })
  void conversionsSaturateUnlessTold(ElementType from, ElementType to, boolean expected) {
    assertThat(ConversionModes.of(conversion(""), from, to).saturates()).isEqualTo(expected);
    assertThat(ConversionModes.of(conversion("{sat_mode = \"ON\"}"), from, to).saturates())
        .isTrue();
    assertThat(ConversionModes.of(conversion("{sat_mode = \"OFF\"}"), from, to).saturates())
        .isFalse();
  }

  private static Operation conversion(String attributes) {
    Function function =
        TileText.function(
            "",
            List.of(
                "%a = pto.alloc_tile : !pto.tile_buf<vec, 8x64xf32>",
                "%b = pto.alloc_tile : !pto.tile_buf<vec, 8x64xi32>",
                "pto.tcvt ins(%a "
                    + attributes
                    + " : !pto.tile_buf<vec, 8x64xf32>) outs(%b : !pto.tile_buf<vec, 8x64xi32>)"));
    return TileText.operations(function).stream()
        .filter(op -> op.name().equals("pto.tcvt"))
        .findFirst()
        .orElseThrow();
  }

  private static TileHandle tile(String type, int rows, int columns, int pitch, IrBuilder builder) {
    Function function =
        TileText.function("", List.of("%t = pto.alloc_tile : !pto.tile_buf<vec, " + type + ">"));
    TileType parsed = (TileType) TileText.operations(function).get(7).result().type();
    return new TileHandle(
        parsed, builder.i64(0), extent(rows, builder), extent(columns, builder), pitch);
  }

  private static Value extent(int number, IrBuilder builder) {
    return number < 0 ? new Value(ElementType.INDEX) : builder.index(number);
  }

  /** A tile, its valid region, -1 where the run knows it, and the pitch. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          8x64xf32                      | 8  | 64 | 64  | true  | false | 2048
          8x64xf32                      | 8  | 63 | 64  | false | false | 2048
          8x64xf32                      | 1  | 63 | 64  | true  | false | 2048
          8x64xf32                      | 0  | 63 | 64  | true  | false | 2048
          8x64xf32                      | -1 | 64 | 64  | true  | false | 2048
          8x64xf32                      | -1 | -1 | 64  | false | false | 2048
          1x64xf32                      | 1  | -1 | 64  | true  | false | 256
          8x64xf32                      | 8  | 64 | 128 | false | true  | 3840
          1x64xf32                      | 1  | 64 | 128 | true  | false | 256
          8x64xf32, blayout=col_major   | 8  | 64 | 8   | false | false | 2048
          8x64xf32, blayout=col_major   | 8  | 64 | 16  | false | true  | 4064
          """)
  void runsAndGaps(
      String type, int rows, int columns, int pitch, boolean run, boolean gaps, long span) {
    Constants constants = new Constants();
    TileHandle tile = tile(type, rows, columns, pitch, new IrBuilder(constants));
    assertThat(tile.isContiguous(constants)).isEqualTo(run);
    assertThat(tile.hasGaps()).isEqualTo(gaps);
    assertThat(tile.spanBytes()).isEqualTo(span);
  }

  /** A tile of columns is one of rows, and 64 bits are two words. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          8x64xf32                    | 8x64xui32  | 5 | 60  | 64
          8x64xf16                    | 8x64xui16  | 5 | 60  | 64
          8x64xi64                    | 8x128xui32 | 5 | 120 | 128
          8x64xf32, blayout=col_major | 64x8xui32  | 60 | 5  | 64
          8x64xi64, blayout=col_major | 64x16xui32 | 60 | 10 | 128
          """)
  void anyTileIsRowsOfIntegers(String type, String rows, int validRows, int columns, int pitch) {
    IrBuilder builder = new IrBuilder(new Constants());
    TileHandle seen = tile(type, 5, 60, 64, builder).asRows(builder);
    assertThat(seen.type().rows() + "x" + seen.type().columns() + "x" + seen.element().spelling())
        .isEqualTo(rows);
    assertThat(builder.constantOf(seen.rows())).hasValue(validRows);
    assertThat(builder.constantOf(seen.columns())).hasValue(columns);
    assertThat(seen.pitch()).isEqualTo(pitch);
  }

  @Test
  void distancesAndExtents() {
    IrBuilder builder = new IrBuilder(new Constants());
    TileHandle rows = tile("8x64xf32", 5, 60, 128, builder);
    TileHandle columns = tile("8x64xf16, blayout=col_major", 5, -1, 8, builder);
    Value three = builder.index(3);
    Value seven = builder.index(7);
    assertThat(builder.constantOf(rows.offset(three, seven, builder))).hasValue(4 * (3 * 128 + 7));
    assertThat(builder.constantOf(columns.offset(three, seven, builder))).hasValue(2 * (7 * 8 + 3));
    assertThat(builder.constantOf(rows.columnsFrom(builder, builder.index(4)))).hasValue(60);
    assertThat(builder.constantOf(rows.columnsFrom(builder, builder.index(5)))).hasValue(0);
    assertThat(rows.knownType(builder.constants()).validColumns()).isEqualTo(60);
    assertThat(columns.knownType(builder.constants()).validColumns()).isEqualTo(TileType.DYNAMIC);
    assertThat(tile("8x64xf32", 9, 64, 64, builder).knownType(builder.constants()).validRows())
        .isEqualTo(TileType.DYNAMIC);
    assertThat(tile("8x64xf32", 8, 0, 64, builder).knownType(builder.constants()).validColumns())
        .isZero();
    assertThat(columns.staticColumns(builder.constants())).isEqualTo(OptionalLong.empty());
  }
}
