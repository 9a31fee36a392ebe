package org.ptoc.tools.cli;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.ptoc.tools.cli.InputFiles.InputFile;

/**
 * Many input files in one call, on all cores: what is wrong with one keeps no other from being
 * handled. What a file says comes out in the order of the files, whichever ends first, with a line
 * for each and a summary at the end.
 */
final class FileBatch {
  /** Files in progress or waiting to be reported, for each core: bounds the memory. */
  private static final int AHEAD = 4;

  /** Memory that files and what earlier ones have left may fill before it is collected. */
  private static final int HEAP_MIB = 1024;

  /** What is done with one input; the text goes into its line. */
  interface Action {
    Note apply(InputFile file, Session session) throws CommandFailure;
  }

  /**
   * How an input went.
   *
   * @param status exit status of a call for it alone
   * @param text the rest of its line
   */
  record Note(int status, String text) {
    static final Note DONE = new Note(ExitStatus.OK, "");
  }

  /** The end of one input. */
  private record Ending(InputFile file, Note note, String out, String err, Reporter reporter) {}

  private enum Kind {
    OK("ok"),
    REJECTED("rejected"),
    UNREADABLE("not readable or writable"),
    TRAPPED("trapped"),
    FAILED("failed a check"),
    EXHAUSTED("out of memory or stack"),
    INTERNAL("internal error");

    private final String words;

    Kind(String words) {
      this.words = words;
    }

    static Kind of(int status) {
      return switch (status) {
        case ExitStatus.OK -> OK;
        case ExitStatus.REJECTED -> REJECTED;
        case ExitStatus.TRAPPED -> TRAPPED;
        case ExitStatus.CHECK_FAILED -> FAILED;
        case ExitStatus.RESOURCES -> EXHAUSTED;
        case ExitStatus.INTERNAL -> INTERNAL;
        default -> UNREADABLE;
      };
    }

    String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private final List<InputFile> files;
  private final Session session;
  private final PrintStream lines;
  private final ProgressBar bar;
  private final Map<Kind, Integer> counts = new EnumMap<>(Kind.class);
  private int done;
  private int worst = ExitStatus.OK;

  /**
   * @param linesToError whether standard output holds what was asked for, so that the lines about
   *     files have to go elsewhere
   */
  FileBatch(List<InputFile> files, boolean linesToError, Session session) {
    this.files = files;
    this.session = session;
    this.lines = linesToError ? session.err() : session.out();
    this.bar = new ProgressBar(session.environment(), files.size());
  }

  /** Handles all files; the worst status of any. */
  int run(Action action) {
    long start = System.nanoTime();
    int width = Math.max(1, Math.min(files.size(), Runtime.getRuntime().availableProcessors()));
    Interruption interruption = new Interruption(this::interrupted);
    try (interruption;
        bar;
        ExecutorService pool = Executors.newFixedThreadPool(width)) {
      Deque<Future<Ending>> pending = new ArrayDeque<>();
      for (Iterator<InputFile> next = files.iterator(); next.hasNext() || !pending.isEmpty(); ) {
        while (next.hasNext() && pending.size() < AHEAD * width) {
          InputFile file = next.next();
          pending.add(pool.submit(() -> handle(file, action)));
        }
        tell(pending.remove().get());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    }
    summary(System.nanoTime() - start);
    return worst;
  }

  private Ending handle(InputFile file, Action action) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    PrintStream errors = new PrintStream(err, false, StandardCharsets.UTF_8);
    Reporter reporter = session.reporter().child(errors);
    Session own =
        session.child(new PrintStream(out, false, StandardCharsets.UTF_8), errors, reporter);
    Note note;
    try {
      makeRoom(0);
      note = action.apply(file, own);
    } catch (CommandFailure failure) {
      reporter.report(failure.diagnostics());
      note = new Note(failure.statusOfInput(), "");
    } catch (StackOverflowError | OutOfMemoryError end) {
      reporter.report(Exhaustion.of(end, List.of(file.name())));
      note = new Note(ExitStatus.RESOURCES, "");
    } catch (RuntimeException defect) {
      reporter.report(
          CrashReport.write(session.environment().crashDirectory(), List.of(file.name()), defect));
      note = new Note(ExitStatus.INTERNAL, "");
    }
    own.flush();
    return new Ending(
        file,
        note,
        out.toString(StandardCharsets.UTF_8),
        err.toString(StandardCharsets.UTF_8),
        reporter);
  }

  /** Collects memory that earlier files have left; otherwise the heap first grows to its limit. */
  static void makeRoom(int mib) {
    Runtime machine = Runtime.getRuntime();
    if ((machine.totalMemory() - machine.freeMemory() >> 20) + mib > HEAP_MIB) {
      System.gc();
    }
  }

  private synchronized void tell(Ending ending) {
    bar.clear();
    session.err().print(ending.err());
    session.err().flush();
    session.out().print(ending.out());
    session.reporter().adopt(ending.reporter());
    Kind kind = Kind.of(ending.note().status());
    counts.merge(kind, 1, Integer::sum);
    worst = Math.max(worst, ending.note().status());
    done++;
    if (session.reporter().isText()) {
      String text = ending.note().text();
      String word = kind.word();
      lines.println(
          word
              + " ".repeat(Math.max(1, Kind.UNREADABLE.word().length() + 1 - word.length()))
              + ending.file().name()
              + (text.isEmpty() ? "" : ": " + text));
      lines.flush();
    }
    bar.show(done);
  }

  private void summary(long nanoseconds) {
    if (session.reporter().isText()) {
      lines.printf(
          Locale.ROOT,
          "%d %s: %s, %.1f s%n",
          files.size(),
          files.size() == 1 ? "file" : "files",
          tally(),
          nanoseconds / 1e9);
    }
  }

  private String tally() {
    StringBuilder text = new StringBuilder();
    text.append(counts.getOrDefault(Kind.OK, 0)).append(" ok");
    counts.forEach(
        (kind, count) -> {
          if (kind != Kind.OK) {
            text.append(", ").append(count).append(' ').append(kind.words);
          }
        });
    return text.toString();
  }

  private synchronized void interrupted() {
    bar.clear();
    session
        .err()
        .println(
            "ptoc: interrupted: "
                + done
                + " of "
                + files.size()
                + " files are done ("
                + tally()
                + "); what was written is whole");
    session.err().flush();
    lines.flush();
  }
}
