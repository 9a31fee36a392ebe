package org.ptoc.tools.language;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.eclipse.lsp4j.DocumentHighlight;
import org.eclipse.lsp4j.DocumentHighlightKind;
import org.eclipse.lsp4j.Location;
import org.eclipse.lsp4j.Position;
import org.eclipse.lsp4j.PrepareRenameDefaultBehavior;
import org.eclipse.lsp4j.PrepareRenameResult;
import org.eclipse.lsp4j.Range;
import org.eclipse.lsp4j.TextEdit;
import org.eclipse.lsp4j.WorkspaceEdit;
import org.eclipse.lsp4j.jsonrpc.ResponseErrorException;
import org.eclipse.lsp4j.jsonrpc.messages.Either3;
import org.eclipse.lsp4j.jsonrpc.messages.ResponseError;
import org.eclipse.lsp4j.jsonrpc.messages.ResponseErrorCode;
import org.ptoc.frontend.text.SourceToken;
import org.ptoc.frontend.text.Symbol;
import org.ptoc.tools.language.Workspace.Meaning;

/** Definitions, uses and new names. */
final class Navigation {
  /** What MLIR prints behind the sign of a name (its suffix-id). */
  private static final String NAME = "[0-9]+|[A-Za-z_$.][A-Za-z0-9_$.-]*";

  private static final String ALIAS = "[A-Za-z_][A-Za-z0-9_$]*";

  private Navigation() {}

  /** The definitions of a name: of a function the bodies, if any is known. */
  static List<Location> definition(List<Meaning> meanings) {
    List<Meaning> bodies = meanings.stream().filter(Meaning::isBody).toList();
    return (bodies.isEmpty() ? meanings.stream().limit(1) : bodies.stream())
        .flatMap(
            each ->
                each.symbol().definition().stream().map(token -> location(each.document(), token)))
        .toList();
  }

  static List<Location> references(List<Meaning> meanings, boolean declaration) {
    return meanings.stream()
        .flatMap(
            each ->
                each.symbol().occurrences().stream()
                    .filter(token -> declaration || !isDefinition(each.symbol(), token))
                    .map(token -> location(each.document(), token)))
        .toList();
  }

  private static Location location(Document document, SourceToken token) {
    return new Location(document.uri(), document.range(token));
  }

  static List<DocumentHighlight> highlights(Document document, Position position) {
    return symbol(document, position).stream()
        .flatMap(
            symbol ->
                symbol.occurrences().stream()
                    .map(
                        token ->
                            new DocumentHighlight(
                                document.range(token),
                                isDefinition(symbol, token)
                                    ? DocumentHighlightKind.Write
                                    : DocumentHighlightKind.Read)))
        .toList();
  }

  private static boolean isDefinition(Symbol symbol, SourceToken token) {
    return symbol.definition().filter(token::equals).isPresent();
  }

  static Optional<Symbol> symbol(Document document, Position position) {
    return document.symbols().at(document.offset(position));
  }

  /** What a rename would replace: the name without its sign; empty where nothing is defined. */
  static Optional<Either3<Range, PrepareRenameResult, PrepareRenameDefaultBehavior>> prepare(
      List<Meaning> meanings, Position position) {
    return meanings.stream()
        .filter(each -> isDefined(meanings))
        .findFirst()
        .flatMap(
            here ->
                here.document()
                    .symbols()
                    .token(here.document().offset(position))
                    .map(token -> named(here.document(), here.symbol(), token)))
        .map(Either3::forFirst);
  }

  private static boolean isDefined(List<Meaning> meanings) {
    return meanings.stream().anyMatch(each -> each.symbol().definition().isPresent());
  }

  private static Range named(Document document, Symbol symbol, SourceToken token) {
    boolean quoted = token.text().startsWith("@\"");
    int start = token.start() + 1;
    return quoted
        ? document.range(start, token.end())
        : document.range(start, start + symbol.name().length());
  }

  /**
   * The edit that gives a name to all that a place means.
   *
   * @throws ResponseErrorException when the name is none, or means something else where it would be
   *     used
   */
  static WorkspaceEdit rename(List<Meaning> meanings, String wanted) {
    if (!isDefined(meanings)) {
      throw refused("there is no name that is defined here");
    }
    Map<String, List<TextEdit>> edits = new LinkedHashMap<>();
    for (Meaning each : meanings) {
      edits.put(each.document().uri(), renamed(each.document(), each.symbol(), wanted));
    }
    return new WorkspaceEdit(edits);
  }

  private static List<TextEdit> renamed(Document document, Symbol symbol, String wanted) {
    String sign = String.valueOf(symbol.kind().sign());
    String name = wanted.startsWith(sign) ? wanted.substring(1) : wanted;
    boolean alias =
        symbol.kind() == Symbol.Kind.TYPE_ALIAS || symbol.kind() == Symbol.Kind.ATTRIBUTE_ALIAS;
    if (!name.matches(alias ? ALIAS : NAME) || name.endsWith("-")) {
      throw refused("`" + wanted + "` is not a name; an example is `" + sign + "next_1`");
    }
    boolean taken =
        document.symbols().all().stream()
            .anyMatch(
                other ->
                    other != symbol
                        && other.kind().sign() == symbol.kind().sign()
                        && other.name().equals(name)
                        && other.from() <= symbol.to()
                        && symbol.from() <= other.to());
    if (taken) {
      throw refused("`" + sign + name + "` is another name there");
    }
    return symbol.occurrences().stream()
        .map(token -> new TextEdit(named(document, symbol, token), name))
        .toList();
  }

  /** The answer to a request that makes no sense where it is asked. */
  static ResponseErrorException refused(String message) {
    return new ResponseErrorException(
        new ResponseError(ResponseErrorCode.RequestFailed, message, null));
  }
}
