package org.ptoc.emulator.jit.loop;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.ptoc.emulator.jit.code.CodeWriter;
import org.ptoc.emulator.jit.code.RegisterLocals;
import org.ptoc.emulator.jit.segment.CountSource;
import org.ptoc.emulator.jit.segment.Mask;
import org.ptoc.emulator.jit.segment.Segment;
import org.ptoc.emulator.machine.Core;
import org.ptoc.emulator.unit.UnitScratch;
import org.ptoc.ir.isa.FieldName;
import org.ptoc.ir.isa.Program;

/**
 * The method {@code (Core, long iterations)} that runs iterations of a flat loop as one lane loop
 * for each segment and returns how many these were: 0 when addresses, masks or overlaps do not
 * allow it, and fewer than asked for when the last iterations are different.
 */
public final class FlatMethod {
  static final String NAME = "flat";
  static final String DESCRIPTOR = CodeWriter.descriptor(long.class, Core.class, long.class);

  private static final int THIS_CORE = 0;
  private static final int ITERATIONS = 1;
  private static final int UB = 3;
  private static final int VECTORS = 4;
  private static final int PREDICATES = 5;
  private static final int X = 6;
  private static final int FIRST_HOME = 7;

  private final Program program;
  private final FlatLoop loop;
  private final LaneMethods lanes;
  private final CodeWriter code;
  private final MethodVisitor mv;
  private final RegisterLocals homes;
  private final Label none = new Label();
  private final int iterations;
  private final int end;
  private final Map<Segment.Access, Segment> segmentOf = new IdentityHashMap<>();

  private FlatMethod(Program program, FlatLoop loop, LaneMethods lanes, MethodVisitor mv) {
    this.program = program;
    this.loop = loop;
    this.lanes = lanes;
    this.mv = mv;
    this.homes = RegisterLocals.of(program, loop.from(), loop.to(), FIRST_HOME);
    this.code = new CodeWriter(mv, homes.end(FIRST_HOME));
    this.iterations = code.newLocal(2);
    this.end = code.newLocal(1);
    for (Segment segment : loop.segments()) {
      segment.accesses().forEach(access -> segmentOf.put(access, segment));
    }
  }

  /** Writes the method and returns its last label. */
  public static Label write(
      ClassVisitor visitor, Program program, FlatLoop loop, LaneMethods lanes) {
    return CodeWriter.method(
        visitor,
        Opcodes.ACC_STATIC,
        NAME,
        DESCRIPTOR,
        mv -> new FlatMethod(program, loop, lanes, mv).write());
  }

  private void write() {
    LoopMethod.loadState(code, THIS_CORE, UB);
    homes.reload(code, X);
    checkInvariantMasks();
    FlatIteration first = FlatIteration.write(code, program, loop, homes.locals());
    FlatIteration second = FlatIteration.write(code, program, loop, first.code().values());
    countIterations(first, second);
    checkSteps(first, second);
    List<Segment.Access> accesses = new ArrayList<>();
    loop.segments().forEach(segment -> accesses.addAll(segment.accesses()));
    AccessChecks checks =
        new AccessChecks(code, accesses, first.addresses(), this::pushBytes, this::mayMeet, none);
    checks.ranges(UB);
    checks.overlaps();
    if (loop.flow().isEmpty()) {
      callWhole(first);
    } else {
      callTiles(first);
    }
    advance(first);
    Label done = new Label();
    mv.visitVarInsn(Opcodes.LLOAD, iterations);
    mv.visitJumpInsn(Opcodes.GOTO, done);
    mv.visitLabel(none);
    mv.visitInsn(Opcodes.LCONST_0);
    mv.visitLabel(done);
  }

  /** Masks from in front of the loop must be full. */
  private void checkInvariantMasks() {
    FlatMasks masks = new FlatMasks(program, loop.from(), loop.to());
    for (Segment segment : loop.segments()) {
      for (CountSource source : segment.counts()) {
        if (source instanceof CountSource.Register(int predicate, int offset)
            && masks.isInvariant(predicate)) {
          LoopMethod.countLanes(code, PREDICATES, predicate, segment.width(), offset);
          code.pushInt(segment.lanes());
          mv.visitJumpInsn(Opcodes.IF_ICMPNE, none);
        }
      }
    }
  }

