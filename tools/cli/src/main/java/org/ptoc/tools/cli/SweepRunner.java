package org.ptoc.tools.cli;

import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.ptoc.emulator.timing.pipe.PipeUsage;
import org.ptoc.ir.Location;
import org.ptoc.ir.diagnostic.Diagnostic;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.diagnostic.Severity;
import org.ptoc.ir.object.KernelArgument;
import org.ptoc.ir.object.KernelObject;
import org.ptoc.ir.object.ObjectFile;
import org.ptoc.tools.data.Digests;
import org.ptoc.tools.sweep.Item;
import org.ptoc.tools.sweep.ItemResult;
import org.ptoc.tools.sweep.ItemRunner;
import org.ptoc.tools.sweep.ItemStatus;
import org.ptoc.tools.sweep.Plan;
import org.ptoc.tools.toolchain.TimedRun;
import org.ptoc.tools.toolchain.Toolchain;
import picocli.CommandLine.ParseResult;

/**
 * Runs items as {@code ptoc run} would, in this process and by a toolchain that remembers what it
 * has compiled.
 */
final class SweepRunner implements ItemRunner {
  private final Toolchain toolchain;
  private final Environment environment;

  /**
   * @param toolchain one that is quick when it is asked the same again
   */
  SweepRunner(Toolchain toolchain) {
    PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
    this.toolchain = toolchain;
    this.environment =
        new Environment(
            InputStream.nullInputStream(), nowhere, nowhere, false, false, Path.of(""), Map.of());
  }

  @Override
  public ItemResult run(Item item) {
    if (!item.problems().isEmpty()) {
      Item.Problem problem = item.problems().getFirst();
      return ItemResult.failed(
          item, Version.number(), problem.status(), List.of(problem.message()));
    }
    Run run = new Run(item);
    try {
      return run.run();
    } catch (CommandFailure failure) {
      run.reporter.report(failure.diagnostics());
      return run.failed(ItemStatus.of(failure.statusOfInput()));
    } catch (OutOfMemoryError | StackOverflowError end) {
      run.reporter.report(Exhaustion.of(end, List.of("run", item.identity().kernel())));
      return run.failed(ItemStatus.EXHAUSTED);
    } catch (RuntimeException | Error defect) {
      run.reporter.report(
          Diagnostic.of(
              DiagnosticCode.INTERNAL,
              new Location(item.identity().kernel(), 0, 0, 0),
              CrashReport.describe(defect)));
      return run.failed(ItemStatus.INTERNAL);
    }
  }

  /**
   * Compiles an item and does not run it.
   *
   * @return why it does not compile; empty when it does
   */
  Optional<ItemResult> compile(Item item) {
    Run run = new Run(item);
    try {
      run.compiled();
      return Optional.empty();
    } catch (CommandFailure failure) {
      run.reporter.report(failure.diagnostics());
      return Optional.of(run.failed(ItemStatus.of(failure.statusOfInput())));
    }
  }

  /** One item on its way. */
  private final class Run {
    private final Item item;
    private final Reporter reporter = Reporter.collecting();
    private final Session session;
    private final List<String> chosen = new ArrayList<>();

    Run(Item item) {
      this.item = item;
      this.session = new Session(environment, reporter, () -> toolchain);
    }

    private ParseResult arguments() throws CommandFailure {
      List<String> words = new ArrayList<>(item.words(text -> DataNames.located(text, item)));
      words.add(item.identity().kernel());
      ParseResult arguments = CommandRunner.parse(Commands.RUN, words);
      MessageOptions.apply(arguments, session);
      return arguments;
    }

    private ObjectFile object(ParseResult arguments) throws CommandFailure {
      Toolchain.Source source = new Toolchain.Source(item.identity().kernel(), item.text());
      reporter.addSource(source.name(), source.text());
      return RunCommand.object(arguments, source, session);
    }

    void compiled() throws CommandFailure {
      object(arguments());
    }

    ItemResult run() throws CommandFailure {
      ParseResult arguments = arguments();
      ObjectFile object = object(arguments);
      KernelObject kernel = ObjectKernelChoice.choose(object, CodeOptions.kernel(arguments));
      RunCommand.RunRequest request =
          new RunCommand.RunRequest(arguments, object, kernel, Optional.empty(), 1, true, session);
      ItemResult first = once(request);
      for (int i = 1; i < item.setting().repeat(); i++) {
        ItemResult again = once(request);
        if (!again.outputs().equals(first.outputs()) || !again.measure().equals(first.measure())) {
          reporter.report(
              Diagnostic.of(
                  DiagnosticCode.EXPECTATION,
                  new Location(item.identity().kernel(), 0, 0, 0),
                  "run " + (i + 1) + " of the same item gave another result"));
          return failed(ItemStatus.FAILED);
        }
        if (again.wallMicroseconds() < first.wallMicroseconds()) {
          first = again;
        }
      }
      return first;
    }

