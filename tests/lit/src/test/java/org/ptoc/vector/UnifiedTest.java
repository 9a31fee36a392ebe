package org.ptoc.vector;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.ptoc.ir.catalog.OpCatalog;
import org.ptoc.ir.catalog.OpDefinition;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.catalog.Scope;
import org.ptoc.ir.catalog.Trait;
import org.ptoc.ir.diagnostic.Diagnostic;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.type.ElementType;

/**
 * The kernels of the coverage page on A2/A3. Outside vecscopes, transfers with loops, padding and
 * strides, sorting, transposition and scalar code give the bytes of their references; vecscopes
 * compile or are rejected by name.
 */
class UnifiedTest {
  @TestFactory
  Stream<DynamicTest> operationsOutsideVecscopesAgreeWithTheirReferences() {
    return OpCatalog.all().stream()
        .filter(Variations::covers)
        .filter(op -> op.scope() != Scope.VECSCOPE && op.types(Profile.A2A3).exists())
        // Sections have tests of their own (multicore).
        .filter(op -> op.form() != OperationForm.SECTION || !op.has(Trait.CUBE_CORE))
        .map(op -> DynamicTest.dynamicTest(op.name(), () -> agree(op)));
  }

  /** Nothing crashes, and what is rejected is rejected for the profile. */
  @TestFactory
  Stream<DynamicTest> operationsOfVecscopesAreEmulatedOrRejectedByName() {
    return OpCatalog.all().stream()
        .filter(Variations::covers)
        .filter(op -> op.scope() == Scope.VECSCOPE)
        .map(op -> DynamicTest.dynamicTest(op.name(), () -> emulatedOrRejected(op)));
  }

  private static void emulatedOrRejected(OpDefinition op) {
    for (Variation variation : Variations.of(op)) {
      for (Probe probe : variation.probes()) {
        A5.Compiled compiled = probe.compile(Profile.A2A3);
        if (compiled.failed().isPresent()) {
          assertThat(compiled.diagnostics().stream().filter(Diagnostic::isError))
              .as(variation.form() + " " + variation.column())
              .isNotEmpty()
              .allMatch(
                  error -> error.message().startsWith("pto.") && error.message().contains("a2a3"));
        }
      }
    }
  }

  private static boolean isLegal(OpDefinition op, String type) {
    Optional<ElementType> element = ElementType.bySpelling(type);
    return element.isEmpty()
        || !element.get().isLowPrecision() && op.types(Profile.A2A3).accepts(element.get());
  }

  private static void agree(OpDefinition op) {
    List<Variation> legal =
        Variations.of(op).stream().filter(each -> isLegal(op, each.column())).toList();
    assertThat(legal).isNotEmpty();
    for (Variation variation : legal) {
      for (Probe probe : variation.probes()) {
        Optional<Probe.Failure> failure = probe.check(1, Profile.A2A3);
        assertThat(failure).as(variation.form() + " " + variation.column()).isEmpty();
      }
    }
  }
}
