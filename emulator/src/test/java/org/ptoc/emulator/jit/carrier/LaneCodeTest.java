package org.ptoc.emulator.jit.carrier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.invoke.MethodHandles;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.ptoc.emulator.LaneForms;
import org.ptoc.emulator.jit.EdgeValues;
import org.ptoc.emulator.jit.code.CodeWriter;
import org.ptoc.emulator.jit.code.HiddenClass;
import org.ptoc.emulator.jit.code.LaneMath;
import org.ptoc.emulator.lane.LanePlan;
import org.ptoc.emulator.unit.LittleEndian;
import org.ptoc.emulator.unit.UnitScratch;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.LaneExpression.Slot;
import org.ptoc.ir.isa.LaneTyping;
import org.ptoc.ir.isa.Semantics;
import org.ptoc.ir.isa.TypedExpression;

/**
 * The code of every expression of the instruction table for every pair of edge values, in all lanes
 * of a register and in those of a mask, against the loops of the interpreter. Conversions, and the
 * words around expressions, have tests of their own.
 */
class LaneCodeTest {
  private static final int BYTES = 256;
  private static final byte OLD = 0x5A;
  private static final String NAME = Type.getInternalName(LaneCodeTest.class) + "$Code";

  /** All lanes, all but the last ones, and every third bit, which is a different one in each. */
  private static final List<long[]> MASKS =
      List.of(
          new long[] {-1, -1, -1, -1},
          new long[] {-1, -1, -1, 0xFFFF_FFFFL},
          LongStream.range(0, 4).map(i -> 0x9249_2492_4924_9249L >>> i).toArray());

  // Local variables of the generated method.
  private static final int FIRST = 1;
  private static final int SECOND = 2;
  private static final int ACCUMULATOR = 3;
  private static final int RESULT = 4;
  private static final int MASK = 5;
  private static final int SCALAR = 6;
  private static final int LANE = 8;
  private static final int FIRST_FREE = 9;

  private final byte[] registers = new byte[4 * BYTES + LanePlan.SCRATCH_BYTES];
  private final UnitScratch scratch = new UnitScratch();

  /** Generated code on registers, which writes where the mask has the bit of a lane. */
  interface Kernel {
    void run(byte[] a, byte[] b, byte[] c, byte[] result, long[] mask, long scalar);
  }

  private interface Carrier {
    LaneCode code(MethodVisitor mv, int width);
  }

  /** The expressions of results of their own that read no predicate and convert nothing. */
  private static Set<TypedExpression> expressions() {
    Set<TypedExpression> expressions = new LinkedHashSet<>();
    for (LaneForms.Form form : LaneForms.all(15, false)) {
      Instruction word = form.word();
      if (word.definition().semantics() instanceof Semantics.Lanes lanes) {
        LaneTyping.of(word, lanes).stream().filter(LaneCodeTest::isPlain).forEach(expressions::add);
      }
    }
    return expressions;
  }

  private static boolean isPlain(TypedExpression expression) {
    return expression
        .parts()
        .allMatch(
            part ->
                switch (part) {
                  case TypedExpression.Operand(Slot slot, DataType type) ->
                      type.bytes() == expression.type().bytes() && local(slot).isPresent();
                  case TypedExpression.Constant constant -> true;
                  case TypedExpression.Convert convert -> false;
                  case TypedExpression.Apply apply -> true;
                });
  }

  private static Optional<Integer> local(Slot slot) {
    return switch (slot) {
      case FIRST -> Optional.of(FIRST);
      case SECOND -> Optional.of(SECOND);
      case ACCUMULATOR -> Optional.of(ACCUMULATOR);
      case SCALAR, DISTANCE -> Optional.of(SCALAR);
      case SELECTOR, CARRY, LANE, NEGATIVE_LANE, ROUNDED_DISTANCE -> Optional.empty();
    };
  }

  private static Kernel compile(TypedExpression expression, Carrier carrier) {
    ClassWriter writer =
        new ClassWriter(ClassWriter.COMPUTE_FRAMES) {
          @Override
          protected String getCommonSuperClass(String first, String second) {
            return "java/lang/Object";
          }
        };
    HiddenClass.begin(writer, NAME, Kernel.class);
    Class<?> array = byte[].class;
    String descriptor =
        CodeWriter.descriptor(void.class, array, array, array, array, long[].class, long.class);
    CodeWriter.method(
        writer,
        Opcodes.ACC_PUBLIC,
        "run",
        descriptor,
        mv -> write(expression, carrier.code(mv, expression.type().bytes())));
    writer.visitEnd();
    return HiddenClass.define(writer.toByteArray(), MethodHandles.lookup(), Kernel.class);
  }

