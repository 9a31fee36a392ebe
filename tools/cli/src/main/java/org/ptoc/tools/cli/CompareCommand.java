package org.ptoc.tools.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import org.ptoc.emulator.BlockNumbers;
import org.ptoc.emulator.Engine;
import org.ptoc.emulator.machine.ListenerGroup;
import org.ptoc.emulator.timing.constant.TimingModel;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.diagnostic.Limit;
import org.ptoc.ir.diagnostic.Printable;
import org.ptoc.ir.isa.Program;
import org.ptoc.ir.isa.ProgramDecoder;
import org.ptoc.ir.object.KernelArgument;
import org.ptoc.ir.object.KernelObject;
import org.ptoc.ir.object.ObjectFile;
import org.ptoc.tools.data.BufferComparison.Tolerance;
import org.ptoc.tools.data.DataArray;
import org.ptoc.tools.data.DataFormat;
import org.ptoc.tools.referee.Evidence;
import org.ptoc.tools.referee.Referee;
import org.ptoc.tools.referee.Traffic;
import org.ptoc.tools.referee.Verdict;
import org.ptoc.tools.referee.VerdictText;
import org.ptoc.tools.toolchain.Toolchain;
import org.ptoc.tools.toolchain.Toolchain.RunOutcome;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/**
 * {@code ptoc compare A B}: two versions of one kernel, sources or objects, on the same data: their
 * results, cycles, traffic, and what orders their pipes.
 */
final class CompareCommand implements Command {
  private static final String BLOCKS = "--blocks";

  /** What one version did. */
  private record Side(
      String file,
      ObjectFile object,
      KernelObject kernel,
      List<BoundArgument> bound,
      RunOutcome.Completed run,
      Traffic traffic,
      List<Verdict> verdicts) {
    DataArray array(BoundArgument argument, int buffer) {
      return DataArray.of(argument.format(), argument.shape(), run.buffers().get(buffer));
    }

    long count(Class<? extends Verdict> kind) {
      return verdicts.stream().filter(kind::isInstance).count();
    }
  }

  @Override
  public CommandSpec describe() {
    CommandSpec spec = CommandSpec.create();
    Options.parameters(spec, "FILE", "2", "the older and the newer version, .pto or .o");
    Options.values(
        spec, "DATA", "argument of both, as in ptoc run; others are chosen", "-a", "--arg");
    Options.value(spec, "N", "seed of the chosen data (default: 1)", "--seed");
    Options.value(
        spec, "TOL", "abs=A,rel=R, or R, or R,A, as in ptoc run (default: equal)", "--tol");
    Options.value(spec, "N", "number of blocks (default: 1)", "-b", BLOCKS);
    BlockParameters.describe(spec);
    RunCommand.describeRange(spec);
    CodeOptions.describe(spec);
    MessageOptions.describe(spec);
    return spec;
  }

  @Override
  public int execute(ParseResult arguments, Session session) throws CommandFailure {
    MessageOptions.apply(arguments, session);
    Tolerance tolerance = Expectations.tolerance(Options.text(arguments, "--tol").orElse("0"));
    List<String> files = Options.parameters(arguments);
    ObjectFile older = RunCommand.object(arguments, files.getFirst(), session);
    ObjectFile newer = RunCommand.object(arguments, files.getLast(), session);
    KernelObject olderKernel = ObjectKernelChoice.choose(older, Options.kernel(arguments));
    KernelObject newerKernel = ObjectKernelChoice.choose(newer, Options.kernel(arguments));
    requireSameParameters(olderKernel, newerKernel, files);
    List<String> texts = texts(arguments, older, olderKernel, session);
    Side before = run(arguments, files.getFirst(), older, olderKernel, texts, session);
    Side after = run(arguments, files.getLast(), newer, newerKernel, texts, session);
    if (session.reporter().isText()) {
      session.environment().out().print(table(before, after));
    }
    int errors = session.reporter().errorCount();
    reportResults(before, after, tolerance, session);
    if (after.count(Verdict.Missing.class) > before.count(Verdict.Missing.class)) {
      session
          .reporter()
          .report(
              new VerdictText(
                      newerKernel,
                      after.verdicts().stream().filter(Verdict.Missing.class::isInstance).toList())
                  .diagnostics(true));
    }
    return session.reporter().errorCount() > errors ? ExitStatus.CHECK_FAILED : ExitStatus.OK;
  }

  private static void requireSameParameters(
      KernelObject older, KernelObject newer, List<String> files) throws CommandFailure {
    int most = Math.max(older.arguments().size(), newer.arguments().size());
    for (int i = 0; i < most; i++) {
      Optional<String> first = type(older, i);
      Optional<String> second = type(newer, i);
      if (!first.equals(second)) {
        KernelObject named = first.isPresent() ? older : newer;
        throw CommandFailure.of(
            ExitStatus.REJECTED,
            DiagnosticCode.BAD_ARGUMENT,
            BufferOption.title(i, named.arguments().get(i))
                + " is "
                + first.orElse("missing")
                + " in "
                + files.getFirst()
                + " and "
                + second.orElse("missing")
                + " in "
                + files.getLast()
                + "; both kernels run on the same data");
      }
    }
  }

