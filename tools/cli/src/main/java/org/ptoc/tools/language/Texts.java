package org.ptoc.tools.language;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.eclipse.lsp4j.*;
import org.eclipse.lsp4j.jsonrpc.messages.Either;
import org.eclipse.lsp4j.jsonrpc.messages.Either3;
import org.eclipse.lsp4j.services.TextDocumentService;
import org.ptoc.frontend.FrontEnd;
import org.ptoc.frontend.format.Formatter;
import org.ptoc.frontend.text.Symbol;
import org.ptoc.ir.diagnostic.Diagnostics;

/** Questions about one text. */
final class Texts implements TextDocumentService {
  private final Workbench workbench;
  private final Calls calls;
  private final Workspace workspace;
  private final Hovers hovers;

  Texts(Workbench workbench, Calls calls, Workspace workspace) {
    this.workbench = workbench;
    this.calls = calls;
    this.workspace = workspace;
    this.hovers = new Hovers(workbench.toolchain());
  }

  @Override
  public void didOpen(DidOpenTextDocumentParams params) {
    TextDocumentItem item = params.getTextDocument();
    workbench.put(new Document(item.getUri(), item.getVersion(), item.getText()));
  }

  @Override
  public void didChange(DidChangeTextDocumentParams params) {
    VersionedTextDocumentIdentifier id = params.getTextDocument();
    workbench
        .document(id.getUri())
        .ifPresent(
            document ->
                workbench.put(document.changed(id.getVersion(), params.getContentChanges())));
  }

  @Override
  public void didClose(DidCloseTextDocumentParams params) {
    workbench.close(params.getTextDocument().getUri());
    calls.forget(params.getTextDocument().getUri());
  }

  @Override
  public void didSave(DidSaveTextDocumentParams params) {
    // The text is known already.
  }

  @Override
  public CompletableFuture<Hover> hover(HoverParams params) {
    Hover none = new Hover(List.of());
    return workbench.ask(
        uri(params),
        document ->
            hovers.at(document, params.getPosition(), workbench.settings().profiles()).orElse(none),
        none);
  }

  @Override
  public CompletableFuture<Either<List<CompletionItem>, CompletionList>> completion(
      CompletionParams params) {
    return workbench.ask(
        uri(params),
        document -> Either.forLeft(Completions.at(document, params.getPosition())),
        Either.forLeft(List.of()));
  }

  @Override
  public CompletableFuture<SignatureHelp> signatureHelp(SignatureHelpParams params) {
    SignatureHelp none = new SignatureHelp(List.of(), 0, 0);
    return workbench.ask(
        uri(params),
        document -> Completions.signature(document, params.getPosition()).orElse(none),
        none);
  }

  @Override
  public CompletableFuture<Either<List<? extends Location>, List<? extends LocationLink>>>
      definition(DefinitionParams params) {
    return workbench.ask(
        uri(params),
        document ->
            Either.forLeft(
                Navigation.definition(workspace.meanings(document, params.getPosition()))),
        Either.forLeft(List.of()));
  }

  @Override
  public CompletableFuture<List<? extends Location>> references(ReferenceParams params) {
    boolean declaration = params.getContext() == null || params.getContext().isIncludeDeclaration();
    return workbench.ask(
        uri(params),
        document ->
            Navigation.references(workspace.meanings(document, params.getPosition()), declaration),
        List.of());
  }

  @Override
  public CompletableFuture<List<? extends DocumentHighlight>> documentHighlight(
      DocumentHighlightParams params) {
    return workbench.ask(
        uri(params), document -> Navigation.highlights(document, params.getPosition()), List.of());
  }

  @Override
  public CompletableFuture<Either3<Range, PrepareRenameResult, PrepareRenameDefaultBehavior>>
      prepareRename(PrepareRenameParams params) {
    return workbench.ask(
        uri(params),
        document ->
            Navigation.prepare(
                    workspace.meanings(document, params.getPosition()), params.getPosition())
                .orElseThrow(() -> Navigation.refused("there is no name that is defined here")),
        Either3.forThird(new PrepareRenameDefaultBehavior(true)));
  }

  @Override
  public CompletableFuture<WorkspaceEdit> rename(RenameParams params) {
    return workbench.ask(
        uri(params),
        document ->
            Navigation.rename(
                workspace.meanings(document, params.getPosition()), params.getNewName()),
        new WorkspaceEdit());
  }

