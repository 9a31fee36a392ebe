package org.ptoc.tile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.ptoc.ir.isa.Profile;

/**
 * Destinations that overlap sources (spec/50, 3.3): a program gives the bytes that reading
 * everything before writing anything would give, or is refused with PTO3005.
 */
class InPlaceTest {
  private static final int ROUNDS = Sweep.isExhaustive() ? 1500 : 12;
  private static final int SHOWN = 5;

  /** A test of each family on each profile. */
  private static Stream<DynamicTest> each(
      BiConsumer<Profile, InPlaceFamily> test, InPlaceFamily... families) {
    return Stream.of(Profile.values())
        .flatMap(
            profile ->
                Stream.of(families)
                    .map(
                        family ->
                            DynamicTest.dynamicTest(
                                profile + " " + family.mnemonic(),
                                () -> test.accept(profile, family))));
  }

  @TestFactory
  Stream<DynamicTest> randomPlacements() {
    return each(InPlaceTest::randomPlacements, InPlaceFamily.values());
  }

  private static void randomPlacements(Profile profile, InPlaceFamily family) {
    SplittableRandom random = new SplittableRandom(family.ordinal() * 2L + profile.ordinal());
    List<InPlaceCase> cases = new ArrayList<>();
    for (int i = 0; i < ROUNDS; i++) {
      cases.add(InPlaceCase.random(family, profile, random));
    }
    Map<InPlaceCase.Outcome, Integer> outcomes = check(profile, cases, random);
    // A carrier is hardly ever legal where nothing else is read.
    if (family.data() > 0) {
      assertThat(outcomes).containsKey(InPlaceCase.Outcome.RIGHT);
    }
  }

  private static Map<InPlaceCase.Outcome, Integer> check(
      Profile profile, List<InPlaceCase> cases, SplittableRandom random) {
    Map<InPlaceCase.Outcome, Integer> outcomes = new EnumMap<>(InPlaceCase.Outcome.class);
    List<String> wrong = new ArrayList<>();
    for (InPlaceCase each : cases) {
      if (each.run(profile, random) instanceof InPlaceCase.Outcome outcome) {
        outcomes.merge(outcome, 1, Integer::sum);
      } else {
        wrong.add(each + "\n" + each.run(profile, random));
      }
    }
    assertThat(wrong.subList(0, Math.min(SHOWN, wrong.size())))
        .as("%d of %d are wrong", wrong.size(), cases.size())
        .isEmpty();
    return outcomes;
  }

  /**
   * Addresses that only the run knows: with --runtime-checks exactly the placements trap that are
   * not legal upward (check R6).
   */
  @TestFactory
  Stream<DynamicTest> placementsOfTheRun() {
    return each(InPlaceTest::placementsOfTheRun, InPlaceFamily.values());
  }

  private static void placementsOfTheRun(Profile profile, InPlaceFamily family) {
    SplittableRandom random = new SplittableRandom(100 + family.ordinal() * 2L);
    for (int i = 0; i < ROUNDS / 2; i++) {
      InPlaceCase each = InPlaceCase.random(family, profile, random);
      Object known = each.run(profile, random);
      InPlaceCase.Outcome expected =
          known == InPlaceCase.Outcome.RIGHT
              ? InPlaceCase.Outcome.RIGHT
              : InPlaceCase.Outcome.TRAPPED;
      assertThat(each.runChecked(profile, random, InPlaceCase.Open.ADDRESSES))
          .as("%s, %s", each, known)
          .isEqualTo(expected);
    }
  }

  /** Offsets of windows that only the run knows: the same. */
  @ParameterizedTest
  @EnumSource(Profile.class)
  void offsetsOfTheRun(Profile profile) {
    SplittableRandom random = new SplittableRandom(200);
    for (InPlaceFamily family : List.of(InPlaceFamily.EXTRACT, InPlaceFamily.INSERT)) {
      for (int i = 0; i < 2 * ROUNDS; i++) {
        InPlaceCase each = InPlaceCase.random(family, profile, random);
        Object known = each.run(profile, random);
        InPlaceCase.Outcome expected =
            known == InPlaceCase.Outcome.RIGHT
                ? InPlaceCase.Outcome.RIGHT
                : InPlaceCase.Outcome.TRAPPED;
        assertThat(each.runChecked(profile, random, InPlaceCase.Open.OFFSETS))
            .as("%s, %s", each, known)
            .isEqualTo(expected);
      }
    }
  }

  /**
   * Extents that only the run knows: what is not refused for the most there can be either gives the
   * right bytes or traps, and what is legal upward does not trap.
   */
  @TestFactory
  Stream<DynamicTest> extentsOfTheRun() {
    return each(
        InPlaceTest::extentsOfTheRun,
        InPlaceFamily.ADD_SCALAR,
        InPlaceFamily.CONVERT,
        InPlaceFamily.MOVE);
  }

