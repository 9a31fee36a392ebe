package org.ptoc.emulator.jit.code;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.concurrent.atomic.AtomicInteger;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.util.CheckClassAdapter;

/** Every class that is generated in the tests of this module goes through the checker of ASM. */
public final class AsmCheck implements GeneratedClassCheck {
  private static final AtomicInteger SEEN = new AtomicInteger();

  /** How many classes were looked at. */
  static int seen() {
    return SEEN.get();
  }

  @Override
  public void check(byte[] bytes) {
    SEEN.incrementAndGet();
    StringWriter faults = new StringWriter();
    CheckClassAdapter.verify(
        new ClassReader(bytes), getClass().getClassLoader(), false, new PrintWriter(faults));
    if (!faults.toString().isEmpty()) {
      throw new AssertionError("generated class: " + faults);
    }
  }
}
