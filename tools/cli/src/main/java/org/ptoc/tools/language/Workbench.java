package org.ptoc.tools.language;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.eclipse.lsp4j.MessageParams;
import org.eclipse.lsp4j.MessageType;
import org.eclipse.lsp4j.PublishDiagnosticsParams;
import org.eclipse.lsp4j.jsonrpc.CompletableFutures;
import org.eclipse.lsp4j.services.LanguageClient;
import org.ptoc.frontend.ParsedText;
import org.ptoc.tools.toolchain.Toolchain;

/**
 * The texts that are open, and the one thread that works on them. Texts change on the thread that
 * reads messages, in the order of the messages; an answer is about the version at the time of its
 * question.
 */
final class Workbench {
  /** Pause after a change before the text is checked, so that fast typing is checked once. */
  private static final int QUICK_MILLIS = 5;

  /** Pause after a check before kernels are compiled. */
  private static final int FULL_MILLIS = 300;

  private final Toolchain toolchain;
  private final ScheduledThreadPoolExecutor worker;
  private final Map<String, Document> documents = new ConcurrentHashMap<>();

  /** What was found in the newest version that was checked, by URI. */
  private final Map<String, Findings> findings = new ConcurrentHashMap<>();

  /** Addresses of tiles in the newest version that was compiled, by URI. */
  private final Map<String, Map<String, String>> addresses = new ConcurrentHashMap<>();

  private final CompletableFuture<LanguageClient> client = new CompletableFuture<>();
  private volatile boolean canRefresh;
  private volatile Settings settings = Settings.DEFAULT;

  Workbench(Toolchain toolchain) {
    this.toolchain = toolchain;
    this.worker =
        new ScheduledThreadPoolExecutor(
            1,
            task -> {
              Thread thread = new Thread(task, "language");
              thread.setDaemon(true);
              return thread;
            });
    worker.setRemoveOnCancelPolicy(true);
  }

  Toolchain toolchain() {
    return toolchain;
  }

  void connect(LanguageClient remote) {
    client.complete(remote);
  }

  LanguageClient client() {
    return client.join();
  }

  /** Remembers that the editor can be asked to ask for hints again. */
  void allowRefresh() {
    canRefresh = true;
  }

  void refreshHints() {
    if (canRefresh) {
      var unused = client().refreshInlayHints();
    }
  }

  Settings settings() {
    return settings;
  }

  void set(Settings chosen) {
    settings = chosen;
    documents.values().forEach(this::check);
  }

  Optional<Document> document(String uri) {
    return Optional.ofNullable(documents.get(uri));
  }

  Findings findings(String uri) {
    return findings.getOrDefault(uri, new Findings(List.of()));
  }

  Map<String, String> addresses(String uri) {
    return addresses.getOrDefault(uri, Map.of());
  }

  /** Takes a new version of a text, and checks it soon. */
  void put(Document document) {
    documents.put(document.uri(), document);
    check(document);
  }

  void close(String uri) {
    documents.remove(uri);
    findings.remove(uri);
    addresses.remove(uri);
    client().publishDiagnostics(new PublishDiagnosticsParams(uri, List.of()));
  }

  /**
   * Answers a question about a text on the worker, unless it is cancelled before.
   *
   * @param otherwise the answer for a text that is not open
   */
  <T> CompletableFuture<T> ask(String uri, Function<Document, T> question, T otherwise) {
    Optional<Document> document = document(uri);
    return document.isEmpty()
        ? CompletableFuture.completedFuture(otherwise)
        : compute(() -> question.apply(document.get()));
  }

  <T> CompletableFuture<T> compute(java.util.function.Supplier<T> question) {
    return CompletableFutures.computeAsync(
        worker,
        cancelled -> {
          cancelled.checkCanceled();
          return question.get();
        });
  }

  private void check(Document document) {
    later(QUICK_MILLIS, document, () -> quickly(document));
  }

  /** Does something on the worker if the text is still this version then. */
  private void later(int millis, Document document, Runnable task) {
    try {
      var unused =
          worker.schedule(
              () -> {
                if (documents.get(document.uri()) == document) {
                  attempt(document, task);
                }
              },
              millis,
              TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException ended) {
      // The server is about to end.
    }
  }

  /** A defect in the work on one text must not end the work on others. */
  private void attempt(Document document, Runnable task) {
    try {
      task.run();
    } catch (RuntimeException | StackOverflowError defect) {
      String text = "cannot check " + document.name() + ": " + defect.getClass().getSimpleName();
      client().logMessage(new MessageParams(MessageType.Error, text));
    }
  }

  /** Errors of syntax and names come before those of types, which take as long again. */
  private void quickly(Document document) {
    ParsedText parsed = document.index().parsed();
    toolchain.keep(document.source(), parsed);
    if (!parsed.isComplete()) {
      publish(document, new Findings(parsed.diagnostics()));
    }
    later(0, document, () -> verify(document));
  }

  private void verify(Document document) {
    Findings found =
        Findings.of(document, settings.requests(Optional.empty(), false), toolchain::check);
    publish(document, found);
    boolean wrong = found.all().stream().anyMatch(each -> each.isError());
    Optional<List<String>> kernels = toolchain.kernelNames(document.source()).value();
    if (!wrong && kernels.isPresent()) {
      addresses.remove(document.uri());
      later(FULL_MILLIS, document, () -> compile(document, found, kernels.get(), 0));
    }
  }

  /** Compiles one kernel at a time, so that questions are answered in between. */
  private void compile(Document document, Findings before, List<String> kernels, int next) {
    if (next == kernels.size()) {
      publish(document, before);
      refreshHints();
      return;
    }
    Optional<String> kernel = Optional.of(kernels.get(next));
    Findings found =
        Findings.of(
            document,
            settings.requests(kernel, true),
            (source, request) -> {
              var outcome = toolchain.compile(source, request);
              addresses
                  .computeIfAbsent(document.uri(), key -> new ConcurrentHashMap<>())
                  .putAll(Hints.addresses(outcome.tiles()));
              return outcome;
            });
    later(0, document, () -> compile(document, before.with(found), kernels, next + 1));
  }

  private void publish(Document document, Findings found) {
    findings.put(document.uri(), found);
    client()
        .publishDiagnostics(
            new PublishDiagnosticsParams(
                document.uri(), found.published(document), document.version()));
  }

  /** Ends the worker; questions in its queue get no answer. */
  void end() {
    worker.shutdownNow();
  }
}