    private ItemResult once(RunCommand.RunRequest request) throws CommandFailure {
      chosen.clear();
      long start = System.nanoTime();
      RunCommand.Done done = RunCommand.run(request, this::choose);
      long wall = (System.nanoTime() - start) / 1_000;
      return new ItemResult(
          item.key(),
          Version.number(),
          identity(request.object()),
          ItemStatus.of(done.status()),
          taken(),
          measure(done.completed(), request.kernel()),
          done.findings(),
          outputs(done.completed(), request.kernel()),
          messages(),
          wall);
    }

    private void choose(List<String> arguments) {
      chosen.clear();
      chosen.addAll(arguments);
    }

    private Item.Identity identity(ObjectFile object) {
      Item.Identity own = item.identity();
      return new Item.Identity(
          own.kernel(),
          own.function(),
          object.profile().spelling(),
          own.options(),
          own.variables(),
          own.seed(),
          own.blocks());
    }

    /** The arguments as they were given, then those that were chosen. */
    private List<String> taken() {
      List<String> taken = new ArrayList<>(item.setting().arguments());
      taken.remove(Plan.AUTO);
      taken.addAll(chosen);
      return taken;
    }

    ItemResult failed(ItemStatus status) {
      List<ItemResult.Message> messages = messages();
      boolean limit =
          messages.stream()
              .anyMatch(message -> message.code().equals(DiagnosticCode.WORK_LIMIT.id()));
      return new ItemResult(
          item.key(),
          Version.number(),
          item.identity(),
          limit ? ItemStatus.LIMIT : status,
          taken(),
          ItemResult.Measure.NONE,
          0,
          Map.of(),
          messages,
          0);
    }

    /** The distinct messages, without the directory of the plan's files. */
    private List<ItemResult.Message> messages() {
      return reporter.findings().stream()
          .map(Finding::diagnostic)
          .map(
              found ->
                  new ItemResult.Message(
                      found.code().id(),
                      found.severity().word(),
                      found.location().toString(),
                      DataNames.relative(found.message(), item)))
          .distinct()
          .toList();
    }
  }

  private static ItemResult.Measure measure(
      Toolchain.RunOutcome.Completed completed, KernelObject kernel) {
    Map<String, Long> cycles = new LinkedHashMap<>();
    completed.cycles().forEach(total -> cycles.put(total.model(), total.cycles()));
    Map<String, Long> pipes = new LinkedHashMap<>();
    long roof = 0;
    long instructions = 0;
    int words = kernel.wordCount();
    if (completed.timed().isPresent()) {
      TimedRun run = completed.timed().get();
      words += run.cube().map(cube -> cube.kernel().wordCount()).orElse(0);
      instructions = run.slowest().instructions();
      busy(run, "", pipes);
      run.cube().ifPresent(cube -> busy(cube, "AIC.", pipes));
      roof = pipes.values().stream().mapToLong(each -> each).max().orElse(0);
    }
    return new ItemResult.Measure(
        cycles,
        instructions,
        words,
        pipes,
        roof,
        kernel.properties().unifiedBufferBytes().orElse(-1));
  }

  private static void busy(TimedRun run, String core, Map<String, Long> pipes) {
    for (PipeUsage pipe : run.slowest().pipes()) {
      pipes.put(core + pipe.pipe().spelling(), pipe.busy());
    }
  }

  private static Map<String, String> outputs(
      Toolchain.RunOutcome.Completed completed, KernelObject kernel) {
    Map<String, String> outputs = new LinkedHashMap<>();
    int buffer = 0;
    for (int i = 0; i < kernel.arguments().size(); i++) {
      KernelArgument argument = kernel.arguments().get(i);
      if (argument.kind() == KernelArgument.Kind.GM_POINTER) {
        String name = argument.name().isEmpty() ? Integer.toString(i) : argument.name();
        outputs.put(name, Digests.of(completed.buffers().get(buffer++)));
      }
    }
    return outputs;
  }

  /** A message without a diagnostic of the toolchain. */
  static ItemResult.Message message(DiagnosticCode code, String place, String text) {
    return new ItemResult.Message(code.id(), Severity.ERROR.word(), place, text);
  }
}
