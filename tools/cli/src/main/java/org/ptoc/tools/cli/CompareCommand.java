package org.ptoc.tools.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.ptoc.emulator.Argument;
import org.ptoc.emulator.Engine;
import org.ptoc.emulator.machine.ExecutionListener;
import org.ptoc.emulator.machine.ListenerGroup;
import org.ptoc.emulator.timing.constant.TimingModel;
import org.ptoc.ir.Location;
import org.ptoc.ir.diagnostic.Diagnostic;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.diagnostic.Limit;
import org.ptoc.ir.diagnostic.Printable;
import org.ptoc.ir.isa.Program;
import org.ptoc.ir.isa.ProgramDecoder;
import org.ptoc.ir.object.KernelArgument;
import org.ptoc.ir.object.KernelObject;
import org.ptoc.ir.object.ObjectFile;
import org.ptoc.passes.PtoasRelease;
import org.ptoc.tools.data.BufferComparison.Tolerance;
import org.ptoc.tools.data.DataArray;
import org.ptoc.tools.data.DataFormat;
import org.ptoc.tools.referee.Evidence;
import org.ptoc.tools.referee.Referee;
import org.ptoc.tools.referee.Traffic;
import org.ptoc.tools.referee.Verdict;
import org.ptoc.tools.referee.VerdictText;
import org.ptoc.tools.toolchain.Launch;
import org.ptoc.tools.toolchain.ModuleSetting;
import org.ptoc.tools.toolchain.Toolchain;
import org.ptoc.tools.toolchain.Toolchain.RunOutcome;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/**
 * {@code ptoc compare A B}: two versions of one kernel, sources or objects, on the same data: their
 * results, cycles, traffic, and what orders their pipes.
 */
final class CompareCommand implements Command {
  private static final Option BLOCKS =
      Option.value("N", "number of blocks (default: 1)", "-b", "--blocks");
  private static final Option RELEASES =
      Option.value(
          "A,B", "one source as two releases of ptoas mean it (--assume-ptoas)", "--assume");

  /** What one kind of core runs, and what listens to it. */
  private record Watched(KernelObject code, Program program, Evidence evidence, Traffic traffic) {
    ExecutionListener listener() {
      return new ListenerGroup(List.of(evidence.listener(), traffic));
    }

    Part seen() {
      return new Part(code, traffic, Referee.dependences(program, code, evidence));
    }
  }

  /** What one kind of core did. */
  private record Part(KernelObject code, Traffic traffic, List<Verdict> verdicts) {}

  /**
   * What one version did.
   *
   * @param parts of both kinds of cores where the kernel runs on both, vector cores first
   */
  private record Side(
      String file,
      ObjectFile object,
      KernelObject kernel,
      List<BoundArgument> bound,
      RunOutcome.Completed run,
      List<Part> parts) {
    DataArray array(BoundArgument argument, int buffer) {
      return DataArray.adopt(argument.format(), argument.shape(), run.buffers().get(buffer));
    }

    long count(Class<? extends Verdict> kind) {
      return parts.stream()
          .flatMap(part -> part.verdicts().stream())
          .filter(kind::isInstance)
          .count();
    }
  }

  private static final Option TOLERANCE =
      Option.value("TOL", "abs=A,rel=R, or R, or R,A, as in ptoc run (default: equal)", "--tol");
  private static final Option ARGUMENT =
      Option.values("DATA", "argument of both, as in ptoc run; others are chosen", "-a", "--arg");
  private static final Option SEED =
      Option.value("N", "seed of the chosen data (default: 1)", "--seed").seldom();

  @Override
  public void describe(CommandSpec spec) {
    Options.parameters(spec, "FILE", "1..2", "the older and the newer version, .pto or .o");
    Option.add(spec, RELEASES, TOLERANCE);
    describeData(spec);
    CodeOptions.describe(spec);
  }

  /** The options for what two kernels run on. */
  static void describeData(CommandSpec spec) {
    Option.add(spec, ARGUMENT, SEED, BLOCKS);
    BlockParameters.OPTION.addTo(spec);
    RunCommand.ALLOW_OUT_OF_RANGE.addTo(spec);
  }

