package org.ptoc.tile;

import static org.assertj.core.api.Assertions.fail;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Runs many programs and reports all that fail together. */
final class Sweep {
  private static final int SHOWN = 4;

  private final List<String> failures = new ArrayList<>();
  private int runs;

  /** The exhaustive sweep, off in normal builds. */
  static boolean isExhaustive() {
    return Boolean.getBoolean("ptoc.test.exhaustive");
  }

  void image(TileProgram program, Grid expected) {
    add(program.image(expected));
  }

  /** Global memory has no empty views, so that programs with an empty tile run in image mode only. */
  void auto(TileProgram program, Grid expected) {
    if (!program.hasEmptyTile()) {
      add(program.auto(expected));
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
