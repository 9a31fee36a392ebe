package org.ptoc.ir.catalog;

import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.ptoc.ir.isa.Profile;

/**
 * One row of the op catalogue.
 *
 * @param name mnemonic with dialect prefix
 * @param form operands, results, syntax and verifier rules, shared with the other rows of one form
 * @param typesA5 element types on A5
 * @param typesA2A3 element types on A2/A3
 * @param scope where it may stand
 * @param attributes attributes beyond those of the form
 * @param semantics meaning in one line
 * @param spec section that defines it, for example {@code 10#pto.vadd}
 * @param traits what it does differently from other rows of its form
 * @param strict the element types that every published list names, where that is fewer
 * @param combining how it puts two values together, where rows of its form differ in that
 */
public record OpDefinition(
    String name,
    OperationForm form,
    TypeSet typesA5,
    TypeSet typesA2A3,
    Scope scope,
    List<AttributeRule> attributes,
    String semantics,
    String spec,
    Set<Trait> traits,
    Optional<StrictTypes> strict,
    Optional<Combining> combining) {

  /** Narrower lists of element types for the two profiles. */
  public record StrictTypes(TypeSet typesA5, TypeSet typesA2A3) {}

  public OpDefinition {
    attributes = List.copyOf(attributes);
    traits = Set.copyOf(traits);
  }

  /** A row without traits. */
  public OpDefinition(
      String name,
      OperationForm form,
      TypeSet typesA5,
      TypeSet typesA2A3,
      Scope scope,
      List<AttributeRule> attributes,
      String semantics,
      String spec) {
    this(
        name,
        form,
        typesA5,
        typesA2A3,
        scope,
        attributes,
        semantics,
        spec,
        Set.of(),
        Optional.empty(),
        Optional.empty());
  }

  /** The same row with traits. */
  OpDefinition with(Trait first, Trait... rest) {
    return new OpDefinition(
        name,
        form,
        typesA5,
        typesA2A3,
        scope,
        attributes,
        semantics,
        spec,
        EnumSet.of(first, rest),
        strict,
        combining);
  }

  /** The same row with what {@code --strict-dtypes} leaves of its element types. */
  OpDefinition strictly(TypeSet a5, TypeSet a2a3) {
    Optional<StrictTypes> narrower = Optional.of(new StrictTypes(a5, a2a3));
    return new OpDefinition(
        name,
        form,
        typesA5,
        typesA2A3,
        scope,
        attributes,
        semantics,
        spec,
        traits,
        narrower,
        combining);
  }

  /** The same row with what it does to two values. */
  OpDefinition combining(Combining how) {
    return new OpDefinition(
        name,
        form,
        typesA5,
        typesA2A3,
        scope,
        attributes,
        semantics,
        spec,
        traits,
        strict,
        Optional.of(how));
  }

  /**
   * How a row puts two values together.
   *
   * @throws java.util.NoSuchElementException when rows of its form do not differ in that
   */
  public Combining combines() {
    return combining.orElseThrow();
  }

  /** True when the row has a trait. */
  public boolean has(Trait trait) {
    return traits.contains(trait);
  }

  /** What the row demands on a profile of a destination that overlaps a source. */
  public InPlace inPlace(Profile profile) {
    boolean apart =
        has(Trait.NOT_IN_PLACE)
            || has(Trait.INDEX_RESULT)
            || profile == Profile.A2A3 && has(Trait.NOT_IN_PLACE_ON_A2A3);
    return apart ? InPlace.APART : form.inPlace();
  }

  /** Declared operand roles. */
  public List<Role> operands() {
    return form.operands();
  }

  /** Declared result roles. */
  public List<Role> results() {
    return form.results();
  }

  /** Position of an operand role. */
  public int operandIndex(String role) {
    return form.operandIndex(role);
  }

  /** Legal element types on a profile. */
  public TypeSet types(Profile profile) {
    return switch (profile) {
      case A5 -> typesA5;
      case A2A3 -> has(Trait.EMULATED_ON_A2A3) ? typesA5 : typesA2A3;
    };
  }

  /** The element types on a profile that every published list names (spec/20, section 6). */
  public TypeSet strictTypes(Profile profile) {
    return strict
        .map(types -> profile == Profile.A5 ? types.typesA5() : types.typesA2A3())
        .orElse(types(profile));
  }

  /** The mnemonic without its dialect: {@code vadd}. */
  public String shortName() {
    return name.substring(name.indexOf('.') + 1);
  }

  /** True for tile operations, which are written {@code ins(...) outs(...)}. */
  public boolean isTileOperation() {
    return form.isTile();
  }

  @Override
  public String toString() {
    return name;
  }
}