  @Override
  public int execute(ParseResult arguments, Session session) throws CommandFailure {
    Tolerance tolerance = Expectations.tolerance(TOLERANCE.text(arguments).orElse("0"));
    List<String> files = Options.parameters(arguments);
    List<PtoasRelease> releases = releases(arguments, files);
    List<ObjectFile> versions =
        releases.isEmpty()
            ? List.of(
                RunCommand.object(arguments, files.getFirst(), session),
                RunCommand.object(arguments, files.getLast(), session))
            : assuming(arguments, files.getFirst(), releases, session);
    ObjectFile older = versions.getFirst();
    ObjectFile newer = versions.getLast();
    KernelObject olderKernel = ObjectKernelChoice.choose(older, CodeOptions.kernel(arguments));
    KernelObject newerKernel = ObjectKernelChoice.choose(newer, CodeOptions.kernel(arguments));
    requireSameParameters(olderKernel, newerKernel, files);
    List<String> texts = texts(arguments, older, olderKernel, session);
    Side before =
        run(arguments, label(files.getFirst(), releases, 0), older, olderKernel, texts, session);
    Side after =
        run(arguments, label(files.getLast(), releases, 1), newer, newerKernel, texts, session);
    if (session.reporter().isText()) {
      session.out().print(table(before, after));
    }
    int errors = session.reporter().errorCount();
    reportResults(before, after, tolerance, session);
    if (after.count(Verdict.Missing.class) > before.count(Verdict.Missing.class)) {
      for (Part part : after.parts()) {
        session.report(
            new VerdictText(
                    part.code(),
                    part.verdicts().stream().filter(Verdict.Missing.class::isInstance).toList())
                .diagnostics(true));
      }
    }
    return session.reporter().errorCount() > errors ? ExitStatus.CHECK_FAILED : ExitStatus.OK;
  }

  /** The two releases that one source is compared under; none for two files. */
  private static List<PtoasRelease> releases(ParseResult arguments, List<String> files)
      throws CommandFailure {
    Optional<String> text = RELEASES.text(arguments);
    if (text.isPresent() != (files.size() == 1)) {
      throw CommandFailure.usage(
          "ptoc compare takes two files, or one file and " + RELEASES + "=A,B",
          "for example " + RELEASES + "=0.61,0.63");
    }
    List<PtoasRelease> releases = new ArrayList<>();
    for (String each : text.map(both -> both.split(",", -1)).orElse(new String[0])) {
      releases.add(
          PtoasRelease.bySpelling(each)
              .orElseThrow(
                  () ->
                      CommandFailure.usage(
                          "there is no release '" + each + "' of ptoas that changed anything",
                          "the releases are " + String.join(", ", PtoasRelease.spellings()))));
    }
    if (text.isPresent() && releases.size() != 2) {
      throw CommandFailure.usage(
          RELEASES + " takes two releases", "for example " + RELEASES + "=0.61,0.63");
    }
    return releases;
  }

  private static String label(String file, List<PtoasRelease> releases, int side) {
    return releases.isEmpty() ? file : file + " (ptoas " + releases.get(side).spelling() + ")";
  }

  /** One source under each release; what is reported under one of them alone says so. */
  private static List<ObjectFile> assuming(
      ParseResult arguments, String file, List<PtoasRelease> releases, Session session)
      throws CommandFailure {
    Toolchain.Source source = session.source(file, session.read(file));
    Toolchain.Request plain = CodeOptions.request(arguments, CodeOptions.noReports());
    List<Toolchain.Outcome<ObjectFile>> outcomes = new ArrayList<>();
    for (PtoasRelease release : releases) {
      Toolchain.Request request =
          new Toolchain.Request(
              plain.profile(),
              plain.otherwise(),
              plain.kernel(),
              release.apply(plain.code()),
              plain.reports(),
              plain.rules(),
              List.of(ModuleSetting.ASSUME_PTOAS.stated(release.spelling())),
              plain.pairs());
      outcomes.add(session.toolchain().compile(source, request));
    }
    List<ObjectFile> programs = new ArrayList<>();
    for (int side = 0; side < outcomes.size(); side++) {
      List<Diagnostic> others = outcomes.get(1 - side).diagnostics();
      List<Diagnostic> own = new ArrayList<>();
      for (Diagnostic each : outcomes.get(side).diagnostics()) {
        if (!others.contains(each)) {
          own.add(each.withNote(Location.NONE, "only with ptoas " + releases.get(side).spelling()));
        } else if (side == 0) {
          own.add(each);
        }
      }
      session.report(own);
      Optional<ObjectFile> made = outcomes.get(side).value();
      if (made.isPresent()) {
        programs.add(BlockParameters.of(arguments).apply(made.get()));
      }
    }
    if (programs.size() < 2) {
      throw new CommandFailure(ExitStatus.REJECTED, List.of());
    }
    return programs;
  }

