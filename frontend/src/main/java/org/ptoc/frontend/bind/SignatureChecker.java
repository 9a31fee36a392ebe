package org.ptoc.frontend.bind;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ptoc.frontend.syntax.SignatureSyntax;
import org.ptoc.frontend.syntax.TypeSyntax;
import org.ptoc.ir.Location;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.OpDefinition;
import org.ptoc.ir.catalog.Role;
import org.ptoc.ir.catalog.Syntax;
import org.ptoc.ir.catalog.Syntax.SignatureEntry;
import org.ptoc.ir.diagnostic.Diagnostic;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.MemorySpace;
import org.ptoc.ir.type.PlaceholderType;
import org.ptoc.ir.type.PointerType;
import org.ptoc.ir.type.TensorViewType;
import org.ptoc.ir.type.Type;

/** Compares the types written at a use with the types of the definitions. */
final class SignatureChecker {
  private SignatureChecker() {}

  /** The types of a signature in order, words omitted and repetitions written out. */
  static List<TypeSyntax> types(List<SignatureSyntax.Entry> entries) {
    List<TypeSyntax> types = new ArrayList<>(entries.size());
    for (SignatureSyntax.Entry entry : entries) {
      for (int i = 0; i < entry.repeat(); i++) {
        types.addAll(entry.types());
      }
    }
    return types;
  }

  /** The words of a signature in order. */
  static List<String> words(List<SignatureSyntax.Entry> entries) {
    List<String> words = new ArrayList<>();
    for (SignatureSyntax.Entry entry : entries) {
      entry.word().ifPresent(words::add);
    }
    return words;
  }

  /** The operands whose types the signature of a format lists, in order. */
  static List<Use> listed(OpDefinition definition, Syntax syntax, FormatMatcher matcher) {
    List<Use> uses = new ArrayList<>();
    for (SignatureEntry entry : syntax.signature()) {
      switch (entry) {
        case SignatureEntry.Types types -> uses.addAll(matcher.group(types.role()));
        case SignatureEntry.ClauseTypes clause ->
            clause.clause().roles().forEach(role -> uses.addAll(matcher.group(role)));
        case SignatureEntry.Word ignored -> {}
      }
    }
    return uses;
  }

  /**
   * Compares one written type with the definition; reports a difference with both places.
   *
   * @return false when a difference was reported, here or where the value was last written so
   */
  static boolean check(Body body, Use use, TypeSyntax written) {
    if (written.type().isEmpty() || use.binding().isEmpty() || !use.binding().get().known()) {
      return true;
    }
    Names.Binding binding = use.binding().get();
    Value value = binding.value();
    Type expected = body.placeholders().typeOf(value);
    Type type = written.type().get();
    boolean agrees =
        type instanceof PlaceholderType placeholder
            ? Placeholders.matches(placeholder, expected)
            : expected instanceof PlaceholderType open
                ? Placeholders.matches(open, type)
                : agree(type, expected) || written.isMemref() && isAddress(type, expected);
    if (agrees) {
      body.placeholders().learn(value, type);
      return true;
    }
    if (!body.placeholders().isFirst(value, type)) {
      return false;
    }
    body.report(
        DiagnosticCode.TYPE_DISAGREES,
        written.location(),
        "`%"
            + value.name()
            + "` is written as "
            + type.spelling()
            + " but defined as "
            + expected.spelling(),
        new Diagnostic.Note(binding.definition(), "`%" + value.name() + "` is defined here"));
    return false;
  }

  /** True for a memref without a known shape in GM, which is bound as a pointer. */
  private static boolean isAddress(Type memref, Type expected) {
    return memref instanceof TensorViewType view
        && expected instanceof PointerType pointer
        && view.dimensions().contains(TensorViewType.DYNAMIC)
        && pointer.equals(new PointerType(view.element(), MemorySpace.GM));
  }

  /**
   * True for equal types, and for views whose known extents are equal: a use may name a shape that
   * the definition leaves open (spec/50, F5).
   */
  private static boolean agree(Type type, Type expected) {
    return type.equals(expected)
        || type instanceof TensorViewType left
            && expected instanceof TensorViewType right
            && agree(left, right);
  }

  private static boolean agree(TensorViewType left, TensorViewType right) {
    boolean rank =
        !left.partition()
            && right.dimensions().size() > 1
            && left.dimensions().equals(List.of((long) right.dimensions().size()));
    if (rank && left.element() == right.element()) {
      return true; // The older spelling by rank (spec/50, F11), of which the definition warns.
    }
    boolean agree =
        left.partition() == right.partition()
            && left.element() == right.element()
            && left.dimensions().size() == right.dimensions().size();
    for (int i = 0; agree && i < left.dimensions().size(); i++) {
      long one = left.dimensions().get(i);
      long other = right.dimensions().get(i);
      agree = one == other || one == TensorViewType.DYNAMIC || other == TensorViewType.DYNAMIC;
    }
    return agree;
  }

  /** The type of a number written as an operand: the written one, else what the role wants. */
  static ElementType literalType(Role role, Optional<Type> written, Optional<ElementType> element) {
    if (written.isPresent() && written.get() instanceof ElementType type) {
      return type;
    }
    return switch (role.kind()) {
      case I1 -> ElementType.I1;
      case I16 -> ElementType.I16;
      case I32 -> ElementType.I32;
      case I64 -> ElementType.I64;
      case SCALAR, TILE_OR_SCALAR -> element.orElse(ElementType.I64);
      default -> ElementType.INDEX;
    };
  }

  static Problem wrongCount(Location location, OpDefinition definition, int written, int expected) {
    return new Problem(
        DiagnosticCode.WRONG_OPERAND_COUNT,
        location,
        "the signature of `"
            + definition.name()
            + "` lists "
            + expected
            + " operand types here, not "
            + written);
  }
}
