package org.ptoc.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.opentest4j.AssertionFailedError;
import org.ptoc.ir.isa.Profile;
import org.ptoc.tools.data.DataFormat;
import org.ptoc.tools.plan.ParameterUse;
import org.ptoc.tools.report.LaunchLog;
import org.ptoc.tools.toolchain.Device;
import org.ptoc.tools.toolchain.DeviceView;

/** Launches that follow each other: figures of all, checks across them, exact expectations. */
class ChainTest {
  private static final String SOURCE = "../../examples/decoder-layer/decoder-layer.pto";
  private static final int TOKENS = 16;
  private static final int HIDDEN = 128;

  private final Kernel norm;
  private final List<Kernel> norms;
  private final Kernel narrow;
  private final Kernel add;

  ChainTest(
      @PtoKernel(value = SOURCE, kernel = "norm") Kernel norm,
      @PtoKernel(value = SOURCE, kernel = "norm", profile = Profile.A2A3) Kernel normOfA2A3,
      @PtoKernel(value = SOURCE, kernel = "narrow") Kernel narrow,
      @PtoKernel(value = SOURCE, kernel = "add") Kernel add) {
    this.norm = norm;
    this.norms = List.of(norm, normOfA2A3);
    this.narrow = narrow;
    this.add = add;
  }

  private static float[] stream() {
    float[] values = new float[TOKENS * HIDDEN];
    for (int i = 0; i < values.length; i++) {
      values[i] = (float) Math.sin(1 + i * 0.7);
    }
    return values;
  }

  /** Each row divided by the root of its mean square, twice. */
  private static double[] normed() {
    float[] x = stream();
    double[] result = new double[x.length];
    for (int row = 0; row < TOKENS; row++) {
      double sum = 0;
      for (int i = 0; i < HIDDEN; i++) {
        sum += (double) x[row * HIDDEN + i] * x[row * HIDDEN + i];
      }
      for (int i = 0; i < HIDDEN; i++) {
        result[row * HIDDEN + i] = 2 * x[row * HIDDEN + i] / Math.sqrt(sum / HIDDEN + 1e-5);
      }
    }
    return result;
  }

  private static float[] twos() {
    float[] twos = new float[HIDDEN];
    Arrays.fill(twos, 2);
    return twos;
  }

  @Test
  void results_are_roundings_of_exact_values() {
    for (Kernel kernel : norms) {
      Execution run =
          kernel
              .launch()
              .at("normed")
              .zeros(DataFormat.F16, TOKENS * HIDDEN)
              .at("stream")
              .buffer(stream())
              .buffer(twos())
              .grid(0, 8)
              .run();
      run.assertBuffer(2).tol(1e-5, 0).isRoundingOf(normed());
      double[] wrong = normed();
      wrong[5] += 0.01;
      assertThatThrownBy(() -> run.assertBuffer(2).tol(1e-5, 0).isRoundingOf(wrong))
          .isInstanceOf(AssertionFailedError.class)
          .hasMessageContaining("f16: 1 of 2048 elements are off by more than 1.0E-5")
          .hasMessageContaining("[5] got ");
      assertThatThrownBy(() -> run.assertBuffer(2).isRoundingOf(new double[] {Double.NaN}))
          .hasMessageContaining("has 2048 elements, expected 1");
    }
  }

  @Test
  void a_log_adds_up_the_launches() {
    LaunchLog log = new LaunchLog();
    try (Device device = new Device()) {
      DeviceView x = device.put(Elements.of(DataFormat.F32, stream()));
      DeviceView gamma = device.put(Elements.of(DataFormat.F32, twos()));
      DeviceView half = device.empty(DataFormat.F16, List.of(TOKENS, HIDDEN));
      Launch tasks = norm.launch().buffer(x).buffer(gamma).buffer(half).grid(0, 8).check("all");
      Execution one = tasks.cores(1).run();
      Execution two = tasks.run();
      assertThat(one.cycles()).isEqualTo(2 * two.cycles());
      log.add(one.figures());
      log.add(two.figures());
      log.add(narrow.launch().buffer(x).buffer(half).grid(0, 8).run().figures());
      assertThat(log.byKernel())
          .extracting(LaunchLog.Launch::kernel, LaunchLog.Launch::count, LaunchLog.Launch::tasks)
          .containsExactly(tuple("norm", 2, 4), tuple("narrow", 1, 2));
      assertThat(log.total().figures().getFirst().serial())
          .isGreaterThan(log.total().figures().getFirst().cycles());
      assertThat(log.text()).contains("kernel  launches  tasks").contains("bounds (calibrated)");
      assertThat(log.html("A chain")).contains("<h1>A chain</h1>");
    }
  }

  @Test
  void checks_follow_bytes_across_launches() {
    try (Device device = new Device()) {
      DeviceView gamma = device.put(Elements.of(DataFormat.F32, twos()));
      DeviceView x = device.empty(DataFormat.F32, List.of(TOKENS, HIDDEN));
      DeviceView half = device.empty(DataFormat.F16, List.of(TOKENS, HIDDEN));
      Launch launch =
          norm.launch().buffer(x).buffer(gamma).buffer(half).scalar(0).check("memory", "sync");
      assertThatThrownBy(launch::run)
          .isInstanceOf(AssertionFailedError.class)
          .hasMessageContaining("the checks have found something")
          .hasMessageContaining("parameter 0 (x)")
          .hasMessageContaining("decoder-layer.pto:");
      x.put(Elements.of(DataFormat.F32, stream()));
      launch.run();
      // Rows 0 to 7 of the result are written now, the others are not.
      Launch next = narrow.launch().buffer(x).buffer(half).check("memory");
      next.scalar(0).run();
      // Tasks that write the same rows are not ordered.
      assertThatThrownBy(() -> add.launch().buffer(x).buffer(x).grid(0, 4).check("sync").run())
          .hasMessageContaining("the checks have found something");
      assertThatIllegalArgumentException()
          .isThrownBy(() -> launch.check("nothing").run())
          .withMessageContaining("there is no check 'nothing'");
    }
  }

  @Test
  void parameters_are_known_by_their_views() {
    ParameterUse use = norm.use();
    assertThat(use.views()).extracting(ParameterUse.View::name).contains("stream", "normed");
    assertThat(use.read()).containsExactly(0, 1);
    assertThat(use.written()).containsExactly(2);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> norm.launch().at("flow"))
        .withMessageContaining("has no parameter or view 'flow'");
    try (Device device = new Device()) {
      DeviceView row = device.zeros(DataFormat.F32, List.of(HIDDEN));
      assertThatIllegalArgumentException()
          .isThrownBy(() -> norm.launch().buffer(row))
          .withMessage(
              "parameter 0 (x) of @norm takes at least 2048 elements, what its view 'stream'"
                  + " spans, not 128");
    }
  }
}
