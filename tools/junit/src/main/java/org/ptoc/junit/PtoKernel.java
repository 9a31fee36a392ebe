package org.ptoc.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;
import org.ptoc.ir.isa.Profile;

/**
 * Marks a parameter of type {@link Kernel} of a test method, life-cycle method or test class
 * constructor, or a field of that type of a test class, static or not, private or not, but not
 * final; the kernel is compiled and injected. A file is compiled once per test run for each profile
 * and kernel name; its warnings are published as report entries, with the key {@code ptoc}.
 *
 * <p>When the source has errors, the test fails with a {@link KernelCompilationException} that
 * lists them.
 */
@Documented
@Target({ElementType.PARAMETER, ElementType.FIELD})
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(PtoKernelExtension.class)
public @interface PtoKernel {
  /**
   * The source file, looked for on the class path next to the test class, then at the root of the
   * class path, then relative to the working directory.
   */
  String value();

  /** The profile to compile for; a module that names another one is an error. */
  Profile profile() default Profile.A5;

  /** The function to run, without {@code @}; when empty, the file must have exactly one kernel. */
  String kernel() default "";

  /**
   * True if valid extents that only a launch knows are checked before it runs; a launch in which
   * they do not fit throws {@link KernelTrapError}. The words of the kernel do not depend on it.
   */
  boolean runtimeChecks() default true;

  /**
   * True if notes on what the compiler could not do or had to, as {@code ptoc check --remarks}
   * gives them, are among the warnings.
   */
  boolean remarks() default false;
}
