package org.ptoc.emulator.jit;

import java.util.Map;
import java.util.Optional;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.ptoc.emulator.machine.Core;
import org.ptoc.ir.isa.Program;

/**
 * The method {@code (Core, long passes)} that runs passes of a flat loop as one lane loop and returns how many these
 * were: 0 when addresses, masks or overlaps do not allow it, and fewer than asked for when the last passes are
 * different.
 */
final class FlatMethod {
  static final String NAME = "flat";
  static final String DESCRIPTOR = CodeWriter.descriptor(long.class, Core.class, long.class);

  private static final String CORE = Type.getInternalName(Core.class);
  private static final int THIS_CORE = 0;
  private static final int PASSES = 1;
  private static final int UB = 3;
  private static final int VECTORS = 4;
  private static final int PREDICATES = 5;
  private static final int X = 6;
  private static final int FIRST_HOME = 7;

  private final Program program;
  private final FlatLoop loop;
  private final Segment segment;
  private final LaneMethods lanes;
  private final CodeWriter code;
  private final MethodVisitor mv;
  private final ScalarHomes homes;
  private final Label none = new Label();
  private final int passes;
  private final int end;

  /** What one pass makes of the scalar registers: local variables. */
  private record Pass(int[] addresses, int[] counts, int[] scalars, ScalarCode code) {}

  private FlatMethod(Program program, FlatLoop loop, LaneMethods lanes, MethodVisitor mv) {
    this.program = program;
    this.loop = loop;
    this.segment = loop.segment();
    this.lanes = lanes;
    this.mv = mv;
    this.homes = ScalarHomes.of(program, segment.from(), segment.to(), FIRST_HOME);
    this.code = new CodeWriter(mv, homes.end(FIRST_HOME));
    this.passes = code.newLocal(2);
    this.end = code.newLocal(1);
  }

  /** Writes the method and returns its last label. */
  static Label write(ClassVisitor visitor, Program program, FlatLoop loop, LaneMethods lanes) {
    return CodeWriter.method(
        visitor, Opcodes.ACC_STATIC, NAME, DESCRIPTOR, mv -> new FlatMethod(program, loop, lanes, mv).write());
  }

  private void write() {
    field("ub", byte[].class, UB);
    field("vectors", byte[].class, VECTORS);
    field("predicates", long[].class, PREDICATES);
    field("x", long[].class, X);
    homes.reload(code, X);
    checkInvariantMasks();
    Pass first = pass(homes.locals());
    Pass second = pass(first.code().values());
    countPasses(first, second);
    checkSteps(first, second);
    AccessChecks checks = new AccessChecks(code, segment.accesses(), first.addresses(), this::pushBytes, none);
    checks.ranges(UB);
    checks.overlaps();
    call(first);
    advance(first);
    Label done = new Label();
    mv.visitVarInsn(Opcodes.LLOAD, passes);
    mv.visitJumpInsn(Opcodes.GOTO, done);
    mv.visitLabel(none);
    mv.visitInsn(Opcodes.LCONST_0);
    mv.visitLabel(done);
  }

  private void field(String name, Class<?> type, int local) {
    mv.visitVarInsn(Opcodes.ALOAD, THIS_CORE);
    mv.visitFieldInsn(Opcodes.GETFIELD, CORE, name, Type.getDescriptor(type));
    mv.visitVarInsn(Opcodes.ASTORE, local);
  }

  /** Masks from in front of the loop must be full. */
  private void checkInvariantMasks() {
    for (CountSource source : segment.counts()) {
      if (source instanceof CountSource.Register(int predicate, int offset)) {
        LoopMethod.countLanes(code, PREDICATES, predicate, segment.width(), offset);
        code.pushInt(segment.lanes());
        mv.visitJumpInsn(Opcodes.IF_ICMPNE, none);
      }
    }
  }

  /** The scalar side of a pass that begins with registers in {@code begin}. */
  private Pass pass(Map<Integer, Integer> begin) {
    ScalarCode scalar = new ScalarCode(code, begin);
    int[] addresses = new int[segment.accesses().size()];
    int[] counts = new int[segment.counts().size()];
    int[] scalars = new int[segment.scalars().size()];
    for (int at = segment.from(); at < segment.to(); at++) {
      SegmentCode.readOperands(code, scalar, segment, at, scalars);
      for (int i = 0; i < addresses.length; i++) {
        if (segment.accesses().get(i).word() == at) {
          addresses[i] = scalar.address(program.at(at));
        }
      }
      int count = segment.counts().indexOf(new CountSource.LessThan(at));
      if (count >= 0) {
        scalar.push(program.at(at).code("xb"));
        counts[count] = code.newLocal(2);
        mv.visitVarInsn(Opcodes.LSTORE, counts[count]);
      }
      scalar.write(program.at(at));
    }
    return new Pass(addresses, counts, scalars, scalar);
  }

