package org.ptoc.frontend.bind;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ptoc.frontend.syntax.ItemSyntax;
import org.ptoc.ir.Attribute;
import org.ptoc.ir.Attributes;
import org.ptoc.ir.Location;
import org.ptoc.ir.catalog.AttributeRule;
import org.ptoc.ir.catalog.OpDefinition;
import org.ptoc.ir.catalog.Role;
import org.ptoc.ir.catalog.Syntax;
import org.ptoc.ir.catalog.Syntax.Element;
import org.ptoc.ir.diagnostic.DiagnosticCode;

/** Matches the items of one statement against one format of its operation. */
final class FormatMatcher {
  private final Body body;
  private final OpDefinition definition;
  private final List<Role> roles;
  private final Location end;
  private final List<List<Use>> groups = new ArrayList<>();
  private final List<String> clauseWords = new ArrayList<>();
  private Attributes attributes = Attributes.EMPTY;
  private int matched;

  /**
   * @param end where to report that something is missing
   */
  FormatMatcher(Body body, OpDefinition definition, Location end) {
    this.body = body;
    this.definition = definition;
    this.roles = definition.operands();
    this.end = end;
    for (int i = 0; i < roles.size(); i++) {
      groups.add(new ArrayList<>());
    }
  }

  /** The operands found, role after role. */
  List<List<Use>> groups() {
    return groups;
  }

  List<Use> group(String role) {
    return groups.get(definition.operandIndex(role));
  }

  /** All operands, role after role. */
  List<Use> uses() {
    List<Use> uses = new ArrayList<>();
    for (List<Use> group : groups) {
      uses.addAll(group);
    }
    return uses;
  }

  /** Attributes that stand among the operands. */
  Attributes attributes() {
    return attributes;
  }

  /** How many items matched: the format that gets furthest words the error. */
  int matched() {
    return matched;
  }

  /** The repetitions of a clause, in order of appearance. */
  List<String> clauseWords() {
    return clauseWords;
  }

  /** Matches all items against all elements. */
  void match(List<Element> elements, List<ItemSyntax> items) throws Problem {
    int next = sequence(elements, items);
    if (next < items.size()) {
      ItemSyntax rest = items.get(next);
      throw new Problem(
          DiagnosticCode.BAD_OPERATION_SYNTAX,
          rest.location(),
          "`" + definition.name() + "` takes no further operand here");
    }
  }

  private int sequence(List<Element> elements, List<ItemSyntax> items) throws Problem {
    int next = 0;
    for (Element element : elements) {
      next = element(element, items, next);
      matched = Math.max(matched, next);
    }
    return next;
  }

  private int element(Element element, List<ItemSyntax> items, int next) throws Problem {
    return switch (element) {
      case Element.Operand operand -> operand(operand, items, next);
      case Element.Indexed indexed -> indexed(indexed, items, next);
      case Element.Positional positional -> positional(positional, items, next);
      case Element.Clause clause -> clause(clause, items, next);
      case Element.Assignment assignment -> assignment(assignment, items, next);
      case Element.Bracket bracket -> {
        if (next < items.size() && items.get(next) instanceof ItemSyntax.Bracket written) {
          List<ItemSyntax> inner = written.arguments();
          int last = sequence(bracket.elements(), inner);
          if (last < inner.size()) {
            throw syntax(inner.get(last).location(), "nothing more may stand in these brackets");
          }
          yield next + 1;
        }
        throw missing(items, next, "`[...]`");
      }
    };
  }

  private int operand(Element.Operand element, List<ItemSyntax> items, int next) throws Problem {
    int index = definition.operandIndex(element.role());
    Role role = roles.get(index);
    // A format may require what is optional in others.
    boolean required = !element.optional() && role.arity() != Role.Arity.VARIADIC;
    int at = next;
    while (at < items.size()) {
      Optional<Use> use = use(items.get(at));
      boolean fits = use.isPresent() && fits(role, use.get());
      if (required) {
        if (use.isEmpty()) {
          throw missing(items, at, "`" + role.name() + "`, " + role.kind().description());
        }
        if (!fits) {
          throw wrongKind(role, use.get());
        }
      } else if (!fits) {
        return at;
      }
      groups.get(index).add(use.get());
      at++;
      if (role.arity() != Role.Arity.VARIADIC) {
        return at;
      }
    }
    if (required) {
      throw missing(items, at, "`" + role.name() + "`, " + role.kind().description());
    }
    return at;
  }

  private Optional<Use> use(ItemSyntax item) {
    return switch (item) {
      case ItemSyntax.Operand operand when operand.indices().isEmpty() -> Optional.of(use(operand));
      case ItemSyntax.Number number -> Optional.of(Use.of(number.location(), number.text()));
      default -> Optional.empty();
    };
  }

  private Use use(ItemSyntax.Operand operand) {
    return Use.of(operand.location(), body.resolve(operand.value()));
  }

  private boolean fits(Role role, Use use) {
    if (use.binding().isEmpty()) {
      return switch (role.kind()) {
        case SCALAR, INDEX, I1, I16, I32, I64, TILE_OR_SCALAR -> true;
        default -> false;
      };
    }
    Names.Binding binding = use.binding().get();
    return !binding.known()
        || Placeholders.accepts(role.kind(), body.placeholders().typeOf(binding.value()));
  }