  /** How many iterations, and how many lanes these have. */
  private void countIterations(FlatIteration first, FlatIteration second) {
    mv.visitVarInsn(Opcodes.LLOAD, ITERATIONS);
    if (loop.leavesRegisters()) {
      code.instructions(Opcodes.LCONST_1, Opcodes.LSUB); // The last one writes registers back.
    }
    int partial = -1;
    for (int k = 0; k < loop.segments().size(); k++) {
      Segment segment = loop.segments().get(k);
      for (int i = 0; i < segment.counts().size(); i++) {
        if (segment.counts().get(i) instanceof CountSource.LessThan(int word)) {
          boolean isPartial = loop.allowsPartialMask() && segment.governing().contains(i);
          partial = isPartial ? i : partial;
          pushCounts(first.segments().get(k), second.segments().get(k), i);
          code.pushInt(Segment.VECTOR_BYTES >> program.at(word).code(FieldName.GR));
          code.pushInt(isPartial ? 1 : 0);
          code.call(
              "flatIterations",
              long.class,
              long.class,
              long.class,
              long.class,
              int.class,
              boolean.class);
        }
      }
    }
    mv.visitInsn(Opcodes.DUP2);
    mv.visitVarInsn(Opcodes.LSTORE, iterations);
    mv.visitLdcInsn(2L);
    mv.visitInsn(Opcodes.LCMP);
    mv.visitJumpInsn(Opcodes.IFLT, none);
    mv.visitVarInsn(Opcodes.LLOAD, iterations);
    code.call("limitIterations", long.class, long.class);
    mv.visitVarInsn(Opcodes.LSTORE, iterations);
    countLanes(first, second, partial);
  }

  private void countLanes(FlatIteration first, FlatIteration second, int partial) {
    pushAllLanes(loop.segments().getFirst());
    if (partial >= 0) {
      pushCounts(first.segments().getFirst(), second.segments().getFirst(), partial);
      code.call("flatLanes", int.class, int.class, long.class, long.class);
    }
    mv.visitVarInsn(Opcodes.ISTORE, end);
  }

  private void pushAllLanes(Segment segment) {
    mv.visitVarInsn(Opcodes.LLOAD, iterations);
    mv.visitInsn(Opcodes.L2I);
    code.withConstant(Opcodes.IMUL, segment.lanes());
  }

  private void pushCounts(FlatIteration.Part first, FlatIteration.Part second, int index) {
    code.pushLocals(Opcodes.LLOAD, first.counts()[index], second.counts()[index]);
  }

  private void checkSteps(FlatIteration first, FlatIteration second) {
    for (int k = 0; k < loop.segments().size(); k++) {
      Segment segment = loop.segments().get(k);
      for (int i = 0; i < segment.accesses().size(); i++) {
        Segment.Access access = segment.accesses().get(i);
        code.pushLocals(
            Opcodes.LLOAD,
            second.segments().get(k).addresses()[i],
            first.segments().get(k).addresses()[i]);
        mv.visitInsn(Opcodes.LSUB);
        mv.visitLdcInsn(access.places().isFixed() ? 0L : segment.bytes(access));
        mv.visitInsn(Opcodes.LCMP);
        mv.visitJumpInsn(Opcodes.IFNE, none);
      }
    }
  }

  private void pushBytes(Segment.Access access) {
    if (access.mask() instanceof Mask.Count && loop.single().isPresent()) {
      mv.visitVarInsn(Opcodes.ILOAD, end);
      code.withConstant(Opcodes.IMUL, access.places().stride());
      return;
    }
    code.pushInt(bytesOfIteration(access));
    if (!access.places().isFixed()) {
      mv.visitVarInsn(Opcodes.LLOAD, iterations);
      mv.visitInsn(Opcodes.L2I);
      mv.visitInsn(Opcodes.IMUL);
    }
  }

