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
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.eclipse.lsp4j.DidChangeConfigurationParams;
import org.eclipse.lsp4j.DidChangeWatchedFilesParams;
import org.eclipse.lsp4j.ExecuteCommandParams;
import org.eclipse.lsp4j.Location;
import org.eclipse.lsp4j.Position;
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

  /** A file as its editor has it, or as it is on disk; empty for one that cannot be read. */
  private Optional<Document> document(Path file) {
    String uri = file.toUri().toString();
    if (workbench.document(uri).isPresent()) {
      return workbench.document(uri);
    }
    try {
      return Files.size(file) > Limit.SOURCE_BYTES.value()
          ? Optional.empty()
          : Optional.of(
              new Document(uri, 0, new String(Files.readAllBytes(file), StandardCharsets.UTF_8)));
    } catch (IOException unreadable) {
      return Optional.empty();
    }
  }

  private List<WorkspaceSymbol> symbols(Path file) {
    boolean open = workbench.document(file.toUri().toString()).isPresent();
    long stamp = file.toFile().lastModified();
    Known before = known.get(file);
    if (!open && before != null && before.stamp() == stamp) {
      return before.symbols();
    }
    List<WorkspaceSymbol> symbols = document(file).map(Workspace::symbols).orElse(List.of());
    if (!open) {
      known.put(file, new Known(stamp, symbols));
    }
    return symbols;
  }

  /**
   * What a name means in a text.
   *
   * @param symbol the name, one of the text
   */
  record Meaning(Document document, Symbol symbol) {
    /** The place that defines it, and of a function its body too. */
    boolean isBody() {
      return Outline.hasBody(document, symbol);
    }
  }

  /**
   * What the name at a place means, in this text first. A function without a body here is that of
   * the same name in all other files; one with a body is also what files without such a body
   * declare or use under its name.
   */
  List<Meaning> meanings(Document document, Position position) {
    List<Meaning> meanings = new ArrayList<>();
    document
        .symbols()
        .at(document.offset(position))
        .map(symbol -> new Meaning(document, symbol))
        .ifPresent(
            here -> {
              meanings.add(here);
              if (here.symbol().kind() == Symbol.Kind.FUNCTION) {
                files().stream()
                    .filter(file -> !file.toString().equals(document.name()))
                    .flatMap(file -> document(file).stream())
                    .flatMap(other -> function(other, here.symbol().name()).stream())
                    .filter(there -> !here.isBody() || !there.isBody())
                    .forEach(meanings::add);
              }
            });
    return meanings;
  }

  private static Optional<Meaning> function(Document document, String name) {
    return document.text().contains(name)
        ? document.symbols().all().stream()
            .filter(each -> each.kind() == Symbol.Kind.FUNCTION && each.name().equals(name))
            .map(each -> new Meaning(document, each))
            .findFirst()
        : Optional.empty();
  }

  private static List<WorkspaceSymbol> symbols(Document document) {
    return document.symbols().all().stream()
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
