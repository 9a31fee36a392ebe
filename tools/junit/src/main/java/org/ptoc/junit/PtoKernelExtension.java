package org.ptoc.junit;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Optional;
import java.util.function.Predicate;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.TestInstancePostProcessor;
import org.junit.platform.commons.support.AnnotationSupport;
import org.ptoc.ir.isa.Profile;

/** Injects the kernels of {@link PtoKernel}, which registers it. */
final class PtoKernelExtension
    implements ParameterResolver, TestInstancePostProcessor, BeforeAllCallback {
  private static final ExtensionContext.Namespace NAMESPACE =
      ExtensionContext.Namespace.create(PtoKernelExtension.class);

  /** What has to be the same for a kernel to be shared between tests. */
  private record Key(SourceFile file, Profile profile, String kernel) {}

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.isAnnotated(PtoKernel.class)
        && parameter.getParameter().getType() == Kernel.class;
  }

  @Override
  public Kernel resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return kernel(parameter.findAnnotation(PtoKernel.class).orElseThrow(), context);
  }

  @Override
  public void beforeAll(ExtensionContext context) throws IllegalAccessException {
    inject(context.getRequiredTestClass(), Optional.empty(), context);
  }

  @Override
  public void postProcessTestInstance(Object instance, ExtensionContext context)
      throws IllegalAccessException {
    inject(instance.getClass(), Optional.of(instance), context);
  }

  /**
   * Sets the static fields of a class, or those of an instance; JUnit finds the ones of its parents
   * too.
   */
  private static void inject(Class<?> type, Optional<Object> instance, ExtensionContext context)
      throws IllegalAccessException {
    Predicate<Field> wanted =
        field -> Modifier.isStatic(field.getModifiers()) == instance.isEmpty();
    for (Field field : AnnotationSupport.findAnnotatedFields(type, PtoKernel.class, wanted)) {
      if (field.getType() != Kernel.class || Modifier.isFinal(field.getModifiers())) {
        throw new ExtensionConfigurationException(
            "a field with @PtoKernel has the type Kernel and is not final, unlike "
                + field.getName()
                + " of "
                + type.getName());
      }
      field.setAccessible(true);
      field.set(instance.orElse(null), kernel(field.getAnnotation(PtoKernel.class), context));
    }
  }

  private static Kernel kernel(PtoKernel wanted, ExtensionContext context) {
    Class<?> test = context.getRequiredTestClass();
    SourceFile file =
        SourceFile.find(wanted.value(), test).orElseThrow(() -> notFound(wanted.value(), test));
    KernelCompiler.Result result =
        context
            .getRoot()
            .getStore(NAMESPACE)
            .getOrComputeIfAbsent(
                new Key(file, wanted.profile(), wanted.kernel()),
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
        KernelCompiler.compile(key.file.name(), key.file.text(), key.profile, name);
    if (result instanceof KernelCompiler.Compiled(Kernel kernel) && !kernel.warnings().isEmpty()) {
      context.publishReportEntry("ptoc", DiagnosticText.of(kernel.warnings()));
    }
    return result;
  }

  private static ParameterResolutionException notFound(String file, Class<?> test) {
    return new ParameterResolutionException(
        "there is no kernel source '"
            + file
            + "': it is neither on the class path next to "
            + test.getName()
            + ", nor at the root of the class path, nor in the working directory");
  }
}
