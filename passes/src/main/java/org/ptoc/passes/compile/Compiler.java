package org.ptoc.passes.compile;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ptoc.ir.Function;
import org.ptoc.ir.Module;
import org.ptoc.ir.diagnostic.Diagnostics;
import org.ptoc.ir.object.IndexedExtent;
import org.ptoc.ir.object.KernelProperties;
import org.ptoc.passes.CompileOptions;
import org.ptoc.passes.Pass;
import org.ptoc.passes.PassContext;
import org.ptoc.passes.PassManager;
import org.ptoc.passes.codegen.emit.KernelCode;
import org.ptoc.passes.cube.RepeatedSettings;
import org.ptoc.passes.generic.Canonicalize;
import org.ptoc.passes.generic.DeadCode;
import org.ptoc.passes.generic.Inline;
import org.ptoc.passes.generic.LoopInvariantMotion;
import org.ptoc.passes.generic.PlainForms;
import org.ptoc.passes.generic.Sections;
import org.ptoc.passes.local.LocalMemory;
import org.ptoc.passes.pipe.OpenPipes;
import org.ptoc.passes.pipe.PipeLowering;
import org.ptoc.passes.rank.RankLowering;
import org.ptoc.passes.storage.CarriedViews;
import org.ptoc.passes.synchronization.IndexedExtents;
import org.ptoc.passes.synchronization.Synchronization;
import org.ptoc.passes.tile.AtomicStores;
import org.ptoc.passes.tile.CubeUse;
import org.ptoc.passes.tile.ReshapedTiles;

/** Compiles one verified function for a target. */
public final class Compiler {
  private final Target target;
  private final CompileOptions options;
  private final PassManager.Observer observer;

  public Compiler(Target target, CompileOptions options, PassManager.Observer observer) {
    this.target = target;
    this.options = options;
    this.observer = observer;
  }

  /**
   * Compiles a kernel.
   *
   * @param module the module that holds it, for calls
   * @return the kernel's words; empty when {@code diagnostics} has new errors
   */
  public Optional<KernelCode> compile(Function function, Module module, Diagnostics diagnostics) {
    int errorsBefore = diagnostics.errorCount();
    PassContext context = new PassContext(target.profile(), module, options, diagnostics);
    List<IndexedExtent> extents = new ArrayList<>();
    PassManager.Observer recorder =
        (pass, before, after, time) -> {
          if (pass instanceof Synchronization) {
            extents.addAll(IndexedExtents.of(after)); // All tiles have places, none is lowered.
          }
          observer.ran(pass, before, after, time);
        };
    Function lowered = new PassManager(passes(), recorder).run(function, context);
    if (diagnostics.errorCount() > errorsBefore) {
      return Optional.empty();
    }
    return CodeGenerator.generate(
            lowered, target.profile(), target.selector(), options, diagnostics)
        .map(
            code ->
                code.with(
                    Sections.kind(function, module),
                    AtomicStores.occurIn(function, module),
                    extents,
                    CubeUse.of(lowered),
                    OpenPipes.of(function, module, target.profile()),
                    Sections.kind(function, module) == KernelProperties.Kind.CUBE
                        ? List.of()
                        : OpenPipes.records(function, module)));
  }

  /** All passes in order. */
  public List<Pass> passes() {
    List<Pass> passes = new ArrayList<>();
    passes.add(new PipeLowering());
    passes.add(new Inline());
    passes.add(new Sections());
    passes.add(new PlainForms());
    passes.add(new RankLowering());
    passes.add(new LocalMemory());
    passes.add(new ReshapedTiles());
    passes.add(new CarriedViews());
    passes.add(new Canonicalize());
    passes.add(target.logicalVectors());
    passes.add(new DeviceForms());
    passes.addAll(target.lowering());
    passes.add(new Canonicalize());
    passes.add(new LoopInvariantMotion());
    passes.add(new DeadCode());
    passes.addAll(target.finishing());
    passes.add(new Canonicalize());
    passes.add(new LoopInvariantMotion());
    passes.add(new RepeatedSettings());
    passes.add(new DeadCode());
    return passes;
  }
}
