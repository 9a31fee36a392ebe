package org.ptoc.ir.catalog;

import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.ptoc.ir.isa.InstructionDefinition;
import org.ptoc.ir.isa.InstructionTable;
import org.ptoc.ir.isa.Mnemonic;
import org.ptoc.ir.isa.Pipe;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.isa.ProfileFeature;
import org.ptoc.ir.isa.SpecialRegister;
import org.ptoc.ir.type.ElementType;

/**
 * One row of the op catalogue.
 *
 * @param name mnemonic with dialect prefix
 * @param form operands, results, syntax and verifier rules, shared with the other rows of one form
 * @param types element types on each profile, in the order of profiles
 * @param scope where it is legal
 * @param attributes attributes in addition to the form
 * @param semantics meaning in one line
 * @param spec section that defines it, for example {@code 10#pto.vadd}
 * @param traits what it does differently from other rows of its form
 * @param strict the element types that every published list names
 * @param links what it names of the machine and of other rows
 */
public record OpDefinition(
    String name,
    OperationForm form,
    List<TypeSet> types,
    Scope scope,
    List<AttributeRule> attributes,
    String semantics,
    String spec,
    Set<Trait> traits,
    List<TypeSet> strict,
    Links links)
    implements NamedOperation {

  public OpDefinition {
    types = List.copyOf(types);
    attributes = List.copyOf(attributes);
    traits = Set.copyOf(traits);
    strict = List.copyOf(strict);
  }

  /** A row without traits. */
  public OpDefinition(
      String name,
      OperationForm form,
      ProfileTypes types,
      Scope scope,
      List<AttributeRule> attributes,
      String semantics,
      String spec) {
    this(
        name,
        form,
        types.onEach(),
        scope,
        attributes,
        semantics,
        spec,
        Set.of(),
        types.onEach(),
        Links.NONE);
  }

  /** The same row with traits. */
  OpDefinition with(Trait first, Trait... rest) {
    return with(EnumSet.of(first, rest), strict, links);
  }

  /** The same row with what {@code --strict-dtypes} leaves of its element types. */
  OpDefinition strictly(ProfileTypes types) {
    return with(traits, types.onEach(), links);
  }

  /** The same row with what it does to two values. */
  OpDefinition combining(Combining how) {
    return with(traits, strict, links.with(how));
  }

  /**
   * The row with the tile operation that computes in each element what it computes in each lane.
   */
  OpDefinition asTile(NamedOperation operation) {
    return with(traits, strict, links.asTile(operation));
  }

  /**
   * The tile operation that computes in each element what a logical operation computes in a lane.
   */
  public Optional<NamedOperation> tile() {
    return links.tile();
  }

  /** The same row with the instruction that it becomes. */
  OpDefinition word(Mnemonic instruction) {
    return with(traits, strict, links.with(instruction));
  }

  /** The same row with the register that it reads or writes. */
  OpDefinition register(SpecialRegister register) {
    return with(traits, strict, links.with(register));
  }

  /** The same row with the element type that it sets. */
  OpDefinition element(ElementType type) {
    return with(traits, strict, links.with(type));
  }

  /** The same row with what its scratch operand must hold on a device. */
  OpDefinition scratch(DeviceScratch rule) {
    return with(traits, strict, links.with(rule));
  }

  /** The same row with a form without scratch that the scalar unit of a device carries out. */
  OpDefinition scalarWithoutScratch() {
    return with(traits, strict, links.onScalarUnit());
  }

  private OpDefinition with(Set<Trait> newTraits, List<TypeSet> newStrict, Links newLinks) {
    return new OpDefinition(
        name, form, types, scope, attributes, semantics, spec, newTraits, newStrict, newLinks);
  }

  /**
   * How a row puts two values together.
   *
   * @throws java.util.NoSuchElementException when rows of its form do not differ in that
   */
  public Combining combines() {
    return links.combining().orElseThrow();
  }

  /** How a row combines two values; empty if rows of its form do not differ in it. */
  public Optional<Combining> combining() {
    return links.combining();
  }

  /**
   * The row of the instruction that an operation becomes: the one that it names, else the one of
   * its own name; empty when the profile has none.
   */
  public Optional<InstructionDefinition> instruction(InstructionTable table) {
    return links.word().isPresent()
        ? table.byMnemonic(links.word().get().spelling())
        : table.byMnemonic(shortName());
  }

  /**
   * The instruction that an operation becomes.
   *
   * @throws java.util.NoSuchElementException when the form of the row decides that
   */
  public Mnemonic word() {
    return links.word().orElseThrow();
  }

  /**
   * The special register that an operation reads or writes.
   *
   * @throws java.util.NoSuchElementException when the form of the row names none
   */
  public SpecialRegister register() {
    return links.register().orElseThrow();
  }

  /**
   * The element type that an operation sets.
   *
   * @throws java.util.NoSuchElementException when the form of the row sets none
   */
  public ElementType element() {
    return links.element().orElseThrow();
  }

  /** The size that the scratch operand needs on a device; empty for rows without a rule. */
  public Optional<DeviceScratch> scratch() {
    return links.scratch();
  }

  /**
   * The pipe of a device that carries out the form of the row with or without a scratch operand;
   * empty where it is the pipe of the form here too.
   */
  public Optional<Pipe> devicePipe(boolean hasScratch) {
    return links.scalarForm() && !hasScratch ? Optional.of(Pipe.S) : Optional.empty();
  }

  /**
   * The value of an element of the result of a tile operation.
   *
   * @throws IllegalArgumentException for a row whose meaning is not an expression
   */
  public TileExpression expression() {
    return TileExpression.parse(semantics);
  }

  /** True when it is the row of an operation. */
  public boolean is(NamedOperation operation) {
    return name.equals(operation.mnemonic());
  }

  /** True when the row has a trait. */
  public boolean has(Trait trait) {
    return traits.contains(trait);
  }

  /** The rule of the row on a profile for a destination that overlaps a source. */
  public InPlace inPlace(Profile profile) {
    boolean apart =
        has(Trait.NOT_IN_PLACE)
            || has(Trait.INDEX_RESULT)
            || profile.has(ProfileFeature.SCRATCH_TILES) && has(Trait.NOT_IN_PLACE_BESIDE_SCRATCH);
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
  public int operandIndex(RoleName role) {
    return form.operandIndex(role);
  }

  /** Legal element types on a profile. */
  public TypeSet types(Profile profile) {
    return types.get(profile.ordinal());
  }

  /** The element types on a profile that every published list names (spec/20, section 6). */
  public TypeSet strictTypes(Profile profile) {
    return strict.get(profile.ordinal());
  }

  @Override
  public String mnemonic() {
    return name;
  }

  @Override
  public OpDefinition definition() {
    return this;
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
