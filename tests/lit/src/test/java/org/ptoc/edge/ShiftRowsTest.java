package org.ptoc.edge;

import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.ptoc.ir.isa.Profile;

/** Rows T1 to T4 of spec/21, section 9, about shifts of tiles by tiles. */
class ShiftRowsTest {
  private static final List<String> TYPES = List.of("i8", "ui8", "i16", "ui16", "i32", "ui32");

  /** Both profiles, both operations, all types. */
  static Stream<Arguments> forms() {
    return Stream.of(Profile.values())
        .flatMap(
            profile ->
                Stream.of("tshl", "tshr")
                    .flatMap(
                        operation ->
                            TYPES.stream().map(type -> Arguments.of(profile, operation, type))));
  }

  @ParameterizedTest
  @EnumSource(Profile.class)
  void edge_T1_a_legal_shape_of_3_rows_is_accepted(Profile profile) {
    ShiftCase test = new ShiftCase("tshl", "i32", 3, 64);
    test.check(
        profile, new Random(1).longs(192).toArray(), new Random(2).longs(192, 0, 32).toArray());
  }

  @ParameterizedTest
  @EnumSource(Profile.class)
  void edge_T2_counts_at_and_outside_the_width(Profile profile) {
    one(profile, "i32", new long[] {7, 7, 7, 7, 7, 7, 7}, new long[] {0, 1, 31, 32, 33, -1, 255});
    one(profile, "i8", new long[] {3, 3, -1, -1}, new long[] {7, 8, 7, 8});
    one(profile, "ui8", new long[] {255, 1}, new long[] {200, 200});
    one(profile, "ui16", new long[] {0xFFFF, 1}, new long[] {0x8000, 0x8000});
  }

  @ParameterizedTest
  @EnumSource(Profile.class)
  void edge_T3_results_are_modular(Profile profile) {
    one(profile, "i16", new long[] {7, 1}, new long[] {15, 40});
    one(profile, "i8", new long[] {1}, new long[] {8});
    one(profile, "i32", new long[] {-1}, new long[] {31});
    one(profile, "ui32", new long[] {1}, new long[] {32});
  }

  private static void one(Profile profile, String type, long[] values, long[] counts) {
    new ShiftCase("tshl", type, 1, values.length).check(profile, values, counts);
  }

  @ParameterizedTest
  @MethodSource("forms")
  void edge_T4_every_shift_by_a_tile_runs_on_both_profiles(
      Profile profile, String operation, String type) {
    Random random = new Random(type.hashCode() + operation.hashCode());
    for (int[] shape : new int[][] {{1, 1}, {3, 77}, {16, 64}, {5, 200}}) {
      int elements = shape[0] * shape[1];
      long[] counts = random.longs(elements, -4, 40).toArray();
      new ShiftCase(operation, type, shape[0], shape[1])
          .check(profile, random.longs(elements).toArray(), counts);
    }
  }
}
