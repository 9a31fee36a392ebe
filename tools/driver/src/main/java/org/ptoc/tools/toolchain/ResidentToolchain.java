package org.ptoc.tools.toolchain;

import java.util.List;
import org.ptoc.emulator.LaunchProgress;
import org.ptoc.ir.Function;
import org.ptoc.ir.diagnostic.Diagnostic;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.object.KernelObject;
import org.ptoc.ir.object.ObjectFile;
import org.ptoc.passes.recipe.Rewrite;

/**
 * A toolchain that remembers: what was compiled or loaded lately is not compiled or loaded again,
 * so that many launches of a kernel cost one compilation. Outcomes equal the outcomes of the
 * wrapped toolchain. Threads may share it.
 */
public final class ResidentToolchain implements Toolchain {
  /** Kernels that are kept; neighbours in a sweep share theirs, so that few are enough. */
  private static final int KEPT = 64;

  private final Toolchain toolchain;
  private final Recent<Compilation, Outcome<ObjectFile>> objects = new Recent<>(KEPT);
  private final Recent<Body, Outcome<List<Function>>> bodies = new Recent<>(KEPT);
  private final Recent<Loaded, ResidentKernel> kernels = new Recent<>(KEPT);

  public ResidentToolchain(Toolchain toolchain) {
    this.toolchain = toolchain;
  }

  private record Compilation(Source source, Request request) {}

  private record Body(Source source, Request request, String kernel) {}

  /** A kernel by identity: two that are equal may have been compiled from different texts. */
  private record Loaded(ObjectFile object, KernelObject kernel) {
    @Override
    public boolean equals(Object other) {
      return other instanceof Loaded(ObjectFile file, KernelObject code)
          && file == object
          && code == kernel;
    }

    @Override
    public int hashCode() {
      return System.identityHashCode(kernel);
    }
  }

  @Override
  public Outcome<Boolean> check(Source source, Request request) {
    return toolchain.check(source, request);
  }

  @Override
  public Outcome<ObjectFile> compile(Source source, Request request) {
    return objects.get(new Compilation(source, request), () -> toolchain.compile(source, request));
  }

  @Override
  public List<Diagnostic> doubts(Launch launch) {
    return toolchain.doubts(launch);
  }

  @Override
  public Outcome<List<Function>> inlined(Source source, Request request, String kernel) {
    return bodies.get(
        new Body(source, request, kernel), () -> toolchain.inlined(source, request, kernel));
  }

  @Override
  public Outcome<String> print(Source source, Request request, Stage stage) {
    return toolchain.print(source, request, stage);
  }

  @Override
  public Outcome<String> optimize(Source source, Request request, List<String> passes) {
    return toolchain.optimize(source, request, passes);
  }

  @Override
  public List<String> passNames() {
    return toolchain.passNames();
  }

  @Override
  public List<Rewrite> rewrites(Profile profile) {
    return toolchain.rewrites(profile);
  }

  @Override
  public Outcome<List<String>> kernelNames(Source source) {
    return toolchain.kernelNames(source);
  }

  @Override
  public RunOutcome run(Launch launch, LaunchProgress progress) {
    return kernels
        .get(
            new Loaded(launch.object(), launch.kernel()),
            () -> new ResidentKernel(launch.object(), launch.kernel()))
        .run(launch, progress);
  }
}
