package org.ptoc.emulator.timing.pipe;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.ptoc.emulator.timing.constant.CycleWindow;
import org.ptoc.ir.isa.CoreKind;
import org.ptoc.ir.isa.Pipe;
import org.ptoc.ir.isa.SynchronizationKind;

/** The event algorithm of spec/30, section 6, with cycles worked out by hand. */
class PipeClocksTest {
  private final PipeClocks pipes =
      new PipeClocks(CoreKind.VECTOR, 16, Integer.MAX_VALUE, 1000, CycleWindow.ALL);

  private void vector(int word, long cycles) {
    pipes.work(word, Pipe.V, TimedEvent.Kind.VECTOR, 0, cycles);
  }

  private void copyIn(int word, long cycles) {
    pipes.work(word, Pipe.MTE2, TimedEvent.Kind.TRANSFER, 0, cycles);
  }

  @Test
  void scalarWordsTakeFetchAndExecution() {
    pipes.scalar(0, 1);
    pipes.scalar(1, 1);
    assertThat(pipes.cycles()).isEqualTo(4);
  }

  @Test
  void pipesOverlap() {
    copyIn(0, 100);
    vector(1, 50);
    assertThat(pipes.cycles()).isEqualTo(101);
    assertThat(pipes.usage())
        .extracting(PipeUsage::pipe)
        .containsExactly(Pipe.S, Pipe.V, Pipe.MTE2, Pipe.MTE3);
    assertThat(pipes.usage()).extracting(PipeUsage::busy).containsExactly(2L, 50L, 100L, 0L);
    assertThat(pipes.usage()).allSatisfy(use -> assertThat(use.busy() + use.idle()).isEqualTo(101));
  }

  @Test
  void instructionsOfOnePipeDoNotOverlap() {
    vector(0, 10);
    vector(1, 10);
    assertThat(pipes.cycles()).isEqualTo(21);
  }

  @Test
  void waitForFlagHoldsThePipe() {
    copyIn(0, 100);
    pipes.setFlag(1, Pipe.MTE2, Pipe.V, 0, 1);
    pipes.waitFlag(2, Pipe.MTE2, Pipe.V, 0, 1);
    vector(3, 10);
    // copy 1..101, signal 102, wait ends 103, vector 103..113
    assertThat(pipes.cycles()).isEqualTo(113);
    assertThat(pipes.stalls()).containsEntry(StallReason.FLAG, 99L);
    assertThat(pipes.faults()).isEmpty();
  }

  @Test
  void signalsAddUpAndAreConsumedOneByOne() {
    copyIn(0, 100);
    pipes.setFlag(1, Pipe.MTE2, Pipe.V, 3, 1);
    copyIn(2, 100);
    pipes.setFlag(3, Pipe.MTE2, Pipe.V, 3, 1);
    pipes.waitFlag(4, Pipe.MTE2, Pipe.V, 3, 1);
    assertThat(pipes.events().getLast().start()).isEqualTo(102);
    pipes.waitFlag(5, Pipe.MTE2, Pipe.V, 3, 1);
    assertThat(pipes.events().getLast().start()).isEqualTo(203);
  }

  @Test
  void waitWithoutSignalIsADeadlock() {
    pipes.setFlag(0, Pipe.MTE2, Pipe.V, 1, 1);
    pipes.waitFlag(7, Pipe.MTE2, Pipe.V, 2, 1);
    assertThat(pipes.faults())
        .singleElement()
        .satisfies(
            fault -> {
              assertThat(fault.word()).isEqualTo(7);
              assertThat(fault.message()).contains("MTE2").contains("V").contains("2");
            });
  }

  @Test
  void barrierOfOnePipeWaitsForThatPipeOnly() {
    copyIn(0, 100);
    vector(1, 10);
    pipes.barrier(2, Pipe.V, 1);
    vector(3, 10);
    assertThat(pipes.events().getLast().start()).isEqualTo(13);
  }

  @Test
  void barrierOfAllPipesHoldsEveryPipe() {
    copyIn(0, 100);
    vector(1, 10);
    pipes.barrier(2, Pipe.ALL, 1);
    vector(3, 10);
    // copy ends 101, barrier 102, the next word is fetched in 102
    assertThat(pipes.events().getLast().start()).isEqualTo(103);
  }

  @Test
  void bufferIterationsFromPipeToPipe() {
    pipes.getBuffer(0, Pipe.MTE2, 4, true, 1);
    copyIn(1, 100);
    pipes.releaseBuffer(2, Pipe.MTE2, 4, false, 1);
    pipes.getBuffer(3, Pipe.V, 4, true, 1);
    vector(4, 10);
    // get 1..2, copy 2..102, release 103, get ends 104, vector 104..114
    assertThat(pipes.cycles()).isEqualTo(114);
    assertThat(pipes.stalls()).containsEntry(StallReason.BUFFER, 99L);
  }

  @Test
  void otherBuffersAndTheNonBlockingModeDoNotHold() {
    copyIn(0, 100);
    pipes.releaseBuffer(1, Pipe.MTE2, 4, false, 1);
    pipes.getBuffer(2, Pipe.V, 5, true, 1);
    assertThat(pipes.events().getLast().start()).isEqualTo(3);
    pipes.getBuffer(3, Pipe.V, 4, false, 1);
    assertThat(pipes.events().getLast().start()).isEqualTo(4);
  }

  @Test
  void drainOfMemoryHoldsTheScalarPipe() {
    copyIn(0, 100);
    vector(1, 300);
    pipes.drain(2, SynchronizationKind.DDR, 1);
    pipes.scalar(3, 1);
    assertThat(pipes.events().getLast().start()).isEqualTo(103);
  }

  @Test
  void regionRunsBesideTheScalarPipe() {
    pipes.region(0, 1, 55);
    pipes.scalar(1, 1);
    assertThat(pipes.events().getLast().done()).isEqualTo(4);
    assertThat(pipes.cycles()).isEqualTo(57);
  }

  @Test
  void fullQueueHoldsTheScalarPipe() {
    PipeClocks shallow = new PipeClocks(CoreKind.VECTOR, 16, 1, 1000, CycleWindow.ALL);
    for (int word = 0; word < 4; word++) {
      shallow.work(word, Pipe.V, TimedEvent.Kind.VECTOR, 0, 100);
    }
    shallow.scalar(4, 1);
    // words 0 to 3 start at 1, 101, 201, 301; word 3 is taken when word 2 starts
    assertThat(shallow.events().getLast().start()).isEqualTo(202);
    assertThat(shallow.stalls()).containsKey(StallReason.QUEUE);
  }

  @Test
  void eventsOfOnePipeDoNotOverlap() {
    pipes.scalar(0, 1);
    copyIn(1, 20);
    pipes.barrier(2, Pipe.ALL, 1);
    vector(3, 7);
    pipes.scalar(4, 1);
    vector(5, 7);
    for (TimedEvent first : pipes.events()) {
      for (TimedEvent second : pipes.events()) {
        boolean apart = first == second || first.pipe() != second.pipe();
        assertThat(apart || first.done() <= second.start() || second.done() <= first.start())
            .isTrue();
      }
    }
  }
}
