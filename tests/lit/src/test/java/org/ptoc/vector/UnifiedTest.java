package org.ptoc.vector;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.ptoc.ir.catalog.OpCatalog;
import org.ptoc.ir.catalog.OpDefinition;
import org.ptoc.ir.catalog.Scope;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.type.ElementType;

/**
 * The kernels of the coverage page on A2/A3, where they stand outside vecscopes: transfers with loops, padding and strides,
 * sorting, transposition and scalar code give the bytes of their references.
 */
class UnifiedTest {
  @TestFactory
  Stream<DynamicTest> operationsOutsideVecscopesAgreeWithTheirReferences() {
    return OpCatalog.all().stream()
        .filter(Variations::covers)
        .filter(op -> op.scope() != Scope.VECSCOPE && op.types(Profile.A2A3).exists())
        .map(op -> DynamicTest.dynamicTest(op.name(), () -> agree(op)));
  }

  private static boolean isLegal(OpDefinition op, String type) {
    Optional<ElementType> element = ElementType.bySpelling(type);
    return element.isEmpty() || op.types(Profile.A2A3).accepts(element.get());
  }

  private static void agree(OpDefinition op) {
    List<Variation> legal = Variations.of(op).stream().filter(each -> isLegal(op, each.column())).toList();
    assertThat(legal).isNotEmpty();
    for (Variation variation : legal) {
      for (Probe probe : variation.probes()) {
        Optional<Probe.Failure> failure = probe.check(1, Profile.A2A3);
        assertThat(failure).as(variation.form() + " " + variation.column()).isEmpty();
      }
    }
  }
}
