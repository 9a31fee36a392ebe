package org.ptoc.emulator.timing.outoforder;

import java.util.Arrays;
import org.ptoc.emulator.timing.region.RegionCounters;
import org.ptoc.emulator.timing.trace.IterationLog;
import org.ptoc.emulator.timing.trace.LoopRun;
import org.ptoc.emulator.timing.trace.StateImage;
import org.ptoc.emulator.timing.trace.TraceCursor;

/**
 * Leaves out the passes of a loop that repeat what an earlier pass did. The state of the pipeline
 * at the beginning of a pass, relative to cycle and pass, is compared with a kept one; when both
 * are equal, everything between them repeats until the loop ends, and its counts and cycles can be
 * added as often as it fits. The state is kept where a period begins to show ({@link
 * IterationPeriod}), and besides after 1, 4, 16, ... passes, so that any period is found.
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

    private int pass;

    /** Cycle with everything left out so far. */
    private long cycle;

    private int slack;
    private int age;

    /**
     * The period that shows, 0 for none, and passes for which the state is kept: the true period
     * may be a multiple.
     */
    private int guess;

    private int expected;
    private int lifetime = 1;

    @SuppressWarnings("NullAway.Init") // A reference is looked at once it has been filled.
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
   * @param frame the outermost loop that began another pass in this cycle, or -1
   */
  void endCycle(int frame) {
    if (frame < 0 || !run.isSteady() || cursor.passesLeft(frame) == 0) {
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
        && reference.pass < cursor.pass(frame)) {
      if (fingerprint == reference.fingerprint
          && run.image().renamedFingerprint() == reference.renamedFingerprint
          && isAgain(reference, frame, stride)
          && mayRepeat(reference, frame)) {
        skip(reference, frame, stride);
        return;
      }
      if (!isDue(reference, cursor.pass(frame), fingerprint)) {
        return;
      }
    } else {
      reference.lifetime = 1;
      reference.guess = 0;
      reference.expected = 0;
      reference.period.begin();
      reference.period.add(cursor.pass(frame), fingerprint);
    }
    reference.fingerprint = fingerprint;
    reference.renamedFingerprint = run.image().renamedFingerprint();
    keep(reference, frame, stride);
  }

  /**
   * Whether the kept state is to be replaced: a period shows, or passed without a repetition, or
   * the state has become old.
   */
  private static boolean isDue(Reference reference, int pass, int fingerprint) {
    int period = reference.period.add(pass, fingerprint);
    boolean waits = reference.expected != 0 && pass - reference.pass < reference.expected;
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
    run.image().describe(comparison, frame, stride * cursor.pass(frame));
    return comparison.isSame();
  }

  /** Cycles of all passes that were left out. */
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
    run.image().describe(reference.image, frame, stride * cursor.pass(frame));
    reference.counters.copyFrom(run.counters());
    reference.segment = cursor.segment(frame);
    reference.entry = cursor.entry(frame);
    reference.pass = cursor.pass(frame);
    reference.cycle = run.cycle() + skipped;
    reference.slack = run.passSlack();
    reference.age = 0;
  }

  /**
   * One pass may begin per cycle. How long that limit has been fulfilled is no part of the image;
   * when it never held anything up and the distance grows, it will not in any repetition.
   */
  private boolean mayRepeat(Reference reference, int frame) {
    if (!cursor.isInnermost(frame) || run.passSlack() == reference.slack) {
      return true;
    }
    long held =
        run.counters().event(RegionCounters.PASS_HOLDS)
            - reference.counters.event(RegionCounters.PASS_HOLDS);
    return run.passSlack() > reference.slack && held == 0;
  }

  private void skip(Reference reference, int frame, int stride) {
    int passes = cursor.pass(frame) - reference.pass;
    int times = cursor.passesLeft(frame) / passes;
    if (times == 0) {
      return;
    }
    run.counters().repeatSince(reference.counters, times);
    if (cursor.isInnermost(frame)) {
      run.addPassSlack(times * (run.passSlack() - reference.slack));
    }
    if (stride != 0) {
      run.moveAddresses(times * passes * stride);
    }
    cursor.skip(frame, times * passes);
    reference.finished = cursor.entry(frame);
    skipped += times * (run.cycle() + skipped - reference.cycle);
  }

  /** Bytes by which every address moves from pass to pass; MIXED when they differ. */
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
