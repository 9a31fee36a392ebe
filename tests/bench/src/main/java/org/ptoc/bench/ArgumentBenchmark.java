package org.ptoc.bench;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.ptoc.tools.data.ArgumentText;
import org.ptoc.tools.data.DataArray;
import org.ptoc.tools.data.DataResult;
import org.ptoc.tools.data.KernelValue;

/** Elements of generated arguments, page by page, as launches read them. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class ArgumentBenchmark {
  private static final int ELEMENTS = 4096;

  /** What makes the array. */
  @Param({
    "rand:1:f32",
    "rand:1:f16",
    "rand:1:bf16",
    "rand:1:i8",
    "uniform:1:0:100:i32",
    "zeros:f32"
  })
  public String elements;

  private DataArray array;
  private byte[] page;

  /** Makes the array. */
  @Setup
  public void load() {
    array =
        switch (ArgumentText.load(elements + ":" + ELEMENTS)) {
          case DataResult.Value<KernelValue>(KernelValue.Array(DataArray made)) -> made;
          case DataResult<KernelValue> other -> throw new IllegalStateException(other.toString());
        };
    page = new byte[array.byteSize()];
  }

  /** Time of an element. */
  @Benchmark
  @OperationsPerInvocation(ELEMENTS)
  public byte[] page() {
    array.read(0, page, 0, page.length);
    return page;
  }
}
