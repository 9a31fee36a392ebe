package org.ptoc.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.reporting.ReportEntry;
import org.junit.platform.testkit.engine.EngineExecutionResults;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.ptoc.ir.diagnostic.DiagnosticCode;

/** Kernels in fields, and warnings. */
class FieldTest {
  @PtoKernel("relu.pto")
  private static Kernel shared;

  @PtoKernel("relu.pto")
  private Kernel relu;

  @BeforeAll
  static void staticFieldsAreSetFirst() {
    assertThat(shared.name()).isEqualTo("relu");
  }

  @Test
  void fieldsHoldTheSameKernel() {
    assertThat(relu).isSameAs(shared);
    assertThat(relu.warnings()).isEmpty();
  }

  @Nested
  class Inside {
    @PtoKernel("scale.pto")
    private Kernel scale;

    @Test
    void nestedClassesHaveFieldsToo() {
      assertThat(scale.name()).isEqualTo("scale");
    }
  }

  /** Not discovered by itself. */
  static class Warned {
    @PtoKernel("odd.pto")
    Kernel odd;

    @Test
    void warningsAreThere() {
      assertThat(odd.warnings())
          .extracting(warning -> warning.code())
          .containsExactly(DiagnosticCode.UNSIGNED_COUNT);
    }

    @Test
    void andPublishedOnce() {
      assertThat(odd.warnings()).hasSize(1);
    }
  }

  /** Not discovered by itself. */
  static class Wrong {
    @PtoKernel("relu.pto")
    String kernel;

    @Test
    void neverRuns() {}
  }

  private static EngineExecutionResults run(Class<?> tests) {
    return EngineTestKit.engine("junit-jupiter").selectors(selectClass(tests)).execute();
  }

  @Test
  void warningsOfASuccessfulCompilationArePublished() {
    EngineExecutionResults results = run(Warned.class);
    results.testEvents().assertStatistics(each -> each.succeeded(2).failed(0));
    List<Map<String, String>> entries =
        results
            .allEvents()
            .reportingEntryPublished()
            .map(event -> event.getRequiredPayload(ReportEntry.class).getKeyValuePairs())
            .toList();
    assertThat(entries).hasSize(1);
    assertThat(entries.getFirst().get("ptoc"))
        .contains("odd.pto:7:")
        .contains("warning[PTO2201]: ");
  }

  @Test
  void aFieldOfAnotherTypeIsRefused() {
    assertThat(run(Wrong.class).testEvents().failed().list())
        .singleElement()
        .satisfies(
            event ->
                assertThat(
                        event
                            .getRequiredPayload(TestExecutionResult.class)
                            .getThrowable()
                            .orElseThrow())
                    .hasMessageContaining(
                        "a field with @PtoKernel has the type Kernel and is not final, unlike"
                            + " kernel of "));
  }
}
