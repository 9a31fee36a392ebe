package org.ptoc.tools.language;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.eclipse.lsp4j.DocumentSymbol;
import org.eclipse.lsp4j.FoldingRange;
import org.eclipse.lsp4j.FoldingRangeKind;
import org.eclipse.lsp4j.Position;
import org.eclipse.lsp4j.SelectionRange;
import org.eclipse.lsp4j.SymbolKind;
import org.ptoc.frontend.text.SourceToken;
import org.ptoc.frontend.text.SourceToken.Kind;
import org.ptoc.frontend.text.Symbol;

/** The structure of a text: its functions, what can be folded, what surrounds a place. */
final class Outline {
  private Outline() {}

  /**
   * A pair of brackets.
   *
   * @param from index of the first character
   * @param to index behind the last one
   */
  private record Pair(SourceToken open, int from, int to) {}

  private static List<Pair> pairs(Document document) {
    List<Pair> pairs = new ArrayList<>();
    Deque<SourceToken> open = new ArrayDeque<>();
    for (SourceToken token : document.index().tokens()) {
      if (token.opens()) {
        open.push(token);
      } else if (token.closes() && !open.isEmpty()) {
        SourceToken first = open.pop();
        pairs.add(new Pair(first, first.start(), token.end()));
      }
    }
    return pairs;
  }

  /** Modules with their functions, functions with their blocks, and aliases. */
  static List<DocumentSymbol> symbols(Document document) {
    List<Pair> regions =
        pairs(document).stream().filter(pair -> pair.open().kind() == Kind.REGION_OPEN).toList();
    List<DocumentSymbol> roots = new ArrayList<>();
    Deque<DocumentSymbol> parents = new ArrayDeque<>();
    for (Symbol symbol : document.symbols().all()) {
      if (symbol.definition().isEmpty() || symbol.kind() == Symbol.Kind.VALUE) {
        continue;
      }
      SourceToken name = symbol.definition().get();
      int end = end(document, symbol, name, regions);
      DocumentSymbol entry =
          new DocumentSymbol(
              symbol.spelling(),
              kind(symbol.kind()),
              document.range(name.start(), end),
              document.range(name));
      entry.setChildren(new ArrayList<>());
      while (!parents.isEmpty() && !contains(parents.element(), entry)) {
        parents.pop();
      }
      (parents.isEmpty() ? roots : parents.element().getChildren()).add(entry);
      parents.push(entry);
    }
    return roots;
  }

  private static boolean contains(DocumentSymbol outer, DocumentSymbol inner) {
    Position end = outer.getRange().getEnd();
    Position start = inner.getRange().getStart();
    return start.getLine() < end.getLine()
        || start.getLine() == end.getLine() && start.getCharacter() < end.getCharacter();
  }

  /** The end of the region behind the name of a function or module, or of the name. */
  private static int end(Document document, Symbol symbol, SourceToken name, List<Pair> regions) {
    if (symbol.kind() != Symbol.Kind.FUNCTION && symbol.kind() != Symbol.Kind.MODULE) {
      return name.end();
    }
    int start = body(document, name).map(SourceToken::start).orElse(-1);
    return regions.stream()
        .filter(pair -> pair.from() == start)
        .mapToInt(Pair::to)
        .findFirst()
        .orElse(name.end());
  }

  /** The brace that opens the region behind a name. */
  private static Optional<SourceToken> body(Document document, SourceToken name) {
    return document.index().tokens().stream()
        .filter(token -> token.start() > name.start())
        .filter(token -> token.begins() || token.kind() == Kind.REGION_OPEN)
        .findFirst()
        .filter(next -> next.kind() == Kind.REGION_OPEN);
  }

  /** True for a function whose text is here, not only its declaration or its uses. */
  static boolean hasBody(Document document, Symbol symbol) {
    return symbol.kind() == Symbol.Kind.FUNCTION
        && symbol.definition().flatMap(name -> body(document, name)).isPresent();
  }

  static SymbolKind kind(Symbol.Kind kind) {
    return switch (kind) {
      case VALUE -> SymbolKind.Variable;
      case FUNCTION -> SymbolKind.Function;
      case MODULE -> SymbolKind.Module;
      case BLOCK -> SymbolKind.Key;
      case TYPE_ALIAS -> SymbolKind.TypeParameter;
      case ATTRIBUTE_ALIAS -> SymbolKind.Constant;
    };
  }

  /** Regions, long brackets and comments of several lines. */
  static List<FoldingRange> folds(Document document) {
    List<FoldingRange> folds = new ArrayList<>();
    for (Pair pair : pairs(document)) {
      int first = document.position(pair.from()).getLine();
      int last = document.position(pair.to() - 1).getLine() - 1;
      if (last > first) {
        folds.add(new FoldingRange(first, last));
      }
    }
    int begin = -1;
    int before = -2;
    List<SourceToken> tokens = document.index().tokens();
    for (int i = 0; i <= tokens.size(); i++) {
      boolean comment = i < tokens.size() && tokens.get(i).kind() == Kind.COMMENT;
      int line = i < tokens.size() ? document.position(tokens.get(i).start()).getLine() : -1;
      boolean own =
          comment && (i == 0 || document.position(tokens.get(i - 1).start()).getLine() < line);
      if (own && line == before + 1) {
        before = line;
        continue;
      }
      if (begin >= 0 && before > begin) {
        FoldingRange fold = new FoldingRange(begin, before);
        fold.setKind(FoldingRangeKind.Comment);
        folds.add(fold);
      }
      begin = own ? line : -1;
      before = own ? line : -2;
    }
    return folds;
  }

  /** What surrounds each position, the innermost first: name, brackets, statement, region, text. */
  static List<SelectionRange> selections(Document document, List<Position> positions) {
    List<Pair> pairs = pairs(document);
    return positions.stream()
        .map(each -> selection(document, pairs, document.offset(each)))
        .toList();
  }

  private static SelectionRange selection(Document document, List<Pair> pairs, int offset) {
    List<int[]> around = new ArrayList<>();
    around.add(new int[] {0, document.text().length()});
    for (Pair pair : pairs) {
      if (pair.from() < offset && offset < pair.to()) {
        around.add(new int[] {pair.from(), pair.to()});
        around.add(new int[] {pair.from() + 1, pair.to() - 1});
      }
    }
    List<SourceToken> tokens = document.index().tokens();
    List<SourceToken> statement = Statement.at(tokens, offset + 1).tokens();
    if (!statement.isEmpty()) {
      around.add(new int[] {statement.getFirst().start(), statement.getLast().end()});
    }
    tokens.stream()
        .filter(token -> token.start() <= offset && offset <= token.end())
        .forEach(token -> around.add(new int[] {token.start(), token.end()}));
    around.removeIf(range -> range[0] > offset || range[1] < offset);
    around.sort((one, other) -> Integer.compare(other[1] - other[0], one[1] - one[0]));
    SelectionRange selection = new SelectionRange(document.whole(), null);
    int[] last = around.getFirst();
    for (int[] range : around) {
      boolean inside = range[0] >= last[0] && range[1] <= last[1];
      if (inside && range[1] - range[0] < last[1] - last[0]) {
        selection = new SelectionRange(document.range(range[0], range[1]), selection);
        last = range;
      }
    }
    return selection;
  }
}
