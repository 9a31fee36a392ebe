package org.ptoc.tile;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.ptoc.emulator.Argument;
import org.ptoc.emulator.Emulator;
import org.ptoc.emulator.Engine;
import org.ptoc.emulator.KernelLaunch;
import org.ptoc.emulator.RunResult;
import org.ptoc.emulator.machine.Schedule;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.isa.Program;
import org.ptoc.ir.isa.ProgramDecoder;
import org.ptoc.passes.CompileOptions;
import org.ptoc.tools.referee.Proof;
import org.ptoc.tools.watch.SynchronizationChecker;

/**
 * The proof of the referee beside runs of the same program: what is proved shows nothing wrong for
 * any of many arguments, data and schedules, and what must not be proved is shown to be wrong by
 * some.
 */
class WaysTest {
  private static final String BUFFERS = "!pto.ptr<f32, gm>, !pto.ptr<f32, ub>";

  /**
   * Wrong by itself. Schedules let loads of a pipe overtake each other up to its next flag alone.
   */
  private static final Pattern MISUSE =
      Pattern.compile("sets |takes |releases |an earlier word of the pipe");

  /** What the files write shortly, and what stands for it; N numbers and M names may be events. */
  private static final Map<String, String> SHORT =
      Map.ofEntries(
          Map.entry(
              "LOOPLOAD (\\S+) (\\S+)",
              "pto.copy_gm_to_ubuf $2, $1, %z, %o, %b, %z, %z, %off, %z, %b, %b : "
                  + BUFFERS
                  + ", i64, i64, i64, i64, i64, i1, i64, i64, i64"),
          Map.entry("SET (\\w+) (\\w+) (%\\w+)", "pto.set_flag_dyn[<PIPE_$1>, <PIPE_$2>, $3]"),
          Map.entry("WAIT (\\w+) (\\w+) (%\\w+)", "pto.wait_flag_dyn[<PIPE_$1>, <PIPE_$2>, $3]"),
          Map.entry("GET (\\w+) (\\d)", "pto.get_buf \"PIPE_$1\", $2, 0"),
          Map.entry("GET (\\w+) (%\\w+)", "pto.get_buf_dyn \"PIPE_$1\", $2, 0"),
          Map.entry("GETNOW (\\w+) (\\d)", "pto.get_buf \"PIPE_$1\", $2, 1"),
          Map.entry("RLS (\\w+) (\\d)", "pto.rls_buf \"PIPE_$1\", $2, 0"),
          Map.entry("RLS (\\w+) (%\\w+)", "pto.rls_buf_dyn \"PIPE_$1\", $2, 0"),
          Map.entry("RLSWAIT (\\w+) (\\d)", "pto.rls_buf \"PIPE_$1\", $2, 1"));

  private static final String FRAME =
      """
      module attributes {pto.target_arch = "a5"} {
        func.func @through(%p: !pto.ptr<f32, gm>, %q: !pto.ptr<f32, gm>) {
          %z = arith.constant 0 : i64
          %o = arith.constant 1 : i64
          %b = arith.constant 256 : i64
          %u0 = pto.castptr %z : i64 -> !pto.ptr<f32, ub>
      THROUGH
          return
        }
        func.func @k(%p: !pto.ptr<f32, gm>, %q: !pto.ptr<f32, gm>, %d: !pto.ptr<i64, gm>, %n: index, %m: index)
            attributes {pto.aicore} {
          %off = arith.constant false
          %z = arith.constant 0 : i64
          %o = arith.constant 1 : i64
          %two = arith.constant 2 : i64
          %b = arith.constant 256 : i64
          %b2 = arith.constant 512 : i64
          %b3 = arith.constant 768 : i64
          %i0 = arith.constant 0 : index
          %i1 = arith.constant 1 : index
          %i2 = arith.constant 2 : index
          %i3 = arith.constant 3 : index
          %c64 = arith.constant 64 : index
          %n64 = arith.constant 1 : i64
          %m64 = arith.index_cast %m : index to i64
          %u0 = pto.castptr %z : i64 -> !pto.ptr<f32, ub>
          %u1 = pto.castptr %b : i64 -> !pto.ptr<f32, ub>
          %u2 = pto.castptr %b2 : i64 -> !pto.ptr<f32, ub>
          %u3 = pto.castptr %b3 : i64 -> !pto.ptr<f32, ub>
          %p2 = pto.addptr %p, %c64 : !pto.ptr<f32, gm> -> !pto.ptr<f32, gm>
          %q2 = pto.addptr %q, %c64 : !pto.ptr<f32, gm> -> !pto.ptr<f32, gm>
      BODY
          return
        }
      }
      """;

