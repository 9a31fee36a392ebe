package org.ptoc.tools.language;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.eclipse.lsp4j.DidChangeConfigurationParams;
import org.eclipse.lsp4j.DidChangeWatchedFilesParams;
import org.eclipse.lsp4j.ExecuteCommandParams;
import org.eclipse.lsp4j.Location;
import org.eclipse.lsp4j.SymbolInformation;
import org.eclipse.lsp4j.WorkspaceSymbol;
import org.eclipse.lsp4j.WorkspaceSymbolParams;
import org.eclipse.lsp4j.jsonrpc.messages.Either;
import org.eclipse.lsp4j.services.WorkspaceService;
import org.ptoc.frontend.text.Symbol;
import org.ptoc.ir.diagnostic.Limit;

/** Questions about all texts below the directories that the editor has open. */
final class Workspace implements WorkspaceService {
  /** More files than these are not searched. */
  private static final int MOST_FILES = 2_000;

  private final Workbench workbench;
  private final Calls calls;
  private volatile List<Path> roots = List.of();

  /**
   * The names of a file.
   *
   * @param stamp time of its last change
   */
  private record Known(long stamp, List<WorkspaceSymbol> symbols) {}

  /** What was read of files, used on the worker alone. */
  private final Map<Path, Known> known = new HashMap<>();

  Workspace(Workbench workbench, Calls calls) {
    this.workbench = workbench;
    this.calls = calls;
  }

  void open(List<Path> directories) {
    roots = List.copyOf(directories);
  }

  @Override
  public void didChangeConfiguration(DidChangeConfigurationParams params) {
    workbench.set(Settings.of(params.getSettings()));
  }

  @Override
  public void didChangeWatchedFiles(DidChangeWatchedFilesParams params) {
    // Files are read again when their time has changed.
  }

  @Override
  public CompletableFuture<Object> executeCommand(ExecuteCommandParams params) {
    return calls.execute(params);
  }

  @Override
  public CompletableFuture<
          Either<List<? extends SymbolInformation>, List<? extends WorkspaceSymbol>>>
      symbol(WorkspaceSymbolParams params) {
    String wanted = params.getQuery().toLowerCase(Locale.ROOT);
    return workbench.compute(
        () ->
            Either.forRight(
                files().stream()
                    .flatMap(file -> symbols(file).stream())
                    .filter(symbol -> symbol.getName().toLowerCase(Locale.ROOT).contains(wanted))
                    .toList()));
  }

  private List<Path> files() {
    Map<Path, Boolean> files = new LinkedHashMap<>();
    for (Path root : roots) {
      try (Stream<Path> all = Files.walk(root)) {
        all.filter(file -> file.toString().endsWith(".pto") && Files.isRegularFile(file))
            .limit(MOST_FILES)
            .forEach(file -> files.put(file, true));
      } catch (IOException | UncheckedIOException unreadable) {
        // What was found before counts.
      }
    }
    return new ArrayList<>(files.keySet());
  }

  private List<WorkspaceSymbol> symbols(Path file) {
    String uri = file.toUri().toString();
    if (workbench.document(uri).isPresent()) {
      return symbols(workbench.document(uri).get());
    }
    try {
      long stamp = Files.getLastModifiedTime(file).toMillis();
      Known before = known.get(file);
      if (before != null && before.stamp() == stamp) {
        return before.symbols();
      }
      if (Files.size(file) > Limit.SOURCE_BYTES.value()) {
        return List.of();
      }
      String text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
      List<WorkspaceSymbol> symbols = symbols(new Document(uri, 0, text));
      known.put(file, new Known(stamp, symbols));
      return symbols;
    } catch (IOException unreadable) {
      return List.of();
    }
  }

  private static List<WorkspaceSymbol> symbols(Document document) {
    return document.index().symbols().all().stream()
        .filter(
            symbol ->
                symbol.definition().isPresent()
                    && symbol.kind() != Symbol.Kind.VALUE
                    && symbol.kind() != Symbol.Kind.BLOCK)
        .map(
            symbol ->
                new WorkspaceSymbol(
                    symbol.spelling(),
                    Outline.kind(symbol.kind()),
                    Either.forLeft(
                        new Location(document.uri(), document.range(symbol.definition().get())))))
        .toList();
  }
}
