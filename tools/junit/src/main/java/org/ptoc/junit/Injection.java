package org.ptoc.junit;

import java.lang.annotation.Annotation;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Optional;
import java.util.function.Predicate;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.TestInstancePostProcessor;
import org.junit.platform.commons.support.AnnotationSupport;

/**
 * Gives parameters and fields with an annotation their values.
 *
 * @param <A> the annotation
 * @param <T> the type of the parameters and fields
 */
abstract class Injection<A extends Annotation, T>
    implements ParameterResolver, TestInstancePostProcessor, BeforeAllCallback {
  private final Class<A> annotation;
  private final Class<T> type;

  Injection(Class<A> annotation, Class<T> type) {
    this.annotation = annotation;
    this.type = type;
  }

  /** What is asked for. */
  abstract T value(A wanted, ExtensionContext context);

  @Override
  public final boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.isAnnotated(annotation) && parameter.getParameter().getType() == type;
  }

  @Override
  public final T resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return value(parameter.findAnnotation(annotation).orElseThrow(), context);
  }

  @Override
  public final void beforeAll(ExtensionContext context) throws IllegalAccessException {
    inject(context.getRequiredTestClass(), Optional.empty(), context);
  }

  @Override
  public final void postProcessTestInstance(Object instance, ExtensionContext context)
      throws IllegalAccessException {
    inject(instance.getClass(), Optional.of(instance), context);
  }

  /**
   * Sets the static fields of a class, or those of an instance; JUnit finds the ones of its parents
   * too.
   */
  private void inject(Class<?> owner, Optional<Object> instance, ExtensionContext context)
      throws IllegalAccessException {
    Predicate<Field> wanted =
        field -> Modifier.isStatic(field.getModifiers()) == instance.isEmpty();
    for (Field field : AnnotationSupport.findAnnotatedFields(owner, annotation, wanted)) {
      if (field.getType() != type || Modifier.isFinal(field.getModifiers())) {
        throw new ExtensionConfigurationException(
            "a field with @"
                + annotation.getSimpleName()
                + " has the type "
                + type.getSimpleName()
                + " and is not final, unlike "
                + field.getName()
                + " of "
                + owner.getName());
      }
      field.setAccessible(true);
      field.set(instance.orElse(null), value(field.getAnnotation(annotation), context));
    }
  }
}
