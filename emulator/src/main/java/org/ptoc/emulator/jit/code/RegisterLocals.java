package org.ptoc.emulator.jit.code;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.objectweb.asm.Opcodes;
import org.ptoc.ir.isa.Access;
import org.ptoc.ir.isa.OperandField;
import org.ptoc.ir.isa.Program;
import org.ptoc.ir.isa.RegisterClass;

/**
 * The local variables in which a method keeps scalar registers.
 *
 * @param locals the local variable of each register that the words name
 * @param written the registers that the words write
 */
public record RegisterLocals(Map<Integer, Integer> locals, Set<Integer> written) {

  /**
   * Homes for the words from {@code from} to {@code to - 1}, from local variable {@code first} on.
   */
  public static RegisterLocals of(Program program, int from, int to, int first) {
    Map<Integer, Integer> locals = new LinkedHashMap<>();
    Set<Integer> written = new TreeSet<>();
    for (int at = from; at < to; at++) {
      for (OperandField operand : program.at(at).definition().operands()) {
        if (operand.isOf(RegisterClass.X)) {
          int register = (int) program.at(at).value(operand);
          if (register != RegisterClass.X.constantRegister()) {
            locals.putIfAbsent(register, first + 2 * locals.size());
            if (operand.access() != Access.READ) {
              written.add(register);
            }
          }
        }
      }
    }
    return new RegisterLocals(locals, written);
  }

  /** The first local variable behind the homes that began at {@code first}. */
  public int end(int first) {
    return first + 2 * locals.size();
  }

  /** The local variable that holds a register. */
  public int home(int register) {
    return Objects.requireNonNull(locals.get(register));
  }

  /** Loads all registers from the array in local variable {@code x}. */
  public void reload(CodeWriter code, int x) {
    locals.keySet().forEach(register -> reload(code, x, register));
  }

  /** Loads what other code may have changed. */
  public void reloadWritten(CodeWriter code, int x) {
    written.forEach(register -> reload(code, x, register));
  }

  private void reload(CodeWriter code, int x, int register) {
    code.mv.visitVarInsn(Opcodes.ALOAD, x);
    code.pushInt(register);
    code.mv.visitInsn(Opcodes.LALOAD);
    code.mv.visitVarInsn(Opcodes.LSTORE, home(register));
  }

  /** Stores the registers that the words write. */
  public void spill(CodeWriter code, int x) {
    for (int register : written) {
      code.mv.visitVarInsn(Opcodes.ALOAD, x);
      code.pushInt(register);
      code.mv.visitVarInsn(Opcodes.LLOAD, home(register));
      code.mv.visitInsn(Opcodes.LASTORE);
    }
  }
}
