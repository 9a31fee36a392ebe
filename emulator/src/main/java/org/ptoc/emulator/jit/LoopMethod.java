package org.ptoc.emulator.jit;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.ptoc.emulator.interpreter.Interpreter;
import org.ptoc.emulator.machine.Core;
import org.ptoc.emulator.machine.ExecutionRecord;
import org.ptoc.emulator.unit.Predicates;
import org.ptoc.ir.isa.Access;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.OperandField;
import org.ptoc.ir.isa.Program;
import org.ptoc.ir.isa.RegisterClass;

/**
 * The method that runs all passes of a loop: for each segment the scalar words, the checks and the call of its lane
 * loop, or the interpreter for the words where a check fails; for the words in between the interpreter. Scalar registers
 * live in local variables from the first pass to the last.
 */
final class LoopMethod {
  static final String DESCRIPTOR = LaneCode.descriptor(void.class, Core.class, Interpreter.class, long.class);

  private static final String CORE = Type.getInternalName(Core.class);
  private static final int THIS_CORE = 1;
  private static final int INTERPRETER = 2;
  private static final int PASSES = 3;
  private static final int UB = 5;
  private static final int VECTORS = 6;
  private static final int PREDICATES = 7;
  private static final int X = 8;
  private static final int OBSERVED = 9;
  private static final int FIRST_REGISTER = 10;

  private final Program program;
  private final List<Part> parts;
  private final String owner;
  private final MethodVisitor mv;
  private final Map<Integer, Integer> homes = new HashMap<>();
  private final TreeSet<Integer> written = new TreeSet<>();
  private final LaneCode code;
  /** Active lanes of the masks that no word of the body writes, by register and lane width. */
  private final Map<List<Integer>, Integer> invariantCounts = new HashMap<>();

  /** A stretch of the body: {@code lanes} is the method of its lane loop, empty for words of the interpreter. */
  record Part(int from, int to, List<Segment> segment, String lanes) {}

  private LoopMethod(Program program, List<Part> parts, String owner, MethodVisitor mv) {
    this.program = program;
    this.parts = parts;
    this.owner = owner;
    this.mv = mv;
    int next = FIRST_REGISTER;
    for (Part part : parts) {
      for (int at = part.from(); at < part.to(); at++) {
        for (OperandField operand : program.at(at).definition().operands()) {
          if (operand.registerClass().isPresent() && operand.registerClass().get() == RegisterClass.X) {
            int register = (int) program.at(at).value(operand);
            if (register == RegisterClass.X.constantRegister()) {
              continue;
            }
            if (homes.putIfAbsent(register, next) == null) {
              next += 2;
            }
            if (operand.access() != Access.READ) {
              written.add(register);
            }
          }
        }
      }
    }
    this.code = new LaneCode(mv, Long.BYTES, next);
  }

  static Label write(ClassVisitor visitor, Program program, List<Part> parts, String owner) {
    MethodVisitor mv = visitor.visitMethod(Opcodes.ACC_PUBLIC, "run", DESCRIPTOR, null, null);
    mv.visitCode();
    new LoopMethod(program, parts, owner, mv).write();
    mv.visitInsn(Opcodes.RETURN);
    Label end = new Label();
    mv.visitLabel(end);
    mv.visitMaxs(0, 0);
    mv.visitEnd();
    return end;
  }

  private void write() {
    field("ub", byte[].class, UB);
    field("vectors", byte[].class, VECTORS);
    field("predicates", long[].class, PREDICATES);
    field("x", long[].class, X);
    mv.visitVarInsn(Opcodes.ALOAD, THIS_CORE);
    mv.visitFieldInsn(Opcodes.GETFIELD, CORE, "record", Type.getDescriptor(ExecutionRecord.class));
    mv.visitMethodInsn(
        Opcodes.INVOKEVIRTUAL, Type.getInternalName(ExecutionRecord.class), "isActive", "()Z", false);
    mv.visitVarInsn(Opcodes.ISTORE, OBSERVED);
    homes.keySet().forEach(this::reload);
    countInvariantMasks();
    Label test = new Label();
    Label body = new Label();
    mv.visitJumpInsn(Opcodes.GOTO, test);
    mv.visitLabel(body);
    for (Part part : parts) {
      if (part.segment().isEmpty()) {
        interpret(part);
      } else {
        new SegmentCode(part.segment().getFirst(), part).write();
      }
    }
    mv.visitVarInsn(Opcodes.LLOAD, PASSES);
    mv.visitInsn(Opcodes.LCONST_1);
    mv.visitInsn(Opcodes.LSUB);
    mv.visitVarInsn(Opcodes.LSTORE, PASSES);
    mv.visitLabel(test);
    mv.visitVarInsn(Opcodes.LLOAD, PASSES);
    mv.visitInsn(Opcodes.LCONST_0);
    mv.visitInsn(Opcodes.LCMP);
    mv.visitJumpInsn(Opcodes.IFGT, body);
    written.forEach(this::spill);
  }