  @Override
  public CompletableFuture<List<Either<SymbolInformation, DocumentSymbol>>> documentSymbol(
      DocumentSymbolParams params) {
    return workbench.ask(
        params.getTextDocument().getUri(),
        document ->
            Outline.symbols(document).stream()
                .map(Either::<SymbolInformation, DocumentSymbol>forRight)
                .toList(),
        List.of());
  }

  @Override
  public CompletableFuture<List<FoldingRange>> foldingRange(FoldingRangeRequestParams params) {
    return workbench.ask(params.getTextDocument().getUri(), Outline::folds, List.of());
  }

  @Override
  public CompletableFuture<List<SelectionRange>> selectionRange(SelectionRangeParams params) {
    return workbench.ask(
        params.getTextDocument().getUri(),
        document -> Outline.selections(document, params.getPositions()),
        List.of());
  }

  @Override
  public CompletableFuture<SemanticTokens> semanticTokensFull(SemanticTokensParams params) {
    return workbench.ask(
        params.getTextDocument().getUri(),
        document -> Highlighting.tokens(document, 0, document.text().length()),
        new SemanticTokens(List.of()));
  }

  @Override
  public CompletableFuture<SemanticTokens> semanticTokensRange(SemanticTokensRangeParams params) {
    return workbench.ask(
        params.getTextDocument().getUri(),
        document ->
            Highlighting.tokens(
                document,
                document.offset(params.getRange().getStart()),
                document.offset(params.getRange().getEnd())),
        new SemanticTokens(List.of()));
  }

  @Override
  public CompletableFuture<List<InlayHint>> inlayHint(InlayHintParams params) {
    String uri = params.getTextDocument().getUri();
    return workbench.ask(
        uri,
        document ->
            Hints.of(
                document,
                document.offset(params.getRange().getStart()),
                document.offset(params.getRange().getEnd()),
                workbench.addresses(uri),
                calls.cycles(document)),
        List.of());
  }

  @Override
  public CompletableFuture<List<Either<Command, CodeAction>>> codeAction(CodeActionParams params) {
    String uri = params.getTextDocument().getUri();
    return workbench.ask(
        uri,
        document ->
            workbench.findings(uri).fixes(document, params.getRange()).stream()
                .map(Either::<Command, CodeAction>forRight)
                .toList(),
        List.of());
  }

  @Override
  public CompletableFuture<List<? extends CodeLens>> codeLens(CodeLensParams params) {
    return workbench.ask(params.getTextDocument().getUri(), this::lenses, List.of());
  }

  /** What can be done with each kernel, above its name. */
  private List<CodeLens> lenses(Document document) {
    List<String> kernels =
        workbench.toolchain().kernelNames(document.source()).value().orElse(List.of());
    List<CodeLens> lenses = new ArrayList<>();
    for (Symbol symbol : document.symbols().all()) {
      if (symbol.kind() == Symbol.Kind.FUNCTION
          && symbol.definition().isPresent()
          && kernels.contains(symbol.name())) {
        Range range = document.range(symbol.definition().get());
        for (Calls.Action action : Calls.Action.values()) {
          Command command =
              new Command(action.title(), action.command(), List.of(document.uri(), symbol.name()));
          lenses.add(new CodeLens(range, command, Map.of()));
        }
      }
    }
    return lenses;
  }

  @Override
  public CompletableFuture<List<? extends TextEdit>> formatting(DocumentFormattingParams params) {
    return workbench.ask(params.getTextDocument().getUri(), Texts::formatted, List.of());
  }

  /** The edit that lays out the text; none for one with errors of syntax. */
  private static List<TextEdit> formatted(Document document) {
    Diagnostics found = new Diagnostics();
    var tokens = FrontEnd.tokens(document.name(), document.text(), found);
    Optional<String> text =
        found.hasErrors()
            ? Optional.empty()
            : Optional.of(Formatter.format(document.text(), tokens));
    return text.filter(formatted -> !formatted.equals(document.text())).stream()
        .map(formatted -> new TextEdit(document.whole(), formatted))
        .toList();
  }

  private static String uri(TextDocumentPositionParams params) {
    return params.getTextDocument().getUri();
  }
}