  private int bytesOfIteration(Segment.Access access) {
    return Objects.requireNonNull(segmentOf.get(access)).bytes(access);
  }

  /**
   * Accesses of different lane loops meet iteration by iteration where they go through the same
   * bytes.
   */
  private boolean mayMeet(Segment.Access a, Segment.Access b) {
    return segmentOf.get(a) == segmentOf.get(b)
        ? Segment.meetByLanes(a, b)
        : !a.places().isFixed()
            && !b.places().isFixed()
            && bytesOfIteration(a) == bytesOfIteration(b);
  }

  /**
   * A few passes through each lane loop in turn, so that what goes from one to the next stays in
   * the cache.
   */
  private void callTiles(FlatIteration first) {
    code.pushField(THIS_CORE, Core.class, "scratch", UnitScratch.class);
    code.pushInt(loop.flow().size() * IterationMode.TILE_BYTES);
    code.callVirtual(UnitScratch.class, "flow", byte[].class, int.class);
    int flow = code.storeLocal(Opcodes.ASTORE);
    new FlatTiles(code, iterations)
        .write(
            tile -> {
              for (int k = 0; k < loop.segments().size(); k++) {
                Segment segment = loop.segments().get(k);
                if (!segment.operations().isEmpty()) {
                  code.pushLocals(Opcodes.ALOAD, UB, VECTORS, PREDICATES, flow);
                  tile.pushLanes(segment.lanes());
                  FlatIteration.Part iteration = first.segments().get(k);
                  lanes.call(mv, segment, true, iteration.addresses(), iteration.scalars());
                }
              }
            });
  }

  /** All passes through one lane loop before the next one. */
  private void callWhole(FlatIteration first) {
    for (int k = 0; k < loop.segments().size(); k++) {
      Segment segment = loop.segments().get(k);
      if (k > 0) {
        pushAllLanes(segment);
        mv.visitVarInsn(Opcodes.ISTORE, end);
      }
      if (!segment.operations().isEmpty()) {
        call(segment, first.segments().get(k));
      }
    }
  }

  private void call(Segment segment, FlatIteration.Part first) {
    if (lanes.isStaged(segment)) {
      mv.visitVarInsn(Opcodes.ALOAD, THIS_CORE);
      mv.visitVarInsn(Opcodes.ILOAD, end);
      lanes.callStaged(mv, segment, first.addresses(), first.scalars());
      return;
    }
    code.pushLocals(Opcodes.ALOAD, UB, VECTORS, PREDICATES);
    mv.visitVarInsn(Opcodes.ALOAD, VECTORS); // Nothing goes on to another lane loop.
    mv.visitInsn(Opcodes.ICONST_0);
    mv.visitVarInsn(Opcodes.ILOAD, end);
    lanes.call(mv, segment, true, first.addresses(), first.scalars());
  }

  /** Brings the scalar registers to the beginning of the last of the iterations, and through it. */
  private void advance(FlatIteration first) {
    Map<Integer, Integer> after = first.code().values();
    for (int register : loop.stepping()) {
      int home = homes.home(register);
      int next = Objects.requireNonNull(after.get(register));
      code.pushLocals(Opcodes.LLOAD, home, next, home);
      mv.visitInsn(Opcodes.LSUB);
      mv.visitVarInsn(Opcodes.LLOAD, iterations);
      code.instructions(Opcodes.LCONST_1, Opcodes.LSUB, Opcodes.LMUL, Opcodes.LADD);
      mv.visitVarInsn(Opcodes.LSTORE, home);
    }
    ScalarWordCode last = new ScalarWordCode(code, homes.locals());
    for (int at = loop.from(); at < loop.to(); at++) {
      last.write(program.at(at));
    }
    last.commit();
    homes.spill(code, X);
    LoopMethod.countExecuted(
        code,
        THIS_CORE,
        () -> {
          mv.visitVarInsn(Opcodes.LLOAD, iterations);
          mv.visitLdcInsn((long) (loop.to() - loop.from()));
          mv.visitInsn(Opcodes.LMUL);
        });
  }
}
