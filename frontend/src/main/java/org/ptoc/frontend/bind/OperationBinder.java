package org.ptoc.frontend.bind;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.ptoc.frontend.syntax.EntrySyntax;
import org.ptoc.frontend.syntax.ItemSyntax;
import org.ptoc.frontend.syntax.SignatureSyntax;
import org.ptoc.frontend.syntax.StatementSyntax;
import org.ptoc.frontend.syntax.TypeSyntax;
import org.ptoc.ir.Attributes;
import org.ptoc.ir.Location;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.OpDefinition;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.catalog.Role;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.catalog.Syntax;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.diagnostic.Fix;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.PlaceholderType;
import org.ptoc.ir.type.TensorViewType;
import org.ptoc.ir.type.Type;
import org.ptoc.ir.type.VectorRegisterType;

/**
 * Binds operations by the formats of their catalogue rows, in the canonical, parenthesised and bare
 * forms.
 */
final class OperationBinder {
  private final Body body;

  OperationBinder(Body body) {
    this.body = body;
  }

  /** One format that the items of a statement match. */
  private record Matched(Syntax syntax, FormatMatcher matcher) {}

  /** Binds an operation in a form that names its results before {@code =}. */
  void bind(OpDefinition definition, StatementSyntax.Operation statement) throws Problem {
    body.resolveAll(statement.items());
    List<EntrySyntax> attributes = new ArrayList<>(statement.attributes());
    List<ItemSyntax> items =
        AssemblyAttributes.split(withoutParentheses(statement.items()), attributes);
    Matched matched =
        match(definition, items, attributes, statement.signature(), statement.location());
    Attributes checked =
        AttributeBinder.checked(body, definition, matched.matcher().attributes(), attributes);
    AttributeBinder.requireAll(definition, checked, statement.location());
    Optional<SignatureSyntax> signature = statement.signature();
    List<TypeSyntax> written = operandTypes(definition, matched, signature);
    List<List<Value>> groups = values(definition, matched, written);
    if (hasUnknownResult(definition, statement, matched, groups)) {
      body.defineUnknown(statement.results());
      return;
    }
    List<Type> types = resultTypes(definition, statement, matched, groups);
    if (definition.form() == OperationForm.MAKE_VIEW) {
      types = List.of(ranked(definition, statement, groups, types.getFirst()));
    }
    learn(definition, groups, types);
    List<Value> results = body.defineResults(statement.results(), types);
    body.emit(
        Operation.create(definition, groups, results, checked, List.of(), statement.location()));
  }

  /** {@code op(%a, %b) : T, T} says the same as {@code op %a, %b : T, T}. */
  static List<ItemSyntax> withoutParentheses(List<ItemSyntax> items) {
    if (items.isEmpty() || !(items.getFirst() instanceof ItemSyntax.Parenthesis parenthesis)) {
      return items;
    }
    List<ItemSyntax> all = new ArrayList<>(parenthesis.arguments());
    all.addAll(items.subList(1, items.size()));
    return all;
  }

  /**
   * Older programs write the rank where the shape stands: {@code !pto.tensor_view<2xf32>} with two
   * extents has two open dimensions (spec/50, F11).
   */
  private Type ranked(
      OpDefinition definition,
      StatementSyntax.Operation statement,
      List<List<Value>> groups,
      Type type) {
    int rank = groups.get(definition.operandIndex(RoleName.SHAPE)).size();
    if (rank < 2
        || rank != groups.get(definition.operandIndex(RoleName.STRIDES)).size()
        || !(type instanceof TensorViewType view)
        || !view.dimensions().equals(List.of((long) rank))) {
      return type;
    }
    TensorViewType open =
        new TensorViewType(
            view.partition(), Collections.nCopies(rank, TensorViewType.DYNAMIC), view.element());
    body.report(
        DiagnosticCode.OLDER_SPELLING,
        statement.signature().map(SignatureSyntax::location).orElse(statement.location()),
        type.spelling()
            + " with "
            + rank
            + " extents is read as "
            + open.spelling()
            + ": the number is taken for the rank");
    return open;
  }

  private Matched match(
      OpDefinition definition,
      List<ItemSyntax> items,
      List<EntrySyntax> attributes,
      Optional<SignatureSyntax> signature,
      Location location)
      throws Problem {
    Optional<Matched> other = Optional.empty();
    Optional<Problem> problem = Optional.empty();
    int furthest = -1;
    for (Syntax syntax : definition.form().formats()) {
      FormatMatcher matcher = new FormatMatcher(body, definition, location);
      try {
        matcher.match(syntax.elements(), items);
        Matched matched = new Matched(syntax, matcher);
        if (signature.isEmpty() || fits(definition, matched, signature.get())) {
          return matched;
        }
        other = other.isPresent() ? other : Optional.of(matched);
      } catch (Problem mismatch) {
        if (matcher.matched() > furthest) {
          furthest = matcher.matched();
          problem =
              inBraces(definition, syntax, attributes)
                  .filter(found -> matcher.matched() == items.size())
                  .or(() -> Optional.of(mismatch));
        }
      }
    }
    if (other.isPresent()) {
      return other.get();
    }
    throw problem.orElseThrow();
  }

