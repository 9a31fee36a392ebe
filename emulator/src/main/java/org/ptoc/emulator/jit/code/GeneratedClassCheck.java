package org.ptoc.emulator.jit.code;

import java.util.ServiceLoader;

/**
 * Checks the bytes of every generated class. Services are loaded only when assertions are on, so
 * that a run without them loads nothing. The tests of this module have a service that calls the
 * verifier of ASM, which reports more than the virtual machine and also checks unreachable code.
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
