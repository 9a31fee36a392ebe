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
    List<ItemSyntax> items = new ArrayList<>(context.parts.size() + 1);
    List<EntrySyntax> attributes = new ArrayList<>();
    List<SignatureSyntax.Entry> types = new ArrayList<>();
    if (context.lead != null) {
      lead(context.lead, items, attributes, types);
    }
    parts(context.parts, items, attributes, types);
    parts(context.middle, items, attributes, types);
    parts(context.trailing, items, attributes, types);
    attributes.addAll(pieces.entries(context.last));
    return new StatementSyntax.Operation(
        place.orElseGet(() -> errors.location(context.name)),
        results,
        context.name.getText(),
        context.name.getType() == PtoLexer.OPERATION,
        items,
        attributes,
        group(context.inputs),
        context.scalars == null ? group(context.outputs) : Optional.of(scalars(context.scalars)),
        signature(context.typed, types));
  }

  /** {@code outs : T}: types of results. */
  private GroupSyntax scalars(TypesContext types) {
    return new GroupSyntax(errors.location(types.start), List.of(), List.of(), pieces.types(types));
  }

  /**
   * Reads the group directly after the name. A group with types, {@code op(%a, buf(%b) : T, U)},
   * says the same as {@code op %a, buf(%b) : T, U} (spec/50, F2).
   */
  private void lead(
      EnclosedContext context,
      List<ItemSyntax> items,
      List<EntrySyntax> attributes,
      List<SignatureSyntax.Entry> types) {
    if (context.operands == null) {
      items.add(enclosed(context));
      return;
    }
    GroupSyntax group = group(context.operands).orElseThrow();
    if (group.types().isEmpty() && group.attributes().isEmpty() && !group.items().isEmpty()) {
      items.add(new ItemSyntax.Parenthesis(group.location(), group.items()));
    } else {
      add(group, items, attributes, types);
    }
  }

  private static void add(
      GroupSyntax group,
      List<ItemSyntax> items,
      List<EntrySyntax> attributes,
      List<SignatureSyntax.Entry> types) {
    items.addAll(group.items());
    attributes.addAll(group.attributes());
    for (TypeSyntax type : group.types()) {
      types.add(entry(type));
    }
  }

  private void parts(
      List<ItemContext> parts,
      List<ItemSyntax> items,
      List<EntrySyntax> attributes,
      List<SignatureSyntax.Entry> types) {
    for (ItemContext part : parts) {
      if (part.attributes == null) {
        checkComma(part, items);
        items.add(item(part));
      } else {
        attributes.addAll(pieces.entries(part.attributes));
        group(part.operands).ifPresent(group -> add(group, items, attributes, types));
      }
    }
  }

  /** Clauses may follow without a comma, values and literals may not (spec/00, 3.2). */
  private void checkComma(ItemContext item, List<ItemSyntax> before) {
    boolean comma = tokens.type(item.start.getTokenIndex() - 1) == PtoLexer.COMMA;
    boolean needsComma =
        item.name != null || item.literal != null && !isString(item) || item.symbol != null;
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

  private static boolean isString(ItemContext item) {
    return item.literal.getType() == PtoLexer.STRING;
  }

  private ItemSyntax enclosed(EnclosedContext context) {
    Location location = errors.location(context.start);
    return switch (context.open.getType()) {
      case PtoLexer.LEFT_BRACKET -> new ItemSyntax.Bracket(location, arguments(context.arguments));
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
      return context.literal.getType() == PtoLexer.DENSE
          ? pieces.dense(context.literal)
          : atom(context.literal);
    }
    if (context.successor != null) {
      return successor(context.successor);
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

  private ItemSyntax.Successor successor(TargetContext context) {
    Optional<GroupSyntax> forwarded = group(context.forwarded);
    return new ItemSyntax.Successor(
        errors.location(context.successor),
        context.successor.getText().substring(1),
        forwarded.map(GroupSyntax::items).orElse(List.of()),
        forwarded.map(GroupSyntax::types).orElse(List.of()));
  }

  /** The value, its type, the default target, and each number with its target. */
  StatementSyntax.Operation blockSwitch(
      BlockSwitchContext context, List<ResultSyntax> results, Optional<Location> place) {
    List<ItemSyntax> items = new ArrayList<>();
    items.add(
        new ItemSyntax.Operand(
            errors.location(context.selector), pieces.value(context.selector), List.of()));
    items.add(
        new ItemSyntax.TypeName(errors.location(context.kind.start), pieces.type(context.kind)));
    items.add(successor(context.targets.getFirst()));
    for (int i = 0; i < context.values.size(); i++) {
      items.add(
          new ItemSyntax.Number(
              errors.location(context.values.get(i)), context.values.get(i).getText()));
      items.add(successor(context.targets.get(i + 1)));
    }
    return new StatementSyntax.Operation(
        place.orElseGet(() -> errors.location(context.start)),
        results,
        context.start.getText(),
        true,
        items,
        List.of(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
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
    if (context.nested != null) {
      return new ItemSyntax.Clause(
          errors.location(context.first),
          context.first.getText(),
          ItemSyntax.Form.PARENTHESES,
          arguments(context.arguments));
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
    return context == null ? Optional.empty() : Optional.of(new GroupBuilder(context).build());
  }

  /** Collects the content of one pair of parentheses. */
  private final class GroupBuilder {
    private final GroupContext context;
    private final List<ItemSyntax> items = new ArrayList<>();
    private final List<EntrySyntax> attributes = new ArrayList<>();
    private final List<TypeSyntax> types = new ArrayList<>();

    GroupBuilder(GroupContext context) {
      this.context = context;
    }

    GroupSyntax build() {
      context.parts.forEach(this::add);
      if (context.first != null) {
        types.add(pieces.type(context.first));
      }
      for (GroupRestContext rest : context.rest) {
        if (rest.inner != null) {
          add(rest.inner);
        }
        TypeContext kind = rest.inner == null ? rest.kind : rest.innerKind;
        if (kind != null) {
          types.add(pieces.type(kind));
        }
      }
      return new GroupSyntax(errors.location(context.start), items, attributes, types);
    }

    private void add(ItemContext item) {
      if (item.attributes != null) {
        attributes.addAll(pieces.entries(item.attributes));
      } else {
        boolean operand = item.name != null || item.literal != null && !isString(item);
        if (operand && !followsComma(item.start) && isWord()) {
          ItemSyntax.Word word = (ItemSyntax.Word) items.removeLast();
          items.add(
              new ItemSyntax.Clause(
                  word.location(), word.word(), ItemSyntax.Form.PREFIX, List.of(item(item))));
          return;
        }
        if (operand && !items.isEmpty() && !followsComma(item.start)) {
          errors.report(
              DiagnosticCode.SYNTAX,
              errors.location(item.start),
              "expected `,` before `" + item.start.getText() + "`");
        }
        items.add(item(item));
      }
    }

    private boolean isWord() {
      return !items.isEmpty() && items.getLast() instanceof ItemSyntax.Word;
    }

    private boolean followsComma(Token token) {
      return tokens.type(token.getTokenIndex() - 1) == PtoLexer.COMMA;
    }
  }

  Optional<SignatureSyntax> signature(SignatureContext context) {
    return signature(context, List.of());
  }

  /**
   * @param leading types that stand with the operands
   */
  private Optional<SignatureSyntax> signature(
      SignatureContext context, List<SignatureSyntax.Entry> leading) {
    if (context == null) {
      return leading.isEmpty()
          ? Optional.empty()
          : Optional.of(
              new SignatureSyntax(leading.getFirst().location(), true, leading, false, List.of()));
    }
    List<SignatureSyntax.Entry> operands = new ArrayList<>(leading);
    for (TypeSyntax type : pieces.types(context.kinds)) {
      operands.add(entry(type));
    }
    for (SignatureEntryContext entry : context.entries) {
      operands.add(entry(entry));
    }
    List<TypeSyntax> results =
        context.converted != null ? pieces.types(context.converted) : pieces.types(context.results);
    return Optional.of(
        new SignatureSyntax(
            errors.location(context.start),
            context.open != null || !leading.isEmpty(),
            operands,
            context.converted != null || context.results != null,
            results));
  }

  private static SignatureSyntax.Entry entry(TypeSyntax type) {
    return new SignatureSyntax.Entry(type.location(), Optional.empty(), List.of(type), 1);
  }

  private SignatureSyntax.Entry entry(SignatureEntryContext context) {
    if (isMisspeltType(context)) {
      return entry(pieces.type(context.word));
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
