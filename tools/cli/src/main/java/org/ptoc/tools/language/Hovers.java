package org.ptoc.tools.language;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.eclipse.lsp4j.Hover;
import org.eclipse.lsp4j.MarkupContent;
import org.eclipse.lsp4j.MarkupKind;
import org.eclipse.lsp4j.Position;
import org.ptoc.frontend.text.SourceToken;
import org.ptoc.frontend.text.Symbol;
import org.ptoc.frontend.type.TypeParser;
import org.ptoc.frontend.type.TypeResult;
import org.ptoc.ir.catalog.OpDefinition;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.type.Type;
import org.ptoc.tools.isa.OperationPage;
import org.ptoc.tools.isa.Section;
import org.ptoc.tools.toolchain.Toolchain;

/** What editors show about the token under the mouse. */
final class Hovers {
  private final Toolchain toolchain;

  /** Pages of operations; making one compiles an example. */
  private final Map<Page, String> pages = new HashMap<>();

  private record Page(String operation, List<Profile> profiles) {}

  Hovers(Toolchain toolchain) {
    this.toolchain = toolchain;
  }

  Optional<Hover> at(Document document, Position position, List<Profile> profiles) {
    int offset = document.offset(position);
    return document.index().tokens().stream()
        .filter(token -> token.start() <= offset && offset <= token.end())
        .reduce((left, right) -> right.kind() == SourceToken.Kind.PUNCTUATION ? left : right)
        .flatMap(
            token ->
                text(document, token, profiles)
                    .map(
                        text ->
                            new Hover(
                                new MarkupContent(MarkupKind.MARKDOWN, text),
                                document.range(token))));
  }

  private Optional<String> text(Document document, SourceToken token, List<Profile> profiles) {
    Optional<Symbol> symbol = document.symbols().at(token.start());
    if (symbol.isPresent()) {
      return Optional.of(code(name(document, symbol.get())));
    }
    return switch (token.kind()) {
      case OPERATION -> Statement.definition(token.text()).map(op -> page(op, profiles));
      case TYPE ->
          TypeParser.parse(token.text()) instanceof TypeResult.Parsed parsed
              ? Optional.of(code(parsed.type().spelling()))
              : Optional.empty();
      case WORD, STRING ->
          Statement.at(document.index().tokens(), token.end())
              .definition()
              .flatMap(op -> OperationPage.attribute(op, token.text().replace("\"", "")));
      default -> Optional.empty();
    };
  }

  /** A name with its type, or with the line that defines it. */
  private static String name(Document document, Symbol symbol) {
    if (symbol.kind() == Symbol.Kind.VALUE) {
      return types(document.index().typesOf(symbol))
          .map(type -> symbol.spelling() + " : " + type)
          .orElse(symbol.spelling());
    }
    return symbol
        .definition()
        .map(token -> document.text().substring(lineStart(document, token)).lines().findFirst())
        .flatMap(line -> line)
        .map(line -> line.strip().replaceFirst("\\s*\\{$", ""))
        .orElse(symbol.spelling());
  }

  private static int lineStart(Document document, SourceToken token) {
    return document.index().lines().start(document.index().lines().line(token.start()));
  }

  /** The types of a value in one text; empty where none is known. */
  static Optional<String> types(List<Type> types) {
    List<String> spellings = types.stream().map(Type::spelling).distinct().toList();
    return spellings.isEmpty() ? Optional.empty() : Optional.of(String.join(", ", spellings));
  }

  private String page(OpDefinition op, List<Profile> profiles) {
    return pages.computeIfAbsent(
        new Page(op.name(), profiles),
        key ->
            "**"
                + op.name()
                + "**\n\n"
                + OperationPage.of(op, profiles, toolchain).stream()
                    .filter(section -> !section.name().matches("(code|words|level).*"))
                    .map(Hovers::section)
                    .collect(Collectors.joining("\n\n")));
  }

  private static String section(Section section) {
    boolean isCode = section.name().matches("(syntax|example).*");
    String text = String.join(isCode ? "\n" : "  \n", section.lines());
    return "*" + section.name() + "*" + (isCode ? "\n" + code(text) : "  \n" + text);
  }

  static String code(String text) {
    return "```pto\n" + text + "\n```";
  }
}
