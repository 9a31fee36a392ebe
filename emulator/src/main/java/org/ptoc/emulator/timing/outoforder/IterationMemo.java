package org.ptoc.emulator.timing.outoforder;

import java.util.Arrays;
import org.ptoc.emulator.timing.region.RegionCounters;
import org.ptoc.emulator.timing.trace.IterationLog;
import org.ptoc.emulator.timing.trace.LoopRun;
import org.ptoc.emulator.timing.trace.StateImage;
import org.ptoc.emulator.timing.trace.TraceCursor;

/**
 * Leaves out the iterations of a loop that repeat what an earlier iteration did. The state of the
 * pipeline at the beginning of an iteration, relative to cycle and iteration, is compared with a
 * kept one; when both are equal, everything between them repeats until the loop ends, and its
 * counts and cycles can be added as often as it fits. The state is kept where a period begins to
 * show ({@link IterationPeriod}), and besides after 1, 4, 16, ... iterations, so that any period is
 * found.
 */
final class IterationMemo {
  private static final int MIXED = Integer.MIN_VALUE;
  private static final int NO_ADDRESS = Integer.MIN_VALUE + 1;

  /** What is kept of one loop that is being executed. */
  private static final class Reference {
    private final StateImage image = new StateImage();
    private final RegionCounters counters;
    private final IterationPeriod period = new IterationPeriod();
    private int fingerprint;
    private int renamedFingerprint;
    private LoopRun.Segment segment;
    private long entry;

    /** The execution of the loop in whose segment everything is left out that can be. */
    private long finished;

    private int iteration;

    /** Cycle with everything left out so far. */
    private long cycle;

    private int slack;
    private int age;

    /**
     * The period that shows, 0 for none, and iterations for which the state is kept: the true
     * period may be a multiple.
     */
    private int guess;

    private int expected;
    private int lifetime = 1;

    @SuppressWarnings("NullAway.Init") // A reference is read only after it was filled.
    Reference(RegionCounters counters) {
      this.counters = counters.copy();
    }
  }

  private final OutOfOrderRun run;
  private final TraceCursor cursor;
  private final StateImage comparison = new StateImage();
  private Reference[] references = {};
  private long skipped;

  IterationMemo(OutOfOrderRun run) {
    this.run = run;
    this.cursor = run.cursor();
  }

  /**
   * Called at the end of a cycle.
   *
   * @param frame the outermost loop that began another iteration in this cycle, or -1
   */
  void endCycle(int frame) {
    if (frame < 0 || !run.isSteady() || cursor.iterationsLeft(frame) == 0) {
      return;
    }
    int stride = run.isOrdered() ? commonStride(frame) : 0;
    if (stride == MIXED) {
      return;
    }
    Reference reference = reference(frame);
    if (reference.finished == cursor.entry(frame) && reference.segment == cursor.segment(frame)) {
      return;
    }
    int fingerprint = run.image().fingerprint();
    if (reference.entry == cursor.entry(frame)
        && reference.segment == cursor.segment(frame)
        && reference.iteration < cursor.iteration(frame)) {
      if (fingerprint == reference.fingerprint
          && run.image().renamedFingerprint() == reference.renamedFingerprint
          && isAgain(reference, frame, stride)
          && mayRepeat(reference, frame)) {
        skip(reference, frame, stride);
        return;
      }
      if (!isDue(reference, cursor.iteration(frame), fingerprint)) {
        return;
      }
    } else {
      reference.lifetime = 1;
      reference.guess = 0;
      reference.expected = 0;
      reference.period.begin();
      reference.period.add(cursor.iteration(frame), fingerprint);
    }
    reference.fingerprint = fingerprint;
    reference.renamedFingerprint = run.image().renamedFingerprint();
    keep(reference, frame, stride);
  }

  /**
   * True if the kept state is to be replaced: a period shows, or passed without a repetition, or
   * the state has become old.
   */
  private static boolean isDue(Reference reference, int iteration, int fingerprint) {
    int period = reference.period.add(iteration, fingerprint);
    boolean waits = reference.expected != 0 && iteration - reference.iteration < reference.expected;
    boolean old = ++reference.age >= reference.lifetime;
    if (waits || period == 0 && !old) {
      return false;
    }
    reference.expected = period == reference.guess ? 2 * reference.expected : period;
    reference.guess = period;
    reference.lifetime *= period == 0 ? 4 : 1;
    return true;
  }

  private boolean isAgain(Reference reference, int frame, int stride) {
    comparison.beginComparing(reference.image);
    run.image().describe(comparison, frame, stride * cursor.iteration(frame));
    return comparison.isSame();
  }

  /** Cycles of all iterations that were left out. */
  long skipped() {
    return skipped;
  }

  private Reference reference(int frame) {
    if (frame >= references.length) {
      references = Arrays.copyOf(references, frame + 1);
    }
    if (references[frame] == null) {
      references[frame] = new Reference(run.counters());
    }
    return references[frame];
  }

  private void keep(Reference reference, int frame, int stride) {
    reference.image.beginKeeping();
    run.image().describe(reference.image, frame, stride * cursor.iteration(frame));
    reference.counters.copyFrom(run.counters());
    reference.segment = cursor.segment(frame);
    reference.entry = cursor.entry(frame);
    reference.iteration = cursor.iteration(frame);
    reference.cycle = run.cycle() + skipped;
    reference.slack = run.iterationSlack();
    reference.age = 0;
  }

  /**
   * One iteration may begin per cycle. The time since which that limit has been fulfilled is not
   * part of the image; when it never held anything up and the distance grows, it will not in any
   * repetition.
   */
  private boolean mayRepeat(Reference reference, int frame) {
    if (!cursor.isInnermost(frame) || run.iterationSlack() == reference.slack) {
      return true;
    }
    long held =
        run.counters().event(RegionCounters.ITERATION_HOLDS)
            - reference.counters.event(RegionCounters.ITERATION_HOLDS);
    return run.iterationSlack() > reference.slack && held == 0;
  }

  private void skip(Reference reference, int frame, int stride) {
    int iterations = cursor.iteration(frame) - reference.iteration;
    int times = cursor.iterationsLeft(frame) / iterations;
    if (times == 0) {
      return;
    }
    run.counters().repeatSince(reference.counters, times);
    if (cursor.isInnermost(frame)) {
      run.addIterationSlack(times * (run.iterationSlack() - reference.slack));
    }
    if (stride != 0) {
      run.moveAddresses(times * iterations * stride);
    }
    cursor.skip(frame, times * iterations);
    reference.finished = cursor.entry(frame);
    skipped += times * (run.cycle() + skipped - reference.cycle);
  }

  /** Bytes by which every address moves from iteration to iteration; MIXED when they differ. */
  private int commonStride(int frame) {
    int stride = commonStride(cursor.segment(frame).log(), 0, NO_ADDRESS);
    return stride == NO_ADDRESS ? 0 : stride;
  }

  private static int commonStride(IterationLog log, int level, int soFar) {
    int common = soFar;
    for (int i = 0; i < log.size() && common != MIXED; i++) {
      if (log.isLoop(i)) {
        for (int s = 0; s < log.loop(i).segmentCount(); s++) {
          common = commonStride(log.loop(i).segment(s).log(), level + 1, common);
        }
      } else if (log.length(i) > 0) {
        int stride = log.stride(level, i);
        common = common == NO_ADDRESS || common == stride ? stride : MIXED;
      }
    }
    return common;
  }
}
