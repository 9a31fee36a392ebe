package org.ptoc.frontend.bind;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ptoc.frontend.syntax.ItemSyntax;
import org.ptoc.ir.Attribute;
import org.ptoc.ir.Attributes;
import org.ptoc.ir.Location;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.AttributeRule;
import org.ptoc.ir.catalog.OpDefinition;
import org.ptoc.ir.catalog.Role;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.catalog.Syntax;
import org.ptoc.ir.catalog.Syntax.Element;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.diagnostic.Fix;
import org.ptoc.ir.type.PointerType;
import org.ptoc.ir.type.TensorViewType;
import org.ptoc.ir.type.TileType;
import org.ptoc.ir.type.Type;

/** Matches the items of one statement against one format of its operation. */
final class FormatMatcher {
  private final Body body;
  private final OpDefinition definition;
  private final List<Role> roles;
  private final Location end;
  private final List<List<Use>> groups = new ArrayList<>();
  private final List<String> clauseWords = new ArrayList<>();
  private final List<Use> inTextOrder = new ArrayList<>();
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

  List<Use> group(RoleName role) {
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

  /** All operands in the order of the text. */
  List<Use> inTextOrder() {
    return inTextOrder;
  }

  /** Attributes that stand among the operands. */
  Attributes attributes() {
    return attributes;
  }

  /** Number of matched items: the format with most of them reports the error. */
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
      throw surplus(elements, items.get(next));
    }
  }

  /**
   * Matches inputs of which some have a word before them, {@code fp %f}: these may stand anywhere
   * among the others (spec/60, 2.3).
   */
  void matchPrefixed(List<Element> elements, List<ItemSyntax> items) throws Problem {
    List<ItemSyntax> plain = new ArrayList<>();
    List<Optional<Use>> prefixed = new ArrayList<>();
    for (ItemSyntax item : items) {
      Optional<Use> use = Optional.empty();
      if (item instanceof ItemSyntax.Clause clause
          && clause.form() == ItemSyntax.Form.PREFIX
          && isPrefix(clause.word())) {
        use = Optional.of(prefixed(clause));
      } else {
        plain.add(item);
      }
      prefixed.add(use);
    }
    match(elements, plain);
    List<Use> others =
        List.copyOf(inTextOrder.subList(items.size() - plain.size(), inTextOrder.size()));
    inTextOrder.clear();
    int next = 0;
    for (Optional<Use> use : prefixed) {
      if (use.isPresent() || next < others.size()) {
        inTextOrder.add(use.isPresent() ? use.get() : others.get(next++));
      }
    }
  }

  private boolean isPrefix(String word) {
    return roles.stream().anyMatch(role -> isPrefix(role, word));
  }

  /** {@code pre_quant %q} may be written where no word is needed. */
  private static boolean isPrefix(Role role, String word) {
    return role.prefix().equals(word) || word.equals("pre_" + role.name());
  }

  private Use prefixed(ItemSyntax.Clause clause) throws Problem {
    for (int i = 0; i < roles.size(); i++) {
      Role role = roles.get(i);
      Optional<Use> use = use(clause.arguments().getFirst());
      if (isPrefix(role, clause.word()) && use.isPresent()) {
        if (!fits(role, use.get())) {
          throw wrongKind(role, use.get());
        }
        if (!groups.get(i).isEmpty()) {
          throw syntax(clause.location(), "`" + clause.word() + "` stands twice");
        }
        take(i, use.get());
        return use.get();
      }
    }
    throw syntax(clause.location(), "`" + clause.word() + "` stands before an operand");
  }

  /** A word that is not legal here, or an operand too many. */
  private Problem surplus(List<Element> elements, ItemSyntax rest) {
    List<String> words =
        elements.stream()
            .filter(Element.Positional.class::isInstance)
            .flatMap(
                element -> words(((Element.Positional) element).attribute().spelling()).stream())
            .toList();
    boolean word = rest instanceof ItemSyntax.Word && !words.isEmpty();
    return syntax(
        rest.location(),
        "`"
            + definition.name()
            + (word
                ? "` has no such word here; legal: " + String.join(", ", words)
                : "` takes no further operand here"));
  }

  /** The words, without quotation marks, that are values of an attribute. */
  private List<String> words(String attribute) {
    return definition.attributes().stream()
        .filter(rule -> rule.name().equals(attribute))
        .flatMap(rule -> rule.words().stream())
        .toList();
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
      case Element.Unordered unordered -> unordered(unordered, items, next);
      case Element.Assignment assignment -> assignment(assignment, items, next);
      case Element.AssignedAttribute(String keyword, AttributeName attribute) ->
          assigned(keyword, attribute, items, next);
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
    if (role.arity() == Role.Arity.OPTIONAL && !groups.get(index).isEmpty()) {
      return next;
    }
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
      take(index, use.get());
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

  private void take(int role, Use use) {
    groups.get(role).add(use);
    inTextOrder.add(use);
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
      return role.kind().acceptsNumber();
    }
    Names.Binding binding = use.binding().get();
    return !binding.known()
        || Placeholders.accepts(
            role.kind(), body.placeholders().typeOf(body.inRole(binding.value(), role)));
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
            + role.kind().description()
            + other(role, use)
                .or(() -> use.binding().flatMap(binding -> way(role, binding)))
                .orElse(""));
  }

  /** Advice on how to convert a value to the kind of the role. */
  private static Optional<String> way(Role role, Names.Binding binding) {
    Type type = binding.value().type();
    String name = "`%" + binding.value().name() + "`";
    return switch (role.kind()) {
      case TILE, TILE_OR_SCALAR ->
          type instanceof TensorViewType
              ? Optional.of("; `pto.tload ins(...) outs(...)` loads a tile from a view")
              : type instanceof PointerType
                  ? Optional.of(
                      "; `pto.make_tensor_view`, `pto.partition_view` and `pto.tload` load a tile"
                          + " from where "
                          + name
                          + " points")
                  : Optional.empty();
      case PARTITION_VIEW, TENSOR_VIEW ->
          type instanceof PointerType
              ? Optional.of(
                  "; `pto.make_tensor_view` makes a view of a pointer, `pto.partition_view` a part"
                      + " of it")
              : Optional.empty();
      case VECTOR ->
          type instanceof TileType
              ? Optional.of(
                  "; tiles have operations of their own, and `pto.vlds` loads registers from the"
                      + " pointer that `pto.tile_buf_addr` gives")
              : Optional.empty();
      case UB_POINTER, POINTER ->
          type instanceof TileType
              ? Optional.of("; `pto.tile_buf_addr " + "%" + binding.value().name() + "` gives it")
              : Optional.empty();
      default -> Optional.empty();
    };
  }

  /** The role that the value or number could have. */
  private Optional<String> other(Role role, Use use) {
    return roles.stream()
        .filter(each -> each != role && each.kind() != role.kind())
        .filter(
            each ->
                use.binding()
                    .map(binding -> each.kind().accepts(binding.value().type()))
                    .orElseGet(() -> each.kind().acceptsNumber()))
        .findFirst()
        .map(each -> "; it could be `" + each.name() + "`");
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
    take(definition.operandIndex(element.base()), pointer);
    Role offset = roles.get(definition.operandIndex(element.offset()));
    if (offset.arity() != Role.Arity.VARIADIC && operand.indices().size() > 1) {
      throw syntax(operand.indices().get(1).location(), "there is one offset");
    }
    for (ItemSyntax written : operand.indices()) {
      Optional<Use> index = use(written);
      if (index.isEmpty() || !fits(offset, index.get())) {
        throw syntax(written.location(), "the offset is " + offset.kind().description());
      }
      take(definition.operandIndex(element.offset()), index.get());
    }
    return next + 1;
  }

  private int positional(Element.Positional element, List<ItemSyntax> items, int next)
      throws Problem {
    Location place = next < items.size() ? items.get(next).location() : end;
    AttributeRule rule = AttributeBinder.rule(definition, element.attribute().spelling(), place);
    List<String> words = rule.words();
    Optional<Attribute> value = Optional.empty();
    if (next < items.size()) {
      value = word(element, words, items.get(next));
      if (value.isEmpty() && (words.isEmpty() || !element.optional())) {
        value = AttributeBinder.positional(items.get(next));
      }
    }
    if (value.isEmpty()) {
      if (element.optional()) {
        return next;
      }
      throw missing(items, next, "the attribute `" + element.attribute() + "`");
    }
    if (!words.isEmpty()) {
      clauseWords.addAll(words);
    }
    add(rule, value.get(), items.get(next));
    if (items.get(next) instanceof ItemSyntax.Clause written) {
      arguments(written, element.arguments());
    }
    return next + 1;
  }

  private void add(AttributeRule rule, Attribute value, ItemSyntax written) throws Problem {
    attributes =
        AttributeBinder.add(
            attributes,
            rule.name(),
            AttributeBinder.checked(rule, value, written),
            written.location());
  }

  /** A word of an attribute whose values are words, alone or with arguments; a flag is its name. */
  private static Optional<Attribute> word(
      Element.Positional element, List<String> words, ItemSyntax item) {
    String word =
        switch (item) {
          case ItemSyntax.Word alone -> alone.word();
          case ItemSyntax.Clause clause
              when clause.form() == ItemSyntax.Form.PARENTHESES && !element.arguments().isEmpty() ->
              clause.word();
          default -> "";
        };
    if (!words.contains(word)) {
      return Optional.empty();
    }
    boolean isFlag = words.size() == 1 && word.equals(element.attribute().spelling());
    return Optional.of(isFlag ? new Attribute.Flag(true) : new Attribute.Text(word));
  }

  private int clause(Element.Clause element, List<ItemSyntax> items, int start) throws Problem {
    int next = start;
    while (next < items.size() && isClause(element, items.get(next))) {
      arguments((ItemSyntax.Clause) items.get(next), element.arguments());
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

  private static boolean isClause(Element.Clause element, ItemSyntax item) {
    return item instanceof ItemSyntax.Clause written
        && written.form() == ItemSyntax.Form.PARENTHESES
        && isKeyword(element, written.word());
  }

  /** Each clause at most once, those that must be there once. */
  private int unordered(Element.Unordered element, List<ItemSyntax> items, int start)
      throws Problem {
    List<Element.Clause> open = new ArrayList<>(element.clauses());
    int next = start;
    while (next < items.size()) {
      ItemSyntax item = items.get(next);
      Optional<Element.Clause> found =
          open.stream().filter(clause -> isClause(clause, item)).findFirst();
      if (found.isEmpty()) {
        break;
      }
      clause(found.get(), items, next);
      open.remove(found.get());
      next++;
    }
    for (Element.Clause clause : open) {
      if (clause.repeat() == Syntax.Repeat.ONCE) {
        throw missing(items, next, "`" + clause.keyword() + "(...)`");
      }
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

  private void arguments(ItemSyntax.Clause written, List<Syntax.ClauseArgument> arguments)
      throws Problem {
    int next = 0;
    List<ItemSyntax> items = written.arguments();
    for (Syntax.ClauseArgument argument : arguments) {
      for (int i = 0; i < argument.count(); i++) {
        if (next < items.size() && argument(argument, items.get(next))) {
          next++;
        } else if (argument.optional()) {
          break;
        } else {
          String name = argument.key().isEmpty() ? argument.name() : argument.key();
          throw syntax(written.location(), "`" + written.word() + "(...)` lacks `" + name + "`");
        }
      }
    }
    if (next < items.size()) {
      throw syntax(
          items.get(next).location(), "`" + written.word() + "(...)` has too many operands");
    }
  }

  /** Takes one argument of a clause; false when it is another one. */
  private boolean argument(Syntax.ClauseArgument argument, ItemSyntax item) throws Problem {
    ItemSyntax value = item;
    if (!argument.key().isEmpty()) {
      if (!(item instanceof ItemSyntax.Keyed keyed) || !keyed.key().equals(argument.key())) {
        return false;
      }
      value = keyed.value();
    }
    if (argument.isAttribute()) {
      Optional<Attribute> attribute = AttributeBinder.positional(value);
      if (attribute.isPresent()) {
        add(
            AttributeBinder.rule(definition, argument.name(), value.location()),
            attribute.get(),
            value);
      }
      return attribute.isPresent();
    }
    Optional<Use> use = use(value);
    if (use.isEmpty()) {
      return false;
    }
    int index = definition.operandIndex(argument.role());
    if (!fits(roles.get(index), use.get())) {
      throw wrongKind(roles.get(index), use.get());
    }
    take(index, use.get());
    return true;
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
        take(definition.operandIndex(element.role()), use);
      }
      return next + 1;
    }
    if (element.optional()) {
      return next;
    }
    throw missing(
        items, next, "`" + element.keyword() + (element.list() ? " = [...]`" : " = ...`"));
  }

  /** {@code word = value}; in the dictionary the attribute may stand as well. */
  private int assigned(String keyword, AttributeName attribute, List<ItemSyntax> items, int next)
      throws Problem {
    if (next < items.size()
        && items.get(next) instanceof ItemSyntax.Clause written
        && written.word().equals(keyword)
        && written.form() == ItemSyntax.Form.ASSIGNED) {
      ItemSyntax value = written.arguments().getFirst();
      AttributeRule rule = AttributeBinder.rule(definition, attribute.spelling(), value.location());
      add(rule, AttributeBinder.positional(value).orElse(Attribute.Unit.UNIT), value);
      return next + 1;
    }
    return next;
  }

  private Problem missing(List<ItemSyntax> items, int next, String what) {
    Location location = next < items.size() ? items.get(next).location() : end;
    String message =
        "`" + definition.name() + "` needs " + what + (next < items.size() ? " here" : "");
    return next < items.size()
            && items.get(next) instanceof ItemSyntax.Word written
            && body.find(written.word()).isPresent()
        ? syntax(location, message + "; did you mean `%" + written.word() + "`?")
            .with(new Fix.Replace(location, written.word(), "%" + written.word()))
        : syntax(location, message);
  }

  private static Problem syntax(Location location, String message) {
    return new Problem(DiagnosticCode.BAD_OPERATION_SYNTAX, location, message);
  }
}
