package org.ptoc.frontend.parser;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.antlr.v4.runtime.Token;
import org.ptoc.frontend.parser.PtoParser.*;
import org.ptoc.frontend.syntax.*;
import org.ptoc.frontend.type.TypeParser;
import org.ptoc.ir.Location;
import org.ptoc.ir.diagnostic.DiagnosticCode;

/** Makes the syntax of operations without regions: items, groups and signatures. */
final class OperationBuilder {
  private final TokenBuffer tokens;
  private final SyntaxErrors errors;
  private final PieceBuilder pieces;

  OperationBuilder(TokenBuffer tokens, SyntaxErrors errors, PieceBuilder pieces) {
    this.tokens = tokens;
    this.errors = errors;
    this.pieces = pieces;
  }

  StatementSyntax operation(
      OperationContext context, List<ResultSyntax> results, Optional<Location> place) {
    List<ItemSyntax> items = new ArrayList<>(context.items.size() + 1);
    if (context.lead != null) {
      items.add(enclosed(context.lead));
    }
    for (ItemContext item : context.items) {
      checkComma(item, items);
      items.add(item(item));
    }
    List<EntrySyntax> attributes = pieces.entries(context.attributes);
    if (context.trailing != null) {
      attributes = new ArrayList<>(attributes);
      attributes.addAll(pieces.entries(context.trailing));
    }
    return new StatementSyntax.Operation(
        place.orElseGet(() -> errors.location(context.name)),
        results,
        context.name.getText(),
        context.name.getType() == PtoLexer.OPERATION,
        items,
        attributes,
        group(context.inputs),
        group(context.outputs),
        signature(context.typed));
  }

  /** Clauses may follow without a comma, values and literals may not (spec/00, 3.2). */
  private void checkComma(ItemContext item, List<ItemSyntax> before) {
    boolean comma = tokens.type(item.start.getTokenIndex() - 1) == PtoLexer.COMMA;
    boolean needsComma = item.name != null || item.literal != null || item.symbol != null;
    if (errors.isBroken(item.start.getLine())) {
      return;
    }
    if (before.isEmpty()
        ? comma
        : needsComma && !comma && !(before.getLast() instanceof ItemSyntax.Parenthesis)) {
      errors.report(
          DiagnosticCode.SYNTAX,
          errors.location(item.start),
          comma
              ? "no `,` may stand before the first operand"
              : "expected `,` before `" + item.start.getText() + "`");
    }
  }

  private ItemSyntax enclosed(EnclosedContext context) {
    Location location = errors.location(context.start);
    return switch (context.open.getType()) {
      case PtoLexer.LEFT_BRACKET -> new ItemSyntax.Bracket(location, arguments(context.arguments));
      case PtoLexer.LEFT_PAREN ->
          new ItemSyntax.Parenthesis(location, arguments(context.arguments));
      default -> new ItemSyntax.Quoted(location, context.word.getText());
    };
  }

  private ItemSyntax item(ItemContext context) {
    Location location = errors.location(context.start);
    if (context.name != null) {
      return new ItemSyntax.Operand(
          location, pieces.value(context.name), arguments(context.arguments));
    }
    if (context.literal != null) {
      return atom(context.literal);
    }
    if (context.attribute != null) {
      return reference(context.attribute, Optional.ofNullable(context.assigned));
    }
    if (context.word != null) {
      return word(context);
    }
    String name = PieceBuilder.symbol(context.symbol.getText());
    return new ItemSyntax.Symbol(location, name, arguments(context.arguments));
  }

  private ItemSyntax reference(Token token, Optional<ArgumentContext> assigned) {
    Location location = errors.location(token);
    AttributeSyntax value = pieces.reference(token);
    List<ItemSyntax> assignment = assigned.map(each -> List.of(argument(each))).orElse(List.of());
    return switch (value) {
      case AttributeSyntax.Reference reference ->
          new ItemSyntax.Reference(location, reference, assignment);
      case AttributeSyntax.Text text -> new ItemSyntax.Text(location, text.value());
      case AttributeSyntax.Number number -> new ItemSyntax.Number(location, number.text());
      default -> {
        errors.report(
            DiagnosticCode.SYNTAX,
            location,
            "`" + token.getText() + "` stands for something that is no operand");
        yield new ItemSyntax.Text(location, "");
      }
    };
  }