  /** An entry of the dictionary that a format wants as its last operand. */
  private static Optional<Problem> inBraces(
      OpDefinition definition, Syntax syntax, List<EntrySyntax> attributes) {
    return !syntax.elements().isEmpty()
            && syntax.elements().getLast() instanceof Syntax.Element.Positional last
        ? attributes.stream()
            .filter(entry -> AttributeBinder.isFor(definition, last.attribute().spelling(), entry))
            .findFirst()
            .map(
                entry ->
                    new Problem(
                            DiagnosticCode.BAD_ATTRIBUTE,
                            entry.location(),
                            "`"
                                + definition.name()
                                + "` takes `"
                                + last.attribute()
                                + "` as its last operand, not in braces")
                        .with(new Fix.MoveAttribute(entry.location())))
        : Optional.empty();
  }

  private static boolean fits(OpDefinition definition, Matched matched, SignatureSyntax signature) {
    int written = SignatureChecker.types(signature.operands()).size();
    return isOnlyResults(signature)
        || written
            == SignatureChecker.listed(definition, matched.syntax(), matched.matcher()).size()
        || written == matched.matcher().uses().size();
  }

  /**
   * True for {@code -> T} alone: that of an operation without operands (spec/50, F1), and of a bare
   * form that gets its types from the uses of its result.
   */
  static boolean isOnlyResults(SignatureSyntax signature) {
    return signature.arrow() && !signature.parenthesised() && signature.operands().isEmpty();
  }

  /**
   * Compares the written operand types; the result holds them role after role, as far as they are
   * written.
   */
  private List<TypeSyntax> operandTypes(
      OpDefinition definition, Matched matched, Optional<SignatureSyntax> signature)
      throws Problem {
    if (signature.isEmpty()
        || isOnlyResults(signature.get())
        || standForResults(definition, matched, signature.get())) {
      return List.of();
    }
    List<TypeSyntax> written = SignatureChecker.types(signature.get().operands());
    List<Use> listed = SignatureChecker.listed(definition, matched.syntax(), matched.matcher());
    // The types of all operands may be written even where the format lists only some of them.
    List<Use> uses = written.size() == listed.size() ? listed : matched.matcher().uses();
    if (written.size() != uses.size()) {
      throw SignatureChecker.wrongCount(
          signature.get().location(), definition, written.size(), listed.size());
    }
    List<String> words = SignatureChecker.words(signature.get().operands());
    for (String word : words) {
      if (matched.matcher().clauseWords().stream().noneMatch(word::startsWith)) {
        throw new Problem(
            DiagnosticCode.BAD_OPERATION_SYNTAX,
            signature.get().location(),
            "the signature of `"
                + definition.name()
                + "` names `"
                + word
                + "`, which is neither a type nor a clause");
      }
    }
    for (int i = 0; i < uses.size(); i++) {
      SignatureChecker.check(body, uses.get(i), written.get(i));
    }
    return uses == listed ? List.of() : written;
  }

  /** True if the types after the colon are the types of the results. */
  private static boolean standForResults(
      OpDefinition definition, Matched matched, SignatureSyntax signature) {
    return matched.syntax().resultsAfterColon()
        || !signature.arrow()
            && matched.matcher().uses().isEmpty()
            && !definition.results().isEmpty();
  }

  private List<List<Value>> values(
      OpDefinition definition, Matched matched, List<TypeSyntax> written) throws Problem {
    Optional<ElementType> element = elementOf(matched);
    List<List<Value>> groups = new ArrayList<>();
    int next = 0;
    for (int i = 0; i < definition.operands().size(); i++) {
      List<Value> values = new ArrayList<>();
      for (Use use : matched.matcher().groups().get(i)) {
        Optional<Type> type = next < written.size() ? written.get(next).type() : Optional.empty();
        Role role = definition.operands().get(i);
        values.add(body.value(use, role, SignatureChecker.literalType(role, type, element)));
        next++;
      }
      groups.add(values);
    }
    return groups;
  }

  private Optional<ElementType> elementOf(Matched matched) {
    for (Use use : matched.matcher().uses()) {
      if (use.binding().isPresent()
          && body.placeholders().typeOf(use.binding().get().value())
              instanceof VectorRegisterType vector) {
        return Optional.of(vector.element());
      }
    }
    return Optional.empty();
  }

  private static List<TypeSyntax> writtenResults(
      OpDefinition definition, StatementSyntax.Operation statement, Matched matched) {
    return statement
        .signature()
        .map(
            signature ->
                standForResults(definition, matched, signature)
                    ? SignatureChecker.types(signature.operands())
                    : signature.results())
        .orElse(List.of());
  }

