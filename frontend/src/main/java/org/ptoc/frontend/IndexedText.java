package org.ptoc.frontend;

import java.util.List;
import java.util.Map;
import org.ptoc.frontend.text.LineStarts;
import org.ptoc.frontend.text.SourceToken;
import org.ptoc.frontend.text.Symbol;
import org.ptoc.frontend.text.SymbolTable;
import org.ptoc.ir.type.Type;

/**
 * A text as IR with what editors ask for.
 *
 * @param text the text
 * @param parsed its meaning and what is wrong with it
 * @param lines where its lines begin
 * @param tokens its tokens and comments in order
 * @param types the types of the values that the token at an index defines; several for a pack, and
 *     none where an error hides them
 */
public record IndexedText(
    String text,
    ParsedText parsed,
    LineStarts lines,
    List<SourceToken> tokens,
    Map<Integer, List<Type>> types) {
  public IndexedText {
    tokens = List.copyOf(tokens);
    types = Map.copyOf(types);
  }

  /** The names of the text, made by each call. */
  public SymbolTable symbols() {
    return SymbolTable.of(tokens, types.keySet());
  }

  /** The types of a value; empty for other names and where they are not known. */
  public List<Type> typesOf(Symbol symbol) {
    return symbol
        .definition()
        .map(token -> types.getOrDefault(token.start(), List.of()))
        .orElse(List.of());
  }
}
