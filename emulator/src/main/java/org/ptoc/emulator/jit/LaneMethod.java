package org.ptoc.emulator.jit;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.ptoc.emulator.jit.LaneCode.Value;
import org.ptoc.emulator.unit.Predicates;
import org.ptoc.ir.isa.Comparison;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.LaneExpression;
import org.ptoc.ir.isa.LaneFunction;

/**
 * The method that runs the lane loop of a segment: {@code (byte[] ub, byte[] vectors, long[] predicates, int active,
 * int address..., long scalar...)}. Lanes below {@code active} see every prefix mask set, those above see it clear.
 */
final class LaneMethod {
  private static final int UB = 0;
  private static final int VECTORS = 1;
  private static final int PREDICATES = 2;
  private static final int ACTIVE = 3;
  private static final int FIRST_ADDRESS = 4;

  private final Segment segment;
  private final LaneCode code;
  private final MethodVisitor mv;
  private final int[] scalars;
  private int lane;
  /** State of the lane while its code is written. */
  private final Map<Integer, Value> registers = new HashMap<>();

  private int[] truths;
  private boolean active;

  private LaneMethod(Segment segment, MethodVisitor mv) {
    this.segment = segment;
    this.mv = mv;
    int firstScalar = FIRST_ADDRESS + segment.accesses().size();
    this.code = new LaneCode(mv, segment.width(), firstScalar + 2 * segment.scalars().size());
    this.scalars = new int[segment.scalars().size()];
    for (int i = 0; i < scalars.length; i++) {
      scalars[i] = firstScalar + 2 * i;
    }
  }

  static String descriptor(Segment segment) {
    List<Class<?>> parameters = new ArrayList<>(List.of(byte[].class, byte[].class, long[].class, int.class));
    segment.accesses().forEach(access -> parameters.add(int.class));
    segment.scalars().forEach(scalar -> parameters.add(long.class));
    return LaneCode.descriptor(void.class, parameters.toArray(Class<?>[]::new));
  }

  /** Writes the method and returns its last label, whose offset is the size of the code. */
  static Label write(ClassVisitor visitor, String name, Segment segment) {
    MethodVisitor mv =
        visitor.visitMethod(Opcodes.ACC_STATIC, name, descriptor(segment), null, null);
    mv.visitCode();
    LaneMethod method = new LaneMethod(segment, mv);
    method.write();
    mv.visitInsn(Opcodes.RETURN);
    Label end = new Label();
    mv.visitLabel(end);
    mv.visitMaxs(0, 0);
    mv.visitEnd();
    return end;
  }

  private void write() {
    List<Value> splats = new ArrayList<>();
    for (int scalar : scalars) {
      mv.visitVarInsn(Opcodes.LLOAD, scalar);
      if (!code.isLong()) {
        mv.visitInsn(Opcodes.L2I);
      }
      splats.add(code.storeBits());
    }
    for (LaneOperation operation : segment.operations()) {
      int scalar = floatScalar(operation);
      if (scalar >= 0) {
        // Converted outside of the loop.
        code.pushNumber(splats.get(scalar));
        mv.visitInsn(Opcodes.POP);
      }
    }
    lane = code.newLocal(1);
    loop(true, splats);
    if (segment.hasTail()) {
      loop(false, splats);
    }
  }

  /** The scalar that an operation reads as a number; -1 when it reads none. */
  private static int floatScalar(LaneOperation operation) {
    return switch (operation) {
      case LaneOperation.Compute compute ->
          compute.type() == DataType.FP32 && compute.expression() instanceof LaneExpression.Apply
              ? compute.scalar()
              : -1;
      case LaneOperation.Compare compare -> compare.type() == DataType.FP32 ? compare.scalar() : -1;
      default -> -1;
    };
  }

  private void loop(boolean activeLanes, List<Value> outside) {
    List<Value> splats = outside.stream().map(code::copy).toList();
    active = activeLanes;
    registers.clear();
    truths = new int[segment.truths()];
    if (active) {
      mv.visitInsn(Opcodes.ICONST_0);
    } else {
      mv.visitVarInsn(Opcodes.ILOAD, ACTIVE);
    }
    mv.visitVarInsn(Opcodes.ISTORE, lane);
    Label test = new Label();
    Label body = new Label();
    mv.visitJumpInsn(Opcodes.GOTO, test);
    mv.visitLabel(body);
    for (LaneOperation operation : segment.operations()) {
      write(operation, splats);
    }
    writeBack();
    mv.visitIincInsn(lane, 1);
    mv.visitLabel(test);
    mv.visitVarInsn(Opcodes.ILOAD, lane);
    if (active && segment.isMasked()) {
      mv.visitVarInsn(Opcodes.ILOAD, ACTIVE);
    } else {
      code.pushInt(segment.lanes());
    }
    mv.visitJumpInsn(Opcodes.IF_ICMPLT, body);
  }