  /** The type of a parameter as texts spell it; empty if there is no such parameter. */
  private static Optional<String> type(KernelObject kernel, int index) {
    if (index >= kernel.arguments().size()) {
      return Optional.empty();
    }
    KernelArgument argument = kernel.arguments().get(index);
    String element =
        DataFormat.byCode(argument.dataType())
            .map(DataFormat::spelling)
            .orElse("type code " + argument.dataType());
    return Optional.of(
        argument.kind() == KernelArgument.Kind.GM_POINTER ? "a pointer to " + element : element);
  }

  private static List<String> texts(
      ParseResult arguments, ObjectFile object, KernelObject kernel, Session session)
      throws CommandFailure {
    List<String> given = Options.texts(arguments, "--arg");
    AutoArguments auto =
        new AutoArguments(
            true, Options.number(arguments, "--seed", Integer.MIN_VALUE, Integer.MAX_VALUE, 1));
    List<String> all = new ArrayList<>(given);
    all.addAll(
        auto.choose(
            kernel,
            AutoArguments.functions(object, kernel, arguments, session),
            given,
            blocks(arguments, kernel)));
    return all;
  }

  private static int blocks(ParseResult arguments, KernelObject kernel) throws CommandFailure {
    return (int)
        Options.number(
            arguments,
            BLOCKS,
            1,
            Limit.BLOCKS.value(),
            Math.max(1, kernel.properties().blockCount()));
  }

  private static Side run(
      ParseResult arguments,
      String file,
      ObjectFile object,
      KernelObject kernel,
      List<String> texts,
      Session session)
      throws CommandFailure {
    if (!(ProgramDecoder.decode(object.profile(), kernel.properties().kind().core(), kernel.words())
        instanceof Program program)) {
      throw CommandFailure.of(
          ExitStatus.REJECTED, DiagnosticCode.ILLEGAL_WORD, file + " holds words that are illegal");
    }
    ArgumentBinder.Bound bound = ArgumentBinder.bind(kernel, texts);
    Evidence evidence = new Evidence(program);
    Traffic traffic = new Traffic(program);
    Toolchain.Launch launch =
        new Toolchain.Launch(
                object,
                kernel,
                bound.arguments().stream().map(BoundArgument::argument).toList(),
                blocks(arguments, kernel),
                1,
                (byte) Toolchain.ENTRY_FILL,
                OptionalLong.of(Limit.WORK.value()),
                new Toolchain.Timing(TimingModel.DOCUMENTED, false)
                    .withWatcher(
                        Optional.of(
                            block -> new ListenerGroup(List.of(evidence.listener(), traffic)))),
                Engine.INTERPRET,
                line -> {},
                kernel.properties().vectorCores(),
                BlockNumbers.USUAL,
                printed -> {})
            .withProtection(RunCommand.protection(arguments));
    return switch (session.toolchain().run(launch)) {
      case RunOutcome.Completed completed ->
          new Side(
              file,
              object,
              kernel,
              bound.arguments(),
              completed,
              traffic,
              Referee.dependences(program, kernel, evidence));
      case RunOutcome.Trapped(var trap, var _, var _) ->
          throw new CommandFailure(ExitStatus.TRAPPED, List.of(trap));
      case RunOutcome.Rejected(var diagnostics) ->
          throw new CommandFailure(ExitStatus.REJECTED, diagnostics);
    };
  }

  private static String table(Side before, Side after) {
    StringBuilder text = new StringBuilder();
    text.append(Printable.of(before.file() + " @" + before.kernel().name()))
        .append(" -> ")
        .append(Printable.of(after.file() + " @" + after.kernel().name()))
        .append('\n');
    for (int i = 0; i < before.run().cycles().size(); i++) {
      Toolchain.Cycles old = before.run().cycles().get(i);
      line(text, "cycles, " + old.model(), old.cycles(), after.run().cycles().get(i).cycles());
    }
    line(text, "words", before.kernel().wordCount(), after.kernel().wordCount());
    before
        .traffic()
        .rows(after.traffic())
        .forEach(row -> line(text, row.name(), row.old(), row.now()));
    line(
        text,
        "dependences in order",
        before.count(Verdict.Ordered.class),
        after.count(Verdict.Ordered.class));
    line(
        text,
        "not in order",
        before.count(Verdict.Missing.class),
        after.count(Verdict.Missing.class));
    return text.toString();
  }

  private static void line(StringBuilder text, String name, long old, long now) {
    text.append(String.format(Locale.ROOT, "  %-28s %12d %12d", name, old, now));
    if (old != now && old != 0) {
      text.append(String.format(Locale.ROOT, "  %+.1f %%", 100.0 * (now - old) / old));
    } else if (old != now) {
      text.append("  new");
    }
    text.append('\n');
  }

  /** The results of the newer version against those of the older one. */
  private static void reportResults(Side before, Side after, Tolerance tolerance, Session session) {
    int buffer = 0;
    for (int i = 0; i < before.bound().size(); i++) {
      BoundArgument argument = before.bound().get(i);
      if (argument.argument() instanceof Toolchain.Argument.Buffer) {
        session
            .reporter()
            .report(
                Expectations.compare(
                    before.kernel(),
                    new BufferOption(i, buffer, before.file()),
                    after.array(argument, buffer),
                    before.array(argument, buffer),
                    tolerance));
        buffer++;
      }
    }
  }
}