  private ItemSyntax word(ItemContext context) {
    Location location = errors.location(context.word);
    String word = context.word.getText();
    List<ItemSyntax> arguments = arguments(context.arguments);
    if (context.assigned != null) {
      return new ItemSyntax.Clause(
          location, word, ItemSyntax.Form.ASSIGNED, List.of(argument(context.assigned)));
    }
    if (context.open == null) {
      return new ItemSyntax.Word(location, word);
    }
    boolean assigned = tokens.type(context.open.getTokenIndex() - 1) == PtoLexer.EQUALS;
    ItemSyntax.Form form =
        switch (context.open.getType()) {
          case PtoLexer.LEFT_PAREN -> ItemSyntax.Form.PARENTHESES;
          case PtoLexer.LESS -> ItemSyntax.Form.ANGLES;
          default -> assigned ? ItemSyntax.Form.ASSIGNED_LIST : ItemSyntax.Form.BRACKETS;
        };
    return new ItemSyntax.Clause(location, word, form, arguments);
  }

  private List<ItemSyntax> arguments(List<ArgumentContext> contexts) {
    if (contexts.isEmpty()) {
      return List.of();
    }
    List<ItemSyntax> arguments = new ArrayList<>(contexts.size());
    for (ArgumentContext context : contexts) {
      arguments.add(argument(context));
    }
    return arguments;
  }

  private ItemSyntax argument(ArgumentContext context) {
    if (context.quoted != null) {
      return new ItemSyntax.Quoted(errors.location(context.quoted), context.quoted.getText());
    }
    if (context.second != null) {
      return new ItemSyntax.Keyed(
          errors.location(context.first), context.first.getText(), atom(context.second));
    }
    return atom(context.first);
  }

  private ItemSyntax atom(Token token) {
    Location location = errors.location(token);
    return switch (token.getType()) {
      case PtoLexer.VALUE -> new ItemSyntax.Operand(location, pieces.value(token), List.of());
      case PtoLexer.STRING -> new ItemSyntax.Text(location, pieces.text(token));
      case PtoLexer.ATTRIBUTE -> reference(token, Optional.empty());
      case PtoLexer.WORD, PtoLexer.MULTIPLIER -> new ItemSyntax.Word(location, token.getText());
      case PtoLexer.ELEMENT, PtoLexer.TYPE -> new ItemSyntax.TypeName(location, pieces.type(token));
      default -> new ItemSyntax.Number(location, token.getText());
    };
  }

  /** The values in the parentheses of a scope operation. */
  List<ValueSyntax> captures(List<ArgumentContext> contexts) {
    List<ValueSyntax> captures = new ArrayList<>(contexts.size());
    for (ArgumentContext context : contexts) {
      if (argument(context) instanceof ItemSyntax.Operand operand) {
        captures.add(operand.value());
      } else {
        errors.report(
            DiagnosticCode.SYNTAX,
            errors.location(context.start),
            "expected a value name such as `%x`");
      }
    }
    return captures;
  }

  private Optional<GroupSyntax> group(GroupContext context) {
    if (context == null) {
      return Optional.empty();
    }
    List<ItemSyntax> items = new ArrayList<>(context.items.size());
    for (ItemContext item : context.items) {
      items.add(item(item));
    }
    return Optional.of(
        new GroupSyntax(
            errors.location(context.start),
            items,
            pieces.entries(context.attributes),
            pieces.types(context.kinds)));
  }

  Optional<SignatureSyntax> signature(SignatureContext context) {
    if (context == null) {
      return Optional.empty();
    }
    List<SignatureSyntax.Entry> operands = new ArrayList<>();
    for (TypeSyntax type : pieces.types(context.kinds)) {
      operands.add(new SignatureSyntax.Entry(type.location(), Optional.empty(), List.of(type), 1));
    }
    for (SignatureEntryContext entry : context.entries) {
      operands.add(entry(entry));
    }
    List<TypeSyntax> results =
        context.converted != null ? pieces.types(context.converted) : pieces.types(context.results);
    return Optional.of(
        new SignatureSyntax(
            errors.location(context.start),
            context.open != null,
            operands,
            context.converted != null || context.results != null,
            results));
  }

  private SignatureSyntax.Entry entry(SignatureEntryContext context) {
    if (isMisspeltType(context)) {
      TypeSyntax type = pieces.type(context.word);
      return new SignatureSyntax.Entry(type.location(), Optional.empty(), List.of(type), 1);
    }
    List<TypeSyntax> types =
        context.kind == null ? pieces.types(context.kinds) : List.of(pieces.type(context.kind));
    int repeat = context.multiplier == null ? 1 : context.multiplier.getText().charAt(1) - '0';
    Optional<String> word = Optional.ofNullable(context.word).map(Token::getText);
    return new SignatureSyntax.Entry(errors.location(context.start), word, types, repeat);
  }

  /**
   * A word alone that looks much like an element type; taken for one, it is reported as no type.
   */
  private static boolean isMisspeltType(SignatureEntryContext context) {
    boolean alone = context.word != null && context.kind == null && context.kinds == null;
    return alone && TypeParser.nearestElement(context.word.getText()).isPresent();
  }
}
