package org.ptoc.tools.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.ptoc.ir.object.KernelObject;
import org.ptoc.ir.object.ObjectFile;
import org.ptoc.tools.cli.InputFiles.InputFile;
import org.ptoc.tools.data.ArgumentText;
import picocli.CommandLine.ParseResult;

/**
 * {@code ptoc run} of many files: every kernel of each, or the one that was named. Kernels run at
 * the same time as far as their arguments together fit the memory; one that is larger runs alone.
 *
 * @param memory MiB of arguments that are left for kernels to begin
 */
record RunBatch(ParseResult arguments, Semaphore memory) {
  /** Arguments of all runs at one time: a run takes at most their bytes. */
  private static final int MOST_MIB = 768;

  /** Options about one buffer or with one file that all runs would write. */
  private static final List<Option> FOR_ONE_RUN =
      List.of(
          RunCommand.DUMP,
          RunCommand.SHOW,
          RunCommand.EXPECT,
          ReportOptions.TRACE,
          ReportOptions.KANATA,
          ReportOptions.TABLES,
          ReportOptions.PAGE);

  RunBatch(ParseResult arguments) {
    this(arguments, new Semaphore(mostMib(), true));
  }

  int run(InputFiles inputs, Session session) throws CommandFailure {
    for (Option option : FOR_ONE_RUN) {
      if (option.isIn(arguments)) {
        throw CommandFailure.usage(
            option + " is for the run of one kernel, but there are several inputs",
            "name one file; --dump-all DIR writes the buffers of every run");
      }
    }
    if (RunCommand.DUMP_ALL.text(arguments).filter(n -> n.endsWith(".npz")).isPresent()) {
      throw CommandFailure.usage(
          RunCommand.DUMP_ALL + " into one archive is for the run of one kernel",
          "name a directory");
    }
    boolean taken = ReportOptions.REPORT.isIn(arguments) || ReportOptions.TIMELINE.isIn(arguments);
    return new FileBatch(inputs.files(), taken, session).run(this::run);
  }

  private FileBatch.Note run(InputFile file, Session session) throws CommandFailure {
    ObjectFile object = RunCommand.object(arguments, file.name(), session);
    List<KernelObject> kernels = ObjectKernelChoice.all(object, CodeOptions.kernel(arguments));
    int worst = ExitStatus.OK;
    List<String> totals = new ArrayList<>();
    for (KernelObject kernel : kernels) {
      boolean several = object.launchable().size() > 1;
      Optional<String> directory =
          RunCommand.DUMP_ALL
              .text(arguments)
              .map(
                  all ->
                      all
                          + "/"
                          + CompileCommand.withoutEnding(file.place())
                          + (several ? "/" + kernel.name() : ""));
      worst = Math.max(worst, run(file, object, kernel, directory, totals, session));
    }
    return new FileBatch.Note(worst, totals.isEmpty() ? "" : String.join(", ", totals) + " cycles");
  }

  /** Runs one kernel; a failure keeps no other kernel of the file from running. */
  private int run(
      InputFile file,
      ObjectFile object,
      KernelObject kernel,
      Optional<String> directory,
      List<String> totals,
      Session session)
      throws CommandFailure {
    RunCommand.RunRequest request =
        new RunCommand.RunRequest(arguments, object, kernel, directory, 1, true, session);
    List<String> chosen = new ArrayList<>();
    List<String> given = RunCommand.ARGUMENT.texts(arguments);
    boolean auto = AutoArguments.of(arguments).isWanted();
    AtomicInteger taken = new AtomicInteger(auto ? 0 : take(given));
    int status;
    try {
      RunCommand.Done done =
          RunCommand.run(
              request,
              texts -> {
                chosen.clear();
                chosen.addAll(texts);
                memory.release(taken.getAndSet(0));
                List<String> all = new ArrayList<>(given);
                all.addAll(texts);
                taken.set(take(all));
              });
      done.completed().cycles().stream()
          .findFirst()
          .ifPresent(first -> totals.add("" + first.cycles()));
      status = done.status();
    } catch (CommandFailure failure) {
      session.report(failure.diagnostics());
      status = failure.statusOfInput();
    } finally {
      memory.release(taken.get());
    }
    if (status != ExitStatus.OK && !chosen.isEmpty() && session.reporter().isText()) {
      session
          .err()
          .println(
              "ptoc: note: repeat with: "
                  + AutoArguments.command(arguments, file.name(), kernel, chosen));
    }
    return status;
  }

  /** Waits until the arguments fit in addition to running ones; returns the number to release. */
  private int take(List<String> texts) {
    long bytes = texts.stream().mapToLong(ArgumentText::byteCount).sum();
    int mib = (int) Math.min(mostMib(), (bytes >> 20) + 1);
    memory.acquireUninterruptibly(mib);
    FileBatch.makeRoom(mib);
    return mib;
  }

  /** At most half of the heap: large arguments run alone. */
  private static int mostMib() {
    return (int) Math.min(MOST_MIB, Runtime.getRuntime().maxMemory() >> 21);
  }
}
