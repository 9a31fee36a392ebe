package org.ptoc.emulator.timing.outoforder;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.ptoc.emulator.timing.Kernels;
import org.ptoc.emulator.timing.constant.TimingOptions;
import org.ptoc.emulator.timing.pipe.ProgramTimer;
import org.ptoc.emulator.timing.region.RegionCounters;
import org.ptoc.emulator.timing.region.RegionTimeline;
import org.ptoc.emulator.timing.region.RegionTiming;
import org.ptoc.emulator.timing.trace.MicroOperation;
import org.ptoc.emulator.timing.trace.RegionTrace;
import org.ptoc.emulator.timing.trace.RegionTracker;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.isa.Program;

/** A region of nested loops with random bodies and addresses, executed by walking it. */
public final class RandomRegion {
  private static final String[] OPERATIONS = {
    "vadd.f32 V%d, V%d, V%d", "vmul.f32 V%d, V%d, V%d", "vexp.f32 V%d, V%d",
        "vdiv.f16 V%d, V%d, V%d",
    "vmax.f16 V%d, V%d, V%d", "vcadd.f32 V%d, V%d", "vcmp.f32 P1, V%2$d, V%3$d, EQ",
        "vsel.f32 V%d, V%d, V%d, P1",
    "vabs.f16 V%d, V%d", "vlds.f32 V%d, [X2], NORM", "vlds.f32 V%d, [X3], NORM",
        "vsts.f32 V%d, [X4], NORM_B32",
    "pset.b32 P1, ALL", "vcmax.f32 V%d, V%d"
  };

  /** A loop word with its body, or one micro-operation. */
  private sealed interface Item {
    record Loop(int word, int iterations, List<Item> body) implements Item {}

    record Operation(int word, int address, int length, int[] strides) implements Item {}
  }

  private final StringBuilder text = new StringBuilder();
  private final List<Item> items;
  private final Random random;
  private final boolean memory;
  private int word = 2;

  private RandomRegion(Random random) {
    this.random = random;
    this.memory = random.nextInt(3) > 0;
    this.items = body(1 + random.nextInt(3), 0);
  }

  public static RandomRegion of(Random random) {
    return new RandomRegion(random);
  }

  private RandomRegion(String body, int iterations, int stride) {
    this.random = new Random(1);
    this.memory = true;
    String[] lines = body.strip().split("\n");
    text.append("loop 0, X1, ").append(lines.length).append('\n').append(body);
    List<Item> operations = new ArrayList<>();
    int[] strides = {stride};
    for (int i = 0; i < lines.length; i++) {
      int length = lines[i].contains("[") && stride >= 0 ? 256 : 0;
      operations.add(new Item.Operation(3 + i, 0, length, strides));
    }
    this.items = List.of(new Item.Loop(2, iterations, operations));
    this.word = 3 + lines.length;
  }

  /** One loop over {@code body} without memory ranges. */
  public static RandomRegion loop(String body, int iterations) {
    return new RandomRegion(body, iterations, -1);
  }

  /**
   * One loop over {@code body}; every access touches 256 bytes from iteration times {@code stride}.
   */
  public static RandomRegion loop(String body, int iterations, int stride) {
    return new RandomRegion(body, iterations, stride);
  }

  private List<Item> body(int count, int depth) {
    List<Item> body = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      if (depth < 3 && random.nextInt(3) > 0) {
        body.add(loop(depth));
      } else {
        int operations = 1 + random.nextInt(5);
        for (int k = 0; k < operations; k++) {
          body.add(operation(depth));
        }
      }
    }
    return body;
  }

  private Item loop(int depth) {
    int own = word++;
    int at = text.length();
    int iterations = 1 + random.nextInt(depth == 0 ? 60 : random.nextInt(4) == 0 ? 30 : 4);
    List<Item> inner = body(1 + random.nextInt(2), depth + 1);
    text.insert(at, "loop " + depth + ", X1, " + (word - own - 1) + "\n");
    return new Item.Loop(own, iterations, inner);
  }

  private Item operation(int depth) {
    String format = OPERATIONS[random.nextInt(OPERATIONS.length)];
    text.append(format.formatted(random.nextInt(32), random.nextInt(32), random.nextInt(32)))
        .append('\n');
    int[] strides = new int[depth];
    for (int level = 0; level < depth; level++) {
      strides[level] = random.nextInt(4) == 0 ? 0 : 256;
    }
    int length = memory && format.contains("[") ? 256 : 0;
    return new Item.Operation(word++, 256 * random.nextInt(4), length, strides);
  }

  private Program program() {
    return Kernels.program(
        Profile.A5, "movi X1, 1\nvf_begin " + (word - 1) + "\n" + text + "vf_end\nend\n");
  }

  public RegionTiming time(TimingOptions options) {
    Program program = program();
    return ProgramTimer.of(program, options, List.of()).region(trace(program), 1, word);
  }

  public RegionTimeline timeline(TimingOptions options) {
    Program program = program();
    return ProgramTimer.of(program, options, List.of())
        .timeline(trace(program), 1, word)
        .orElseThrow();
  }

  /** The cycles that are really stepped through; iterations that are left out do not count. */
  public int simulatedCycles(TimingOptions options) {
    Program program = program();
    ProgramTimer timer = ProgramTimer.of(program, options, List.of());
    MicroOperation[] operations = new MicroOperation[program.size()];
    for (int i = 0; i < operations.length; i++) {
      operations[i] = timer.operation(i);
    }
    OutOfOrderPipeline pipeline = new OutOfOrderPipeline(operations, options.region(), true);
    OutOfOrderRun run =
        new OutOfOrderRun(pipeline, trace(program), false, new RegionCounters(1, word));
    run.run(true);
    return run.cycle();
  }

  private RegionTrace trace(Program program) {
    RegionTracker tracker = new RegionTracker(program);
    tracker.begin(1);
    walk(items, tracker, new int[0]);
    tracker.advance(word);
    return tracker.end();
  }

  private static void walk(List<Item> items, RegionTracker tracker, int[] iterations) {
    for (Item item : items) {
      switch (item) {
        case Item.Loop(int word, int count, List<Item> body) -> {
          tracker.advance(word);
          tracker.loop(word, count);
          int[] inner = java.util.Arrays.copyOf(iterations, iterations.length + 1);
          for (int iteration = 0; iteration < count; iteration++) {
            inner[iterations.length] = iteration;
            walk(body, tracker, inner);
          }
        }
        case Item.Operation(int word, int address, int length, int[] strides) -> {
          int place = address;
          for (int level = 0; level < strides.length; level++) {
            place += strides[level] * iterations[level];
          }
          tracker.advance(word);
          tracker.microOperation(word, place, length);
        }
      }
    }
  }

  @Override
  public String toString() {
    return text + " " + items;
  }
}
