package org.ptoc.edge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.ptoc.ir.isa.DecodedWord;
import org.ptoc.ir.isa.FieldName;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.InstructionDecoder;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.object.KernelObject;
import org.ptoc.ir.object.ObjectFile;

/** Rows S1 to S26 of spec/21, section 9, about {@code tsort32}. */
class SortRowsTest {

  /**
   * Repeat counts of all vbitsort words whose configuration is built by the two words before them.
   */
  private static List<Integer> repeats(ObjectFile object) {
    KernelObject kernel = object.kernels().getFirst();
    List<Integer> repeats = new ArrayList<>();
    long[] registers = new long[32];
    for (long word : kernel.words()) {
      DecodedWord decoded = InstructionDecoder.decode(object.profile(), word);
      Instruction instruction = (Instruction) decoded;
      String mnemonic = instruction.definition().mnemonic();
      switch (mnemonic) {
        case "movi" ->
            registers[instruction.code(FieldName.XD)] = instruction.field(FieldName.IMM32);
        case "movhi" ->
            registers[instruction.code(FieldName.XD)] =
                registers[instruction.code(FieldName.XA)] & 0xFFFFFFFFL
                    | instruction.field(FieldName.IMM32) << 32;
        case "vbitsort" -> repeats.add((int) (registers[instruction.code(FieldName.XT)] >>> 56));
        default -> {}
      }
    }
    return repeats;
  }

  private static void checkAll(SortCase test) {
    for (Profile profile : Profile.values()) {
      if (fits(test, profile)) {
        test.check(profile, test.random(test.hashCode()));
      }
    }
  }

  private static boolean fits(SortCase test, Profile profile) {
    int scratch = 1024;
    return test.unifiedBufferBytes() + scratch <= profile.allocatableBytes();
  }

  /**
   * Scores, indices and records of 510 blocks in f32 leave no room for canaries; EdgeTest sorts
   * them without.
   */
  @Test
  void edge_S1_two_full_chunks() {
    for (boolean half : new boolean[] {false, true}) {
      SortCase test = SortCase.of(half, 1, half ? 16320 : 15808, false);
      ObjectFile object = test.check(Profile.A5, test.random(1));
      assertThat(repeats(object)).containsExactly(255, half ? 255 : 239);
    }
  }

  @Test
  void edge_S1_exactly_two_times_255_in_f16() {
    SortCase test = SortCase.of(true, 1, 16320, false);
    assertThat(repeats(test.check(Profile.A5, test.random(2)))).containsExactly(255, 255);
  }

  @ParameterizedTest
  @EnumSource(Profile.class)
  void edge_S2_tail_after_254_blocks(Profile profile) {
    SortCase test = SortCase.of(false, 1, 8150, true).withSource(8160);
    assertThat(repeats(test.check(profile, test.random(3)))).containsExactly(254, 1);
  }

  @Test
  void edge_S3_tail_after_509_blocks() {
    SortCase test = SortCase.of(true, 1, 16300, true).withSource(16320);
    assertThat(repeats(test.check(Profile.A5, test.random(4)))).containsExactly(255, 254, 1);
  }

  @Test
  void edge_S4_same_inputs_as_S2_and_S3_lose_no_chunk() {
    checkAll(SortCase.of(false, 1, 8150, true).withSource(8160));
    checkAll(SortCase.of(true, 1, 16300, true).withSource(16320));
  }

  @ParameterizedTest
  @EnumSource(Profile.class)
  void edge_S5_no_repeat_of_zero(Profile profile) {
    for (int columns : new int[] {8161, 8170, 8191}) {
      SortCase test = SortCase.single(columns);
      assertThat(repeats(test.check(profile, test.random(columns)))).containsExactly(255, 1);
    }
  }

  @Test
  void edge_S6_result_does_not_depend_on_a_byte_limit() {
    checkAll(SortCase.single(2041));
    checkAll(SortCase.single(2084));
    checkAll(SortCase.of(true, 1, 4081, true));
  }

  @Test
  void edge_S7_padding_covers_the_lanes_behind_the_tail() {
    checkAll(SortCase.of(true, 1, 48, true));
    checkAll(SortCase.of(false, 2, 13, true).withSource(16));
  }

  @Test
  void edge_S11_a_tmp_of_source_shape_is_not_overrun() {
    checkAll(SortCase.of(true, 1, 48, true).withTmp(48));
  }

  @Test
  void edge_S12_small_tmp_takes_the_tail_only_way_and_a_smaller_one_is_rejected() {
    checkAll(SortCase.of(true, 1, 48, true).withTmp(32));
    checkAll(SortCase.of(false, 1, 4164, true).withTmp(4168));
    SortCase small = SortCase.of(false, 2, 13, true).withSource(16).withTmp(16);
    for (Profile profile : Profile.values()) {
      assertThat(Kernels.errors(small.text().replace("CANARIES", "5"), profile))
          .containsExactly("PTO3004");
    }
  }

  @Test
  void edge_S13_tmp_with_whole_blocks_is_ignored() {
    SortCase test = SortCase.of(false, 1, 64, true);
    for (Profile profile : Profile.values()) {
      assertThat(repeats(test.check(profile, test.random(13)))).containsExactly(2);
    }
  }

  @Test
  void edge_S14_without_tmp_33_columns_are_an_error_by_hand_and_work_in_auto_mode() {
    SortCase test = SortCase.of(false, 1, 33, false);
    String manual = test.text().replace("CANARIES", "4");
    for (Profile profile : Profile.values()) {
      assertThat(Kernels.errors(manual, profile)).isNotEmpty();
      assertThat(Kernels.errors(automatic(manual), profile)).isEmpty();
    }
  }

