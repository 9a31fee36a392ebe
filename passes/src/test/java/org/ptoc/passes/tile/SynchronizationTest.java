package org.ptoc.passes.tile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.ptoc.ir.Function;
import org.ptoc.ir.diagnostic.Diagnostics;
import org.ptoc.ir.isa.Profile;
import org.ptoc.passes.PassContext;
import org.ptoc.passes.placement.Placement;
import org.ptoc.passes.synchronization.Synchronization;

/**
 * Flags and barriers of random programs against the plain meaning of pipes (spec/00, section 4): a
 * walk over the program, loops unrolled, that keeps for each pipe which operations of which pipes
 * are certainly over.
 */
class SynchronizationTest {
  @ParameterizedTest
  @EnumSource(Profile.class)
  void dependentOperationsOfRandomProgramsAreInOrder(Profile profile) {
    PassContext context = TileText.context(profile, new Diagnostics());
    boolean vectorOverlaps = profile == Profile.A2A3;
    for (int seed = 0; seed < 120; seed++) {
      RandomTiles program = new RandomTiles(new Random(seed), true);
      Function placed = new Placement(Placement.ScratchNeed.NONE).run(program.function(), context);
      Function inOrder = new Synchronization(vectorOverlaps).run(placed, context);
      for (int choices = 0; choices < 3; choices++) {
        PipeWalk walk = new PipeWalk(inOrder, vectorOverlaps, new Random(choices));
        try {
          walk.region(inOrder.body().orElseThrow());
          walk.end();
        } catch (AssertionError e) {
          throw new AssertionError("seed " + seed + ", choices " + choices + "\n" + program, e);
        }
      }
    }
  }

  /** What the walk is worth: it accuses programs without flags. */
  @Test
  void programsWithoutFlagsAreNotInOrder() {
    PassContext context = TileText.context(Profile.A5, new Diagnostics());
    int accused = 0;
    for (int seed = 0; seed < 20; seed++) {
      RandomTiles program = new RandomTiles(new Random(seed), true);
      Function placed = new Placement(Placement.ScratchNeed.NONE).run(program.function(), context);
      try {
        new PipeWalk(placed, false, new Random(0)).region(placed.body().orElseThrow());
      } catch (AssertionError e) {
        accused++;
      }
    }
    assertThat(accused).isGreaterThan(15);
  }

  /** Loops over slots: what runs ahead waits in time, and each flag is set and waited for once. */
  @ParameterizedTest
  @EnumSource(Profile.class)
  void slotsOfRandomLoopsAreInOrder(Profile profile) {
    boolean vectorOverlaps = profile == Profile.A2A3;
    int turning = 0;
    for (int seed = 0; seed < 60; seed++) {
      String program = slotLoop(new Random(seed));
      Function inOrder =
          new Synchronization(vectorOverlaps)
              .run(PipeText.function(program), TileText.context(profile, new Diagnostics()));
      turning += PipeText.of(inOrder).contains("?") ? 1 : 0;
      for (int choices = 0; choices < 4; choices++) {
        PipeWalk walk = new PipeWalk(inOrder, vectorOverlaps, new Random(choices));
        try {
          walk.region(inOrder.body().orElseThrow());
          walk.end();
        } catch (AssertionError e) {
          throw new AssertionError("choices " + choices + "\n" + program, e);
        }
      }
    }
    assertThat(turning).as("programs whose events take turns").isGreaterThan(20);
  }

  /** Two following slots of a ring, one of another ring, and tiles beside them. */
  private static String slotLoop(Random random) {
    int slots = 2 + random.nextInt(3);
    List<String> words = new ArrayList<>();
    words.add("ring r " + slots + "; ring q 2");
    words.add(random.nextInt(4) == 0 ? "for c3" : "for");
    words.add("turn k i1 " + slots + "; get s r k; next l k " + slots + "; get t r l");
    words.add("turn m i1 2; get u q m");
    List<String> tiles = List.of("s", "t", "u", "a", "b");
    for (int i = 3 + random.nextInt(6); i > 0; i--) {
      String tile = tiles.get(random.nextInt(tiles.size()));
      words.add(
          switch (random.nextInt(4)) {
            case 0 -> "load " + tile;
            case 1 -> "store " + tile;
            case 2 -> "exp " + tile;
            default -> "exp " + tile + " " + tiles.get(random.nextInt(tiles.size()));
          });
    }
    words.add("end");
    return String.join("; ", words);
  }
}
