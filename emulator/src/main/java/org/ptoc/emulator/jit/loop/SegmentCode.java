package org.ptoc.emulator.jit.loop;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.ptoc.emulator.jit.code.CodeWriter;
import org.ptoc.emulator.jit.segment.CountSource;
import org.ptoc.emulator.jit.segment.Mask;
import org.ptoc.emulator.jit.segment.Segment;
import org.ptoc.emulator.machine.Core;
import org.ptoc.emulator.unit.Predicates;
import org.ptoc.ir.isa.Instruction;

/** The code of one segment within an iteration. */
final class SegmentCode {
  private final LoopMethod loop;
  private final CodeWriter code;
  private final MethodVisitor mv;
  private final Segment segment;
  private final LoopMethod.Part part;
  private final ScalarWordCode scalar;
  private final int[] addresses;
  private final int[] scalars;
  private final int[] counts;
  private final Label slow = new Label();
  private int active;

  SegmentCode(LoopMethod loop, Segment segment, LoopMethod.Part part) {
    this.loop = loop;
    this.code = loop.code;
    this.mv = loop.mv;
    this.segment = segment;
    this.part = part;
    this.scalar = new ScalarWordCode(code, loop.homes.locals());
    this.addresses = new int[segment.accesses().size()];
    this.scalars = new int[segment.scalars().size()];
    this.counts = new int[segment.counts().size()];
  }

  void write() {
    Label done = new Label();
    if (segment.accesses().stream().anyMatch(access -> access.mask() instanceof Mask.Lane)) {
      // Only the interpreter knows where such a store ends.
      mv.visitVarInsn(Opcodes.ILOAD, LoopMethod.OBSERVED);
      mv.visitJumpInsn(Opcodes.IFNE, slow);
    }
    readCounts();
    for (int at = part.from(); at < part.to(); at++) {
      word(at);
    }
    agreeOnActive();
    AccessChecks checks =
        new AccessChecks(
            code, segment.accesses(), addresses, this::pushBytes, Segment::meetByLanes, slow);
    checks.ranges(LoopMethod.UB);
    checks.overlaps();
    if (!segment.operations().isEmpty()) {
      call();
    }
    writePredicates();
    scalar.commit();
    long words = (long) part.to() - part.from();
    LoopMethod.countExecuted(code, LoopMethod.THIS_CORE, () -> mv.visitLdcInsn(words));
    mv.visitVarInsn(Opcodes.ILOAD, LoopMethod.OBSERVED);
    mv.visitJumpInsn(Opcodes.IFEQ, done);
    for (int at = part.from(); at < part.to(); at++) {
      tell(at);
    }
    mv.visitJumpInsn(Opcodes.GOTO, done);
    mv.visitLabel(slow);
    loop.interpret(part);
    mv.visitLabel(done);
  }

  private void readCounts() {
    for (int i = 0; i < counts.length; i++) {
      switch (segment.counts().get(i)) {
        case CountSource.Register(int predicate, int offset) -> {
          Optional<Integer> known =
              Optional.ofNullable(
                  loop.invariantCounts.get(List.of(predicate, segment.width(), offset)));
          if (known.isPresent()) {
            mv.visitVarInsn(Opcodes.ILOAD, known.get());
          } else {
            LoopMethod.countLanes(code, LoopMethod.PREDICATES, predicate, segment.width(), offset);
          }
        }
        case CountSource.Constant(int lanes) -> code.pushInt(lanes);
        case CountSource.LessThan lessThan -> mv.visitInsn(Opcodes.ICONST_0);
        case CountSource.Part part -> mv.visitInsn(Opcodes.ICONST_0);
      }
      counts[i] = code.storeLocal(Opcodes.ISTORE);
    }
  }

  private void word(int at) {
    Instruction instruction = loop.program.at(at);
    scalar.read(segment, at, scalars);
    scalar.address(segment, at, instruction, addresses);
    int count = segment.counts().indexOf(new CountSource.LessThan(at));
    if (count >= 0) {
      scalar.lessThan(instruction, counts[count]);
      countParts(count);
    }
    scalar.write(instruction);
  }

