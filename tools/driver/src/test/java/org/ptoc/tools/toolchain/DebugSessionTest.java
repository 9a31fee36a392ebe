package org.ptoc.tools.toolchain;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.ptoc.emulator.Argument;
import org.ptoc.emulator.session.ByteRange;
import org.ptoc.emulator.session.DebugSession;
import org.ptoc.emulator.session.Halt;
import org.ptoc.emulator.session.LastWriter;
import org.ptoc.emulator.session.Observer;
import org.ptoc.ir.diagnostic.Diagnostics;
import org.ptoc.ir.isa.AddressSpace;
import org.ptoc.ir.object.ObjectFile;
import org.ptoc.ir.object.SourceDigest;
import org.ptoc.tools.assembly.AssemblyReader;

/** Sessions of a long loop in two blocks: checkpoints, going back, edits and last writers. */
@Timeout(120)
class DebugSessionTest {
  private static final int LOOPS = 50_000;

  /** Words of a block without those of the loop, and words of an iteration. */
  private static final int OTHERS = 13;

  private static final int ITERATION = 3;

  /** The first word of the loop body. */
  private static final int BODY = 8;

  private static final long BLOCK = OTHERS + (long) ITERATION * LOOPS;
  private static final long BUDGET = 1 << 20;

  private static final String CODE =
      """
      .profile a5
      .kernel "k"
      .argument pointer 1 0 0 "p"
      .argument scalar 17 0 0 "n"
        movi X3, 16
        movhi X3, X3, 2
        gm_to_ub.f32 XZR, X0, X3, XZR
        set_flag MTE2, V, 0
        wait_flag MTE2, V, 0
        vf_begin 6
        pset.b32 P0, ALL
        loop 0, X1, 3
        vlds.f32 V0, [XZR], NORM
        vadd.f32 V0, V0, V0, P0
        vsts.f32 V0, [XZR], P0, NORM_B32
        vf_end
        set_flag V, MTE3, 0
        wait_flag V, MTE3, 0
        ub_to_gm.f32 X0, XZR, X3, XZR
        end
      """;

  private final DebugSession session = session(BUDGET);

  private static DebugSession session(long budget) {
    Diagnostics diagnostics = new Diagnostics();
    ObjectFile object =
        AssemblyReader.read("k.s", CODE, "test", Optional.empty(), SourceDigest.of(0), diagnostics)
            .orElseThrow(() -> new AssertionError(diagnostics.all().toString()));
    byte[] ones = new byte[256];
    for (int i = 0; i < ones.length; i += Float.BYTES) {
      ones[i + 2] = 1;
    }
    List<Argument> arguments = List.of(new Argument.Buffer(ones), new Argument.Scalar(LOOPS));
    DebugTarget target =
        DebugTarget.of(
                Launch.of(object, object.kernels().getFirst(), arguments)
                    .with(one -> one.withBlocks(2)))
            .value()
            .orElseThrow();
    return new DebugSession(target::begin, budget);
  }

  private static Observer at(int word) {
    return new Observer() {
      @Override
      public boolean[] marks(int core, int words) {
        boolean[] marks = new boolean[words];
        marks[word] = true;
        return marks;
      }

      @Override
      public boolean before(int core, int wordOfCore) {
        return true;
      }
    };
  }

  private long end() {
    while (!session.isOver()) {
      session.run(Long.MAX_VALUE, Observer.NONE);
    }
    return session.position();
  }

  @Test
  void checkpointsStayWithinTheirBudget() {
    long end = end();
    assertThat(end).isEqualTo(2 * BLOCK);
    assertThat(session.checkpointBytes()).isLessThan(BUDGET + (1 << 19));
    for (long wanted : new long[] {end - 1, BLOCK + 1, BLOCK, BLOCK - 1, 12_345, 0, end}) {
      session.goTo(wanted);
      assertThat(session.position()).isEqualTo(wanted);
    }
    assertThat(session.checkpointBytes()).isLessThan(BUDGET + (1 << 19));
  }

  @Test
  void marksAreFoundForwardAndBack() {
    List<Long> forward = new ArrayList<>();
    Observer store = at(BODY + 6);
    while (session.run(Long.MAX_VALUE, store) instanceof Halt.Observed) {
      forward.add(session.position());
    }
    assertThat(forward).containsExactly(BLOCK - 2, 2 * BLOCK - 2);
    end();
    assertThat(session.back(0, store)).isEqualTo(new Halt.Observed(1, BODY + 6));
    assertThat(session.position()).isEqualTo(2 * BLOCK - 2);
    assertThat(session.back(0, store)).isEqualTo(new Halt.Observed(0, BODY + 6));
    assertThat(session.position()).isEqualTo(BLOCK - 2);
    assertThat(session.back(0, store)).isEqualTo(new Halt.Began());
    assertThat(session.position()).isZero();
  }

  @Test
  void theLastWriterOfAByteIsFound() {
    session.goTo(BLOCK + BLOCK / 2);
    long here = session.position();
    LastWriter vector =
        LastWriter.find(session, new ByteRange(AddressSpace.UB, 1, 7, 1)).orElseThrow();
    assertThat(vector.word()).isEqualTo(BODY + 2);
    assertThat(here - vector.position()).isBetween(1L, (long) ITERATION);
    LastWriter memory =
        LastWriter.find(session, new ByteRange(AddressSpace.GM, 1, 0x1000000000L, 1)).orElseThrow();
    assertThat(memory).isEqualTo(new LastWriter(BLOCK - 2, 0, BODY + 6));
    assertThat(LastWriter.find(session, new ByteRange(AddressSpace.UB, 1, 4096, 1))).isEmpty();
    assertThat(session.position()).isEqualTo(here);
  }

  @Test
  void editsAreMadeAgainByReplays() {
    session.goTo(BLOCK / 2);
    ByteRange first = new ByteRange(AddressSpace.UB, 0, 0, 4);
    assertThat(first.write(session, new byte[] {0, 0, (byte) 0x80, 0x3F})).isTrue();
    session.goTo(0);
    session.goTo(BLOCK / 2);
    assertThat(first.read(session)).hasValue(new byte[] {0, 0, (byte) 0x80, 0x3F});
    session.goTo(BLOCK - 2);
    byte[] after = first.read(session).orElseThrow();
    DebugSession twin = session.twin();
    twin.goTo(BLOCK - 2);
    assertThat(first.read(twin)).hasValue(after);
    assertThat(new ByteRange(AddressSpace.UB, 0, 1L << 40, 4).read(session)).isEmpty();
    assertThat(new ByteRange(AddressSpace.L1, 0, 0, 4).read(session)).isEmpty();
    assertThat(new ByteRange(AddressSpace.UB, 9, 0, 4).read(session)).isEmpty();
  }

  @Test
  void anInterruptStopsTheRun() {
    Observer interrupts =
        new Observer() {
          @Override
          public boolean[] marks(int core, int words) {
            boolean[] marks = new boolean[words];
            marks[BODY] = true;
            return marks;
          }

          @Override
          public boolean before(int core, int word) {
            session.interrupt();
            return false;
          }
        };
    assertThat(session.run(Long.MAX_VALUE, interrupts)).isEqualTo(new Halt.Interrupted());
    assertThat(session.position()).isLessThan(BLOCK);
    session.goTo(BLOCK - 1);
    long here = session.position();
    assertThat(session.back(0, interrupts)).isEqualTo(new Halt.Interrupted());
    assertThat(session.position()).isEqualTo(here);
  }
}
