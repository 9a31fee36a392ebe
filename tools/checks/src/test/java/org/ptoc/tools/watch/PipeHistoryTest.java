package org.ptoc.tools.watch;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.ptoc.ir.isa.Pipe;
import org.ptoc.ir.isa.Profile;

/** What flags tell, and that very many of them need no memory. */
class PipeHistoryTest {
  private final PipeHistory order = new PipeHistory(Profile.A5);
  private final PipeHistory.Flag flag = new PipeHistory.Flag(Pipe.MTE2, Pipe.V, 3);

  @Test
  void aSignalTellsOfWhatCameBefore() {
    long before = order.issue(Pipe.MTE2);
    assertThat(order.set(flag, 10)).isEqualTo(-1);
    long behind = order.issue(Pipe.MTE2);
    assertThat(order.isDone(Pipe.MTE2, before, Pipe.V)).isFalse();
    assertThat(order.await(flag, 20)).isEqualTo(10);
    assertThat(order.isDone(Pipe.MTE2, before, Pipe.V)).isTrue();
    assertThat(order.isDone(Pipe.MTE2, behind, Pipe.V)).isFalse();
    assertThat(order.await(flag, 21)).isEqualTo(-1);
  }

  /** Each one can be waited for, and no more; few are kept. */
  @Test
  void signalsThatPileUpAreCounted() {
    int many = 100_000;
    for (int i = 0; i < many; i++) {
      assertThat(order.set(flag, 10)).isEqualTo(i == 0 ? -1 : 10);
    }
    assertThat(order.open()).hasSizeLessThan(1000);
    for (int i = 0; i < many; i++) {
      assertThat(order.await(flag, 20)).isEqualTo(10);
    }
    assertThat(order.await(flag, 20)).isEqualTo(-1);
    assertThat(order.open()).isEmpty();
    assertThat(order.set(flag, 30)).isEqualTo(-1);
    assertThat(order.await(flag, 20)).isEqualTo(30);
  }
}
