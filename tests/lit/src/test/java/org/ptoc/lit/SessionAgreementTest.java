package org.ptoc.lit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ptoc.emulator.RunResult;
import org.ptoc.emulator.SteppedLaunch.SteppedCore;
import org.ptoc.emulator.Trap;
import org.ptoc.emulator.machine.Schedule;
import org.ptoc.emulator.machine.StateVisitor;
import org.ptoc.emulator.session.DebugSession;
import org.ptoc.emulator.session.Observer;
import org.ptoc.tools.cli.Ptoc;
import org.ptoc.tools.toolchain.DebugTarget;
import org.ptoc.tools.toolchain.Launch;
import org.ptoc.tools.toolchain.PtoToolchain;
import org.ptoc.tools.toolchain.Toolchain;
import org.ptoc.tools.toolchain.Toolchain.RunOutcome;

/**
 * A session that is stepped through leaves what a plain run leaves, and each position is the same
 * state, however one comes to it: for every launch of many test files.
 */
class SessionAgreementTest {
  /** One of how many test files is taken, by its name; all of them in an exhaustive run. */
  private static final int STEP =
      Boolean.getBoolean("ptoc.test.exhaustive") ? 1 : Integer.getInteger("ptoc.step", 61);

  private static final int POSITIONS = 3;
  private static final long BUDGET = 1 << 22;
  private static final List<String> SEVERAL_CORES = List.of("multicore", "launch");

  @TempDir Path temporary;
  private final List<String> wrong = new ArrayList<>();
  private final SplittableRandom random = new SplittableRandom(7);
  private final Toolchain plain = new PtoToolchain();
  private int completed;
  private int trapped;
  private int severalCores;

  @Test
  void sessionsLeaveWhatRunsLeave() throws IOException {
    Path root = Path.of("cases").toAbsolutePath();
    String part = System.getProperty("ptoc.lit", "");
    try (Stream<Path> walk = Files.walk(root)) {
      for (Path file : walk.filter(each -> each.toString().endsWith(".pto")).sorted().toList()) {
        String name = root.relativize(file).toString();
        boolean traps = LitFile.read(file).runs().stream().anyMatch(run -> run.exit() == 3);
        boolean isRare = traps || SEVERAL_CORES.stream().anyMatch(name::startsWith);
        int step = isRare ? (STEP + 8) / 9 : STEP;
        if (name.contains(part) && Math.floorMod(name.hashCode(), step) == 0) {
          run(file);
        }
      }
    }
    assertThat(wrong).isEmpty();
    if (part.isEmpty()) {
      assertThat(completed).isGreaterThan(30);
      assertThat(trapped).isGreaterThan(5);
      assertThat(severalCores).isGreaterThan(10);
    }
  }

  private void run(Path file) throws IOException {
    Path directory = Files.createTempDirectory(temporary, "case");
    for (LitFile.Run run : LitFile.read(file).runs()) {
      if (run.arguments().getFirst().equals("run")) {
        call(file, directory, run);
      }
    }
  }

  private void call(Path file, Path directory, LitFile.Run run) {
    Path repository = Path.of("../..").toAbsolutePath().normalize();
    List<String> arguments =
        run.arguments().stream()
            .map(
                each ->
                    each.replace("%s", file.toString())
                        .replace("%t", directory.toString())
                        .replace("%d", String.valueOf(file.getParent()))
                        .replace("%r", repository.toString()))
            .toList();
    PrintStream none = new PrintStream(OutputStream.nullOutputStream());
    Toolchain comparing =
        (Toolchain)
            Proxy.newProxyInstance(
                Toolchain.class.getClassLoader(),
                new Class<?>[] {Toolchain.class},
                (_, method, values) -> {
                  try {
                    Object result = method.invoke(plain, values);
                    if (values != null && values[0] instanceof Launch launch) {
                      compare(file, launch, result);
                    }
                    return result;
                  } catch (InvocationTargetException failure) {
                    throw failure.getCause();
                  } catch (RuntimeException | Error failure) {
                    wrong.add(file + ": " + failure); // ptoc would report an internal error
                    throw failure;
                  }
                });
    Ptoc.run(arguments, new ByteArrayInputStream(new byte[0]), none, none, () -> comparing);
  }

