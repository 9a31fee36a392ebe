package org.ptoc.emulator.timing.pipe;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ptoc.emulator.timing.constant.CycleWindow;
import org.ptoc.ir.isa.CoreKind;
import org.ptoc.ir.isa.Pipe;

/**
 * The table of spec/70, 7.3: products of 100 cycles go to a vector core through a pipe of some
 * slots. All cycles are one more than there, as the first instruction is fetched in cycle 0.
 */
class HandOverTest {
  private static final int TILES = 4;
  private static final long FETCH = 1;
  private static final long PRODUCT = 100;

  private final PipeClocks cube = clocks(CoreKind.CUBE);
  private final PipeClocks vector = clocks(CoreKind.VECTOR);
  private final List<Long> ready = new ArrayList<>();
  private final List<Long> taken = new ArrayList<>();
  private final List<Long> released = new ArrayList<>();

  private static PipeClocks clocks(CoreKind kind) {
    return new PipeClocks(kind, 8, Integer.MAX_VALUE, 100, CycleWindow.ALL);
  }

  private void push(int tile, int slots, long copy, boolean stops) {
    cube.work(0, Pipe.M, TimedEvent.Kind.PRODUCT, 0, PRODUCT);
    cube.setFlag(4, Pipe.M, Pipe.FIX, 0, 0);
    cube.waitFlag(5, Pipe.M, Pipe.FIX, 0, 0);
    if (tile >= slots) {
      Pipe pipe = stops ? Pipe.S : Pipe.FIX;
      cube.waitCrossFlag(1, pipe, released.get(tile - slots), 0, 1, stops);
    }
    cube.work(2, Pipe.FIX, TimedEvent.Kind.TRANSFER, 0, copy);
    ready.add(cube.setCrossFlag(3, Pipe.FIX, 1));
  }

  private static List<Long> cycles(String text) {
    return Arrays.stream(text.split(" ")).map(each -> Long.parseLong(each) + FETCH).toList();
  }

  @ParameterizedTest
  @CsvSource({
    "2, 150, 121 221 322 447, 122 274 426 578, 273 425 577 729",
    "2, 50, 121 221 322 422, 122 222 323 423, 173 273 374 474",
    "1, 150, 121 295 469 643, 122 296 470 644, 273 447 621 795",
  })
  void slotsInTheMemoryOfTheTaker(
      int slots, long work, String pushed, String popped, String freed) {
    for (int tile = 0; tile < TILES; tile++) {
      push(tile, slots, 20, false);
      vector.waitCrossFlag(0, Pipe.V, ready.get(tile), 0, 1, false);
      taken.add(vector.doneOf(Pipe.V));
      vector.work(1, Pipe.V, TimedEvent.Kind.VECTOR, 0, work);
      released.add(vector.setCrossFlag(2, Pipe.V, 1));
    }
    assertThat(ready).isEqualTo(cycles(pushed));
    assertThat(taken).isEqualTo(cycles(popped));
    assertThat(released).isEqualTo(cycles(freed));
  }

  /**
   * Through GM, copies of 128 cycles each way, on A2/A3: 229, 358, 489, 619 there. A wait is a word
   * of the scalar pipe here, which fetches the copy behind it in a cycle of its own, and does not
   * stand behind the release of an earlier slot.
   */
  @ParameterizedTest
  @CsvSource("2, 150, 229 358 491 620, 230 359 492 621, 509 659 809 959")
  void slotsInGlobalMemory(int slots, long work, String pushed, String popped, String done) {
    List<Long> worked = new ArrayList<>();
    for (int tile = 0; tile < TILES; tile++) {
      push(tile, slots, 128, true);
      vector.waitCrossFlag(0, Pipe.S, ready.get(tile), 0, 1, true);
      taken.add(vector.doneOf(Pipe.S));
      vector.work(1, Pipe.MTE2, TimedEvent.Kind.TRANSFER, 0, 128);
      long loaded = vector.doneOf(Pipe.MTE2);
      released.add(vector.setCrossFlag(2, Pipe.MTE2, 1));
      vector.work(3, Pipe.V, TimedEvent.Kind.VECTOR, 0, work, loaded);
      worked.add(vector.doneOf(Pipe.V));
    }
    assertThat(ready).isEqualTo(cycles(pushed));
    assertThat(taken).isEqualTo(cycles(popped));
    assertThat(worked).isEqualTo(cycles(done));
  }
}