  private void write(LaneOperation operation, List<Value> splats) {
    switch (operation) {
      case LaneOperation.Load load -> {
        mv.visitVarInsn(Opcodes.ALOAD, UB);
        pushAddress(load.access(), load.stride());
        code.loadUnit(load.unit());
        registers.put(load.vd(), code.storeBits());
      }
      case LaneOperation.Store store -> store(store);
      case LaneOperation.Compute compute -> compute(compute, splats);
      case LaneOperation.Compare compare -> compare(compare, splats);
      case LaneOperation.Select select -> registers.put(
          select.vd(), choose(select.mask(), register(select.va()), register(select.vb())));
      case LaneOperation.Logic logic -> logic(logic);
    }
  }

  private void pushAddress(int access, int stride) {
    mv.visitVarInsn(Opcodes.ILOAD, FIRST_ADDRESS + access);
    if (stride != 0) {
      pushLaneTimes(stride);
      mv.visitInsn(Opcodes.IADD);
    }
  }

  private void pushLaneTimes(int bytes) {
    mv.visitVarInsn(Opcodes.ILOAD, lane);
    if (bytes > 1) {
      code.pushInt(Integer.numberOfTrailingZeros(bytes));
      mv.visitInsn(Opcodes.ISHL);
    }
  }

  private Value register(int number) {
    Value value = registers.get(number);
    if (value == null) {
      mv.visitVarInsn(Opcodes.ALOAD, VECTORS);
      pushRegisterIndex(number);
      code.loadUnit(segment.width());
      value = code.storeBits();
      registers.put(number, value);
    }
    return value;
  }

  private void pushRegisterIndex(int number) {
    code.pushInt(number * Segment.VECTOR_BYTES);
    pushLaneTimes(segment.width());
    mv.visitInsn(Opcodes.IADD);
  }

  private void store(LaneOperation.Store store) {
    Label skip = new Label();
    Value value = register(store.vs());
    code.prepareBits(value);
    switch (store.mask()) {
      case Mask.All all -> {}
      case Mask.Count count -> {
        if (!active) {
          return;
        }
      }
      case Mask.Lane(int index) -> {
        mv.visitVarInsn(Opcodes.ILOAD, truths[index]);
        mv.visitJumpInsn(Opcodes.IFEQ, skip);
      }
    }
    mv.visitVarInsn(Opcodes.ALOAD, UB);
    pushAddress(store.access(), store.unit());
    code.pushBits(value);
    code.storeUnit(store.unit());
    mv.visitLabel(skip);
  }

  private void compute(LaneOperation.Compute compute, List<Value> splats) {
    boolean never = compute.mask() instanceof Mask.Count && !active;
    if (never) {
      if (!compute.merging()) {
        registers.put(compute.vd(), code.constant(0));
      }
      return;
    }
    Value result =
        new LaneFunctions(code, compute.type())
            .emit(
                compute.expression(),
                slot -> switch (slot) {
                  case FIRST -> register(compute.va());
                  case SECOND -> register(compute.vb());
                  case ACCUMULATOR -> register(compute.vc());
                  case SCALAR, DISTANCE -> splats.get(compute.scalar());
                });
    if (compute.mask() instanceof Mask.Lane) {
      Value inactive = compute.merging() ? register(compute.vd()) : code.constant(0);
      result = choose(compute.mask(), result, inactive);
    }
    registers.put(compute.vd(), result);
  }

  /** The first value where the mask is set, else the second. */
  private Value choose(Mask mask, Value set, Value clear) {
    switch (mask) {
      case Mask.All all -> {
        return set;
      }
      case Mask.Count count -> {
        return active ? set : clear;
      }
      case Mask.Lane(int index) -> {
        code.prepareBits(set);
        code.prepareBits(clear);
        Label otherwise = new Label();
        Label done = new Label();
        mv.visitVarInsn(Opcodes.ILOAD, truths[index]);
        mv.visitJumpInsn(Opcodes.IFEQ, otherwise);
        code.pushBits(set);
        mv.visitJumpInsn(Opcodes.GOTO, done);
        mv.visitLabel(otherwise);
        code.pushBits(clear);
        mv.visitLabel(done);
        return code.storeBits();
      }
    }
  }

