package org.ptoc.junit;

import java.util.Optional;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.ptoc.ir.isa.Profile;

/** Injects the kernels of {@link PtoKernel}, which registers it. */
final class PtoKernelExtension extends Injection<PtoKernel, Kernel> {
  private static final ExtensionContext.Namespace NAMESPACE =
      ExtensionContext.Namespace.create(PtoKernelExtension.class);

  /** What has to be the same for a kernel to be shared between tests. */
  private record Key(
      SourceFile file, Profile profile, String kernel, boolean runtimeChecks, boolean remarks) {}

  PtoKernelExtension() {
    super(PtoKernel.class, Kernel.class);
  }

  @Override
  Kernel value(PtoKernel wanted, ExtensionContext context) {
    Class<?> test = context.getRequiredTestClass();
    SourceFile file = SourceFile.get(wanted.value(), "kernel source", test);
    KernelCompiler.Result result =
        context
            .getRoot()
            .getStore(NAMESPACE)
            .getOrComputeIfAbsent(
                new Key(
                    file,
                    wanted.profile(),
                    wanted.kernel(),
                    wanted.runtimeChecks(),
                    wanted.remarks()),
                key -> compile(key, context),
                KernelCompiler.Result.class);
    return switch (result) {
      case KernelCompiler.Compiled(Kernel kernel) -> kernel;
      case KernelCompiler.Failed(String message) -> throw new KernelCompilationException(message);
    };
  }

  private static KernelCompiler.Result compile(Key key, ExtensionContext context) {
    Optional<String> name = key.kernel.isEmpty() ? Optional.empty() : Optional.of(key.kernel);
    KernelCompiler.Result result =
        KernelCompiler.compile(
            key.file.name(), key.file.text(), key.profile, name, key.runtimeChecks, key.remarks);
    if (result instanceof KernelCompiler.Compiled(Kernel kernel) && !kernel.warnings().isEmpty()) {
      context.publishReportEntry("ptoc", DiagnosticText.of(kernel.warnings()));
    }
    return result;
  }
}