  /** How many passes, and how many lanes these have. */
  private void countPasses(Pass first, Pass second) {
    mv.visitVarInsn(Opcodes.LLOAD, PASSES);
    if (loop.leavesRegisters()) {
      mv.visitInsn(Opcodes.LCONST_1); // The last pass writes registers back.
      mv.visitInsn(Opcodes.LSUB);
    }
    Optional<Integer> partial = Optional.empty();
    for (int i = 0; i < segment.counts().size(); i++) {
      if (segment.counts().get(i) instanceof CountSource.LessThan(int word)) {
        boolean isPartial = loop.allowsPartialMask() && segment.governing().contains(i);
        partial = isPartial ? Optional.of(i) : partial;
        pushCounts(first, second, i);
        code.pushInt(Segment.VECTOR_BYTES >> program.at(word).code("gr"));
        code.pushInt(isPartial ? 1 : 0);
        code.call(
            "flatPasses", long.class, long.class, long.class, long.class, int.class, boolean.class);
      }
    }
    mv.visitInsn(Opcodes.DUP2);
    mv.visitVarInsn(Opcodes.LSTORE, passes);
    mv.visitLdcInsn(2L);
    mv.visitInsn(Opcodes.LCMP);
    mv.visitJumpInsn(Opcodes.IFLT, none);
    pushAllLanes();
    if (partial.isPresent()) {
      pushCounts(first, second, partial.get());
      code.call("flatLanes", int.class, int.class, long.class, long.class);
    }
    mv.visitVarInsn(Opcodes.ISTORE, end);
  }

  private void pushCounts(Pass first, Pass second, int index) {
    mv.visitVarInsn(Opcodes.LLOAD, first.counts()[index]);
    mv.visitVarInsn(Opcodes.LLOAD, second.counts()[index]);
  }

  private void pushAllLanes() {
    mv.visitVarInsn(Opcodes.LLOAD, passes);
    mv.visitInsn(Opcodes.L2I);
    code.pushInt(segment.lanes());
    mv.visitInsn(Opcodes.IMUL);
  }

  private void checkSteps(Pass first, Pass second) {
    for (int i = 0; i < first.addresses().length; i++) {
      Segment.Access access = segment.accesses().get(i);
      mv.visitVarInsn(Opcodes.LLOAD, second.addresses()[i]);
      mv.visitVarInsn(Opcodes.LLOAD, first.addresses()[i]);
      mv.visitInsn(Opcodes.LSUB);
      mv.visitLdcInsn(access.places().isFixed() ? 0L : segment.bytes(access));
      mv.visitInsn(Opcodes.LCMP);
      mv.visitJumpInsn(Opcodes.IFNE, none);
    }
  }

  private void pushBytes(Segment.Access access) {
    if (access.mask() instanceof Mask.Count) {
      mv.visitVarInsn(Opcodes.ILOAD, end);
      code.pushInt(access.places().stride());
      mv.visitInsn(Opcodes.IMUL);
      return;
    }
    code.pushInt(segment.bytes(access));
    if (!access.places().isFixed()) {
      mv.visitVarInsn(Opcodes.LLOAD, passes);
      mv.visitInsn(Opcodes.L2I);
      mv.visitInsn(Opcodes.IMUL);
    }
  }

  private void call(Pass first) {
    if (lanes.isStaged()) {
      mv.visitVarInsn(Opcodes.ALOAD, THIS_CORE);
      mv.visitVarInsn(Opcodes.ILOAD, end);
      lanes.callStaged(mv, first.addresses(), first.scalars());
      return;
    }
    mv.visitVarInsn(Opcodes.ALOAD, UB);
    mv.visitVarInsn(Opcodes.ALOAD, VECTORS);
    mv.visitVarInsn(Opcodes.ALOAD, PREDICATES);
    mv.visitInsn(Opcodes.ICONST_0);
    mv.visitVarInsn(Opcodes.ILOAD, end);
    lanes.call(mv, segment, true, first.addresses(), first.scalars());
  }

  /** Brings the scalar registers to the beginning of the last of the passes, and through it. */
  private void advance(Pass first) {
    Map<Integer, Integer> after = first.code().values();
    for (int register : loop.stepping()) {
      int home = homes.locals().get(register);
      mv.visitVarInsn(Opcodes.LLOAD, home);
      mv.visitVarInsn(Opcodes.LLOAD, after.get(register));
      mv.visitVarInsn(Opcodes.LLOAD, home);
      mv.visitInsn(Opcodes.LSUB);
      mv.visitVarInsn(Opcodes.LLOAD, passes);
      mv.visitInsn(Opcodes.LCONST_1);
      mv.visitInsn(Opcodes.LSUB);
      mv.visitInsn(Opcodes.LMUL);
      mv.visitInsn(Opcodes.LADD);
      mv.visitVarInsn(Opcodes.LSTORE, home);
    }
    ScalarCode last = new ScalarCode(code, homes.locals());
    for (int at = segment.from(); at < segment.to(); at++) {
      last.write(program.at(at));
    }
    last.commit();
    homes.spill(code, X);
    mv.visitVarInsn(Opcodes.ALOAD, THIS_CORE);
    mv.visitInsn(Opcodes.DUP);
    mv.visitFieldInsn(Opcodes.GETFIELD, CORE, "executed", "J");
    mv.visitVarInsn(Opcodes.LLOAD, passes);
    mv.visitLdcInsn((long) (segment.to() - segment.from()));
    mv.visitInsn(Opcodes.LMUL);
    mv.visitInsn(Opcodes.LADD);
    mv.visitFieldInsn(Opcodes.PUTFIELD, CORE, "executed", "J");
  }
}
