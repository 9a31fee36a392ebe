package org.ptoc.emulator.jit.code;

import java.util.ServiceLoader;

/**
 * Looks at the bytes of every class that is generated. Services are asked for only where assertions
 * are on, so that a run without them loads nothing; the tests of this module have one that asks the
 * checker of ASM, which tells more than the virtual machine does and reads code that it never
 * reaches.
 */
public interface GeneratedClassCheck {

  /**
   * Checks a class.
   *
   * @throws AssertionError with a reason, when it is not well formed
   */
  void check(byte[] bytes);

  /** Asks all services. */
  static boolean iterations(byte[] bytes) {
    for (GeneratedClassCheck check : ServiceLoader.load(GeneratedClassCheck.class)) {
      check.check(bytes);
    }
    return true;
  }
}
