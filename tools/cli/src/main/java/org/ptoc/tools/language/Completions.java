package org.ptoc.tools.language;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.eclipse.lsp4j.CompletionItem;
import org.eclipse.lsp4j.CompletionItemKind;
import org.eclipse.lsp4j.ParameterInformation;
import org.eclipse.lsp4j.Position;
import org.eclipse.lsp4j.Range;
import org.eclipse.lsp4j.SignatureHelp;
import org.eclipse.lsp4j.SignatureInformation;
import org.eclipse.lsp4j.TextEdit;
import org.eclipse.lsp4j.jsonrpc.messages.Either;
import org.ptoc.frontend.text.SourceToken;
import org.ptoc.frontend.text.Symbol;
import org.ptoc.frontend.type.TypeParser;
import org.ptoc.ir.catalog.AttributeRule;
import org.ptoc.ir.catalog.AttributeRule.Domain;
import org.ptoc.ir.catalog.OpDefinition;
import org.ptoc.tools.isa.IsaIndex;
import org.ptoc.tools.isa.Level;
import org.ptoc.tools.isa.SyntaxText;

/** What may be written at a place: operations, names, types, attributes and their words. */
final class Completions {
  private static final Pattern ROLE = Pattern.compile("%\\w+");

  /** What may be in front of an operation on its line. */
  private static final Pattern RESULTS = Pattern.compile("\\s*(%[^=()]*=\\s*)?");

  private Completions() {}

  /** Items for the word that ends at a position. */
  static List<CompletionItem> at(Document document, Position position) {
    String text = document.text();
    int offset = document.offset(position);
    int start = offset;
    while (start > 0 && isPart(text.charAt(start - 1))) {
      start--;
    }
    boolean signed = start > 0 && "%@^!#\"".indexOf(text.charAt(start - 1)) >= 0;
    char sign = signed ? text.charAt(start - 1) : ' ';
    int from = signed && sign != '"' ? start - 1 : start;
    Statement statement = Statement.at(document.index().tokens(), from);
    boolean comment =
        document.index().tokens().stream()
            .anyMatch(
                token ->
                    token.kind() == SourceToken.Kind.COMMENT
                        && token.start() < from
                        && offset <= token.end());
    if (comment) {
      return List.of();
    }
    Range range = document.range(from, offset);
    return switch (sign) {
      case '%' -> names(document, Symbol.Kind.VALUE, offset, range).toList();
      case '@' -> names(document, Symbol.Kind.FUNCTION, offset, range).toList();
      case '^' -> names(document, Symbol.Kind.BLOCK, offset, range).toList();
      case '!' ->
          Stream.concat(names(document, Symbol.Kind.TYPE_ALIAS, offset, range), types(range))
              .toList();
      case '#' ->
          Stream.concat(
                  names(document, Symbol.Kind.ATTRIBUTE_ALIAS, offset, range),
                  words(statement, range).filter(item -> item.getLabel().startsWith("#")))
              .toList();
      case '"' -> words(statement, range).filter(item -> isWord(item.getLabel())).toList();
      default -> plain(document, statement, offset, range);
    };
  }

  private static boolean isPart(char character) {
    return Character.isLetterOrDigit(character)
        || character == '_'
        || character == '.'
        || character == '$';
  }

  private static boolean isWord(String text) {
    return !text.startsWith("#");
  }

  /** An operation at the begin of a line or after its results; else the parts of one. */
  private static List<CompletionItem> plain(
      Document document, Statement statement, int offset, Range range) {
    boolean begins =
        statement.operation().isEmpty() && !statement.isInDictionary()
            || isFirstOfLine(document, range);
    if (begins && !statement.isInDictionary()) {
      return operations(range);
    }
    if (statement.isInDictionary() && statement.key().isEmpty()) {
      return statement.definition().stream()
          .flatMap(op -> op.attributes().stream())
          .map(rule -> item(rule.name(), CompletionItemKind.Property, domain(rule), range))
          .toList();
    }
    boolean typed =
        statement
            .before()
            .filter(token -> token.is(":") || token.is("->") || token.is(",") || token.is("to"))
            .isPresent();
    Stream<CompletionItem> values =
        names(document, Symbol.Kind.VALUE, offset, range).limit(typed ? 0 : Long.MAX_VALUE);
    return Stream.of(
            words(statement, range),
            typed
                ? Stream.concat(
                    names(document, Symbol.Kind.TYPE_ALIAS, offset, range), types(range))
                : Stream.<CompletionItem>empty(),
            values)
        .flatMap(each -> each)
        .toList();
  }

