package org.ptoc.frontend.type;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ptoc.ir.type.ElementType;

/**
 * The spellings of spec/00, 2.2 and spec/20, 1.2: what each means, and what is refused with which
 * place.
 */
class TypeParserTest {
  private static String canonical(String text) {
    return switch (TypeParser.parse(text)) {
      case TypeResult.Parsed parsed -> parsed.type().spelling();
      case TypeResult.Failed failed ->
          failed.code().id() + " at " + failed.offset() + ": " + failed.message();
    };
  }

  @ParameterizedTest
  @EnumSource(ElementType.class)
  void readsEveryElementType(ElementType type) {
    assertThat(canonical(type.spelling())).isEqualTo(type.spelling());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          !pto.ptr<f32>                                        | !pto.ptr<f32>
          !pto.ptr<f32, gm>                                    | !pto.ptr<f32>
          !pto.ptr<f32, ub>                                    | !pto.ptr<f32, ub>
          !pto.ptr<f32, vec>                                   | !pto.ptr<f32, ub>
          !pto.ptr< ui8 ,  mat >                               | !pto.ptr<ui8, l1>
          !pto.ptr <i16, left>                                 | !pto.ptr<i16, l0a>
          !pto.ptr<f16, right>                                 | !pto.ptr<f16, l0b>
          !pto.ptr<f16, acc>                                   | !pto.ptr<f16, l0c>
          !pto.ptr<f16, bias>                                  | !pto.ptr<f16, bt>
          !pto.ptr<f16, scaling>                               | !pto.ptr<f16, fb>
          !pto.ptr<!pto.hif8, ub>                              | !pto.ptr<!pto.hif8, ub>
          <i8, gm>                                             | !pto.ptr<i8>
          !pto.ptr                                             | !pto.ptr
          !pto.ptr<...>                                        | !pto.ptr
          !pto.vreg<64xf32>                                    | !pto.vreg<64xf32>
          !pto.vreg<128xbf16>                                  | !pto.vreg<128xbf16>
          !pto.vreg<256xui8>                                   | !pto.vreg<256xui8>
          !pto.vreg<32xsi64>                                   | !pto.vreg<32xsi64>
          !pto.vreg<64xf16>                                    | !pto.vreg<64xf16>
          !pto.mask<b8>                                        | !pto.mask<b8>
          !pto.mask<b16>                                       | !pto.mask<b16>
          !pto.mask<b32>                                       | !pto.mask<b32>
          !pto.mask<G>                                         | !pto.mask<G>
          !pto.align                                           | !pto.align
          !pto.tensor_view<1x1x1x16x64xf32>                    | !pto.tensor_view<1x1x1x16x64xf32>
          !pto.tensor_view<?x?xf32>                            | !pto.tensor_view<?x?xf32>
          !pto.partition_tensor_view<16x64xf16>                | !pto.partition_tensor_view<16x64xf16>
          !pto.tile_view<16x64xf16>                            | !pto.partition_tensor_view<16x64xf16>
          !pto.tile_buf<vec, 16x64xf32>                        | !pto.tile_buf<vec, 16x64xf32>
          !pto.tile_buf<ub, 16x64xf32>                         | !pto.tile_buf<vec, 16x64xf32>
          !pto.tile_buf<vec, 16x32x!pto.hif8>                  | !pto.tile_buf<vec, 16x32x!pto.hif8>
          !pto.tile_buf<vec, 16x64xf32, valid=16x63>           | !pto.tile_buf<vec, 16x64xf32, valid=16x63>
          !pto.tile_buf<vec, 16x64xf32, valid=0x10>            | !pto.tile_buf<vec, 16x64xf32, valid=0x10>
          !pto.tile_buf<vec, 8x1xf32, valid=?x1, blayout=col_major> | !pto.tile_buf<vec, 8x1xf32, valid=?x1, blayout=col_major>
          !pto.tile_buf<vec, 8x8xf32, pad=max, valid=?x?>      | !pto.tile_buf<vec, 8x8xf32, valid=?x?, pad=2>
          !pto.tile_buf<vec, 8x8xf32, pad=3, compact=normal>   | !pto.tile_buf<vec, 8x8xf32, pad=3, compact=1>
          !pto.tile_buf<mat, 16x16xf16, blayout=col_major, slayout=row_major, fractal=512> | !pto.tile_buf<mat, 16x16xf16, blayout=col_major, slayout=row_major>
          !pto.tile_buf<acc, 16x16xf32, fractal=1024>          | !pto.tile_buf<acc, 16x16xf32, fractal=1024>
          !pto.tile_buf<loc=vec, dtype=f32, rows=16, cols=64, v_row=16, v_col=64, blayout=row_major, slayout=none_box, fractal=512, pad=0> | !pto.tile_buf<vec, 16x64xf32>
          !pto.tile_buf<loc=vec, dtype=f32, rows=16, cols=64, v_row=-1, v_col=?, blayout=row_major, slayout=none_box, fractal=512, pad=0, compact=2> | !pto.tile_buf<vec, 16x64xf32, valid=?x?, compact=2>
          !pto.tile<16x64xf32>                                 | !pto.tile_buf<vec, 16x64xf32>
          !pto.tile<f32, 16, 16>                               | !pto.tile_buf<vec, 16x16xf32>
          !pto.tile<loc=vec, f32, 16, 16, RowMajor, NoneBox, None, Zero> | !pto.tile_buf<vec, 16x16xf32, pad=1>
          !pto.tile<loc=vec, f32, 16, 16, ColMajor>            | !pto.tile_buf<vec, 16x16xf32, blayout=col_major>
          !pto.tile<f16, 1, 100>                               | !pto.tile_buf<vec, 1x112xf16, valid=1x100>
          !pto.tile_buf<f32, 16, 16>                           | !pto.tile_buf<vec, 16x16xf32>
          !pto.tile<...>                                       | !pto.tile<...>
          !pto.tile_buf<...>                                   | !pto.tile_buf<...>
          !pto.multi_tile_buf<vec, 16x16xf16, count=2>         | !pto.multi_tile_buf<vec, 16x16xf16, count=2>
          !pto.multi_tile_buf<!pto.tile_buf<vec, 16x16xf16>, count=16> | !pto.multi_tile_buf<vec, 16x16xf16, count=16>
          vector<4xi16>                                        | vector<4xi16>
          vector<1xf32>                                        | vector<1xf32>
          vector<65536xi8>                                     | vector<65536xi8>
          !pto.vreg<32xf32>                                    | !pto.vreg<32xf32>
          !pto.vreg<16xf32>                                    | !pto.vreg<16xf32>
          !pto.mask<...>                                       | !pto.mask<G>
          !pto.local_array<4xi32>                              | !pto.local_array<4xi32>
          !pto.local_array<2x3x4xf16>                          | !pto.local_array<2x3x4xf16>
          !pto.local_array<1xindex>                            | !pto.local_array<1xindex>
          !pto.local_array<65536xi8>                           | !pto.local_array<65536xi8>
          !pto.local_array< 256x256xbf16 >                     | !pto.local_array<256x256xbf16>
          !pto.struct<i32, f32>                                | !pto.struct<i32, f32>
          !pto.struct<i32,!pto.struct<f16, index>>             | !pto.struct<i32, !pto.struct<f16, index>>
          !pto.eventid_array<1>                                | !pto.eventid_array<1>
          !pto.eventid_array<65536>                            | !pto.eventid_array<65536>
          memref<32x16xf32, #pto.address_space<gm>>            | !pto.partition_tensor_view<32x16xf32>
          memref<?xf32, #pto.address_space<ub>>                | !pto.ptr<f32, ub>
          memref<16x64xf32, #pto.address_space<vec>>           | !pto.tile_buf<vec, 16x64xf32>
          """)
  void readsEverySpelling(String text, String canonical) {
    assertThat(canonical(text)).isEqualTo(canonical);
    assertThat(canonical(canonical)).isEqualTo(canonical);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          f64                                        | PTO1103 at 0
          i7                                         | PTO1103 at 0
          !pto.vregs<64xf32>                         | PTO1103 at 0
          !pto.ptr<f64, ub>                          | PTO1103 at 9
          !pto.ptr<f32, ram>                         | PTO1104 at 14
          !pto.ptr<f32, ub                           | PTO1104 at 16
          !pto.ptr<f32 ub>                           | PTO1104 at 13
          !pto.ptr<f32, ub> x                        | PTO1104 at 18
          !pto.ptr<                                  | PTO1103 at 9
          !pto.vreg                                  | PTO1104 at 9
          !pto.vreg<32xf32, 1>                       | PTO1104 at 16
          !pto.vreg<65xf32>                          | PTO1104 at 10
          !pto.vreg<128xf32>                         | PTO1104 at 10
          !pto.vreg<0xf32>                           | PTO1104 at 10
          !pto.vreg<2048xi1>                         | PTO1104 at 10
          !pto.vreg<99999999999xf32>                 | PTO1004 at 10
          !pto.mask<b64>                             | PTO1104 at 10
          !pto.align<b8>                             | PTO1104 at 10
          !pto.tensor_view<f32>                      | PTO1104 at 17
          !pto.tensor_view<1x1x1x1x1x1xf32>          | PTO1104 at 17
          !pto.tensor_view<0x4xf32>                  | PTO1104 at 17
          !pto.tile_buf<vec>                         | PTO1104 at 14
          !pto.tile_buf<gm, 16x64xf32>               | PTO1104 at 14
          !pto.tile_buf<vec, 0x64xf32>               | PTO1104 at 14
          !pto.tile_buf<vec, 16x64xindex>            | PTO1104 at 25
          !pto.tile_buf<vec, 16x64xf32, valid=17x64> | PTO1104 at 14
          !pto.tile_buf<vec, 16x64xf32, v_row=-2>    | PTO1104 at 37
          !pto.tile_buf<vec, 16x64xf32, valid=16>    | PTO1104 at 38
          !pto.tile_buf<vec, 16x64xf32, pad=4>       | PTO1104 at 34
          !pto.tile_buf<vec, 16x64xf32, fractal=64>  | PTO1104 at 38
          !pto.tile_buf<vec, 16x64xf32, blayout=nz>  | PTO1104 at 38
          !pto.tile_buf<vec, 16x64xf32, pad=1, pad=1> | PTO1104 at 37
          !pto.tile_buf<vec, 16x64xf32, colour=1>    | PTO1104 at 30
          !pto.tile<f32, 16>                         | PTO1104 at 10
          !pto.tile<f32, 16, 16, RowMajor, NoneBox, None, Zero, 7> | PTO1104 at 54
          !pto.multi_tile_buf<vec, 16x16xf16>        | PTO1104 at 20
          !pto.multi_tile_buf<vec, 16x16xf16, count=17> | PTO1104 at 20
          !pto.vreg<8xf32>                           | PTO1104 at 10
          !pto.vreg<2147483647xf32>                  | PTO1104 at 10
          !pto.vreg<2147483648xf32>                  | PTO1004 at 10
          vector<0xi16>                              | PTO1104 at 7
          vector<65537xi16>                          | PTO1104 at 7
          vector 4xi16                               | PTO1104 at 7
          !pto.local_array<i32>                      | PTO1104 at 17
          !pto.local_array<0xi32>                    | PTO1104 at 17
          !pto.local_array<65537xi32>                | PTO1104 at 17
          !pto.local_array<256x257xi32>              | PTO1104 at 17
          !pto.local_array<4 i32>                    | PTO1104 at 19
          !pto.local_array<4xi32, 2>                 | PTO1104 at 22
          !pto.local_array                           | PTO1104 at 16
          !pto.struct<i32, !pto.align>               | PTO1104 at 17
          !pto.struct<i32 f32>                       | PTO1104 at 16
          !pto.struct                                | PTO1104 at 11
          !pto.eventid_array<0>                      | PTO1104 at 19
          !pto.eventid_array<65537>                  | PTO1104 at 19
          !pto.eventid_array<1, 2>                   | PTO1104 at 20
          !pto.eventid_array                         | PTO1104 at 18
          memref<32x16xf32>                          | PTO1104 at 7
          memref<32x16xf32, strided<[1]>>            | PTO1104 at 18
          memref<32x16xf32, #pto.memory<gm>>         | PTO1104 at 18
          memref<32x16xf32, #pto.address_space gm>   | PTO1104 at 18
          memref<32x16xf32, #pto.address_space<gm>   | PTO1104 at 40
          memref<?x16xf32, #pto.address_space<ub>>   | PTO1104 at 7
          memref<2x4x4xf32, #pto.address_space<ub>>  | PTO1104 at 7
          memref 32x16xf32                           | PTO1104 at 7
          """)
  void refusesWithPlace(String text, String start) {
    assertThat(canonical(text)).startsWith(start + ":");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "<",
        "!",
        "!pto.",
        "!pto.tile<,>",
        "!pto.tile<,",
        "!pto.tile_buf<=",
        "?",
        "\0",
        "<<<<"
      })
  void refusesFragments(String text) {
    assertThat(TypeParser.parse(text)).isInstanceOf(TypeResult.Failed.class);
  }

  /** What people write who know other languages, or who mistype: the message has the remedy. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          float32                            | f32
          int                                | i32
          half                               | f16
          float                              | f32
          bool                               | i1
          uint8_t                            | ui8
          int16_t                            | i16
          u32                                | ui32
          bfloat16                           | bf16
          !pto.ptr<float16, ub>              | f16
          !pto.tile_buff<vec, 8x8xf32>       | !pto.tile_buf
          !pto.vregg<64xf32>                 | !pto.vreg
          !pto.ptr<f32, ubb>                 | ub
          !pto.tile_buf<vecc, 16x64xf32>     | vec
          !pto.tile_buf<vec, 16x64xf32, padd=1> | pad
          !pto.tile_buf<vec, 16x64xf32, blayout=row_majr> | row_major
          """)
  void misspeltWordsComeWithTheRightOne(String text, String right) {
    assertThat(TypeParser.parse(text))
        .isInstanceOfSatisfying(
            TypeResult.Failed.class,
            failed -> {
              assertThat(failed.message()).endsWith("; did you mean `" + right + "`?");
              assertThat(failed.replacement()).contains(right);
            });
  }

  /** The largest legal sizes are rounded up to whole blocks only where that fits. */
  @ParameterizedTest
  @CsvSource({
    "'!pto.tile<f32, 1, 8>', '!pto.tile_buf<vec, 1x8xf32>'",
    "'!pto.tile<f32, 1, 9>', '!pto.tile_buf<vec, 1x16xf32, valid=1x9>'",
    "'!pto.tile<loc=vec, f32, 9, 1, ColMajor>', '!pto.tile_buf<vec, 16x1xf32, valid=9x1,"
        + " blayout=col_major>'"
  })
  void bareTilesAreRoundedUpToBlocks(String text, String canonical) {
    assertThat(canonical(text)).isEqualTo(canonical);
  }

  @Test
  void everyPrefixOfATypeIsReadOrRefused() {
    String text =
        "!pto.tile_buf<loc=vec, dtype=f32, rows=16, cols=64, v_row=-1, v_col=?, blayout=row_major>";
    for (int end = 0; end < text.length(); end++) {
      assertThat(TypeParser.parse(text.substring(0, end))).isInstanceOf(TypeResult.Failed.class);
    }
    assertThat(TypeParser.parse(text)).isInstanceOf(TypeResult.Parsed.class);
  }
}
