package org.ptoc.edge;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.ptoc.emulator.Argument;
import org.ptoc.emulator.RankMemory;
import org.ptoc.emulator.machine.Contents;
import org.ptoc.emulator.machine.Schedule;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.object.ObjectFile;
import org.ptoc.tools.toolchain.Launch;
import org.ptoc.tools.toolchain.PtoToolchain;
import org.ptoc.tools.toolchain.Toolchain;

/**
 * Random programs of several ranks leave in their windows what a plain model says, whichever rank
 * goes first; where a notification is missing, the run ends with the report of a deadlock. {@code
 * -Dptoc.programs} is the number for each profile, {@code -Dptoc.seed} the first.
 */
class RankTest {
  private static final int PROGRAMS = Integer.getInteger("ptoc.programs", 60);
  private static final long SEED = Long.getLong("ptoc.seed", 70);

  /** Buffers of the kernel: two windows, the bells and the context. */
  private static final int BUFFERS = 4;

  private static final Toolchain TOOLCHAIN = new PtoToolchain();

  @Test
  void ranksComeToTheSameMemoryInAnyOrder() {
    int blocked = 0;
    for (int i = 0; i < PROGRAMS; i++) {
      for (Profile profile : Profile.values()) {
        RankProgram program = new RankProgram(SEED + i, i % 8 == 7);
        blocked += program.blocks() ? 1 : 0;
        check(program, profile, SEED + i);
      }
    }
    assertThat(blocked).isGreaterThan(PROGRAMS / 16);
  }

  private static void check(RankProgram program, Profile profile, long seed) {
    String text = program.text();
    ObjectFile object = Kernels.object(text, profile);
    SplittableRandom random = new SplittableRandom(seed);
    int[][] windows = numbers(program, program.windowElements(), random);
    int[][] wide = numbers(program, program.wideElements(), random);
    List<List<Argument>> arguments = new ArrayList<>();
    for (int rank = 0; rank < program.ranks; rank++) {
      arguments.add(
          List.of(
              window(bytes(windows[rank])),
              window(bytes(wide[rank])),
              window(new byte[Integer.BYTES * program.bells()]),
              new Argument.Buffer(new RankMemory(program.ranks, BUFFERS).context(rank))));
    }
    // Later slots hold what adds to them and what nothing overwrites.
    program.model(windows, wide);
    Stream<Schedule> schedules =
        Stream.of(
            Schedule.PROGRAM,
            new Schedule(seed % 2 == 0 ? Schedule.Order.LAZY : Schedule.Order.EAGER, 0),
            new Schedule(Schedule.Order.RANDOM, seed),
            new Schedule(Schedule.Order.RANDOM, seed + 1));
    schedules.forEach(
        schedule -> {
          String about = "seed %d, %s, %s%n%s".formatted(seed, profile, schedule, text);
          Toolchain.RunOutcome outcome = run(object, arguments, schedule);
          if (program.blocks()) {
            assertThat(outcome).as(about).isInstanceOf(Toolchain.RunOutcome.Trapped.class);
            assertThat(((Toolchain.RunOutcome.Trapped) outcome).details().orElseThrow().waits())
                .as(about)
                .isNotEmpty();
            return;
          }
          assertThat(outcome).as(about).isInstanceOf(Toolchain.RunOutcome.Completed.class);
          List<byte[]> buffers = ((Toolchain.RunOutcome.Completed) outcome).buffers();
          for (int rank = 0; rank < program.ranks; rank++) {
            assertThat(buffers.get(BUFFERS * rank)).as(about).isEqualTo(bytes(windows[rank]));
            assertThat(buffers.get(BUFFERS * rank + 1)).as(about).isEqualTo(bytes(wide[rank]));
          }
        });
  }

  private static int[][] numbers(RankProgram program, int count, SplittableRandom random) {
    int[][] numbers = new int[program.ranks][count];
    for (int[] each : numbers) {
      Arrays.setAll(each, _ -> program.random(random));
    }
    return numbers;
  }

  private static byte[] bytes(int[] numbers) {
    ByteBuffer bytes =
        ByteBuffer.allocate(Integer.BYTES * numbers.length).order(ByteOrder.LITTLE_ENDIAN);
    bytes.asIntBuffer().put(numbers);
    return bytes.array();
  }

  private static Argument window(byte[] contents) {
    return new Argument.Buffer(Contents.of(contents), true);
  }

  private static Toolchain.RunOutcome run(
      ObjectFile object, List<List<Argument>> arguments, Schedule schedule) {
    return TOOLCHAIN.run(
        Launch.of(object, object.kernels().getFirst(), arguments.getFirst())
            .with(
                one ->
                    one.withUnifiedBufferFill((byte) 0xCB)
                        .withPeers(arguments.subList(1, arguments.size()))
                        .withSchedule(schedule)));
  }
}