  private void compare(Path file, Launch launch, Object plainly) {
    if (launch.machine().schedule().order() != Schedule.Order.PROGRAM
        || !(plainly instanceof RunOutcome outcome)) {
      return;
    }
    if (outcome instanceof RunOutcome.Trapped(_, Optional<Trap> details, _) && details.isEmpty()) {
      return; // The limit of work, which sessions do not have.
    }
    Optional<DebugTarget> target = DebugTarget.of(launch).value();
    if (target.isEmpty()) {
      return;
    }
    DebugSession session = new DebugSession(target.get()::begin, BUDGET);
    while (!session.isOver()) {
      session.run(Long.MAX_VALUE, Observer.NONE);
    }
    String difference = difference(session.result(), outcome);
    if (!difference.isEmpty()) {
      wrong.add(file + ": " + difference);
    }
    severalCores += session.cores().size() > 1 ? 1 : 0;
    long end = session.position();
    for (int i = 0; i < POSITIONS; i++) {
      long wanted = random.nextLong(end + 1);
      DebugSession straight = session.twin();
      straight.goTo(wanted);
      session.goTo(wanted);
      if (session.position() != wanted || state(session) != state(straight)) {
        wrong.add(file + ": another state at position " + wanted + " of " + end);
      }
    }
    session.goTo(end);
    if (session.position() != end || !difference(session.result(), outcome).isEmpty()) {
      wrong.add(file + ": another result after going back");
    }
  }

  private String difference(RunResult result, RunOutcome outcome) {
    return switch (outcome) {
      case RunOutcome.Completed(var buffers, var _, var _, var _) -> {
        completed++;
        if (result instanceof RunResult.Trapped(var trap, _, _) && !trap.waits().isEmpty()) {
          yield ""; // It has gone on under another schedule.
        }
        boolean same = result instanceof RunResult.Completed done && same(done.buffers(), buffers);
        yield same ? "" : "another result, " + result;
      }
      case RunOutcome.Trapped(var _, var details, var _) -> {
        trapped++;
        // Where cores wait for each other, a plain run tries another schedule, too.
        boolean same =
            result instanceof RunResult.Trapped(var trap, _, _)
                && (trap.equals(details.get())
                    || !trap.waits().isEmpty() && trap.code() == details.get().code());
        yield same ? "" : "another trap, " + result + " for " + details;
      }
      case RunOutcome.Rejected _ -> "";
    };
  }

  private static boolean same(List<byte[]> some, List<byte[]> others) {
    boolean same = some.size() == others.size();
    for (int i = 0; same && i < some.size(); i++) {
      same = Arrays.equals(some.get(i), others.get(i));
    }
    return same;
  }

  /** A digest of all cores and buffers. */
  private static int state(DebugSession session) {
    Digest digest = new Digest();
    for (SteppedCore core : session.cores()) {
      core.run().core().visit(digest);
      digest.number(session.hasEnded(core.number()) ? 1 : 0);
    }
    digest.number(session.current().number());
    if (session.result() instanceof RunResult.Completed completed) {
      completed.buffers().forEach(digest::bytes);
    }
    return digest.hash;
  }

  private static final class Digest implements StateVisitor {
    private int hash;

    private void add(int other) {
      hash = 31 * hash + other;
    }

    @Override
    public void bytes(byte[] memory) {
      add(Arrays.hashCode(memory));
    }

    @Override
    public void longs(long[] values) {
      add(Arrays.hashCode(values));
    }

    @Override
    public void ints(int[] values) {
      add(Arrays.hashCode(values));
    }

    @Override
    public long number(long value) {
      add(Long.hashCode(value));
      return value;
    }

    @Override
    public <T> T value(T value) {
      return value;
    }
  }
}
