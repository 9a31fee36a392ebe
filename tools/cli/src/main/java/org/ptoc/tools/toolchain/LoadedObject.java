package org.ptoc.tools.toolchain;

import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.ptoc.ir.Function;
import org.ptoc.ir.object.KernelObject;
import org.ptoc.ir.object.ObjectFile;
import org.ptoc.tools.cli.Toolchain;

/**
 * A toolchain that keeps the kernels of one object loaded between runs; everything else is that of
 * {@link PtoToolchain}.
 */
public final class LoadedObject implements Toolchain {
  private final Toolchain compiler;
  private final Map<KernelObject, ResidentKernel> kernels = new IdentityHashMap<>();

  public LoadedObject(ObjectFile object, Toolchain compiler) {
    this.compiler = compiler;
    object.kernels().forEach(kernel -> kernels.put(kernel, new ResidentKernel(object, kernel)));
  }

  @Override
  public RunOutcome run(Launch launch) {
    ResidentKernel resident = kernels.get(launch.kernel());
    return resident == null ? compiler.run(launch) : resident.run(launch);
  }

  @Override
  public Outcome<Boolean> check(Source source, Request request) {
    return compiler.check(source, request);
  }

  @Override
  public Outcome<ObjectFile> compile(Source source, Request request) {
    return compiler.compile(source, request);
  }

  @Override
  public Outcome<Function> inlined(Source source, Request request, String kernel) {
    return compiler.inlined(source, request, kernel);
  }

  @Override
  public Outcome<String> print(Source source, Request request, Stage stage) {
    return compiler.print(source, request, stage);
  }

  @Override
  public Outcome<String> optimize(Source source, Request request, List<String> passes) {
    return compiler.optimize(source, request, passes);
  }

  @Override
  public List<String> passNames() {
    return compiler.passNames();
  }
}
