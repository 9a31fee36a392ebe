package org.ptoc.build;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Classes do the same after {@link TypeSwitches} and {@link RecordMethods}, and need no code made
 * at run time for it.
 */
class RewritingTest {
  private static byte[] replaced(byte[] contents) {
    return RecordMethods.replaced(TypeSwitches.replaced(contents));
  }

  /** Loads the classes of {@link Shapes} anew, rewritten; the virtual machine verifies them. */
  private static final class Rewriting extends ClassLoader {
    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (!name.startsWith(Shapes.class.getName())) {
        return super.loadClass(name, resolve);
      }
      Class<?> known = findLoadedClass(name);
      try {
        byte[] contents = replaced(bytes(name));
        return known == null ? defineClass(name, contents, 0, contents.length) : known;
      } catch (IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }
  }

  private static byte[] bytes(String name) throws IOException {
    try (InputStream in =
        RewritingTest.class
            .getClassLoader()
            .getResourceAsStream(name.replace('.', '/') + ".class")) {
      return in.readAllBytes();
    }
  }

  @Test
  void theSameComesOut() throws ReflectiveOperationException {
    Object rewritten =
        new Rewriting().loadClass(Shapes.class.getName(), true).getConstructor().newInstance();
    assertThat(rewritten.getClass()).isNotEqualTo(Shapes.class);
    assertThat(((Supplier<?>) rewritten).get()).isEqualTo(new Shapes().get());
  }

  @Test
  void nothingIsLeftToTheVirtualMachine() throws IOException {
    List<String> before = new ArrayList<>();
    List<String> after = new ArrayList<>();
    for (String inner : List.of("", "$Circle", "$Square", "$Many", "$Nothing")) {
      byte[] contents = bytes(Shapes.class.getName() + inner);
      before.addAll(calls(contents));
      after.addAll(calls(replaced(contents)));
    }
    assertThat(before).contains("typeSwitch", "enumSwitch", "equals", "hashCode", "toString");
    assertThat(after)
        .contains("toString")
        .doesNotContain("typeSwitch", "enumSwitch", "equals", "hashCode");
  }

  private static List<String> calls(byte[] contents) {
    List<String> names = new ArrayList<>();
    new ClassReader(contents)
        .accept(
            new ClassVisitor(Opcodes.ASM9) {
              @Override
              public MethodVisitor visitMethod(
                  int access, String name, String type, String signature, String[] exceptions) {
                return new MethodVisitor(Opcodes.ASM9) {
                  @Override
                  public void visitInvokeDynamicInsn(
                      String call, String descriptor, Handle bootstrap, Object... arguments) {
                    names.add(call);
                  }
                };
              }
            },
            0);
    return names;
  }
}
