package org.ptoc.tools.language;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.eclipse.lsp4j.Position;
import org.eclipse.lsp4j.SemanticTokens;
import org.eclipse.lsp4j.SemanticTokensLegend;
import org.ptoc.frontend.text.SourceToken;

/** Tokens with the kinds by which editors colour them. */
final class Highlighting {
  /** The kinds of the protocol, in the order of its numbers here. */
  private enum Type {
    COMMENT("comment"),
    STRING("string"),
    NUMBER("number"),
    VARIABLE("variable"),
    FUNCTION("function"),
    LABEL("label"),
    TYPE("type"),
    MACRO("macro"),
    METHOD("method"),
    KEYWORD("keyword"),
    PROPERTY("property");

    private final String spelling;

    Type(String spelling) {
      this.spelling = spelling;
    }
  }

  private static final String DEFINITION = "definition";

  private Highlighting() {}

  static SemanticTokensLegend legend() {
    List<String> types = Arrays.stream(Type.values()).map(type -> type.spelling).toList();
    return new SemanticTokensLegend(types, List.of(DEFINITION));
  }

  private static Optional<Type> type(SourceToken.Kind kind) {
    return switch (kind) {
      case COMMENT -> Optional.of(Type.COMMENT);
      case STRING -> Optional.of(Type.STRING);
      case NUMBER -> Optional.of(Type.NUMBER);
      case VALUE -> Optional.of(Type.VARIABLE);
      case SYMBOL -> Optional.of(Type.FUNCTION);
      case BLOCK -> Optional.of(Type.LABEL);
      case TYPE -> Optional.of(Type.TYPE);
      case ATTRIBUTE -> Optional.of(Type.MACRO);
      case OPERATION -> Optional.of(Type.METHOD);
      case KEYWORD -> Optional.of(Type.KEYWORD);
      case WORD -> Optional.of(Type.PROPERTY);
      case REGION_OPEN, REGION_CLOSE, PUNCTUATION, INVALID -> Optional.empty();
    };
  }

  /** The tokens that begin between two indices; one of several lines is several. */
  static SemanticTokens tokens(Document document, int from, int to) {
    List<Integer> data = new ArrayList<>();
    Position last = new Position(0, 0);
    for (SourceToken token : document.index().tokens()) {
      Optional<Type> type = type(token.kind());
      if (type.isEmpty() || token.start() < from || token.start() >= to) {
        continue;
      }
      boolean defines =
          document
              .symbols()
              .at(token.start())
              .flatMap(symbol -> symbol.definition())
              .filter(token::equals)
              .isPresent();
      int at = token.start();
      for (String part : token.text().split("\\R", -1)) {
        Position start = document.position(at);
        if (!part.isEmpty()) {
          boolean same = start.getLine() == last.getLine();
          data.add(start.getLine() - last.getLine());
          data.add(same ? start.getCharacter() - last.getCharacter() : start.getCharacter());
          data.add(part.length());
          data.add(type.get().ordinal());
          data.add(defines ? 1 : 0);
          last = start;
        }
        at += part.length();
        at += document.text().startsWith("\r\n", at) ? 2 : 1;
      }
    }
    return new SemanticTokens(data);
  }
}