  private void countInvariantMasks() {
    Set<Integer> masks = new TreeSet<>();
    for (Part part : parts) {
      for (int at = part.from(); at < part.to(); at++) {
        masks.addAll(writtenPredicates(program.at(at)));
      }
    }
    for (Part part : parts) {
      for (Segment segment : part.segment()) {
        for (CountSource source : segment.counts()) {
          if (source instanceof CountSource.Register(int predicate)
              && !masks.contains(predicate)
              && !invariantCounts.containsKey(List.of(predicate, segment.width()))) {
            countLanes(predicate, segment.width());
            int local = code.newLocal(1);
            mv.visitVarInsn(Opcodes.ISTORE, local);
            invariantCounts.put(List.of(predicate, segment.width()), local);
          }
        }
      }
    }
  }

  private static List<Integer> writtenPredicates(Instruction instruction) {
    return instruction.definition().operands().stream()
        .filter(operand -> operand.registerClass().equals(Optional.of(RegisterClass.P)))
        .filter(operand -> operand.access() != Access.READ)
        .map(operand -> (int) instruction.value(operand) & 0xF)
        .toList();
  }

  /** Pushes the number of active lanes of a mask, -1 when it is no prefix. */
  private void countLanes(int predicate, int width) {
    mv.visitVarInsn(Opcodes.ALOAD, PREDICATES);
    code.pushInt(predicate * Predicates.WORDS);
    code.pushInt(width);
    code.callOther(Predicates.class, "prefixLength", int.class, long[].class, int.class, int.class);
  }

  private void field(String name, Class<?> type, int local) {
    mv.visitVarInsn(Opcodes.ALOAD, THIS_CORE);
    mv.visitFieldInsn(Opcodes.GETFIELD, CORE, name, Type.getDescriptor(type));
    mv.visitVarInsn(Opcodes.ASTORE, local);
  }

  private void reload(int register) {
    mv.visitVarInsn(Opcodes.ALOAD, X);
    code.pushInt(register);
    mv.visitInsn(Opcodes.LALOAD);
    mv.visitVarInsn(Opcodes.LSTORE, homes.get(register));
  }

  private void spill(int register) {
    mv.visitVarInsn(Opcodes.ALOAD, X);
    code.pushInt(register);
    mv.visitVarInsn(Opcodes.LLOAD, homes.get(register));
    mv.visitInsn(Opcodes.LASTORE);
  }

  /** Leaves the words of a part to the interpreter. */
  private void interpret(Part part) {
    written.forEach(this::spill);
    mv.visitVarInsn(Opcodes.ALOAD, INTERPRETER);
    mv.visitVarInsn(Opcodes.ALOAD, THIS_CORE);
    code.pushInt(part.from());
    code.pushInt(part.to());
    mv.visitMethodInsn(
        Opcodes.INVOKEVIRTUAL, Type.getInternalName(Interpreter.class), "runWords",
        LaneCode.descriptor(void.class, Core.class, int.class, int.class), false);
    written.forEach(this::reload);
  }

  /** The code of one segment within a pass. */
  private final class SegmentCode {
    private final Segment segment;
    private final Part part;
    private final ScalarCode scalar;
    private final int[] addresses;
    private final int[] scalars;
    private final int[] counts;
    private final Label slow = new Label();
    private int active;

    SegmentCode(Segment segment, Part part) {
      this.segment = segment;
      this.part = part;
      this.scalar = new ScalarCode(code, homes);
      this.addresses = new int[segment.accesses().size()];
      this.scalars = new int[segment.scalars().size()];
      this.counts = new int[segment.counts().size()];
    }