  private static boolean isFirstOfLine(Document document, Range range) {
    int start = document.offset(range.getStart());
    int line = document.offset(new Position(range.getStart().getLine(), 0));
    return RESULTS.matcher(document.text().substring(line, start)).matches();
  }

  private static Stream<CompletionItem> names(
      Document document, Symbol.Kind kind, int offset, Range range) {
    return document.symbols().visible(kind, offset).stream()
        .map(
            symbol ->
                item(
                    symbol.spelling(),
                    kind == Symbol.Kind.VALUE
                        ? CompletionItemKind.Variable
                        : kind == Symbol.Kind.FUNCTION
                            ? CompletionItemKind.Function
                            : CompletionItemKind.Reference,
                    Hovers.types(document.index().typesOf(symbol)).orElse(""),
                    range));
  }

  private static Stream<CompletionItem> types(Range range) {
    return TypeParser.names().stream().map(name -> item(name, CompletionItemKind.Class, "", range));
  }

  private static List<CompletionItem> operations(Range range) {
    return IsaIndex.all().stream()
        .filter(entry -> entry.level() != Level.MACHINE)
        .map(entry -> item(entry.name(), CompletionItemKind.Method, entry.meaning(), range))
        .toList();
  }

  /** The words of the attribute that the place is about, or of all attributes of its operation. */
  private static Stream<CompletionItem> words(Statement statement, Range range) {
    Optional<String> key = statement.key();
    return statement.definition().stream()
        .flatMap(op -> op.attributes().stream())
        .filter(rule -> key.isEmpty() || isNamed(rule, key.get()))
        .flatMap(rule -> spellings(rule.domain()))
        .distinct()
        .map(word -> item(word, CompletionItemKind.EnumMember, "", range));
  }

  private static boolean isNamed(AttributeRule rule, String key) {
    return rule.name().equals(key) || rule.aliases().contains(key);
  }

  private static Stream<String> spellings(Domain domain) {
    return switch (domain) {
      case Domain.Tokens tokens when tokens.enumeration().startsWith("pto") ->
          tokens.tokens().stream()
              .map(
                  word ->
                      tokens.enumeration().contains("<")
                          ? "#" + tokens.enumeration() + " " + word + ">"
                          : "#" + tokens.enumeration() + "<" + word + ">");
      case Domain.Tokens tokens -> tokens.tokens().stream();
      case Domain.Flag() -> Stream.of("true", "false");
      case Domain.Range _, Domain.Anything _ -> Stream.empty();
    };
  }

  private static String domain(AttributeRule rule) {
    return String.join(", ", spellings(rule.domain()).toList());
  }

  private static CompletionItem item(
      String label, CompletionItemKind kind, String detail, Range range) {
    CompletionItem item = new CompletionItem(label);
    item.setKind(kind);
    item.setDetail(detail);
    item.setTextEdit(Either.forLeft(new TextEdit(range, label)));
    return item;
  }

  /** The syntax of the operation around a position, with the operand that is written there. */
  static Optional<SignatureHelp> signature(Document document, Position position) {
    int offset = document.offset(position);
    Statement statement = Statement.at(document.index().tokens(), offset);
    boolean after = statement.operation().filter(token -> token.end() < offset).isPresent();
    return after
        ? statement.definition().map(op -> signature(op, statement, offset))
        : Optional.empty();
  }

  private static SignatureHelp signature(OpDefinition op, Statement statement, int offset) {
    boolean writing =
        statement
            .before()
            .filter(token -> token.kind() == SourceToken.Kind.VALUE && token.end() == offset)
            .isPresent();
    int active = statement.operands() - (writing ? 1 : 0);
    List<SignatureInformation> signatures = new ArrayList<>();
    for (String syntax : SyntaxText.of(op)) {
      SignatureInformation signature =
          new SignatureInformation(syntax, op.semantics(), new ArrayList<>());
      Matcher role = ROLE.matcher(syntax);
      int at = syntax.indexOf(op.name());
      while (role.find()) {
        if (role.start() > at) {
          signature.getParameters().add(new ParameterInformation(role.group()));
        }
      }
      signature.setActiveParameter(
          Math.clamp(active, 0, Math.max(0, signature.getParameters().size() - 1)));
      signatures.add(signature);
    }
    return new SignatureHelp(signatures, 0, Math.max(0, active));
  }
}