  /**
   * True when a result has a wrong type, which is reported, and no other is known, or would have
   * the type of an operand that is unknown: what follows from it is not reported.
   */
  private boolean hasUnknownResult(
      OpDefinition definition,
      StatementSyntax.Operation statement,
      Matched matched,
      List<List<Value>> groups) {
    List<TypeSyntax> written = writtenResults(definition, statement, matched);
    ResultTypes inference = new ResultTypes(body, definition, groups);
    for (int i = 0; i < Math.min(written.size(), definition.results().size()); i++) {
      if (written.get(i).type().isEmpty()
          && inference.infer(definition.results().get(i)).isEmpty()) {
        return true;
      }
    }
    boolean unknownOperand =
        matched.matcher().uses().stream()
            .anyMatch(use -> use.binding().map(binding -> !binding.known()).orElse(false));
    return unknownOperand
        && written.isEmpty()
        && definition.results().stream().anyMatch(role -> inference.infer(role).isEmpty());
  }

  private List<Type> resultTypes(
      OpDefinition definition,
      StatementSyntax.Operation statement,
      Matched matched,
      List<List<Value>> groups)
      throws Problem {
    List<TypeSyntax> written = writtenResults(definition, statement, matched);
    int count = Body.count(statement.results());
    List<Role> roles = roles(definition, statement, count, written.size());
    ResultTypes inference = new ResultTypes(body, definition, groups);
    List<Type> types = new ArrayList<>(roles.size());
    for (int i = 0; i < roles.size(); i++) {
      types.add(
          resultType(
              roles.get(i),
              i < written.size() ? Optional.of(written.get(i)) : Optional.empty(),
              inference,
              definition,
              statement));
    }
    return types;
  }

  /** The result roles that are present, one for each value. */
  private static List<Role> roles(
      OpDefinition definition, StatementSyntax.Operation statement, int named, int written)
      throws Problem {
    List<Role> roles = new ArrayList<>();
    int least = 0;
    boolean any = false;
    for (Role role : definition.results()) {
      least += role.arity() == Role.Arity.ONE ? 1 : 0;
      any |= role.arity() == Role.Arity.VARIADIC;
      if (role.arity() == Role.Arity.VARIADIC) {
        while (roles.size() < named) {
          roles.add(role);
        }
      } else {
        roles.add(role);
      }
    }
    if (named < least || named > roles.size() && !any) {
      throw new Problem(
          DiagnosticCode.WRONG_OPERAND_COUNT,
          statement.location(),
          "`"
              + definition.name()
              + "` has "
              + counted(least, definition.results().size())
              + ", not "
              + named);
    }
    if (written != named && written != 0) {
      throw new Problem(
          DiagnosticCode.WRONG_OPERAND_COUNT,
          statement.signature().map(SignatureSyntax::location).orElse(statement.location()),
          "`"
              + definition.name()
              + "` defines "
              + named
              + " results here but the signature lists "
              + written);
    }
    return roles.subList(0, named);
  }

  private static String counted(int least, int most) {
    return (least == most ? "" + least : least + " or " + most)
        + (most == 1 ? " result" : " results");
  }

  private Type resultType(
      Role role,
      Optional<TypeSyntax> written,
      ResultTypes inference,
      OpDefinition definition,
      StatementSyntax.Operation statement)
      throws Problem {
    if (written.isPresent() && written.get().type().isEmpty()) {
      // The type is wrong and reported; the one that follows from the operands is the right one.
      return inference.infer(role).orElse(ElementType.I64);
    }
    Optional<Type> type = written.flatMap(TypeSyntax::type);
    if (type.isPresent() && type.get() instanceof PlaceholderType placeholder) {
      Optional<Type> inferred =
          inference.infer(role).filter(found -> Placeholders.matches(placeholder, found));
      return inferred.orElse(placeholder);
    }
    if (type.isEmpty()) {
      type = inference.infer(role);
    }
    if (type.isEmpty()) {
      throw new Problem(
          DiagnosticCode.BAD_OPERATION_SYNTAX,
          statement.location(),
          "`"
              + definition.name()
              + "` must say the type of its result `"
              + role.name()
              + (resultsAfterColon(definition) ? "` after `:`" : "` after `->`"));
    }
    if (!Placeholders.accepts(role.kind(), type.get())) {
      throw new Problem(
          DiagnosticCode.TYPE_MISMATCH,
          written.map(TypeSyntax::location).orElse(statement.location()),
          "the result `"
              + role.name()
              + "` of `"
              + definition.name()
              + "` is "
              + role.kind().description()
              + ", not "
              + type.get().spelling());
    }
    return type.get();
  }

  /** True if an operation lists only the types of its results. */
  private static boolean resultsAfterColon(OpDefinition definition) {
    return definition.form().formats().stream().allMatch(Syntax::resultsAfterColon);
  }

  /** Takes from a vector operation what it says about operands with an open type. */
  private void learn(OpDefinition definition, List<List<Value>> groups, List<Type> results) {
    if (body.placeholders().isEmpty()) {
      return;
    }
    Optional<ElementType> element = new ResultTypes(body, definition, groups).element();
    if (element.isEmpty()) {
      element =
          results.stream()
              .filter(VectorRegisterType.class::isInstance)
              .map(type -> ((VectorRegisterType) type).element())
              .findFirst();
    }
    for (List<Value> group : groups) {
      for (Value value : group) {
        element.ifPresent(known -> body.placeholders().learn(value, known));
      }
    }
  }
}
