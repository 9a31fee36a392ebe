package org.ptoc.tools.cli;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import org.apache.commons.io.filefilter.DirectoryFileFilter;
import org.apache.commons.io.filefilter.FileFilterUtils;
import org.apache.commons.io.filefilter.IOFileFilter;
import org.apache.commons.io.filefilter.NameFileFilter;
import org.apache.commons.io.filefilter.SuffixFileFilter;
import org.apache.commons.io.monitor.FileAlterationListenerAdaptor;
import org.apache.commons.io.monitor.FileAlterationObserver;
import org.ptoc.ir.Location;
import org.ptoc.ir.diagnostic.Diagnostic;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.diagnostic.Printable;
import picocli.CommandLine.ParseResult;

/**
 * {@code --watch}: carries out a command, and again whenever one of its inputs has changed, until
 * the user interrupts it. A round is a call of its own, with its own messages; its failure is
 * reported and does not end the watch.
 */
final class Watch {
  static final Option OPTION =
      Option.flag("do it again when an input has changed, until Ctrl-C", "--watch").seldom();

  /** Milliseconds between two polls of the inputs: unnoticeable for users and disks. */
  private static final int PERIOD = 200;

  private final Commands command;
  private final Session session;
  private final List<String> words;

  /** The files observed below a directory. */
  private static final IOFileFilter TREE =
      FileFilterUtils.or(
          DirectoryFileFilter.INSTANCE, new SuffixFileFilter(".pto", ".o", ".s", ".npy", ".npz"));

  private Watch(Commands command, Session session, List<String> words) {
    this.command = command;
    this.session = session;
    this.words = words;
  }

  static boolean isWanted(ParseResult arguments) {
    return OPTION.isIn(arguments);
  }

  /**
   * Does so until the thread is interrupted.
   *
   * @param words the arguments of the command, {@code --watch} among them
   * @return the status of the last round
   * @throws CommandFailure when there is nothing to watch
   */
  static int run(Commands command, ParseResult arguments, List<String> words, Session session)
      throws CommandFailure {
    List<String> rest = new ArrayList<>(words);
    rest.remove(OPTION.toString());
    return new Watch(command, session, rest).rounds(Options.parameters(arguments));
  }

  private int rounds(List<String> inputs) throws CommandFailure {
    SortedSet<String> changed = new TreeSet<>();
    // They know the inputs before the first round, so that no change during a round is lost.
    List<FileAlterationObserver> observers = observers(inputs, changed);
    int status = round();
    while (waitForChange(observers, changed)) {
      tell(session.reporter(), named(changed));
      changed.clear();
      status = round();
    }
    return status;
  }

  private int round() {
    Environment environment = session.environment();
    Reporter reporter = new Reporter(environment.err(), environment.errIsTerminal());
    Session own = session.child(environment.out(), environment.err(), reporter);
    int status =
        Ptoc.attempt(
            words,
            reporter,
            environment.crashDirectory(),
            () -> new CommandRunner(command, own).run(words));
    reporter.finish();
    reporter
        .writeRecord()
        .ifPresent(
            problem ->
                reporter.report(
                    Diagnostic.of(DiagnosticCode.CANNOT_WRITE, Location.NONE, problem)));
    own.flush();
    tell(reporter, "status " + status + "; waiting for changes, Ctrl-C ends");
    return status;
  }

  /** Programs read diagnostics alone. */
  private void tell(Reporter reporter, String line) {
    if (reporter.isText()) {
      session.err().println("ptoc: " + Printable.of(line));
      session.err().flush();
    }
  }

  private static boolean waitForChange(
      List<FileAlterationObserver> observers, SortedSet<String> changed) {
    while (changed.isEmpty()) {
      try {
        Thread.sleep(PERIOD);
      } catch (InterruptedException end) {
        Thread.currentThread().interrupt();
        return false;
      }
      observers.forEach(FileAlterationObserver::checkAndNotify);
    }
    return true;
  }

  private static String named(SortedSet<String> changed) {
    String first = changed.first();
    return changed.size() == 1
        ? first + " has changed"
        : first + " and " + (changed.size() - 1) + " more have changed";
  }

  private static List<FileAlterationObserver> observers(
      List<String> inputs, SortedSet<String> changed) throws CommandFailure {
    List<FileAlterationObserver> observers = new ArrayList<>();
    for (Map.Entry<Path, IOFileFilter> place : places(inputs).entrySet()) {
      try {
        FileAlterationObserver observer =
            FileAlterationObserver.builder()
                .setPath(place.getKey())
                .setFileFilter(place.getValue())
                .get();
        observer.addListener(new Listener(changed));
        observer.initialize();
        observers.add(observer);
      } catch (Exception e) { // what the library declares for everything it calls
        throw CommandFailure.of(
            DiagnosticCode.CANNOT_READ, "cannot watch " + place.getKey() + ": " + e.getMessage());
      }
    }
    return observers;
  }

  /** Directories with the files observed in each. */
  private static Map<Path, IOFileFilter> places(List<String> inputs) throws CommandFailure {
    Map<Path, IOFileFilter> places = new LinkedHashMap<>();
    for (String input : inputs) {
      if (input.equals("-")) {
        throw CommandFailure.usage("standard input cannot be watched; name a file");
      }
      Path path = Session.path(InputFiles.root(input));
      boolean tree = Files.isDirectory(path);
      Path parent = path.toAbsolutePath().normalize().getParent();
      Path directory = tree || parent == null ? path : parent;
      if (!Files.isDirectory(directory)) {
        throw CommandFailure.of(
            DiagnosticCode.CANNOT_READ,
            "cannot watch " + input + ": there is no directory " + directory);
      }
      IOFileFilter filter = tree ? TREE : new NameFileFilter(String.valueOf(path.getFileName()));
      places.merge(directory, filter, FileFilterUtils::or);
    }
    return places;
  }

  /** Collects the names of changed files. */
  private static final class Listener extends FileAlterationListenerAdaptor {
    private final SortedSet<String> changed;

    Listener(SortedSet<String> changed) {
      this.changed = changed;
    }

    @Override
    public void onFileCreate(File file) {
      changed.add(file.getName());
    }

    @Override
    public void onFileChange(File file) {
      changed.add(file.getName());
    }

    @Override
    public void onFileDelete(File file) {
      changed.add(file.getName());
    }
  }
}
