package org.ptoc.tile;

import static org.assertj.core.api.Assertions.fail;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.ptoc.ir.isa.Profile;

/** Runs many programs and reports all that fail together. */
final class Sweep {
  private static final int SHOWN = 4;

  private final Profile profile;
  private final List<String> failures = new ArrayList<>();
  private int runs;
  private String title = "";

  Sweep() {
    this(Profile.A5);
  }

  Sweep(Profile profile) {
    this.profile = profile;
  }

  boolean isA5() {
    return profile == Profile.A5;
  }

  Profile profile() {
    return profile;
  }

  /** Runs the programs of one type. */
  interface Trial {
    void run(Dtype type, Sweep sweep);
  }

  /** One test for each type of the list of each profile. */
  static Stream<DynamicTest> tests(String name, String a5, String a2a3, Trial trial) {
    return Stream.of(Profile.values())
        .flatMap(
            profile ->
                Dtype.list(profile == Profile.A5 ? a5 : a2a3).stream()
                    .map(
                        type ->
                            DynamicTest.dynamicTest(
                                profile + " " + name + " " + type,
                                () -> trial.run(type, new Sweep(profile)))));
  }

  /** The exhaustive sweep, off in normal builds. */
  static boolean isExhaustive() {
    return Boolean.getBoolean("ptoc.test.exhaustive");
  }

  void image(TileProgram program, Grid expected) {
    title = program.title();
    add(program.on(profile).image(expected));
  }

  /**
   * Runs a program whose tiles the compiler places. Global memory has no empty views, so that
   * programs with an empty tile run in image mode only. Of those that have just run in image mode a
   * build takes every second one, by its title: what the operation computes is known by then.
   */
  void auto(TileProgram program, Grid expected) {
    boolean isTaken =
        isExhaustive() || !program.title().equals(title) || (program.title().hashCode() & 1) == 0;
    if (isTaken && !program.hasEmptyTile()) {
      add(program.on(profile).auto(expected));
    }
  }

  void add(Optional<String> problem) {
    runs++;
    problem.ifPresent(failures::add);
  }

  void finish() {
    if (!failures.isEmpty()) {
      String shown = String.join("\n", failures.subList(0, Math.min(SHOWN, failures.size())));
      fail(failures.size() + " of " + runs + " programs are wrong\n" + shown);
    }
    if (runs == 0) {
      fail("no program ran");
    }
  }
}
