package org.ptoc.tools.language;

import com.google.gson.JsonPrimitive;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.eclipse.lsp4j.ExecuteCommandParams;
import org.eclipse.lsp4j.MessageParams;
import org.eclipse.lsp4j.MessageType;
import org.ptoc.ir.Module;
import org.ptoc.tools.toolchain.ModuleSetting;

/**
 * Commands that editors offer for a kernel. Each is a call of the command line with the text of the
 * editor on standard input, so that what is not saved is run too.
 */
final class Calls {
  /** What can be done with a kernel. */
  enum Action {
    RUN("Run", "run", "--args", "auto", "--report=json"),
    CHECK("Check", "run", "--args", "auto", "--check"),
    REPORT("Report", "run", "--args", "auto", "--report");

    private final String title;
    private final List<String> words;

    Action(String title, String... words) {
      this.title = title;
      this.words = List.of(words);
    }

    String title() {
      return title;
    }

    /** The name of the command in the protocol. */
    String command() {
      return "ptoc." + name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * The lines of the last run.
   *
   * @param text the text that ran
   * @param cycles cycles by line, which counts from 1
   */
  private record LastRun(String text, Map<Integer, Long> cycles) {}

  private final Workbench workbench;
  private final CommandLine commandLine;
  private final Map<String, LastRun> lastRuns = new ConcurrentHashMap<>();

  /** Runs take as long as they take: they have a thread of their own. */
  private final ExecutorService runs =
      Executors.newSingleThreadExecutor(
          task -> {
            Thread thread = new Thread(task, "runs");
            thread.setDaemon(true);
            return thread;
          });

  Calls(Workbench workbench, CommandLine commandLine) {
    this.workbench = workbench;
    this.commandLine = commandLine;
  }

  static List<String> commands() {
    return Arrays.stream(Action.values()).map(Action::command).toList();
  }

  /** Cycles of the lines of a text in its last run; none when it has changed since. */
  Map<Integer, Long> cycles(Document document) {
    return Optional.ofNullable(lastRuns.get(document.uri()))
        .filter(run -> run.text().equals(document.text()))
        .map(LastRun::cycles)
        .orElse(Map.of());
  }

  /** Drops the last run of a text. */
  void forget(String uri) {
    lastRuns.remove(uri);
  }

  /**
   * Carries out a command; its result is what the command line has printed. Arguments are the URI
   * of the text, the name of the kernel and a file that gets the report as a page, the last two
   * optional.
   */
  CompletableFuture<Object> execute(ExecuteCommandParams params) {
    List<String> arguments = new ArrayList<>();
    for (Object argument : params.getArguments()) {
      arguments.add(
          argument instanceof JsonPrimitive text ? text.getAsString() : String.valueOf(argument));
    }
    Optional<Action> action =
        Arrays.stream(Action.values())
            .filter(each -> each.command().equals(params.getCommand()))
            .findFirst();
    Optional<Document> document =
        arguments.isEmpty() ? Optional.empty() : workbench.document(arguments.getFirst());
    if (action.isEmpty() || document.isEmpty()) {
      throw Navigation.refused(
          action.isEmpty()
              ? "there is no command `" + params.getCommand() + "`"
              : "the first argument is the URI of an open text");
    }
    Optional<String> kernel = arguments.stream().skip(1).findFirst();
    Optional<String> page = arguments.stream().skip(2).findFirst();
    return CompletableFuture.supplyAsync(
        () -> call(action.get(), document.get(), kernel, page), runs);
  }

  private Object call(
      Action action, Document document, Optional<String> kernel, Optional<String> page) {
    List<String> words = new ArrayList<>(action.words);
    words.add(1, "-");
    kernel.ifPresent(name -> words.addAll(List.of("--kernel", name)));
    page.ifPresent(file -> words.addAll(List.of("--html", file)));
    if (!namesProfile(document.index().parsed().module())) {
      words.addAll(List.of("--profile", workbench.settings().profiles().getFirst().spelling()));
    }
    CommandLine.Result result = commandLine.call(words, document.text());
    String text = (result.err() + result.out()).strip();
    if (action == Action.RUN) {
      lastRuns.put(document.uri(), new LastRun(document.text(), Hints.cycles(result.out())));
      workbench.refreshHints();
    }
    MessageType type = result.status() == 0 ? MessageType.Info : MessageType.Error;
    // In front of the results is the call with the arguments that were made.
    String first = text.lines().filter(line -> !line.startsWith("ptoc ")).findFirst().orElse("");
    boolean quiet = action == Action.RUN && result.status() == 0;
    String message = quiet ? "cycles are beside the lines" : first;
    workbench
        .client()
        .showMessage(
            new MessageParams(type, action.title() + " " + kernel.orElse("") + ": " + message));
    workbench.client().logMessage(new MessageParams(MessageType.Log, text));
    return text;
  }

  /** True if an attribute of the text says for which profile it is. */
  private static boolean namesProfile(Module module) {
    return ModuleSetting.PROFILE.attributes().stream().anyMatch(module.attributes()::has)
        || module.modules().stream().anyMatch(Calls::namesProfile);
  }
}
