package org.ptoc.ir.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.ptoc.ir.isa.Profile;

class OpCatalogTest {

  static Stream<OpDefinition> rows() {
    return OpCatalog.all().stream();
  }

  @ParameterizedTest
  @MethodSource("rows")
  void formatsUseDeclaredRolesAndAttributesOnly(OpDefinition row) {
    List<String> roles = new ArrayList<>();
    List<String> attributes = new ArrayList<>();
    for (Syntax format : row.form().formats()) {
      format.elements().forEach(element -> collect(element, roles, attributes));
    }
    assertThat(row.operands().stream().map(Role::name)).containsAll(roles);
    assertThat(row.attributes().stream().map(AttributeRule::name)).containsAll(attributes);
  }

  @ParameterizedTest
  @MethodSource("rows")
  void everyOperandStandsInSomeFormat(OpDefinition row) {
    List<String> roles = new ArrayList<>();
    row.form()
        .formats()
        .forEach(f -> f.elements().forEach(e -> collect(e, roles, new ArrayList<>())));
    assertThat(roles).containsAll(row.operands().stream().map(Role::name).toList());
  }

  /** A row without its lowering would be found by the first user of the operation only. */
  @Test
  void everyElementwiseTileOperationNamesItsLowering() {
    for (OpDefinition row : OpCatalog.all()) {
      switch (row.form()) {
        case TILE_UNARY,
            TILE_UNARY_SCRATCH,
            TILE_BINARY,
            TILE_BINARY_SCRATCH,
            TILE_SCALAR,
            TILE_SCALAR_SCRATCH,
            TILE_TERNARY,
            TILE_SCALAR_TERNARY -> {
          assertThat(row.vectors()).as(row.name()).isNotNull();
          assertThat(row.repeats()).as(row.name()).isNotNull();
        }
        case TILE_SHIFT, TILE_SHIFT_SCALAR, TILE_DIVIDE_SCALAR ->
            assertThat(row.vectors()).as(row.name()).isNotNull();
        default -> {}
      }
    }
  }

  /** What a row names must fit: the vector operation exists on A5, the instruction on A2/A3. */
  @Test
  void whatTileOperationsBecomeExistsOnTheProfile() {
    for (OpDefinition row : OpCatalog.all()) {
      row.links()
          .vectors()
          .flatMap(VectorLanes::operation)
          .ifPresent(
              operation ->
                  assertThat(operation.definition().types(Profile.A5).exists())
                      .as(row.name())
                      .isTrue());
      row.links()
          .repeats()
          .flatMap(RepeatLanes::word)
          .ifPresent(word -> assertThat(word.isIn(Profile.A2A3)).as(row.name()).isTrue());
    }
  }

  @Test
  void aliasesLeadToTheirRow() {
    assertThat(OpCatalog.find("pto.vexpdiff")).contains(OpCatalog.get("pto.vexpdif"));
    assertThat(OpCatalog.find("pto.vmrgsort")).contains(OpCatalog.get("pto.vmrgsort4"));
    assertThat(OpCatalog.find("pto.nothing")).isEmpty();
  }

  private static void collect(
      List<Syntax.ClauseArgument> arguments, List<String> roles, List<String> attributes) {
    arguments.forEach(a -> (a.isAttribute() ? attributes : roles).add(a.name()));
  }

  private static void collect(Syntax.Element element, List<String> roles, List<String> attributes) {
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
      case Syntax.Element.Bracket bracket ->
          bracket.elements().forEach(e -> collect(e, roles, attributes));
    }
  }
}
