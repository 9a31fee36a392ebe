package org.ptoc.tools.language;

import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.eclipse.lsp4j.ClientCapabilities;
import org.eclipse.lsp4j.CodeActionKind;
import org.eclipse.lsp4j.CodeActionOptions;
import org.eclipse.lsp4j.CodeLensOptions;
import org.eclipse.lsp4j.CompletionOptions;
import org.eclipse.lsp4j.ExecuteCommandOptions;
import org.eclipse.lsp4j.InitializeParams;
import org.eclipse.lsp4j.InitializeResult;
import org.eclipse.lsp4j.RenameOptions;
import org.eclipse.lsp4j.SemanticTokensWithRegistrationOptions;
import org.eclipse.lsp4j.ServerCapabilities;
import org.eclipse.lsp4j.ServerInfo;
import org.eclipse.lsp4j.SetTraceParams;
import org.eclipse.lsp4j.SignatureHelpOptions;
import org.eclipse.lsp4j.TextDocumentSyncKind;
import org.eclipse.lsp4j.WorkspaceClientCapabilities;
import org.eclipse.lsp4j.WorkspaceFolder;
import org.eclipse.lsp4j.jsonrpc.Launcher;
import org.eclipse.lsp4j.jsonrpc.ResponseErrorException;
import org.eclipse.lsp4j.jsonrpc.messages.ResponseError;
import org.eclipse.lsp4j.jsonrpc.messages.ResponseErrorCode;
import org.eclipse.lsp4j.launch.LSPLauncher;
import org.eclipse.lsp4j.services.LanguageClient;
import org.eclipse.lsp4j.services.LanguageServer;
import org.eclipse.lsp4j.services.TextDocumentService;
import org.eclipse.lsp4j.services.WorkspaceService;
import org.ptoc.tools.toolchain.Toolchain;

/** The language server of {@code .pto} texts, a process for each editor. */
public final class PtoLanguageServer implements LanguageServer {
  /** The library logs what is wrong with messages, with traces of the stack. */
  private static final Logger LIBRARY = Logger.getLogger("org.eclipse.lsp4j");

  private final Workbench workbench;
  private final Texts texts;
  private final Workspace workspace;
  private final String version;
  private final CompletableFuture<Boolean> ended = new CompletableFuture<>();
  private volatile boolean isShutDown;

  private PtoLanguageServer(Toolchain toolchain, CommandLine commandLine, String version) {
    this.workbench = new Workbench(toolchain);
    Calls calls = new Calls(workbench, commandLine);
    this.workspace = new Workspace(workbench, calls);
    this.texts = new Texts(workbench, calls, workspace);
    this.version = version;
  }

  /**
   * Serves one editor until it says so or its end of the streams is closed. Nothing else may write
   * to the streams.
   *
   * @param commandLine carries out commands of the editor
   * @param version what the editor shows as the version of the server
   * @return false when the editor has asked for the end without the shutdown before it
   */
  public static boolean serve(
      InputStream in,
      OutputStream out,
      Toolchain toolchain,
      CommandLine commandLine,
      String version) {
    LIBRARY.setLevel(Level.OFF);
    PtoLanguageServer server = new PtoLanguageServer(toolchain, commandLine, version);
    ExecutorService reader =
        Executors.newSingleThreadExecutor(
            task -> {
              Thread thread = new Thread(task, "messages");
              thread.setDaemon(true);
              return thread;
            });
    Launcher<LanguageClient> launcher =
        new LSPLauncher.Builder<LanguageClient>()
            .setLocalService(server)
            .setRemoteInterface(LanguageClient.class)
            .setInput(in)
            .setOutput(out)
            .setExecutorService(reader)
            .setExceptionHandler(PtoLanguageServer::error)
            .create();
    server.workbench.connect(launcher.getRemoteProxy());
    var listening = launcher.startListening();
    reader.execute(() -> server.ended.complete(true));
    try {
      return server.ended.get();
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      return false;
    } catch (ExecutionException impossible) {
      throw new IllegalStateException(impossible);
    } finally {
      listening.cancel(true);
      server.workbench.end();
      reader.shutdownNow();
    }
  }

  /** The answer to a request that failed, without a place in this program. */
  private static ResponseError error(Throwable thrown) {
    Throwable cause = thrown;
    while (cause.getCause() != null
        && (cause instanceof CompletionException
            || cause instanceof java.lang.reflect.InvocationTargetException
            || cause.getClass() == RuntimeException.class)) {
      cause = cause.getCause();
    }
    return cause instanceof ResponseErrorException refused
        ? refused.getResponseError()
        : new ResponseError(
            ResponseErrorCode.InternalError,
            "the server could not answer: " + cause.getClass().getSimpleName(),
            null);
  }

  @Override
  public CompletableFuture<InitializeResult> initialize(InitializeParams params) {
    List<Path> roots = new ArrayList<>();
    List<WorkspaceFolder> folders = params.getWorkspaceFolders();
    if (folders != null) {
      for (WorkspaceFolder folder : folders) {
        try {
          roots.add(Path.of(Document.path(folder.getUri())));
        } catch (InvalidPathException unusable) {
          // A folder elsewhere has no files here.
        }
      }
    }
    workspace.open(roots);
    Optional.ofNullable(params.getCapabilities())
        .map(ClientCapabilities::getWorkspace)
        .map(WorkspaceClientCapabilities::getInlayHint)
        .filter(hints -> Boolean.TRUE.equals(hints.getRefreshSupport()))
        .ifPresent(hints -> workbench.allowRefresh());
    workbench.set(Settings.of(params.getInitializationOptions()));
    return CompletableFuture.completedFuture(
        new InitializeResult(capabilities(), new ServerInfo("ptoc", version)));
  }

  private static ServerCapabilities capabilities() {
    ServerCapabilities all = new ServerCapabilities();
    all.setTextDocumentSync(TextDocumentSyncKind.Incremental);
    all.setHoverProvider(true);
    all.setCompletionProvider(
        new CompletionOptions(false, List.of("%", "@", "^", "!", "#", ".", "\"")));
    all.setSignatureHelpProvider(new SignatureHelpOptions(List.of("(", ",", " ")));
    all.setDefinitionProvider(true);
    all.setReferencesProvider(true);
    all.setDocumentHighlightProvider(true);
    all.setRenameProvider(new RenameOptions(true));
    all.setDocumentSymbolProvider(true);
    all.setWorkspaceSymbolProvider(true);
    all.setFoldingRangeProvider(true);
    all.setSelectionRangeProvider(true);
    SemanticTokensWithRegistrationOptions semantic =
        new SemanticTokensWithRegistrationOptions(Highlighting.legend(), true);
    semantic.setRange(true);
    all.setSemanticTokensProvider(semantic);
    all.setInlayHintProvider(true);
    all.setCodeActionProvider(new CodeActionOptions(List.of(CodeActionKind.QuickFix)));
    all.setCodeLensProvider(new CodeLensOptions(false));
    all.setDocumentFormattingProvider(true);
    all.setExecuteCommandProvider(new ExecuteCommandOptions(Calls.commands()));
    return all;
  }

  @Override
  public CompletableFuture<Object> shutdown() {
    isShutDown = true;
    return CompletableFuture.completedFuture("");
  }

  @Override
  public void exit() {
    ended.complete(isShutDown);
  }

  @Override
  public void setTrace(SetTraceParams params) {
    // Nothing is traced.
  }

  @Override
  public TextDocumentService getTextDocumentService() {
    return texts;
  }

  @Override
  public WorkspaceService getWorkspaceService() {
    return workspace;
  }
}
