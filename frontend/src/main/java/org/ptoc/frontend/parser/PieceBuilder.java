package org.ptoc.frontend.parser;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.antlr.v4.runtime.Token;
import org.ptoc.frontend.parser.PtoParser.*;
import org.ptoc.frontend.syntax.*;
import org.ptoc.ir.Location;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.diagnostic.Limit;
import org.ptoc.ir.type.Type;

/** Makes the small parts of the syntax tree: types, attributes, parameters and names. */
final class PieceBuilder {
  private final SyntaxErrors errors;
  private final TypeTable types;
  private final PlaceBuilder places;
  private final Map<String, AttributeSyntax> attributeAliases = new HashMap<>();
  private final AliasSizes aliasSizes = new AliasSizes();
  private boolean aliasesReported;

  PieceBuilder(SyntaxErrors errors) {
    this.errors = errors;
    this.types = new TypeTable(errors);
    this.places = new PlaceBuilder(errors);
  }

  /** Remembers an alias; false when its name has a meaning already. */
  boolean define(AliasSyntax alias) {
    if (alias.name().charAt(0) == '#') {
      return attributeAliases.putIfAbsent(alias.name().substring(1), alias.value()) == null;
    }
    if (alias.value() instanceof AttributeSyntax.TypeValue value) {
      return types.define(alias.name(), value.type().type());
    }
    errors.report(
        DiagnosticCode.SYNTAX,
        alias.value().location(),
        "expected a type after `" + alias.name() + " =`");
    return types.define(alias.name(), Optional.empty());
  }

  /** Declares an alias of a location; the text may use it before its declaration. */
  void declarePlace(Token name, PlaceContext context) {
    places.declare(name, context.where);
  }

  ValueSyntax value(Token token) {
    return new ValueSyntax(errors.location(token), token.getText().substring(1));
  }

  static String symbol(String text) {
    return text.charAt(1) == '"' ? Strings.unquote(text.substring(1)) : text.substring(1);
  }

  /** A count in a result pack; 1 when it is out of range, which is reported. */
  int count(Token token) {
    String text = token.getText();
    if (text.length() > 3 || text.charAt(0) == '-' || text.equals("0")) {
      errors.report(
          DiagnosticCode.BAD_NUMBER, errors.location(token), "a pack has 1 to 999 results");
      return 1;
    }
    return Integer.parseInt(text);
  }

  TypeSyntax type(TypeContext context) {
    Token name = context.name;
    if (context.open == null) {
      return type(name);
    }
    String space = context.space == null ? "" : ", " + context.space.getText();
    Optional<Type> type = types.type("!pto.ptr<" + name.getText() + space + ">", name);
    return new TypeSyntax(errors.location(context.open), type);
  }

  /** A type that is one token. */
  TypeSyntax type(Token name) {
    String text = name.getText();
    // `<loc=vec, ...>`: only tiles have parameters like these (spec/50, F9).
    String spelling = text.charAt(0) == '<' ? "!pto.tile_buf" + text : text;
    return new TypeSyntax(
        errors.location(name), types.type(spelling, name), text.startsWith("memref"));
  }

  List<TypeSyntax> types(TypesContext context) {
    if (context == null) {
      return List.of();
    }
    List<TypeSyntax> list = new ArrayList<>(context.kinds.size());
    for (TypeContext kind : context.kinds) {
      list.add(type(kind));
    }
    return list;
  }

  List<TypeSyntax> types(ResultTypesContext context) {
    if (context == null) {
      return List.of();
    }
    return types(context.plain == null ? context.parenthesised : context.plain);
  }

  List<ParameterSyntax> parameters(List<ParameterContext> contexts) {
    List<ParameterSyntax> parameters = new ArrayList<>(contexts.size());
    for (ParameterContext context : contexts) {
      if (context.exception == null && context.kind != null) {
        parameters.add(
            new ParameterSyntax(
                errors.location(context.start),
                Optional.ofNullable(context.name).map(this::value),
                type(context.kind),
                entries(context.attributes)));
      }
    }
    return parameters;
  }

  List<EntrySyntax> entries(DictionaryContext context) {
    if (context == null || context.exception != null) {
      return List.of();
    }
    List<EntrySyntax> entries = new ArrayList<>(context.entries.size());
    for (EntryContext entry : context.entries) {
      String key = entry.key.getType() == PtoLexer.STRING ? text(entry.key) : entry.key.getText();
      entries.add(
          new EntrySyntax(
              errors.location(entry.key),
              key,
              Optional.ofNullable(entry.value).map(this::attribute)));
    }
    return entries;
  }

