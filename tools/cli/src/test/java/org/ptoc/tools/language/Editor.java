package org.ptoc.tools.language;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.lsp4j.ClientCapabilities;
import org.eclipse.lsp4j.DidChangeTextDocumentParams;
import org.eclipse.lsp4j.DidOpenTextDocumentParams;
import org.eclipse.lsp4j.InitializeParams;
import org.eclipse.lsp4j.InitializeResult;
import org.eclipse.lsp4j.MessageActionItem;
import org.eclipse.lsp4j.MessageParams;
import org.eclipse.lsp4j.Position;
import org.eclipse.lsp4j.PublishDiagnosticsParams;
import org.eclipse.lsp4j.Range;
import org.eclipse.lsp4j.ShowMessageRequestParams;
import org.eclipse.lsp4j.TextDocumentContentChangeEvent;
import org.eclipse.lsp4j.TextDocumentIdentifier;
import org.eclipse.lsp4j.TextDocumentItem;
import org.eclipse.lsp4j.VersionedTextDocumentIdentifier;
import org.eclipse.lsp4j.jsonrpc.Launcher;
import org.eclipse.lsp4j.launch.LSPLauncher;
import org.eclipse.lsp4j.services.LanguageClient;
import org.eclipse.lsp4j.services.LanguageServer;
import org.ptoc.tools.cli.Ptoc;

/** An editor that talks to {@code ptoc lsp} in this process over pipes. */
final class Editor implements LanguageClient, AutoCloseable {
  static final int SECONDS = 60;

  private final PipedOutputStream toServer = new PipedOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final CompletableFuture<Integer> status = new CompletableFuture<>();
  private final Map<String, BlockingQueue<PublishDiagnosticsParams>> published =
      new ConcurrentHashMap<>();
  private final AtomicInteger versions = new AtomicInteger(1);
  private final LanguageServer server;
  final BlockingQueue<MessageParams> messages = new LinkedBlockingQueue<>();

  Editor() throws IOException {
    PipedInputStream serverIn = new PipedInputStream(toServer, 1 << 20);
    PipedInputStream fromServer = new PipedInputStream(1 << 20);
    PrintStream serverOut =
        new PrintStream(new PipedOutputStream(fromServer), false, StandardCharsets.UTF_8);
    Thread thread =
        new Thread(
            () -> {
              status.complete(
                  Ptoc.run(
                      List.of("lsp"),
                      serverIn,
                      serverOut,
                      new PrintStream(err, true, StandardCharsets.UTF_8)));
              serverOut.close();
            });
    thread.setDaemon(true);
    thread.start();
    Launcher<LanguageServer> launcher =
        LSPLauncher.createClientLauncher(this, fromServer, toServer);
    launcher.startListening();
    server = launcher.getRemoteProxy();
  }

  /** An editor whose server is ready. */
  static Editor ready(Object options) throws Exception {
    Editor editor = new Editor();
    editor.initialize(options);
    return editor;
  }

  InitializeResult initialize(Object options) throws Exception {
    InitializeParams params = new InitializeParams();
    params.setCapabilities(new ClientCapabilities());
    params.setInitializationOptions(options);
    return answer(server.initialize(params));
  }

  LanguageServer server() {
    return server;
  }

  /** Bytes as they are to the server. */
  void raw(String message) throws IOException {
    synchronized (toServer) {
      toServer.write(message.getBytes(StandardCharsets.UTF_8));
      toServer.flush();
    }
  }

  static String framed(String json) {
    return "Content-Length: " + json.getBytes(StandardCharsets.UTF_8).length + "\r\n\r\n" + json;
  }

  static <T> T answer(CompletableFuture<T> future) throws Exception {
    return future.get(SECONDS, TimeUnit.SECONDS);
  }

  void open(String uri, String text) {
    published.putIfAbsent(uri, new LinkedBlockingQueue<>());
    TextDocumentItem item = new TextDocumentItem(uri, "pto", versions.incrementAndGet(), text);
    server.getTextDocumentService().didOpen(new DidOpenTextDocumentParams(item));
  }

  int change(String uri, Range range, String text) {
    int version = versions.incrementAndGet();
    server
        .getTextDocumentService()
        .didChange(
            new DidChangeTextDocumentParams(
                new VersionedTextDocumentIdentifier(uri, version),
                List.of(new TextDocumentContentChangeEvent(range, text))));
    return version;
  }

  /** The next diagnostics of a text. */
  PublishDiagnosticsParams diagnostics(String uri) throws InterruptedException {
    PublishDiagnosticsParams next = published.get(uri).poll(SECONDS, TimeUnit.SECONDS);
    if (next == null) {
      throw new AssertionError("no diagnostics of " + uri + "; " + err());
    }
    return next;
  }

  /** Drops the diagnostics of a text. */
  void forget(String uri) {
    published.remove(uri);
  }

  static TextDocumentIdentifier id(String uri) {
    return new TextDocumentIdentifier(uri);
  }

  /** The position in front of an occurrence of a text. */
  static Position before(String text, String part) {
    int at = text.indexOf(part);
    String head = text.substring(0, at);
    int line = (int) head.chars().filter(each -> each == '\n').count();
    return new Position(line, at - head.lastIndexOf('\n') - 1);
  }

  static Position after(String text, String part) {
    Position start = before(text, part);
    return new Position(start.getLine(), start.getCharacter() + part.length());
  }

  /** Standard error of the server. */
  String err() {
    return err.toString(StandardCharsets.UTF_8);
  }

  /** Exit status of the server. */
  int status() throws Exception {
    return answer(status);
  }

  @Override
  public void close() throws Exception {
    toServer.close();
    status();
  }

  @Override
  public void publishDiagnostics(PublishDiagnosticsParams params) {
    published.computeIfAbsent(params.getUri(), key -> new LinkedBlockingQueue<>()).add(params);
  }

  @Override
  public CompletableFuture<Void> refreshInlayHints() {
    return CompletableFuture.completedFuture(null);
  }

  @Override
  public void telemetryEvent(Object object) {}

  @Override
  public void showMessage(MessageParams params) {
    messages.add(params);
  }

  @Override
  public CompletableFuture<MessageActionItem> showMessageRequest(ShowMessageRequestParams params) {
    return CompletableFuture.completedFuture(null);
  }

  @Override
  public void logMessage(MessageParams params) {}
}