  private static void write(TypedExpression expression, LaneCode code) {
    MethodVisitor mv = code.mv;
    int width = code.width;
    mv.visitVarInsn(Opcodes.LLOAD, SCALAR);
    code.spread();
    LaneCode.Value scalar = code.storeBits();
    Runnable place =
        () -> {
          mv.visitVarInsn(Opcodes.ILOAD, LANE);
          code.pushInt(width);
          mv.visitInsn(Opcodes.IMUL);
        };
    LaneCode.Operands operands =
        new LaneCode.Operands(0) {
          @Override
          public LaneCode.Value value(TypedExpression.Operand operand) {
            int local = local(operand.slot()).orElseThrow();
            return local == SCALAR ? code.copy(scalar) : code.load(local, place, width, false);
          }
        };
    code.clear(LANE);
    code.whileBelow(
        LANE,
        () -> code.pushInt(BYTES / width),
        () -> {
          code.pushImage(MASK, 0, place);
          int active = code.storeTruth();
          code.store(RESULT, place, value(expression, code, operands), width, active);
          mv.visitIincInsn(LANE, code.lanes());
        });
  }

  private static LaneCode.Value value(
      TypedExpression expression, LaneCode code, LaneCode.Operands operands) {
    if (!expression.isTruth()) {
      return code.emit(expression, operands);
    }
    code.pushTruth(expression, operands);
    int truth = code.storeTruth();
    return code.choose(truth, code.constant(-1), code.constant(0));
  }

  /** The result of the interpreter's loops in all lanes. */
  private byte[] expected(LanePlan plan, int lanes, byte[][] operands, long scalar) {
    for (int i = 0; i < operands.length; i++) {
      System.arraycopy(operands[i], 0, registers, i * BYTES, BYTES);
    }
    int to = 3 * BYTES;
    plan.run(registers, to, 0, BYTES, 2 * BYTES, 0, scalar, 4 * BYTES, lanes, scratch);
    return Arrays.copyOfRange(registers, to, to + BYTES);
  }

  private static byte[] masked(byte[] lanes, int width, long[] mask) {
    byte[] masked = lanes.clone();
    for (int i = 0; i < BYTES; i++) {
      int bit = i / width * width;
      masked[i] = (mask[bit / Long.SIZE] >>> bit & 1) == 0 ? OLD : masked[i];
    }
    return masked;
  }

  /** Checks an expression on all pairs of edge values, or for each as the scalar. */
  private void check(TypedExpression expression, Kernel kernel) {
    DataType type = operandType(expression);
    int width = type.bytes();
    long[] edges = EdgeValues.of(type);
    LanePlan plan = LanePlan.of(List.of(expression));
    boolean uniform = plan.reads(Slot.SCALAR) || plan.reads(Slot.DISTANCE);
    int lanes = BYTES / width;
    int pairs = uniform ? edges.length : edges.length * edges.length;
    for (int from = 0; from < pairs; from += lanes) {
      byte[][] operands = new byte[3][BYTES];
      for (int lane = 0; lane < lanes; lane++) {
        int pair = (from + lane) % pairs;
        LittleEndian.put(operands[0], lane * width, width, edges[pair % edges.length]);
        LittleEndian.put(
            operands[1], lane * width, width, edges[pair / edges.length % edges.length]);
        LittleEndian.put(operands[2], lane * width, width, edges[pair * 7 % edges.length]);
      }
      for (long scalar : uniform ? edges : new long[1]) {
        byte[] all = expected(plan, lanes, operands, scalar);
        for (long[] mask : MASKS) {
          byte[] result = new byte[BYTES];
          Arrays.fill(result, OLD);
          long seen = plan.reads(Slot.DISTANCE) ? LaneMath.distance(scalar) : scalar;
          kernel.run(operands[0], operands[1], operands[2], result, mask, seen);
          byte[] expected = masked(all, width, mask);
          if (!Arrays.equals(result, expected)) {
            assertThat(result).as("%s, scalar %d", expression, scalar).isEqualTo(expected);
          }
        }
      }
    }
  }

  private static DataType operandType(TypedExpression expression) {
    return expression
        .parts()
        .filter(TypedExpression.Operand.class::isInstance)
        .map(TypedExpression::type)
        .findFirst()
        .orElse(expression.type());
  }

  private int checkAll(Function<TypedExpression, Optional<Carrier>> carrier) {
    int checked = 0;
    for (TypedExpression expression : expressions()) {
      Optional<Carrier> suitable = carrier.apply(expression);
      if (suitable.isPresent()) {
        check(expression, compile(expression, suitable.get()));
        checked++;
      }
    }
    return checked;
  }

  @Test
  void scalarsGiveTheBitsOfTheInterpreter() {
    int checked =
        checkAll(each -> Optional.of((mv, width) -> new ScalarLaneCode(mv, width, FIRST_FREE)));
    assertThat(checked).isGreaterThan(200);
  }

  @Test
  void vectorsGiveTheBitsOfTheInterpreter() {
    assumeTrue(VectorModule.find() instanceof VectorModule.Search.Found, "no vector module");
    VectorModule module = ((VectorModule.Search.Found) VectorModule.find()).module();
    int checked =
        checkAll(
            each ->
                each.parts().allMatch(LaneCodeTest::hasVectors)
                    ? Optional.of((mv, width) -> new VectorLaneCode(mv, width, FIRST_FREE, module))
                    : Optional.empty());
    assertThat(checked).isGreaterThan(100);
  }

  private static boolean hasVectors(TypedExpression part) {
    return !(part instanceof TypedExpression.Apply apply)
        || VectorSupport.supports(apply.function(), apply.type());
  }
}
