package org.ptoc.junit;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.ptoc.ir.Function;
import org.ptoc.ir.diagnostic.Diagnostic;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.object.KernelArgument;
import org.ptoc.ir.object.KernelObject;
import org.ptoc.ir.object.ObjectFile;
import org.ptoc.tools.plan.ParameterUse;
import org.ptoc.tools.toolchain.ResidentKernel;
import org.ptoc.tools.toolchain.Toolchain;

/**
 * A compiled kernel, ready to run: it is loaded once for all launches. Tests may share it between
 * threads.
 */
public final class Kernel {
  private final ObjectFile object;
  private final KernelObject code;
  private final ResidentKernel resident;
  private final List<Diagnostic> warnings;
  private final Supplier<List<Function>> bodies;
  private final Toolchain.Source source;
  private final AtomicReference<Optional<ParameterUse>> use =
      new AtomicReference<>(Optional.empty());

  /**
   * @param source what it was compiled from
   * @param bodies the kernel before its tiles are lowered, for those who want to know its views
   */
  Kernel(
      ObjectFile object,
      KernelObject code,
      List<Diagnostic> warnings,
      Toolchain.Source source,
      Supplier<List<Function>> bodies) {
    this.source = source;
    this.bodies = bodies;
    this.object = object;
    this.code = code;
    this.resident = new ResidentKernel(object, code);
    this.warnings = List.copyOf(warnings);
  }

  /** The name of the function, without {@code @}. */
  public String name() {
    return code.name();
  }

  /** The profile that the kernel was compiled for. */
  public Profile profile() {
    return object.profile();
  }

  /** The parameters in order (spec/40, 12.4). */
  public List<KernelArgument> parameters() {
    return code.arguments();
  }

  /** What the kernel does with its pointers: views with shape and strides, reads and writes. */
  public ParameterUse use() {
    return use.updateAndGet(
            known -> known.or(() -> Optional.of(ParameterUse.of(bodies(), parameters()))))
        .orElseThrow();
  }

  /**
   * What the compiler warned about. The extension also publishes it as a report entry of the first
   * test that compiles.
   */
  public List<Diagnostic> warnings() {
    return warnings;
  }

  /** Number of instruction words. */
  public int wordCount() {
    return code.wordCount();
  }

  /** Starts the description of a launch: one block and no arguments yet. */
  public Launch launch() {
    return Launch.of(this);
  }

  /** The kernel and its checks of extents, for the choice of arguments. */
  List<Function> bodies() {
    return bodies.get();
  }

  Toolchain.Source source() {
    return source;
  }

  ObjectFile object() {
    return object;
  }

  KernelObject code() {
    return code;
  }

  ResidentKernel resident() {
    return resident;
  }

  @Override
  public String toString() {
    return "@" + name() + " (" + profile().spelling() + ")";
  }
}
