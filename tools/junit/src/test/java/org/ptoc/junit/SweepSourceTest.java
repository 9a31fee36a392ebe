package org.ptoc.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.testkit.engine.EventConditions.event;
import static org.junit.platform.testkit.engine.EventConditions.finishedWithFailure;
import static org.junit.platform.testkit.engine.TestExecutionResultConditions.message;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.ptoc.tools.sweep.ItemResult;

class SweepSourceTest {

  @ParameterizedTest
  @SweepSource("sweep.yaml")
  void itemsOfAPlanAreTests(SweepCase each) {
    ItemResult result = each.run();
    assertThat(result.cycles().orElseThrow()).isPositive();
    assertThat(each.toString()).isEqualTo("relu.pto a5 LENGTH=" + each.variable("LENGTH").get());
  }

  @ParameterizedTest
  @SweepSource(value = "wrong.yaml")
  void failuresSayWhy(SweepCase each) {
    assertThat(each.result().isOk()).isFalse();
    assertThatThrownBy(each::run)
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining(each.identity().kernel().equals("relu.pto") ? "PTO6006" : "[PTO");
  }

  static class Conditional {
    @ParameterizedTest
    @SweepSource(value = "sweep.yaml", where = "LENGTH > 64")
    void some(SweepCase each) {
      each.run();
    }
  }

  static class Missing {
    @ParameterizedTest
    @SweepSource("missing.yaml")
    void none(SweepCase each) {
      each.run();
    }
  }

  @Test
  void aConditionChooses() {
    EngineTestKit.engine("junit-jupiter")
        .selectors(selectClass(Conditional.class))
        .execute()
        .testEvents()
        .assertStatistics(events -> events.started(2).succeeded(2));
  }

  @Test
  void aPlanThatIsMissingIsAFailure() {
    EngineTestKit.engine("junit-jupiter")
        .selectors(selectClass(Missing.class))
        .execute()
        .allEvents()
        .assertThatEvents()
        .haveAtLeastOne(event(finishedWithFailure(message("there is no plan 'missing.yaml'"))));
  }
}