  /** The same program without addresses and flags. */
  private static String automatic(String manual) {
    return manual
        .replaceAll("alloc_tile addr = %at_\\w+ :", "alloc_tile :")
        .replaceAll("(?m)^  pto\\.(set|wait)_flag.*\\R", "");
  }

  @Test
  void edge_S15_index_rows() {
    SortCase wrong = SortCase.of(false, 4, 64, false).withIndex(3, 64);
    for (Profile profile : Profile.values()) {
      assertThat(Kernels.errors(wrong.text().replace("CANARIES", "4"), profile)).isNotEmpty();
    }
    checkAll(SortCase.of(false, 4, 64, false).withIndex(1, 64));
    checkAll(SortCase.of(true, 4, 50, true).withIndex(1, 56));
  }

  @ParameterizedTest
  @EnumSource(Profile.class)
  void edge_S16_equal_scores_go_by_index(Profile profile) {
    for (boolean half : new boolean[] {false, true}) {
      SortCase test = SortCase.of(half, 2, 80, true);
      test.check(profile, test.ties());
    }
  }

  @ParameterizedTest
  @EnumSource(Profile.class)
  void edge_S17_special_values_and_padding(Profile profile) {
    int[] specials = {0xFF800000, 0x7F800000, 0x7FC00000, 0xFFC00000, 0, 0x80000000, 1, 0x80000001};
    for (int tail : new int[] {1, 16, 31}) {
      SortCase test = SortCase.of(false, 1, 32 + tail, true);
      int[] scores = new int[test.columns()];
      int[] indices = new int[test.columns()];
      for (int i = 0; i < scores.length; i++) {
        scores[i] = specials[i % specials.length];
        indices[i] = i;
      }
      test.check(profile, new SortCase.Data(scores, indices));
    }
  }

  @Test
  void edge_S18_last_block_without_room_goes_through_scratch() {
    checkAll(SortCase.of(true, 2, 100, true).withDestination(400));
    checkAll(SortCase.of(true, 1, 100, true).withDestination(400));
  }

  @ParameterizedTest
  @EnumSource(Profile.class)
  void edge_S19_indices_are_not_read_past_their_tile(Profile profile) {
    SortCase test = SortCase.of(false, 1, 100, true).withIndex(1, 104);
    test.check(profile, test.random(19));
  }

  @Test
  void edge_S21_pitches_and_empty_tiles() {
    checkAll(SortCase.of(false, 3, 64, false).withDestination(160));
    checkAll(SortCase.of(false, 3, 64, false).withSource(96));
    checkAll(SortCase.of(true, 3, 40, true).withSource(64).withDestination(256));
    for (Profile profile : Profile.values()) {
      assertThat(Kernels.errors(empty("valid=0x32", "valid=0x64"), profile)).isEmpty();
      assertThat(Kernels.errors(empty("valid=1x0", "valid=1x0"), profile)).isEmpty();
    }
  }

  private static String empty(String source, String destination) {
    return """
    func.func @k() {
      %%s = pto.alloc_tile : !pto.tile_buf<vec, 1x32xf32, %1$s>
      %%x = pto.alloc_tile : !pto.tile_buf<vec, 1x32xui32, %1$s>
      %%d = pto.alloc_tile : !pto.tile_buf<vec, 1x64xf32, %2$s>
      pto.tsort32 ins(%%s, %%x : !pto.tile_buf<vec, 1x32xf32, %1$s>, !pto.tile_buf<vec, 1x32xui32, %1$s>) \
    outs(%%d : !pto.tile_buf<vec, 1x64xf32, %2$s>)
      return
    }
    """
        .formatted(source, destination);
  }

  @ParameterizedTest
  @EnumSource(Profile.class)
  void edge_S22_fused_rows_are_cut_at_255(Profile profile) {
    assertThat(repeats(fused(16, profile))).containsExactly(16);
    assertThat(repeats(fused(255, profile))).containsExactly(255);
    assertThat(repeats(fused(256, profile))).containsExactly(255, 1);
    assertThat(repeats(fused(300, profile))).containsExactly(255, 45);
  }

  private static ObjectFile fused(int rows, Profile profile) {
    SortCase test = SortCase.of(false, rows, 32, false);
    return test.check(profile, test.random(rows));
  }

  @Test
  void edge_S23_tails_around_the_block_border_of_halves() {
    for (int tail : new int[] {1, 15, 16, 17, 31}) {
      checkAll(SortCase.of(true, 2, 32 + tail, true));
    }
  }

  @ParameterizedTest
  @EnumSource(Profile.class)
  void edge_S24_tmp_at_the_very_end_of_ub(Profile profile) {
    for (boolean half : new boolean[] {false, true}) {
      for (int tail = 1; tail < 32; tail++) {
        SortCase test = SortCase.of(half, 1, 32 + tail, true);
        test.checkTmpAtTheEnd(profile, test.random(tail));
      }
    }
  }

  @Test
  void edge_S25_rows_share_tmp() {
    for (int columns : new int[] {33, 48, 63}) {
      checkAll(SortCase.of(false, 3, columns, true));
      checkAll(SortCase.of(true, 3, columns, true));
    }
  }

  @ParameterizedTest
  @EnumSource(Profile.class)
  void edge_S26_a_destination_of_half_the_size_is_an_error(Profile profile) {
    for (int columns : new int[] {32, 48}) {
      SortCase test = SortCase.of(true, 1, columns, columns % 32 != 0).withDestination(2 * columns);
      String text =
          test.text()
              .replace("CANARIES", columns % 32 != 0 ? "5" : "4")
              .replace("valid=1x" + 4 * columns, "valid=1x" + 2 * columns);
      assertThat(Kernels.errors(text, profile)).contains("PTO3004");
    }
  }
}
