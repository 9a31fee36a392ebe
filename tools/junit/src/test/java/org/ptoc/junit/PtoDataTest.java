package org.ptoc.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.ptoc.tools.data.DataArray;
import org.ptoc.tools.data.DataFormat;

/** Arrays from files. */
class PtoDataTest {
  /** The files of the command's example lie below the working directory's parents. */
  private static final String COLUMN = "../../examples/topk/column.npy";

  @PtoData(COLUMN)
  private static DataArray shared;

  private final DataArray column;

  PtoDataTest(@PtoData(COLUMN) DataArray column) {
    this.column = column;
  }

  @Test
  void hasTypeShapeAndValues(@PtoData("../../examples/topk/rows.npy") DataArray rows) {
    assertThat(column.format()).isEqualTo(DataFormat.F32);
    assertThat(column.size()).isEqualTo(8163);
    assertThat(rows.size()).isEqualTo(8163);
    assertThat(shared.toBytes()).isEqualTo(column.toBytes());
  }

  @Test
  void makesArgumentsAndExpectations(
      @PtoKernel("../../examples/topk/topk.pto") Kernel topk,
      @PtoData("../../examples/topk/rows.npy") DataArray rows,
      @PtoData("../../examples/topk/expected.npy") DataArray expected) {
    Execution run = topk.launch().buffer(column).buffer(rows).zeros(DataFormat.F32, 2 * 8163).run();
    run.assertBuffer(2).isEqualTo(expected).tol(1e-6, 1e-6).isEqualTo(expected);
  }

  /** Not discovered by itself. */
  static class Missing {
    @Test
    void never(@PtoData("nowhere.npy") DataArray array) {}
  }

  /** Not discovered by itself. */
  static class NoArray {
    @Test
    void never(@PtoData("relu.pto") DataArray array) {}
  }

  private static String failure(Class<?> tests) {
    List<TestExecutionResult> failed =
        EngineTestKit.engine("junit-jupiter")
            .selectors(selectClass(tests))
            .execute()
            .testEvents()
            .failed()
            .list()
            .stream()
            .map(event -> event.getRequiredPayload(TestExecutionResult.class))
            .toList();
    return failed.getFirst().getThrowable().orElseThrow().getMessage();
  }

  @Test
  void whatCannotBeReadFailsWithTheReason() {
    assertThat(failure(Missing.class)).contains("there is no data file 'nowhere.npy'");
    assertThat(failure(NoArray.class))
        .contains("cannot read the data file 'relu.pto': this is not an .npy file");
  }
}