  private static void extentsOfTheRun(Profile profile, InPlaceFamily family) {
    SplittableRandom random = new SplittableRandom(300 + family.ordinal() * 2L);
    for (int i = 0; i < 2 * ROUNDS; i++) {
      InPlaceCase each = InPlaceCase.random(family, profile, random);
      Object known = each.run(profile, random);
      Object open = each.runChecked(profile, random, InPlaceCase.Open.EXTENTS);
      assertThat(open).as("%s, %s", each, known).isIn((Object[]) InPlaceCase.Outcome.values());
      if (known == InPlaceCase.Outcome.RIGHT) {
        assertThat(open).as("%s, %s", each, known).isNotEqualTo(InPlaceCase.Outcome.TRAPPED);
      }
    }
  }

  /** Neither addresses nor extents are known: what traps is what is not legal upward. */
  @TestFactory
  Stream<DynamicTest> placesAndExtentsOfTheRun() {
    return each(InPlaceTest::placesAndExtentsOfTheRun, InPlaceFamily.values());
  }

  private static void placesAndExtentsOfTheRun(Profile profile, InPlaceFamily family) {
    SplittableRandom random = new SplittableRandom(400 + family.ordinal() * 2L);
    boolean window = family == InPlaceFamily.EXTRACT || family == InPlaceFamily.INSERT;
    for (int i = 0; i < ROUNDS; i++) {
      InPlaceCase each = InPlaceCase.random(family, profile, random);
      Object known = each.run(profile, random);
      boolean offsets = window && random.nextBoolean();
      Object open =
          each.runChecked(
              profile,
              random,
              offsets
                  ? InPlaceCase.Open.OFFSETS_AND_EXTENTS
                  : InPlaceCase.Open.ADDRESSES_AND_EXTENTS);
      boolean right = known == InPlaceCase.Outcome.RIGHT;
      // Sources that only the run finds to cover dst are worked off in parts.
      if (right && family == InPlaceFamily.PARTIAL) {
        assertThat(open)
            .as("%s", each)
            .isIn(InPlaceCase.Outcome.RIGHT, InPlaceCase.Outcome.TRAPPED);
      } else {
        assertThat(open)
            .as("%s, %s", each, known)
            .isEqualTo(right ? InPlaceCase.Outcome.RIGHT : InPlaceCase.Outcome.TRAPPED);
      }
    }
  }

  /**
   * Defect V1 (spec/50, 3.4): the columns behind the last whole vector of a row, which some read
   * when they have written the heads of later rows.
   */
  @ParameterizedTest
  @EnumSource(Profile.class)
  void v1TailsOfNarrowedRowsAreReadInTime(Profile profile) {
    List<InPlaceCase> cases = new ArrayList<>();
    for (String to : List.of("bf16", "f16")) {
      cases.add(InPlaceCase.at(InPlaceFamily.CONVERT, "f32", to, 8, 96, 0));
      cases.add(InPlaceCase.at(InPlaceFamily.CONVERT, "f32", to, 3, 72, 0));
      cases.add(InPlaceCase.at(InPlaceFamily.CONVERT, "f32", to, 8, 100, 0));
    }
    assertThat(check(profile, cases, new SplittableRandom(1)))
        .containsOnlyKeys(InPlaceCase.Outcome.RIGHT);
  }

  /** Every pair of types onto its own start, for the widths of spec/50, section 8. */
  @TestFactory
  Stream<DynamicTest> conversionsOntoTheirStart() {
    return Stream.of(Profile.values())
        .flatMap(
            profile ->
                InPlaceFamily.CONVERT.allTypes(profile).stream()
                    .map(
                        pair ->
                            DynamicTest.dynamicTest(
                                profile + " " + pair[0] + " to " + pair[1],
                                () -> ontoItsStart(profile, pair[0], pair[1]))));
  }

  private static void ontoItsStart(Profile profile, String from, String to) {
    int n = 256 / Math.max(InPlaceImage.bytes(from), InPlaceImage.bytes(to));
    List<InPlaceCase> cases = new ArrayList<>();
    int[] rows = Sweep.isExhaustive() ? new int[] {1, 2, 3, 15} : new int[] {1, 3, 15};
    for (int r : rows) {
      for (int c : List.of(1, n - 1, n, n + 1, 96, 100)) {
        cases.add(InPlaceCase.at(InPlaceFamily.CONVERT, from, to, r, c, 0));
      }
    }
    cases.add(InPlaceCase.at(InPlaceFamily.CONVERT, from, to, 1, 3584, 0));
    Map<InPlaceCase.Outcome, Integer> outcomes = check(profile, cases, new SplittableRandom(n));
    assertThat(outcomes).doesNotContainKey(InPlaceCase.Outcome.REFUSED);
    boolean widens = InPlaceImage.bytes(to) > InPlaceImage.bytes(from);
    assertThat(outcomes.containsKey(InPlaceCase.Outcome.DOWNWARD)).isEqualTo(widens);
  }
}
