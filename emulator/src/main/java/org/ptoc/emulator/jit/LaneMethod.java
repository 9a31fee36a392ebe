package org.ptoc.emulator.jit;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.ptoc.emulator.jit.LaneCode.Value;
import org.ptoc.emulator.unit.Predicates;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.LaneExpression;
import org.ptoc.ir.isa.LaneFunction;

/**
 * A method that runs the lane loop of a segment: {@code (byte[] ub, byte[] vectors, long[] predicates, int from, int to,
 * int address..., long scalar...)}. It begins with lane {@code from}; lanes below {@code to} see every prefix mask set,
 * those above see it clear. A flat one runs through the lanes of many passes behind each other and leaves registers alone.
 */
final class LaneMethod {
  private static final int UB = 0;
  private static final int VECTORS = 1;
  private static final int PREDICATES = 2;
  private static final int FROM = 3;
  private static final int TO = 4;
  private static final int FIRST_ADDRESS = 5;

  private final Segment segment;
  private final boolean flat;
  private final LaneCode code;
  private final MethodVisitor mv;
  private final int[] scalars;
  private int lane;
  /** State of the lanes while their code is written. */
  private final Map<Integer, Value> registers = new HashMap<>();

  private int[] truths;
  private boolean active;

  private LaneMethod(Segment segment, boolean flat, LaneCode code, int firstScalar) {
    this.segment = segment;
    this.flat = flat;
    this.code = code;
    this.mv = code.mv;
    this.scalars = new int[segment.scalars().size()];
    for (int i = 0; i < scalars.length; i++) {
      scalars[i] = firstScalar + 2 * i;
    }
  }

  static String descriptor(Segment segment) {
    return CodeWriter.descriptor(void.class, parameters(segment).toArray(Class<?>[]::new));
  }

  private static List<Class<?>> parameters(Segment segment) {
    List<Class<?>> parameters =
        new ArrayList<>(List.of(byte[].class, byte[].class, long[].class, int.class, int.class));
    segment.accesses().forEach(access -> parameters.add(int.class));
    segment.scalars().forEach(scalar -> parameters.add(long.class));
    return parameters;
  }

  /** Writes the method that goes lane by lane, and returns its last label. */
  static Label write(ClassVisitor visitor, String name, Segment segment, boolean flat) {
    int firstScalar = FIRST_ADDRESS + segment.accesses().size();
    int next = firstScalar + 2 * segment.scalars().size();
    return CodeWriter.method(
        visitor, Opcodes.ACC_STATIC, name, descriptor(segment),
        mv -> new LaneMethod(segment, flat, new ScalarLaneCode(mv, segment.width(), next), firstScalar).write());
  }

  /** Writes the method that goes vector by vector, and calls {@code rest} for the lanes that are left. */
  static Label writeVector(
      ClassVisitor visitor, String name, String owner, String rest, Segment segment, boolean flat, VectorModule module) {
    int firstScalar = FIRST_ADDRESS + segment.accesses().size();
    int next = firstScalar + 2 * segment.scalars().size();
    return CodeWriter.method(
        visitor, Opcodes.ACC_STATIC, name, descriptor(segment),
        mv -> {
          VectorLaneCode code = new VectorLaneCode(mv, segment.width(), next, module);
          LaneMethod method = new LaneMethod(segment, flat, code, firstScalar);
          method.write();
          method.callRest(owner, rest);
        });
  }

  private void write() {
    List<Value> splats = new ArrayList<>();
    for (int scalar : scalars) {
      mv.visitVarInsn(Opcodes.LLOAD, scalar);
      code.spread();
      splats.add(code.storeBits());
    }
    for (LaneOperation operation : segment.operations()) {
      int scalar = floatScalar(operation);
      if (scalar >= 0) {
        code.prepareNumber(splats.get(scalar)); // Converted outside of the loop.
      }
    }
    lane = code.newLocal(1);
    mv.visitVarInsn(Opcodes.ILOAD, FROM);
    mv.visitVarInsn(Opcodes.ISTORE, lane);
    loop(true, splats);
    if (code.lanes() == 1 && segment.hasTail() && !flat) {
      loop(false, splats);
    }
  }

  private void callRest(String owner, String rest) {
    Label done = new Label();
    if (flat || !segment.hasTail()) {
      mv.visitVarInsn(Opcodes.ILOAD, lane);
      mv.visitVarInsn(Opcodes.ILOAD, TO);
      mv.visitJumpInsn(Opcodes.IF_ICMPGE, done);
    } else {
      mv.visitVarInsn(Opcodes.ILOAD, lane);
      code.pushInt(segment.lanes());
      mv.visitJumpInsn(Opcodes.IF_ICMPGE, done);
    }
    int local = 0;
    for (Class<?> parameter : parameters(segment)) {
      Type type = Type.getType(parameter);
      mv.visitVarInsn(type.getOpcode(Opcodes.ILOAD), local == FROM ? lane : local);
      local += type.getSize();
    }
    mv.visitMethodInsn(Opcodes.INVOKESTATIC, owner, rest, descriptor(segment), false);
    mv.visitLabel(done);
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
    Label test = new Label();
    Label body = new Label();
    mv.visitJumpInsn(Opcodes.GOTO, test);
    mv.visitLabel(body);
    for (LaneOperation operation : segment.operations()) {
      write(operation, splats);
    }
    if (!flat) {
      writeBack();
    }
    mv.visitIincInsn(lane, code.lanes());
    mv.visitLabel(test);
    mv.visitVarInsn(Opcodes.ILOAD, lane);
    if (active && (flat || segment.isMasked())) {
      mv.visitVarInsn(Opcodes.ILOAD, TO);
      pushLess(code.lanes() - 1);
    } else {
      code.pushInt(segment.lanes() - code.lanes() + 1);
    }
    mv.visitJumpInsn(Opcodes.IF_ICMPLT, body);
  }

