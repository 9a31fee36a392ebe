package org.ptoc.junit;

import java.util.Optional;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.ptoc.ir.isa.Profile;

/** Injects the kernels of {@link PtoKernel}, which registers it. */
final class PtoKernelExtension implements ParameterResolver {
  private static final ExtensionContext.Namespace NAMESPACE =
      ExtensionContext.Namespace.create(PtoKernelExtension.class);

  /** What has to be the same for a kernel to be shared between tests. */
  private record Key(SourceFile file, Profile profile, String kernel) {}

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.isAnnotated(PtoKernel.class) && parameter.getParameter().getType() == Kernel.class;
  }

  @Override
  public Kernel resolveParameter(ParameterContext parameter, ExtensionContext context) {
    PtoKernel wanted = parameter.findAnnotation(PtoKernel.class).orElseThrow();
    SourceFile file =
        SourceFile.find(wanted.value(), context.getRequiredTestClass())
            .orElseThrow(() -> notFound(wanted.value(), context.getRequiredTestClass()));
    Key key = new Key(file, wanted.profile(), wanted.kernel());
    KernelCompiler.Result result =
        context.getRoot().getStore(NAMESPACE)
            .getOrComputeIfAbsent(key, PtoKernelExtension::compile, KernelCompiler.Result.class);
    return switch (result) {
      case KernelCompiler.Compiled(Kernel kernel) -> kernel;
      case KernelCompiler.Failed(String message) -> throw new KernelCompilationException(message);
    };
  }

  private static KernelCompiler.Result compile(Key key) {
    Optional<String> name = key.kernel.isEmpty() ? Optional.empty() : Optional.of(key.kernel);
    return KernelCompiler.compile(key.file.name(), key.file.text(), key.profile, name);
  }

  private static ParameterResolutionException notFound(String file, Class<?> test) {
    return new ParameterResolutionException(
        "there is no kernel source '" + file + "': it is neither on the class path next to " + test.getName()
            + ", nor at the root of the class path, nor in the working directory");
  }
}