  AttributeSyntax attribute(AttributeValueContext context) {
    Location location = errors.location(context.start);
    if (context.simple != null) {
      return simple(context.simple);
    }
    if (context.literal != null && context.literal.getType() == PtoLexer.DENSE) {
      return new AttributeSyntax.Sequence(location, List.copyOf(dense(context.literal).values()));
    }
    if (context.literal != null) {
      Optional<TypeSyntax> type = Optional.ofNullable(context.kind).map(this::type);
      return new AttributeSyntax.Number(location, context.literal.getText(), type);
    }
    if (context.kind != null) {
      return new AttributeSyntax.TypeValue(location, type(context.kind));
    }
    if (context.nested != null) {
      return new AttributeSyntax.Dictionary(location, entries(context.nested));
    }
    if (context.position != null) {
      return new AttributeSyntax.Place(location, position(context.position).orElse(location));
    }
    List<AttributeSyntax> elements = new ArrayList<>();
    for (AttributeValueContext element : context.elements) {
      elements.add(attribute(element));
    }
    return new AttributeSyntax.Sequence(location, elements);
  }

  private AttributeSyntax simple(Token token) {
    Location location = errors.location(token);
    return switch (token.getType()) {
      case PtoLexer.STRING -> new AttributeSyntax.Text(location, text(token));
      case PtoLexer.ATTRIBUTE -> reference(token);
      case PtoLexer.SYMBOL -> new AttributeSyntax.Symbol(location, symbol(token.getText()));
      default -> new AttributeSyntax.Word(location, token.getText());
    };
  }

  /** {@code dense<[1, 2]>} or {@code array<i64: 0, 512>}. */
  ItemSyntax.Dense dense(Token token) {
    Location location = errors.location(token);
    String text = token.getText();
    String inside = text.substring(text.indexOf('<') + 1, text.length() - 1).strip();
    Optional<TypeSyntax> type = Optional.empty();
    if (text.charAt(0) == 'a') {
      int colon = inside.indexOf(':');
      String element = colon < 0 ? inside : inside.substring(0, colon).strip();
      type = Optional.of(new TypeSyntax(location, types.type(element, token)));
      inside = colon < 0 ? "" : inside.substring(colon + 1);
    }
    boolean splat = type.isEmpty() && !inside.startsWith("[");
    List<AttributeSyntax.Number> values = new ArrayList<>();
    for (String part : inside.split("[\\[\\],\\s]+")) {
      if (!part.isEmpty()) {
        values.add(new AttributeSyntax.Number(location, number(part, token), type));
      }
    }
    return new ItemSyntax.Dense(location, values, splat);
  }

  /** A number of a list; 0 for what is none, which is reported. */
  private String number(String text, Token token) {
    if (text.equals("true") || text.equals("false")) {
      return text.equals("true") ? "1" : "0";
    }
    if (text.matches("[+-]?(0x[0-9a-fA-F]+|[0-9]+(\\.[0-9]*)?([eE][+-]?[0-9]+)?)")) {
      return text;
    }
    errors.report(
        DiagnosticCode.BAD_NUMBER, errors.location(token), "`" + text + "` is not a number");
    return "0";
  }

  /** {@code #pto.kind<member>}, {@code #pto<kind member>} or an alias. */
  AttributeSyntax reference(Token token) {
    Location location = errors.location(token);
    String text = token.getText();
    int open = text.indexOf('<');
    if (open < 0) {
      return alias(text.substring(1), location);
    }
    String kind = text.substring(1, open);
    if (!text.endsWith(">")) {
      errors.report(
          DiagnosticCode.SYNTAX, location, "expected `>` at the end of `" + text.strip() + "`");
      return new AttributeSyntax.Reference(location, kind, text.substring(open + 1).strip());
    }
    String member = text.substring(open + 1, text.length() - 1).strip();
    int space = member.indexOf(' ');
    if (kind.indexOf('.') < 0 && space > 0) {
      kind = kind + "." + member.substring(0, space);
      member = member.substring(space + 1).strip();
    }
    return new AttributeSyntax.Reference(location, kind, member);
  }

  private AttributeSyntax alias(String name, Location location) {
    AttributeSyntax value = attributeAliases.get(name);
    // An unknown name may still be the key of an assembly attribute or an attribute without a
    // parameter.
    if (value == null) {
      return new AttributeSyntax.Reference(location, name, "");
    }
    return mayUse(value, location) ? value : new AttributeSyntax.Sequence(location, List.of());
  }

  private boolean mayUse(AttributeSyntax value, Location location) {
    switch (aliasSizes.use(value)) {
      case ALLOWED -> {
        return true;
      }
      case TOO_LARGE -> {
        if (!aliasesReported) {
          aliasesReported = true;
          errors.report(
              DiagnosticCode.TEXT_LIMIT,
              location,
              "the aliases of this text stand for more than "
                  + Limit.ALIAS_PARTS.value()
                  + " attributes, each use counted with all that is in it");
        }
      }
      case TOO_DEEP ->
          errors.report(
              DiagnosticCode.NESTED_TOO_DEEP,
              location,
              "aliases stand for more than " + Limit.NESTING.value() + " nested attributes");
    }
    return false;
  }

  /** The place that a {@code loc(...)} denotes; empty when it denotes none. */
  Optional<Location> position(PlaceContext context) {
    return places.position(context.where);
  }

  /** The meaning of a string token. */
  String text(Token token) {
    return Strings.unquote(token.getText());
  }
}