  private void compare(LaneOperation.Compare compare, List<Value> splats) {
    if (compare.mask() instanceof Mask.Count && !active) {
      mv.visitInsn(Opcodes.ICONST_0);
    } else {
      Value right = compare.scalar() >= 0 ? splats.get(compare.scalar()) : register(compare.vb());
      new LaneFunctions(code, compare.type()).truth(function(compare.comparison()), register(compare.va()), right);
      andMask(compare.mask());
    }
    storeTruth(compare.result());
  }

  private void andMask(Mask mask) {
    if (!(mask instanceof Mask.All) && !(mask instanceof Mask.Count && active)) {
      pushMask(mask);
      mv.visitInsn(Opcodes.IAND);
    }
  }

  private void storeTruth(int index) {
    truths[index] = code.newLocal(1);
    mv.visitVarInsn(Opcodes.ISTORE, truths[index]);
  }

  private static LaneFunction function(Comparison comparison) {
    return switch (comparison) {
      case EQ -> LaneFunction.EQ;
      case NE -> LaneFunction.NE;
      case LT -> LaneFunction.LT;
      case GT -> LaneFunction.GT;
      case LE -> LaneFunction.LE;
      case GE -> LaneFunction.GE;
    };
  }

  private void pushMask(Mask mask) {
    switch (mask) {
      case Mask.All all -> mv.visitInsn(Opcodes.ICONST_1);
      case Mask.Count count -> mv.visitInsn(active ? Opcodes.ICONST_1 : Opcodes.ICONST_0);
      case Mask.Lane(int index) -> mv.visitVarInsn(Opcodes.ILOAD, truths[index]);
    }
  }

  private void logic(LaneOperation.Logic logic) {
    pushMask(logic.a());
    switch (logic.operation()) {
      case PREDICATE_NOT -> invert();
      case PREDICATE_SELECT -> {
        pushMask(logic.mask());
        mv.visitInsn(Opcodes.IAND);
        pushMask(logic.mask());
        invert();
        pushMask(logic.b());
        mv.visitInsn(Opcodes.IAND);
        mv.visitInsn(Opcodes.IOR);
      }
      case PREDICATE_AND -> binary(logic, Opcodes.IAND);
      case PREDICATE_OR -> binary(logic, Opcodes.IOR);
      case PREDICATE_XOR -> binary(logic, Opcodes.IXOR);
      default -> throw new IllegalArgumentException(logic.operation() + " is no logic");
    }
    if (!logic.operation().equals(org.ptoc.ir.isa.UnitOperation.PREDICATE_SELECT)) {
      pushMask(logic.mask());
      mv.visitInsn(Opcodes.IAND);
    }
    storeTruth(logic.result());
  }

  private void invert() {
    mv.visitInsn(Opcodes.ICONST_1);
    mv.visitInsn(Opcodes.IXOR);
  }

  private void binary(LaneOperation.Logic logic, int opcode) {
    pushMask(logic.b());
    mv.visitInsn(opcode);
  }

  private void writeBack() {
    for (int register = 0; register < 32; register++) {
      if (Liveness.hasVector(segment.vectors(), register)) {
        Value value = registers.get(register);
        if (value == null) {
          continue; // A merging word without an active lane has left it alone.
        }
        code.prepareBits(value);
        mv.visitVarInsn(Opcodes.ALOAD, VECTORS);
        pushRegisterIndex(register);
        code.pushBits(value);
        code.storeUnit(segment.width());
      }
    }
    for (Segment.PredicateResult result : segment.predicates()) {
      if (result.mask() instanceof Mask.Lane(int index)) {
        mv.visitVarInsn(Opcodes.ALOAD, PREDICATES);
        code.pushInt(result.register() * Predicates.WORDS);
        pushLaneTimes(segment.width());
        mv.visitVarInsn(Opcodes.ILOAD, truths[index]);
        code.call("setLane", void.class, long[].class, int.class, int.class, int.class);
      }
    }
  }
}
