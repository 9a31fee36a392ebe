package org.ptoc.build;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Replaces the type tests of pattern switches, and the comparisons of exhaustive switches over
 * enums. The compiler leaves them to {@code SwitchBootstraps}, for which the virtual machine makes
 * a class the first time that each switch runs, milliseconds at every start; no archive keeps these
 * classes. Here each becomes a static method with the same tests in the same order.
 */
final class TypeSwitches extends ClassVisitor {
  private static final String BOOTSTRAPS = "java/lang/runtime/SwitchBootstraps";
  private static final String NAME = "typeSwitch$";

  /**
   * A method to make.
   *
   * @param labels types, or names of constants of the enum that is the first parameter
   */
  private record Tests(String name, String descriptor, List<Object> labels) {}

  private final List<Tests> methods = new ArrayList<>();
  private String owner = "";
  private boolean isInterface;

  private TypeSwitches(ClassVisitor next) {
    super(Opcodes.ASM9, next);
  }

  /** The class without switches over types alone; those over constants too stay as they are. */
  static byte[] replaced(byte[] contents) {
    ClassReader reader = new ClassReader(contents);
    ClassWriter writer = new ClassWriter(0);
    TypeSwitches switches = new TypeSwitches(writer);
    reader.accept(switches, 0);
    return switches.methods.isEmpty() ? contents : writer.toByteArray();
  }

  @Override
  public void visit(
      int version, int access, String name, String signature, String parent, String[] interfaces) {
    owner = name;
    isInterface = (access & Opcodes.ACC_INTERFACE) != 0;
    super.visit(version, access, name, signature, parent, interfaces);
  }

  @Override
  public MethodVisitor visitMethod(
      int access, String name, String descriptor, String signature, String[] exceptions) {
    return new MethodVisitor(
        Opcodes.ASM9, super.visitMethod(access, name, descriptor, signature, exceptions)) {
      @Override
      public void visitInvokeDynamicInsn(
          String call, String type, Handle bootstrap, Object... arguments) {
        if (!bootstrap.getOwner().equals(BOOTSTRAPS) || !isKnown(bootstrap.getName(), arguments)) {
          super.visitInvokeDynamicInsn(call, type, bootstrap, arguments);
          return;
        }
        Tests tests = new Tests(NAME + methods.size(), type, List.of(arguments));
        methods.add(tests);
        super.visitMethodInsn(Opcodes.INVOKESTATIC, owner, tests.name, type, isInterface);
      }
    };
  }

  private static boolean isKnown(String bootstrap, Object[] labels) {
    boolean enums = bootstrap.equals("enumSwitch");
    return Arrays.stream(labels).allMatch(label -> enums ? label instanceof String : isType(label));
  }

  private static boolean isType(Object label) {
    return label instanceof Type type
        && (type.getSort() == Type.OBJECT || type.getSort() == Type.ARRAY);
  }

  @Override
  public void visitEnd() {
    methods.forEach(this::write);
    super.visitEnd();
  }

  /**
   * The number of the first label, from the second argument on, that the first argument meets; -1
   * for null, the count for none.
   */
  private void write(Tests tests) {
    int access = Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC | Opcodes.ACC_SYNTHETIC;
    MethodVisitor code = super.visitMethod(access, tests.name, tests.descriptor, null, null);
    code.visitCode();
    Label next = new Label();
    code.visitVarInsn(Opcodes.ALOAD, 0);
    code.visitJumpInsn(Opcodes.IFNONNULL, next);
    answer(-1, next, code);
    for (int i = 0; i < tests.labels.size(); i++) {
      next = new Label();
      code.visitVarInsn(Opcodes.ILOAD, 1);
      number(i, code);
      code.visitJumpInsn(Opcodes.IF_ICMPGT, next);
      code.visitVarInsn(Opcodes.ALOAD, 0);
      if (tests.labels.get(i) instanceof Type type) {
        code.visitTypeInsn(Opcodes.INSTANCEOF, type.getInternalName());
        code.visitJumpInsn(Opcodes.IFEQ, next);
      } else {
        Type type = Type.getArgumentTypes(tests.descriptor)[0];
        code.visitFieldInsn(
            Opcodes.GETSTATIC,
            type.getInternalName(),
            (String) tests.labels.get(i),
            type.getDescriptor());
        code.visitJumpInsn(Opcodes.IF_ACMPNE, next);
      }
      answer(i, next, code);
    }
    number(tests.labels.size(), code);
    code.visitInsn(Opcodes.IRETURN);
    code.visitMaxs(2, 2);
    code.visitEnd();
  }

  private static void answer(int value, Label next, MethodVisitor code) {
    number(value, code);
    code.visitInsn(Opcodes.IRETURN);
    code.visitLabel(next);
    code.visitFrame(Opcodes.F_SAME, 0, null, 0, null);
  }

  private static void number(int value, MethodVisitor code) {
    code.visitIntInsn(Opcodes.SIPUSH, value);
  }
}