  private static final List<Schedule> SCHEDULES =
      Stream.concat(
              Stream.of(
                  new Schedule(Schedule.Order.EAGER, 0), new Schedule(Schedule.Order.LAZY, 0)),
              IntStream.range(0, 6).mapToObj(seed -> new Schedule(Schedule.Order.RANDOM, seed)))
          .toList();

  /** What a program gets: both counts and the seed of its integers. */
  private record Input(long n, long m, int seed) {
    static List<Input> all() {
      List<Input> inputs = new ArrayList<>();
      for (long n : new long[] {0, 1, 2, 3, 4, 7, 12}) {
        for (long m : new long[] {0, 1, 2, 5}) {
          inputs.add(new Input(n, m, inputs.size()));
        }
      }
      return inputs;
    }

    List<Argument> arguments() {
      SplittableRandom random = new SplittableRandom(seed);
      byte[] in = new byte[4096];
      byte[] out = new byte[4096];
      random.nextBytes(in);
      random.nextBytes(out);
      ByteBuffer integers = ByteBuffer.allocate(64).order(ByteOrder.LITTLE_ENDIAN);
      while (integers.hasRemaining()) {
        integers.putLong(random.nextInt(3));
      }
      return List.of(
          new Argument.Buffer(in),
          new Argument.Buffer(out),
          new Argument.Buffer(integers.array()),
          new Argument.Scalar(n),
          new Argument.Scalar(m));
    }
  }

  @TestFactory
  Stream<DynamicTest> whatIsProvedHolds() throws IOException {
    return WayFile.read("ways.txt").stream()
        .map(way -> DynamicTest.dynamicTest(way.name(), () -> check(way)));
  }

  private static void check(WayFile.Way way) {
    String through =
        WayFile.written("LOAD %u0 %p\nSET MTE2 MTE3 0\nWAIT MTE2 MTE3 0\nSTORE %u0 %q", SHORT);
    String text =
        FRAME.replace("THROUGH", through).replace("BODY", WayFile.written(way.body(), SHORT));
    Toolchain.Compiled compiled =
        Toolchain.compile(text, "k", CompileOptions.defaults(), Profile.A5);
    assertThat(compiled.messages()).as(text).isEmpty();
    long[] words = compiled.code().orElseThrow().object().words();
    Program program = (Program) ProgramDecoder.decode(Profile.A5, words);
    Optional<Proof.Doubt> doubt = Proof.attempt(program, compiled.code().orElseThrow().object());
    Optional<String> fault =
        Input.all().stream().flatMap(input -> fault(program, compiled, input).stream()).findFirst();
    way.judge(fault, doubt);
  }

  /** What a run shows that is wrong: a flag, a buffer, or bytes that a schedule makes others. */
  private static Optional<String> fault(Program program, Toolchain.Compiled compiled, Input input) {
    List<String> findings = new ArrayList<>();
    KernelLaunch plain =
        KernelLaunch.of(Toolchain.image(compiled), input.arguments())
            .withEngine(Engine.INTERPRET)
            .withUnifiedBufferFill((byte) 0x5a);
    RunResult result =
        Emulator.run(
            plain.withListeners(
                core ->
                    new SynchronizationChecker(
                        program, (word, message, other) -> findings.add(word + " " + message))));
    if (!(result instanceof RunResult.Completed completed)) {
      return Optional.of(input + ": " + result);
    }
    Optional<String> changed =
        SCHEDULES.stream()
            .filter(schedule -> !sameBytes(Emulator.run(plain.withSchedule(schedule)), completed))
            .map(schedule -> input + ": " + schedule + " changes bytes")
            .findFirst();
    boolean isMisuse = findings.stream().anyMatch(each -> MISUSE.matcher(each).find());
    assertThat(changed.isPresent() && findings.isEmpty())
        .as("a change without a finding")
        .isFalse();
    return isMisuse ? Optional.of(input + ": " + findings) : changed;
  }

  private static boolean sameBytes(RunResult other, RunResult.Completed expected) {
    return other instanceof RunResult.Completed completed
        && Arrays.deepEquals(completed.buffers().toArray(), expected.buffers().toArray());
  }
}
