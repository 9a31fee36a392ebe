package org.ptoc.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ptoc.emulator.Engine;
import org.ptoc.emulator.KernelLaunch;
import org.ptoc.emulator.LoadedKernel;
import org.ptoc.emulator.RunResult;
import org.ptoc.ir.isa.Profile;

/** Every benchmark runs to its end; how long it takes is not looked at. */
class BenchmarksTest {

  /** The engines that are compared do the same work. */
  @ParameterizedTest
  @ValueSource(strings = {"muladdrelu", "tshl"})
  void enginesLeaveTheSameBytes(String name) {
    List<byte[]> expected = buffers(name, Engine.INTERPRET);
    for (Engine engine : List.of(Engine.JIT, Engine.VECTOR)) {
      List<byte[]> found = buffers(name, engine);
      for (int i = 0; i < expected.size(); i++) {
        assertThat(found.get(i)).as("%s, buffer %d", engine, i).isEqualTo(expected.get(i));
      }
    }
  }

  private static List<byte[]> buffers(String name, Engine engine) {
    Kernels kernels = Kernels.compile(Profile.A5);
    LoadedKernel kernel = kernels.load(name, engine);
    KernelLaunch launch = kernels.launch(kernel, name, 3);
    return ((RunResult.Completed) Kernels.run(kernel, launch)).buffers();
  }

  @ParameterizedTest
  @EnumSource(value = Engine.class, names = "AUTO", mode = EnumSource.Mode.EXCLUDE)
  void vectorLoopsRun(Engine engine) {
    VectorBenchmark benchmark = new VectorBenchmark();
    benchmark.engine = engine;
    benchmark.load();
    assertThat(benchmark.multiplyAddRelu()).isInstanceOf(RunResult.Completed.class);
    assertThat(benchmark.shiftByTile()).isInstanceOf(RunResult.Completed.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"vadd.f32", "vmaxs.f32", "vsel.f32"})
  void repeatsRun(String word) {
    RepeatBenchmark benchmark = new RepeatBenchmark();
    benchmark.word = word;
    benchmark.engine = Engine.JIT;
    benchmark.repeats = 128;
    benchmark.load();
    assertThat(benchmark.denseRepeats()).isInstanceOf(RunResult.Completed.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"f32.f32.f32", "i8.i8.i32"})
  void productsRun(String types) {
    ProductBenchmark benchmark = new ProductBenchmark();
    benchmark.types = types;
    benchmark.load();
    assertThat(benchmark.products()).isInstanceOf(RunResult.Completed.class);
  }

  @ParameterizedTest
  @CsvSource({"f32, positions", "f32, random", "f16, positions", "f16, random"})
  void sortsRun(String type, String indices) {
    SortBenchmark benchmark = new SortBenchmark();
    benchmark.type = type;
    benchmark.indices = indices;
    benchmark.load();
    assertThat(benchmark.sortBlocks()).isInstanceOf(RunResult.Completed.class);
  }

  @ParameterizedTest
  @CsvSource({"chain, none", "chain, both", "muladdrelu, documented", "muladdrelu, both"})
  void modelsRun(String kernel, String models) {
    ModelBenchmark benchmark = new ModelBenchmark();
    benchmark.kernel = kernel;
    benchmark.models = models;
    benchmark.engine = Engine.INTERPRET;
    benchmark.load();
    assertThat(benchmark.first()).isInstanceOf(RunResult.Completed.class);
    assertThat(benchmark.known()).isInstanceOf(RunResult.Completed.class);
    assertThat(benchmark.repeated200()).isInstanceOf(RunResult.Completed.class);
    assertThat(benchmark.repeated1()).isInstanceOf(RunResult.Completed.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"rand:1:f16", "zeros:f32"})
  void arguments(String elements) {
    ArgumentBenchmark benchmark = new ArgumentBenchmark();
    benchmark.elements = elements;
    benchmark.load();
    assertThat(benchmark.page()).isNotEmpty();
  }

  @Test
  void launchesRun() {
    LaunchBenchmark benchmark = new LaunchBenchmark();
    benchmark.load();
    assertThat(benchmark.resident()).isInstanceOf(RunResult.Completed.class);
    RunResult.Completed one = (RunResult.Completed) benchmark.oneThread();
    RunResult.Completed two = (RunResult.Completed) benchmark.twoThreads();
    for (int i = 0; i < one.buffers().size(); i++) {
      assertThat(two.buffers().get(i)).isEqualTo(one.buffers().get(i));
    }
  }
}