    void write() {
      Label done = new Label();
      if (segment.accesses().stream().anyMatch(access -> access.mask() instanceof Mask.Lane)) {
        // Where such a store ends is known to nobody but the interpreter.
        mv.visitVarInsn(Opcodes.ILOAD, OBSERVED);
        mv.visitJumpInsn(Opcodes.IFNE, slow);
      }
      readCounts();
      for (int at = part.from(); at < part.to(); at++) {
        word(at);
      }
      agreeOnActive();
      checkRanges();
      checkOverlaps();
      if (!segment.operations().isEmpty()) {
        call();
      }
      writePredicates();
      scalar.commit();
      countInstructions();
      mv.visitVarInsn(Opcodes.ILOAD, OBSERVED);
      mv.visitJumpInsn(Opcodes.IFEQ, done);
      for (int at = part.from(); at < part.to(); at++) {
        tell(at);
      }
      mv.visitJumpInsn(Opcodes.GOTO, done);
      mv.visitLabel(slow);
      interpret(part);
      mv.visitLabel(done);
    }

    private void readCounts() {
      for (int i = 0; i < counts.length; i++) {
        counts[i] = code.newLocal(1);
        switch (segment.counts().get(i)) {
          case CountSource.Register(int predicate) -> {
            Optional<Integer> known =
                Optional.ofNullable(invariantCounts.get(List.of(predicate, segment.width())));
            if (known.isPresent()) {
              mv.visitVarInsn(Opcodes.ILOAD, known.get());
            } else {
              countLanes(predicate, segment.width());
            }
          }
          case CountSource.Constant(int lanes) -> code.pushInt(lanes);
          case CountSource.LessThan lessThan -> mv.visitInsn(Opcodes.ICONST_0);
        }
        mv.visitVarInsn(Opcodes.ISTORE, counts[i]);
      }
    }

    private void word(int at) {
      Instruction instruction = program.at(at);
      for (int i = 0; i < scalars.length; i++) {
        if (segment.scalars().get(i).word() == at) {
          scalar.push(segment.scalars().get(i).register());
          if (segment.scalars().get(i).distance()) {
            code.call("distance", long.class, long.class);
          }
          scalars[i] = code.newLocal(2);
          mv.visitVarInsn(Opcodes.LSTORE, scalars[i]);
        }
      }
      for (int i = 0; i < addresses.length; i++) {
        if (segment.accesses().get(i).word() == at) {
          addresses[i] = scalar.address(instruction);
        }
      }
      int count = segment.counts().indexOf(new CountSource.LessThan(at));
      if (count >= 0) {
        scalar.lessThan(instruction, counts[count]);
      }
      scalar.write(instruction);
    }

    /** All masks in use must have the same number of active lanes; a register that is no prefix has -1. */
    private void agreeOnActive() {
      active = code.newLocal(1);
      List<Integer> used = new ArrayList<>(new TreeSet<>(segment.governing()));
      if (used.isEmpty()) {
        code.pushInt(segment.lanes());
        mv.visitVarInsn(Opcodes.ISTORE, active);
        return;
      }
      mv.visitVarInsn(Opcodes.ILOAD, counts[used.getFirst()]);
      mv.visitInsn(Opcodes.DUP);
      mv.visitVarInsn(Opcodes.ISTORE, active);
      mv.visitJumpInsn(Opcodes.IFLT, slow);
      for (int i = 1; i < used.size(); i++) {
        mv.visitVarInsn(Opcodes.ILOAD, counts[used.get(i)]);
        mv.visitVarInsn(Opcodes.ILOAD, active);
        mv.visitJumpInsn(Opcodes.IF_ICMPNE, slow);
      }
    }

    private void pushBytes(Segment.Access access) {
      if (access.mask() instanceof Mask.Count) {
        mv.visitVarInsn(Opcodes.ILOAD, active);
        code.pushInt(access.stride());
        mv.visitInsn(Opcodes.IMUL);
      } else {
        code.pushInt(segment.bytes(access));
      }
    }