  private Problem wrongKind(Role role, Use use) {
    String what =
        use.binding()
            .map(
                binding ->
                    "`%" + binding.value().name() + "` is " + binding.value().type().spelling())
            .orElse("`" + use.literal() + "` is a number");
    return new Problem(
        DiagnosticCode.TYPE_MISMATCH,
        use.location(),
        what
            + ", but `"
            + role.name()
            + "` of `"
            + definition.name()
            + "` is "
            + role.kind().description());
  }

  private int indexed(Element.Indexed element, List<ItemSyntax> items, int next) throws Problem {
    Role base = roles.get(definition.operandIndex(element.base()));
    if (next >= items.size()
        || !(items.get(next) instanceof ItemSyntax.Operand operand)
        || operand.indices().isEmpty()) {
      throw missing(items, next, "`%" + element.base() + "[%" + element.offset() + "]`");
    }
    Use pointer = use(operand);
    if (!fits(base, pointer)) {
      throw wrongKind(base, pointer);
    }
    group(element.base()).add(pointer);
    Role offset = roles.get(definition.operandIndex(element.offset()));
    if (offset.arity() != Role.Arity.VARIADIC && operand.indices().size() > 1) {
      throw syntax(operand.indices().get(1).location(), "there is one offset");
    }
    for (ItemSyntax written : operand.indices()) {
      Optional<Use> index = use(written);
      if (index.isEmpty() || !fits(offset, index.get())) {
        throw syntax(written.location(), "the offset is " + offset.kind().description());
      }
      group(element.offset()).add(index.get());
    }
    return next + 1;
  }

  private int positional(Element.Positional element, List<ItemSyntax> items, int next)
      throws Problem {
    Optional<Attribute> value =
        next < items.size() ? AttributeBinder.positional(items.get(next)) : Optional.empty();
    if (value.isEmpty()) {
      if (element.optional()) {
        return next;
      }
      throw missing(items, next, "the attribute `" + element.attribute() + "`");
    }
    Location location = items.get(next).location();
    AttributeRule rule = AttributeBinder.rule(definition, element.attribute(), location);
    attributes =
        AttributeBinder.add(
            attributes,
            rule.name(),
            AttributeBinder.checked(rule, value.get(), items.get(next)),
            location);
    return next + 1;
  }

  private int clause(Element.Clause element, List<ItemSyntax> items, int start) throws Problem {
    int next = start;
    while (next < items.size()
        && items.get(next) instanceof ItemSyntax.Clause written
        && written.form() == ItemSyntax.Form.PARENTHESES
        && isKeyword(element, written.word())) {
      arguments(element, written);
      clauseWords.add(element.keyword());
      next++;
      if (element.repeat() != Syntax.Repeat.ANY) {
        return next;
      }
    }
    if (next == start && element.repeat() == Syntax.Repeat.ONCE) {
      throw missing(items, next, "`" + element.keyword() + "(...)`");
    }
    return next;
  }

  /** A repeated clause may number its keyword: {@code loop1(...) loop2(...)}. */
  private static boolean isKeyword(Element.Clause element, String word) {
    String keyword = element.keyword();
    return word.equals(keyword)
        || element.repeat() == Syntax.Repeat.ANY
            && word.length() == keyword.length() + 1
            && word.startsWith(keyword)
            && Character.isDigit(word.charAt(keyword.length()));
  }

  private void arguments(Element.Clause element, ItemSyntax.Clause written) throws Problem {
    int next = 0;
    List<ItemSyntax> items = written.arguments();
    for (Syntax.ClauseArgument argument : element.arguments()) {
      if (argument.optional() && next == items.size()) {
        continue;
      }
      Role role = roles.get(definition.operandIndex(argument.role()));
      for (int i = 0; i < argument.count(); i++, next++) {
        Optional<Use> use = next < items.size() ? use(items.get(next)) : Optional.empty();
        if (use.isEmpty()) {
          throw syntax(
              written.location(),
              "`" + element.keyword() + "(...)` lacks `" + argument.role() + "`");
        }
        if (!fits(role, use.get())) {
          throw wrongKind(role, use.get());
        }
        group(argument.role()).add(use.get());
      }
    }
    if (next < items.size()) {
      throw syntax(
          items.get(next).location(), "`" + element.keyword() + "(...)` has too many operands");
    }
  }

  private int assignment(Element.Assignment element, List<ItemSyntax> items, int next)
      throws Problem {
    ItemSyntax.Form form =
        element.list() ? ItemSyntax.Form.ASSIGNED_LIST : ItemSyntax.Form.ASSIGNED;
    if (next < items.size()
        && items.get(next) instanceof ItemSyntax.Clause written
        && written.word().equals(element.keyword())
        && written.form() == form) {
      Role role = roles.get(definition.operandIndex(element.role()));
      for (ItemSyntax argument : written.arguments()) {
        Use use =
            use(argument)
                .orElseThrow(
                    () -> syntax(argument.location(), "expected " + role.kind().description()));
        if (!fits(role, use)) {
          throw wrongKind(role, use);
        }
        group(element.role()).add(use);
      }
      return next + 1;
    }
    if (element.optional()) {
      return next;
    }
    throw missing(
        items, next, "`" + element.keyword() + (element.list() ? " = [...]`" : " = ...`"));
  }

  private Problem missing(List<ItemSyntax> items, int next, String what) {
    Location location = next < items.size() ? items.get(next).location() : end;
    return syntax(
        location,
        "`" + definition.name() + "` needs " + what + (next < items.size() ? " here" : ""));
  }

  private static Problem syntax(Location location, String message) {
    return new Problem(DiagnosticCode.BAD_OPERATION_SYNTAX, location, message);
  }
}
