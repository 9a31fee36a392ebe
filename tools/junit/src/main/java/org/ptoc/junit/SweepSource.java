package org.ptoc.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.params.provider.ArgumentsSource;

/**
 * Gives the items of a plan of {@code ptoc sweep} to a {@code @ParameterizedTest} with a parameter
 * of type {@link SweepCase}: one invocation for each item. Kernels are compiled once for all items
 * that share them.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@ArgumentsSource(SweepArguments.class)
public @interface SweepSource {
  /**
   * The plan, looked for on the class path next to the test class, then at the root of the class
   * path, then relative to the working directory; it must be a file, because names in it are
   * relative to it.
   */
  String value();

  /** Only items for which it holds, as {@code ptoc sweep --where}; empty for all. */
  String where() default "";
}