  private void countParts(int of) {
    for (int i = 0; i < counts.length; i++) {
      if (segment.counts().get(i) instanceof CountSource.Part(int base, int ratio, int part)
          && base == of) {
        mv.visitVarInsn(Opcodes.ILOAD, counts[base]);
        code.pushInt(ratio);
        code.pushInt(part);
        code.callOther(CountSource.Part.class, "of", int.class, int.class, int.class, int.class);
        mv.visitVarInsn(Opcodes.ISTORE, counts[i]);
      }
    }
  }

  /**
   * All masks in use must have the same number of active lanes; -1 for a register that is not a
   * prefix.
   */
  private void agreeOnActive() {
    List<Integer> used = new ArrayList<>(new TreeSet<>(segment.governing()));
    if (used.isEmpty()) {
      code.pushInt(segment.lanes());
      active = code.storeLocal(Opcodes.ISTORE);
      return;
    }
    mv.visitVarInsn(Opcodes.ILOAD, counts[used.getFirst()]);
    mv.visitInsn(Opcodes.DUP);
    active = code.storeLocal(Opcodes.ISTORE);
    mv.visitJumpInsn(Opcodes.IFLT, slow);
    for (int i = 1; i < used.size(); i++) {
      code.pushLocals(Opcodes.ILOAD, counts[used.get(i)], active);
      mv.visitJumpInsn(Opcodes.IF_ICMPNE, slow);
    }
  }

  private void pushBytes(Segment.Access access) {
    if (access.mask() instanceof Mask.Count) {
      mv.visitVarInsn(Opcodes.ILOAD, active);
      code.withConstant(Opcodes.IMUL, access.places().stride());
    } else {
      code.pushInt(segment.bytes(access));
    }
  }

  private void call() {
    for (Segment.PredicateResult result : segment.predicates()) {
      if (result.mask() instanceof Mask.Lane) {
        mv.visitVarInsn(Opcodes.ALOAD, LoopMethod.PREDICATES);
        code.pushInt(result.register() * Predicates.WORDS);
        code.call("clear", void.class, long[].class, int.class);
      }
    }
    code.pushLocals(Opcodes.ALOAD, LoopMethod.UB, LoopMethod.VECTORS, LoopMethod.PREDICATES);
    // Nothing goes on to another lane loop but in registers.
    mv.visitVarInsn(Opcodes.ALOAD, LoopMethod.VECTORS);
    mv.visitInsn(Opcodes.ICONST_0);
    mv.visitVarInsn(Opcodes.ILOAD, active);
    loop.lanes.call(mv, segment, false, addresses, scalars);
  }

  private void writePredicates() {
    for (Segment.PredicateResult result : segment.predicates()) {
      if (result.mask() instanceof Mask.Lane) {
        continue;
      }
      mv.visitVarInsn(Opcodes.ALOAD, LoopMethod.PREDICATES);
      code.pushInt(result.register() * Predicates.WORDS);
      code.pushInt(result.width());
      if (result.mask() instanceof Mask.Count(int index)) {
        mv.visitVarInsn(Opcodes.ILOAD, counts[index]);
        mv.visitInsn(Opcodes.I2L);
      } else {
        mv.visitLdcInsn((long) Segment.VECTOR_BYTES);
      }
      code.callOther(
          Predicates.class, "prefix", void.class, long[].class, int.class, int.class, long.class);
    }
  }

  private void tell(int at) {
    mv.visitVarInsn(Opcodes.ALOAD, LoopMethod.THIS_CORE);
    code.pushInt(at);
    for (int i = 0; i < addresses.length; i++) {
      Segment.Access access = segment.accesses().get(i);
      if (access.word() == at) {
        code.pushInt(access.store() ? 1 : 0);
        mv.visitVarInsn(Opcodes.LLOAD, addresses[i]);
        pushBytes(access);
        code.call(
            "noteAccess", void.class, Core.class, int.class, boolean.class, long.class, int.class);
        return;
      }
    }
    code.call("note", void.class, Core.class, int.class);
  }
}
