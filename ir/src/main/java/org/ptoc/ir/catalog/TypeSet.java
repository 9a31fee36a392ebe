package org.ptoc.ir.catalog;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.isa.ProfileFeature;
import org.ptoc.ir.type.ElementType;

/** The element types for which an operation exists on one profile. */
@SuppressWarnings(
    "ClassInitializationDeadlock") // Only this interface makes the two records, so no code
// initialises them first.
public sealed interface TypeSet extends ProfileTypes {

  /** The operation does not exist on the profile. */
  record Absent() implements TypeSet {}

  /** The operation exists and has no element type, or takes every type. */
  record Untyped() implements TypeSet {}

  /** Source and result share one of these types. */
  record Elements(Set<ElementType> elements) implements TypeSet {}

  /** Source and result types come in these pairs. */
  record Pairs(List<Pair> pairs) implements TypeSet {
    public Pairs {
      pairs = List.copyOf(pairs);
    }
  }

  /** A source type with a result type. */
  record Pair(ElementType source, ElementType result) {}

  TypeSet ABSENT = new Absent();
  TypeSet UNTYPED = new Untyped();

  /** The same types, but no small floats where the profile has none (spec/60, C15). */
  @Override
  default TypeSet on(Profile profile) {
    return profile.has(ProfileFeature.SMALL_FLOATS) ? this : withoutSmallFloats();
  }

  private TypeSet withoutSmallFloats() {
    return switch (this) {
      case Absent _, Untyped _ -> this;
      case Elements(Set<ElementType> elements) -> {
        Set<ElementType> left = EnumSet.copyOf(elements);
        left.removeIf(ElementType::isLowPrecision);
        yield left.isEmpty() ? ABSENT : new Elements(left);
      }
      case Pairs(List<Pair> pairs) -> {
        List<Pair> left =
            pairs.stream()
                .filter(pair -> !pair.source.isLowPrecision() && !pair.result.isLowPrecision())
                .toList();
        yield left.isEmpty() ? ABSENT : new Pairs(left);
      }
    };
  }

  default boolean exists() {
    return !(this instanceof Absent);
  }

  /** True when the operation exists for a source of this element type. */
  default boolean accepts(ElementType source) {
    return switch (this) {
      case Absent() -> false;
      case Untyped() -> true;
      case Elements(Set<ElementType> elements) -> elements.contains(source);
      case Pairs(List<Pair> pairs) -> pairs.stream().anyMatch(pair -> pair.source() == source);
    };
  }

  /** The types as messages and manuals list them; pairs are a source and its result. */
  default String describe() {
    return describe(" -> ");
  }

  /**
   * The types as messages and manuals list them.
   *
   * @param between the text between the types of a pair
   */
  default String describe(String between) {
    return switch (this) {
      case Absent() -> "none";
      case Untyped() -> "any";
      case Elements(Set<ElementType> elements) ->
          elements.stream().map(ElementType::spelling).collect(Collectors.joining(", "));
      case Pairs(List<Pair> pairs) ->
          pairs.stream()
              .map(pair -> pair.source().spelling() + between + pair.result().spelling())
              .collect(Collectors.joining(", "));
    };
  }
}