  private void pushLess(int number) {
    if (number > 0) {
      code.pushInt(number);
      mv.visitInsn(Opcodes.ISUB);
    }
  }

  private void write(LaneOperation operation, List<Value> splats) {
    switch (operation) {
      case LaneOperation.Load load -> {
        code.load(UB, () -> pushAddress(load.access(), load.stride()), load.unit(), load.stride() == 0);
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
      code.load(VECTORS, () -> pushRegisterIndex(number), segment.width(), false);
      value = code.storeBits();
      registers.put(number, value);
    }
    return value;
  }

  private void pushRegisterIndex(int number) {
    code.pushInt(number * Segment.VECTOR_BYTES);
    pushLaneTimes(segment.width());
    if (flat) {
      code.pushInt(Segment.VECTOR_BYTES - 1);
      mv.visitInsn(Opcodes.IAND);
    }
    mv.visitInsn(Opcodes.IADD);
  }

  private void store(LaneOperation.Store store) {
    Value value = register(store.vs());
    Runnable index = () -> pushAddress(store.access(), store.unit());
    switch (store.mask()) {
      case Mask.All all -> code.store(UB, index, value, store.unit());
      case Mask.Count count -> {
        if (active) {
          code.store(UB, index, value, store.unit());
        }
      }
      case Mask.Lane(int truth) -> code.store(UB, index, value, store.unit(), truths[truth]);
    }
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
        code.emit(
            compute.expression(), compute.type(),
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
      case Mask.Lane(int truth) -> {
        code.choose(truths[truth], set, clear);
        return code.storeBits();
      }
    }
  }

  private void compare(LaneOperation.Compare compare, List<Value> splats) {
    if (compare.mask() instanceof Mask.Count && !active) {
      code.pushTruth(false);
    } else {
      Value right = compare.scalar() >= 0 ? splats.get(compare.scalar()) : register(compare.vb());
      code.compare(Expressions.function(compare.comparison()), compare.type(), register(compare.va()), right);
      andMask(compare.mask());
    }
    truths[compare.result()] = code.storeTruth();
  }

  private void andMask(Mask mask) {
    if (!(mask instanceof Mask.All) && !(mask instanceof Mask.Count && active)) {
      pushMask(mask);
      code.combineTruths(LaneFunction.AND);
    }
  }

  private void pushMask(Mask mask) {
    switch (mask) {
      case Mask.All all -> code.pushTruth(true);
      case Mask.Count count -> code.pushTruth(active);
      case Mask.Lane(int truth) -> code.pushTruth(truths[truth]);
    }
  }

  private void logic(LaneOperation.Logic logic) {
    pushMask(logic.a());
    switch (logic.operation()) {
      case PREDICATE_NOT -> code.invertTruth();
      case PREDICATE_SELECT -> {
        binary(logic.mask(), LaneFunction.AND);
        pushMask(logic.mask());
        code.invertTruth();
        binary(logic.b(), LaneFunction.AND);
        code.combineTruths(LaneFunction.OR);
      }
      case PREDICATE_AND -> binary(logic.b(), LaneFunction.AND);
      case PREDICATE_OR -> binary(logic.b(), LaneFunction.OR);
      case PREDICATE_XOR -> binary(logic.b(), LaneFunction.XOR);
      default -> throw new IllegalArgumentException(logic.operation() + " is no logic");
    }
    if (logic.operation() != org.ptoc.ir.isa.UnitOperation.PREDICATE_SELECT) {
      binary(logic.mask(), LaneFunction.AND);
    }
    truths[logic.result()] = code.storeTruth();
  }

  private void binary(Mask right, LaneFunction function) {
    pushMask(right);
    code.combineTruths(function);
  }

  private void writeBack() {
    for (int register = 0; register < 32; register++) {
      if (Liveness.hasVector(segment.vectors(), register)) {
        int number = register;
        Value value = registers.get(register);
        if (value != null) { // else a merging word without an active lane has left it alone
          code.store(VECTORS, () -> pushRegisterIndex(number), value, segment.width());
        }
      }
    }
    for (Segment.PredicateResult result : segment.predicates()) {
      if (result.mask() instanceof Mask.Lane(int truth)) {
        code.setPredicate(
            PREDICATES, result.register() * Predicates.WORDS, () -> pushLaneTimes(segment.width()), truths[truth]);
      }
    }
  }
}