    private void checkRanges() {
      for (int i = 0; i < addresses.length; i++) {
        Segment.Access access = segment.accesses().get(i);
        mv.visitVarInsn(Opcodes.LLOAD, addresses[i]);
        pushBytes(access);
        code.pushInt(access.alignment());
        mv.visitVarInsn(Opcodes.ALOAD, UB);
        mv.visitInsn(Opcodes.ARRAYLENGTH);
        code.call("isOutside", boolean.class, long.class, int.class, int.class, int.class);
        mv.visitJumpInsn(Opcodes.IFNE, slow);
      }
    }

    private void checkOverlaps() {
      for (int i = 0; i < addresses.length; i++) {
        for (int j = i + 1; j < addresses.length; j++) {
          Segment.Access a = segment.accesses().get(i);
          Segment.Access b = segment.accesses().get(j);
          if (a.store() || b.store()) {
            mv.visitVarInsn(Opcodes.LLOAD, addresses[i]);
            pushBytes(a);
            mv.visitVarInsn(Opcodes.LLOAD, addresses[j]);
            pushBytes(b);
            code.pushInt(a.stride() == b.stride() && a.unit() == b.unit() && a.stride() != 0 ? 1 : 0);
            code.call(
                "conflicts", boolean.class, long.class, int.class, long.class, int.class, boolean.class);
            mv.visitJumpInsn(Opcodes.IFNE, slow);
          }
        }
      }
    }

    private void call() {
      for (Segment.PredicateResult result : segment.predicates()) {
        if (result.mask() instanceof Mask.Lane) {
          mv.visitVarInsn(Opcodes.ALOAD, PREDICATES);
          code.pushInt(result.register() * Predicates.WORDS);
          code.call("clear", void.class, long[].class, int.class);
        }
      }
      mv.visitVarInsn(Opcodes.ALOAD, UB);
      mv.visitVarInsn(Opcodes.ALOAD, VECTORS);
      mv.visitVarInsn(Opcodes.ALOAD, PREDICATES);
      mv.visitVarInsn(Opcodes.ILOAD, active);
      for (int address : addresses) {
        mv.visitVarInsn(Opcodes.LLOAD, address);
        mv.visitInsn(Opcodes.L2I);
      }
      for (int value : scalars) {
        mv.visitVarInsn(Opcodes.LLOAD, value);
      }
      mv.visitMethodInsn(
          Opcodes.INVOKESTATIC, owner, part.lanes(), LaneMethod.descriptor(segment), false);
    }

    private void writePredicates() {
      for (Segment.PredicateResult result : segment.predicates()) {
        if (result.mask() instanceof Mask.Lane) {
          continue;
        }
        mv.visitVarInsn(Opcodes.ALOAD, PREDICATES);
        code.pushInt(result.register() * Predicates.WORDS);
        code.pushInt(result.width());
        if (result.mask() instanceof Mask.Count(int index)) {
          mv.visitVarInsn(Opcodes.ILOAD, counts[index]);
          mv.visitInsn(Opcodes.I2L);
        } else {
          mv.visitLdcInsn((long) Segment.VECTOR_BYTES);
        }
        code.callOther(
            Predicates.class, "prefix", void.class, long[].class, int.class, int.class,
            long.class);
      }
    }

    private void tell(int at) {
      mv.visitVarInsn(Opcodes.ALOAD, THIS_CORE);
      code.pushInt(at);
      for (int i = 0; i < addresses.length; i++) {
        Segment.Access access = segment.accesses().get(i);
        if (access.word() == at) {
          code.pushInt(access.store() ? 1 : 0);
          mv.visitVarInsn(Opcodes.LLOAD, addresses[i]);
          pushBytes(access);
          code.call("noteAccess", void.class, Core.class, int.class, boolean.class, long.class, int.class);
          return;
        }
      }
      code.call("note", void.class, Core.class, int.class);
    }

    private void countInstructions() {
      mv.visitVarInsn(Opcodes.ALOAD, THIS_CORE);
      mv.visitInsn(Opcodes.DUP);
      mv.visitFieldInsn(Opcodes.GETFIELD, CORE, "executed", "J");
      mv.visitLdcInsn((long) (part.to() - part.from()));
      mv.visitInsn(Opcodes.LADD);
      mv.visitFieldInsn(Opcodes.PUTFIELD, CORE, "executed", "J");
    }
  }
}
