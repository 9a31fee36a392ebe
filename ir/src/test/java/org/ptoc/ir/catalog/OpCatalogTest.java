package org.ptoc.ir.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.type.ElementType;

class OpCatalogTest {

  static Stream<OpDefinition> rows() {
    return OpCatalog.all().stream();
  }

  @ParameterizedTest
  @MethodSource("rows")
  void formatsUseDeclaredRolesAndAttributesOnly(OpDefinition row) {
    List<RoleName> roles = new ArrayList<>();
    List<AttributeName> attributes = new ArrayList<>();
    for (Syntax format : row.form().formats()) {
      format.elements().forEach(element -> collect(element, roles, attributes));
    }
    assertThat(row.operands().stream().map(Role::name)).containsAll(roles);
    assertThat(row.attributes().stream().map(AttributeRule::attribute)).containsAll(attributes);
  }

  @ParameterizedTest
  @MethodSource("rows")
  void everyOperandStandsInSomeFormat(OpDefinition row) {
    List<RoleName> roles = new ArrayList<>();
    row.form()
        .formats()
        .forEach(f -> f.elements().forEach(e -> collect(e, roles, new ArrayList<>())));
    assertThat(roles).containsAll(row.operands().stream().map(Role::name).toList());
  }

  /** A constant that no row declares is one that somebody asks for in vain. */
  @Test
  void everyNameIsDeclared() {
    Set<RoleName> roles = EnumSet.noneOf(RoleName.class);
    Set<AttributeName> attributes = EnumSet.noneOf(AttributeName.class);
    for (OperationForm form : OperationForm.values()) {
      form.operands().forEach(role -> roles.add(role.name()));
      form.results().forEach(role -> roles.add(role.name()));
    }
    for (OpDefinition row : OpCatalog.all()) {
      row.attributes().forEach(rule -> attributes.add(rule.attribute()));
    }
    assertThat(roles).containsExactly(RoleName.values());
    assertThat(attributes).containsExactly(AttributeName.values());
  }

  @Test
  void namesThatNobodyDeclaredAreRefused() {
    assertThatThrownBy(() -> Role.parse("destt:V")).hasMessageContaining("destt");
    assertThatThrownBy(() -> Syntax.parse("lhs, $moode", List.of())).hasMessageContaining("moode");
  }

  /** A meaning that is no expression would be found by the first user of the operation only. */
  @Test
  void everyElementwiseTileOperationHasAnExpression() {
    for (OpDefinition row : OpCatalog.all()) {
      switch (row.form()) {
        case TILE_UNARY, TILE_UNARY_SCRATCH, TILE_BINARY, TILE_BINARY_SCRATCH, TILE_SPLAT ->
            assertThat(row.expression()).as(row.name()).isNotNull();
        case TILE_SCALAR, TILE_SCALAR_SCRATCH, TILE_TERNARY, TILE_SCALAR_TERNARY, TILE_AXPY ->
            assertThat(row.expression()).as(row.name()).isNotNull();
        case TILE_SHIFT, TILE_SHIFT_SCALAR, TILE_DIVIDE_SCALAR ->
            assertThat(row.expression()).as(row.name()).isNotNull();
        default -> {}
      }
    }
  }

  @Test
  void aliasesLeadToTheirRow() {
    assertThat(OpCatalog.find("pto.vexpdiff")).contains(OpCatalog.get("pto.vexpdif"));
    assertThat(OpCatalog.find("pto.vmrgsort")).contains(OpCatalog.get("pto.vmrgsort4"));
    assertThat(OpCatalog.find("pto.nothing")).isEmpty();
  }

  /** Only A5 has floats of 8 and 4 bits and packed pairs (spec/60, C15). */
  @Test
  void noRowListsLowPrecisionOnA2A3() {
    for (OpDefinition row : OpCatalog.all()) {
      List<ElementType> listed =
          switch (row.types(Profile.A2A3)) {
            case TypeSet.Absent(), TypeSet.Untyped() -> List.of();
            case TypeSet.Elements(Set<ElementType> elements) -> List.copyOf(elements);
            case TypeSet.Pairs(List<TypeSet.Pair> pairs) ->
                pairs.stream().flatMap(pair -> Stream.of(pair.source(), pair.result())).toList();
          };
      assertThat(listed).as(row.name()).noneMatch(ElementType::isLowPrecision);
    }
  }

  private static void collect(
      List<Syntax.ClauseArgument> arguments, List<RoleName> roles, List<AttributeName> attributes) {
    roles.addAll(Syntax.ClauseArgument.roles(arguments));
    arguments.stream()
        .filter(Syntax.ClauseArgument::isAttribute)
        .forEach(argument -> attributes.add(argument.attribute()));
  }

  private static void collect(
      Syntax.Element element, List<RoleName> roles, List<AttributeName> attributes) {
    switch (element) {
      case Syntax.Element.Operand operand -> roles.add(operand.role());
      case Syntax.Element.Indexed indexed -> {
        roles.add(indexed.base());
        roles.add(indexed.offset());
      }
      case Syntax.Element.Positional positional -> {
        attributes.add(positional.attribute());
        collect(positional.arguments(), roles, attributes);
      }
      case Syntax.Element.Clause clause -> collect(clause.arguments(), roles, attributes);
      case Syntax.Element.Unordered unordered ->
          unordered.clauses().forEach(c -> collect(c, roles, attributes));
      case Syntax.Element.Assignment assignment -> roles.add(assignment.role());
      case Syntax.Element.AssignedAttribute assigned -> attributes.add(assigned.attribute());
      case Syntax.Element.Bracket bracket ->
          bracket.elements().forEach(e -> collect(e, roles, attributes));
    }
  }
}
