package org.ptoc.tools.cli;

import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.ptoc.ir.diagnostic.Diagnostic;
import org.ptoc.tools.toolchain.DeviceView;
import org.ptoc.tools.toolchain.Launch;
import org.ptoc.tools.toolchain.PtoToolchain;
import org.ptoc.tools.toolchain.Toolchain;
import org.ptoc.tools.toolchain.Toolchain.RunOutcome;
import picocli.CommandLine.ParseResult;

/**
 * Runs a launch of the library under checks of {@code ptoc run --check}.
 *
 * @param outcome how the run ended
 * @param findings what the checks report, as text; empty when they found nothing
 */
public record CheckedRun(RunOutcome outcome, String findings) {
  /** True if a check follows which bytes of the memory of a device were written. */
  public static boolean followsMemory(List<String> checks) {
    return checks.contains(WatchOptions.MEMORY) || checks.contains(WatchOptions.ALL_CHECKS);
  }

  /**
   * Runs a launch.
   *
   * @param source what the object was compiled from
   * @param views the array of a device behind each argument, where it is one
   * @param checks names of checks
   * @throws IllegalArgumentException when there is no such check, or it does not fit the kernel
   */
  public static CheckedRun of(
      Launch launch,
      Toolchain.Source source,
      List<Optional<DeviceView>> views,
      List<String> checks) {
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    PrintStream messages = new PrintStream(said, true, StandardCharsets.UTF_8);
    Reporter reporter = new Reporter(messages, false);
    reporter.addSource(source.name(), source.text());
    Session session =
        new Session(
            new Environment(
                InputStream.nullInputStream(),
                new PrintStream(OutputStream.nullOutputStream()),
                messages,
                false,
                false,
                Path.of(""),
                Map.of()),
            reporter,
            PtoToolchain::new);
    try {
      ParseResult arguments =
          CommandRunner.parse(
              Commands.RUN,
              List.of(
                  WatchOptions.CHECK.of(String.join(",", checks)),
                  RunCommand.RANKS.of(launch.machine().ranks()),
                  RunCommand.BLOCKS.of(launch.machine().blocks()),
                  "kernel.o"));
      WatchOptions watch = WatchOptions.read(arguments, launch.object(), launch.kernel(), session);
      Launch watched = watch.attachedTo(launch);
      watch.before(watched, views);
      if (watch.findsOperands()) {
        watch.add(session.toolchain().doubts(watched));
      }
      RunOutcome outcome = session.toolchain().run(watched);
      watch.report();
      return new CheckedRun(outcome, said.toString(StandardCharsets.UTF_8));
    } catch (CommandFailure wrong) {
      throw new IllegalArgumentException(
          wrong.diagnostics().stream().map(Diagnostic::message).collect(Collectors.joining("; ")),
          wrong);
    }
  }
}
