package org.ptoc.junit;

import java.util.List;
import java.util.function.Supplier;
import org.ptoc.ir.diagnostic.Diagnostic;
import org.ptoc.tools.data.DataArray;
import org.ptoc.tools.data.DataFormat;
import org.ptoc.tools.report.LaunchLog;
import org.ptoc.tools.toolchain.Toolchain;

/**
 * A run that reached its end. Immutable: arrays are copies. Buffers are named by the number of
 * their parameter, from 0 and with scalars counted, as in {@code ptoc run --dump K=FILE}; a number
 * that is no buffer, or an element type that does not fit the method, throws {@link
 * IllegalArgumentException}.
 */
public final class Execution {
  private final Kernel kernel;
  private final List<List<Supplier<DataArray>>> buffers;
  private final int rank;
  private final LaunchLog.Launch figures;
  private final List<Diagnostic> warnings;
  private final String printed;

  /**
   * @param buffers one for each buffer parameter, for each rank; arrays of a device are read on
   *     demand
   * @param figures cycles of the timing models, the default one first
   * @param warnings what the run found legal, but probably not meant
   * @param printed what the kernel printed, in whole lines
   */
  Execution(
      Kernel kernel,
      List<List<Supplier<DataArray>>> buffers,
      LaunchLog.Launch figures,
      List<Diagnostic> warnings,
      String printed) {
    this(kernel, buffers, 0, figures, warnings, printed);
  }

  private Execution(
      Kernel kernel,
      List<List<Supplier<DataArray>>> buffers,
      int rank,
      LaunchLog.Launch figures,
      List<Diagnostic> warnings,
      String printed) {
    this.rank = rank;
    this.printed = printed;
    this.kernel = kernel;
    this.buffers = List.copyOf(buffers);
    this.figures = figures;
    this.warnings = List.copyOf(warnings);
  }

  /**
   * What was legal, but probably not meant: accesses behind the data of a buffer, one text for
   * each.
   */
  public List<String> warnings() {
    return warnings.stream().map(warning -> DiagnosticText.of(List.of(warning))).toList();
  }

  /**
   * What the kernel printed by {@code pto.tprint} and {@code pto.print}, in the order of blocks; as
   * {@code ptoc run} writes it.
   */
  public String printed() {
    return printed;
  }

  /**
   * The same run with the buffers of a rank; those of rank 0 are the ones of this.
   *
   * @param number from 0
   */
  public Execution rank(int number) {
    if (number < 0 || number >= buffers.size()) {
      throw new IllegalArgumentException(
          kernel + " ran on ranks 0 to " + (buffers.size() - 1) + ", not on rank " + number);
    }
    return new Execution(kernel, buffers, number, figures, warnings, printed);
  }

  /**
   * A buffer after the run, with its element type and shape. An array of a device is as it is now,
   * also after later launches.
   */
  public DataArray buffer(int parameter) {
    return buffers.get(rank).get(position(parameter)).get();
  }

  private int position(int parameter) {
    int count = kernel.parameters().size();
    if (parameter < 0 || parameter >= count) {
      throw new IllegalArgumentException(
          kernel + " has " + count + " parameters; there is no " + parameter);
    }
    if (!new Parameter(kernel, parameter).isBuffer()) {
      throw new IllegalArgumentException(new Parameter(kernel, parameter) + " is no buffer");
    }
    int position = 0;
    for (int i = 0; i < parameter; i++) {
      position += new Parameter(kernel, i).isBuffer() ? 1 : 0;
    }
    return position;
  }

  /** A buffer of f32. */
  public float[] floats(int parameter) {
    return Elements.floats(typed(parameter, DataFormat.F32));
  }

  /** A buffer of f16, exactly. */
  public float[] halfs(int parameter) {
    return Elements.floats(typed(parameter, DataFormat.F16));
  }

  /** A buffer of bf16, exactly. */
  public float[] bfloats(int parameter) {
    return Elements.floats(typed(parameter, DataFormat.BF16));
  }

  /** A buffer of signed or unsigned 16-bit integers. */
  public short[] shorts(int parameter) {
    return Elements.shorts(typed(parameter, DataFormat.I16, DataFormat.U16));
  }

  /** A buffer of signed or unsigned 32-bit integers. */
  public int[] ints(int parameter) {
    return Elements.ints(typed(parameter, DataFormat.I32, DataFormat.U32));
  }

  /** A buffer of signed or unsigned 64-bit integers. */
  public long[] longs(int parameter) {
    return Elements.longs(typed(parameter, DataFormat.I64, DataFormat.U64));
  }

  /** The bytes of a buffer of any element type, little-endian. */
  public byte[] bytes(int parameter) {
    return buffer(parameter).toBytes();
  }

  private DataArray typed(int parameter, DataFormat... allowed) {
    DataArray array = buffer(parameter);
    if (!List.of(allowed).contains(array.format())) {
      throw new IllegalArgumentException(
          new Parameter(kernel, parameter)
              + " has elements of type "
              + array.format().spelling()
              + ", not "
              + allowed[0].spelling());
    }
    return array;
  }

  /** Cycles of the whole launch by the default timing model, the calibrated one. */
  public long cycles() {
    return figures.figures().getFirst().cycles();
  }

  /** Cycles by timing model, and how tasks of a grid may share cores: for a {@link LaunchLog}. */
  public LaunchLog.Launch figures() {
    return figures;
  }

  /**
   * Cycles of the whole launch by a timing model.
   *
   * @param model {@code documented} or {@code calibrated}
   */
  public long cycles(String model) {
    for (LaunchLog.Figures each : figures.figures()) {
      if (each.model().equals(model)) {
        return each.cycles();
      }
    }
    List<String> known = figures.figures().stream().map(LaunchLog.Figures::model).toList();
    throw new IllegalArgumentException(
        "there is no timing model '" + model + "', only " + String.join(" and ", known));
  }

  /** Starts assertions on a buffer. */
  public BufferAssert assertBuffer(int parameter) {
    String name = new Parameter(kernel, parameter) + (buffers.size() > 1 ? ", rank " + rank : "");
    return new BufferAssert(name, buffer(parameter));
  }

  /** Starts assertions on {@link #cycles()}. */
  public CyclesAssert assertCycles() {
    return assertCycles(figures.figures().getFirst().model());
  }

  /** Starts assertions on {@link #cycles(String)}. */
  public CyclesAssert assertCycles(String model) {
    return new CyclesAssert(kernel, new Toolchain.Cycles(model, cycles(model)));
  }
}
