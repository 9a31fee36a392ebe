package org.ptoc.build;

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
 * Writes out {@code equals} and {@code hashCode} of records. The compiler leaves them to {@code
 * ObjectMethods}, which builds them of method handles at the first call, at every start anew. The
 * results are the same: components are compared as {@code Objects.equals} and the boxes do, and
 * hashes are combined with the factor 31.
 */
final class RecordMethods extends ClassVisitor {
  private static final String BOOTSTRAPS = "java/lang/runtime/ObjectMethods";

  private String owner = "";

  private RecordMethods(ClassVisitor next) {
    super(Opcodes.ASM9, next);
  }

  /** The class with its own code in place of calls of {@code ObjectMethods}; text is left alone. */
  static byte[] replaced(byte[] contents) {
    ClassReader reader = new ClassReader(contents);
    if (!"java/lang/Record".equals(reader.getSuperName())) {
      return contents;
    }
    ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    reader.accept(new RecordMethods(writer), 0);
    return writer.toByteArray();
  }

  @Override
  public void visit(
      int version, int access, String name, String signature, String parent, String[] interfaces) {
    owner = name;
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
        if (!bootstrap.getOwner().equals(BOOTSTRAPS) || call.equals("toString")) {
          super.visitInvokeDynamicInsn(call, type, bootstrap, arguments);
          return;
        }
        // The operands of the call lie on the stack already; they are the arguments of the method.
        List<Handle> fields = Arrays.stream(arguments).skip(2).map(Handle.class::cast).toList();
        if (call.equals("equals")) {
          super.visitInsn(Opcodes.POP2);
          equal(fields, mv);
        } else {
          super.visitInsn(Opcodes.POP);
          hash(fields, mv);
        }
      }
    };
  }

  private void equal(List<Handle> fields, MethodVisitor code) {
    Label different = new Label();
    Label end = new Label();
    code.visitVarInsn(Opcodes.ALOAD, 1);
    code.visitTypeInsn(Opcodes.INSTANCEOF, owner);
    code.visitJumpInsn(Opcodes.IFEQ, different);
    for (Handle field : fields) {
      get(0, field, code);
      get(1, field, code);
      Type type = Type.getType(field.getDesc());
      switch (type.getSort()) {
        case Type.OBJECT, Type.ARRAY ->
            call("java/util/Objects", "equals", "(Ljava/lang/Object;Ljava/lang/Object;)Z", code);
        default -> call(box(type), "compare", "(" + type + type + ")I", code);
      }
      boolean reference = type.getSort() == Type.OBJECT || type.getSort() == Type.ARRAY;
      code.visitJumpInsn(reference ? Opcodes.IFEQ : Opcodes.IFNE, different);
    }
    code.visitInsn(Opcodes.ICONST_1);
    code.visitJumpInsn(Opcodes.GOTO, end);
    code.visitLabel(different);
    code.visitFrame(Opcodes.F_SAME, 0, null, 0, null);
    code.visitInsn(Opcodes.ICONST_0);
    code.visitLabel(end);
    code.visitFrame(Opcodes.F_SAME1, 0, null, 1, new Object[] {Opcodes.INTEGER});
  }

  private void hash(List<Handle> fields, MethodVisitor code) {
    code.visitInsn(Opcodes.ICONST_0);
    for (Handle field : fields) {
      code.visitIntInsn(Opcodes.BIPUSH, 31);
      code.visitInsn(Opcodes.IMUL);
      get(0, field, code);
      Type type = Type.getType(field.getDesc());
      boolean reference = type.getSort() == Type.OBJECT || type.getSort() == Type.ARRAY;
      call(
          reference ? "java/util/Objects" : box(type),
          "hashCode",
          reference ? "(Ljava/lang/Object;)I" : "(" + type + ")I",
          code);
      code.visitInsn(Opcodes.IADD);
    }
  }

  private void get(int variable, Handle field, MethodVisitor code) {
    code.visitVarInsn(Opcodes.ALOAD, variable);
    if (variable == 1) {
      code.visitTypeInsn(Opcodes.CHECKCAST, owner);
    }
    code.visitFieldInsn(Opcodes.GETFIELD, owner, field.getName(), field.getDesc());
  }

  private static void call(String owner, String name, String descriptor, MethodVisitor code) {
    code.visitMethodInsn(Opcodes.INVOKESTATIC, owner, name, descriptor, false);
  }

  private static String box(Type type) {
    return switch (type.getSort()) {
      case Type.BOOLEAN -> "java/lang/Boolean";
      case Type.BYTE -> "java/lang/Byte";
      case Type.CHAR -> "java/lang/Character";
      case Type.SHORT -> "java/lang/Short";
      case Type.INT -> "java/lang/Integer";
      case Type.LONG -> "java/lang/Long";
      case Type.FLOAT -> "java/lang/Float";
      case Type.DOUBLE -> "java/lang/Double";
      default -> throw new IllegalArgumentException(type.getDescriptor());
    };
  }
}