  static void requireSameParameters(KernelObject older, KernelObject newer, List<String> files)
      throws CommandFailure {
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

  static List<String> texts(
      ParseResult arguments, ObjectFile object, KernelObject kernel, Session session)
      throws CommandFailure {
    List<String> given = ARGUMENT.texts(arguments);
    AutoArguments auto =
        new AutoArguments(true, SEED.number(arguments, Integer.MIN_VALUE, Integer.MAX_VALUE, 1));
    List<String> all = new ArrayList<>(given);
    all.addAll(
        AutoArguments.options(
            auto.choose(
                kernel,
                AutoArguments.functions(object, kernel, arguments, session),
                given,
                blocks(arguments, kernel))));
    return all;
  }

  static int blocks(ParseResult arguments, KernelObject kernel) throws CommandFailure {
    return (int)
        BLOCKS.number(
            arguments, 1, Limit.BLOCKS.value(), Math.max(1, kernel.properties().blockCount()));
  }

  private static Side run(
      ParseResult arguments,
      String file,
      ObjectFile object,
      KernelObject kernel,
      List<String> texts,
      Session session)
      throws CommandFailure {
    List<Watched> parts = new ArrayList<>(List.of(watched(file, object, kernel)));
    Optional<KernelObject> cube = object.cubePart(kernel);
    if (cube.isPresent()) {
      parts.add(watched(file, object, cube.get()));
    }
    ArgumentBinder.Bound bound = ArgumentBinder.bind(kernel, texts);
    int blocks = blocks(arguments, kernel);
    Launch launch =
        Launch.of(object, kernel, bound.arguments().stream().map(BoundArgument::argument).toList())
            .with(
                one ->
                    one.withBlocks(blocks)
                        .withInstructionLimit(Limit.WORK.value())
                        .withEngine(Engine.INTERPRET))
            .withTiming(
                new Toolchain.Timing(TimingModel.DEFAULT, false)
                    .withWatcher(Optional.of(_ -> parts.getFirst().listener()))
                    .withCubeWatcher(cube.map(_ -> _ -> parts.getLast().listener())))
            .withProtection(RunCommand.protection(arguments));
    return switch (session.toolchain().run(launch)) {
      case RunOutcome.Completed completed ->
          new Side(
              file,
              object,
              kernel,
              bound.arguments(),
              completed,
              parts.stream().map(Watched::seen).toList());
      case RunOutcome.Trapped(var trap, var _, var _) ->
          throw new CommandFailure(ExitStatus.TRAPPED, List.of(trap));
      case RunOutcome.Rejected(var diagnostics) ->
          throw new CommandFailure(ExitStatus.REJECTED, diagnostics);
    };
  }

  private static Watched watched(String file, ObjectFile object, KernelObject code)
      throws CommandFailure {
    if (ProgramDecoder.decode(object.profile(), code.properties().kind().core(), code.words())
        instanceof Program program) {
      return new Watched(code, program, new Evidence(program), new Traffic(program));
    }
    throw CommandFailure.of(
        ExitStatus.REJECTED, DiagnosticCode.ILLEGAL_WORD, file + " holds words that are illegal");
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
    boolean mixed = before.parts().size() > 1 && after.parts().size() > 1;
    for (int i = 0; i < Math.min(before.parts().size(), after.parts().size()); i++) {
      Part old = before.parts().get(i);
      Part now = after.parts().get(i);
      String core = mixed ? i == 0 ? ", AIV" : ", AIC" : "";
      line(text, "words" + core, old.code().wordCount(), now.code().wordCount());
      old.traffic()
          .rows(now.traffic())
          .forEach(row -> line(text, row.name() + core, row.old(), row.now()));
    }
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

  /** Compares the results of the newer version with the results of the older one. */
  private static void reportResults(Side before, Side after, Tolerance tolerance, Session session) {
    int buffer = 0;
    for (int i = 0; i < before.bound().size(); i++) {
      BoundArgument argument = before.bound().get(i);
      if (argument.argument() instanceof Argument.Buffer) {
        session.report(
            Expectations.compare(
                BufferOption.title(i, before.kernel().arguments().get(i)),
                before.file(),
                after.array(argument, buffer),
                before.array(argument, buffer),
                tolerance));
        buffer++;
      }
    }
  }
}
